# Everything a person needs: `make play` to try the bot, `make test` to check it, `make bench` to measure it.
# The first Python that is new enough; another one by `make PYTHON=...`.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
export PYTHONPATH := $(CURDIR)

.PHONY: play install test lint types imports unit docs bench lock clean

play: .venv/ready
	$(BIN)/python bot.py

install: .venv/ready

test: .venv/ready-dev chromium postgresql lint types imports unit

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types:
	$(BIN)/mypy -p rules -p render -p storage -p table -p cogs -p playground -p docs -m bot

imports:
	$(BIN)/lint-imports

unit:
	$(BIN)/python -m pytest -n 2 --dist worksteal

# The README's picture and its list of commands.
docs: .venv/ready
	$(BIN)/python -m docs

bench: .venv/ready-bench
	$(BIN)/python -m bench

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Longhouse needs Python 3.11 or newer, and none was found."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit("Longhouse needs Python 3.11 or newer.")'
	$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/ready: requirements.lock | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

.venv/ready-dev: requirements-dev.lock | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@ .venv/ready

.venv/ready-bench: requirements-bench.lock | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	touch $@ .venv/ready .venv/ready-dev

# The page is tested in a real browser. Debian's is installed where we may; elsewhere those tests say that they skip.
.PHONY: chromium
chromium:
	@if command -v chromium >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null \
		|| echo "Chromium could not be installed: the browser tests will be skipped."; \
	else echo "No Chromium: the browser tests will be skipped."; fi

# The tests run on a PostgreSQL of their own, too, where its programs can be had.
.PHONY: postgresql
postgresql:
	@if command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null \
		|| echo "PostgreSQL could not be installed: its tests will be skipped."; \
	else echo "No PostgreSQL: its tests will be skipped."; fi

# The tested set of packages, with hashes and without index addresses.
lock: .venv/ready-dev
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml -q --extra dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -o requirements-dev.lock
	$(BIN)/uv pip compile pyproject.toml -q --extra dev --extra bench --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -o requirements-bench.lock

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache
