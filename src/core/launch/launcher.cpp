#include "core/launch/launcher.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/io/files.h"
#include "core/launch/child.h"
#include "core/launch/processes.h"
#include "core/launch/signal_queue.h"

namespace motley::core {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kKillSeconds = 5;  // for the kernel to end what was killed

enum class Stage { kRunning, kSaving, kTerminating, kKilling };

bool is_stop_signal(int signal) {
  return signal == SIGINT || signal == SIGTERM || signal == SIGHUP;
}

// "SIGSEGV (Segmentation fault)".
std::string signal_text(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name ? fmt::format("SIG{} ({})", name, ::strsignal(signal))
              : fmt::format("signal {}", signal);
}

// Ranks of one host need no network: they meet in shared memory, and hear of mpirun over the
// loopback device. What the user has set, stays.
std::vector<std::string> local_environment() {
  constexpr std::pair<const char*, const char*> kSettings[] = {
      {"OMPI_MCA_pml", "ob1"},
      {"OMPI_MCA_btl", "self,vader"},
      {"OMPI_MCA_oob_tcp_if_include", "lo"},
      {"PMIX_MCA_ptl_tcp_if_include", "lo"}};
  std::vector<std::string> added;
  for (const auto& [name, value] : kSettings) {
    if (!std::getenv(name)) added.push_back(fmt::format("{}={}", name, value));
  }
  return added;
}

// While it lives, the orphans of our descendants become our children.
class AdoptOrphans {
 public:
  AdoptOrphans() {
    ::prctl(PR_GET_CHILD_SUBREAPER, &before_);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  }
  AdoptOrphans(const AdoptOrphans&) = delete;
  AdoptOrphans& operator=(const AdoptOrphans&) = delete;
  ~AdoptOrphans() { ::prctl(PR_SET_CHILD_SUBREAPER, before_); }

 private:
  int before_ = 0;
};

class Launch {
 public:
  explicit Launch(const LaunchSettings& settings) : settings_(settings) {
    for (const Process& p : descendants({})) {
      if (p.parent == ::getpid()) children_before_.push_back(p.pid);
    }
    command_ = settings.command.empty() ? mpirun_command(settings.num_ranks) : settings.command;
    std::vector<std::string> words = command_;
    if (!settings.program.empty()) words.push_back(settings.program);
    words.insert(words.end(), settings.arguments.begin(), settings.arguments.end());
    std::vector<std::string> environment = settings.environment;
    if (settings.command.empty()) {
      const std::vector<std::string> local = local_environment();
      environment.insert(environment.end(), local.begin(), local.end());
    }
    mpirun_ = start_child(words, environment, signals_);
  }

  int run() {
    while (!has_ended_) {
      const int signal = signals_.wait(std::min(remaining(), settings_.finish_seconds / 3));
      if (is_stop_signal(signal)) on_stop_signal(signal);
      if (signal == SIGTSTP) pause();
      reap();
      if (!has_ended_ && now_seconds() >= deadline_) on_deadline();
      if (!has_ended_) end_if_alone();
    }
    clear_leftovers();
    return exit_status();
  }

 private:
  double remaining() const { return std::max(0.0, deadline_ - now_seconds()); }

  void note(const std::string& sentence) const {
    if (settings_.note) return settings_.note(sentence);
    // Whether it can be written or not: the terminal may be gone.
    std::fputs(fmt::format("motley: {}\n", sentence).c_str(), stderr);
  }

  void on_stop_signal(int signal) {
    const double now = now_seconds();
    const bool is_repeated =
        stage_ != Stage::kRunning && now - signal_time_ < settings_.repeat_seconds;
    if (is_repeated || (signal == SIGHUP && stage_ != Stage::kRunning)) return;
    stop_signal_ = signal;
    signal_time_ = now;
    switch (stage_) {
      case Stage::kRunning:
        note("stopping: the ranks finish their step and save; a second signal ends them without");
        return save();
      case Stage::kSaving:
        note("terminating the ranks; a third signal kills them");
        return terminate();
      case Stage::kTerminating:
      case Stage::kKilling:
        return kill_all();
    }
  }

  void on_deadline() {
    if (stage_ == Stage::kSaving) {
      note(fmt::format("the ranks did not stop within {:g} s: terminating them",
                       settings_.save_seconds));
      return terminate();
    }
    note(fmt::format("the ranks did not end within {:g} s: killing them",
                     settings_.terminate_seconds));
    kill_all();
  }

  void save() {
    stage_ = Stage::kSaving;
    deadline_ = settings_.save_seconds > 0 ? now_seconds() + settings_.save_seconds : kNever;
    ::kill(mpirun_, SIGUSR1);
  }

  void terminate() {
    stage_ = Stage::kTerminating;
    deadline_ = now_seconds() + settings_.terminate_seconds;
    ::kill(mpirun_, SIGTERM);
    ::kill(mpirun_, SIGCONT);  // a stopped process would not see it
  }

  // An mpirun without a process below it starts its ranks or ends. It has been seen to wait for
  // itself instead, for ever: in PMIx_server_finalize, after one of its own files could not be
  // written.
  void end_if_alone() {
    const bool has_others =
        std::ranges::any_of(live_descendants(), [&](const Process& p) { return p.pid != mpirun_; });
    if (has_others || has_ended_) {
      alone_since_ = kNever;
      return;
    }
    alone_since_ = std::min(alone_since_, now_seconds());
    if (now_seconds() - alone_since_ < settings_.finish_seconds) return;
    note(fmt::format("{} has had no ranks for {:g} s and does not end: killing it", command_[0],
                     settings_.finish_seconds));
    ::kill(mpirun_, SIGKILL);
    alone_since_ = kNever;
  }

