#include "tensor/profile/measured_profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>

#include "core/base/error.h"
#include "core/io/files.h"
#include "core/io/json_reader.h"

namespace motley::tensor {
namespace {

namespace fs = std::filesystem;
using core::JsonDocument;
using core::JsonValue;
using core::UserError;

constexpr const char* kMetisPrefix = "DeviceType.";

// Of a polynomial for rates, so that its value is finite at every size of message.
constexpr double kMostRate = 1e9;
constexpr size_t kMostCoefficients = 32;

double seconds_of(const JsonValue& value, double unit = 1) {
  const double seconds = value.number() * unit;
  if (seconds < 0 || seconds > 1e9) throw value.error("must be a time");
  return seconds;
}

double bytes_of(const JsonValue& value, double unit = 1) {
  const double bytes = value.number() * unit;
  if (bytes < 0 || bytes > 1e18) throw value.error("must be a number of bytes");
  return bytes;
}

// A key that is a count, such as a degree.
int32_t count_of(const std::string& key, const JsonValue& value) {
  int32_t count = 0;
  const auto [end, fault] = std::from_chars(key.data(), key.data() + key.size(), count);
  if (fault != std::errc() || end != key.data() + key.size() || count < 0 || count > 1 << 20) {
    throw value.error(fmt::format("has the key {}, which is not a number", key));
  }
  return count;
}

// The members of an object with the keys 0, 1, 2, ... in this order.
std::vector<JsonValue> by_layer(const JsonValue& object) {
  std::vector<std::optional<JsonValue>> found;
  for (const auto& [key, value] : object.members()) {
    const auto layer = static_cast<size_t>(count_of(key, value));
    if (layer >= 100'000) throw value.error("is a layer beyond the 100,000th");
    if (found.size() <= layer) found.resize(layer + 1);
    found[layer] = value;
  }
  std::vector<JsonValue> layers;
  for (size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) throw object.error(fmt::format("has no layer {}", i));
    layers.push_back(*found[i]);
  }
  return layers;
}

void set_num_layers(MeasuredProfile& profile, size_t count, const JsonValue& at) {
  if (count == 0) throw at.error("has no layers");
  if (profile.num_layers == 0) profile.num_layers = static_cast<int32_t>(count);
  if (std::cmp_not_equal(count, profile.num_layers)) {
    throw at.error(fmt::format("has {} layers where others have {}", count, profile.num_layers));
  }
}

bool is_wanted(const std::string& type, const MeasuredProfileFiles& files) {
  const auto lower = [](unsigned char c) { return std::tolower(c); };
  return files.types.empty() || std::ranges::any_of(files.types, [&](const std::string& wanted) {
           return std::ranges::equal(wanted, type, {}, lower, lower);
         });
}

std::vector<fs::path> entries_of(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    entries.push_back(i->path());
  }
  if (error) throw UserError({folder}, fmt::format("cannot be read: {}", error.message()));
  std::ranges::sort(entries);
  return entries;
}

// --- Sailor --------------------------------------------------------------------------------------

void read_sailor_times(MeasuredProfile& profile, const std::string& type, const fs::path& file) {
  const std::string text = core::read_text_file(file.string());
  const JsonDocument document(text, file.string());
  for (const auto& [samples, by_degree] : document.root().members()) {
    for (const auto& [degree, object] : by_degree.members()) {
      const std::vector<JsonValue> layers = by_layer(object);
      set_num_layers(profile, layers.size(), object);
      MeasuredProfile::Times times;
      for (const JsonValue& layer : layers) {
        const std::vector<JsonValue> figures = layer.items();
        if (figures.size() != 3) throw layer.error("must be [forward, backward, update]");
        times.layers.push_back({seconds_of(figures[0]), seconds_of(figures[1])});
        times.update_seconds = std::max(times.update_seconds, seconds_of(figures[2]));
      }
      const int32_t n = count_of(degree, object), m = count_of(samples, object);
      if (n == 0 || m == 0) throw object.error("is for no devices or no samples");
      profile.times[{type, n, m}] = std::move(times);
    }
  }
}

void read_sailor_bytes(MeasuredProfile& profile, const MeasuredProfileFiles& files) {
  const std::string text = core::read_text_file(files.memory);
  const JsonDocument document(text, files.memory);
  const std::string model = files.model.empty() ? profile.name : files.model;
  const auto found = document.root().find(model);
  if (!found) {
    throw UserError({files.memory},
                    fmt::format("has no model {}; name it with --profile-model", model));
  }
  for (const auto& [degree, object] : found->members()) {
    std::vector<MeasuredProfile::LayerBytes> layers;
    for (const JsonValue& layer : by_layer(object)) {
      layers.push_back({.parameters = bytes_of(layer.at("params_bytes")),
                        .activation = bytes_of(layer.at("act_output_bytes")),
                        .saved = bytes_of(layer.at("act_mem_bytes"))});
    }
    set_num_layers(profile, layers.size(), object);
    const int32_t n = count_of(degree, object);
    for (const auto& [key, times] : profile.times) {
      if (key.tensor == n) profile.bytes[{key.type, n}] = layers;
    }
  }
}

// --- Metis ---------------------------------------------------------------------------------------

// "DeviceType.A100_tp2_bs1.json"
std::optional<MeasuredProfile::TimesKey> metis_key(const std::string& name) {
  constexpr std::string_view kEnd = ".json";
  if (!name.starts_with(kMetisPrefix) || !name.ends_with(kEnd)) return std::nullopt;
  std::string_view rest(name);
  rest.remove_prefix(std::string_view(kMetisPrefix).size());
  rest.remove_suffix(kEnd.size());
  const size_t samples = rest.rfind("_bs"), tensor = rest.rfind("_tp", samples);
  if (samples == rest.npos || tensor == rest.npos || tensor == 0) return std::nullopt;
  MeasuredProfile::TimesKey key{.type = std::string(rest.substr(0, tensor))};
  const auto number = [](std::string_view digits, int32_t& into) {
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), into);
    return fault == std::errc() && end == digits.data() + digits.size() && into > 0;
  };
  const bool is_right = number(rest.substr(tensor + 3, samples - tensor - 3), key.tensor) &&
                        number(rest.substr(samples + 3), key.samples);
  return is_right ? std::optional(key) : std::nullopt;
}

