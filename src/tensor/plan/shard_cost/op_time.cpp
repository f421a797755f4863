#include "tensor/plan/shard_cost/op_time.h"

#include <algorithm>

#include "core/cluster/roofline.h"

namespace motley::tensor::shard_cost {
namespace {

// A value read again after this many ops is no longer in the same fusion.
constexpr int kFar = 40;

}  // namespace

std::span<const ValueId> ProgramOutline::reads_of(int op) const {
  const int begin = ops[op].first_read;
  const int end = op + 1 < num_ops() ? ops[op + 1].first_read : static_cast<int>(reads.size());
  return {reads.data() + begin, static_cast<size_t>(end - begin)};
}

std::span<const ValueId> ProgramOutline::operands_of(int op) const {
  return reads_of(op).first(ops[op].num_operands);
}

std::span<const ValueId> ProgramOutline::results_of(int op) const {
  const int begin = ops[op].first_made;
  const int end = op + 1 < num_ops() ? ops[op + 1].first_made : static_cast<int>(made.size());
  return {made.data() + begin, static_cast<size_t>(end - begin)};
}

std::vector<ValueId> ProgramOutline::append(const ProgramOutline& piece,
                                            std::span<const ValueId> inputs) {
  const size_t num_inputs = inputs.size(), first_new = value_bytes.size();
  const auto here = [&](ValueId v) {
    return v.index < num_inputs ? inputs[v.index] : ValueId(first_new + v.index - num_inputs);
  };
  for (const OpLine& op : piece.ops) {
    OpLine& added = ops.emplace_back(op);
    added.first_read += static_cast<int>(reads.size());
    added.first_made += static_cast<int>(made.size());
  }
  for (ValueId v : piece.reads) reads.push_back(here(v));
  for (ValueId v : piece.made) made.push_back(here(v));
  value_bytes.insert(value_bytes.end(),
                     piece.value_bytes.begin() + static_cast<std::ptrdiff_t>(num_inputs),
                     piece.value_bytes.end());
  std::vector<ValueId> out;
  for (ValueId v : piece.results) out.push_back(here(v));
  return out;
}

ProgramOutline outline_of(const Graph& graph, std::span<const int> kinds) {
  const Program& program = graph.program;
  ProgramOutline outline{.arguments = program.body.arguments, .results = program.body.results};
  for (const TensorType& type : program.values) outline.value_bytes.push_back(type.num_bytes());
  std::vector<int> first_of_kind;  // ops
  for (int i = 0; i < graph.num_ops(); ++i) {
    const Op& op = graph.ops[i];
    ProgramOutline::OpLine line{.work = row(op.code).work_class,
                                .first_read = static_cast<int>(outline.reads.size()),
                                .num_operands = static_cast<int>(op.operands.size()),
                                .first_made = static_cast<int>(outline.made.size())};
    const bool is_known = !kinds.empty() && kinds[i] < std::ssize(first_of_kind);
    if (is_known) {
      line.flops = outline.ops[first_of_kind[kinds[i]]].flops;
      line.format = outline.ops[first_of_kind[kinds[i]]].format;
    } else {
      if (!kinds.empty()) first_of_kind.push_back(i);
      if (line.work != WorkClass::kFree) line.flops = work({program.values, op}).flops;
      if (line.work == WorkClass::kProduct) line.format = product_format({program.values, op});
    }
    outline.ops.push_back(line);
    const auto& reads = graph.inputs[i];
    outline.reads.insert(outline.reads.end(), reads.begin(), reads.end());
    outline.made.insert(outline.made.end(), op.results.begin(), op.results.end());
  }
  return outline;
}

StoredWork stored_work(const ProgramOutline& outline, std::span<const ValueId> also_stored) {
  const size_t num_values = outline.value_bytes.size();
  StoredWork all;
  all.stored.assign(num_values, false);
  for (ValueId v : outline.arguments) all.stored[v.index] = true;
  for (ValueId v : outline.results) all.stored[v.index] = true;
  for (ValueId v : also_stored) all.stored[v.index] = true;
  std::vector<bool> is_read_whole(num_values);
  std::vector<int> last_reader(num_values, -1), maker(num_values, kNone);
  const auto is_whole = [&](int i) {
    return outline.ops[i].work == WorkClass::kProduct || outline.ops[i].work == WorkClass::kOther;
  };
  for (int i = 0; i < outline.num_ops(); ++i) {
    for (ValueId v : outline.reads_of(i)) {
      if (is_whole(i)) is_read_whole[v.index] = true;
      last_reader[v.index] = i;
    }
    for (ValueId v : outline.results_of(i)) maker[v.index] = i;
  }
  for (int i = 0; i < outline.num_ops(); ++i) {
    if (outline.ops[i].work == WorkClass::kFree) continue;
    for (ValueId v : outline.results_of(i)) {
      if (is_whole(i) || is_read_whole[v.index] || last_reader[v.index] - i > kFar) {
        all.stored[v.index] = true;
      }
    }
  }
  // A view is read from its source.
  const auto source = [&](ValueId v) {
    for (int op = maker[v.index]; op != kNone; op = maker[v.index]) {
      const auto operands = outline.operands_of(op);
      if (outline.ops[op].work != WorkClass::kFree || operands.empty()) break;
      v = operands[0];
    }
    return v;
  };
  all.ops.reserve(outline.ops.size());
  for (int i = 0; i < outline.num_ops(); ++i) {
    OpWork& work = all.ops.emplace_back();
    const WorkClass kind = outline.ops[i].work;
    if (kind == WorkClass::kFree) continue;
    (kind == WorkClass::kProduct ? work.flops : work.other_flops) = outline.ops[i].flops;
    work.format = outline.ops[i].format;
    for (ValueId v : outline.operands_of(i)) {
      const ValueId read = source(v);
      if (!all.stored[read.index]) continue;
      work.stored_bytes += static_cast<double>(
          std::min(outline.value_bytes[v.index], outline.value_bytes[read.index]));
    }
    for (ValueId v : outline.results_of(i)) {
      if (all.stored[v.index]) {
        work.stored_bytes += static_cast<double>(outline.value_bytes[v.index]);
      }
    }
  }
  return all;
}

StoredWork stored_work(const Program& program) { return stored_work(outline_of(Graph(program))); }

double seconds_of(const OpWork& work, const core::DeviceType& type) {
  const core::RooflineShares& shares = type.shares;
  double seconds = work.other_flops / (shares.other_flops * type.flops_per_second);
  if (work.flops > 0) seconds += work.flops / (shares.products * product_flops(type, work.format));
  if (type.memory_bytes_per_second > 0) {
    seconds = std::max(seconds, work.stored_bytes / (shares.bytes * type.memory_bytes_per_second));
  }
  if (work.flops > 0) return seconds * shares.product_factor + shares.product_overhead;
  return seconds > 0 ? seconds * shares.other_factor + shares.other_overhead : 0;
}

}  // namespace motley::tensor::shard_cost
