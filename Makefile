# What a user and a developer call. Everything else is CMake's; HACKING.md tells the rest.
.PHONY: all build dev installed install dist deb demo wheel site check-site docs test test-large check sanitize fuzz bench solve-simplified format format-check clean
.NOTPARALLEL:

JOBS ?= $(shell nproc)
CMAKE_QUIET = >/dev/null

RELEASE = -DCMAKE_BUILD_TYPE=Release -DZERMELO_WERROR=ON

# Builds that watch every step: compiled quickly, with lines for reports.
WATCHED = -DCMAKE_BUILD_TYPE=Watched -DZERMELO_WERROR=ON -DCMAKE_CXX_FLAGS_WATCHED="-O1 -g1"

all: build

# `build/zermelo`, optimised.
build:
	@tools/bootstrap build
	@cmake -S . -B build -G Ninja $(RELEASE) $(CMAKE_QUIET)
	@cmake --build build --target zermelo -j $(JOBS)

# `build-dev/zermelo` and the test programs, for a day's work: compiled quickly, a few files of a room in a piece, so that little is
# compiled again after a change. TARGETS names some of them: `make dev TARGETS=tell_test`.
DEV = -DCMAKE_BUILD_TYPE=Dev -DZERMELO_WERROR=ON "-DCMAKE_CXX_FLAGS_DEV=-Og -Wno-maybe-uninitialized -Wno-psabi" -DZERMELO_PIECE=6
TARGETS ?= all
dev:
	@tools/bootstrap test
	@cmake -S . -B build-dev -G Ninja $(DEV) -DZERMELO_TESTS=ON $(CMAKE_QUIET)
	@cmake --build build-dev --target $(TARGETS) -j $(JOBS)

# Program, library, manuals and documents below PREFIX; with DESTDIR, as a package's folder that is to become that.
PREFIX ?= /usr/local
installed:
	@tools/bootstrap build
	@cmake -S . -B build -G Ninja $(RELEASE) "-DCMAKE_INSTALL_PREFIX=$(PREFIX)" $(CMAKE_QUIET)
	@cmake --build build --target installed -j $(JOBS)
install: installed
	@cmake --install build

# The source archive of what is committed, and recipes of other package systems that build from it, in dist/.
dist:
	@tools/dist

# Debian packages, in dist/.
deb:
	@tools/bootstrap deb
	@cmake -S . -B build -G Ninja $(RELEASE) -DCMAKE_INSTALL_PREFIX=/usr $(CMAKE_QUIET)
	@cmake --build build --target installed -j $(JOBS)
	@mkdir -p dist
	@DESTINATION=dist debian/rules clean binary >build/deb.log 2>&1 || { cat build/deb.log >&2; exit 1; }
	@tests/debian.py . build dist

# The three bundled samples, judged and drawn.
demo: build
	@tools/demo build/zermelo

# The Python package, as a wheel for any Linux of its age and as its sources, in dist/.
PYTHON = -DZERMELO_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/build/python/bin/python
wheel:
	@tools/bootstrap wheel
	@cmake -S . -B build -G Ninja $(RELEASE) $(PYTHON) $(CMAKE_QUIET)
	@cmake --build build --target zermelo zermelo_python zermelo_python_stub -j $(JOBS)
	@tools/wheel build dist

# The page and the program as static files, in build/site.
site:
	@tools/bootstrap site
	@cmake -S wasm -B build/wasm -G Ninja -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/wasi.cmake $(CMAKE_QUIET)
	@cmake --build build/wasm --target zermelo -j $(JOBS)
	@tools/site build/wasm/zermelo.wasm build/site

# The same, held to `zermelo serve`: every answer of the module, and every flow of the page, or some of them (FLOWS=…).
check-site: build site
	@tools/bootstrap test
	@node tests/wasm/answers.mjs build/wasm/zermelo.wasm build/zermelo .
	@build/python/bin/python tests/page/page.py . build/zermelo --module build/wasm/zermelo.wasm $(FLOWS)

# The documents for the web, in build/docs/html; a link that leads nowhere is an error.
docs: build
	@tools/bootstrap docs
	@build/docs-tools/bin/python tools/docs build/zermelo build/docs

