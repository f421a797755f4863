// Ops of the text that do not convert to one op of the same name.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "tensor/import/stablehlo/conversion.h"
#include "tensor/import/stablehlo/op_forms.h"
#include "tensor/ir/literal.h"

namespace motley::tensor::reader {

std::vector<ValueId> convert_call(OpConversion& op) {
  const std::string name = op.reader().string("callee");
  return op.inline_function(name, op.reader().find("callee")->at);
}

std::vector<ValueId> convert_composite(OpConversion& op) {
  if (!op.reader().op().regions.empty()) op.reader().fail("unsupported composite with regions");
  const std::string name = op.reader().string("decomposition");
  return op.inline_function(name, op.reader().find("decomposition")->at);
}

std::vector<ValueId> convert_identity(OpConversion& op) {
  op.expect_operands(1);
  return op.operands();
}

std::vector<ValueId> convert_dimension_size(OpConversion& op) {
  op.expect_operands(1);
  const TensorType& operand = op.reader().operand(0);
  const int64_t dim = op.reader().integer("dimension");
  if (dim < 0 || dim >= operand.num_dims()) {
    op.reader().fail(fmt::format("{} has no dimension {}", operand.to_string(), dim));
  }
  ConstantAttrs constant;
  constant.type = {ElementType::kI32, {}};
  constant.value = Literal::zeros(constant.type);
  const int64_t extent = operand.shape[static_cast<size_t>(dim)];
  if (extent > INT32_MAX) {
    op.reader().fail(fmt::format("the extent {} does not fit into an i32", extent));
  }
  constant.value.set_signed(0, extent);
  return op.add(OpCode::kConstant, {}, std::move(constant));
}

// ---- Checks --------------------------------------------------------------------------------

namespace {

std::vector<ValueId> add_check(OpConversion& op, std::string target,
                               const std::vector<ValueId>& operands) {
  CustomCallAttrs attrs;
  attrs.target = std::move(target);
  return op.add(OpCode::kCustomCall, operands, std::move(attrs));
}

}  // namespace

// check.expect_eq %a, %b and check.expect_eq_const %a, dense<...>, of the StableHLO tests.
std::vector<ValueId> convert_check(OpConversion& op) {
  const OpReader& reader = op.reader();
  std::string target(reader.name());
  std::vector<ValueId> operands = op.operands();
  if (target.ends_with("_const")) {
    target.resize(target.size() - std::string_view("_const").size());
    op.expect_operands(1);
    operands.push_back(op.add(OpCode::kConstant, {}, reader.constant("value"))[0]);
  }
  for (std::string_view limit : {"tolerance", "min_ulp_difference"}) {
    if (reader.has(limit)) reader.fail(fmt::format("unsupported setting {} of {}", limit, target));
  }
  if (reader.integer("max_ulp_difference", 3) != 3) {
    reader.fail(fmt::format("unsupported setting max_ulp_difference of {}, other than 3", target));
  }
  if (operands.size() != 2) {
    reader.fail(fmt::format("{} takes 2 operands, but has {}", target, operands.size()));
  }
  return add_check(op, target, operands);
}

// ---- custom_call ---------------------------------------------------------------------------

namespace {

// Calls that describe the placement or sharding of a value, not a computation.
constexpr std::array<std::string_view, 6> kIdentities = {
    "Sharding",     "annotate_device_placement",  "LayoutConstraint", "MoveToHost",
    "MoveToDevice", "xla.sdy.FuncResultSharding",
};

constexpr std::array<std::string_view, 3> kChecks = {
    "check.expect_eq",
    "check.expect_close",
    "check.expect_almost_eq",
};

template <size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// @mhlo.topk(%0) {mhlo.attributes = {k = 2 : i64, largest = true}}
std::vector<ValueId> convert_mhlo_top_k(OpConversion& op) {
  const OpReader& reader = op.reader();
  op.expect_operands(1);
  const Attribute& attributes = reader.dictionary("mhlo.attributes");
  if (attributes.find("k") == nullptr) reader.fail("the custom_call @mhlo.topk lacks `k`");
  if (reader.integer_of(attributes, "largest", 1) == 0) {
    reader.fail("unsupported custom_call @mhlo.topk of the smallest elements");
  }
  return op.add(OpCode::kTopK, op.operands(), TopKAttrs{reader.integer_of(attributes, "k", 0)});
}

// @mhlo.erf, @mhlo.tan and the like stand for elementwise ops.
const OpForm* elementwise_form(std::string_view target) {
  if (!target.starts_with("mhlo.")) return nullptr;
  const OpForm* form = find_form("chlo." + std::string(target.substr(5)));
  if (form == nullptr || form->convert != nullptr || form->attributes != nullptr) return nullptr;
  return form;
}

// @lapack_spotrf_ffi, @lapack_dtrsm_ffi: printed by JAX on CPU in place of an op. Their settings
// are LAPACK's letters, as numbers; layouts describe memory, not the computation.
char lapack_letter(const OpReader& reader, std::string_view item) {
  return static_cast<char>(reader.integer_of(reader.dictionary("mhlo.backend_config"), item, 0));
}

bool is_lapack(std::string_view target, std::string_view routine) {
  return target.starts_with("lapack_") && target.ends_with("_ffi") &&
         target.substr(8, target.size() - 12) == routine && (target[7] == 's' || target[7] == 'd');
}

// (factor, info); a matrix without a factor already gives NaN, so info reports success.
std::vector<ValueId> convert_lapack_cholesky(OpConversion& op) {
  const OpReader& reader = op.reader();
  op.expect_operands(1);
  if (reader.num_results() != 2) reader.fail("the custom_call must have 2 results");
  std::vector<ValueId> results =
      op.add(OpCode::kCholesky, op.operands(), CholeskyAttrs{lapack_letter(reader, "uplo") == 'L'});
  const TensorType& info = reader.result(1);
  results.push_back(
      op.add(OpCode::kConstant, {}, ConstantAttrs{info, Literal::zeros(info.scalar())})[0]);
  return results;
}

std::vector<ValueId> convert_lapack_solve(OpConversion& op) {
  const OpReader& reader = op.reader();
  op.expect_operands(2);
  TriangularSolveAttrs attrs;
  attrs.left_side = lapack_letter(reader, "side") == 'L';
  attrs.lower = lapack_letter(reader, "uplo") == 'L';
  attrs.unit_diagonal = lapack_letter(reader, "diag") == 'U';
  attrs.transpose_a = lapack_letter(reader, "trans_x") != 'N';
  return op.add(OpCode::kTriangularSolve, op.operands(), attrs);
}

// @motley.attention(...) {backend_config = {query = "bshd", ..., scale = 1.250000e-01 : f64}}:
// Motley's own ops, as its printer writes them.
class AttentionConfig {
 public:
  explicit AttentionConfig(const OpReader& reader)
      : reader_(reader), config_(reader.dictionary("backend_config")) {}

