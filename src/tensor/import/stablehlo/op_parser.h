// Text -> syntax tree, for the ops of one function: value names, generic and pretty forms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tensor/import/stablehlo/attribute.h"
#include "tensor/import/stablehlo/lexer.h"
#include "tensor/import/stablehlo/op_forms.h"
#include "tensor/import/stablehlo/syntax.h"
#include "tensor/import/stablehlo/types.h"

namespace motley::tensor::reader {

class OpParser {
 public:
  OpParser(Lexer& lexer, TypeTable& types, SyntaxFunction& function)
      : lexer_(lexer), types_(types), function_(function) {}

  // A scope ends with the region that is parsed in it. Values defined in it before that are the
  // region's arguments.
  struct Scope {
    size_t num_names = 0;  // of the enclosing scopes
    LocalValue first = 0;
  };
  Scope open_scope() const;
  void define(const Token& name, TypeId type);
  // { ops... return } at the current token, optionally with its arguments in a label ^bb0(...).
  SyntaxRegion parse_region(const Scope& scope);

 private:
  struct Binding {
    LocalValue first = 0;
    int64_t count = 1;
    int line = 0;
  };
  struct ResultName {
    Token name;
    int64_t count = 1;
  };
  // An op being parsed.
  struct Draft {
    SyntaxOp op;
    std::vector<ResultName> names;
    std::vector<Token> operands;  // names of op.operands, for messages
    std::vector<WrittenType> results;
    size_t regions_text = 0;

    const OpForm& form() const { return *op.form; }
  };

  // Values
  LocalValue new_value(TypeId type);
  void bind(const Token& name, const Binding& binding);
  void parse_operand(Draft& draft);
  void parse_operand_list(Draft& draft);  // (%a, %b)
  std::vector<ResultName> parse_result_names();
  void bind_results(Draft& draft);

  // Ops
  void parse_block_arguments();
  bool parse_return(const Token& name, SyntaxRegion& region);
  SyntaxOp parse_op(std::vector<ResultName> names, const Token& name);
  void parse_generic(Draft& draft);
  void parse_pretty(Draft& draft);
  void add_region(Draft& draft, const Scope& scope);
  const OpForm& form_of(const Token& name) const;

  // Types after the colon: (A, B) -> C, A, B -> C, or A for all.
  void parse_types(Draft& draft);
  void parse_function_type(Draft& draft);
  void set_operand_types(const Draft& draft, const std::vector<WrittenType>& types) const;
  void check_operand_type(const Draft& draft, size_t index, const WrittenType& written) const;

  // Pretty forms (pretty_forms.cpp)
  void parse_operands_and_settings(Draft& draft);
  void parse_setting(Draft& draft);
  void parse_parenthesized(Draft& draft);
  void parse_compare(Draft& draft);
  void parse_constant(Draft& draft);
  void parse_slice(Draft& draft);
  void parse_reduce(Draft& draft);
  void parse_reducer(Draft& draft);
  void add_short_reducer(Draft& draft, const Token& inner);
  void parse_while(Draft& draft);
  void parse_call(Draft& draft);
  void parse_composite(Draft& draft);
  void parse_operand_and_value(Draft& draft);
  WrittenType parse_dense(Draft& draft);
  void parse_dot_dims(Draft& draft, bool batching);
  void parse_precision_format(Draft& draft, const Token& setting);
  void parse_window(Draft& draft);
  void parse_attributes(Draft& draft);  // {...}, if present
  void add_attribute(Draft& draft, std::string_view name, Attribute value);

  Lexer& lexer_;
  TypeTable& types_;
  SyntaxFunction& function_;
  std::unordered_map<std::string_view, Binding> bindings_;
  std::vector<std::string_view> names_;  // bound names in order, unbound at the end of a scope
  int depth_ = 0;
};

}  // namespace motley::tensor::reader
