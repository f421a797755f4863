#include "tensor/report/program_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <string_view>
#include <vector>

#include "core/base/json_text.h"
#include "tensor/compile/describe.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"

namespace motley::tensor {
namespace {

using ProgramJson = nlohmann::ordered_json;

struct OpCount {
  int64_t count = 0;
  Work work;
};

// Of the top level; the work of a body counts with the op that has it.
std::map<std::string_view, OpCount> count_ops(const Program& program) {
  std::map<std::string_view, OpCount> counts;
  for (const Op& op : program.body.ops) {
    OpCount& entry = counts[name(op.code)];
    const Work w = work({program.values, op});
    ++entry.count;
    entry.work.flops += w.flops;
    entry.work.bytes_read += w.bytes_read;
    entry.work.bytes_written += w.bytes_written;
  }
  return counts;
}

}  // namespace

std::string op_table(const Program& program) {
  std::string text =
      fmt::format("{:<34} {:>7} {:>12} {:>12}\n", "op", "count", "Mflop", "MB moved");
  for (const auto& [op, entry] : count_ops(program)) {
    text +=
        fmt::format("{:<34} {:>7} {:>12.3f} {:>12.3f}\n", op, entry.count, entry.work.flops / 1e6,
                    static_cast<double>(entry.work.bytes_read + entry.work.bytes_written) / 1e6);
  }
  return text;
}

std::string index_table(const Program& program) {
  const std::vector<std::string> names = value_names(program);
  std::string text;
  for (const Op& op : program.body.ops) {
    const std::string first = op.results.empty() ? "-" : names[op.results[0].index];
    text += fmt::format("{} = {}: {}\n", first, name(op.code),
                        index_structure({program.values, op}).to_string());
  }
  return text;
}

std::string kernels_text(const Program& program, int num_threads) {
  return describe(compile(program, {.num_threads = num_threads}));
}

std::string program_json(const Program& program, double read_seconds) {
  ProgramJson j;
  j["name"] = program.name;
  j["hash"] = fmt::format("{:016x}", structural_hash(program));
  j["arguments"] = program.body.arguments.size();
  j["results"] = program.body.results.size();
  j["ops"] = num_ops(program);
  j["op_counts"] = ProgramJson::object();
  double flops = 0;
  for (const auto& [op, entry] : count_ops(program)) {
    j["op_counts"][std::string(op)] = entry.count;
    flops += entry.work.flops;
  }
  j["flops"] = flops;
  j["read_seconds"] = read_seconds;
  return core::json_text(j, 2) + "\n";
}

}  // namespace motley::tensor
