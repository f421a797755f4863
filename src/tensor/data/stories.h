// A small English text to train on, made by a grammar: always the same, and in reach of the program
// wherever it runs.
//
//   One morning Ada walked to the mill. There Ada found a red lantern. "Whose is this lantern?"
//   asked Ada. ...
//
// There is something to learn at every range: letters and words, the forms of sentences, small
// sums, and who and what a story is about from its first sentence to its last.
#pragma once

#include <cstdint>
#include <string>

namespace motley::tensor {

inline constexpr int64_t kStoriesBytes = 65'536;

std::string stories();

}  // namespace motley::tensor
