// The page of a simulation, from its output folder: `motley nbody report`.
#pragma once

#include <string>

namespace motley::nbody {

// One HTML file with everything in it, pictures included. Throws a UserError if the folder holds no
// record of a run.
std::string box_page(const std::string& output_folder, const std::string& command);

}  // namespace motley::nbody
