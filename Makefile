# The front door; CMake and Ninja do the work. On Debian 12 git and make are enough to begin with:
# every target first lets scripts/setup install what is missing. Elsewhere, or where packages are
# installed by other means: make SETUP=true.

SETUP ?= scripts/setup
PRESET := $(if $(CI),ci,default)
# Two more than cores: many tests wait for processes that they have started.
CTEST := ctest --output-on-failure --parallel $(shell expr $$(nproc) + 2)
TSAN_TESTS := core_base core_io core_trace core_launch core_comm tensor_kernels tensor_compile tensor_run \
              nbody_mesh nbody_domain nbody_gravity nbody_step nbody_run
space := $(subst ,, )

.PHONY: motley cuda demo test test-all bench format asan tsan fuzz clean setup configure

motley: configure        # the program, build/motley
	@cmake --build build --target motley

cuda: motley             # and the CUDA module of N-body runs, where nvcc is installed
	@cmake --build build --target cuda

demo: motley             # a small GPT and its gradient, checked; another one, planned and trained
	@scripts/demo

test: configure          # the fast tests, within a minute or two with the build
	@cmake --build build
	@$(CTEST) --test-dir build -L fast

test-all: MORE := chromium  # the pages are tested in a browser
test-all: configure      # every test; builds the benchmarks, too
	@cmake --build build --target all slow_programs bench_programs
	@$(CTEST) --test-dir build

bench: configure         # the benchmarks, alone on the machine
	@cmake --build build --target bench

format: setup            # formats every source in place
	@scripts/format

asan: setup              # the fast tests under the address and undefined-behaviour sanitizers
	@cmake --preset asan > /dev/null
	@cmake --build --preset asan
	@$(CTEST) --test-dir build/asan -L fast

tsan: setup              # the tests of what uses threads, under the thread sanitizer
	@cmake --preset tsan > /dev/null
	@cmake --build --preset tsan --target $(TSAN_TESTS:%=test_%)
	@$(CTEST) --test-dir build/tsan -R '^($(subst $(space),|,$(TSAN_TESTS)))$$'

fuzz: setup              # each fuzz target for a minute, under the same sanitizers
	@scripts/fuzz 60

clean:
	rm -rf build

configure: setup
	@cmake --preset $(PRESET) > /dev/null

setup:
	@$(SETUP) $(MORE)
