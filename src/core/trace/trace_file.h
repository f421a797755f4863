// Where a Trace may be written.
#pragma once

#include <string>

namespace motley::core {

// Throws a UserError if it cannot be written there: check before starting work that will be traced.
// Unlike files that are replaced as a whole it may be a pipe, which is read meanwhile.
void check_trace_file(const std::string& path);

}  // namespace motley::core