  // Until all descendants are gone, or the kernel has had its time.
  void kill_all() {
    stage_ = Stage::kKilling;
    deadline_ = kNever;
    const double limit = now_seconds() + kKillSeconds;
    for (std::vector<Process> left; !(left = live_descendants()).empty();) {
      for (const Process& p : left) {
        ::kill(p.pid, SIGKILL);
        const auto is_it = [&](const Process& other) { return other.pid == p.pid; };
        if (std::ranges::none_of(killed_, is_it)) killed_.push_back(p);
      }
      if (now_seconds() > limit) {
        note(fmt::format("{} cannot be killed", list_of(left)));
        break;
      }
      signals_.wait(0.01);
    }
    reap();
  }

  // Ctrl-Z: mpirun forwards it to the ranks as SIGSTOP and goes on; we do as we are told. Where
  // nobody could continue us (an orphaned process group), the kernel ignores it, and we go on.
  void pause() {
    ::kill(mpirun_, SIGTSTP);
    const double begin = now_seconds();
    signals_.take_default_action(SIGTSTP);
    ::kill(mpirun_, SIGCONT);
    deadline_ += now_seconds() - begin;
  }

  std::vector<Process> live_descendants() {
    reap();
    std::vector<Process> live = descendants(children_before_);
    std::erase_if(live, [](const Process& p) { return p.is_zombie; });
    return live;
  }

  // Waits for mpirun and for adopted processes that have ended; never for children of others.
  void reap() {
    if (!has_ended_ && ::waitpid(mpirun_, &wait_status_, WNOHANG) == mpirun_) has_ended_ = true;
    for (const Process& p : descendants(children_before_)) {
      if (p.is_zombie && p.parent == ::getpid() && p.pid != mpirun_)
        ::waitpid(p.pid, nullptr, WNOHANG);
    }
  }

  void clear_leftovers() {
    const double limit = now_seconds() + settings_.leftover_seconds;
    while (stage_ != Stage::kKilling && !live_descendants().empty()) {
      if (is_stop_signal(signals_.wait(0.02)) || now_seconds() >= limit) {
        const Stage before = stage_;
        kill_all();
        stage_ = before;
        break;
      }
    }
    if (!killed_.empty()) {
      note(fmt::format("{} {} killed", list_of(killed_),
                       stage_ == Stage::kKilling ? "had to be"
                       : killed_.size() == 1     ? "was left behind by the ranks and was"
                                                 : "were left behind by the ranks and were"));
    }
  }

  int exit_status() const {
    const bool is_exit = WIFEXITED(wait_status_);
    const int status = is_exit ? WEXITSTATUS(wait_status_) : 128 + WTERMSIG(wait_status_);
    if (stage_ == Stage::kSaving && status == 128 + SIGUSR1) {
      note("stopped before the ranks were ready: there was nothing to save");
      return 128 + stop_signal_;
    }
    if (stage_ >= Stage::kTerminating && status != 0) return 128 + stop_signal_;
    const int signal = status - 128;
    if (!is_exit) {
      note(fmt::format("{} was ended by {}", command_[0], signal_text(signal)));
    } else if (signal > 0 && signal < NSIG) {
      note(fmt::format("a rank was ended by {}{}", signal_text(signal),
                       signal == SIGKILL   ? "; is there enough memory?"
                       : signal == SIGABRT ? ", or could not be started"
                                           : ""));
    }
    return status;
  }

  const LaunchSettings& settings_;
  SignalQueue signals_{{SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCHLD, SIGPIPE}};
  AdoptOrphans adopt_orphans_;
  std::vector<pid_t> children_before_;
  std::vector<std::string> command_;
  pid_t mpirun_ = 0;
  bool has_ended_ = false;
  int wait_status_ = 0;

  Stage stage_ = Stage::kRunning;
  double deadline_ = kNever;     // when the next stage begins by itself
  double alone_since_ = kNever;  // mpirun, without a process below it
  int stop_signal_ = 0;
  double signal_time_ = 0;
  std::vector<Process> killed_;
};

}  // namespace

// Quiet: what a rank has said, or by what signal it ended, needs no frame of twelve lines.
std::vector<std::string> mpirun_command(int num_ranks) {
  std::vector<std::string> words = {
      "mpirun",          "--quiet",   "-np", std::to_string(num_ranks),
      "--oversubscribe", "--bind-to", "none"};
  if (::geteuid() == 0) words.emplace_back("--allow-run-as-root");
  return words;
}

LaunchSettings this_program_again(int num_ranks) {
  LaunchSettings settings{.num_ranks = num_ranks};
  settings.program = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string words = read_text_file("/proc/self/cmdline");  // each followed by a zero
  for (size_t at = words.find('\0'); at < words.size() - 1;) {     // after our own name
    const size_t end = words.find('\0', ++at);
    settings.arguments.push_back(words.substr(at, end - at));
    at = end;
  }
  return settings;
}

int launch(const LaunchSettings& settings) {
  MOTLEY_CHECK(settings.num_ranks > 0, "a launch of {} ranks", settings.num_ranks);
  const bool is_path = settings.program.find('/') != std::string::npos;
  if (is_path && ::access(settings.program.c_str(), X_OK) != 0) {
    throw UserError({settings.program}, fmt::format("cannot be started: {}", std::strerror(errno)));
  }
  std::fflush(nullptr);  // what we have printed comes first
  return Launch(settings).run();
}

}  // namespace motley::core
