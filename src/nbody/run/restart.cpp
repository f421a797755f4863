// Restart files: the part of the State of each rank as a safetensors file, with arrays as tensors
// and the rest as metadata; and a text file that lists the parts, written last. Doubles are written
// in hexadecimal, so they are restored to the last bit.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "core/io/safetensors.h"
#include "nbody/run/simulation.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

namespace fs = std::filesystem;
using core::UserError;

constexpr const char* kVersion = "motley nbody restart 4";

std::string exact(double x) { return fmt::format("{:a}", x); }
std::string exact(const std::vector<double>& numbers) {
  std::string text;
  for (const double x : numbers) text += exact(x) + " ";
  return text;
}

// The state of the balancer as numbers: wins, then for each rank its speed, the number of observed
// steps, and its seconds in them.
std::vector<double> numbers_of(const core::Balance& balance) {
  std::vector<double> numbers = {static_cast<double>(balance.wins)};
  for (size_t r = 0; r < balance.history.size(); ++r) {
    numbers.push_back(balance.speeds[r]);
    numbers.push_back(static_cast<double>(balance.history[r].size()));
    numbers.insert(numbers.end(), balance.history[r].begin(), balance.history[r].end());
  }
  return numbers;
}
core::Balance balance_of(const std::vector<double>& numbers) {
  core::Balance balance = core::begin_balance({}, {});
  if (!numbers.empty()) balance.wins = static_cast<int32_t>(numbers[0]);
  for (size_t at = 1; at + 1 < numbers.size();) {
    const auto begin = numbers.begin() + static_cast<int64_t>(at) + 2;
    const auto count = static_cast<size_t>(numbers[at + 1]);
    balance.speeds.push_back(numbers[at]);
    balance.history.emplace_back(begin, begin + static_cast<int64_t>(count));
    at += 2 + count;
  }
  return balance;
}

// Sections of settings that must not change at a restart: those that determine the particles.
const std::vector<std::string> kFixedSections = {"box",  "cosmology", "initial", "softening",
                                                 "mesh", "tree",      "steps"};

// The initial file may have been moved.
Settings without_folder(Settings settings) {
  settings.initial.file = fs::path(settings.initial.file).filename().string();
  return settings;
}

template <class T>
core::TensorToWrite tensor(const std::string& name, const char* dtype,
                           const std::vector<T>& values) {
  return {name, dtype, {static_cast<int64_t>(values.size())}, std::as_bytes(std::span(values))};
}

// Scale factors of the first outputs.
std::vector<double> written_outputs(const std::vector<PlannedOutput>& outputs, size_t count) {
  std::vector<double> written;
  for (size_t i = 0; i < count; ++i) written.push_back(outputs[i].scale_factor);
  return written;
}

// The file of one rank.
class RestartPart {
 public:
  explicit RestartPart(const std::string& path)
      : path_(path), file_(core::SafetensorsFile::open(path)) {}

  const std::string& text(const std::string& key) const {
    const auto found = file_.metadata().find(key);
    if (found == file_.metadata().end()) {
      throw UserError({path_}, fmt::format("is not a restart file: it has no `{}`", key));
    }
    return found->second;
  }
  double number(const std::string& key) const {
    const double value = std::strtod(text(key).c_str(), nullptr);
    if (!std::isfinite(value)) {
      throw UserError({path_}, fmt::format("is damaged: `{}` is not a number", key));
    }
    return value;
  }
  int64_t integer(const std::string& key) const {
    return std::strtoll(text(key).c_str(), nullptr, 10);
  }
  std::vector<double> numbers(const std::string& key) const {
    return values<double>(key, [](const char* at, char** end) { return std::strtod(at, end); });
  }
  std::vector<uint64_t> keys(const std::string& key) const {
    return values<uint64_t>(key,
                            [](const char* at, char** end) { return std::strtoull(at, end, 10); });
  }
  int64_t count() const { return integer("count"); }

  // Appends values [first, first + count) of a tensor.
  template <class T>
  void read(const std::string& name, int64_t first, int64_t count, std::vector<T>& values) const {
    const core::TensorEntry* entry = file_.find(name);
    if (!entry || entry->end - entry->begin != this->count() * static_cast<int64_t>(sizeof(T))) {
      throw UserError({path_},
                      fmt::format("is not a complete restart file: `{}` is missing", name));
    }
    const size_t before = values.size();
    values.resize(before + count);
    std::memcpy(values.data() + before, file_.bytes(*entry).data() + first * sizeof(T),
                count * sizeof(T));
  }
  const std::string& path() const { return path_; }

 private:
  // Parses values separated by blanks.
  template <class T, class Parse>
  std::vector<T> values(const std::string& key, const Parse& parse) const {
    std::vector<T> found;
    const char* at = text(key).c_str();
    for (char* end = nullptr;; at = end) {
      const T value = parse(at, &end);
      if (end == at) return found;
      found.push_back(value);
    }
  }

