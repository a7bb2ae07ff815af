# `make run` to try it, `make test` to check it. Everything is installed below this folder.

SHELL := /bin/bash
PYTHON := .venv/bin/python
export PATH := $(CURDIR)/.tools/bin:$(PATH)

# Not `npm ci`: it refuses a lock file that lacks binaries for platforms other than the one it was
# made on. This installs the same locked versions, hashes checked, and leaves the lock file alone.
NPM_INSTALL := npm install --no-save --no-fund --no-audit --no-update-notifier --loglevel=error

.PHONY: help run test test-all test-python test-web lint fmt bench install tools build package node openapi lock docs schema clean

help:
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# Installs nothing for development: `make test` and `make lint` do.
run: build ## install, build, start everything with demo data
	@GATEHOUSE_ENV=$${GATEHOUSE_ENV:-demo} GATEHOUSE_LOG_LEVEL=$${GATEHOUSE_LOG_LEVEL:-warning} \
		GATEHOUSE_SUPPORT_EMAIL=$${GATEHOUSE_SUPPORT_EMAIL:-support@gatehouse.test} \
		GATEHOUSE_SUPPORT_ANSWER_HOURS=$${GATEHOUSE_SUPPORT_ANSWER_HOURS:-24} \
		exec .venv/bin/gatehouse serve

test: tools build ## Python, web, end to end; of what takes long a part, at each commit another
	@scripts/test.sh

test-all: tools build ## every test
	@scripts/test.sh --all

test-python: tools build
	@$(PYTHON) -m pytest tests -n auto -m "not browser"

test-web: web/node_modules/.tools
	@cd web && npm test && npm run test:react-18

lint: tools ## formats, types, import rules, generated files
	@scripts/lint.sh

fmt: tools ## format everything
	@.venv/bin/ruff check --fix -q src simulators clients examples tests benchmarks && .venv/bin/ruff format -q src simulators clients tests benchmarks
	@cd web && npm run --silent fmt

bench: tools build ## measure against the ceiling and against peers; saved in benchmarks/results/
	@cd benchmarks/peers && $(NPM_INSTALL)
	@$(PYTHON) -m benchmarks --save

install: .venv/.installed ## the Python environment that the product runs in

tools: node .venv/.tools web/node_modules/.tools ## both environments with what development needs

build: node install web/dist/.built ## environment and web apps

package: build ## in dist/: one wheel that is the whole product, one with the simulators of the demo
	@cd web && npm run --silent compress
	@rm -f dist/gatehouse-*.whl dist/gatehouse_simulators-*.whl
	@uv build --quiet --wheel --out-dir dist
	@uv build --quiet --wheel --out-dir dist simulators
	@ls dist/gatehouse*.whl

# Said before minutes are spent on anything else.
node:
	@[ -e web/node_modules/.installed ] || scripts/require-node.sh

openapi: tools ## the API description, the client made from it, the manifest of routes and jobs
	@.venv/bin/gatehouse openapi
	@.venv/bin/gatehouse manifest
	@cd web && npm run --silent generate --workspace @gatehouse/api

lock: ## the lock files, from pyproject.toml
	@scripts/lock.sh

docs: .venv/.tools ## the generated reference pages
	@.venv/bin/gatehouse settings-reference docs/reference/settings.md
	@.venv/bin/gatehouse vendor reference docs/reference/vendor-document.md
	@$(PYTHON) scripts/describe_rules.py
	@$(PYTHON) -m scripts.describe_statements

schema: .venv/.tools ## docs/reference/schema.sql, from the migrations and src/gatehouse/sql
	@$(PYTHON) scripts/describe_schema.py

PYTHON_SOURCES := pyproject.toml simulators/pyproject.toml scripts/install-python.sh

# Where development's tools are installed they stay, in the locked versions.
.venv/.installed: requirements.lock $(PYTHON_SOURCES)
	@scripts/heartbeat.sh "Installing the Python environment" scripts/install-python.sh \
		$(if $(wildcard .venv/.tools),requirements-dev.lock,requirements.lock)
	@touch $@

.venv/.tools: requirements-dev.lock $(PYTHON_SOURCES)
	@scripts/heartbeat.sh "Installing the Python environment for development" scripts/install-python.sh requirements-dev.lock
	@touch .venv/.installed $@

web/node_modules/.installed: web/package-lock.json | node
	@cd web && ../scripts/heartbeat.sh "Installing the web packages" $(NPM_INSTALL) \
		$(if $(wildcard web/node_modules/.tools),,--omit=dev)
	@touch $@

web/node_modules/.tools: web/package-lock.json | node
	@cd web && ../scripts/heartbeat.sh "Installing the web packages for development" $(NPM_INSTALL)
	@touch web/node_modules/.installed $@

WEB_SOURCES := $(shell find web/packages web/apps -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.html' -o -name '*.svg' -o -name 'vite.config.*' \) -not -path '*/node_modules/*' 2>/dev/null)

web/dist/.built: web/node_modules/.installed $(WEB_SOURCES) web/vite.shared.ts $(wildcard web/vite/*.ts)
	@cd web && ../scripts/heartbeat.sh "Building the web apps" npm run --silent build -- --logLevel error
	@touch $@

clean: ## remove what was installed and built, and the demo data
	@-GATEHOUSE_ENV=development .venv/bin/gatehouse stop 2>/dev/null
	@rm -rf .venv .tools .gatehouse dist web/node_modules web/dist benchmarks/peers/node_modules
