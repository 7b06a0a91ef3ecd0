# Needs python3 (3.11 or newer) on the path; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help demo test check agreement format env clean

help:
	@echo "make demo     check a small game: hoyle verify pigeon"
	@echo "make test     run every test"
	@echo "make check    check format, lint and types"
	@echo "make agreement  the interpreter against every other engine, thousands of games (long)"
	@echo "make format   format the code, and mend what lint can mend"
	@echo "make env      make or renew $(VENV)"
	@echo "make clean    remove $(VENV), caches and built files"

demo: $(READY)
	@$(BIN)/hoyle verify pigeon

test: $(READY)
	@$(BIN)/python -m pytest -q -n 2

check: $(READY)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

agreement: $(READY)
	@HOYLE_GAMES_FULL=1 HOYLE_AGREEMENT_GAMES=2000 $(BIN)/python -m pytest -q -n 2 --timeout 3600 tests/agreement

format: $(READY)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

env: $(READY)

# The build back end is installed first, so that its version is pinned as well.
$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Hoyle needs Python 3.11 or newer, and $(PYTHON) is %d.%d: make PYTHON=..." % sys.version_info[:2])'
	@echo "Setting up $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --constraint constraints.txt hatchling
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
