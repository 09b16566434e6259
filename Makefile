# The commands of this repository; `make help` lists them. Everything runs inside .venv and frontend/node_modules.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PY := .venv/bin/python
CODE := $(wildcard libs services gateway deploy tools tests bench examples conftest.py)
WEB := $(wildcard frontend/index.html)
PYTEST := $(PY) -m pytest
# Each worker has servers of its own (decision 0034); `WORKERS=` runs everything in one process.
WORKERS ?= 2
# `make up|down|reset|chaos CLUSTER=1`: three brokers, a standby, two of each part; its data lie in .local-cluster.
export WANGI_CLUSTER := $(filter-out 0,$(CLUSTER))
# Without kept compiled files each of the many processes of a start or a test run compiles 900 files, 0.7 s.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help
help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 26

# --- run it -----------------------------------------------------------------------------------------------------------

.PHONY: up down reset doctor failover
up: setup ## The whole marketplace at one address; Ctrl-C stops it (DETACH=1: return when ready, CLUSTER=1: several of each, WANGI_PORT_OFFSET: other ports)
	@$(PY) -m deploy.local up $(if $(filter-out 0,$(DETACH)),--detach)

down: setup ## Stop a detached `make up`
	@$(PY) -m deploy.local down

reset: setup ## Stop, and clear all local data
	@$(PY) -m deploy.local reset

failover: setup ## Make the standby of `make up CLUSTER=1` the primary; the old one follows it from then on
	@WANGI_CLUSTER=1 $(PY) -m deploy.local failover

doctor: ## Say what is wrong on this machine, and how to mend it
	@sh deploy/local/find-python.sh -m deploy.local.doctor

# --- set it up --------------------------------------------------------------------------------------------------------

.PHONY: setup lock
setup: .venv/.ready ## Make .venv with the locked packages

.venv/bin/python:
	@sh deploy/local/find-python.sh -m venv .venv

.venv/.ready: requirements/dev.txt pyproject.toml | .venv/bin/python
	@sh deploy/local/install.sh
	@touch $@

# Versions and hashes only: no host name may enter a lock file (tests/stack/test_lock_files.py).
COMPILE := $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --no-header
lock: setup ## Write the lock files anew from pyproject.toml and package.json
	$(COMPILE) pyproject.toml -o requirements/runtime.txt
	$(COMPILE) pyproject.toml --extra dev -c requirements/runtime.txt -o requirements/dev.txt
	$(if $(WEB),cd frontend && npm install --package-lock-only)

# --- prove it ---------------------------------------------------------------------------------------------------------

.PHONY: test lint format types bench bench-web bench-risk web
test: ## Everything: lint, types, the web app, then every Python test and browser journey on real servers
	@$(MAKE) --no-print-directory -j 2 lint types web
	@$(PYTEST) $(if $(WORKERS),-n $(WORKERS) --dist loadgroup --no-loadscope-reorder)

.PHONY: test-lint test-types test-unit test-services test-contracts test-architecture test-web test-journeys test-faults test-stack
test-lint: lint
test-types: types
test-web: web
test-unit: setup ## What needs no server
	@sh deploy/local/pytest-some.sh -m "not servers" $(wildcard libs gateway deploy services)
test-services: setup ## The services and the kit on real servers
	@sh deploy/local/pytest-some.sh $(wildcard libs gateway services)
test-contracts: setup ## What consumers need from each event
	@sh deploy/local/pytest-some.sh $(wildcard tests/contracts libs/contracts)
test-architecture: setup ## The rules of this repository
	@sh deploy/local/pytest-some.sh $(wildcard tests/architecture)
test-journeys: setup ## People's ways through the whole, in a real browser
	@sh deploy/local/pytest-some.sh $(wildcard tests/journeys)
test-faults: setup ## Every process killed while bids flow
	@sh deploy/local/pytest-some.sh $(wildcard tests/faults)
test-stack: setup ## The launcher, the lock files, the images, the manifests for Kubernetes
	@sh deploy/local/pytest-some.sh $(wildcard tests/stack tests/k8s)

.PHONY: test-changed
test-changed: setup ## Only what differs from BASE (origin/main) asks for
	@$(PY) -m deploy.local.changed_files $(BASE)

