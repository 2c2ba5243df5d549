# `make play` and `make test` need only Python 3.11 or newer. Everything that they install goes into .venv. If there is
# a C++ compiler, `make test` also builds the kernel, the fast solver; otherwise its tests are skipped.
# Each set-up ends by touching a stamp file in .venv, so a set-up that was interrupted runs again the next time.

PYTHON ?= python3
UV ?= uv
ARGS ?=

python := .venv/bin/python
.DEFAULT_GOAL := help
.PHONY: help play tui web site test test-browser kernel kernel-wasm wheels oracle notebook browser lint types docs bench lock
.PHONY: verified clean

help:
	@echo 'make play          play in the terminal; pass options in ARGS, as in: make play ARGS="--level easy"'
	@echo 'make tui           play, analyse and solve puzzles on the full screen of the terminal'
	@echo 'make web           open the web page; ARGS=--share lets others on the network in, ARGS=--help lists all options'
	@echo 'make site          build the page without a server in build/site; ARGS=--serve also opens it here. Needs npm'
	@echo 'make test          run the tests; ARGS="-m slow" runs the slow ones, ARGS="-n 0 --pdb" stops at the first failure'
	@echo 'make test-browser  test the web pages in the Chromium on this computer; installs Playwright if needed'
	@echo 'make kernel        build the fast solver for large boards; needs a C++ compiler. make test does this if there is one'
	@echo 'make kernel-wasm   build the same solver for browsers, in build/kernel-wasm; needs Emscripten'
	@echo 'make verified      build the proof checker that is proved sound; needs Rocq and OCaml (Debian: coq, ocaml)'
	@echo 'make wheels        build both packages into dist/ and test them in a clean environment; needs a C++ compiler'
	@echo 'make oracle        install OpenSpiel, so that the tests compare the rules with it'
	@echo 'make notebook      install Jupyter for noughts.notebook.play() and the tests of examples/notebooks'
	@echo 'make browser       install Playwright and what other optional tests of the web server need'
	@echo 'make lint          check style, formatting and spelling, of the scripts of the pages, too, if npm is installed'
	@echo 'make types         check types, likewise'
	@echo 'make docs          build the documentation in build/docs, which make site then includes'
	@echo 'make bench         measure speed, also of other programs if installed. ARGS=--long also solves 8,8,5'
	@echo 'make lock          pin the versions in requirements; needs uv and npm. ARGS=--upgrade takes the newest versions'
	@echo 'make clean         remove everything that the other targets made'

play: .venv/play
	@trap : INT; $(python) -m noughts play $(ARGS) || [ $$? = 130 ] # Ctrl-C is a normal way to quit

tui: .venv/tui
	@$(python) -m noughts tui $(ARGS)

web: .venv/web
	@trap : INT; $(python) -m noughts web --open $(ARGS) || [ $$? = 130 ]

