// The syntax tree of a module: functions, their ops, regions and attributes, with all value names
// resolved. Generic and pretty forms give the same tree.
//
// Values of a function are numbered: first its arguments, then results and region arguments in
// order of definition. Their types are those written in the text, and every use has been checked
// against them; conversion.h checks them against the inferred types.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tensor/import/stablehlo/attribute.h"
#include "tensor/import/stablehlo/types.h"

namespace motley::tensor::reader {

struct OpForm;  // op_forms.h
struct SyntaxOp;

using LocalValue = uint32_t;  // a value of a function, by number

struct SyntaxRegion {
  LocalValue first_argument = 0;
  uint32_t num_arguments = 0;
  std::vector<SyntaxOp> ops;
  std::vector<LocalValue> results;  // operands of its return
};

struct SyntaxOp {
  const OpForm* form = nullptr;
  Place at;                 // of its name
  size_t text_size = 0;     // without its regions: the cost of converting it once more
  bool has_results = true;  // false if the form does not declare them and nothing uses them
  LocalValue first_result = 0;
  uint32_t num_results = 0;
  std::vector<LocalValue> operands;
  std::vector<Attribute> attributes;  // names as in the generic form
  std::vector<SyntaxRegion> regions;
};

struct SyntaxFunction {
  std::string name;  // without the @
  Place at;
  bool is_public = true;
  bool has_body = false;
  std::vector<TypeId> arguments;
  std::vector<TypeId> results;
  SyntaxRegion body;
  std::vector<TypeId> value_types;  // of every LocalValue
};

struct SyntaxModule {
  std::string name;
  std::vector<SyntaxFunction> functions;
  std::unordered_map<std::string, size_t> by_name;  // into functions
  TypeTable types;
};

}  // namespace motley::tensor::reader
