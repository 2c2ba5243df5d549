# `make play` and `make test` need Python 3.11 or newer and nothing else; everything they install stays in .venv.
# The last act of a set-up is to touch its stamp in .venv, so one that was cut short is done again the next time.

PYTHON ?= python3
UV ?= uv
ARGS ?=

python := .venv/bin/python
.DEFAULT_GOAL := help
.PHONY: help play test oracle lint types bench lock clean

help:
	@echo 'make play    play in the terminal; options go in ARGS, as in: make play ARGS="--level easy"'
	@echo 'make test    run the tests; ARGS="-m slow" runs the slow ones'
	@echo 'make oracle  add OpenSpiel, which the tests then use as a second opinion on the rules'
	@echo 'make lint    check style and formatting'
	@echo 'make types   check types'
	@echo 'make bench   measure speed'
	@echo 'make lock    choose the versions in requirements/*.txt anew (needs uv); ARGS=--upgrade takes the newest'
	@echo 'make clean   remove what the others made'

play: .venv/play
	@trap : INT; $(python) -m noughts play $(ARGS) || [ $$? = 130 ] # Ctrl-C is a way to leave

test: .venv/test
	@$(python) -m pytest $(ARGS)

oracle: .venv/oracle

lint: .venv/test
	@$(python) -m ruff check $(ARGS)
	@$(python) -m ruff format --check $(ARGS)

types: .venv/test
	@$(python) -m mypy $(ARGS)

bench: .venv/test
	@$(python) benchmarks/bench.py $(ARGS)

clean:
	@rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
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
	@touch .venv/play .venv/test

.venv/oracle: requirements/oracle.txt .venv/test
	@echo 'Installing OpenSpiel into .venv ...'
	@$(pip) --require-hashes -r requirements/oracle.txt
	@touch .venv/oracle

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

# Versions, with their hashes, for every Python and every system that noughts runs on.

lock:
	@for name in play test oracle; do \
		$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
			--no-emit-index-url --no-emit-package noughts --custom-compile-command 'make lock' $(ARGS) \
			--output-file requirements/$$name.txt requirements/$$name.in || exit; \
	done
