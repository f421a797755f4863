#include "tensor/data/synthetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/random.h"
#include "core/base/threads.h"
#include "tensor/data/token_windows.h"

namespace motley::tensor {
namespace {

constexpr int64_t kMostClasses = 8, kPeriod = 4, kCell = 4;
constexpr double kNoise = 0.5, kNewToken = 0.1, kWrongLabel = 0.1;
// Separate from the random streams of the parameters and of text.
constexpr uint32_t kClassStream = 0x8000'0001, kTokenStream = 0x8000'0002,
                   kTableStream = 0x8000'0003, kLabelStream = 0x8000'0004,
                   kPatternStream = 0x8100'0000, kNoiseStream = 0x8200'0000;

// Element i of a tensor in this step: uniform in [0, 1). One draw gives four elements.
class StepNoise {
 public:
  StepNoise(uint64_t seed, uint32_t stream, int64_t step)
      : key_{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)},
        stream_(stream),
        step_(static_cast<uint32_t>(step)) {}

  double at(int64_t i) {
    if (i / 4 != block_) {
      block_ = i / 4;
      bits_ = core::philox4x32({static_cast<uint32_t>(block_), static_cast<uint32_t>(block_ >> 32),
                                stream_, step_ + 1},  // core::uniform_at has 0 there
                               key_);
    }
    return bits_[i % 4] * 0x1p-32;
  }

 private:
  std::array<uint32_t, 2> key_;
  uint32_t stream_, step_;
  int64_t block_ = -1;
  std::array<uint32_t, 4> bits_ = {};
};

void store(ElementType type, std::byte* data, int64_t index, int64_t value) {
  if (is_float(type)) return store_float(type, data, index, static_cast<double>(value));
  if (is_signed(type)) return store_signed(type, data, index, value);
  store_unsigned(type, data, index, static_cast<uint64_t>(value));
}

// The argument that holds the labels: by its name, otherwise the last one.
size_t label_argument(const std::vector<BatchArgument>& arguments) {
  for (const char* name : {"lab", "label", "labels", "y", "target", "targets"}) {
    const auto found = std::ranges::find(arguments, name, &BatchArgument::name);
    if (found != arguments.end()) return static_cast<size_t>(found - arguments.begin());
  }
  return arguments.size() - 1;
}

bool begins_with(const Shape& shape, const Shape& head) {
  return shape.size() >= head.size() && std::equal(head.begin(), head.end(), shape.begin());
}

class Patterns {
 public:
  Patterns(std::vector<BatchArgument> arguments, uint64_t seed, int num_threads)
      : arguments_(std::move(arguments)),
        seed_(seed),
        num_threads_(num_threads),
        label_(label_argument(arguments_)) {
    const BatchArgument& label = arguments_[label_];
    const bool classes_known = is_integer(label.type.element) && label.limit > 0;
    num_classes_ = classes_known ? std::min(label.limit, kMostClasses) : 2;
    for (const BatchArgument& argument : arguments_) tables_.push_back(pattern_table(argument));
  }

  void fill(int64_t step, std::span<const std::span<std::byte>> out) const {
    const std::vector<int64_t> classes = draw_classes(step);
    for (size_t i = 0; i < arguments_.size(); ++i) {
      const BatchArgument& argument = arguments_[i];
      const ElementType element = argument.type.element;
      if (i == label_) {
        fill_labels(step, classes, out[i].data());
      } else if (is_float(element)) {
        fill_input(i, step, classes, out[i].data());
      } else {
        StepNoise noise(seed_, kNoiseStream + static_cast<uint32_t>(i), step);
        for (int64_t k = 0; k < argument.type.num_elements(); ++k) {
          const double value = noise.at(k) * static_cast<double>(argument.limit);
          store(element, out[i].data(), k, is_bool(element) ? 1 : static_cast<int64_t>(value));
        }
      }
    }
  }
  int64_t num_classes() const { return num_classes_; }

 private:
  // One class per label; beyond the first dimension, neighbours in a cell share it.
  std::vector<int64_t> draw_classes(int64_t step) const {
    const Shape& shape = arguments_[label_].type.shape;
    StepNoise noise(seed_, kClassStream, step);
    std::vector<int64_t> classes(arguments_[label_].type.num_elements());
    for (size_t k = 0; k < classes.size(); ++k) {
      int64_t cell = 0, rest = static_cast<int64_t>(k), scale = 1;
      for (size_t d = shape.size(); d-- > 0;) {
        const int64_t size = d == 0 ? 1 : kCell;
        cell += rest % shape[d] / size * scale;
        scale *= (shape[d] + size - 1) / size;
        rest /= shape[d];
      }
      classes[k] = static_cast<int64_t>(noise.at(cell) * static_cast<double>(num_classes_));
    }
    return classes;
  }

  void fill_labels(int64_t step, const std::vector<int64_t>& classes, std::byte* out) const {
    StepNoise wrong(seed_, kLabelStream, step);
    for (int64_t k = 0; k < std::ssize(classes); ++k) {
      const double u = wrong.at(k);
      const bool anew = u < kWrongLabel;
      const auto other = static_cast<int64_t>(u / kWrongLabel * static_cast<double>(num_classes_));
      store(arguments_[label_].type.element, out, k, anew ? other : classes[k]);
    }
  }

