// Parsing the header of a file with many tensors: the cost of opening a large model.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstring>
#include <string>

#include "core/io/safetensors.h"

namespace motley::core {
namespace {

void parse_header(benchmark::State& state) {
  std::string header = "{";
  for (int64_t i = 0; i < state.range(0); ++i) {
    header +=
        fmt::format(R"({}"{:03}.param.w":{{"dtype":"F32","shape":[1],"data_offsets":[{},{}]}})",
                    i == 0 ? "" : ",", i, 4 * i, 4 * i + 4);
  }
  header += "}";
  const uint64_t size = header.size();
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  bytes += header + std::string(static_cast<size_t>(4 * state.range(0)), '\0');
  for (auto _ : state) {
    const auto file = SafetensorsFile::parse(std::as_bytes(std::span(bytes)), "bench");
    if (std::ssize(file.entries()) != state.range(0)) state.SkipWithError("wrong answer");
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(parse_header)->Arg(100)->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace motley::core
