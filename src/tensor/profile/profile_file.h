// Profile files, in three formats (docs/formats.md): our own text, the same as JSON, and the
// graph.txt of PipeDream's profiler, which DAPPLE's published profiles also use.
//
//   motley-profile 1
//   name tiny
//   batch 32
//   layer 0 conv forward=0.0034 backward=0.0068 activation=384000000 parameters=6835
//   layer 1 "fully connected" forward=0.001 backward=0.002 activation=4096 parameters=4000000
//   end
//
//   const Profile profile = read_profile("vgg-19-pbs-32.txt", 32);   // any of the formats
//
// Errors are UserErrors of one sentence with file and line (JSON: with the layer).
#pragma once

#include <string>

#include "tensor/profile/profile.h"

namespace motley::tensor {

// Detects the format. A graph.txt does not contain its batch size, which is `graph_batch`, nor its
// name, which is that of the file, or of its folder if the file is graph.txt.
Profile read_profile(const std::string& file, int64_t graph_batch = 1);
Profile parse_profile(const std::string& text, const std::string& file, int64_t graph_batch = 1);

// Our own formats; parsing the text gives an equal Profile.
std::string print_profile(const Profile& profile);
std::string print_profile_json(const Profile& profile);

}  // namespace motley::tensor
