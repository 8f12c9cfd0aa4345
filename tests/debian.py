#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the packages that `make deb` has made to what they promise.

- lintian finds no error, and no warning either.
- The same sources make the same bytes: they are packed once more, by another umask and at another time.
- Their version and its day are the program's, and each says what it needs.
- What they hold is what a user looks for: program, manuals, completions, rules, headers, library.

Usage: debian.py SOURCE_DIR BUILD_DIR PACKAGES_DIR
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Some files of each package, and what it depends on.
EXPECTED = {
    "zermelo": (["usr/bin/zermelo", "usr/share/man/man1/zermelo.1.gz", "usr/share/man/man1/zermelo-judge.1.gz",
                 "usr/share/bash-completion/completions/zermelo", "usr/share/zsh/vendor-completions/_zermelo",
                 "usr/share/fish/vendor_completions.d/zermelo.fish", "usr/share/zermelo/games/chess.ini",
                 "usr/share/doc/zermelo/README.md", "usr/share/doc/zermelo/copyright"], ["libc6", "libtbb12"]),
    "libzermelo0.1": (["libzermelo.so.0.1"], ["libc6", "libtbb12"]),
    "libzermelo-dev": (["usr/include/zermelo/prove.hpp", "libzermelo.a", "libzermelo.so", "ZermeloConfig.cmake", "zermelo.pc",
                        "usr/share/doc/libzermelo-dev/examples/cpp/judge.cpp"], ["libzermelo0.1", "libexpected-dev"]),
}


def run(*command: str | pathlib.Path) -> str:
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def main(source: pathlib.Path, build: pathlib.Path, folder: pathlib.Path) -> None:
    version = re.search(r"project\(zermelo VERSION ([0-9.]+)", (source / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
    day = re.search(r"version_date\(\) \{ return \"([0-9-]+)\"", (source / "src/zermelo/base/version.cpp").read_text(encoding="utf-8"))[1]
    stamp = run("date", "--utc", "--date", run("dpkg-parsechangelog", "-l", source / "debian/changelog", "-S", "Date").strip(), "+%F").strip()
    if stamp != day:
        sys.exit(f"debian/changelog says {stamp}, src/zermelo/base/version.cpp {day}: expected the same day")
    packages = {path.name.split("_")[0]: path for path in folder.glob(f"*_{version}_*.deb")}
    if set(packages) != set(EXPECTED):
        sys.exit(f"packages of version {version} in {folder}: {sorted(packages)}, expected {sorted(EXPECTED)}")
    found = run("lintian", "--fail-on", "error,warning", "--allow-root", *packages.values())
    for name, path in packages.items():
        files, needs = EXPECTED[name]
        held = [line.split()[5].removeprefix("./") for line in run("dpkg-deb", "--contents", path).splitlines()]
        depends = run("dpkg-deb", "--field", path, "Depends")
        for file in files:
            if not any(one == file or one.endswith("/" + file) for one in held):
                sys.exit(f"{path.name}: there is no {file} in it")
        for need in needs:
            if not re.search(rf"(^|[ ,]){re.escape(need)}\b", depends):
                sys.exit(f"{path.name}: it does not depend on {need}: {depends}")
    with tempfile.TemporaryDirectory() as again:
        os.umask(0o027)
        old = source / "docs" / "openapi.json"
        times = old.stat()
        os.utime(old, (1e9, 1e9))  # as in a checkout of long ago
        environment = dict(os.environ, BUILD=str(build.resolve()), DESTINATION=again, TZ="Asia/Tokyo", LC_ALL="C")
        done = subprocess.run(["debian/rules", "clean", "binary"], cwd=source, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            sys.exit(done.stdout)
        os.utime(old, ns=(times.st_atime_ns, times.st_mtime_ns))
        for path in packages.values():
            if path.read_bytes() != pathlib.Path(again, path.name).read_bytes():
                sys.exit(f"{path.name}: packed again it has other bytes")
    print(f"{len(packages)} packages of {version}: lintian is content, the same bytes twice{found and ': ' + found}")
    for path in packages.values():
        print(f"  {path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*(pathlib.Path(word) for word in sys.argv[1:4]))
