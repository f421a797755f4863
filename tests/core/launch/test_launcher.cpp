#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

#include "core/base/error.h"
#include "core/launch/launcher.h"
#include "core/launch/processes.h"
#include "core/launch/running.h"

namespace motley::core {
namespace {

// Limits of a launcher in seconds; as text, for its command line.
struct Limits {
  std::string save = "0", terminate = "1000", leftover = "1000", repeat = "0";
};

// The command line of a launcher whose mpirun is a shell script.
std::vector<std::string> script(const std::string& text, const Limits& limits = {}) {
  return {LAUNCHER_PROGRAM, limits.save,   limits.terminate,
          limits.leftover,  limits.repeat, "0",
          "/bin/sh",        "-c",          text};
}

// Waits until it is ended by a trap, for about a minute. Its `sleep`s are short, so that it leaves
// none behind.
const std::string kWait =
    " echo ready; i=0; while [ $i -lt 5000 ]; do sleep 0.01; i=$((i + 1)); done";

// The state of a process as ps prints it: R, S, T (stopped) ...; 0 if it has ended.
char process_state(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text);
  const Process process = parse_process(text);
  const size_t at = text.rfind(')') + 2;
  return process.pid != pid || process.is_zombie || at >= text.size() ? '\0' : text[at];
}

bool is_alive(pid_t pid) { return process_state(pid) != 0; }

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The number after `word` in the output.
int number_after(const std::string& word, const Running& running) {
  const std::string text = running.output();
  const size_t at = text.find(word);
  return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + word.size());
}

TEST(Launcher, PassesTheExitStatusThrough) {
  for (const int status : {0, 1, 2, 3, 127}) {
    EXPECT_EQ(launch({.command = {"/bin/sh", "-c", "exit " + std::to_string(status)}}), status);
  }
}

TEST(Launcher, SaysWhichSignalEndedARank) {
  std::string notes;
  const auto note = [&](const std::string& sentence) { notes += sentence + "\n"; };
  EXPECT_EQ(launch({.command = {"/bin/sh", "-c", "exit 139"}, .note = note}), 139);
  EXPECT_EQ(notes, "a rank was ended by SIGSEGV (Segmentation fault)\n");
  notes.clear();
  EXPECT_EQ(launch({.command = {"/bin/sh", "-c", "exit 137"}, .note = note}), 137);
  EXPECT_EQ(notes, "a rank was ended by SIGKILL (Killed); is there enough memory?\n");
  notes.clear();
  EXPECT_EQ(launch({.command = {"/bin/sh", "-c", "kill -KILL $$"}, .note = note}), 137);
  EXPECT_EQ(notes, "/bin/sh was ended by SIGKILL (Killed)\n");
}

TEST(Launcher, EndsAnMpirunThatDoesNotEndAfterItsRanks) {
  std::string notes;
  const auto note = [&](const std::string& sentence) { notes += sentence + "\n"; };
  const auto status_of = [&](const char* words) {
    return launch({.command = {"/bin/sh", "-c", words}, .finish_seconds = 0.1, .note = note});
  };
  EXPECT_EQ(status_of("sleep 0.5; exit 3"), 3);
  EXPECT_EQ(notes, "");
  EXPECT_EQ(status_of("true & exec sleep 60"), 137);
  EXPECT_EQ(notes,
            "/bin/sh has had no ranks for 0.1 s and does not end: killing it\n"
            "/bin/sh was ended by SIGKILL (Killed)\n");
}

TEST(Launcher, GivesProgramArgumentsAndEnvironment) {
  ::setenv("MOTLEY_TEST_ONE", "ours", 1);
  ::setenv("MOTLEY_TEST_TWO", "ours", 1);
  const std::string text = "test \"$MOTLEY_TEST_ONE $MOTLEY_TEST_TWO $0 $1\" = 'ours theirs a b c'";
  EXPECT_EQ(launch({.program = "sh",
                    .arguments = {"-c", text, "a", "b c"},
                    .environment = {"MOTLEY_TEST_TWO=theirs"},
                    .command = {"env"}}),
            0);
}

