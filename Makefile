# The daily commands. `make` alone lists them; CONTRIBUTING.md says which to use when.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run build test torture test-go test-web test-scripts e2e lint drift audit sizes fmt gen check bench clean \
	versions deps

# The version of a release; a checkout without git is a development version.
VERSION ?= $(shell git -c safe.directory='*' describe --tags --always --dirty 2>/dev/null || echo development)
# The Go packages that `make test-go` tests, and more arguments for `go test`: make test-go PKG=./internal/kernel/civil
# ARGS='-run Week'
PKG ?= ./...
ARGS ?=

npm := npm --prefix web --no-fund --no-audit --no-update-notifier
tool := go tool -modfile=tools/go.mod
# A folder's time changes when a file in it is deleted, so folders are sources too. Excludes tests and generated files.
web_sources := $(shell find web -mindepth 1 \( -name node_modules -o -path web/dist -o -path web/e2e \
	-o -path web/tools \) -prune -o ! -name '*.test.ts*' ! -name '*.gen.*' ! -name '*.go' -print 2>/dev/null) \
	$(wildcard docs/staff*.md docs/pictures/staff-*)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## Build and start on http://localhost:8080; the first run loads a sample college
	@exec bin/lectern serve --demo $(ARGS)

build: versions web/dist/index.html ## Build bin/lectern, with the web app inside
	@mkdir -p bin
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w -X lectern/internal/app.Version=$(VERSION)' \
		-o bin/lectern ./cmd/lectern

test: deps build test-scripts test-go test-web e2e ## Run every test, on both database engines and in a browser
	@echo 'All tests passed.'

test-go: deps web/dist/index.html ## Test the Go code on SQLite and PostgreSQL: PKG=./internal/… ARGS='-run …'
	scripts/test-go '$(PKG)' $(if $(ARGS),"$(ARGS)")

test-web: deps web/node_modules/.stamp ## Run the web app's unit tests
	$(npm) run test

e2e: deps build ## Test the built binary end to end in Chromium
	LECTERN_BIN='$(CURDIR)/bin/lectern' $(npm) run e2e

lint: versions web/node_modules/.stamp ## Check style and likely mistakes, change nothing
	# bash -n reads one file only
	for script in $$(grep -l '^#!.*bash' scripts/* .ci/run bench/run); do bash -n "$$script"; done
	$(tool) golangci-lint run
	@echo 'deadcode -test ./...'; dead=$$($(tool) deadcode -test ./...); [[ -z $$dead ]] || { echo "$$dead"; exit 1; }
	$(npm) run typecheck
	$(npm) run lint
	$(npm) run lint:api
	$(npm) run format:check

fmt: versions web/node_modules/.stamp ## Format all sources
	$(tool) golangci-lint fmt
	$(npm) run format

gen: versions web/node_modules/.stamp ## Write generated code: SQL functions, OpenAPI, TypeScript types, regions
	$(if $(wildcard sqlc.yaml),$(tool) sqlc generate)
	@mkdir -p api
	CGO_ENABLED=0 go run -trimpath ./cmd/lectern openapi > api/openapi.yaml.new || { rm -f api/openapi.yaml.new; exit 1; }
	mv api/openapi.yaml.new api/openapi.yaml
	$(npm) run gen:api
	node web/scripts/regions.mjs

check: lint drift audit sizes test ## What CI runs: lint, drift, vulnerabilities, size budget, every test

torture: deps web/dist/index.html ## Run all Go tests with the race detector and every attack at length
	scripts/torture

bench: build ## Print the measured figures beside their goals, as rows of bench/RESULTS.md
	bench/run

clean: ## Delete what the other commands made, except your data folder
	rm -rf bin web/node_modules web/tools/node_modules web/e2e/out bench/out bench/web/node_modules
	find web/dist -mindepth 1 ! -name .keep -delete 2>/dev/null || true

# Parts of the commands above, not listed by `make`.
versions:
	@scripts/check-versions

deps: versions
	@scripts/deps

test-scripts: deps
	scripts/selftest

drift: versions
	scripts/drift

audit: versions web/node_modules/.stamp
	scripts/audit

sizes: web/dist/index.html
	$(npm) run sizes

# --ignore-scripts: packages must not run their own code on installation.
web/node_modules/.stamp: web/package.json web/package-lock.json $(wildcard web/.npmrc) | versions
	$(npm) ci --ignore-scripts
	@touch $@

web/dist/index.html: web/node_modules/.stamp $(web_sources) | versions
	$(npm) run build
	@touch $@
