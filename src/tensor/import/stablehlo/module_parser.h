// Text -> syntax tree: the module and its functions.
#pragma once

#include "tensor/import/stablehlo/syntax.h"

namespace motley::tensor::reader {

SyntaxModule parse_module(const Source& source);

}  // namespace motley::tensor::reader
