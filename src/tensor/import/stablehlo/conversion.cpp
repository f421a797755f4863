#include "tensor/import/stablehlo/conversion.h"

#include <algorithm>
#include <utility>

#include "tensor/import/stablehlo/op_forms.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor::reader {

namespace {

// Limit on the ops added by inlining the same functions repeatedly. The largest known model has
// some ten thousand ops; a million take about 600 MB.
constexpr size_t kMaxRepeatedOps = 1'000'000;
constexpr size_t kMaxRepeatedText = size_t{256} << 20;

}  // namespace

Program Conversion::run() && {
  const SyntaxFunction& main = entry();
  was_inlined_.resize(module_.functions.size());
  std::vector<ValueId> arguments;
  for (TypeId type : main.arguments) arguments.push_back(builder_.argument(module_.types[type]));
  std::vector<ValueId> results = inline_function(main, arguments, main.at);
  return std::move(builder_).finish(std::move(results));
}

// @main, or the only function, or the only public one.
const SyntaxFunction& Conversion::entry() const {
  const std::vector<SyntaxFunction>& functions = module_.functions;
  if (auto found = module_.by_name.find("main"); found != module_.by_name.end()) {
    return functions[found->second];
  }
  const auto is_public = [](const SyntaxFunction& f) { return f.is_public; };
  if (functions.size() == 1) return functions[0];
  if (std::count_if(functions.begin(), functions.end(), is_public) == 1) {
    return *std::find_if(functions.begin(), functions.end(), is_public);
  }
  if (functions.empty()) source_.fail({}, "the file holds no function");
  source_.fail(
      {}, fmt::format("no function is named @main, and there are {} candidates", functions.size()));
}

void Conversion::enter(const Place& at) {
  if (++depth_ > kMaxDepth) {
    source_.fail(at, fmt::format("calls and regions are nested more than {} deep", kMaxDepth));
  }
}

void Conversion::check_no_recursion(const SyntaxFunction& function, const Place& at) const {
  const auto first = std::find(active_.begin(), active_.end(), &function);
  if (first == active_.end()) return;
  std::string path;
  for (auto f = first; f != active_.end(); ++f)
    path += fmt::format("@{} -> ", printable((*f)->name));
  source_.fail(at, fmt::format("`@{0}` calls itself: {1}@{0}", printable(function.name), path));
}

std::vector<ValueId> Conversion::inline_function(const SyntaxFunction& function,
                                                 const std::vector<ValueId>& arguments,
                                                 const Place& at) {
  check_no_recursion(function, at);
  if (!function.has_body)
    source_.fail(at, fmt::format("`@{}` has no body", printable(function.name)));
  enter(at);
  active_.push_back(&function);
  const auto index = static_cast<size_t>(&function - module_.functions.data());
  Frame frame{function, std::vector<ValueId>(function.value_types.size()), was_inlined_[index]};
  was_inlined_[index] = true;
  std::copy(arguments.begin(), arguments.end(),
            frame.values.begin() + function.body.first_argument);
  convert_ops(frame, function.body.ops);
  std::vector<ValueId> results;
  for (LocalValue value : function.body.results) results.push_back(frame.values[value]);
  active_.pop_back();
  --depth_;
  return results;
}

void Conversion::convert_ops(Frame& frame, const std::vector<SyntaxOp>& ops) {
  for (const SyntaxOp& op : ops) convert_op(frame, op);
}

void Conversion::convert_op(Frame& frame, const SyntaxOp& op) {
  if (frame.is_repeat) charge_repeated_inlining(op);
  const OpReader reader(source_, module_.types, frame.function, op);
  std::vector<ValueId> operands;
  operands.reserve(op.operands.size());
  for (LocalValue value : op.operands) operands.push_back(frame.values[value]);

  std::vector<ValueId> results;
  if (op.form->convert != nullptr) {
    OpConversion conversion(*this, frame, reader, operands);
    results = op.form->convert(conversion);
  } else {
    results = convert_plain_op(frame, reader, std::move(operands));
  }
  if (!op.has_results) return;
  check_results(reader, results);
  std::copy(results.begin(), results.end(), frame.values.begin() + op.first_result);
}

