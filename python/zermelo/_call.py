# SPDX-License-Identifier: GPL-3.0-or-later
"""A function as a program: ``python -m zermelo._call FILE`` gives it the standard input as text, and prints what it
returns. FILE holds the function, as `zermelo.stress` writes it."""

import sys
from pathlib import Path

import cloudpickle

if __name__ == "__main__":
    function = cloudpickle.loads(Path(sys.argv[1]).read_bytes())
    sys.stdout.write(function(sys.stdin.read()))
