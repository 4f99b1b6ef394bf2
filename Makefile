# `make run` and `make test` for everyone, and the targets for contributors.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

.PHONY: run test long browser check lint types contracts dependencies texts format bench load faults teams cluster console warm pictures wheel image lock clean

run: $(VENV)/.run
	@exec $(BIN)/tetradka --parent $$PPID

test: $(VENV)/.dev browser
	$(BIN)/python -m pytest

long: $(VENV)/.dev
	$(BIN)/python -m pytest -m "long and not hypothesis"
	EXAMPLES=100 $(BIN)/python -m pytest -m hypothesis

# Find or install a browser for the tests of the web page, and print its name.
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

# Check that the declared dependencies are exactly the imported ones: for the program, then for everything else.
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

# Measure the delays on Telegram under load; takes four minutes once the searches are compiled.
load: $(VENV)/.bench
	$(BIN)/tetradka warm
	$(BIN)/python -m benchmarks.strain.load

# Count what is lost, duplicated or stuck on three platforms under injected faults; takes 45 minutes.
FAULTS := 504
faults: $(VENV)/.bench
	$(BIN)/python -m benchmarks.strain.faults $(FAULTS)

# Let 200 people on Discord vote against 200 on Telegram while processes are killed; takes five minutes.
teams: $(VENV)/.bench
	$(BIN)/python -m benchmarks.strain.teams

# Run eight processes on a cluster of three nodes, and kill and add processes under load; takes two minutes.
cluster: $(VENV)/.bench
	$(BIN)/python -m benchmarks.strain.cluster

# Start the engine console (docs/console.md).
console: $(VENV)/.run
	@exec $(BIN)/python -m engines

# Compile the searches in advance, so that no first hint is a guess.
warm: $(VENV)/.run
	$(BIN)/tetradka warm

# Regenerate the pictures and films of the READMEs; files without visible changes stay as they are.
pictures: $(VENV)/.dev browser
	$(BIN)/python -m docs.studio

# Build the package (docs/operating.md), without an old build folder, which would be included.
wheel: $(VENV)/.run
	@rm -rf build dist
	@$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@rm -rf build
	@ls dist/*.whl

# Build the container image, start it and play a move in it; takes some minutes. `BASE=…` sets another base image.
image: $(VENV)/.dev
	@$(BIN)/python -m tests.image

# Update the lock files (needs uv); they contain only names, versions, markers and hashes.
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