  std::string path_;
  core::SafetensorsFile file_;
};

// The names of the parts listed in the text file at `path`.
std::vector<std::string> part_names(const std::string& path) {
  const std::string text = core::read_text_file(path);
  std::vector<std::string> names;
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (names.size() < 2 || names[0] != kVersion) {
    throw UserError({path}, "is not a restart file, or has another version");
  }
  names.erase(names.begin());
  for (std::string& name : names) name = (fs::path(path).parent_path() / name).string();
  return names;
}

// All parts, read as one.
class RestartReader {
 public:
  explicit RestartReader(const std::string& path) {
    for (const std::string& name : part_names(path)) parts_.emplace_back(name);
  }
  const RestartPart& first() const { return parts_.front(); }
  int64_t count() const {
    int64_t sum = 0;
    for (const RestartPart& part : parts_) sum += part.count();
    return sum;
  }

  template <class T>
  void read(const std::string& name, int64_t first, int64_t count, std::vector<T>& values) const {
    int64_t begin = 0;  // first index of the part
    for (const RestartPart& part : parts_) {
      const int64_t from = std::max(first, begin);
      const int64_t to = std::min(first + count, begin + part.count());
      if (from < to) part.read(name, from - begin, to - from, values);
      begin += part.count();
    }
  }

 private:
  std::vector<RestartPart> parts_;
};

const char* const kAxes[] = {"x", "y", "z"};

void remove_files(const std::vector<std::string>& names) {
  std::error_code error;
  for (const std::string& name : names) fs::remove(name, error);
}

// The parts listed in the text file; none if it is missing or invalid.
std::vector<std::string> parts_if_any(const std::string& path) {
  try {
    return part_names(path);
  } catch (const UserError&) {
    return {};
  }
}

}  // namespace

void Simulation::write_restart(const std::string& path) {
  stepper_.fetch(state_);
  core::Communicator* comm = workers_.comm;
  const int num_ranks = comm ? comm->num_ranks() : 1, rank = comm ? comm->rank() : 0;
  const std::vector<std::string> listed = parts_if_any(path);
  // Never overwrites files that are in use, e.g. those that this run has resumed from.
  std::string stem = fmt::format("{}-{}", path, state_.num_steps);
  if (std::ranges::any_of(listed, [&](const auto& name) { return name.starts_with(stem + "."); })) {
    stem += "b";
  }
  const auto name_of = [&](int r) { return fmt::format("{}.{}.safetensors", stem, r); };
  const Particles& p = state_.particles;
  std::vector<core::TensorToWrite> tensors = {tensor("id", "U64", p.id),
                                              tensor("key", "U64", state_.keys)};
  std::vector<float> work = state_.work;
  work.resize(p.size());
  tensors.push_back(tensor("work", "F32", work));
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name = kAxes[axis];
    tensors.push_back(tensor("position." + name, "U32", p.position[axis]));
    tensors.push_back(tensor("momentum." + name, "F32", p.momentum[axis]));
    tensors.push_back(tensor("long_range." + name, "F32", state_.long_range[axis]));
    tensors.push_back(tensor("short_range." + name, "F32", state_.short_range[axis]));
  }
  std::string boundaries;
  for (const uint64_t key : state_.boundaries) boundaries += fmt::format("{} ", key);
  const EnergyBalance::Sums& e = energy_.sums;
  const core::SafetensorsMetadata metadata = {
      {"motley", kVersion},
      {"count", std::to_string(p.size())},
      {"box", exact(p.box.size)},
      {"mass", exact(p.mass)},
      {"scale_factor", exact(p.scale_factor)},
      {"a_begin", exact(timeline_.a_begin)},
      {"a_end", exact(timeline_.a_end)},
      {"tick", std::to_string(state_.tick)},
      {"steps", std::to_string(state_.num_steps)},
      {"written", exact(written_outputs(outputs_, next_output_))},
      {"shares", exact(stepper_.shares())},
      {"balance", exact(numbers_of(stepper_.balance()))},
      {"cuts", boundaries},
      {"energy.first", exact(e.first)},
      {"energy.integral", exact(e.integral)},
      {"energy.a", exact(e.a)},
      {"energy.kinetic", exact(e.kinetic)},
      {"settings", print_settings(without_folder(resolved_settings(settings_)))}};
  std::string error_text;
  try {
    core::write_safetensors(name_of(rank), tensors, metadata);
  } catch (const UserError& error) {
    error_text = error.what();
  }
  std::vector<std::string> before, now;
  for (int r = 0; r < num_ranks; ++r) now.push_back(name_of(r));
  try {
    core::throw_on_all_ranks(comm, error_text);
    core::at_root(comm, [&] {
      before = listed;
      std::string text = fmt::format("{}\n", kVersion);
      for (const std::string& name : now) text += fs::path(name).filename().string() + "\n";
      core::replace_text_file(path, text);
    });
  } catch (const UserError&) {
    remove_files({name_of(rank)});
    throw;
  }
  std::erase_if(before,
                [&](const std::string& name) { return std::ranges::find(now, name) != now.end(); });
  remove_files(before);
}