TEST(Launcher, AsksMpirunForRanks) {
  std::vector<std::string> words = mpirun_command(4);
  EXPECT_EQ(::geteuid() == 0, words.back() == "--allow-run-as-root");
  if (::geteuid() == 0) words.pop_back();
  EXPECT_EQ(words, (std::vector<std::string>{"mpirun", "--quiet", "-np", "4", "--oversubscribe",
                                             "--bind-to", "none"}));
}

TEST(Launcher, RepeatsItsOwnCommandLine) {
  const LaunchSettings settings = this_program_again(3);
  EXPECT_EQ(settings.num_ranks, 3);
  EXPECT_TRUE(settings.program.ends_with("test_core_launch")) << settings.program;
  EXPECT_EQ(settings.arguments.size() + 1, testing::internal::GetArgvs().size());
}

TEST(Launcher, RefusesWhatCannotBeStarted_error) {
  const auto message = [](const LaunchSettings& settings) -> std::string {
    try {
      launch(settings);
    } catch (const UserError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_EQ(message({.command = {"no-such-mpirun"}}),
            "`no-such-mpirun` cannot be started: No such file or directory");
  EXPECT_EQ(message({.program = "/no/such/program"}),
            "/no/such/program: cannot be started: No such file or directory");
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/no/such/folder", 1);
  EXPECT_EQ(message({.program = "sh"}),
            "`mpirun` cannot be started: No such file or directory; several ranks need Open MPI "
            "(Debian: openmpi-bin)");
  ::setenv("PATH", path.c_str(), 1);
}

TEST(Launcher, RestoresSignalActions) {
  const auto handler = [](int) {};
  const auto before = std::signal(SIGINT, handler);
  launch({.command = {"true"}});
  EXPECT_EQ(std::signal(SIGINT, before), static_cast<void (*)(int)>(handler));
}

TEST(Launcher, LetsRanksSaveAtTheFirstSignal) {
  const TestFolder folder;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Running launcher(script("trap 'echo saved; exit 0' USR1;" + kWait), folder);
    ASSERT_TRUE(launcher.prints("ready"));
    launcher.send(signal);
    EXPECT_EQ(launcher.exit_status(), 0);
    EXPECT_TRUE(contains(launcher.output(), "saved")) << launcher.output();
    EXPECT_TRUE(contains(launcher.output(), "a second signal ends them")) << launcher.output();
  }
}

TEST(Launcher, TerminatesAtTheSecondSignal) {
  const TestFolder folder;
  Running launcher(script("trap 'echo saving' USR1; trap 'echo terminated; exit 1' TERM;" + kWait),
                   folder);
  ASSERT_TRUE(launcher.prints("ready"));
  launcher.send(SIGTERM);
  ASSERT_TRUE(launcher.prints("saving"));
  launcher.send(SIGINT);
  EXPECT_EQ(launcher.exit_status(), 128 + SIGINT);
  EXPECT_TRUE(contains(launcher.output(), "terminated")) << launcher.output();
}

TEST(Launcher, KillsAtTheThirdSignal) {
  const TestFolder folder;
  Running launcher(script("trap 'echo saving' USR1; trap 'echo ignored' TERM; (trap '' TERM; exec "
                          "sleep 60) & echo sleep $!;" +
                          kWait),
                   folder);
  ASSERT_TRUE(launcher.prints("ready"));
  launcher.send(SIGINT);
  ASSERT_TRUE(launcher.prints("saving"));
  launcher.send(SIGINT);
  ASSERT_TRUE(launcher.prints("ignored"));
  launcher.send(SIGINT);
  EXPECT_EQ(launcher.exit_status(), 128 + SIGINT);
  EXPECT_TRUE(contains(launcher.output(), "had to be killed")) << launcher.output();
  EXPECT_FALSE(is_alive(number_after("sleep ", launcher)));
}

TEST(Launcher, KillsRanksThatIgnoreEverySignal) {
  const TestFolder folder;
  Running launcher(script("trap '' USR1 TERM;" + kWait, {.save = "0.05", .terminate = "0.05"}),
                   folder);
  ASSERT_TRUE(launcher.prints("ready"));
  launcher.send(SIGTERM);
  EXPECT_EQ(launcher.exit_status(), 128 + SIGTERM);
  EXPECT_TRUE(contains(launcher.output(), "did not stop within 0.05 s")) << launcher.output();
  EXPECT_TRUE(contains(launcher.output(), "did not end within 0.05 s")) << launcher.output();
}

TEST(Launcher, TakesQuickRepetitionsForOneSignal) {
  const TestFolder folder;
  Running launcher(
      script("trap 'echo saving; sleep 0.2; echo saved; exit 0' USR1;" + kWait, {.repeat = "1000"}),
      folder);
  ASSERT_TRUE(launcher.prints("ready"));
  launcher.send(SIGTERM);
  ASSERT_TRUE(launcher.prints("saving"));
  launcher.send(SIGTERM);
  EXPECT_EQ(launcher.exit_status(), 0);
  EXPECT_TRUE(contains(launcher.output(), "saved")) << launcher.output();
}

TEST(Launcher, SaysThatItStoppedBeforeTheRanksWereReady) {
  const TestFolder folder;
  Running launcher(script(kWait), folder);
  ASSERT_TRUE(launcher.prints("ready"));
  launcher.send(SIGINT);
  EXPECT_EQ(launcher.exit_status(), 128 + SIGINT);
  EXPECT_TRUE(contains(launcher.output(), "nothing to save")) << launcher.output();
}

TEST(Launcher, StartsAProcessGroupOfItsOwn) {
  const TestFolder folder;
  Running launcher(script("echo pid $$; echo group $(cut -d' ' -f5 /proc/$$/stat)"), folder);
  EXPECT_EQ(launcher.exit_status(), 0);
  EXPECT_EQ(number_after("pid ", launcher), number_after("group ", launcher));
  EXPECT_NE(number_after("pid ", launcher), 0);
}

TEST(Launcher, KillsAndCountsWhatIsLeftBehind) {
  const TestFolder folder;
  Running launcher(
      script("setsid sleep 60 & echo sleep $!; (sleep 60 &) ; exit 3", {.leftover = "0.05"}),
      folder);
  EXPECT_EQ(launcher.exit_status(), 3);
  EXPECT_TRUE(contains(launcher.output(), "motley: 2 processes (sleep ")) << launcher.output();
  EXPECT_TRUE(contains(launcher.output(), "were left behind by the ranks and were killed"));
  EXPECT_FALSE(is_alive(number_after("sleep ", launcher)));
}

TEST(Launcher, WaitsForOrphansThatEndByThemselves) {
  const TestFolder folder;
  Running launcher(script("(sleep 0.1; echo done) & exit 0"), folder);
  EXPECT_EQ(launcher.exit_status(), 0);
  EXPECT_EQ(launcher.output(), "done\n");
}

TEST(Launcher, LeavesItsEarlierChildrenAlone) {
  const pid_t earlier = ::fork();
  if (earlier == 0) {
    ::pause();
    ::_exit(0);
  }
  EXPECT_EQ(launch({.command = {"true"}, .leftover_seconds = 0}), 0);
  EXPECT_EQ(::waitpid(earlier, nullptr, WNOHANG), 0);
  ::kill(earlier, SIGKILL);
  ::waitpid(earlier, nullptr, 0);
}

TEST(Launcher, PassesStandardInputThrough) {
  const TestFolder folder;
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  Running launcher(script("cat"), folder, ends[0]);
  ASSERT_EQ(::write(ends[1], "a line\n", 7), 7);
  EXPECT_TRUE(launcher.prints("a line\n"));
  ::close(ends[1]);
  EXPECT_EQ(launcher.exit_status(), 0);
  ::close(ends[0]);
}

TEST(Launcher, KeepsTheTerminalForItself) {
  const TestFolder folder;
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
    GTEST_SKIP() << "no pseudo-terminals here";
  const int input = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
  Running launcher(script("readlink /proc/self/fd/0"), folder, input);
  EXPECT_EQ(launcher.exit_status(), 0);
  EXPECT_EQ(launcher.output(), "/dev/null\n");
  ::close(input);
  ::close(terminal);
}

TEST(Launcher, TerminatesMpirunWhenItIsKilled) {
  const TestFolder folder;
  Running launcher(script("trap 'echo terminated; exit' TERM;" + kWait), folder);
  ASSERT_TRUE(launcher.prints("ready"));
  launcher.send(SIGKILL);
  EXPECT_EQ(launcher.exit_status(), 1000 + SIGKILL);
  EXPECT_TRUE(launcher.prints("terminated"));
}

TEST(Launcher, StopsAndContinuesWithItsRanks) {
  const TestFolder folder;
  // As mpirun does: its own handler, and no stop of itself.
  Running launcher(
      script("trap 'echo stop' TSTP; trap 'echo continue' CONT; trap 'exit 0' USR1;" + kWait),
      folder);
  ASSERT_TRUE(launcher.prints("ready"));
  launcher.send(SIGTSTP);
  EXPECT_TRUE(launcher.stops());
  EXPECT_TRUE(launcher.prints("stop"));
  EXPECT_FALSE(contains(launcher.output(), "continue"));
  launcher.send(SIGCONT);
  EXPECT_TRUE(launcher.prints("continue"));
  launcher.send(SIGINT);
  EXPECT_EQ(launcher.exit_status(), 0) << launcher.output();
}

// Real ranks, where there is an mpirun.
class LauncherWithMpirun : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_mpirun()) GTEST_SKIP() << "no mpirun here";
  }
  // Starts 4 ranks, waits until all are ready.
  void start(const std::string& argument) {
    launcher_.emplace(std::vector<std::string>{LAUNCHER_PROGRAM, "0", "1000", "0.1", "0", "4",
                                               RANK_PROGRAM, argument},
                      folder_);
    for (const char* text : {"ready 0", "ready 1", "ready 2", "ready 3"})
      ASSERT_TRUE(launcher_->prints(text)) << launcher_->output();
  }
  TestFolder folder_;
  std::optional<Running> launcher_;
};

