#include "tensor/kernels/half_kernels.h"

#include <algorithm>
#include <map>
#include <memory>

#include "core/base/threads.h"
#include "tensor/ir/precision.h"
#include "tensor/kernels/tile_functions.h"

namespace motley::tensor {
namespace {

constexpr int64_t kElementsPerThread = 16 << 10;

void convert_run(const TileOpKey& key, const std::byte* from, std::byte* to, int64_t count,
                 int num_threads) {
  const TileLoop loop = find_tile_op(key).loops[0];
  const int64_t from_size = byte_size(key.from), to_size = byte_size(key.to);
  const int threads = static_cast<int>(
      std::clamp<int64_t>(count / kElementsPerThread, 1, std::max(1, num_threads)));
  core::parallel_for(threads, count, [&](int64_t begin, int64_t end, int) {
    loop(to + begin * to_size, from + begin * from_size, nullptr, nullptr, end - begin);
  });
}

// The op as a Program of its own: its operands are the arguments.
class Alone {
 public:
  explicit Alone(const OpView& view) : view_(view) {
    for (ValueId v : view.op.operands) {
      if (!known_.contains(v.index)) program_.body.arguments.push_back(here(v));
    }
    program_.body.ops.push_back(copied(view.op));
    program_.body.results = program_.body.ops[0].results;
  }
  Program take() && { return std::move(program_); }

 private:
  ValueId here(ValueId v) {
    const auto [at, fresh] =
        known_.try_emplace(v.index, static_cast<uint32_t>(program_.values.size()));
    if (fresh) program_.values.push_back(view_.type(v));
    return ValueId(at->second);
  }
  Op copied(const Op& op) {
    Op copy = op;
    for (ValueId& v : copy.operands) v = here(v);
    for (ValueId& v : copy.results) v = here(v);
    for (Region& region : copy.regions) {
      for (ValueId& v : region.arguments) v = here(v);
      for (Op& inner : region.ops) inner = copied(inner);
      for (ValueId& v : region.results) v = here(v);
    }
    return copy;
  }

  const OpView& view_;
  Program program_;
  std::map<uint32_t, uint32_t> known_;
};

// Offsets in the scratch memory of the f32 copies of operands and results; -1 for others.
struct Staging {
  std::vector<int64_t> operands, results;
  int64_t inner_scratch = 0, bytes = 0;
};

int64_t reserve(int64_t& bytes, const TensorType& type) {
  const int64_t at = bytes;
  bytes += (type.num_elements() * 4 + 63) / 64 * 64;
  return at;
}

bool can_go_via_f32(const KernelRequest& request) {
  const OpCode code = request.view.op.code;
  if (code == OpCode::kFusion || code == OpCode::kBitcastConvert) return false;
  bool any = false;
  const auto fits = [&](const std::vector<Layout>& layouts) {
    return std::ranges::all_of(layouts, [&](const Layout& l) {
      any = any || is_half(l.type.element);
      return l.type.element != ElementType::kF64 && (!is_half(l.type.element) || is_dense(l));
    });
  };
  return fits(request.operands) && fits(request.results) && any;
}

WorkPart conversion_work(const Staging& staging, const KernelRequest& request) {
  double elements = 0;
  for (size_t i = 0; i < staging.operands.size(); ++i)
    if (staging.operands[i] >= 0)
      elements += static_cast<double>(request.operands[i].type.num_elements());
  for (size_t i = 0; i < staging.results.size(); ++i)
    if (staging.results[i] >= 0)
      elements += static_cast<double>(request.results[i].type.num_elements());
  return {"tile.map.convert", elements, {}, true};
}

}  // namespace

void widen(ElementType half, const std::byte* from, float* to, int64_t count, int num_threads) {
  convert_run({OpCode::kConvert, half, ElementType::kF32}, from, reinterpret_cast<std::byte*>(to),
              count, num_threads);
}

void narrow(ElementType half, const float* from, std::byte* to, int64_t count, int num_threads) {
  convert_run({OpCode::kConvert, ElementType::kF32, half}, reinterpret_cast<const std::byte*>(from),
              to, count, num_threads);
}

std::optional<Kernel> kernel_via_f32(const KernelRequest& request) {
  if (!can_go_via_f32(request)) return std::nullopt;
  const auto program = std::make_shared<const Program>(
      with_floats_as(Alone(request.view).take(), ElementType::kF32));
  KernelRequest inner{.view = {program->values, program->body.ops[0]},
                      .num_threads = request.num_threads};
  Staging staging;
  const auto stage = [&](const std::vector<Layout>& from, std::vector<Layout>& to,
                         std::vector<int64_t>& offsets) {
    for (const Layout& layout : from) {
      to.push_back(layout);
      const bool half = is_half(layout.type.element);
      if (half) to.back().type.element = ElementType::kF32;
      offsets.push_back(half ? reserve(staging.bytes, layout.type) : -1);
    }
  };
  stage(request.operands, inner.operands, staging.operands);
  stage(request.results, inner.results, staging.results);
  std::optional<Kernel> kernel = fast_kernel(inner);
  if (!kernel) return std::nullopt;
  staging.inner_scratch = staging.bytes;
  std::vector<WorkPart> work = kernel->work;
  add_part(work, conversion_work(staging, request));
  const int64_t bytes = staging.bytes + kernel->scratch_bytes;
  auto run = [program, staging, types = std::pair(request.operands, request.results),
              threads = request.num_threads, inner_run = kernel->run](const KernelCall& call) {
    std::vector<const std::byte*> operands(call.operands.begin(), call.operands.end());
    std::vector<std::byte*> results(call.results.begin(), call.results.end());
    for (size_t i = 0; i < operands.size(); ++i) {
      if (staging.operands[i] < 0) continue;
      const TensorType& type = types.first[i].type;
      widen(type.element, operands[i], reinterpret_cast<float*>(call.scratch + staging.operands[i]),
            type.num_elements(), threads);
      operands[i] = call.scratch + staging.operands[i];
    }
    for (size_t i = 0; i < results.size(); ++i)
      if (staging.results[i] >= 0) results[i] = call.scratch + staging.results[i];
    inner_run({operands, results, call.scratch + staging.inner_scratch});
    for (size_t i = 0; i < results.size(); ++i) {
      if (staging.results[i] < 0) continue;
      const TensorType& type = types.second[i].type;
      narrow(type.element, reinterpret_cast<const float*>(results[i]), call.results[i],
             type.num_elements(), threads);
    }
  };
  return Kernel{.name = kernel->name + ".via_f32",
                .scratch_bytes = bytes,
                .run = std::move(run),
                .work = std::move(work)};
}

}  // namespace motley::tensor
