#include "tensor/import/stablehlo_text.h"

#include "core/io/files.h"
#include "tensor/import/stablehlo/conversion.h"
#include "tensor/import/stablehlo/module_parser.h"

namespace motley::tensor {

Program read_stablehlo(std::string_view text, const std::string& file_name) {
  const core::SourcePosition file{file_name};
  if (text.starts_with("ML\xefR")) {
    throw core::UserError(file,
                          "the file is MLIR bytecode; print it as text, in JAX with "
                          "jax.jit(f).lower(...).as_text()");
  }
  if (text.find_first_not_of(" \t\r\n") == text.npos)
    throw core::UserError(file, "the file is empty");

  const reader::Source source{text, file_name};
  reader::SyntaxModule module = reader::parse_module(source);
  return reader::Conversion(source, module).run();
}

Program read_stablehlo_file(const std::string& path) {
  return read_stablehlo(core::read_text_file(path), path);
}

}  // namespace motley::tensor
