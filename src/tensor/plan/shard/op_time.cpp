#include "tensor/plan/shard/op_time.h"

#include <algorithm>

#include "core/cluster/roofline.h"
#include "tensor/ir/graph.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

// A value read again after so many ops is not in a fusion any more.
constexpr int kFar = 40;

enum class Class : uint8_t { kProduct, kFused, kFree, kOther };

Class class_of(const Op& op) {
  using enum OpCode;
  switch (op.code) {
    case kDotGeneral:
    case kConvolution:
    case kAttention:
    case kAttentionGradient:
      return Class::kProduct;
    case kConstant:
    case kIota:
    case kBroadcastInDim:
    case kReshape:
    case kTranspose:
    case kSlice:
      return Class::kFree;  // views, or made where they are read
    case kGather:
    case kScatter:
    case kSort:
    case kTopK:
    case kReduceWindow:
    case kSelectAndScatter:
    case kConcatenate:
    case kPad:
    case kWhile:
    case kIf:
    case kCase:
    case kDynamicSlice:
    case kDynamicUpdateSlice:
    case kRngBitGenerator:
    case kCholesky:
    case kTriangularSolve:
    case kCustomCall:
      return Class::kOther;
    default:
      return Class::kFused;
  }
}

}  // namespace

StoredWork stored_work(const Program& program, const std::vector<ValueId>& also_stored) {
  const Graph graph(program);
  StoredWork all;
  all.stored.assign(program.values.size(), false);
  std::vector<Class> classes;
  for (const Op& op : graph.ops) classes.push_back(class_of(op));
  for (ValueId v : program.body.arguments) all.stored[v.index] = true;
  for (ValueId v : program.body.results) all.stored[v.index] = true;
  for (ValueId v : also_stored) all.stored[v.index] = true;
  for (int i = 0; i < graph.num_ops(); ++i) {
    const bool makes = classes[i] == Class::kProduct || classes[i] == Class::kOther;
    for (ValueId v : graph.ops[i].results) {
      bool stored = makes;
      for (int user : graph.users[v.index]) {
        const bool reads = classes[user] == Class::kProduct || classes[user] == Class::kOther;
        stored = stored || reads || user - i > kFar;
      }
      if (classes[i] != Class::kFree && stored) all.stored[v.index] = true;
    }
  }
  // A view is read where its source is.
  const auto source = [&](ValueId v) {
    while (graph.producer[v.index] != kNone && classes[graph.producer[v.index]] == Class::kFree &&
           !graph.ops[graph.producer[v.index]].operands.empty()) {
      v = graph.ops[graph.producer[v.index]].operands[0];
    }
    return v;
  };
  for (int i = 0; i < graph.num_ops(); ++i) {
    OpWork& work = all.ops.emplace_back();
    if (classes[i] == Class::kFree) continue;
    const Op& op = graph.ops[i];
    const double flops = tensor::work({program.values, op}).flops;
    (classes[i] == Class::kProduct ? work.flops : work.other_flops) = flops;
    for (ValueId v : op.operands) {
      const ValueId read = source(v);
      if (!all.stored[read.index]) continue;
      work.stored_bytes += static_cast<double>(
          std::min(program.type(v).num_bytes(), program.type(read).num_bytes()));
    }
    for (ValueId v : op.results) {
      if (all.stored[v.index]) {
        work.stored_bytes += static_cast<double>(program.type(v).num_bytes());
      }
    }
  }
  return all;
}

double seconds_of(const OpWork& work, const core::DeviceType& type) {
  const core::RooflineShares& shares = type.shares;
  const double flops = work.flops / shares.products + work.other_flops / shares.other_flops;
  double seconds = flops / type.flops_per_second;
  if (type.memory_bytes_per_second > 0) {
    seconds = std::max(seconds, work.stored_bytes / (shares.bytes * type.memory_bytes_per_second));
  }
  return seconds;
}

}  // namespace motley::tensor
