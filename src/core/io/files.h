// Files and folders named by the user.
#pragma once

#include <string>

namespace motley::core {

enum class PathKind { kMissing, kFile, kFolder };

// Throws a UserError if it cannot be determined: no permission, a loop of links, a name too long.
PathKind path_kind(const std::string& path);

// The whole text; throws a UserError "FILE: cannot be read: reason" otherwise.
std::string read_text_file(const std::string& path);

// Throws a UserError if a file could not be created there: check before starting work whose result
// will be saved.
void check_writable(const std::string& path);

// Replaces the file atomically: written next to it, synced, renamed. A reader sees the old text or
// the new one, even after a power failure.
void replace_text_file(const std::string& path, const std::string& text);

// Syncs a folder's directory entries.
void sync_folder(const std::string& path);

}  // namespace motley::core
