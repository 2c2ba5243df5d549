# `make play` and `make test` need Python 3.11 or newer and nothing else; everything they install stays in .venv. With a
# C++ compiler `make test` also builds the kernel, the fast solver; without one the tests of it are skipped.
# The last act of a set-up is to touch its stamp in .venv, so one that was cut short is done again the next time.

PYTHON ?= python3
UV ?= uv
ARGS ?=

python := .venv/bin/python
.DEFAULT_GOAL := help
.PHONY: help play web test kernel oracle notebook browser lint types docs bench lock clean

help:
	@echo 'make play      play in the terminal; options go in ARGS, as in: make play ARGS="--level easy"'
	@echo 'make web       open the page in the browser; ARGS="--host 0.0.0.0" shows it to others, ARGS=--help tells more'
	@echo 'make test      run the tests; ARGS="-m slow" runs the slow ones, ARGS="-n 0 --pdb" stops at a fault'
	@echo 'make kernel    build the fast solver of large boards (needs a C++ compiler); make test does so where there is one'
	@echo 'make oracle    add OpenSpiel, which the tests then use as a second opinion on the rules'
	@echo 'make notebook  add what runs notebooks: the tests then run those in examples/notebooks'
	@echo 'make browser   add what the tests need for pages and for the board in notebooks; they use a Chromium that is there'
	@echo 'make lint      check style and formatting'
	@echo 'make types     check types'
	@echo 'make docs      build the documentation as web pages in build/docs'
	@echo 'make bench     measure speed, beside OpenSpiel and easyAI if they are installed; ARGS=--long solves 8,8,5 too'
	@echo 'make lock      choose the versions in requirements/*.txt anew (needs uv); ARGS=--upgrade takes the newest'
	@echo 'make clean     remove what the others made'

play: .venv/play
	@trap : INT; $(python) -m noughts play $(ARGS) || [ $$? = 130 ] # Ctrl-C is a way to leave

web: .venv/web
	@trap : INT; $(python) -m noughts web --open $(ARGS) || [ $$? = 130 ]

.SECONDEXPANSION:
test: .venv/test $$(if $$(compiler),.venv/kernel)
	@$(if $(compiler),,echo 'No C++ compiler was found, so the tests of the kernel will be skipped.')
	@$(python) -m pytest --numprocesses auto --dist worksteal $(ARGS)

kernel: .venv/kernel

oracle: .venv/oracle

notebook: .venv/notebook

browser: .venv/browser

lint: .venv/test
	@$(python) -m ruff check $(ARGS)
	@$(python) -m ruff format --check $(ARGS)

types: .venv/test
	@$(python) -m mypy $(ARGS)

docs: .venv/docs
	@$(python) -m sphinx --fail-on-warning --keep-going --fresh-env --quiet docs build/docs $(ARGS)
	@echo 'The documentation is in build/docs/index.html'

bench: .venv/test
	@$(python) benchmarks/bench.py $(ARGS)

clean:
	@rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist kernel/build kernel/dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up. What testing needs includes what playing needs. A .venv holds the full name of its folder, so it is made
# anew when that has moved.

moved := $(shell grep -qsF "$(CURDIR)/.venv" .venv/pyvenv.cfg || echo moved)
.PHONY: moved

.venv/play: requirements/play.txt pyproject.toml $(moved)
	@$(call install,play)
	@touch .venv/play

.venv/test: requirements/test.txt pyproject.toml $(moved)
	@$(call install,test)
	@touch .venv/play .venv/web .venv/test

.venv/web: requirements/web.txt .venv/play
	@echo 'Installing what serves the page into .venv ...'
	@$(pip) --require-hashes -r requirements/web.txt
	@touch .venv/web

.venv/oracle: requirements/oracle.txt .venv/test
	@echo 'Installing OpenSpiel into .venv ...'
	@$(pip) --require-hashes -r requirements/oracle.txt
	@touch .venv/oracle

