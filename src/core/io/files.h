// Files and folders named by the user.
#pragma once

#include <cstdint>
#include <string>

#include "core/io/new_file.h"

namespace motley::core {

enum class PathKind { kMissing, kFile, kFolder };

// Throws a UserError if it cannot be determined: no permission, a loop of links, a name too long.
PathKind path_kind(const std::string& path);

// More than any text file of ours has; /dev/zero has no end.
constexpr int64_t kMaxTextBytes = int64_t{1} << 30;

// The whole text; throws a UserError "FILE: cannot be read: reason" otherwise, for a file with more
// bytes, and for a pipe that stays silent.
std::string read_text_file(const std::string& path, int64_t max_bytes = kMaxTextBytes);

// Throws a UserError if a file could not be created there: check before starting work whose result
// will be saved.
void check_writable(const std::string& path);

// Replaces the file atomically, as a NewFile. A reader sees the old text or the new one, even after
// a power failure.
void replace_text_file(const std::string& path, const std::string& text,
                       Links links = Links::kFollow);

// Whether it is the name of a file in a folder, and not of one elsewhere (/a, ../a, a/b) or hidden
// (.a): what a file from a stranger may name beside it.
bool is_plain_name(const std::string& name);

// Syncs a folder's directory entries.
void sync_folder(const std::string& path);

}  // namespace motley::core
