#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""described.py SOURCE PROGRAM: what schemathesis finds of `zermelo serve` beside docs/openapi.json: nothing.

It asks what the description allows and what it forbids: each status that comes has to be described for its call, each answer has to
be as the schema says, what the schema forbids has to be refused, other methods get 405. What it does not ask, and why, says schemathesis.toml.

`tools/bootstrap slow` installs schemathesis; without it the test skips itself."""
import os
import pathlib
import subprocess
import sys
import tempfile

from serving import Serving

SKIPPED = 77
EXAMPLES = 50


def main() -> int:
    source, program = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    here = pathlib.Path(__file__).resolve().parent
    finder = source / "build" / "tools" / "bin" / "schemathesis"
    if not finder.exists():
        print("described.py: Skipped\nschemathesis not found, 'tools/bootstrap slow' installs it")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        tables = os.path.join(folder, "tables")
        subprocess.run([program, "solve", "chess", "--tiers", "KRvK", "--tables", tables], check=True, stdout=subprocess.DEVNULL)
        with Serving(program, "--tables", tables, "--job-seconds", "1") as server:
            return subprocess.run(
                [finder, "--config-file", here / "schemathesis.toml", "run", f"http://127.0.0.1:{server.port}/api/v1/openapi.json",
                 "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", str(EXAMPLES), "--seed", "1", "--continue-on-failure", "--no-color"],
                cwd=folder, env={**os.environ, "SCHEMATHESIS_HOOKS": "lines_of_json", "PYTHONPATH": str(here)}).returncode


if __name__ == "__main__":
    sys.exit(main())
