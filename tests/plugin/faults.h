// What the test plugin does wrong on demand: MOTLEY_TEST_PLUGIN, settings with commas between.
//
//   fail=PJRT_Client_Compile    that function fails (fail=PJRT_Client_Compile:8 with error code 8)
//   no=PJRT_Executable_Serialize   it is not offered
//   fail_run=3                  the third run fails, when it is waited for
//   lost_run=3                  the third run, and all after it, never end
//   null=1                      runs compute nothing, and are done at once: results are zero
//   slow_compile=2              compiling takes so many seconds longer
//   slow=0.05                   each run takes so many seconds longer
//   slow_copy=0.05              each copy from host memory does
//   memory=1000000              bytes of the device's memory
//   temporary=20000             bytes that a run needs besides arguments and results
//   trials=5                    the compiler tries so much out, and each time lacks memory
//   refuse=stablehlo.tanh       programs with this op are refused
//   devices=2                   so many devices (1)
//   version=0.30                of the interface
//   newer=1                     fields that we do not know are asked for
//   short=1                     a table with few functions
//   count=1                     at the program's end, says what was made and never destroyed
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace motley::test_plugin {

struct Faults {
  std::map<std::string, int> failing;  // function, code
  std::set<std::string> missing;
  int64_t fail_run = 0, lost_run = 0;
  double slow_seconds = 0, slow_copy_seconds = 0, slow_compile_seconds = 0;
  int64_t memory_bytes = int64_t{1} << 40, temporary_bytes = 0;
  std::string refused;
  int num_trials = 0;
  int num_devices = 1;
  int major = 0, minor = 94;
  bool null = false, newer = false, short_table = false, count = false;
};

const Faults& faults();  // read once

}  // namespace motley::test_plugin
