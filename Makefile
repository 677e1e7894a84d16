# `make help` lists what there is. Everything is built under build/, by CMake presets (CMakePresets.json).
.DEFAULT_GOAL := all
.PHONY: help all demo test test-all asan fuzz bench format check-format check install uninstall clean

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 60
RELEASE := build/release
DEV := build/dev
ASAN := build/asan
FUZZ := build/fuzz

packages = scripts/install_packages.sh
# configure PRESET, build FOLDER [TARGETS]
configure = @test -f build/$(1)/build.ninja || cmake --preset $(1) $(2) >build/$(1).configure.log 2>&1 || { cat build/$(1).configure.log >&2; exit 1; }
build = @cmake --build $(1) -j $(JOBS) --target $(2)
run_tests = @ctest --test-dir $(1) --output-on-failure --no-tests=error -j $(JOBS)

help: ## say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

all: ## build build/release/foregate
	@$(packages) build
	@mkdir -p build
	$(call configure,release,-DFG_TESTS=OFF)
	$(call build,$(RELEASE),foregate)

demo: all ## see a harmless-looking change cut off monitoring and DNS
	@FOREGATE=$(RELEASE)/foregate scripts/demo.sh

test: ## build and run every test
	@$(packages) build test
	@mkdir -p build
	$(call configure,dev)
	$(call build,$(DEV),all)
	$(call run_tests,$(DEV))

test-all: test asan fuzz ## test, the same under ASan and UBSan, and a minute of each fuzzer

asan: ## the tests under ASan and UBSan (clang-19)
	@$(packages) build test checks
	@mkdir -p build
	$(call configure,asan)
	$(call build,$(ASAN),all)
	$(call run_tests,$(ASAN))

fuzz: ## each fuzzer for FUZZ_SECONDS (default 60)
	@$(packages) build test checks
	@mkdir -p build
	$(call configure,fuzz)
	$(call build,$(FUZZ),tests/fuzz/all)
	@scripts/run_fuzzers.sh $(FUZZ) $(FUZZ_SECONDS)

bench: ## measure; bench/RESULTS.md says what the figures mean
	@$(packages) build bench
	@mkdir -p build
	@cmake --preset release -DFG_BENCH=ON >/dev/null
	$(call build,$(RELEASE),all)
	@python3 scripts/bench.py --build $(RELEASE)

format: ## format the C++ sources
	@$(packages) checks
	@git ls-files '*.h' '*.cpp' | xargs clang-format-19 -i

check-format: ## fail where a C++ source is not formatted
	@$(packages) checks
	@scripts/check_format.sh

check: check-format ## format, layers and house rules
	@python3 scripts/check_layers.py
	@python3 scripts/check_house_rules.py

install: all ## install the program under DESTDIR and PREFIX (default /usr/local), also as kubectl-foregate
	install -D -m 755 $(RELEASE)/foregate $(DESTDIR)$(PREFIX)/bin/foregate
	ln -sf foregate $(DESTDIR)$(PREFIX)/bin/kubectl-foregate

uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/foregate $(DESTDIR)$(PREFIX)/bin/kubectl-foregate

clean: ## remove everything that was built
	rm -rf build
