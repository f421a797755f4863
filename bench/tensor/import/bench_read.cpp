// Parsing and printing StableHLO text, in bytes of text per second. MOTLEY_BENCH_FILE names another
// program, such as a large one; the printed text must parse to an equal program, or an error is
// reported instead of a time.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tensor/import/stablehlo_text.h"
#include "tensor/ir/printer.h"

namespace motley::tensor {
namespace {

std::string program_text() {
  const char* file = std::getenv("MOTLEY_BENCH_FILE");
  std::ifstream stream(file ? file : MOTLEY_TEST_DATA "/models/bert-tiny/grad.mlir");
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void read_text(benchmark::State& state) {
  const std::string text = program_text();
  for (auto _ : state) benchmark::DoNotOptimize(read_stablehlo(text, "bench"));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
}
BENCHMARK(read_text)->Unit(benchmark::kMillisecond);

void print_text(benchmark::State& state) {
  const Program program = read_stablehlo(program_text(), "bench");
  const std::string text = print(program);
  if (!(read_stablehlo(text, "printed") == program)) {
    state.SkipWithError("the printed text parses to a different program");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(print(program));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
}
BENCHMARK(print_text)->Unit(benchmark::kMillisecond);

void verify_program(benchmark::State& state) {
  const Program program = read_stablehlo(program_text(), "bench");
  for (auto _ : state) verify(program);
  state.counters["ops"] = static_cast<double>(num_ops(program));
}
BENCHMARK(verify_program)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace motley::tensor
