// One row per supported op: the layout of its pretty form, and its conversion to ops of a Program.
// A new op is added here (op_forms.cpp, and its attributes in op_attributes.cpp); an op of ops.def
// without attributes needs no entry.
//
// Most pretty forms have one layout, operands and then settings, and differ only in the names of
// the settings:
//
//   stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
//   "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 1>}> : (...) -> ...
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor::reader {

class OpConversion;  // conversion.h
class OpReader;      // op_reader.h
struct SyntaxOp;

enum class Layout : uint8_t {
  kOperands,         // %a, %b, name = value, name = value {attributes} : types
  kParenthesized,    // (%a, %b, name = value) name = value, ... {attributes} : types
  kCompare,          // LT, %a, %b, SIGNED : types
  kConstant,         // {attributes} dense<...> : type
  kSlice,            // %a [0:4, 2:10:2] : types
  kReduce,           // (%a init: %b) applies stablehlo.add across dimensions = [0] : types
  kWhile,            // (%i = %a, %j = %b) : types cond {...} do {...}
  kCall,             // @f(%a, %b) {attributes} : types
  kComposite,        // "name" %a, %b {attributes} : types
  kSharding,         // %a <@mesh, [...]> : type
  kOperandAndValue,  // %a, dense<...> : type
  kGenericOnly,
};

// `short_name = value` in the pretty form is the attribute `name` of the generic one. In kCall the
// first entry, which has no short name, says which attribute holds @f.
struct Setting {
  std::string_view short_name, name;
};

struct OpForm {
  std::string_view name;
  Layout layout = Layout::kOperands;
  std::array<Setting, 5> settings = {};
  OpCode code = OpCode::kConstant;
  // For an op that converts to one op: its attributes. nullptr: none.
  Attrs (*attributes)(const OpReader&) = nullptr;
  // For any other op: its results. nullptr: one op `code`.
  std::vector<ValueId> (*convert)(OpConversion&) = nullptr;
};

// nullptr if the op is not supported.
const OpForm* find_form(std::string_view name);

// Ops that exist in other dialects but not in a Program: "unsupported op", not "unknown op".
bool is_unsupported_op(std::string_view name);

}  // namespace motley::tensor::reader
