#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Problem packages as `zermelo generate --package` writes them, held to the tools that read them: problemtools' verifyproblem
takes the version legacy and BAPCtools the version 2025-09, without an error or a warning; so they take those that need no zermelo. The right submission is accepted
and each wrong one is not: both tools run them.

`tools/bootstrap slow` installs both, and the TeX that compiles the statement. Where one is missing the rest is run,
and the test counts as skipped if nothing was wrong.
Usage: packages.py SOURCE_DIR PROGRAM
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def main(source, program):
    path = os.pathsep.join([str(program.parent), str(source / "build/tools/bin"), os.environ["PATH"]])
    missing = [tool for tool in ("verifyproblem", "bt", "pypy3", "lualatex") if not shutil.which(tool, path=path)]
    # Without TeX the statement is left out.
    parts = ["-p", "config", "validators", "graders", "data", "submissions"] if "lualatex" in missing else []
    listed = subprocess.run([program, "games", "--json"], capture_output=True, text=True, check=True).stdout
    games = [json.loads(line)["name"] for line in listed.splitlines()]
    failed = 0

    def run(*command, cwd=None):
        nonlocal failed
        done = subprocess.run([str(word) for word in command], cwd=cwd, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, errors="replace", check=False)
        if done.returncode != 0:
            failed += 1
            print(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}")
        return done

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # BAPCtools remembers what packages it has seen, in the user's configuration.
        environment = dict(os.environ, PATH=path, TERM="dumb", TMPDIR=str(folder), XDG_CONFIG_HOME=str(folder))
        for game in games:
            for name, option in ((game, []), (f"{game}alone", ["--self-contained"])) if "verifyproblem" not in missing else ():
                run(program, "generate", game, "--package", folder / name, *option)
                done = run("verifyproblem", "--werror", folder / name, *parts)
                if f"{name} tested: 0 errors, 0 warnings" not in done.stdout:
                    failed += 1
                    print(f"verifyproblem does not count {name}: {done.stdout}")
            if not {"bt", "pypy3"} & set(missing):  # BAPCtools asks for Python, and for PyPy's
                latest, alone = folder / f"{game}latest", folder / f"{game}latestalone"
                # BAPCtools warns of inputs above 20 MiB, which the largest board of cstate3 needs.
                smaller = ["--family", "mix", "--family", "many-small"] if game == "cstate3" else []
                run(program, "generate", game, "--package", latest, "--format", "2025-09", *smaller)
                run(program, "generate", game, "--package", alone, "--format", "2025-09", "--self-contained", *smaller)
                for package in (latest, alone):
                    run("bt", "validate", cwd=package)
                    run("bt", "run", "--no-generate", cwd=package)
    if missing and not failed:
        print(f"packages.py: Skipped\\n{', '.join(missing)} not found, 'tools/bootstrap slow' installs them")
        return SKIPPED
    print(f"{len(games)} packages, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()))
