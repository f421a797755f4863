#include "tensor/ir/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/hash.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"

namespace motley::tensor {
namespace {

// Walks two Programs in parallel and pairs their values as they are defined.
class Comparison {
 public:
  Comparison(const Program& a, const Program& b) : a_(a), b_(b), pair_(a.values.size()) {}
  // Within one Program, values from outside correspond to themselves.
  explicit Comparison(const Program& both) : Comparison(both, both) {
    for (size_t i = 0; i < pair_.size(); ++i) pair_[i] = ValueId(i);
  }

  bool same(const Region& a, const Region& b) {
    if (!define(a.arguments, b.arguments) || a.ops.size() != b.ops.size()) return false;
    for (size_t i = 0; i < a.ops.size(); ++i) {
      if (!same(a.ops[i], b.ops[i])) return false;
    }
    return use(a.results, b.results);
  }

  bool same_but_results(const Op& a, const Op& b) {
    if (a.code != b.code || a.attrs != b.attrs || a.regions.size() != b.regions.size() ||
        !use(a.operands, b.operands)) {
      return false;
    }
    for (size_t i = 0; i < a.regions.size(); ++i) {
      if (!same(a.regions[i], b.regions[i])) return false;
    }
    return true;
  }

 private:
  bool same(const Op& a, const Op& b) {
    return same_but_results(a, b) && define(a.results, b.results);
  }
  bool define(const std::vector<ValueId>& a, const std::vector<ValueId>& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (a_.type(a[i]) != b_.type(b[i])) return false;
      pair_[a[i].index] = b[i];
    }
    return true;
  }
  bool use(const std::vector<ValueId>& a, const std::vector<ValueId>& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](ValueId x, ValueId y) { return pair_[x.index] == y; });
  }

  const Program &a_, &b_;
  std::vector<ValueId> pair_;  // value of a -> value of b
};

// Verifies one Program; `fault` holds the first error.
class Verification {
 public:
  explicit Verification(const Program& program)
      : program_(program), visible_(program.values.size()), defined_(program.values.size()) {}

  std::string fault;

  bool check(const Region& region) {
    std::vector<ValueId> mine = region.arguments;
    bool ok = define(region.arguments, "a region argument");
    for (size_t i = 0; ok && i < region.ops.size(); ++i) {
      ok = check(region.ops[i], i);
      mine.insert(mine.end(), region.ops[i].results.begin(), region.ops[i].results.end());
    }
    ok = ok && use(region.results, "the end of a region");
    for (ValueId v : mine) {
      if (v.index < visible_.size()) visible_[v.index] = false;  // out of scope from here on
    }
    return ok;
  }

 private:
  bool check(const Op& op, size_t position) {
    const std::string here = fmt::format("op {} ({})", position, name(op.code));
    if (!use(op.operands, here)) return false;
    for (const Region& region : op.regions) {
      if (!check(region)) return false;
    }
    const Inferred inferred = infer_results({program_.values, op});
    if (!inferred.fault.empty()) return no(fmt::format("{}: {}", here, inferred.fault));
    if (inferred.types.size() != op.results.size()) {
      return no(
          fmt::format("{} has {} results, not {}", here, op.results.size(), inferred.types.size()));
    }
    if (!define(op.results, here)) return false;
    for (size_t i = 0; i < op.results.size(); ++i) {
      if (program_.type(op.results[i]) != inferred.types[i]) {
        return no(fmt::format("{}: result {} is {}, not {}", here, i, inferred.types[i].to_string(),
                              program_.type(op.results[i]).to_string()));
      }
    }
    return true;
  }
  bool define(const std::vector<ValueId>& values, const std::string& where) {
    for (ValueId v : values) {
      if (v.index >= defined_.size())
        return no(where + " defines a value that is not in the table");
      if (defined_[v.index]) return no(where + " defines a value again");
      defined_[v.index] = visible_[v.index] = true;
    }
    return true;
  }
  bool use(const std::vector<ValueId>& values, const std::string& where) {
    for (ValueId v : values) {
      if (v.index >= visible_.size() || !visible_[v.index]) {
        return no(fmt::format("{} uses value {}, which is not defined before it", where, v.index));
      }
    }
    return true;
  }
  bool no(std::string why) {
    fault = std::move(why);
    return false;
  }

  const Program& program_;
  std::vector<bool> visible_, defined_;
};

int64_t num_ops(const Region& region) {
  int64_t n = 0;
  for (const Op& op : region.ops) {
    ++n;
    for (const Region& nested : op.regions) n += num_ops(nested);
  }
  return n;
}

}  // namespace

bool operator==(const Program& a, const Program& b) {
  return Comparison(a, b).same(a.body, b.body);
}

bool same_computation(const Program& program, const Op& a, const Op& b) {
  if (a.code != b.code || a.operands != b.operands) return false;
  if (a.regions.empty() && b.regions.empty()) return a.attrs == b.attrs;
  return Comparison(program).same_but_results(a, b);
}

uint64_t structural_hash(const Program& program) {
  // The printed body is canonical: values are numbered in order, nothing else is named, and parsing
  // gives back an equal Program.
  return core::fnv1a(print(program, {.module_name = false}));
}

std::string first_fault(const Program& program) {
  Verification verification(program);
  verification.check(program.body);
  return verification.fault;
}

void verify(const Program& program) {
  const std::string fault = first_fault(program);
  MOTLEY_CHECK(fault.empty(), "program {}: {}", program.name, fault);
}

int64_t num_ops(const Program& program) { return num_ops(program.body); }

}  // namespace motley::tensor
