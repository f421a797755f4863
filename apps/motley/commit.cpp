#include "apps/motley/commit.h"

#include <commit.h>  // written by cmake/commit.cmake

namespace motley::apps {

std::string commit() { return MOTLEY_COMMIT; }

}  // namespace motley::apps
