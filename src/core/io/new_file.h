// Writing files so that nobody is misled: neither a reader, by half a file, nor the writer, by a
// link that somebody else has put where the file is to be.
//
//   NewFile file("plan.json", Links::kFollow);
//   file.write(bytes);
//   file.commit();
//
// The file is written under a random name beside its place (plan.json.5f0c..e1.tmp), which must not
// exist and is never a link; commit() syncs it, renames it and syncs the folder. Without commit()
// it is removed. A process that is killed leaves that name behind; `remove_unfinished` knows it. A
// character device that the user names, such as /dev/null, is written to as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace motley::core {

// What a link at the place of the file means. The user who names a file may name a link to it; in
// folders that we fill, a link is not ours and is replaced.
enum class Links { kFollow, kReplace };

class NewFile {
 public:
  // A UserError, as from all of these, if the file cannot be written.
  explicit NewFile(const std::string& path, Links links = Links::kReplace, unsigned mode = 0666);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void commit();

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_, target_;
  std::string written_;  // its name for now; empty: it has none, or no longer
  int fd_ = -1;
};

// A random name beside the file, for several writers of one: PATH.16-hex-digits.tmp. It is opened
// with O_EXCL and O_NOFOLLOW.
uint64_t random_bits();
std::string unfinished_name(const std::string& path, uint64_t random);

// Removes from the folder what killed writers of files whose names begin so have left: only call it
// where no other writer can be at work. Failures are ignored.
void remove_unfinished(const std::string& folder, const std::string& name_begin = "");

// Opens a file for appending, and creates it; a link is refused. -1 and errno as from open().
int open_to_append(const std::string& path);

}  // namespace motley::core