void Simulation::resume(const std::string& path) {
  const RestartReader all(path);
  const RestartPart& file = all.first();
  std::map<std::string, std::string> recorded = recorded_settings(file.text("settings"));
  // Hosts and devices have leaves of different sizes, unless the settings name one.
  if (!settings_.tree.leaf) recorded["tree.leaf"] = "auto";
  const std::string other = difference(recorded, without_folder(resolved_settings(settings_)),
                                       without_folder(settings_), kFixedSections);
  if (!other.empty()) {
    throw UserError({path}, fmt::format("is of a run with other settings ({}); box, cosmology, "
                                        "initial, softening, mesh, tree and steps must not change",
                                        other));
  }
  const double now = file.number("scale_factor");
  const bool same_line =
      timeline_.a_begin == file.number("a_begin") && timeline_.a_end == file.number("a_end");
  MOTLEY_CHECK(same_line || timeline_.a_begin == now, "the Simulation has another time line");
  // Outputs may change after the current time, but not before, since files are numbered.
  const std::vector<double> written = file.numbers("written");
  const size_t num_written = written.size();
  const bool has_written =
      outputs_.size() >= num_written && written_outputs(outputs_, num_written) == written;
  const bool adds_earlier = outputs_.size() > num_written && has_written &&
                            outputs_[num_written].scale_factor < now * (1 - 1e-9);
  if (!has_written || adds_earlier) {
    std::string redshifts;
    for (const double a : written) redshifts += fmt::format(" {:.6g}", redshift_of(a));
    throw UserError({path}, fmt::format("is at redshift {:.4g}; earlier output.redshifts must not "
                                        "change, since snapshots are numbered:{}",
                                        redshift_of(now), redshifts.empty() ? " none" : redshifts));
  }
  const int num_ranks = workers_.comm ? workers_.comm->num_ranks() : 1;
  const int rank = workers_.comm ? workers_.comm->rank() : 0;
  const int64_t first = all.count() * rank / num_ranks;
  const int64_t count = all.count() * (rank + 1) / num_ranks - first;
  state_ = {};
  Particles& p = state_.particles;
  p.box.size = file.number("box");
  p.mass = file.number("mass");
  p.scale_factor = now;
  all.read("id", first, count, p.id);
  all.read("key", first, count, state_.keys);
  all.read("work", first, count, state_.work);
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name = kAxes[axis];
    all.read("position." + name, first, count, p.position[axis]);
    all.read("momentum." + name, first, count, p.momentum[axis]);
    all.read("long_range." + name, first, count, state_.long_range[axis]);
    all.read("short_range." + name, first, count, state_.short_range[axis]);
  }
  state_.tick = same_line ? file.integer("tick") : 0;
  if (state_.tick < 0 || state_.tick > IntegerTimeline::kTicks) {
    throw UserError({path}, "is damaged: its time is not on its time line");
  }
  state_.num_steps = file.integer("steps");
  // On the same number of ranks, each gets its previous particles: the boundaries are restored, and
  // the measured speeds.
  const std::vector<double> shares = file.numbers("shares");
  if (workers_.measured && static_cast<int>(shares.size()) == num_ranks) {
    stepper_.set_balance(shares, balance_of(file.numbers("balance")));
  }
  if (num_ranks > 1) state_.boundaries = file.keys("cuts");
  stepper_.distribute(state_);
  if (num_ranks == 1) state_.work = {};
  energy_.sums = {file.number("energy.first"), file.number("energy.integral"),
                  file.number("energy.a"), file.number("energy.kinetic")};
  next_output_ = static_cast<int>(num_written);
  if (!std::isfinite(state_.global_sums.momentum_square)) {
    throw UserError({path}, "is damaged: a momentum or an acceleration in it is not a number");
  }
}

RestartMetadata read_restart_metadata(const std::string& path) {
  const RestartReader all(path);
  const RestartPart& first = all.first();
  const auto recorded = recorded_settings(first.text("settings"));
  const auto device = recorded.find("run.device");  // older files have none
  return {.box = {.size = first.number("box")},
          .a_begin = first.number("a_begin"),
          .a_end = first.number("a_end"),
          .scale_factor = first.number("scale_factor"),
          .num_particles = all.count(),
          .finished = first.integer("tick") == IntegerTimeline::kTicks,
          .device = device == recorded.end() ? "none" : device->second};
}

double resumed_line_begin(const Settings& settings, const RestartMetadata& metadata) {
  const double last = *std::ranges::min_element(settings.output.redshifts);
  return scale_factor_of(last) == metadata.a_end ? metadata.a_begin : metadata.scale_factor;
}

void remove_restart(const std::string& path) {
  const std::vector<std::string> parts = parts_if_any(path);
  std::error_code error;
  fs::remove(path, error);
  remove_files(parts);
}

}  // namespace motley::nbody
