# Every target sets up what it needs in a local virtual environment.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# every version and hash is written down (make locks); which index serves them does not matter
LOCKED := $(PIP) --require-hashes --requirement
READY := .venv/ready
READY_WEB := .venv/ready-web
READY_DEV := .venv/ready-dev
READY_DOCS := .venv/ready-docs
# files of tests run side by side, one more than there are cores, since many wait for servers; in the
# order of tests/conftest.py; what failed the last time runs first
WORKERS := $(shell $(PYTHON) -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')
SIDE_BY_SIDE := -n $(WORKERS) --dist loadfile --no-loadscope-reorder --failed-first
TEMPLATES := src/chancery/web/templates
CATALOGUES := $(wildcard src/chancery/locale/*/LC_MESSAGES/*.po src/chancery/games/*/locale/*/LC_MESSAGES/*.po)

# what has been compiled is kept, whatever the shell says: tests start hundreds of processes
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup serve play quick test test-times postgres-tests lint bench load campaign soak faults pythons words docs docs-links packages release locks clean

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

$(READY_DOCS): $(READY) requirements/docs.txt
	@echo "Adding the tools for the documentation ..."
	@$(LOCKED) requirements/docs.txt
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

# what to run while writing: no browser, no database server, one game; GAME=friedrich for another
GAME ?= spada
QUICK := tests/core tests/table tests/tiny tests/test_scripts.py tests/test_faults.py tests/games/test_records.py tests/games/$(GAME)/test_conformance.py
quick: $(READY_DEV)
	@$(BIN)/python tools/changed.py
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) $(QUICK)

# TESTS=tests/web/test_lobby.py runs only these, on PostgreSQL those of them that it concerns
test: $(READY_DEV)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) $(TESTS)
	@$(BIN)/python -m tests.on_postgres $(TESTS) -- $(SIDE_BY_SIDE)
	@$(if $(TESTS),,$(BIN)/python tools/release.py passed)

# choose anew which tests are repeated on PostgreSQL
postgres-tests: $(READY_DEV)
	$(BIN)/python -m pytest -n auto -p tests.sql_statements tests/web

# where the time of the suite goes; WRITE=1 makes it the budget of every file
TIMES := .venv/times
test-times: $(READY_DEV)
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) -p tests.times --times $(TIMES)/sqlite.json $(TESTS)
	@$(BIN)/python -m tests.on_postgres $(TESTS) -- $(SIDE_BY_SIDE) -p tests.times --times $(TIMES)/postgres.json
	@$(BIN)/python -m tools.test_times $(TIMES)/sqlite.json $(TIMES)/postgres.json $(if $(WRITE),--write)

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
	$(BIN)/python -m tools.campaign

# everything that `make test` samples, for hours; then whether a file of tests has become slow
soak: $(READY_DEV)
	$(BIN)/python -m chancery.conformance --walks 300 --damaged 10000 --seed 1
	CHANCERY_SOAK=1 $(BIN)/python -m pytest $(SIDE_BY_SIDE)
	CHANCERY_SOAK=1 $(BIN)/python -m tests.on_postgres -- $(SIDE_BY_SIDE)
	$(MAKE) faults
	$(BIN)/python tools/pythons.py --tests
	$(BIN)/python tools/engines.py --check
	$(MAKE) test-times
	$(BIN)/python -m tools.test_times $(TIMES)/sqlite.json $(TIMES)/postgres.json --check

# break the code on purpose, one place after the other: the tests notice each
faults: $(READY_DEV)
	$(BIN)/python tools/faults.py

# the same games on every Python we promise
pythons: $(READY_DEV)
	$(BIN)/python tools/pythons.py

words: $(READY_DEV)
	$(BIN)/python tools/catalogues.py collect
	$(BIN)/python tools/catalogues.py compile

# the documentation as a site in docs/site, with the reference of the Python packages; every link in it
# is checked, those that lead elsewhere by `make docs-links`
REFERENCE := chancery.core chancery.table chancery.bots chancery.arena chancery.conformance chancery.dataset chancery.env chancery.games
SPHINX := $(BIN)/python -m sphinx -c docs -n -W --keep-going -q -d .venv/docs
docs: $(READY_DEV) $(READY_DOCS)
	@$(SPHINX) -b html . docs/site
	@$(BIN)/python -m pdoc $(REFERENCE) --output-directory docs/site/reference
	@echo '<meta http-equiv="refresh" content="0; url=docs/index.html">' > docs/site/index.html
	@echo "Open docs/site/index.html"

docs-links: $(READY_DOCS)
	$(SPHINX) -b linkcheck . docs/site/links

# the newest versions that pyproject.toml allows
locks: $(READY_DEV)
	$(BIN)/python tools/locks.py --upgrade

# both packages, installed and used on every Python that is here
packages: $(READY_DEV)
	$(BIN)/python tools/release.py packages

# the files of a release, in dist/; refuses a tree that is not committed and tested
release: $(READY_DEV)
	$(BIN)/python tools/release.py

clean:
	rm -rf .venv dist docs/site .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.mo' -delete
