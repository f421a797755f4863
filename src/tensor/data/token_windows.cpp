#include "tensor/data/token_windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/random.h"

namespace motley::tensor {
namespace {

constexpr uint32_t kPlaceStream = 0x8000'0000;  // separate from those of the parameters

std::optional<size_t> find_argument(const std::vector<BatchArgument>& arguments, const char* name) {
  const auto found = std::ranges::find(arguments, name, &BatchArgument::name);
  if (found == arguments.end()) return std::nullopt;
  return found - arguments.begin();
}

void store_integer(ElementType type, std::byte* data, int64_t index, int64_t value) {
  if (is_signed(type)) return store_signed(type, data, index, value);
  store_unsigned(type, data, index, static_cast<uint64_t>(value));
}

int64_t load_integer(ElementType type, const std::byte* data, int64_t index) {
  if (is_signed(type)) return load_signed(type, data, index);
  return static_cast<int64_t>(load_unsigned(type, data, index));
}

bool is_named_like_labels(const BatchArgument& argument) {
  const std::string name = argument.name.substr(argument.name.rfind('/') + 1);
  constexpr std::array<std::string_view, 6> kBeginnings = {"lab", "target", "tgt",
                                                           "y",   "output", "next"};
  return std::ranges::any_of(kBeginnings, [&](std::string_view b) { return name.starts_with(b); });
}

bool is_tokens(const BatchArgument& argument) {
  return is_integer(argument.type.element) && argument.type.num_dims() == 2 &&
         argument.type.num_elements() > 0;
}

int64_t common_limit(int64_t a, int64_t b) {
  return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
}

std::string names_of(const std::vector<BatchArgument>& arguments) {
  std::string names;
  for (const BatchArgument& a : arguments) names += fmt::format(" `{}`", a.name);
  return names.empty() ? " nothing" : names;
}

// Windows of a part of a stream.
class StreamPart {
 public:
  StreamPart(const TokenStream& stream, const TokenWindows& windows, int64_t first, int64_t count)
      : stream_(stream), windows_(windows), first_(first), count_(count) {
    if (count < windows.length()) {
      throw core::UserError({stream.name}, fmt::format("{} {} are too few: one sample takes {}",
                                                       count, stream.unit, windows.length()));
    }
  }

  int64_t num_places() const { return count_ - windows_.length() + 1; }
  // Of windows that follow one another.
  int64_t num_windows() const { return (num_places() - 1) / windows_.stride() + 1; }

  // The window at this place of the part becomes a sample of a batch.
  void put(std::span<const std::span<std::byte>> out, int64_t sample, int64_t place) const {
    const DataArray& tokens = stream_.tokens;
    std::vector<int64_t> run(windows_.length());
    for (size_t i = 0; i < run.size(); ++i) {
      const int64_t at = first_ + place + static_cast<int64_t>(i);
      run[i] = load_integer(tokens.type.element, tokens.bytes.data(), at);
      if (run[i] >= 0 && (windows_.limit == 0 || run[i] < windows_.limit)) continue;
      throw core::UserError(
          {stream_.name}, windows_.limit == 0
                              ? fmt::format("token {} is negative: {}", at, run[i])
                              : fmt::format("token {} is {}, but the model has tokens 0 to {}", at,
                                            run[i], windows_.limit - 1));
    }
    windows_.put(out, sample, run);
  }

