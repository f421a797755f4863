#include "tensor/measure/measure_cases.h"

#include <algorithm>
#include <sstream>

namespace motley::tensor {

namespace {

constexpr const char* kCpuCases = R"(
# --- Fixed cost of a kernel; memory by footprint ---------------------------------------------------
dispatch: chain reverse count=200
tile.map.add: map add rows=3 columns=2048 count=32
call.loop: map add rows=400 columns=16 count=16 across=1
call.threads: map add rows=8 columns=2048 count=1
memory.read: sum mn-> m=128|512|1024|2048|4096|8192|16384|65536 n=1024
memory.write: map negate rows=64|256|512|1024|2048|4096|8192|32768 columns=1024 count=1

# --- The tile machine: loops over data in the first cache levels; one thread is enough -------------
tile.map.subtract: map subtract rows=3 columns=2048 count=16
tile.map.multiply: map multiply rows=3 columns=2048 count=16
tile.map.maximum: map maximum rows=3 columns=2048 count=16
tile.map.divide: map divide rows=3 columns=2048 count=16
tile.map.negate: map negate rows=3 columns=2048 count=16
tile.map.sqrt: map sqrt rows=3 columns=2048 count=16
tile.map.rsqrt: map rsqrt rows=3 columns=2048 count=16
tile.map.exponential: map exponential rows=3 columns=2048 count=16
tile.map.log: map log rows=3 columns=2048 count=16
tile.map.tanh: map tanh rows=3 columns=2048 count=16
tile.map.logistic: map logistic rows=3 columns=2048 count=16
tile.map.power: map power rows=3 columns=2048 count=16
tile.map.select: map select rows=3 columns=2048 count=16
tile.map.compare: map compare rows=3 columns=2048 count=16
tile.fold_row.add: sum mn->m m=3 n=2048
tile.fold_row.maximum: softmax rows=3 columns=2048
tile.fold_column.add: sum mn->n m=3 n=2048
tile.fold_all.add: sum mn-> m=3 n=2048
tile.load.runs: add_spread rows=6 columns=128
tile.load.strided: add_transposed rows=64 columns=96

# --- Matrix products: sizes per thread -------------------------------------------------------------
product.nn: product bmk,bkn->bmn b=fill m=4|16|64|256|1024|4096 n=4|16|64|256|1024|4096 k=4|16|64|256|1024|4096
product.nt: product bmk,bnk->bmn b=fill m=4|16|64|256|1024|4096 n=4|16|64|256|1024|4096 k=4|16|64|256|1024|4096
product.tn: product bkm,bkn->bmn b=fill m=4|16|64|256|1024|4096 n=4|16|64|256|1024|4096 k=4|16|64|256|1024|4096
product.nn.f64: product bmk,bkn->bmn b=fill m=64|512 n=64|512 k=64|512 type=f64
product.nn.bf16: product bmk,bkn->bmn b=fill m=64|512 n=64|512 k=64|512 type=bf16
product.nt.bf16: product bmk,bnk->bmn b=fill m=64|512 n=64|512 k=64|512 type=bf16
product.tn.bf16: product bkm,bkn->bmn b=fill m=64|512 n=64|512 k=64|512 type=bf16
loops: product mk,mk->m m=512 k=256
reference: product mk,kn->mn m=16 k=16 n=16 type=i32

# --- Convolutions --------------------------------------------------------------------------------
conv.forward.plain: convolution forward batch=4 extent=4|8|16|32|64 in=3|16|64|256|512 out=16|64|256|512 window=3 stride=1
conv.data.plain: convolution data batch=4 extent=4|8|16|32|64 in=3|16|64|256|512 out=16|64|256|512 window=3 stride=1
conv.weights.plain: convolution weights batch=4 extent=4|8|16|32|64 in=3|16|64|256|512 out=16|64|256|512 window=3 stride=1
taps.forward.plain: convolution forward batch=4 extent=2|4|7|8 in=256|512 out=256|512 window=3 stride=1
taps.weights.plain: convolution weights batch=4 extent=2|4|7|8 in=256|512 out=256|512 window=3 stride=1
taps.forward.strided: convolution forward batch=4 extent=4|8|14|16 in=256|512 out=256|512 window=3 stride=2
taps.weights.strided: convolution weights batch=4 extent=4|8|14|16 in=256|512 out=256|512 window=3 stride=2
conv.forward.strided: convolution forward batch=4 extent=8|16|32|64 in=64|256|512 out=64|256|512 window=1|3 stride=2
conv.data.strided: convolution data batch=4 extent=8|16|32|64 in=64|256|512 out=64|256|512 window=1|3 stride=2
conv.weights.strided: convolution weights batch=4 extent=8|16|32|64 in=64|256|512 out=64|256|512 window=1|3 stride=2
conv.forward.strided: convolution forward batch=4 extent=32|64|128 in=3 out=64 window=7 stride=2
conv.weights.strided: convolution weights batch=4 extent=32|64|128 in=3 out=64 window=7 stride=2
conv.forward.strided: convolution forward batch=4 extent=64|224 in=3 out=128|512 window=16 stride=16
conv.weights.strided: convolution weights batch=4 extent=64|224 in=3 out=128|512 window=16 stride=16
conv.forward.plain.bf16: convolution forward batch=4 extent=8|32 in=64|256 out=64|256 window=3 stride=1 type=bf16
conv.data.plain.bf16: convolution data batch=4 extent=8|32 in=64|256 out=64|256 window=3 stride=1 type=bf16
conv.weights.plain.bf16: convolution weights batch=4 extent=8|32 in=64|256 out=64|256 window=3 stride=1 type=bf16

# --- Attention -------------------------------------------------------------------------------------
attention.forward.full: attention batch=2 heads=4 positions=16|64|128|256|512|1024 depth=16|64|128
attention.gradient.full: attention_gradient batch=2 heads=4 positions=16|64|128|256|512|1024 depth=16|64|128
attention.forward.causal: attention batch=2 heads=4 positions=16|64|128|256|512|1024 depth=16|64|128 causal=1
attention.gradient.causal: attention_gradient batch=2 heads=4 positions=16|64|128|256|512|1024 depth=16|64|128 causal=1

# --- Data movement, reductions, windows, lookups, sorts --------------------------------------------
copy.runs: transpose abc->bac a=64 b=64 c=2|8|32|256
copy.squares: transpose mn->nm m=16|64|512 n=512
copy.fill: pad rows=128 columns=1024
reduce.rows: sum abc->ac a=32 b=32 c=16|256
window.fold: max_pool batch=2 extent=32 channels=16|64|256 window=2|3 stride=2
window.select: max_pool_gradient batch=2 extent=32 channels=16|64|256 window=2|3 stride=2
window.cumulative.columns: cumulative_sum rows=64 columns=1024
gather: embedding vocab=4096 rows=512 columns=4|16|64|256|1024
scatter: embedding_gradient vocab=512 rows=512 columns=4|16|64|256|1024
top_k: top_k rows=1024 columns=8|64|512 k_best=2
)";

constexpr int64_t kMinMultiplications = 1 << 20;  // of all products of a case

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts = {""};
  for (char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// The Cartesian product of the lists of values.
std::vector<CaseLine> expanded(const CaseLine& line) {
  std::vector<CaseLine> lines = {line};
  for (size_t s = 0; s < line.settings.size(); ++s) {
    std::vector<CaseLine> more;
    for (const CaseLine& each : lines) {
      for (const std::string& value : split(line.settings[s].second, '|')) {
        more.push_back(each);
        more.back().settings[s].second = value;
      }
    }
    lines = std::move(more);
  }
  return lines;
}

void fill_batch(CaseLine& line, int num_threads) {
  for (auto& [name, value] : line.settings) {
    if (value != "fill") continue;
    const int64_t one = line.number("m") * line.number("n") * line.number("k");
    value = std::to_string(num_threads *
                           std::clamp<int64_t>(kMinMultiplications / one / num_threads, 1, 4096));
  }
}

}  // namespace

std::vector<MeasureCase> parse_measure_cases(const std::string& text, int num_threads) {
  std::vector<MeasureCase> cases;
  std::istringstream stream(text);
  std::string row;
  for (int number = 1; std::getline(stream, row); ++number) {
    const core::SourcePosition position{"measure cases", number};
    row = row.substr(0, row.find('#'));
    const size_t colon = row.find(':');
    if (colon == row.npos) continue;
    for (CaseLine& line : expanded(parse_case(row.substr(colon + 1), position))) {
      fill_batch(line, num_threads);
      cases.push_back({row.substr(0, colon), std::move(line)});
    }
  }
  return cases;
}

std::vector<MeasureCase> measure_cases(int num_threads) {
  return parse_measure_cases(kCpuCases, num_threads);
}

}  // namespace motley::tensor
