#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether python-chess can read Gaviota's tables where it may not write.
#
# The guess was: whoever looks a position up opens the file for reading, as is done with Syzygy's tables.
# Found: python-chess 1.11.2 opens Gaviota's files for reading and writing, and never writes. On a read-only disk, or where the files
# belong to somebody else, the lookup ends with an OSError that nobody expects of it.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2
# The sources carry some tables.
"$folder/python/bin/pip" download --quiet --disable-pip-version-check --no-deps --no-binary chess --dest "$folder" chess==1.11.2
tar -xzf "$folder/chess-1.11.2.tar.gz" -C "$folder"
cat > "$folder/writing.py" <<'END'
import os
import sys
import chess.gaviota
import chess.syzygy

def opened(event, arguments):
    if event == "open" and str(arguments[0]).endswith((".gtb.cp4", ".rtbw")):
        print(os.path.basename(arguments[0]), "read" if arguments[2] & os.O_ACCMODE == os.O_RDONLY else "read and write")

sys.addaudithook(opened)
data = sys.argv[1]
board = chess.Board("8/8/8/8/8/8/8/K2kr3 w - - 0 1")
with chess.syzygy.open_tablebase(data + "/syzygy/regular") as tables:
    print("outcome", tables.probe_wdl(board))
with chess.gaviota.PythonTablebase() as tables:
    tables.add_directory(data + "/gaviota")
    print("plies", tables.probe_dtm(board))
END
expected='KRvK.rtbw read
outcome -2
krk.gtb.cp4 read and write
plies -10'
found=$("$folder/python/bin/python" "$folder/writing.py" "$folder/chess-1.11.2/data")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
