// Restart files of a Simulation: one safetensors file, whose tensors are the State's arrays and
// whose metadata the rest. Doubles are written in hexadecimal, so that they come back to the last
// bit.
#include <cstring>
#include <string>

#include "core/base/error.h"
#include "core/io/safetensors.h"
#include "nbody/run/simulation.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

std::string exact(double x) { return fmt::format("{:a}", x); }

// Settings that may not change at a restart: all but what is written, and how long it may take.
std::string fixed_settings(Settings settings) {
  settings.output = {};
  settings.run = {};
  settings.initial = {};
  return print_settings(settings);
}

template <class T>
core::TensorToWrite tensor(const std::string& name, const char* dtype,
                           const std::vector<T>& values) {
  return {name, dtype, {static_cast<int64_t>(values.size())}, std::as_bytes(std::span(values))};
}

class RestartReader {
 public:
  explicit RestartReader(const std::string& path)
      : path_(path), file_(core::SafetensorsFile::open(path)) {}

  const std::string& text(const std::string& key) const {
    const auto found = file_.metadata().find(key);
    if (found == file_.metadata().end()) {
      throw core::UserError({path_}, fmt::format("is no restart file: it has no `{}`", key));
    }
    return found->second;
  }
  double number(const std::string& key) const { return std::strtod(text(key).c_str(), nullptr); }
  int64_t integer(const std::string& key) const {
    return std::strtoll(text(key).c_str(), nullptr, 10);
  }

  template <class T>
  void read(const std::string& name, int64_t count, std::vector<T>& values) const {
    const core::TensorEntry* entry = file_.find(name);
    if (!entry || entry->end - entry->begin != count * static_cast<int64_t>(sizeof(T))) {
      throw core::UserError({path_},
                            fmt::format("is no whole restart file: `{}` is missing", name));
    }
    values.resize(count);
    const auto bytes = file_.bytes(*entry);
    std::memcpy(values.data(), bytes.data(), bytes.size());
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  core::SafetensorsFile file_;
};

const char* const kAxes[] = {"x", "y", "z"};

}  // namespace

void Simulation::write_restart(const std::string& path) const {
  const Particles& p = state_.particles;
  std::vector<core::TensorToWrite> tensors = {tensor("id", "U64", p.id),
                                              tensor("key", "U64", state_.keys)};
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name = kAxes[axis];
    tensors.push_back(tensor("position." + name, "U32", p.position[axis]));
    tensors.push_back(tensor("momentum." + name, "F32", p.momentum[axis]));
    tensors.push_back(tensor("long_range." + name, "F32", state_.long_range[axis]));
    tensors.push_back(tensor("short_range." + name, "F32", state_.short_range[axis]));
  }
  const EnergyBalance::Sums& e = energy_.sums;
  core::write_safetensors(path, tensors,
                          {{"motley", "nbody restart 1"},
                           {"count", std::to_string(p.size())},
                           {"box", exact(p.box.size)},
                           {"mass", exact(p.mass)},
                           {"scale_factor", exact(p.scale_factor)},
                           {"a_begin", exact(line_.a_begin)},
                           {"a_end", exact(line_.a_end)},
                           {"tick", std::to_string(state_.tick)},
                           {"steps", std::to_string(state_.num_steps)},
                           {"next_output", std::to_string(next_output_)},
                           {"energy.first", exact(e.first)},
                           {"energy.integral", exact(e.integral)},
                           {"energy.a", exact(e.a)},
                           {"energy.kinetic", exact(e.kinetic)},
                           {"settings", fixed_settings(settings_)}});
}

void Simulation::resume(const std::string& path) {
  const RestartReader file(path);
  if (file.text("motley") != "nbody restart 1") {
    throw core::UserError({path}, fmt::format("is of another version: {}", file.text("motley")));
  }
  if (file.text("settings") != fixed_settings(settings_) ||
      file.number("box") != settings_.box.size) {
    throw core::UserError({path},
                          "is of a run with other settings; box, cosmology, forces and steps have "
                          "to stay as they were");
  }
  MOTLEY_CHECK(line_.a_begin == file.number("a_begin"), "a Simulation with another begin");
  if (line_.a_end != file.number("a_end")) {
    throw core::UserError({path}, fmt::format("is of a run to redshift {:.6g}, which is to be the "
                                              "last of output.redshifts",
                                              redshift_of(file.number("a_end"))));
  }
  const int64_t count = file.integer("count");
  state_ = {};
  Particles& p = state_.particles;
  p.box.size = file.number("box");
  p.mass = file.number("mass");
  p.scale_factor = file.number("scale_factor");
  file.read("id", count, p.id);
  file.read("key", count, state_.keys);
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name = kAxes[axis];
    file.read("position." + name, count, p.position[axis]);
    file.read("momentum." + name, count, p.momentum[axis]);
    file.read("long_range." + name, count, state_.long_range[axis]);
    file.read("short_range." + name, count, state_.short_range[axis]);
  }
  state_.tick = file.integer("tick");
  state_.num_steps = file.integer("steps");
  energy_.sums = {file.number("energy.first"), file.number("energy.integral"),
                  file.number("energy.a"), file.number("energy.kinetic")};
  // Outputs may have been added: those that are still to come. One at the State's own time has not
  // been written yet, since outputs come before the step.
  next_output_ = 0;
  while (next_output_ < static_cast<int>(outputs_.size()) &&
         outputs_[next_output_].tick < state_.tick) {
    ++next_output_;
  }
}

RestartFacts read_restart_facts(const std::string& path) {
  const RestartReader file(path);
  return {.box = {.size = file.number("box")},
          .a_begin = file.number("a_begin"),
          .num_particles = file.integer("count")};
}

}  // namespace motley::nbody
