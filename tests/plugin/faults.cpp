#include "plugin/faults.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace motley::test_plugin {
namespace {

void set(Faults& f, const std::string& key, const std::string& value) {
  const size_t colon = value.find(':');
  if (key == "fail") {
    f.failing[value.substr(0, colon)] =
        colon == value.npos ? 13 : std::atoi(value.c_str() + colon + 1);
  } else if (key == "no") {
    f.missing.insert(value);
  } else if (key == "fail_run") {
    f.fail_run = std::atoll(value.c_str());
  } else if (key == "lost_run") {
    f.lost_run = std::atoll(value.c_str());
  } else if (key == "null") {
    f.null = true;
  } else if (key == "slow_compile") {
    f.slow_compile_seconds = std::atof(value.c_str());
  } else if (key == "slow") {
    f.slow_seconds = std::atof(value.c_str());
  } else if (key == "slow_copy") {
    f.slow_copy_seconds = std::atof(value.c_str());
  } else if (key == "memory") {
    f.memory_bytes = std::atoll(value.c_str());
  } else if (key == "temporary") {
    f.temporary_bytes = std::atoll(value.c_str());
  } else if (key == "trials") {
    f.num_trials = std::atoi(value.c_str());
  } else if (key == "refuse") {
    f.refused = value;
  } else if (key == "devices") {
    f.num_devices = std::atoi(value.c_str());
  } else if (key == "version") {
    std::sscanf(value.c_str(), "%d.%d", &f.major, &f.minor);
  } else if (key == "newer") {
    f.newer = true;
  } else if (key == "short") {
    f.short_table = true;
  } else if (key == "count") {
    f.count = true;
  } else {
    std::fprintf(stderr, "MOTLEY_TEST_PLUGIN: what is %s?\n", key.c_str());
    std::abort();
  }
}

Faults read() {
  Faults f;
  const char* text = std::getenv("MOTLEY_TEST_PLUGIN");
  std::istringstream stream(text ? text : "");
  for (std::string setting; std::getline(stream, setting, ',');) {
    const size_t equals = setting.find('=');
    set(f, setting.substr(0, equals), equals == setting.npos ? "" : setting.substr(equals + 1));
  }
  return f;
}

}  // namespace

const Faults& faults() {
  static const Faults read_once = read();
  return read_once;
}

}  // namespace motley::test_plugin