// All memory of each layer on one device with one micro-batch.
std::vector<double> metis_memory(MeasuredProfile& profile, const JsonValue& memory,
                                 const fs::path& file) {
  constexpr double kMegabyte = 1 << 20;
  std::vector<double> bytes;
  for (const JsonValue& layer : memory.at("layer_memory_total_mb").items()) {
    bytes.push_back(bytes_of(layer, kMegabyte));
  }
  const auto layers = static_cast<size_t>(profile.num_layers);
  if (bytes.empty() || bytes.size() > layers) {
    throw memory.error(fmt::format("has {} layers where others have {}", bytes.size(), layers));
  }
  if (bytes.size() < layers) {
    profile.notes.push_back(
        fmt::format("{}: memory of {} of {} layers is given; the others are taken as the largest",
                    file.filename().string(), bytes.size(), layers));
    bytes.resize(layers, *std::ranges::max_element(bytes));
  }
  return bytes;
}

void read_metis(MeasuredProfile& profile, const std::vector<fs::path>& entries,
                const MeasuredProfileFiles& files) {
  std::map<MeasuredProfile::BytesKey, std::map<int32_t, std::vector<double>>> memory;
  for (const fs::path& file : entries) {
    const auto key = metis_key(file.filename().string());
    if (!key || !is_wanted(key->type, files)) continue;
    const std::string text = core::read_text_file(file.string());
    const JsonDocument document(text, file.string());
    const JsonValue root = document.root(), times = root.at("execution_time");
    MeasuredProfile::Times& measured = profile.times[*key];
    const JsonValue both = times.at("layer_compute_total_ms");
    // The backward pass is twice the forward pass, as the flops of products are.
    for (const JsonValue& layer : both.items()) {
      const double seconds = seconds_of(layer, 1e-3);
      measured.layers.push_back({seconds / 3, 2 * seconds / 3});
    }
    set_num_layers(profile, measured.layers.size(), both);
    measured.update_seconds = seconds_of(times.at("optimizer_time_ms"), 1e-3);
    if (const auto model = root.at("model").find("model_name")) profile.name = model->text();
    auto& bytes = profile.bytes[{key->type, key->tensor}];
    const JsonValue parameters = root.at("model").at("parameters").at("parameters_per_layer_bytes");
    bytes.clear();
    for (const JsonValue& layer : parameters.items()) {
      bytes.push_back({.parameters = bytes_of(layer), .activation = files.activation_bytes});
    }
    set_num_layers(profile, bytes.size(), parameters);
    memory[{key->type, key->tensor}][key->samples] =
        metis_memory(profile, root.at("execution_memory"), file);
  }
  // What grows with the samples is saved for the backward pass.
  for (const auto& [key, by_samples] : memory) {
    auto& bytes = profile.bytes[key];
    const auto& [few, least] = *by_samples.begin();
    const auto& [many, most] = *by_samples.rbegin();
    if (few == many) {
      profile.notes.push_back(fmt::format(
          "{} at degree {}: one micro-batch size, so all memory is taken as saved for the backward "
          "pass",
          key.type, key.tensor));
    }
    for (size_t i = 0; i < bytes.size(); ++i) {
      bytes[i].saved =
          few == many ? least[i] / few : std::max(0.0, (most[i] - least[i]) / (many - few));
      bytes[i].fixed = std::max(1.0, least[i] - few * bytes[i].saved);
    }
  }
  if (files.activation_bytes == 0) {
    profile.notes.emplace_back(
        "Metis' files do not say what passes between stages: give --activation-bytes, or it is "
        "free");
  }
}

}  // namespace

