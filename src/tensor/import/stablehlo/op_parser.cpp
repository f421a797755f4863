#include "tensor/import/stablehlo/op_parser.h"

#include <algorithm>
#include <utility>

#include "core/base/integer.h"

namespace motley::tensor::reader {

// ---- Values --------------------------------------------------------------------------------

OpParser::Scope OpParser::open_scope() const {
  return {names_.size(), static_cast<LocalValue>(function_.value_types.size())};
}

LocalValue OpParser::new_value(TypeId type) {
  function_.value_types.push_back(type);
  return static_cast<LocalValue>(function_.value_types.size() - 1);
}

void OpParser::bind(const Token& name, const Binding& binding) {
  const auto [at, is_new] = bindings_.emplace(name.text, binding);
  if (!is_new) {
    lexer_.fail(name.at, fmt::format("{} is defined twice, first in line {}",
                                     in_backticks(name.text), at->second.line));
  }
  names_.push_back(name.text);
}

void OpParser::define(const Token& name, TypeId type) {
  if (name.result >= 0) lexer_.fail(name.at, "expected a name without `#`");
  bind(name, {new_value(type), 1, name.at.line});
}

void OpParser::parse_operand(Draft& draft) {
  const Token name = lexer_.expect(TokenKind::kValue, "an operand");
  const auto found = bindings_.find(name.text);
  if (found == bindings_.end()) {
    lexer_.fail(name.at, fmt::format("{} is used before it is defined", in_backticks(name.text)));
  }
  const Binding& binding = found->second;
  if (name.result < 0 && binding.count != 1) {
    lexer_.fail(name.at, fmt::format("{} has {} results: say which, as in `{}#0`",
                                     in_backticks(name.text), binding.count, printable(name.text)));
  }
  if (name.result >= binding.count) {
    lexer_.fail(name.at, fmt::format("`{}#{}` does not exist: {} has {} result{}",
                                     printable(name.text), name.result, in_backticks(name.text),
                                     binding.count, binding.count == 1 ? "" : "s"));
  }
  const int64_t result = std::max<int64_t>(name.result, 0);
  draft.op.operands.push_back(binding.first + static_cast<LocalValue>(result));
  draft.operands.push_back(name);
}

void OpParser::parse_operand_list(Draft& draft) {
  lexer_.expect('(', "before the operands");
  while (!lexer_.token().is(')')) {
    parse_operand(draft);
    if (!lexer_.token().is(')')) lexer_.expect(',', "or `)` after the operand");
  }
  lexer_.take();
}

std::vector<OpParser::ResultName> OpParser::parse_result_names() {
  std::vector<ResultName> names;
  if (lexer_.token().kind != TokenKind::kValue) return names;
  do {
    ResultName result{lexer_.expect(TokenKind::kValue, "a result name"), 1};
    if (result.name.result >= 0) lexer_.fail(result.name.at, "expected a result name without `#`");
    if (lexer_.accept(':')) {
      const Place at = lexer_.at();
      result.count = lexer_.expect_integer("the number of results");
      if (result.count < 1) lexer_.fail(at, "expected one result or more");
    }
    names.push_back(result);
  } while (lexer_.accept(','));
  lexer_.expect('=', "after the result names");
  return names;
}

void OpParser::bind_results(Draft& draft) {
  int64_t num_named = 0;
  for (const ResultName& result : draft.names) {
    num_named = core::checked_add(num_named, result.count).value_or(INT64_MAX);
  }
  const auto num_results = static_cast<int64_t>(draft.results.size());
  if (!draft.names.empty() && num_named != num_results) {
    lexer_.fail(draft.names[0].name.at,
                fmt::format("{} result{} named, but the types say {}", num_named,
                            num_named == 1 ? " is" : "s are", num_results));
  }
  SyntaxOp& op = draft.op;
  op.first_result = static_cast<LocalValue>(function_.value_types.size());
  op.num_results = static_cast<uint32_t>(num_results);
  for (const WrittenType& type : draft.results) new_value(type.id);
  LocalValue next = op.first_result;
  for (const ResultName& result : draft.names) {
    bind(result.name, {next, result.count, result.name.at.line});
    next += static_cast<LocalValue>(result.count);
  }
}

// ---- Regions and ops -----------------------------------------------------------------------

SyntaxRegion OpParser::parse_region(const Scope& scope) {
  if (++depth_ > kMaxDepth) {
    lexer_.fail(lexer_.at(), fmt::format("regions are nested more than {} deep", kMaxDepth));
  }
  SyntaxRegion region;
  lexer_.expect('{', "before the region");
  const bool has_arguments = function_.value_types.size() > scope.first;
  if (lexer_.token().kind == TokenKind::kLabel) {
    lexer_.take();
    if (lexer_.token().is('(')) {
      if (has_arguments) lexer_.fail(lexer_.at(), "the arguments of the region are given twice");
      parse_block_arguments();
    }
    lexer_.expect(':', "after the label");
  }
  region.first_argument = scope.first;
  region.num_arguments = static_cast<uint32_t>(function_.value_types.size() - scope.first);

  while (true) {
    const Place at = lexer_.at();
    if (lexer_.token().is('}')) lexer_.fail(at, "the region does not end in a return");
    if (lexer_.token().kind == TokenKind::kLabel) {
      lexer_.fail(at, "unsupported region of more than one block");
    }
    std::vector<ResultName> names = parse_result_names();
    const Token name = lexer_.take();
    if (name.kind != TokenKind::kWord && name.kind != TokenKind::kString) {
      lexer_.fail(name.at, fmt::format("expected an op, but found {}", in_backticks(name)));
    }
    if (names.empty() && parse_return(name, region)) break;
    region.ops.push_back(parse_op(std::move(names), name));
  }
  if (lexer_.token().kind == TokenKind::kLabel) {
    lexer_.fail(lexer_.at(), "unsupported region of more than one block");
  }
  lexer_.expect('}', "after the return");
  for (; names_.size() > scope.num_names; names_.pop_back()) bindings_.erase(names_.back());
  --depth_;
  return region;
}

void OpParser::parse_block_arguments() {
  lexer_.expect('(', "before the arguments");
  while (!lexer_.token().is(')')) {
    const Token name = lexer_.expect(TokenKind::kValue, "an argument");
    lexer_.expect(':', "after the argument");
    define(name, types_.read(lexer_));
    skip_location(lexer_);
    if (!lexer_.token().is(')')) lexer_.expect(',', "or `)` after the argument");
  }
  lexer_.take();
}

bool OpParser::parse_return(const Token& name, SyntaxRegion& region) {
  const bool generic = name.kind == TokenKind::kString;
  const std::string_view text = generic ? name.text.substr(1, name.text.size() - 2) : name.text;
  if (text != "return" && text != "func.return" && text != "stablehlo.return") return false;
  static const OpForm return_form{.name = "return"};
  Draft draft;
  draft.op.form = &return_form;
  draft.op.at = name.at;
  if (generic) {
    parse_generic(draft);
  } else {
    if (lexer_.token().kind == TokenKind::kValue) {
      do parse_operand(draft);
      while (lexer_.accept(','));
    }
    parse_attributes(draft);
    if (!draft.op.operands.empty()) {
      lexer_.expect(':', "after the returned values");
      set_operand_types(draft, types_.read_list(lexer_));
    }
  }
  skip_location(lexer_);
  region.results = std::move(draft.op.operands);
  return true;
}

const OpForm& OpParser::form_of(const Token& name) const {
  std::string_view text = name.text;
  if (name.kind == TokenKind::kString) text = text.substr(1, text.size() - 2);
  if (const OpForm* form = find_form(text)) return *form;
  if (is_unsupported_op(text))
    lexer_.fail(name.at, fmt::format("unsupported op {}", printable(text)));
  lexer_.fail(name.at, fmt::format("unknown op {}", in_backticks(text)));
}

SyntaxOp OpParser::parse_op(std::vector<ResultName> names, const Token& name) {
  Draft draft;
  draft.names = std::move(names);
  draft.op.form = &form_of(name);
  draft.op.at = name.at;
  if (name.kind == TokenKind::kString) {
    parse_generic(draft);
  } else {
    parse_pretty(draft);
  }
  draft.op.text_size = lexer_.at().offset - name.at.offset - draft.regions_text;
  skip_location(lexer_);
  bind_results(draft);
  return std::move(draft.op);
}

// "stablehlo.sort"(%a, %b) <{properties}> ({region}, {region}) {attributes} : (A, B) -> (C, D)
void OpParser::parse_generic(Draft& draft) {
  parse_operand_list(draft);
  if (lexer_.accept('<')) {
    read_dictionary(lexer_, draft.op.attributes);
    lexer_.expect('>', "after the properties");
  }
  if (lexer_.accept('(')) {
    do add_region(draft, open_scope());
    while (lexer_.accept(','));
    lexer_.expect(')', "after the regions");
  }
  parse_attributes(draft);
  lexer_.expect(':', "before the types");
  parse_function_type(draft);
}

void OpParser::add_region(Draft& draft, const Scope& scope) {
  const size_t begin = lexer_.at().offset;
  draft.op.regions.push_back(parse_region(scope));
  draft.regions_text += lexer_.at().offset - begin;
}

// ---- Types ---------------------------------------------------------------------------------

void OpParser::parse_types(Draft& draft) {
  lexer_.expect(':', "before the types");
  if (lexer_.token().is('(')) return parse_function_type(draft);
  std::vector<WrittenType> types = types_.read_list(lexer_);
  if (lexer_.accept_arrow()) {  // A, B -> C
    set_operand_types(draft, types);
    draft.results = types_.read_results(lexer_);
    return;
  }
  draft.op.has_results = !draft.names.empty();
  if (types.size() == 1) {  // A for all operands and the result
    for (size_t i = 0; i < draft.operands.size(); ++i) check_operand_type(draft, i, types[0]);
    draft.results = std::move(types);
  } else if (draft.form().code == OpCode::kSelect && types.size() == 2) {  // i1, A
    set_operand_types(draft, {types[0], types[1], types[1]});
    draft.results = {types[1]};
  } else {  // A, B for the operands and results
    set_operand_types(draft, types);
    draft.results = std::move(types);
  }
}

void OpParser::parse_function_type(Draft& draft) {
  if (!lexer_.token().is('(')) lexer_.fail_expected("a function type");
  set_operand_types(draft, types_.read_parenthesized(lexer_));
  if (!lexer_.accept_arrow()) lexer_.fail_expected("`->` after the operand types");
  draft.results = types_.read_results(lexer_);
}

void OpParser::set_operand_types(const Draft& draft, const std::vector<WrittenType>& types) const {
  if (types.size() != draft.operands.size()) {
    lexer_.fail(draft.op.at,
                fmt::format("{} has {} operand{}, but {} operand type{}", draft.form().name,
                            draft.operands.size(), draft.operands.size() == 1 ? "" : "s",
                            types.size(), types.size() == 1 ? "" : "s"));
  }
  for (size_t i = 0; i < types.size(); ++i) check_operand_type(draft, i, types[i]);
}

void OpParser::check_operand_type(const Draft& draft, size_t index,
                                  const WrittenType& written) const {
  const TypeId actual = function_.value_types[draft.op.operands[index]];
  if (actual == written.id) return;
  const Token& name = draft.operands[index];
  const std::string suffix = name.result < 0 ? "" : fmt::format("#{}", name.result);
  lexer_.fail(written.at,
              fmt::format("`{}{}` has type {}, but {} is written here", printable(name.text),
                          suffix, types_[actual].to_string(), types_[written.id].to_string()));
}

}  // namespace motley::tensor::reader