std::vector<ValueId> Conversion::convert_plain_op(Frame& frame, const OpReader& reader,
                                                  std::vector<ValueId> operands) {
  const SyntaxOp& op = reader.op();
  const OpForm& form = *op.form;
  const OpRow& wanted = row(form.code);
  const auto check_count = [&](size_t given, int expected, std::string_view what) {
    if (expected < 0 || given == static_cast<size_t>(expected)) return;
    reader.fail(fmt::format("{} takes {} {}{}, but has {}", form.name, expected, what,
                            expected == 1 ? "" : "s", given));
  };
  check_count(operands.size(), wanted.num_operands, "operand");
  check_count(op.regions.size(), wanted.num_regions, "region");
  Attrs attrs = form.attributes == nullptr ? Attrs{} : form.attributes(reader);
  std::vector<Region> regions;
  regions.reserve(op.regions.size());
  for (const SyntaxRegion& region : op.regions) regions.push_back(convert_region(frame, region));
  return builder_.add(form.code, std::move(operands), std::move(attrs), std::move(regions),
                      {op.at.line, op.at.column});
}

Region Conversion::convert_region(Frame& frame, const SyntaxRegion& region) {
  enter(region.ops.empty() ? frame.function.at : region.ops[0].at);
  std::vector<TensorType> types;
  for (uint32_t i = 0; i < region.num_arguments; ++i) {
    types.push_back(module_.types[frame.function.value_types[region.first_argument + i]]);
  }
  const std::vector<ValueId> arguments = builder_.begin_region(types);
  std::copy(arguments.begin(), arguments.end(), frame.values.begin() + region.first_argument);
  convert_ops(frame, region.ops);
  std::vector<ValueId> results;
  for (LocalValue value : region.results) results.push_back(frame.values[value]);
  --depth_;
  return builder_.end_region(std::move(results));
}

void Conversion::check_results(const OpReader& reader, const std::vector<ValueId>& results) const {
  if (results.size() != reader.num_results()) {
    reader.fail(fmt::format(
        "{} gives {} result{}, but {} declared", reader.name(), results.size(),
        results.size() == 1 ? "" : "s",
        reader.num_results() == 1 ? "1 is" : fmt::format("{} are", reader.num_results())));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const TensorType& type = builder_.type(results[i]);
    if (type == reader.result(i)) continue;
    reader.fail(fmt::format("{} gives {}, but {} is declared", reader.name(), type.to_string(),
                            reader.result(i).to_string()));
  }
}

void Conversion::charge_repeated_inlining(const SyntaxOp& op) {
  ++num_repeated_ops_;
  repeated_text_ += op.text_size;
  if (num_repeated_ops_ > kMaxRepeatedOps || repeated_text_ > kMaxRepeatedText) {
    source_.fail(op.at, fmt::format("the program is too large: inlining its calls repeats more "
                                    "than {} ops or {} MiB of text",
                                    kMaxRepeatedOps, kMaxRepeatedText >> 20));
  }
}

void OpConversion::expect_operands(size_t count) const {
  if (operands_.size() == count) return;
  reader_.fail(fmt::format("{} takes {} operand{}, but has {}", reader_.name(), count,
                           count == 1 ? "" : "s", operands_.size()));
}

std::vector<ValueId> OpConversion::add(OpCode code, std::vector<ValueId> operands, Attrs attrs) {
  const Place& at = reader_.op().at;
  return all_.builder_.add(code, std::move(operands), std::move(attrs), {}, {at.line, at.column});
}

std::vector<ValueId> OpConversion::inline_function(const std::string& name, const Place& at) {
  const SyntaxModule& module = all_.module_;
  const auto found = module.by_name.find(name);
  if (found == module.by_name.end()) {
    reader_.fail(at, fmt::format("there is no function `@{}`", printable(name)));
  }
  const SyntaxFunction& function = module.functions[found->second];
  const SyntaxFunction& caller = frame_.function;
  const SyntaxOp& op = reader_.op();
  if (op.operands.size() != function.arguments.size()) {
    reader_.fail(at, fmt::format("`@{}` takes {} argument{}, but is given {}", printable(name),
                                 function.arguments.size(),
                                 function.arguments.size() == 1 ? "" : "s", op.operands.size()));
  }
  for (size_t i = 0; i < op.operands.size(); ++i) {
    const TypeId given = caller.value_types[op.operands[i]];
    if (given == function.arguments[i]) continue;
    reader_.fail(at, fmt::format("`@{}` takes {} as argument {}, but is given {}", printable(name),
                                 module.types[function.arguments[i]].to_string(), i,
                                 module.types[given].to_string()));
  }
  return all_.inline_function(function, operands_, at);
}

}  // namespace motley::tensor::reader
