#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/unless-passed runs a command again for every change that may matter, and for no other.

Usage: unless_passed.py SOURCE_DIR
"""
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

# Of a git hook that runs these tests.
for name in [name for name in os.environ if name.startswith("GIT_")]:
    del os.environ[name]
TOOL = pathlib.Path(sys.argv.pop(1), "tools/unless-passed").resolve()


class UnlessPassed(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        subprocess.run(["git", "init", "-q", self.root], check=True)
        self.write(".gitignore", "/build/\n")
        self.write("a.cpp", "int a;\n")
        self.write("build/program", "program", executable=True)
        self.write("build/notes.txt", "notes")

    def write(self, name, text, executable=False):
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755 if executable else 0o644)

    def runs(self, script="true", status=0, before=None, **environment):
        """Whether the command was run; it must end as it is told to."""
        (self.root / "build/ran").unlink(missing_ok=True)
        inherited = {k: v for k, v in os.environ.items() if k != "AGAIN" and not k.startswith(("ZERMELO_", "GTEST_", "CTEST_"))}
        done = subprocess.run([TOOL, "build", "sh", "-c", f"touch build/ran; {script}"], cwd=self.root, preexec_fn=before,
                              env=inherited | environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.assertEqual(done.returncode, status)
        ran = (self.root / "build/ran").exists()
        self.assertEqual(ran, "nothing has changed" not in done.stdout)
        return ran

    def test_what_passed_is_not_run_again(self):
        self.assertTrue(self.runs())
        self.assertFalse(self.runs())
        self.assertFalse(self.runs())

    def test_what_failed_is_run_again(self):
        self.assertTrue(self.runs("exit 3", 3))
        self.assertTrue(self.runs("exit 3", 3))
        self.assertTrue(self.runs("kill -9 $$", 137))
        self.assertTrue(self.runs("kill -9 $$", 137))

    def test_every_change_counts(self):
        changes = [
            lambda: self.write("a.cpp", "int b;\n"),
            lambda: self.write("new.cpp", ""),
            lambda: self.write("new.cpp", "", executable=True),
            lambda: (self.root / "new.cpp").unlink(),
            lambda: self.write("build/program", "another", executable=True),
            lambda: self.write("build/tests.cmake", "add_test()"),
        ]
        self.assertTrue(self.runs())
        for change in changes:
            change()
            self.assertTrue(self.runs())
            self.assertFalse(self.runs())
        self.assertTrue(self.runs("true again"))
        self.assertTrue(self.runs("true again", ZERMELO_TEST_SCALE="0.5"))
        self.assertTrue(self.runs("true again", PATH=os.environ["PATH"] + ":/nowhere"))
        self.assertTrue(self.runs())
        self.assertTrue(self.runs(before=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                                  if resource.getrlimit(resource.RLIMIT_CORE)[0] else
                                  resource.setrlimit(resource.RLIMIT_NOFILE, (99, 99))))

    def test_what_does_not_matter_does_not_count(self):
        self.assertTrue(self.runs())
        self.write("build/notes.txt", "other notes")
        os.utime(self.root / "a.cpp")
        self.assertFalse(self.runs())

    def test_again(self):
        self.assertTrue(self.runs())
        self.assertTrue(self.runs(AGAIN="1"))
        self.assertFalse(self.runs())
        self.assertFalse(self.runs(AGAIN="0"))

    def test_changed_meanwhile(self):
        changing = "echo 'int c;' > a.cpp"
        self.assertTrue(self.runs(changing))
        self.write("a.cpp", "int a;\n")
        self.assertTrue(self.runs(changing))

    def test_without_git_it_always_runs(self):
        shutil.rmtree(self.root / ".git")
        self.assertTrue(self.runs(GIT_CEILING_DIRECTORIES=str(self.root.parent)))
        self.assertTrue(self.runs(GIT_CEILING_DIRECTORIES=str(self.root.parent)))
        self.assertTrue(self.runs("exit 3", 3, GIT_CEILING_DIRECTORIES=str(self.root.parent)))

    def test_a_damaged_record_is_none(self):
        for record in ("", "{", "[1]", "null"):
            self.assertTrue(self.runs(AGAIN="1"))
            self.write("build/passed.json", record)
            self.assertTrue(self.runs())
            self.assertFalse(self.runs())


if __name__ == "__main__":
    unittest.main()
