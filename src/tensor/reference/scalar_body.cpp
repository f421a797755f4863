#include "tensor/reference/scalar_body.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/error.h"

namespace motley::tensor::reference {

ScalarBody::ScalarBody(Runner& runner, const Region& region, int64_t lanes)
    : runner_(runner), region_(region), lanes_(lanes) {
  compiled_ = compile();
  if (compiled_) return;
  // Registers for arguments and results only.
  registers_.assign((region.arguments.size() + region.results.size()) * lanes_, Cell{});
  steps_.clear();
  result_registers_.clear();
  for (size_t i = 0; i < region.results.size(); ++i) {
    result_registers_.push_back(static_cast<int>(region.arguments.size() + i));
  }
}

// A new register, initialized with the value if one is given.
int ScalarBody::add_register(const Literal* value) {
  Cell cell{};
  if (value != nullptr) cell = load_cell(value->element(), value->data(), 0);
  registers_.insert(registers_.end(), lanes_, cell);
  return static_cast<int>(registers_.size() / lanes_) - 1;
}

bool ScalarBody::compile() {
  const std::vector<TensorType>& types = runner_.types();
  std::unordered_map<ValueId, int> registers;
  for (ValueId v : region_.arguments) registers[v] = add_register(nullptr);
  // The register of a value of the body, or of a captured one; -1 if not a scalar.
  auto register_of = [&](ValueId v) {
    if (!types[v.index].is_scalar()) return -1;
    const auto found = registers.find(v);
    if (found != registers.end()) return found->second;
    return registers[v] = add_register(&runner_.value(v));
  };

  for (const Op& op : region_.ops) {
    const OpView view{types, op};
    if (op.results.size() != 1 || !view.result(0).is_scalar()) return false;
    if (op.code == OpCode::kConstant) {
      registers[op.results[0]] = add_register(&op.get<ConstantAttrs>().value);
      continue;
    }
    const std::optional<ScalarStep> scalar = scalar_step(view);
    if (!scalar) return false;
    Step step{.scalar = *scalar, .operands = {}};
    for (ValueId v : op.operands) step.operands.push_back(register_of(v));
    for (int r : step.operands) {
      if (r < 0) return false;
    }
    step.target = registers[op.results[0]] = add_register(nullptr);
    steps_.push_back(std::move(step));
  }
  for (ValueId v : region_.results) {
    const int r = register_of(v);
    if (r < 0) return false;
    result_registers_.push_back(r);
  }
  return true;
}

void ScalarBody::run(int64_t count) {
  if (compiled_) return run_steps(count);
  for (int64_t lane = 0; lane < count; ++lane) run_region(lane);
}

void ScalarBody::feed_back(int n, int64_t count) {
  // Copies out all before writing any: a result may share the register of an argument, as in a
  // swap.
  moved_.resize(n * lanes_);
  for (int i = 0; i < n; ++i) std::copy_n(result(i), count, moved_.data() + i * lanes_);
  for (int i = 0; i < n; ++i) std::copy_n(moved_.data() + i * lanes_, count, argument(i));
}

void ScalarBody::run_steps(int64_t count) {
  const Cell* in[3];
  for (const Step& step : steps_) {
    for (size_t i = 0; i < step.operands.size(); ++i) {
      in[i] = registers_.data() + step.operands[i] * lanes_;
    }
    Cell* out = registers_.data() + step.target * lanes_;
    step.scalar.apply(step.scalar, in, out, count);
    round_cells(step.scalar.to, out, count);
  }
}

void ScalarBody::run_region(int64_t lane) {
  const std::vector<TensorType>& types = runner_.types();
  std::vector<Slot> arguments;
  for (size_t i = 0; i < region_.arguments.size(); ++i) {
    Literal scalar = Literal::zeros(types[region_.arguments[i].index]);
    store_cell(scalar.element(), scalar.data(), 0, argument(static_cast<int>(i))[lane]);
    arguments.push_back(Slot::owned(std::move(scalar)));
  }
  const std::vector<Literal> results = runner_.run(region_, std::move(arguments));
  for (size_t i = 0; i < results.size(); ++i) {
    MOTLEY_CHECK(results[i].num_elements() == 1, "a scalar body returns {}",
                 results[i].type().to_string());
    registers_[result_registers_[i] * lanes_ + lane] =
        load_cell(results[i].element(), results[i].data(), 0);
  }
}

int returned_argument(const Region& region) {
  if (region.results.size() != 1) return -1;
  for (size_t i = 0; i < region.arguments.size(); ++i) {
    if (region.arguments[i] == region.results[0]) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace motley::tensor::reference