.venv/notebook: requirements/notebook.txt .venv/test
	@echo 'Installing what runs notebooks into .venv ...'
	@$(pip) --require-hashes -r requirements/notebook.txt
	@touch .venv/notebook

.venv/browser: requirements/browser.txt .venv/test
	@echo 'Installing Playwright and the board of notebooks into .venv ...'
	@$(pip) --require-hashes -r requirements/browser.txt
	@if command -v npm >/dev/null; then $(call fetch_axe); else echo 'Without npm the tests with axe-core are left out.'; fi
	@touch .venv/browser

.venv/docs: requirements/docs.txt .venv/test
	@echo 'Installing Sphinx into .venv ...'
	@$(pip) --require-hashes -r requirements/docs.txt
	@touch .venv/docs

# The kernel is built with tools that are wheels themselves, so that it needs a compiler and nothing else. What was
# built before is used again if that build came to its end.

.venv/kernel: requirements/kernel.txt .venv/test $(wildcard kernel/*.t* kernel/noughts_kernel/*.py* kernel/src/*)
	@[ -n '$(compiler)' ] || { echo 'The kernel needs a compiler of C++17: c++, g++, clang++, or what CXX names.' >&2; exit 1; }
	@[ -e .venv/kernel ] || rm -rf kernel/build
	@rm -f .venv/kernel
	@echo 'Building the kernel, the fast solver, once (about a minute) ...'
	@{ $(pip) --require-hashes -r requirements/kernel.txt && \
		CXX='$(compiler)' $(pip) --no-build-isolation --no-deps --force-reinstall ./kernel && \
		$(python) -c 'import noughts_kernel'; } || \
		{ echo 'The kernel was not built; make kernel tries it again.' >&2; exit 1; }
	@touch .venv/kernel

# The first compiler found that knows C++17, or nothing. Make itself has a CXX, which nobody asked for.

compiler = $(shell for name in $(if $(filter default,$(origin CXX)),c++ g++ clang++,'$(CXX)'); do \
	$$name -std=c++17 -include cstdint -fsyntax-only -x c++ /dev/null 2>/dev/null && echo "$$name" && break; done)

pip = $(python) -m pip install -qq --disable-pip-version-check

define install
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo 'noughts needs Python 3.11 or newer; if you have one under another name, say: make $(1) PYTHON=python3.12' >&2; exit 1; }; \
	$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'noughts needs the "venv" module of Python; on Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }; \
	echo 'Setting up .venv, once ...' && \
	$(PYTHON) -m venv --clear .venv && \
	$(pip) --require-hashes -r requirements/$(1).txt && \
	$(pip) --no-build-isolation --no-deps --editable . || \
		{ echo 'The set-up did not finish; make $(1) starts it again.' >&2; exit 1; }
endef

# axe-core, which finds what keeps people out of a page; npm has it, and we look whether it is the one we know.

axe := axe-core-4.14.1.tgz
axe_sha512 := 1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5

define fetch_axe
	npm pack --silent --pack-destination .venv $(patsubst axe-core-%.tgz,axe-core@%,$(axe)) >/dev/null && \
	$(python) -c 'import hashlib, sys; sys.exit(hashlib.sha512(open(".venv/$(axe)", "rb").read()).hexdigest() != "$(axe_sha512)")' && \
	tar -xzOf .venv/$(axe) package/axe.min.js >.venv/axe.min.js && \
	rm .venv/$(axe) || \
		{ echo 'axe-core could not be fetched, or is not the one expected.' >&2; exit 1; }
endef

# Versions, with their hashes, for every Python and every system that noughts runs on.

lock:
	@for name in play test web kernel oracle notebook browser docs; do \
		$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
			--no-emit-index-url --no-emit-package noughts --custom-compile-command 'make lock' $(ARGS) \
			--output-file requirements/$$name.txt requirements/$$name.in || exit; \
	done
