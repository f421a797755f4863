// The command line of this process: to start it again, and for pages that say where they come from.
#pragma once

#include "tensor/report/plan_page.h"

namespace motley::apps {

// Called once, by main.
void set_command_line(int argc, char** argv);

// By commands that compute on threads, before they print or start anything:
// core::restart_with_short_waits.
void restart_with_short_waits();

// The command line, quoted as a shell reads it, and the version of the program.
tensor::PageOrigin page_origin();

}  // namespace motley::apps
