// Helpers for parsing text written by people, and for writing text that people read.
//
//   in_quotes("gpus")                                 "`gpus`", truncated if it is long
//   did_you_mean("bandwith", {"bandwidth", "name"})   "; did you mean `bandwidth`?"
//   position_at("a.json", text, error.byte)           a.json:12:5
//   counted(2, "rank")                                "2 ranks"
//   decimal_length("15.7TB"), decimal_value("15.7", 12)       4, and 15.7e12
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"

namespace motley::core {

// The name in backticks, for messages; truncated to 80 bytes.
std::string in_quotes(std::string_view name);

// The one of `names` with the smallest edit distance, but first the shortest of those that begin
// with `name`, as a100-40 does for a100; empty if there are none.
std::string nearest_name(const std::string& name, const std::vector<std::string>& names);
// The same if it may be what was meant, with at most a third of the letters wrong, or one more if
// the first is right; else empty.
std::string similar_name(const std::string& name, const std::vector<std::string>& names);
// "; did you mean `bandwidth`?" of such a name, else `otherwise`.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& names,
                         const std::string& otherwise = "");
// The same for one of a few names: "; choose one of gpipe, 1f1b" if none is similar.
std::string did_you_mean_one_of(const std::string& name, const std::vector<std::string>& names);

// "1 rank", "2 ranks"; "3 batches" with `plural` "es".
std::string counted(int64_t count, std::string_view noun, std::string_view plural = "s");

// The position of byte `offset`, which counts from 1 as in the JSON parser.
SourcePosition position_at(const std::string& file, std::string_view text, size_t offset);

// Length of the number at the front of `text`, such as -2, .5, 1e-3, inf or nan; 0 for none.
size_t decimal_length(std::string_view text);

// number * 10^power, rounded once: decimal_value("5", -6) is 5e-6 to the last bit. `number` is in
// the form that decimal_length accepts; overflow gives infinity.
double decimal_value(std::string_view number, int power = 0);

// Bytes of the first character; 0 if the text does not begin with well-formed UTF-8.
size_t utf8_length(std::string_view text);

// Whether the bytes are well-formed UTF-8 without control characters: required of names.
bool is_printable(std::string_view text);

}  // namespace motley::core
