// A MeasuredProfile: the layers of a model as measured on several device types, at several
// tensor-parallel degrees and micro-batch sizes, as Sailor and Metis publish them.
//
//   MeasuredProfile profile = read_measured_profile("profiles/OPT-350", {.memory =
//   "llm_info.json"}); profile.times.at({"A100-40", 2, 4}).layers[1].forward_seconds     4 samples
//   on 2 devices
//
// A folder is one of
//   TYPE/profile.json             Sailor: {samples: {degree: {layer: [forward, backward,
//   update]}}},
//                                 seconds; the bytes of layers are in its llm_info.json
//   DeviceType.TYPE_tpN_bsM.json  Metis: milliseconds of both passes, megabytes, bytes of
//   parameters
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace motley::tensor {

struct MeasuredProfile {
  struct LayerTimes {
    double forward_seconds = 0, backward_seconds = 0;
  };
  struct Times {
    std::vector<LayerTimes> layers;  // of one micro-batch
    double update_seconds = 0;       // of the whole model's parameters
  };
  struct LayerBytes {
    double parameters = 0;  // on one device
    double activation = 0;  // of a sample, whole: what the next layer reads
    double saved = 0;       // of a sample, on one device, from forward to backward
    double fixed = 0;       // on one device, whatever the samples; 0: a multiple of the parameters
  };
  struct TimesKey {
    std::string type;
    int32_t tensor = 1, samples = 1;  // degree, micro-batch size
    auto operator<=>(const TimesKey&) const = default;
  };
  struct BytesKey {
    std::string type;
    int32_t tensor = 1;
    auto operator<=>(const BytesKey&) const = default;
  };

  std::string name;
  int32_t num_layers = 0;
  std::map<TimesKey, Times> times;
  std::map<BytesKey, std::vector<LayerBytes>> bytes;
  std::vector<std::string> notes;  // what the files leave open, and how it was filled in
};

struct MeasuredProfileFiles {
  std::vector<std::string> types;  // to be read, whatever their case; empty: all
  std::string memory;              // Sailor: its llm_info.json; empty: nothing is known of bytes
  std::string model;               // its key there; empty: the name of the folder
  double activation_bytes = 0;  // Metis: of a sample between two layers, which its files leave out
};

// Whether a path is a folder of such files, rather than a Profile (profile_file.h).
bool is_measured_profile(const std::string& path);

// A UserError for a folder of neither kind, for files that disagree on the number of layers, and
// for times that are no times.
MeasuredProfile read_measured_profile(const std::string& folder, const MeasuredProfileFiles& files);

// Rates by message size: Sailor's multizone_bandwidths_het.json, of one zone. GB/s as a polynomial
// of log2(megabytes), by device type and number of sending and receiving devices.
class MessageRates {
 public:
  struct End {
    std::string type;
    int32_t devices = 1;
    auto operator<=>(const End&) const = default;
  };
  // Of the largest numbers of devices that are known and not larger; null: nothing is known.
  const std::vector<double>* coefficients(const End& from, const End& to) const;
  static double seconds(double bytes, const std::vector<double>& coefficients);

 private:
  friend MessageRates read_message_rates(const std::string& file, const std::string& zone);

  std::map<std::pair<End, End>, std::vector<double>> coefficients_;  // highest power first
};
MessageRates read_message_rates(const std::string& file, const std::string& zone);

}  // namespace motley::tensor
