#include "tensor/import/stablehlo/module_parser.h"

#include <utility>

#include "tensor/import/stablehlo/op_parser.h"

namespace motley::tensor::reader {

namespace {

class ModuleParser {
 public:
  explicit ModuleParser(const Source& source) : lexer_(source) {}

  SyntaxModule parse() {
    bool has_module = false;
    while (lexer_.token().kind != TokenKind::kEnd) {
      const bool starts_module = lexer_.token().is_word("module") ||
                                 lexer_.token().is_word("builtin.module") ||
                                 is_op("\"builtin.module\"");
      if (starts_module) {
        if (has_module) lexer_.fail(lexer_.at(), "unsupported file of more than one module");
        has_module = true;
        parse_module();
      } else {
        parse_item();
      }
    }
    return std::move(module_);
  }

 private:
  bool is_op(std::string_view quoted_name) const {
    return lexer_.token().kind == TokenKind::kString && lexer_.token().text == quoted_name;
  }

  // module @name attributes {...} { items } loc(...)
  // "builtin.module"() <{sym_name = "name"}> ({ items }) {...} : () -> ()
  void parse_module() {
    const bool generic = lexer_.take().kind == TokenKind::kString;
    std::vector<Attribute> attributes;
    if (generic) {
      lexer_.expect('(', "after the module");
      lexer_.expect(')', "after the module");
      read_properties(attributes);
      lexer_.expect('(', "before the region");
    } else {
      if (lexer_.token().kind == TokenKind::kSymbol)
        module_.name = string_value(lexer_.take().text);
      if (lexer_.accept_word("attributes")) read_dictionary(lexer_, attributes);
    }
    lexer_.expect('{', "before the functions");
    if (generic && lexer_.token().kind == TokenKind::kLabel) {  // ^bb0:
      lexer_.take();
      lexer_.expect(':', "after the label");
    }
    while (!lexer_.token().is('}')) {
      if (lexer_.token().kind == TokenKind::kEnd) lexer_.fail_expected("`}` after the functions");
      parse_item();
    }
    lexer_.take();
    if (generic) finish_generic(attributes);
    skip_location(lexer_);
    for (const Attribute& attribute : attributes) {
      if (attribute.name == "sym_name") module_.name = string_value(attribute.text);
    }
  }

  void read_properties(std::vector<Attribute>& attributes) {
    if (!lexer_.accept('<')) return;
    read_dictionary(lexer_, attributes);
    lexer_.expect('>', "after the properties");
  }

  // ) {...} : () -> ()
  void finish_generic(std::vector<Attribute>& attributes) {
    lexer_.expect(')', "after the region");
    if (lexer_.token().is('{')) read_dictionary(lexer_, attributes);
    lexer_.expect(':', "before the types");
    skip_type(lexer_);
  }

  // A function, or another item at module level.
  void parse_item() {
    const Token token = lexer_.token();
    if (token.is_word("func.func") || token.is_word("func")) return parse_function();
    if (is_op("\"func.func\"")) return parse_generic_function();
    if (token.kind == TokenKind::kHash || token.kind == TokenKind::kType) return skip_alias();
    if (token.text.starts_with("sdy.") || token.text.starts_with("\"sdy.")) return skip_line();
    if (token.is('{')) return skip_resources();
    if (token.is_word("module") || token.is_word("builtin.module") || is_op("\"builtin.module\"")) {
      lexer_.fail(token.at, "unsupported module inside of a module");
    }
    lexer_.fail_expected("`module` or `func.func`");
  }

  // #loc3 = loc("f"(#loc1)), #map = affine_map<...>, !t = tensor<...>
  void skip_alias() {
    const Token name = lexer_.take();
    lexer_.expect('=', "after the alias");
    if (name.text.starts_with("#loc") && !lexer_.token().is_word("loc")) {
      lexer_.fail(name.at, "unsupported form of locations: print without pretty_debug_info");
    }
    if (name.kind == TokenKind::kType) {
      skip_type(lexer_);
    } else {
      read_attribute(lexer_);
    }
  }

  // sdy.mesh @mesh = <["x"=2]>: describes sharding, not computation.
  void skip_line() {
    int line = lexer_.at().line;
    while (lexer_.token().kind != TokenKind::kEnd && lexer_.at().line == line) {
      const Token& token = lexer_.token();
      if (token.is('}')) return;
      if (!token.is('(') && !token.is('[') && !token.is('{') && !token.is('<')) {
        lexer_.take();
        continue;
      }
      const std::string_view inner = lexer_.skip_brackets();
      for (char c : inner) line += c == '\n' ? 1 : 0;
    }
  }

  // {-# dialect_resources: ... #-} at the end of a file.
  void skip_resources() {
    const std::string_view text = lexer_.source().text;
    const size_t begin = lexer_.at().offset;
    const size_t end = text.find("#-}", begin);
    if (!text.substr(begin).starts_with("{-#") || end == text.npos) {
      lexer_.fail_expected("`module` or `func.func`");
    }
    lexer_.restart_at(end + 3);
  }

