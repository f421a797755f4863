// Files and folders that the user names: what is there, and its text.
#pragma once

#include <string>

namespace motley::core {

enum class PathKind { kMissing, kFile, kFolder };

// A UserError where it cannot be told: no permission, a loop of links, a name too long.
PathKind path_kind(const std::string& path);

// The whole text; a UserError "FILE: cannot be read: reason" otherwise.
std::string read_text_file(const std::string& path);

// A UserError where a file could not be created there: for work whose result is to be kept, before
// it begins.
void check_writable(const std::string& path);

// Replaces the file whole: written beside it, brought to disk, renamed. A reader sees the old text
// or the new one, even where the machine loses power.
void replace_text_file(const std::string& path, const std::string& text);

// Brings to disk which names a folder holds.
void sync_folder(const std::string& path);

}  // namespace motley::core
