#include "tensor/ir/printer.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <unordered_set>

#include "tensor/ir/float_text.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/value_text.h"

namespace motley::tensor {
namespace {

// --- Names -----------------------------------------------------------------------------------

// MLIR's numbering: the values of a block first, then those of the regions inside it, each region
// continuing the counters of its enclosing block.
class Naming {
 public:
  explicit Naming(const Program& program) : program_(program), names_(program.values.size()) {
    name_region(program.body, Counters{}, "arg");
  }
  std::vector<std::string> take() && { return std::move(names_); }

 private:
  struct Counters {
    int value = 0, argument = 0, conflict = 0;
  };

  void name_region(const Region& region, Counters counters, std::string_view argument_hint) {
    std::vector<std::string> mine;
    for (ValueId v : region.arguments) {
      if (argument_hint == "arg") {
        names_[v.index] = fmt::format("%arg{}", counters.argument++);
      } else {
        names_[v.index] = unique(argument_hint, counters, mine);
      }
    }
    for (const Op& op : region.ops) name_results(op, counters, mine);
    for (const Op& op : region.ops) {
      for (const Region& nested : op.regions) {
        name_region(nested, counters, op.code == OpCode::kWhile ? "iterArg" : "arg");
      }
    }
    for (const std::string& name : mine) used_.erase(name);
  }

  void name_results(const Op& op, Counters& counters, std::vector<std::string>& mine) {
    auto named = [&](std::initializer_list<std::string_view> hints) {
      auto hint = hints.begin();
      for (ValueId v : op.results) names_[v.index] = unique(*hint++, counters, mine);
    };
    switch (op.code) {
      case OpCode::kConstant:
        return named({is_float(program_.type(op.results[0]).element) ? "cst" : "c"});
      case OpCode::kTopK:
        return named({"values", "indices"});
      case OpCode::kRngBitGenerator:
        return named({"output_state", "output"});
      default:
        break;
    }
    if (op.results.empty()) return;
    const int number = counters.value++;
    for (size_t i = 0; i < op.results.size(); ++i) {
      names_[op.results[i].index] =
          op.results.size() == 1 ? fmt::format("%{}", number) : fmt::format("%{}#{}", number, i);
    }
  }

  std::string unique(std::string_view hint, Counters& counters, std::vector<std::string>& mine) {
    std::string name = fmt::format("%{}", hint);
    while (used_.contains(name)) name = fmt::format("%{}_{}", hint, counters.conflict++);
    used_.insert(name);
    mine.push_back(name);
    return name;
  }