 private:
  TokenStream stream_;
  TokenWindows windows_;
  int64_t first_, count_;
};

}  // namespace

bool reads_text(const std::vector<BatchArgument>& arguments) {
  const auto tok = find_argument(arguments, "tok"), lab = find_argument(arguments, "lab");
  if (arguments.size() != 2 || !tok || !lab) return false;
  for (const BatchArgument& a : arguments) {
    if (!is_integer(a.type.element) || a.type.is_scalar() || a.type.num_elements() == 0) {
      return false;
    }
  }
  return arguments[0].type.shape[0] == arguments[1].type.shape[0];
}

TokenWindows::TokenWindows(const std::vector<BatchArgument>& arguments, size_t tok_place,
                           std::optional<size_t> lab_place)
    : tok(tok_place), lab(lab_place), tok_type(arguments[tok].type), limit(arguments[tok].limit) {
  num_samples = tok_type.shape[0];
  tok_length = tok_type.num_elements() / num_samples;
  if (!lab) return;
  lab_type = arguments[*lab].type;
  lab_length = lab_type.num_elements() / num_samples;
  limit = common_limit(limit, arguments[*lab].limit);
}

TokenWindows::TokenWindows(const std::vector<BatchArgument>& arguments)
    : TokenWindows(arguments, *find_argument(arguments, "tok"), find_argument(arguments, "lab")) {}

std::optional<TokenWindows> TokenWindows::of(const std::vector<BatchArgument>& arguments) {
  if (reads_text(arguments)) return TokenWindows(arguments);
  if (!std::ranges::all_of(arguments, is_tokens)) return std::nullopt;
  if (arguments.size() == 1) return TokenWindows(arguments, 0, std::nullopt);
  if (arguments.size() != 2 || arguments[0].type.shape != arguments[1].type.shape ||
      is_named_like_labels(arguments[0]) == is_named_like_labels(arguments[1])) {
    return std::nullopt;
  }
  const size_t labels = is_named_like_labels(arguments[0]) ? 0 : 1;
  return TokenWindows(arguments, 1 - labels, labels);
}

void TokenWindows::put(std::span<const std::span<std::byte>> out, int64_t sample,
                       std::span<const int64_t> run) const {
  for (int64_t i = 0; i < tok_length; ++i) {
    store_integer(tok_type.element, out[tok].data(), sample * tok_length + i, run[i]);
  }
  for (int64_t i = 0; i < lab_length; ++i) {
    store_integer(lab_type.element, out[*lab].data(), sample * lab_length + i,
                  run[lab_start() + i]);
  }
}

TokenStream text_stream(std::span<const std::byte> text, const std::string& name,
                        std::shared_ptr<const void> owner) {
  // An array or an archive has letters, too, but also zero bytes, which no text has.
  if (std::ranges::find(text, std::byte{0}) != text.end()) {
    throw core::UserError({name},
                          "is neither text nor an array (.npy, .npz, .safetensors): it contains "
                          "zero bytes; a file of tokens needs --data-type");
  }
  return {name,
          "bytes of text",
          {.name = "",
           .type = {ElementType::kU8, {std::ssize(text)}},
           .bytes = text,
           .owner = std::move(owner)}};
}

TrainingData stream_data(const TokenStream& stream, const std::vector<BatchArgument>& arguments,
                         const DataOptions& options) {
  const std::optional<TokenWindows> windows = TokenWindows::of(arguments);
  if (!windows) {
    throw core::UserError({stream.name},
                          fmt::format("{} are for models that take `tok` and `lab`, or tokens by "
                                      "sample and position; this one takes{}",
                                      stream.unit, names_of(arguments)));
  }
  const bool is_text = stream.unit != "tokens";
  if (is_text && windows->limit > 0 && windows->limit < 256) {
    throw core::UserError(
        {stream.name},
        fmt::format("text is read as bytes, which need a vocabulary of 256, but the model "
                    "has {}: set vocab=256 or more",
                    windows->limit));
  }
  const int64_t count = stream.tokens.type.num_elements();
  const auto num_validation =
      static_cast<int64_t>(validation_share(options) * static_cast<double>(count));
  const int64_t num_samples = windows->num_samples;
  TrainingData data;
  data.training.origin = fmt::format("{}, {} {}", stream.name, count, stream.unit);
  const StreamPart part(stream, *windows, 0, count - num_validation);
  data.training.num_batches = part.num_windows() / num_samples;
  if (options.shuffle) {
    data.training.fill = [=, seed = options.seed](int64_t step, auto out) {
      for (int64_t sample = 0; sample < num_samples; ++sample) {
        const double u = core::uniform_at({seed, kPlaceStream}, step * num_samples + sample);
        part.put(out, sample, static_cast<int64_t>(u * static_cast<double>(part.num_places())));
      }
    };
  } else {
    data.training.fill = [=, stride = windows->stride()](int64_t step, auto out) {
      for (int64_t sample = 0; sample < num_samples; ++sample) {
        part.put(out, sample, (step * num_samples + sample) % part.num_windows() * stride);
      }
    };
  }
  if (num_validation > 0) {
    const StreamPart kept(stream, *windows, count - num_validation, num_validation);
    data.num_validation_batches = kept.num_windows() / num_samples;
    data.validation.origin = fmt::format("the last {} {}", num_validation, stream.unit);
    data.validation.fill = [=, stride = windows->stride()](int64_t batch, auto out) {
      for (int64_t sample = 0; sample < num_samples; ++sample) {
        kept.put(out, sample, (batch * num_samples + sample) * stride);
      }
    };
  }
  if (!reads_text(arguments)) {
    data.notes.push_back(
        windows->lab ? fmt::format("`{}` is `{}` shifted by one token",
                                   arguments[*windows->lab].name, arguments[windows->tok].name)
                     : fmt::format("`{}` is filled with runs of {} {}", arguments[0].name,
                                   windows->length(), stream.unit));
  }
  return data;
}

BatchSource text_batches(std::string text, const std::string& name,
                         const std::vector<BatchArgument>& arguments, uint64_t seed) {
  const auto owner = std::make_shared<const std::string>(std::move(text));
  return stream_data(text_stream(std::as_bytes(std::span(*owner)), name, owner), arguments,
                     {.seed = seed})
      .training;
}

}  // namespace motley::tensor
