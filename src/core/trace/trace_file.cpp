#include "core/trace/trace_file.h"

#include <sys/stat.h>

#include "core/io/files.h"

namespace motley::core {

void check_trace_file(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode)) return;
  check_writable(path);
}

}  // namespace motley::core