bool is_measured_profile(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

MeasuredProfile read_measured_profile(const std::string& folder,
                                      const MeasuredProfileFiles& files) {
  MeasuredProfile profile;
  const fs::path path = fs::path(folder).lexically_normal();
  profile.name = (path.has_filename() ? path : path.parent_path()).filename().string();
  const std::vector<fs::path> entries = entries_of(folder);
  for (const fs::path& entry : entries) {
    std::error_code error;
    const fs::path file = entry / "profile.json";
    if (fs::is_regular_file(file, error) && is_wanted(entry.filename().string(), files)) {
      read_sailor_times(profile, entry.filename().string(), file);
    }
  }
  if (profile.times.empty()) {
    read_metis(profile, entries, files);
  } else if (!files.memory.empty()) {
    read_sailor_bytes(profile, files);
  } else {
    profile.notes.emplace_back(
        "nothing is known of bytes: give Sailor's llm_info.json as --profile-memory, or memory and "
        "messages are free");
  }
  if (profile.times.empty() && !files.types.empty()) {
    throw UserError({folder},
                    fmt::format("has no measurements on {}, as Sailor (TYPE/profile.json) "
                                "or Metis (DeviceType.TYPE_tpN_bsM.json) name them",
                                fmt::join(files.types, ", ")));
  }
  if (profile.times.empty()) {
    throw UserError(
        {folder},
        "has neither TYPE/profile.json (Sailor) nor DeviceType.TYPE_tpN_bsM.json (Metis)");
  }
  return profile;
}

// --- Rates ---------------------------------------------------------------------------------------

MessageRates read_message_rates(const std::string& file, const std::string& zone) {
  const std::string text = core::read_text_file(file);
  const JsonDocument document(text, file);
  const auto from_zone = document.root().find(zone);
  if (!from_zone) {
    std::string zones;
    for (const auto& [name, value] : document.root().members()) {
      zones += (zones.empty() ? "" : ", ") + name;
    }
    throw UserError({file}, fmt::format("has no zone {}; give --zone, one of {}", zone, zones));
  }
  MessageRates rates;
  for (const auto& [from_type, by_count] : from_zone->members()) {
    for (const auto& [from_count, to_zones] : by_count.members()) {
      const auto to_zone = to_zones.find(zone);
      if (!to_zone) continue;
      for (const auto& [to_type, to_counts] : to_zone->members()) {
        for (const auto& [to_count, pair] : to_counts.members()) {
          const std::vector<JsonValue> parts = pair.items();
          if (parts.empty()) throw pair.error("must begin with coefficients");
          std::vector<double> coefficients;
          for (const JsonValue& c : parts[0].items()) {
            coefficients.push_back(c.number());
            if (!(std::abs(coefficients.back()) <= kMostRate)) throw c.error("is no rate in GB/s");
          }
          if (coefficients.empty()) throw pair.error("has no coefficients");
          if (coefficients.size() > kMostCoefficients) {
            throw pair.error(fmt::format("has more than {} coefficients", kMostCoefficients));
          }
          rates.coefficients_[{{from_type, count_of(from_count, pair)},
                               {to_type, count_of(to_count, pair)}}] = std::move(coefficients);
        }
      }
    }
  }
  return rates;
}

const std::vector<double>* MessageRates::coefficients(const End& from, const End& to) const {
  const std::vector<double>* best = nullptr;
  for (const auto& [ends, coefficients] : coefficients_) {
    const auto& [a, b] = ends;
    if (a.type == from.type && b.type == to.type && a.devices <= from.devices &&
        b.devices <= to.devices) {
      best = &coefficients;  // in ascending order
    }
  }
  return best;
}

double MessageRates::seconds(double bytes, const std::vector<double>& coefficients) {
  constexpr double kLeastRate =
      1e-3;  // GB/s: the polynomial may fall below zero for small messages
  if (bytes <= 0) return 0;
  const double x = std::log2(bytes / 1e6);
  double rate = 0;
  for (const double c : coefficients) rate = rate * x + c;
  return bytes / 1e9 / std::max(rate, kLeastRate);
}

}  // namespace motley::tensor
