# `make run` to try it, `make test` to check it. Everything is installed below this folder.

SHELL := /bin/bash
PYTHON := .venv/bin/python
export PATH := $(CURDIR)/.tools/bin:$(PATH)

# Not `npm ci`: it refuses a lock file that lacks binaries for platforms other than the one it was
# made on. This installs the same locked versions, hashes checked, and leaves the lock file alone.
NPM_INSTALL := npm install --no-save --no-fund --no-audit --no-update-notifier --loglevel=error

.PHONY: help run test test-all test-python test-web lint fmt bench install build package node openapi lock docs schema clean

help:
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: build ## install, build, start everything with demo data
	@GATEHOUSE_ENV=$${GATEHOUSE_ENV:-demo} GATEHOUSE_LOG_LEVEL=$${GATEHOUSE_LOG_LEVEL:-warning} \
		GATEHOUSE_SUPPORT_EMAIL=$${GATEHOUSE_SUPPORT_EMAIL:-support@gatehouse.test} \
		GATEHOUSE_SUPPORT_ANSWER_HOURS=$${GATEHOUSE_SUPPORT_ANSWER_HOURS:-24} \
		exec .venv/bin/gatehouse serve

test: build ## Python, web, end to end; of what takes long a part, at each commit another
	@scripts/test.sh

test-all: build ## every test
	@scripts/test.sh --all

test-python: build
	@$(PYTHON) -m pytest tests -n auto -m "not browser"

test-web: web/node_modules/.installed
	@cd web && npm test

lint: install web/node_modules/.installed ## formats, types, import rules, generated files
	@scripts/lint.sh

fmt: install web/node_modules/.installed ## format everything
	@.venv/bin/ruff check --fix -q src simulators clients examples tests benchmarks && .venv/bin/ruff format -q src simulators clients tests benchmarks
	@cd web && npm run --silent fmt

bench: build ## measure against the ceiling and against peers; saved in benchmarks/results/
	@cd benchmarks/peers && $(NPM_INSTALL)
	@$(PYTHON) -m benchmarks --save

install: .venv/.installed ## the Python environment

build: node install web/dist/.built ## environment and web apps

package: build ## in dist/: one wheel that is the whole product, one with the simulators of the demo
	@rm -f dist/gatehouse-*.whl dist/gatehouse_simulators-*.whl
	@uv build --quiet --wheel --out-dir dist
	@uv build --quiet --wheel --out-dir dist simulators
	@ls dist/gatehouse*.whl

# Said before minutes are spent on anything else.
node:
	@[ -e web/node_modules/.installed ] || scripts/require-node.sh

openapi: install web/node_modules/.installed ## the API description, the client made from it, the manifest of routes and jobs
	@.venv/bin/gatehouse openapi
	@.venv/bin/gatehouse manifest
	@cd web && npm run --silent generate --workspace @gatehouse/api

lock: ## the lock files, from pyproject.toml
	@scripts/lock.sh

docs: install ## the generated reference pages
	@.venv/bin/gatehouse settings-reference docs/reference/settings.md
	@.venv/bin/gatehouse vendor reference docs/reference/vendor-document.md
	@$(PYTHON) scripts/describe_rules.py

schema: install ## docs/reference/schema.sql, from the migrations and src/gatehouse/sql
	@$(PYTHON) scripts/describe_schema.py

.venv/.installed: requirements-dev.lock pyproject.toml simulators/pyproject.toml scripts/install-python.sh
	@scripts/heartbeat.sh "Installing the Python environment" scripts/install-python.sh
	@touch $@

web/node_modules/.installed: web/package-lock.json | node
	@cd web && ../scripts/heartbeat.sh "Installing the web packages (about a minute the first time)" $(NPM_INSTALL)
	@touch $@

WEB_SOURCES := $(shell find web/packages web/apps -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.html' -o -name '*.svg' -o -name 'vite.config.*' \) -not -path '*/node_modules/*' 2>/dev/null)

web/dist/.built: web/node_modules/.installed $(WEB_SOURCES)
	@cd web && ../scripts/heartbeat.sh "Building the web apps" npm run --silent build -- --logLevel error
	@touch $@

clean: ## remove what was installed and built, and the demo data
	@-GATEHOUSE_ENV=development .venv/bin/gatehouse stop 2>/dev/null
	@rm -rf .venv .tools .gatehouse dist web/node_modules web/dist benchmarks/peers/node_modules
