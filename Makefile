# Every target sets up what it needs in a local virtual environment.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
READY := .venv/ready
READY_WEB := .venv/ready-web
READY_DEV := .venv/ready-dev
# files of tests run side by side on all cores, but not on too many
SIDE_BY_SIDE := -n auto --maxprocesses 4 --dist loadfile
CATALOGUES := $(wildcard src/chancery/locale/*/LC_MESSAGES/*.po src/chancery/games/*/locale/*/LC_MESSAGES/*.po)

.PHONY: setup serve play test lint bench load soak words clean

setup: $(READY)

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Chancery needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv .venv

$(READY): pyproject.toml $(CATALOGUES) | .venv/bin/python
	@echo "Setting up .venv (again only when a dependency or a translation changes) ..."
	@$(PIP) -e .
	@touch $@

$(READY_DEV): $(READY)
	@echo "Adding the tools for tests and checks ..."
	@$(PIP) -e '.[dev]'
	@touch $@

$(READY_WEB): $(READY)
	@echo "Adding the site ..."
	@$(PIP) -e '.[web]'
	@touch $@

# HOST=0.0.0.0 opens the site to the local network
serve: $(READY_WEB)
	@$(BIN)/chancery serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

play: $(READY)
	@$(BIN)/chancery play spada

test: $(READY_DEV)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) $(TESTS)
	@$(BIN)/python -m tests.on_postgres $(SIDE_BY_SIDE)

lint: $(READY_DEV)
	$(BIN)/ruff check src tests tools examples
	$(BIN)/ruff format --check src tests tools examples
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY_DEV)
	$(BIN)/chancery bench
	$(BIN)/python tools/retreats.py

load: $(READY_DEV)
	$(BIN)/python tools/load.py --limit

soak: $(READY)
	$(BIN)/python -m chancery.conformance --walks 300 --seed 1

words: $(READY_DEV)
	$(BIN)/python tools/catalogues.py collect
	$(BIN)/python tools/catalogues.py compile

clean:
	rm -rf .venv dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.mo' -delete
