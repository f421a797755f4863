// Calls launch, for tests that send signals to a launcher:
//
//   core_launch_launcher SAVE_SECONDS TERMINATE_SECONDS LEFTOVER_SECONDS REPEAT_SECONDS NUM_RANKS
//   WORD ...
//
// With 0 ranks the words are the whole command, in place of mpirun.
#include <cstdlib>

#include "core/base/error.h"
#include "core/launch/launcher.h"

int main(int argc, char** argv) {
  using namespace motley::core;
  if (argc < 7) return 99;
  LaunchSettings settings{.save_seconds = std::atof(argv[1]),
                          .terminate_seconds = std::atof(argv[2]),
                          .leftover_seconds = std::atof(argv[3]),
                          .repeat_seconds = std::atof(argv[4])};
  const std::vector<std::string> words(argv + 6, argv + argc);
  if (const int num_ranks = std::atoi(argv[5]); num_ranks > 0) {
    settings.num_ranks = num_ranks;
    settings.program = words[0];
    settings.arguments = {words.begin() + 1, words.end()};
  } else {
    settings.command = words;
  }
  try {
    return launch(settings);
  } catch (const UserError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
