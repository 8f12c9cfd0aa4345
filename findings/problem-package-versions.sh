#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which version of the problem package format both of its best-known tools read.
#
# The guess was: the two of autumn 2026, problemtools and BAPCtools, have at least one version in common, for both read "the problem package
# format", and its latest version is a year old.
# Found: none. problemtools 1.20260907 loads packages of legacy, 2023-07 and 2023-07-draft, and says of 2025-09 that it is not a valid version;
# BAPCtools 2026.10.0 takes 2025-09 alone: legacy "is no longer supported", and what problemtools calls by 2023-07 is "unrecognized". So a
# package has to be written twice to be read by both.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check problemtools==1.20260907 BAPCtools==2026.10.0
package=$folder/twice
mkdir -p "$package/problem_statement" "$package/statement" "$package/data/sample" "$package/data/secret" "$package/submissions/accepted" \
    "$package/input_validators"
printf '\\problemname{Twice}\n\nSay the number twice as large.\n' | tee "$package/statement/problem.en.tex" > "$package/problem_statement/problem.en.tex"
for number in 1 2; do
    for group in sample secret; do
        echo $number > "$package/data/$group/$number.in"
        echo $((2 * number)) > "$package/data/$group/$number.ans"
    done
done
echo 'print(2 * int(input()))' > "$package/submissions/accepted/twice.py"
cat > "$package/input_validators/number.py" <<'END'
import re
import sys

sys.exit(42 if re.fullmatch("[1-9][0-9]?\n", sys.stdin.read()) else 43)
END
cd "$folder"
found=$(for version in legacy 2023-07 2023-07-draft 2025-09; do
    printf 'problem_format_version: %s\nname: Twice\nuuid: 8ee7605a-1f1a-4a31-9c6e-9a2b5b1d0c11\nlicense: cc by-sa\nrights_owner: nobody\n' \
        $version > "$package/problem.yaml"
    # Whether it is loaded: what is found wrong later, such as a language that is not installed, does not matter here.
    python/bin/verifyproblem twice > problemtools.log 2>&1 || true
    (cd twice && ../python/bin/bt validate > ../bapctools.log 2>&1) || true
    grep -q '^Checking' problemtools.log && one=read || one=refused
    grep -q 'validation: Done' bapctools.log && other=read || other=refused
    echo "$version: problemtools $one, BAPCtools $other"
done)
expected='legacy: problemtools read, BAPCtools refused
2023-07: problemtools read, BAPCtools refused
2023-07-draft: problemtools read, BAPCtools refused
2025-09: problemtools refused, BAPCtools read'
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; cat problemtools.log bapctools.log >&2; exit 1; }
