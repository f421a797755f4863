// The Profile's files, in three forms (docs/formats.md): a text of our own, the same as JSON, and
// graph.txt of PipeDream's profiler, which DAPPLE's published profiles share.
//
//   motley-profile 1
//   name tiny
//   batch 32
//   layer 0 conv forward=0.0034 backward=0.0068 activation=384000000 parameters=6835
//   layer 1 "fully connected" forward=0.001 backward=0.002 activation=4096 parameters=4000000
//   end
//
//   const Profile profile = read_profile("vgg-19-pbs-32.txt", 32);   // whichever form it has
//
// What is wrong is a UserError of one sentence with file and line (JSON: with the layer).
#pragma once

#include <string>

#include "tensor/profile/profile.h"

namespace motley::tensor {

// Finds out the form by itself. A graph.txt does not say what it was measured with: its batch is
// `graph_batch`, and its name that of the file, or of its folder where the file is graph.txt.
Profile read_profile(const std::string& file, int64_t graph_batch = 1);
Profile parse_profile(const std::string& text, const std::string& file, int64_t graph_batch = 1);

// Both forms of our own; parsed again, they give an equal Profile.
std::string print_profile(const Profile& profile);
std::string print_profile_json(const Profile& profile);

}  // namespace motley::tensor
