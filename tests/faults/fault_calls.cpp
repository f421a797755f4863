// A library for LD_PRELOAD: the call of the file system with the number MOTLEY_FAULT_AT fails with
// EIO, or, with MOTLEY_FAULT_KILL=1, ends the process. Calls are counted where they can lose data:
// creating, writing, syncing, renaming and removing. With MOTLEY_FAULT_COUNT, the number of calls
// is appended to that file at the end.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

namespace {

std::atomic<long> num_calls = 0;

long fault_at() {
  static const char* text = getenv("MOTLEY_FAULT_AT");
  static const long at = text ? atol(text) : 0;
  return at;
}

// Whether this call is the one to fail.
bool is_fault() {
  const long number = ++num_calls;
  if (number != fault_at()) return false;
  if (getenv("MOTLEY_FAULT_KILL")) raise(SIGKILL);
  errno = EIO;
  return true;
}

template <class F>
F next(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

struct Report {
  ~Report() {
    const char* file = getenv("MOTLEY_FAULT_COUNT");
    if (!file) return;
    if (FILE* out = fopen(file, "a")) {
      fprintf(out, "%ld\n", num_calls.load());
      fclose(out);
    }
  }
} report;

// Pipes and terminals are not files.
bool is_file(int fd) {
  const off_t at = lseek(fd, 0, SEEK_CUR);
  const bool seekable = at >= 0;
  if (!seekable) errno = 0;
  return seekable && fd > 2;
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* data, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  if (is_file(fd) && is_fault()) return -1;
  return real(fd, data, size);
}

ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
  return is_fault() ? -1 : real(fd, data, size, offset);
}

int fsync(int fd) {
  static const auto real = next<int (*)(int)>("fsync");
  return is_fault() ? -1 : real(fd);
}

int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return is_fault() ? -1 : real(from, to);
}

int open64(const char* path, int flags, ...) {
  static const auto real = next<int (*)(const char*, int, mode_t)>("open64");
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if ((flags & O_CREAT) && strncmp(path, "/dev/", 5) != 0 && is_fault()) return -1;
  return real(path, flags, mode);
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open64(path, flags, mode);
}

}  // extern "C"
