# Castellan companion. `make run` opens it, `make test` checks it; both install what they need first.

# gocv's parts that OpenCV 4.6 can serve. For an editor: go env -w GOFLAGS=-tags=<these>
tags := gocv_specific_modules,gocv_calib3d,gocv_features2d,gocv_videoio
export GOFLAGS := -tags=$(tags)
export PATH := $(CURDIR)/bin/tools:$(PATH)

golangci_lint := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
govulncheck := golang.org/x/vuln/cmd/govulncheck@v1.8.0

dashboard := web/dashboard
node_modules := $(dashboard)/node_modules/.package-lock.json
dist := web/dist/index.html
dashboard_source := $(shell find $(dashboard) web/words -type f -not -path '*/node_modules/*' -not -path '*/e2e/*')

.PHONY: help run build test films lint bench leaks clean prerequisites test-prerequisites

help:
	@echo 'make run     build the companion and open it on http://localhost:8080'
	@echo 'make build   build bin/castellan, and bin/castellan-companion beside it'
	@echo 'make test    run all tests'
	@echo 'make films   play the films of games at their own pace (FILMS=FOLDER)'
	@echo 'make phone   play the films of ../shared through a phone: Chromium with a fake camera'
	@echo 'make lint    check style and known vulnerabilities'
	@echo 'make bench   measure'
	@echo 'make leaks   run the tests of what uses OpenCV, failing where a picture is not freed'
	@echo 'make clean   remove what was built'

run: build
	bin/castellan serve

build: prerequisites $(dist)
	@echo 'Building bin/castellan (the first time takes a minute or two)'
	@go build -o bin/ ./cmd/...

test: test-prerequisites $(dist)
	go vet ./...
	go test -timeout 9m ./...
	cd $(dashboard) && npm run --silent check

# Films of games with their truth, castellan-video/1.
FILMS ?= ../shared/scenes/videos
films: prerequisites $(dist)
	FILMS=$(abspath $(FILMS)) go test -count=1 -v -run TestFilmsAtTheirPace ./cmd/castellan-companion

phone: test-prerequisites $(dist)
	PHONE_FILMS=1 go test -timeout 30m -count 1 -v -run FilmsThroughAPhone ./cmd/castellan-companion

lint: prerequisites $(dist)
	@echo 'Linting (the first time builds the linter, which takes some minutes)'
	@GOFLAGS= go run $(golangci_lint) run --build-tags $(tags) ./...
	@.ci/vulnerabilities $(govulncheck)

bench: prerequisites $(dist)
	go test -run '^$$' -bench . ./...

leaks: prerequisites $(dist)
	go test -timeout 60m -tags $(tags),matprofile ./calibration/... ./vision/... ./cmd/...

clean:
	rm -rf bin $(dashboard)/node_modules
	find web/dist -mindepth 1 -not -name .keep -delete

prerequisites:
	@.ci/install build

test-prerequisites:
	@.ci/install test

# npm leaves this file behind as the last thing it does.
$(node_modules): $(dashboard)/package-lock.json | prerequisites
	@echo 'Installing the Node packages of the dashboard'
	@cd $(dashboard) && npm ci --no-audit --no-fund --loglevel=error || \
		{ echo 'npm could not install them; its message above says why. Is this machine online?'; exit 1; }
	@touch $@

$(dist): $(node_modules) $(dashboard_source)
	@echo 'Building the dashboard'
	@cd $(dashboard) && npm run --silent build -- --logLevel warn
	@touch $@