# Format, build with warnings as errors, all the quick tests: those without one of these labels, with a part of the random
# games that the sources say.
LEFT_OUT ?= slow|thorough
SCALE ?= 0.25
test:
	@tools/bootstrap test
	@$(MAKE) --no-print-directory format-check
	@cmake -S . -B build -G Ninja $(RELEASE) $(PYTHON) -DZERMELO_TESTS=ON $(CMAKE_QUIET)
	@cmake --build build -j $(JOBS)
	@tools/wheel build build/dist
	@ZERMELO_TEST_SCALE=$(SCALE) tools/run-tests build -j $$(($(JOBS) + 1)) -LE '$(LEFT_OUT)'  # some wait

# All but the slow tests with eight times as many random games as in CI, of the slow ones those that end within minutes.
test-large:
	@tools/bootstrap test
	@cmake -S . -B build -G Ninja $(RELEASE) -DZERMELO_TESTS=ON $(CMAKE_QUIET)
	@cmake --build build -j $(JOBS)
	@tools/run-tests build -j $(JOBS) -R LargeCounts

# Everything: the same tests under sanitizers, every fuzz target for half a minute, each file compiled by itself there, the
# documents, the tests, many clients at once.
check: LEFT_OUT = slow
check: SCALE = 1
check: UNITY = OFF
check: sanitize fuzz docs deb test
	@bench/server build/zermelo

sanitize:
	@tools/bootstrap test
	@cmake -S . -B build-asan -G Ninja $(WATCHED) -DZERMELO_TESTS=ON \
	    -DZERMELO_SANITIZE=address,undefined -DZERMELO_FUZZ=ON $(PYTHON) $(CMAKE_QUIET)
	@cmake --build build-asan -j $(JOBS)
	@ZERMELO_TEST_SCALE=0.2 tools/run-tests build-asan -j $$(($(JOBS) + 1)) -LE slow -E 'Thorough|compile_pairs|page_types|page_languages|page.all|needs|completion|documents|server_attacks|SlicedTiers.EndingsOfChess|AreTheOutcomesOfDistances|KilledAtAnyMoment|AWinInHandIsKept|CompositionsOfShogi|GameTierLaws.EveryShipped|GroupTier.RandomGames|self_contained|terminals|ReferencePerft'
	@cmake -S . -B build-tsan -G Ninja $(WATCHED) -DZERMELO_TESTS=ON \
	    -DZERMELO_SANITIZE=thread $(CMAKE_QUIET)
	@cmake --build build-tsan --target threads_test -j $(JOBS)
	@ZERMELO_TEST_SCALE=0.05 build-tsan/tests/threads_test --gtest_brief=1 --gtest_filter='TierCache.*:*ManyThreadsProbe*:*OnEveryThread'

FUZZ_SECONDS ?= 30
CLANG ?= clang++-16
UNITY ?= ON
fuzz:
	@tools/bootstrap test
	@cmake -S . -B build-fuzz -G Ninja $(WATCHED) -DZERMELO_FUZZ=ON -DZERMELO_UNITY=$(UNITY) \
	    -DCMAKE_CXX_COMPILER=$(CLANG) $(CMAKE_QUIET)
	@cmake --build build-fuzz -j $(JOBS)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) ctest --test-dir build-fuzz --output-on-failure -j $(JOBS) -L fuzz

# The figures of docs/performance.md, each beside its floor or its peers.
bench:
	@tools/bootstrap bench
	@cmake -S . -B build -G Ninja $(RELEASE) $(PYTHON) -DZERMELO_BENCH=ON $(CMAKE_QUIET)
	@cmake --build build -j $(JOBS)
	@tools/wheel build build/dist
	@bench/run build
	@bench/solved build
	@bench/peers build
	@bench/server build/zermelo
	@build/python/bin/python bench/cluster

# Every position of the 4×4 game, and the report of it; stopped at any moment, it goes on when it is called again.
solve-simplified: build
	@tools/bootstrap report
	@tools/solved run build/zermelo tables
	@tools/solved report build/zermelo tables docs/solved

CLANG_FORMAT ?= clang-format-16
SOURCES = $$(git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp')
format:
	@$(CLANG_FORMAT) -i $(SOURCES)
format-check:
	@$(CLANG_FORMAT) --dry-run --Werror $(SOURCES)

clean:
	@rm -rf build build-dev build-asan build-tsan build-fuzz
