# Everything here needs Go and nothing else; the tools are pinned in go.mod.

GO ?= go
FUZZTIME ?= 50000x
SHELL := /bin/bash

.PHONY: help check test examples golden bench fuzz explore demo e2e fmt

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

check: ## exactly what CI runs
	@.ci/run

test: ## all tests
	$(GO) test ./...

examples: ## the programs of examples/, as an outsider would test them
	cd examples && $(GO) test ./...

golden: ## rewrite the expected screens; review them with git diff golden/
	SCREENTEST_UPDATE=1 $(GO) test ./scenarios/... ./vtmodel/screentest/...
	cd examples && SCREENTEST_UPDATE=1 $(GO) test ./...

bench: ## the costs of the engine, and of the printer through a pty
	$(GO) test -run '^$$' -bench . -benchmem ./engine/... ./internal/text/... ./internal/ansi/... ./printer/...
	$(GO) test -run '^$$' -bench . -benchtime 1x ./bench/...

fuzz: ## every fuzz target, FUZZTIME each
	@.ci/fuzz $(FUZZTIME)

explore: ## all orders of events on all terminals, and storms of resizes; prints what was gone through
	SCREENTEST_EXPLORE=1 $(GO) test -v -count=1 -timeout 60m -run 'Explore|Storms|Check' ./vtmodel/screentest | grep -v '^=== '

demo: ## the offline assistant on this directory
	@$(GO) run ./cmd/jp demo

e2e: ## jp against a real server in a pty; prints what it skipped
	@.ci/e2e

fmt: ## format all files
	$(GO) tool gofumpt -l -w .
