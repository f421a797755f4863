// One run at a time writes into a folder.
//
//   const FolderLock lock("ckpt", "motley train gpt");    a UserError while another run holds it
//
// The lock is of the operating system (flock) and ends with its process, however that ends; the
// file FOLDER/lock says who holds it, and is removed at the end, as is a folder that stayed empty.
#pragma once

#include <string>

namespace motley::core {

class FolderLock {
 public:
  // The folder is made if it is not there. `holder` says what runs, for the other's message.
  FolderLock(const std::string& folder, const std::string& holder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  std::string folder_, path_;
  bool made_folder_ = false;
  int fd_ = -1;
};

}  // namespace motley::core
