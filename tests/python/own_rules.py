# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules files that several tests write."""

TINY = """[tiny]
maxFile = 3
maxRank = 3
castling = false
king = k
rook = r
startFen = k2/3/1KR w - - 0 1
"""
