# Every target sets up what it needs in a local virtual environment.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# every version and hash is written down (make locks); which index serves them does not matter
LOCKED := $(PIP) --require-hashes --requirement
READY := .venv/ready
READY_WEB := .venv/ready-web
READY_DEV := .venv/ready-dev
# files of tests run side by side on all cores, but not on too many, in the order of tests/conftest.py
SIDE_BY_SIDE := -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder
TEMPLATES := src/chancery/web/templates
CATALOGUES := $(wildcard src/chancery/locale/*/LC_MESSAGES/*.po src/chancery/games/*/locale/*/LC_MESSAGES/*.po)

# what has been compiled is kept, whatever the shell says: tests start hundreds of processes
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup serve play test lint bench load campaign soak pythons words locks clean

setup: $(READY)

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Chancery needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv .venv

$(READY): pyproject.toml requirements/core.txt $(CATALOGUES) | .venv/bin/python
	@echo "Setting up .venv (again only when a dependency or a translation changes) ..."
	@$(LOCKED) requirements/core.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(READY_DEV): $(READY) requirements/dev.txt
	@echo "Adding the tools for tests and checks ..."
	@$(LOCKED) requirements/dev.txt
	@touch $@

$(READY_WEB): $(READY) requirements/web.txt
	@echo "Adding the site ..."
	@$(LOCKED) requirements/web.txt
	@touch $@

# HOST=0.0.0.0 opens the site to the local network
serve: $(READY_WEB)
	@$(BIN)/chancery serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

play: $(READY)
	@$(BIN)/chancery play spada

# TESTS=tests/web/test_lobby.py runs only these, on PostgreSQL those of them that it concerns
test: $(READY_DEV)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) $(TESTS)
	@$(BIN)/python -m tests.on_postgres $(TESTS) -- $(SIDE_BY_SIDE)

lint: $(READY_DEV)
	$(BIN)/ruff check src tests tools examples
	$(BIN)/ruff format --check src tests tools examples
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djangofmt --check $(TEMPLATES)
	$(BIN)/djangofmt check $(TEMPLATES)
	$(BIN)/oxlint --deny-warnings src/chancery/web/static tools
	$(BIN)/python tools/styles.py
	$(BIN)/python tools/glossary.py

bench: $(READY_DEV)
	$(BIN)/chancery bench
	$(BIN)/python tools/retreats.py

load: $(READY_DEV)
	$(BIN)/python -m tools.load --limit

# what it costs when somebody means harm; a site of its own, on this machine alone
campaign: $(READY_DEV)
	$(BIN)/python tools/campaign.py

soak: $(READY_DEV)
	$(BIN)/python -m chancery.conformance --walks 300 --seed 1
	$(BIN)/python tools/pythons.py --tests

# the same games on every Python we promise
pythons: $(READY_DEV)
	$(BIN)/python tools/pythons.py

words: $(READY_DEV)
	$(BIN)/python tools/catalogues.py collect
	$(BIN)/python tools/catalogues.py compile

# the newest versions that pyproject.toml allows
locks: $(READY_DEV)
	$(BIN)/python tools/locks.py --upgrade

clean:
	rm -rf .venv dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.mo' -delete
