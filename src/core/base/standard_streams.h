// Standard input, output and error of a program, which may have been started without them.
#pragma once

#include <string_view>

namespace motley::core {

// Opens those of the three that are closed, which else are the next files that are opened: messages
// would be written into a checkpoint. Standard output then refuses what is written to it; standard
// input is empty, and standard error lost. Called before anything is opened.
void open_standard_streams();

// Writes to standard error, whether that is possible or not: a run goes on where its log cannot.
void write_message(std::string_view text);

}  // namespace motley::core