  // func.func public @f(%arg0: T {...} loc(...), ...) -> (T {...}, ...) attributes {...} { body }
  void parse_function() {
    lexer_.take();
    SyntaxFunction function;
    if (lexer_.accept_word("private") || lexer_.accept_word("nested")) {
      function.is_public = false;
    } else {
      lexer_.accept_word("public");
    }
    function.at = lexer_.at();
    function.name =
        string_value(lexer_.expect(TokenKind::kSymbol, "the name of the function").text);
    OpParser ops(lexer_, module_.types, function);
    const OpParser::Scope scope = ops.open_scope();
    parse_arguments(function, ops);
    if (lexer_.accept_arrow()) parse_result_types(function);
    std::vector<Attribute> attributes;
    if (lexer_.accept_word("attributes")) read_dictionary(lexer_, attributes);
    if (lexer_.token().is('{')) {
      const Place at = lexer_.at();
      function.has_body = true;
      function.body = ops.parse_region(scope);
      check_results(function, at);
    }
    skip_location(lexer_);
    add(std::move(function));
  }

  void parse_arguments(SyntaxFunction& function, OpParser& ops) {
    std::vector<Attribute> ignored;
    lexer_.expect('(', "before the arguments");
    while (!lexer_.token().is(')')) {
      if (lexer_.token().kind == TokenKind::kValue) {
        const Token name = lexer_.take();
        lexer_.expect(':', "after the argument");
        function.arguments.push_back(module_.types.read(lexer_));
        ops.define(name, function.arguments.back());
      } else {  // a declaration
        function.arguments.push_back(module_.types.read(lexer_));
      }
      ignored.clear();
      if (lexer_.token().is('{')) read_dictionary(lexer_, ignored);
      skip_location(lexer_);
      if (!lexer_.token().is(')')) lexer_.expect(',', "or `)` after the argument");
    }
    lexer_.take();
  }

  void parse_result_types(SyntaxFunction& function) {
    if (!lexer_.accept('(')) {
      function.results = {module_.types.read(lexer_)};
      return;
    }
    std::vector<Attribute> ignored;
    while (!lexer_.token().is(')')) {
      function.results.push_back(module_.types.read(lexer_));
      ignored.clear();
      if (lexer_.token().is('{')) read_dictionary(lexer_, ignored);
      if (!lexer_.token().is(')')) lexer_.expect(',', "or `)` after the result type");
    }
    lexer_.take();
  }

  // Checks the values the body returns against the function's declared results.
  void check_results(const SyntaxFunction& function, const Place& at) const {
    const std::vector<LocalValue>& results = function.body.results;
    if (function.body.num_arguments != function.arguments.size()) {
      lexer_.fail(at, fmt::format("{} has a body, but not all of its arguments have names",
                                  in_backticks("@" + function.name)));
    }
    if (results.size() != function.results.size()) {
      lexer_.fail(at, fmt::format("{} returns {} value{}, but its type says {}",
                                  in_backticks("@" + function.name), results.size(),
                                  results.size() == 1 ? "" : "s", function.results.size()));
    }
    for (size_t i = 0; i < results.size(); ++i) {
      const TypeId type = function.value_types[results[i]];
      if (type == function.results[i]) continue;
      lexer_.fail(at,
                  fmt::format("{} returns {} as result {}, but its type says {}",
                              in_backticks("@" + function.name), module_.types[type].to_string(), i,
                              module_.types[function.results[i]].to_string()));
    }
  }

  // "func.func"() <{function_type = ..., sym_name = "f", ...}> ({ ^bb0(...): body }) : () -> ()
  void parse_generic_function() {
    SyntaxFunction function;
    function.at = lexer_.at();
    lexer_.take();
    lexer_.expect('(', "after the function");
    lexer_.expect(')', "after the function");
    std::vector<Attribute> attributes;
    read_properties(attributes);
    lexer_.expect('(', "before the region");
    const Place open = lexer_.at();
    lexer_.expect('{', "before the body");
    if (!lexer_.accept('}')) {  // else a declaration
      lexer_.restart(open);
      OpParser ops(lexer_, module_.types, function);
      function.has_body = true;
      function.body = ops.parse_region(ops.open_scope());
    }
    finish_generic(attributes);
    skip_location(lexer_);
    for (const Attribute& attribute : attributes) {
      if (attribute.name == "sym_name") function.name = string_value(attribute.text);
      if (attribute.name == "sym_visibility") function.is_public = attribute.text == "\"public\"";
    }
    if (function.name.empty()) lexer_.fail(function.at, "the function has no `sym_name`");
    const auto type = [&](LocalValue value) { return function.value_types[value]; };
    for (uint32_t i = 0; i < function.body.num_arguments; ++i) {
      function.arguments.push_back(type(function.body.first_argument + i));
    }
    for (LocalValue value : function.body.results) function.results.push_back(type(value));
    add(std::move(function));
  }

  void add(SyntaxFunction function) {
    const auto [at, is_new] = module_.by_name.emplace(function.name, module_.functions.size());
    if (!is_new) {
      lexer_.fail(function.at, fmt::format("the function {} is defined twice",
                                           in_backticks("@" + function.name)));
    }
    module_.functions.push_back(std::move(function));
  }

  Lexer lexer_;
  SyntaxModule module_;
};

}  // namespace

SyntaxModule parse_module(const Source& source) { return ModuleParser(source).parse(); }

}  // namespace motley::tensor::reader
