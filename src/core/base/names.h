// What the user may have meant.
#pragma once

#include <string>
#include <vector>

namespace motley::core {

// The one of `names` that is fewest letters away from `name` (changed, added, dropped or swapped
// with their neighbour); the first of several, "" of none. "kfbk" is nearest to "kfkb".
std::string nearest_name(const std::string& name, const std::vector<std::string>& names);

}  // namespace motley::core
