// The command line of this process, for pages that say where they come from.
#pragma once

#include "tensor/report/plan_page.h"

namespace motley::apps {

// Called once, by main.
void set_command_line(int argc, char** argv);

// The command line, quoted as a shell reads it, and the version of the program.
tensor::PageOrigin page_origin();

}  // namespace motley::apps
