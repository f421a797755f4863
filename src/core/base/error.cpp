#include "core/base/error.h"

#include <string_view>

namespace motley::core {

std::string SourcePosition::to_string() const {
  if (line == 0) return file;
  return fmt::format("{}:{}:{}", file, line, column);
}

UserError::UserError(const SourcePosition& where, const std::string& message)
    : std::runtime_error(where.file.empty() ? message : where.to_string() + ": " + message) {}

void throw_internal_error(const char* file, int line, const char* condition,
                          const std::string& message) {
  // The path below src/ is enough to find the line, and does not reveal the build directory.
  std::string_view path = file;
  if (auto at = path.rfind("/src/"); at != path.npos) path.remove_prefix(at + 5);
  throw InternalError(fmt::format("{} (invariant `{}` at {}:{})", message, condition, path, line));
}

}  // namespace motley::core
