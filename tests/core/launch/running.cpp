#include "core/launch/running.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace motley::core {

bool eventually(const std::function<bool()>& is_so) {
  for (const double limit = now_seconds() + 30; now_seconds() < limit; ::usleep(5000)) {
    if (is_so()) return true;
  }
  return is_so();
}

bool has_mpirun() {
  ::setenv("OMPI_MCA_oob_tcp_if_include", "lo", 1);
  ::setenv("OMPI_MCA_odls_base_sigkill_timeout", "0", 1);
  return std::system("mpirun --version >/dev/null 2>&1") == 0;
}

TestFolder::TestFolder() {
  path_ = (std::filesystem::temp_directory_path() / "motley-XXXXXX").string();
  MOTLEY_CHECK(::mkdtemp(path_.data()) != nullptr, "no temporary folder");
}

TestFolder::~TestFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Running::Running(const std::vector<std::string>& words, const TestFolder& folder, int input) {
  static int number = 0;
  file_ = folder / ("output" + std::to_string(++number));
  std::vector<std::string> texts = words;
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  const int out = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const int in = input >= 0 ? input : ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  pid_ = ::fork();
  if (pid_ == 0) {
    ::setpgid(0, 0);
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(97);
  }
  ::setpgid(pid_, pid_);
  ::close(out);
  if (input < 0) ::close(in);
}

Running::~Running() {
  if (is_over_) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool Running::prints(const std::string& text) const {
  return eventually([&] { return output().find(text) != std::string::npos; });
}

std::string Running::output() const {
  std::ostringstream text;
  text << std::ifstream(file_).rdbuf();
  return text.str();
}

void Running::send(int signal) const { ::kill(pid_, signal); }

bool Running::stops() {
  int status = 0;
  return eventually([&] { return ::waitpid(pid_, &status, WNOHANG | WUNTRACED) == pid_; }) &&
         WIFSTOPPED(status);
}

int Running::exit_status() {
  int status = 0;
  if (!eventually([&] { return ::waitpid(pid_, &status, WNOHANG) == pid_; })) return -1;
  is_over_ = true;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace motley::core