  const Program& program_;
  std::vector<std::string> names_;
  std::unordered_set<std::string> used_;
};

// --- Small texts -----------------------------------------------------------------------------

std::string list(const Dims& dims) { return fmt::format("[{}]", fmt::join(dims, ", ")); }
std::string array(const Dims& dims) {
  return dims.empty() ? "array<i64>" : fmt::format("array<i64: {}>", fmt::join(dims, ", "));
}

std::string_view text(CompareDirection direction) {
  constexpr std::string_view kTexts[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  return kTexts[static_cast<int>(direction)];
}
std::string_view text(CompareKind kind) {
  constexpr std::string_view kTexts[] = {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
  return kTexts[static_cast<int>(kind)];
}
std::string_view text(Precision precision) {
  constexpr std::string_view kTexts[] = {"DEFAULT", "HIGH", "HIGHEST"};
  return kTexts[static_cast<int>(precision)];
}
std::string_view text(RngAlgorithm algorithm) {
  constexpr std::string_view kTexts[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
  return kTexts[static_cast<int>(algorithm)];
}

// Padding as StableHLO's [n, 2] table.
std::string padding(const Dims& low, const Dims& high) {
  std::vector<std::string> rows;
  for (size_t d = 0; d < low.size(); ++d) rows.push_back(fmt::format("[{}, {}]", low[d], high[d]));
  return fmt::format("dense<{}> : tensor<{}x2xi64>",
                     low.empty() ? "" : fmt::format("[{}]", fmt::join(rows, ", ")), low.size());
}

// "offset_dims = [2], " and so on, if not empty.
void append_dims(std::string& out, std::string_view key, const Dims& dims) {
  if (!dims.empty()) out += fmt::format("{} = {}, ", key, list(dims));
}

// --- Ops -------------------------------------------------------------------------------------

class Printer {
 public:
  Printer(const Program& program) : program_(program), names_(value_names(program)) {}

  std::string module(const PrintOptions& options) {
    function_of_ = options.function_of;
    out_ = options.module_name && !program_.name.empty()
               ? fmt::format("module @{} {{\n", symbol(program_.name))
               : "module {\n";
    std::vector<std::string> arguments, results;
    for (ValueId v : program_.body.arguments)
      arguments.push_back(fmt::format("{}: {}", name(v), type(v)));
    for (const PrintedAlias& alias : options.aliases) {
      arguments[alias.argument] += fmt::format(" {{tf.aliasing_output = {} : i32}}", alias.result);
    }
    for (ValueId v : program_.body.results) results.push_back(type(v));
    out_ += fmt::format("  func.func public @main({}) -> ({}) {{\n", fmt::join(arguments, ", "),
                        fmt::join(results, ", "));
    block(program_.body, 4, "return");
    out_ += "  }\n" + options.functions + "}\n";
    return std::move(out_);
  }

 private:
  const std::string& name(ValueId v) const { return names_[v.index]; }
  std::string type(ValueId v) const { return program_.type(v).to_string(); }

  std::string names(const std::vector<ValueId>& values) const {
    std::string text;
    for (ValueId v : values) text += (text.empty() ? "" : ", ") + name(v);
    return text;
  }
  std::string types(const std::vector<ValueId>& values) const {
    std::string text;
    for (ValueId v : values) text += (text.empty() ? "" : ", ") + type(v);
    return text;
  }
  std::string result_types(const Op& op) const {
    return op.results.size() == 1 ? type(op.results[0]) : fmt::format("({})", types(op.results));
  }
  std::string function_type(const Op& op) const {
    return fmt::format("({}) -> {}", types(op.operands), result_types(op));
  }

  // A module name that is not a plain identifier is quoted.
  static std::string symbol(const std::string& name) {
    bool plain = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
    for (char c : name)
      plain = plain && (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
                        c == '$' || c == '-');
    if (plain) return name;
    std::string quoted = "\"";
    for (char c : name) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\' || byte < 32 || byte > 126) {
        quoted += fmt::format("\\{:02X}", byte);
      } else {
        quoted += c;
      }
    }
    return quoted + "\"";
  }

  std::string assignment(const Op& op) const {
    if (op.results.empty()) return "";
    const std::string& first = name(op.results[0]);
    const size_t hash = first.find('#');
    if (hash != std::string::npos)
      return fmt::format("{}:{} = ", first.substr(0, hash), op.results.size());
    return names(op.results) + " = ";
  }

  void block(const Region& region, int indent, std::string_view terminator) {
    for (const Op& op : region.ops) {
      out_.append(indent, ' ');
      out_ += assignment(op);
      print_op(op, indent);
      out_ += '\n';
    }
    out_.append(indent, ' ');
    out_ += terminator;
    if (!region.results.empty())
      out_ += fmt::format(" {} : {}", names(region.results), types(region.results));
    out_ += '\n';
  }

  // ({ ^bb0(...): ... }, { ... })
  void regions(const Op& op, int indent) {
    out_ += " (";
    for (size_t i = 0; i < op.regions.size(); ++i) {
      out_ += i ? ", {\n" : "{\n";
      const Region& region = op.regions[i];
      if (!region.arguments.empty()) {
        out_.append(indent, ' ');
        out_ += "^bb0(";
        for (size_t a = 0; a < region.arguments.size(); ++a) {
          out_ += fmt::format("{}{}: {}", a ? ", " : "", name(region.arguments[a]),
                              type(region.arguments[a]));
        }
        out_ += "):\n";
      }
      block(region, indent + 2, "stablehlo.return");
      out_.append(indent, ' ');
      out_ += '}';
    }
    out_ += ')';
  }

  // "stablehlo.sort"(%0) <{...}> ({...}) : (...) -> ...
  void generic(const Op& op, int indent, const std::string& properties) {
    out_ += fmt::format("\"{}\"({})", motley::tensor::name(op.code), names(op.operands));
    if (!properties.empty()) out_ += fmt::format(" <{{{}}}>", properties);
    if (!op.regions.empty()) regions(op, indent);
    out_ += " : " + function_type(op);
  }

  // stablehlo.slice %0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  void pretty(const Op& op, const std::string& after_operands) {
    out_ += fmt::format("{} {}{} : {}", motley::tensor::name(op.code), names(op.operands),
                        after_operands, function_type(op));
  }

  // One type for all if they are equal, otherwise the function type.
  void elementwise(const Op& op) {
    out_ += fmt::format("{} {} : ", motley::tensor::name(op.code), names(op.operands));
    const bool chlo = motley::tensor::name(op.code).starts_with("chlo.");
    bool same = true;
    for (ValueId v : op.operands) same = same && program_.type(v) == program_.type(op.results[0]);
    if (chlo) {
      out_ += fmt::format("{} -> {}", types(op.operands), result_types(op));
    } else {
      out_ += same ? type(op.results[0]) : function_type(op);
    }
  }

  void print_while(const Op& op, int indent) {
    out_ += "stablehlo.while(";
    for (size_t i = 0; i < op.operands.size(); ++i) {
      out_ += fmt::format("{}{} = {}", i ? ", " : "", name(op.regions[0].arguments[i]),
                          name(op.operands[i]));
    }
    out_ += ")";
    if (!op.operands.empty()) out_ += " : " + types(op.operands);
    out_ += '\n';
    out_.append(indent, ' ');
    out_ += "cond {\n";
    block(op.regions[0], indent + 2, "stablehlo.return");
    out_.append(indent, ' ');
    out_ += "} do {\n";
    block(op.regions[1], indent + 2, "stablehlo.return");
    out_.append(indent, ' ');
    out_ += '}';
  }

  void print_reduce(const Op& op, int indent) {
    const size_t n = op.operands.size() / 2;
    out_ += "stablehlo.reduce";
    for (size_t i = 0; i < n; ++i) {
      out_ += fmt::format("{}({} init: {})", i ? ", " : "", name(op.operands[i]),
                          name(op.operands[n + i]));
    }
    const Region& body = op.regions[0];
    const bool is_short =
        n == 1 && recognized_reducer(body) && body.ops[0].operands[0] == body.arguments[0];
    if (is_short) out_ += fmt::format(" applies {}", motley::tensor::name(body.ops[0].code));
    out_ += fmt::format(" across dimensions = {} : {}", list(op.get<ReduceAttrs>().dims),
                        function_type(op));
    if (is_short) return;
    out_ += '\n';
    out_.append(indent + 1, ' ');
    out_ += "reducer";
    for (size_t i = 0; i < n; ++i) {
      const ValueId a = body.arguments[i], b = body.arguments[n + i];
      out_ += fmt::format("({}: {}, {}: {}) ", name(a), type(a), name(b), type(b));
    }
    out_ += " {\n";
    block(body, indent + 2, "stablehlo.return");
    out_.append(indent, ' ');
    out_ += '}';
  }

  void print_convolution(const Op& op) {
    const auto& c = op.get<ConvolutionAttrs>();
    auto dims = [](int64_t a, std::string_view a_name, int64_t b, std::string_view b_name,
                   const Dims& spatial) {
      std::vector<std::string> texts(spatial.size() + 2);
      texts[a] = a_name;
      texts[b] = b_name;
      for (size_t i = 0; i < spatial.size(); ++i) texts[spatial[i]] = std::to_string(i);
      return fmt::format("[{}]", fmt::join(texts, ", "));
    };
    std::vector<std::string> pads, reversals;
    for (size_t i = 0; i < c.pad_low.size(); ++i) {
      pads.push_back(fmt::format("[{}, {}]", c.pad_low[i], c.pad_high[i]));
      reversals.push_back(c.reversal[i] ? "true" : "false");
    }
    const std::string window =
        c.strides.empty()
            ? ""
            : fmt::format(
                  "stride = {}, pad = [{}], lhs_dilate = {}, rhs_dilate = {}, reverse = [{}]",
                  list(c.strides), fmt::join(pads, ", "), list(c.lhs_dilation),
                  list(c.rhs_dilation), fmt::join(reversals, ", "));
    std::string attributes =
        fmt::format("batch_group_count = {} : i64, feature_group_count = {} : i64",
                    c.batch_group_count, c.feature_group_count);
    attributes +=
        fmt::format(", precision_config = [#stablehlo<precision {}>, #stablehlo<precision {}>]",
                    text(c.precision[0]), text(c.precision[1]));
    out_ += fmt::format(
        "stablehlo.convolution({}) dim_numbers = {}x{}->{}, window = {{{}}} {{{}}} : {}",
        names(op.operands), dims(c.input_batch, "b", c.input_feature, "f", c.input_spatial),
        dims(c.kernel_input_feature, "i", c.kernel_output_feature, "o", c.kernel_spatial),
        dims(c.output_batch, "b", c.output_feature, "f", c.output_spatial), window, attributes,
        function_type(op));
  }

  void print_dot(const Op& op) {
    const auto& d = op.get<DotAttrs>();
    std::string after;
    if (!d.lhs_batch.empty())
      after += fmt::format(", batching_dims = {} x {}", list(d.lhs_batch), list(d.rhs_batch));
    after += fmt::format(", contracting_dims = {} x {}", list(d.lhs_contracting),
                         list(d.rhs_contracting));
    after += fmt::format(", precision = [{}, {}]", text(d.precision[0]), text(d.precision[1]));
    pretty(op, after);
  }

  void print_slice(const Op& op) {
    const auto& s = op.get<SliceAttrs>();
    std::vector<std::string> ranges;
    for (size_t d = 0; d < s.start.size(); ++d) {
      ranges.push_back(s.stride[d] == 1
                           ? fmt::format("{}:{}", s.start[d], s.limit[d])
                           : fmt::format("{}:{}:{}", s.start[d], s.limit[d], s.stride[d]));
    }
    pretty(op, fmt::format(" [{}]", fmt::join(ranges, ", ")));
  }

  // stablehlo.custom_call @motley.attention(%q, %k, %v) {..., backend_config = {...}} : ...
  void print_attention(const Op& op) {
    const auto& a = op.get<AttentionAttrs>();
    auto number = [](double x) {
      return float_text(ElementType::kF64, reinterpret_cast<const std::byte*>(&x), 0) + " : f64";
    };
    std::vector<std::string> config;
    if (a.bias) config.push_back(fmt::format("bias = \"{}\"", *a.bias));
    if (a.bias_gradient) config.push_back("bias_gradient = true");
    if (a.causal) config.push_back("causal = true");
    if (std::isfinite(a.fill)) config.push_back("fill = " + number(a.fill));
    config.push_back(fmt::format("key = \"{}\"", a.key));
    if (a.mask) config.push_back(fmt::format("mask = \"{}\"", *a.mask));
    config.push_back(fmt::format("output = \"{}\"", a.output));
    config.push_back(fmt::format("query = \"{}\"", a.query));
    if (a.query_offset != 0)
      config.push_back(fmt::format("query_offset = {} : i64", a.query_offset));
    config.push_back("scale = " + number(a.scale));
    config.push_back(fmt::format("value = \"{}\"", a.value));
    out_ += fmt::format(
        "stablehlo.custom_call @{}({}) {{api_version = 4 : i32, backend_config = {{{}}}}} : {}",
        motley::tensor::name(op.code), names(op.operands), fmt::join(config, ", "),
        function_type(op));
  }

  std::string gather_properties(const Op& op) const {
    const auto& g = op.get<GatherAttrs>();
    std::string numbers;
    append_dims(numbers, "offset_dims", g.offset_dims);
    append_dims(numbers, "collapsed_slice_dims", g.collapsed_slice_dims);
    append_dims(numbers, "operand_batching_dims", g.operand_batching_dims);
    append_dims(numbers, "start_indices_batching_dims", g.start_indices_batching_dims);
    append_dims(numbers, "start_index_map", g.start_index_map);
    return fmt::format(
        "dimension_numbers = #stablehlo.gather<{}index_vector_dim = {}>, indices_are_sorted = {}, "
        "slice_sizes = {}",
        numbers, g.index_vector_dim, g.indices_are_sorted, array(g.slice_sizes));
  }

  std::string scatter_properties(const Op& op) const {
    const auto& s = op.get<ScatterAttrs>();
    std::string numbers;
    append_dims(numbers, "update_window_dims", s.update_window_dims);
    append_dims(numbers, "inserted_window_dims", s.inserted_window_dims);
    append_dims(numbers, "input_batching_dims", s.input_batching_dims);
    append_dims(numbers, "scatter_indices_batching_dims", s.scatter_indices_batching_dims);
    append_dims(numbers, "scatter_dims_to_operand_dims", s.scatter_dims_to_operand_dims);
    return fmt::format(
        "indices_are_sorted = {}, scatter_dimension_numbers = "
        "#stablehlo.scatter<{}index_vector_dim = {}>, unique_indices = {}",
        s.indices_are_sorted, numbers, s.index_vector_dim, s.unique_indices);
  }

  void print_op(const Op& op, int indent) {
    using enum OpCode;
    if (const std::string function = function_of_ ? function_of_(op) : ""; !function.empty()) {
      out_ += fmt::format("call @{}({}) : {}", function, names(op.operands), function_type(op));
      return;
    }
    switch (op.code) {
      case kConstant:
        out_ += "stablehlo.constant " + dense(op.get<ConstantAttrs>());
        return;
      case kIota:
        out_ += fmt::format("stablehlo.iota dim = {} : {}", op.get<IotaAttrs>().dim,
                            type(op.results[0]));
        return;
      case kConvert:
      case kReshape:
        pretty(op, "");
        return;
      case kDynamicUpdateSlice:
        pretty(op, "");
        return;
      case kReducePrecision: {
        const auto& attrs = op.get<ReducePrecisionAttrs>();
        out_ +=
            fmt::format("stablehlo.reduce_precision {}, format = e{}m{} : {}", name(op.operands[0]),
                        attrs.exponent_bits, attrs.mantissa_bits, type(op.results[0]));
        return;
      }
      case kCompare: {
        const auto& attrs = op.get<CompareAttrs>();
        out_ += fmt::format("stablehlo.compare {}, {}, {} : {}", text(attrs.direction),
                            names(op.operands), text(attrs.kind), function_type(op));
        return;
      }
      case kSelect:
        out_ += fmt::format("stablehlo.select {} : {}, {}", names(op.operands),
                            type(op.operands[0]), type(op.operands[1]));
        return;
      case kBroadcastInDim:
        pretty(op, fmt::format(", dims = {}", list(op.get<BroadcastAttrs>().dims)));
        return;
      case kTranspose:
        pretty(op, fmt::format(", dims = {}", list(op.get<TransposeAttrs>().permutation)));
        return;
      case kReverse:
        out_ += fmt::format("stablehlo.reverse {}, dims = {} : {}", name(op.operands[0]),
                            list(op.get<ReverseAttrs>().dims), type(op.results[0]));
        return;
      case kConcatenate:
        pretty(op, fmt::format(", dim = {}", op.get<ConcatenateAttrs>().dim));
        return;
      case kPad: {
        const auto& p = op.get<PadAttrs>();
        pretty(op, fmt::format(", low = {}, high = {}, interior = {}", list(p.low), list(p.high),
                               list(p.interior)));
        return;
      }
      case kSlice:
        print_slice(op);
        return;
      case kDynamicSlice:
        pretty(op, fmt::format(", sizes = {}", list(op.get<DynamicSliceAttrs>().sizes)));
        return;
      case kGather:
        generic(op, indent, gather_properties(op));
        return;
      case kScatter:
        generic(op, indent, scatter_properties(op));
        return;
      case kDotGeneral:
        print_dot(op);
        return;
      case kConvolution:
        print_convolution(op);
        return;
      case kCholesky:
        generic(op, indent, fmt::format("lower = {}", op.get<CholeskyAttrs>().lower));
        return;
      case kTriangularSolve: {
        const auto& t = op.get<TriangularSolveAttrs>();
        generic(op, indent,
                fmt::format("left_side = {}, lower = {}, transpose_a = #stablehlo<transpose {}>, "
                            "unit_diagonal = {}",
                            t.left_side, t.lower, t.transpose_a ? "TRANSPOSE" : "NO_TRANSPOSE",
                            t.unit_diagonal));
        return;
      }
      case kReduce:
        print_reduce(op, indent);
        return;
      case kReduceWindow: {
        const auto& w = op.get<ReduceWindowAttrs>();
        generic(op, indent,
                fmt::format("base_dilations = {}, padding = {}, window_dilations = {}, "
                            "window_dimensions = {}, window_strides = {}",
                            array(w.base_dilations), padding(w.pad_low, w.pad_high),
                            array(w.window_dilations), array(w.window), array(w.strides)));
        return;
      }
      case kSelectAndScatter: {
        const auto& w = op.get<SelectAndScatterAttrs>();
        generic(op, indent,
                fmt::format("padding = {}, window_dimensions = {}, window_strides = {}",
                            padding(w.pad_low, w.pad_high), array(w.window), array(w.strides)));
        return;
      }
      case kSort: {
        const auto& s = op.get<SortAttrs>();
        generic(op, indent,
                fmt::format("dimension = {} : i64, is_stable = {}", s.dim, s.is_stable));
        return;
      }
      case kTopK:
        out_ += fmt::format("chlo.top_k({}, k = {}) : {} -> {}", name(op.operands[0]),
                            op.get<TopKAttrs>().k, type(op.operands[0]), result_types(op));
        return;
      case kCase:
      case kIf:
        generic(op, indent, "");
        return;
      case kFusion: {
        const auto& f = op.get<FusionAttrs>();
        generic(op, indent,
                fmt::format("columns = {} : i64, domain = {}", f.num_columns, array(f.domain)));
        return;
      }
      case kWhile:
        print_while(op, indent);
        return;
      case kOptimizationBarrier:
        out_ += fmt::format("stablehlo.optimization_barrier {}{}{}", names(op.operands),
                            op.operands.empty() ? "()" : " : ", types(op.operands));
        return;
      case kCustomCall:
        out_ += fmt::format("stablehlo.custom_call @{}({}) {{has_side_effect = true}} : {}",
                            symbol(op.get<CustomCallAttrs>().target), names(op.operands),
                            function_type(op));
        return;
      case kBitcastConvert:
        pretty(op, op.get<ConvertAttrs>().float_bits
                       ? fmt::format(" {{motley.float_bits = {}}}",
                                     motley::tensor::name(*op.get<ConvertAttrs>().float_bits))
                       : "");
        return;
      case kCustomRule:
        out_ += fmt::format(
            "stablehlo.custom_call @{}({}) {{api_version = 4 : i32, backend_config = {{function = "
            "\"{}\"}}}} : {}",
            motley::tensor::name(op.code), names(op.operands), op.get<CustomRuleAttrs>().function,
            function_type(op));
        return;
      case kStopGradient:
      case kWithGradient:
        out_ += fmt::format("stablehlo.custom_call @{}({}) {{api_version = 4 : i32}} : {}",
                            motley::tensor::name(op.code), names(op.operands), function_type(op));
        return;
      case kAttention:
      case kAttentionGradient:
        print_attention(op);
        return;
      case kRngBitGenerator:
        pretty(op, fmt::format(", algorithm = {}", text(op.get<RngAttrs>().algorithm)));
        return;
      default:
        elementwise(op);
        return;
    }
  }

  const Program& program_;
  std::vector<std::string> names_;
  std::function<std::string(const Op&)> function_of_;
  std::string out_;
};

}  // namespace

std::vector<std::string> value_names(const Program& program) { return Naming(program).take(); }

std::string print(const Program& program, const PrintOptions& options) {
  return Printer(program).module(options);
}

}  // namespace motley::tensor
