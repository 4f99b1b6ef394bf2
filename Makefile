# The two commands of the README (run, test), and what contributors need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

.PHONY: run test long browser check lint types contracts dependencies texts format bench load faults cluster console warm pictures wheel image lock clean

run: $(VENV)/.run
	@exec $(BIN)/tetradka --parent $$PPID

test: $(VENV)/.dev browser
	$(BIN)/python -m pytest

long: $(VENV)/.dev
	$(BIN)/python -m pytest -m long

# Says which one the page is tried in; installs one where there is none.
browser: $(VENV)/.dev
	@$(BIN)/python -m tests.browser

check: lint types contracts dependencies texts test

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

contracts: $(VENV)/.dev
	$(BIN)/lint-imports --no-cache

# The program imports what it declares and no more; then everything else does, with the extras.
dependencies: $(VENV)/.dev
	$(BIN)/deptry bot engines renderers --optional-dependencies-dev-groups dev,bench
	$(BIN)/deptry bot engines renderers benchmarks docs tests

texts: $(VENV)/.dev
	$(BIN)/python -m bot.texts

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

# What people on Telegram feel when many play; takes four minutes once the searches are compiled.
load: $(VENV)/.bench
	$(BIN)/tetradka warm
	$(BIN)/python -m benchmarks.strain.load

# What is lost, doubled or stuck on three doors while bot, store and platforms fail so many times in all; takes 45 minutes.
FAULTS := 504
faults: $(VENV)/.bench
	$(BIN)/python -m benchmarks.strain.faults $(FAULTS)

# Eight processes before a cluster of three nodes, killed and added while many play; takes two minutes.
cluster: $(VENV)/.bench
	$(BIN)/python -m benchmarks.strain.cluster

# The engines without a chat (docs/console.md).
console: $(VENV)/.run
	@exec $(BIN)/python -m engines

# Compiles the searches beforehand, so that no first hint is a guess.
warm: $(VENV)/.run
	$(BIN)/tetradka warm

# The pictures and the film of the READMEs; what looks as before is left alone.
pictures: $(VENV)/.dev browser
	$(BIN)/python -m docs.studio

# What one installs elsewhere; a build folder that was left would be in it (docs/operating.md).
wheel: $(VENV)/.run
	@rm -rf build dist
	@$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@rm -rf build
	@ls dist/*.whl

# Builds the container image, starts it and plays a move in it; takes some minutes. `BASE=…` builds it on another image.
image: $(VENV)/.dev
	@$(BIN)/python -m tests.image

# Needs uv; the locks hold names, versions, markers and hashes only.
lock:
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --group build -o requirements-build.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml -o requirements.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --extra dev --extra bench -c requirements-dev.lock pyproject.toml -o requirements-bench.lock

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info build dist

$(VENV)/bin/python:
	@echo "Making $(VENV) and installing what the bot needs; this happens once"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.lock requirements-build.lock pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --quiet --require-hashes -r requirements.lock -r requirements-build.lock
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.run
	@$(PIP) install --quiet --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV)/.bench: requirements-bench.lock $(VENV)/.dev
	@$(PIP) install --quiet --require-hashes -r requirements-bench.lock
	@touch $@
