# SPDX-License-Identifier: GPL-3.0-or-later
"""The atlas: families of small games and endings, each game with its exact value (docs/atlas/README.md).

A family (`mating`, `starts`) says which games it has and how one of them becomes a row; `rows` keeps rows in
`atlas/*.csv`; `pages` writes docs/atlas from them. The command is `tools/atlas`.
"""