.PHONY: chaos rolling drill clients
chaos: setup ## Kill something every few seconds while bids flow, for CHAOS_MINUTES (60); says its seed
	@$(PYTEST) tests/faults/$(if $(WANGI_CLUSTER),cluster_)chaos.py

rolling: setup ## Update two of each part from the build of OLD to this one under load; no call may fail
	@$(PYTEST) tests/faults/rolling.py

drill: setup ## Lose the database and its disk while people bid, restore it, check everything; prints RPO and RTO
	@$(PYTEST) tests/faults/drill.py

lint: setup ## ruff, its formatter, and who may import whom
	@$(PY) -m ruff check $(CODE)
	@$(PY) -m ruff format --check --quiet $(CODE) || { echo "Run 'make format'." >&2; exit 1; }
	@.venv/bin/lint-imports > .venv/lint-imports.txt || { cat .venv/lint-imports.txt >&2; exit 1; }

format: setup ## Put all Python (and the web app) in form
	@$(PY) -m ruff check --fix --quiet $(CODE)
	@$(PY) -m ruff format $(CODE)
	$(if $(WEB),@cd frontend && npm run format)

types: setup ## mypy, strict
	@$(PY) -m mypy $(CODE)

web: web-packages ## The web app: packages, lint, types, tests, build
	$(if $(WEB),@sh deploy/local/find-python.sh -m deploy.local.web)

.PHONY: web-packages
web-packages:  # needs nothing of .venv, as `web` does not: all this begins while the packages of Python come
	$(if $(WEB),@sh deploy/local/find-python.sh -c "from deploy.local.web import packages; packages()")

.PHONY: protected-purchase
protected-purchase: setup ## Write docs/protected-purchase.md from its table
	@$(PY) -m tools.protected_purchase

.PHONY: behaviours
behaviours: setup ## Write docs/behaviours.md from the tests
	@$(PY) -m tests.architecture.behaviours

.PHONY: pictures
pictures: web-packages ## Take the pictures of the README from the demo that `make up` runs
	@cd frontend && npx playwright test -c pictures.config.ts

bench: setup ## Measure, print a table, write bench/results
	@$(PY) -m bench

bench-web: setup ## Lighthouse's mobile profile on the web app, and what its scripts weigh; writes bench/results/web.json
	@$(PY) -m bench web

clients: setup ## Write the clients of integrators (Python, TypeScript) from gateway/openapi.json
	@$(PY) -m tools.clients

bench-risk: setup ## Arranged bids: planted rings that are found, honest pairs suspected, cost of a bid; writes bench/results/risk.json
	@$(PY) -m bench risk

# --- release it -------------------------------------------------------------------------------------------------------

.PHONY: audit sbom release-check release-statements images try-images pin-images
audit: ## Known weaknesses in the locked packages; 1: some, 3: nobody could be asked
	@sh deploy/local/find-python.sh -m deploy.release audit

SBOM := .local/sbom
sbom: setup ## Write what the product is made of, as CycloneDX: SBOM=folder
	@mkdir -p $(SBOM)
	@$(PY) -m cyclonedx_py requirements requirements/runtime.txt --pyproject pyproject.toml --of JSON \
		--output-reproducible --validate -o $(SBOM)/python.cdx.json
	@$(PY) -m deploy.release.web_sbom > $(SBOM)/web.cdx.json
	@ls $(SBOM)

release-check: ## What a release refuses: a known weakness, an audit that could not run, an image without a digest
	@sh deploy/local/find-python.sh -m deploy.release check

release-statements: setup ## Record the SQL statements of the build that is released, for the migrations after it
	@WANGI_RECORD_STATEMENTS=1 $(PYTEST) -m "not quiet and not slow" $(wildcard services)

images: release-check ## Build all images, once nothing stands against a release
	@docker compose build

try-images: setup ## Build every image with buildah on a base of Debian's packages (root), start them, say their sizes
	@$(PYTEST) tests/stack/image_trial.py

pin-images: ## Write the digests that the registry has for our images' tags
	@sh deploy/local/find-python.sh -m deploy.release pin