.SECONDEXPANSION:
site: .venv/web build/npm $$(if $$(shell command -v em++),kernel-wasm)
	@trap : INT; $(python) -m noughts site build/site --runtime $(modules)/pyodide \
		$(if $(wildcard build/kernel-wasm/*.wasm),--kernel build/kernel-wasm) \
		$(if $(wildcard build/docs/searchindex.js),--docs build/docs) $(ARGS) || [ $$? = 130 ]

test: .venv/test $$(if $$(compiler),.venv/kernel)
	@$(if $(compiler),,echo 'No C++ compiler was found, so the tests of the kernel will be skipped.')
	@$(python) -m pytest --numprocesses auto --dist worksteal $(ARGS)

test-browser: .venv/browser $$(if $$(compiler),.venv/kernel)
	@$(python) -m pytest --numprocesses auto --dist worksteal tests/browser $(ARGS)

kernel: .venv/kernel

kernel-wasm: build/kernel-wasm/noughts_kernel.wasm

# The proofs are compiled in a copy of the folder, so that nothing is left among the sources.
verified:
	@command -v coqc >/dev/null && command -v ocamlopt >/dev/null || { echo 'make verified needs Rocq and OCaml. On Debian: apt install coq ocaml' >&2; exit 1; }
	@mkdir -p build/verified && cp -p verified/*.v verified/*.ml verified/_CoqProject build/verified
	@cd build/verified && coq_makefile -f _CoqProject -o Makefile.coq && $(MAKE) --no-print-directory -f Makefile.coq
	@cd build/verified && ocamlopt -inline 200 -w -a -o checker uint63.ml checker.mli checker.ml driver.ml
	@echo 'The checker is in build/verified: python verified/check.py FILE...'

# SOURCE_DATE_EPOCH dates all files, so the same sources give the same bytes. The default is the time of the last commit.
wheels: .venv/wheels
	@$(need_compiler)
	@rm -rf dist
	@echo 'Building both packages into dist (about a minute) ...'
	@export CXX='$(compiler)' SOURCE_DATE_EPOCH="$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct || echo 315532800)}" && \
		for package in . kernel; do $(python) -m build --no-isolation --outdir dist $$package >.venv/build.log 2>&1 || \
			{ cat .venv/build.log >&2; exit 1; }; done
	@echo 'Testing the wheels in a clean environment without a compiler ...'
	@$(python) .ci/check_wheels.py
	@$(python) -m pip hash dist/*

oracle: .venv/oracle

notebook: .venv/notebook

browser: .venv/browser

lint: .venv/test $$(if $$(npm),build/npm)
	@$(python) -m ruff check $(ARGS)
	@$(python) -m ruff format --check $(ARGS)
	@$(python) -m codespell_lib
	@$(if $(npm),$(modules)/.bin/biome check --error-on-warnings,$(no_npm))

types: .venv/test $$(if $$(npm),build/npm)
	@$(python) -m mypy $(ARGS)
	@$(if $(npm),$(modules)/.bin/tsc,$(no_npm))

docs: .venv/docs
	@$(python) -m sphinx --fail-on-warning --keep-going --fresh-env --quiet --jobs auto docs build/docs $(ARGS)
	@echo 'The documentation is in build/docs/index.html'

bench: .venv/test
	@$(python) benchmarks/bench.py $(ARGS)

clean:
	@rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist kernel/build kernel/dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up. The packages for testing include those for playing. A .venv contains the full path of its folder, so it is
# created again if the folder has moved.

moved := $(shell grep -qsF "$(CURDIR)/.venv" .venv/pyvenv.cfg || echo moved)
.PHONY: moved

.venv/play: requirements/play.txt pyproject.toml $(moved)
	@$(call install,play)
	@touch .venv/play

.venv/test: requirements/test.txt pyproject.toml $(moved)
	@$(call install,test)
	@touch .venv/play .venv/tui .venv/web .venv/test

.venv/tui: requirements/tui.txt .venv/play
	@echo 'Installing Textual into .venv ...'
	@$(pip) --require-hashes -r requirements/tui.txt
	@touch .venv/tui

.venv/web: requirements/web.txt .venv/play
	@echo 'Installing the web server into .venv ...'
	@$(pip) --require-hashes -r requirements/web.txt
	@touch .venv/web

.venv/oracle: requirements/oracle.txt .venv/test
	@echo 'Installing OpenSpiel into .venv ...'
	@$(pip) --require-hashes -r requirements/oracle.txt
	@touch .venv/oracle

.venv/notebook: requirements/notebook.txt .venv/test
	@echo 'Installing Jupyter into .venv ...'
	@$(pip) --require-hashes -r requirements/notebook.txt
	@touch .venv/notebook

.venv/browser: requirements/browser.txt .venv/test $$(if $$(npm),build/npm)
	@echo 'Installing Playwright into .venv ...'
	@$(pip) --require-hashes -r requirements/browser.txt
	@$(if $(npm),,echo 'npm was not found: tests with axe-core will be skipped.')
	@touch .venv/browser

build/npm: requirements/npm/package-lock.json
	@[ -n '$(npm)' ] || { echo 'npm was not found. On Debian and Ubuntu run: apt install npm' >&2; exit 1; }
	@echo 'Installing what checks the scripts and the pages into build ...'
	@mkdir -p build && cp requirements/npm/package.json requirements/npm/package-lock.json build
	@cd build && npm ci --silent --no-audit --no-fund
	@touch build/npm

.venv/docs: requirements/docs.txt .venv/test
	@echo 'Installing Sphinx into .venv ...'
	@$(pip) --require-hashes -r requirements/docs.txt
	@touch .venv/docs

.venv/wheels: requirements/wheels.txt .venv/play
	@echo 'Installing the build tools into .venv ...'
	@$(pip) --require-hashes -r requirements/wheels.txt
	@touch .venv/wheels

# CMake and Ninja are installed as wheels, so the kernel needs only a compiler. Object files of an earlier build are
# reused if that build finished.

.venv/kernel: requirements/kernel.txt .venv/test $(wildcard kernel/*.t* kernel/noughts_kernel/*.py* kernel/src/*/*)
	@$(need_compiler)
	@[ -e .venv/kernel ] || rm -rf kernel/build
	@rm -f .venv/kernel
	@echo 'Building the kernel, the fast solver, once (about a minute) ...'
	@{ $(pip) --require-hashes -r requirements/kernel.txt && \
		CXX='$(compiler)' $(pip) --no-build-isolation --no-deps --force-reinstall ./kernel && \
		$(python) -c 'import noughts_kernel'; } || \
		{ echo 'The kernel was not built. Run make kernel to try again.' >&2; exit 1; }
	@touch .venv/kernel

# The kernel as a WebAssembly module that needs no JavaScript. The same sources give the same bytes. Less inlining in mnk.cpp
# makes the module a fifth smaller, and its searches take as long.

compile_wasm = cd kernel && em++ -std=c++17 -O3 -DNDEBUG -fwasm-exceptions -Wall -Wextra -Isrc

build/kernel-wasm/noughts_kernel.wasm: $(wildcard kernel/wasm/* kernel/src/*/*)
	@command -v em++ >/dev/null || \
		{ echo 'make kernel-wasm needs Emscripten (em++). On Debian and Ubuntu run: apt install emscripten' >&2; exit 1; }
	@echo 'Building the kernel for browsers (about a minute) ...'
	@mkdir -p build/kernel-wasm
	@cp kernel/wasm/noughts_kernel.py build/kernel-wasm
	@$(compile_wasm) -O2 -mllvm -inline-threshold=30 -c src/mnk/mnk.cpp -o ../build/mnk.o
	@$(compile_wasm) src/common/stack.cpp src/general/general.cpp wasm/bindings.cpp ../build/mnk.o \
		-sSTANDALONE_WASM --no-entry -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=4MB \
		-sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0 -o ../build/kernel-wasm/noughts_kernel.wasm

# The first compiler that supports C++17, or nothing. Make sets CXX by default, so only a CXX set by the user counts.

compiler = $(shell for name in $(if $(filter default,$(origin CXX)),c++ g++ clang++,'$(CXX)'); do \
	$$name -std=c++17 -include cstdint -fsyntax-only -x c++ /dev/null 2>/dev/null && echo "$$name" && break; done)

need_compiler = [ -n '$(compiler)' ] || { echo 'The kernel needs a C++17 compiler: c++, g++, clang++, or the one named by CXX.' >&2; exit 1; }

npm = $(shell command -v npm 2>/dev/null)
no_npm = echo 'npm was not found, so the scripts of the pages were not checked.'
modules = build/node_modules

pip = $(python) -m pip install -qq --disable-pip-version-check

define install
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo 'noughts needs Python 3.11 or newer. If yours has another name, run for example: make $(1) PYTHON=python3.12' >&2; exit 1; }; \
	$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'noughts needs the Python module venv. On Debian and Ubuntu run: apt install python3-venv' >&2; exit 1; }; \
	echo 'Setting up .venv, once ...' && \
	$(PYTHON) -m venv --clear .venv && \
	$(pip) --require-hashes -r requirements/$(1).txt && \
	$(pip) --no-build-isolation --no-deps --editable . || \
		{ echo 'The set-up did not finish. Run make $(1) to try again.' >&2; exit 1; }
endef

# Pin versions, with hashes, for every Python and operating system that noughts supports. requirements/npm/package.json
# chooses the versions of packages from npm.

lock:
	@for name in play test tui web server kernel wheels oracle notebook browser docs; do \
		$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
			--no-emit-index-url --no-emit-package noughts --custom-compile-command 'make lock' $(ARGS) \
			--output-file requirements/$$name.txt requirements/$$name.in || exit; \
	done
	@cd requirements/npm && npm install --silent --no-audit --no-fund --package-lock-only