  // The dimensions of an input after those it shares with the label.
  Shape features_of(const BatchArgument& argument) const {
    const Shape& label = arguments_[label_].type.shape;
    if (!begins_with(argument.type.shape, label)) return {};
    return {argument.type.shape.begin() + std::ssize(label), argument.type.shape.end()};
  }

  // num_classes patterns, each of the features' shape with all but the last extent reduced to a
  // period.
  std::vector<float> pattern_table(const BatchArgument& argument) const {
    Shape pattern = features_of(argument);
    for (size_t d = 0; d + 1 < pattern.size(); ++d) pattern[d] = std::min(pattern[d], kPeriod);
    std::vector<float> table(num_classes_ * TensorType{ElementType::kF32, pattern}.num_elements());
    const core::RandomStream stream{seed_,
                                    kPatternStream + static_cast<uint32_t>(argument.position)};
    for (size_t k = 0; k < table.size(); ++k) {
      table[k] = static_cast<float>(core::normal_at(stream, static_cast<int64_t>(k)));
    }
    // A single number could be nearly the same for two classes: there they are evenly spaced.
    for (int64_t c = 0; c < num_classes_ && std::ssize(table) == num_classes_; ++c) {
      table[c] = static_cast<float>(2 * c - (num_classes_ - 1));
    }
    return table;
  }

  void fill_input(size_t i, int64_t step, const std::vector<int64_t>& classes,
                  std::byte* out) const {
    const BatchArgument& argument = arguments_[i];
    const bool has_pattern = begins_with(argument.type.shape, arguments_[label_].type.shape);
    const Shape features = features_of(argument);
    const int64_t num_features = TensorType{ElementType::kF32, features}.num_elements();
    const int64_t pattern_size = std::ssize(tables_[i]) / num_classes_;
    const std::vector<int64_t> places = places_in_pattern(features);
    const int64_t num_samples = argument.type.num_elements() / std::max<int64_t>(1, num_features);
    core::parallel_for(num_threads_, num_samples, [&](int64_t begin, int64_t end, int) {
      StepNoise noise(seed_, kNoiseStream + static_cast<uint32_t>(i), step);
      for (int64_t sample = begin; sample < end; ++sample) {
        const float* pattern =
            has_pattern ? tables_[i].data() + classes[sample] * pattern_size : nullptr;
        for (int64_t f = 0, k = sample * num_features; f < num_features; ++f, ++k) {
          double value = (noise.at(k) - 0.5) * 3.46 * kNoise;  // standard deviation kNoise
          if (pattern) value += pattern[places[f]];
          if (argument.type.element == ElementType::kF32) {
            reinterpret_cast<float*>(out)[k] = static_cast<float>(value);
          } else {
            store_float(argument.type.element, out, k, value);
          }
        }
      }
    });
  }

  // The position of each feature of a sample in its class's pattern.
  static std::vector<int64_t> places_in_pattern(const Shape& features) {
    std::vector<int64_t> places(TensorType{ElementType::kF32, features}.num_elements());
    for (size_t k = 0; k < places.size(); ++k) {
      int64_t rest = static_cast<int64_t>(k), scale = 1;
      for (size_t d = features.size(); d-- > 0;) {
        const int64_t period =
            d + 1 == features.size() ? features[d] : std::min(features[d], kPeriod);
        places[k] += rest % features[d] % period * scale;
        scale *= period;
        rest /= features[d];
      }
    }
    return places;
  }

  std::vector<BatchArgument> arguments_;
  uint64_t seed_;
  int num_threads_;
  size_t label_;
  int64_t num_classes_;
  std::vector<std::vector<float>> tables_;  // of each argument, by class and place
};

}  // namespace

BatchSource pattern_batches(const std::vector<BatchArgument>& arguments, uint64_t seed,
                            int num_threads) {
  if (arguments.empty()) return {"none needed", [](int64_t, auto) {}};
  const Patterns patterns(arguments, seed, num_threads);
  return {fmt::format("synthetic: patterns of {} classes with noise, seed {}",
                      patterns.num_classes(), seed),
          [patterns](int64_t step, std::span<const std::span<std::byte>> out) {
            patterns.fill(step, out);
          }};
}

BatchSource token_batches(const std::vector<BatchArgument>& arguments, uint64_t seed) {
  const TokenWindows windows(arguments);
  const int64_t num_tokens = windows.limit > 0 ? windows.limit : 2;
  std::vector<int64_t> next(num_tokens);
  for (int64_t i = 0; i < num_tokens; ++i) {
    next[i] = static_cast<int64_t>(core::uniform_at({seed, kTableStream}, i) *
                                   static_cast<double>(num_tokens));
  }
  return {fmt::format("synthetic: runs of {} tokens, seed {}", num_tokens, seed),
          [windows, next, seed](int64_t step, std::span<const std::span<std::byte>> out) {
            const auto count = static_cast<double>(next.size());
            std::vector<int64_t> run(windows.length());
            StepNoise noise(seed, kTokenStream, step);
            int64_t drawn = 0;
            for (int64_t sample = 0; sample < windows.num_samples; ++sample) {
              for (size_t i = 0; i < run.size(); ++i) {
                const bool anew = noise.at(drawn++) < kNewToken || i == 0;
                const auto token = static_cast<int64_t>(noise.at(drawn++) * count);
                run[i] = anew ? token : next[run[i - 1]];
              }
              windows.put(out, sample, run);
            }
          }};
}

}  // namespace motley::tensor