TEST_F(LauncherWithMpirun, EveryRankSavesAtTheFirstSignal) {
  start("0");
  launcher_->send(SIGINT);
  EXPECT_EQ(launcher_->exit_status(), 0) << launcher_->output();
  for (const char* text : {"saved 0", "saved 1", "saved 2", "saved 3"})
    EXPECT_TRUE(contains(launcher_->output(), text)) << launcher_->output();
}

TEST_F(LauncherWithMpirun, PassesTheExitStatusOfARankThrough) {
  start("3");
  launcher_->send(SIGTERM);
  EXPECT_EQ(launcher_->exit_status(), 3) << launcher_->output();
}

TEST_F(LauncherWithMpirun, SaysWhichSignalEndedARank) {
  start("abort");
  launcher_->send(SIGINT);
  EXPECT_EQ(launcher_->exit_status(), 128 + SIGSEGV) << launcher_->output();
  EXPECT_TRUE(contains(launcher_->output(), "a rank was ended by SIGSEGV")) << launcher_->output();
}

TEST_F(LauncherWithMpirun, StopsAndContinuesItsRanks) {
  start("0");
  const pid_t rank = number_after("ready 2 pid ", *launcher_);
  launcher_->send(SIGTSTP);
  EXPECT_TRUE(launcher_->stops());
  EXPECT_TRUE(eventually([&] { return process_state(rank) == 'T'; })) << launcher_->output();
  launcher_->send(SIGCONT);
  EXPECT_TRUE(eventually([&] { return process_state(rank) != 'T'; })) << launcher_->output();
  launcher_->send(SIGTERM);
  EXPECT_EQ(launcher_->exit_status(), 0) << launcher_->output();
}

TEST_F(LauncherWithMpirun, LeavesNoRankWhenMpirunIsKilled) {
  start("0");
  const pid_t mpirun = number_after("mpirun ", *launcher_);
  const pid_t rank = number_after("ready 2 pid ", *launcher_);
  ASSERT_GT(mpirun, 1);
  ::kill(mpirun, SIGKILL);
  EXPECT_EQ(launcher_->exit_status(), 128 + SIGKILL) << launcher_->output();
  EXPECT_TRUE(contains(launcher_->output(), "mpirun was ended by SIGKILL")) << launcher_->output();
  EXPECT_TRUE(contains(launcher_->output(), "4 processes")) << launcher_->output();
  EXPECT_FALSE(is_alive(rank));
}

}  // namespace
}  // namespace motley::core
