# The front door; CMake and Ninja do the work. On Debian 12 git and make are enough to begin with:
# every target first lets scripts/setup install what is missing. Elsewhere, or where packages are
# installed by other means: make SETUP=true.

SETUP ?= scripts/setup
PRESET := $(if $(CI),ci,default)
CTEST := ctest --output-on-failure --parallel $(shell nproc)

.PHONY: motley demo test test-all bench format asan fuzz clean setup configure

motley: configure        # the program, build/motley
	@cmake --build build --target motley

demo: motley             # a small GPT and its gradient, checked; another one, trained
	@scripts/demo

test: configure          # the fast tests, within a minute or two with the build
	@cmake --build build
	@$(CTEST) --test-dir build -L fast

test-all: configure      # every test
	@cmake --build build
	@$(CTEST) --test-dir build

bench: configure         # the benchmarks, alone on the machine
	@cmake --build build --target bench

format: setup            # formats every source in place
	@scripts/format

asan: setup              # the fast tests under the address and undefined-behaviour sanitizers
	@cmake --preset asan > /dev/null
	@cmake --build --preset asan
	@$(CTEST) --test-dir build/asan -L fast

fuzz: setup              # each fuzz target for a minute, under the same sanitizers
	@scripts/fuzz 60

clean:
	rm -rf build

configure: setup
	@cmake --preset $(PRESET) > /dev/null

setup:
	@$(SETUP)
