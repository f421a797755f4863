#include "tensor/import/stablehlo_text.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

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
  const auto fail = [&] {
    throw core::UserError(core::SourcePosition{path},
                          fmt::format("cannot be read: {}", std::strerror(errno)));
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (file == nullptr) fail();
  std::string text;
  char block[1 << 16];
  size_t size;
  while ((size = std::fread(block, 1, sizeof block, file.get())) > 0) text.append(block, size);
  if (std::ferror(file.get()) != 0) fail();
  return read_stablehlo(text, path);
}

}  // namespace motley::tensor