  AttentionAttrs read() const {
    AttentionAttrs attrs;
    attrs.query = required_letters("query");
    attrs.key = required_letters("key");
    attrs.value = required_letters("value");
    attrs.output = required_letters("output");
    attrs.mask = letters("mask");
    attrs.bias = letters("bias");
    attrs.scale = number("scale", attrs.scale);
    attrs.fill = number("fill", attrs.fill);
    attrs.causal = reader_.integer_of(config_, "causal", 0) != 0;
    attrs.query_offset = reader_.integer_of(config_, "query_offset", 0);
    attrs.bias_gradient = reader_.integer_of(config_, "bias_gradient", 0) != 0;
    return attrs;
  }

 private:
  std::optional<std::string> letters(std::string_view item) const {
    const Attribute* found = config_.find(item);
    if (found == nullptr) return std::nullopt;
    if (found->kind != AttributeKind::kString) reader_.fail_kind(*found, "a string of subscripts");
    return string_value(found->text);
  }
  std::string required_letters(std::string_view item) const {
    std::optional<std::string> found = letters(item);
    if (!found) reader_.fail(fmt::format("the backend_config lacks `{}`", item));
    return *found;
  }
  double number(std::string_view item, double fallback) const {
    const Attribute* found = config_.find(item);
    if (found == nullptr) return fallback;
    if (found->kind != AttributeKind::kFloat) reader_.fail_kind(*found, "a float");
    return std::strtod(std::string(found->text).c_str(), nullptr);
  }

  const OpReader& reader_;
  const Attribute& config_;
};

// @motley.custom_rule(%0) {backend_config = {function = "clip_gradient"}}, as the exporter and our
// printer write it; JAX puts mhlo. before backend_config.
std::vector<ValueId> convert_custom_rule(OpConversion& op) {
  const OpReader& reader = op.reader();
  const char* key = reader.find("mhlo.backend_config") ? "mhlo.backend_config" : "backend_config";
  const Attribute* function = reader.dictionary(key).find("function");
  if (function == nullptr || function->kind != AttributeKind::kString)
    reader.fail("the custom_call @motley.custom_rule lacks the name of its `function`");
  std::string text = string_value(function->text);
  // It is printed between quotes and in messages.
  const auto is_odd = [](char c) { return c == '"' || c == '\\' || c < ' ' || c > '~'; };
  if (text.empty() || std::ranges::any_of(text, is_odd))
    reader.fail("the name of a `function` must be printable, without quotes");
  return op.add(OpCode::kCustomRule, op.operands(), CustomRuleAttrs{std::move(text)});
}

// What of jax.numpy.linalg a routine of LAPACK belongs to, and what to use instead.
std::string way_out(const std::string& target) {
  constexpr std::pair<const char*, const char*> kRoutines[] = {
      {"getrf", "an LU factorization, as of solve, inv and det"},
      {"geqrf", "a QR factorization"},
      {"orgqr", "a QR factorization"},
      {"syevd", "eigenvalues"},
      {"geev", "eigenvalues"},
      {"gesdd", "singular values"}};
  for (const auto& [routine, what] : kRoutines) {
    if (is_lapack(target, routine)) {
      return fmt::format(
          ", {}: of factorizations only Cholesky's is computed, and triangular solves", what);
    }
  }
  return "";
}

}  // namespace

std::vector<ValueId> convert_custom_call(OpConversion& op) {
  const OpReader& reader = op.reader();
  const std::string target = reader.string("call_target_name");
  if (contains(kIdentities, target)) return convert_identity(op);
  if (contains(kChecks, target)) {
    op.expect_operands(2);
    return add_check(op, target, op.operands());
  }
  for (OpCode code : {OpCode::kAttention, OpCode::kAttentionGradient}) {
    if (target == name(code)) return op.add(code, op.operands(), AttentionConfig(reader).read());
  }
  for (OpCode code : {OpCode::kStopGradient, OpCode::kWithGradient}) {
    if (target == name(code)) return op.add(code, op.operands());
  }
  if (target == name(OpCode::kCustomRule)) return convert_custom_rule(op);
  if (target == "mhlo.topk") return convert_mhlo_top_k(op);
  if (is_lapack(target, "potrf")) return convert_lapack_cholesky(op);
  if (is_lapack(target, "trsm")) return convert_lapack_solve(op);
  if (const OpForm* form = elementwise_form(target)) return op.add(form->code, op.operands());
  reader.fail(fmt::format("unsupported custom_call @{}{}", printable(target), way_out(target)));
}

}  // namespace motley::tensor::reader
