// The commit that the program was built from, with `-dirty` where files had been changed.
#pragma once

#include <string>

namespace motley::apps {

std::string commit();

}  // namespace motley::apps
