#include "tensor/profile/profile_file.h"

#include "core/io/files.h"
#include "tensor/profile/draft.h"

namespace motley::tensor {

Profile read_profile(const std::string& file, int64_t graph_batch) {
  return parse_profile(core::read_text_file(file), file, graph_batch);
}

Profile parse_profile(const std::string& text, const std::string& file, int64_t graph_batch) {
  std::string_view rest = text;
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  if (rest.empty()) throw core::UserError({file}, "is empty; a profile needs at least one layer");
  if (rest.starts_with('{')) return parse_json_profile(text, file);
  if (rest.starts_with("motley-profile")) return parse_text_profile(text, file);
  if (rest.substr(0, rest.find('\n')).find(" -- ") != rest.npos) {
    return parse_graph_profile(text, file, graph_batch);
  }
  throw core::UserError(
      {file, 1, 1},
      "is not a profile: it begins neither with `motley-profile 1` nor with `{` nor "
      "with a node `ID -- DESCRIPTION -- forward_compute_time=...`");
}

}  // namespace motley::tensor
