#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/random.h"
#include "tensor/data/token_windows.h"

namespace motley::tensor {
namespace {

constexpr uint32_t kPlaceStream = 0x8000'0000;  // separate from those of the parameters

const BatchArgument* find(const std::vector<BatchArgument>& arguments, const char* name) {
  const auto found = std::ranges::find(arguments, name, &BatchArgument::name);
  return found == arguments.end() ? nullptr : &*found;
}

void store_integer(ElementType type, std::byte* data, int64_t index, int64_t value) {
  if (is_signed(type)) return store_signed(type, data, index, value);
  store_unsigned(type, data, index, static_cast<uint64_t>(value));
}

}  // namespace

bool reads_text(const std::vector<BatchArgument>& arguments) {
  const BatchArgument *tok = find(arguments, "tok"), *lab = find(arguments, "lab");
  if (arguments.size() != 2 || !tok || !lab) return false;
  for (const BatchArgument* a : {tok, lab}) {
    if (!is_integer(a->type.element) || a->type.is_scalar() || a->type.num_elements() == 0) {
      return false;
    }
  }
  return tok->type.shape[0] == lab->type.shape[0];
}

TokenWindows::TokenWindows(const std::vector<BatchArgument>& arguments) {
  const BatchArgument &t = *find(arguments, "tok"), &l = *find(arguments, "lab");
  tok = static_cast<size_t>(&t - arguments.data());
  lab = static_cast<size_t>(&l - arguments.data());
  tok_type = t.type;
  lab_type = l.type;
  limit = t.limit == 0 || l.limit == 0 ? std::max(t.limit, l.limit) : std::min(t.limit, l.limit);
  num_samples = t.type.shape[0];
  tok_length = t.type.num_elements() / num_samples;
  lab_length = l.type.num_elements() / num_samples;
}

void TokenWindows::put(std::span<const std::span<std::byte>> out, int64_t sample,
                       std::span<const int64_t> run) const {
  for (int64_t i = 0; i < tok_length; ++i) {
    store_integer(tok_type.element, out[tok].data(), sample * tok_length + i, run[i]);
  }
  for (int64_t i = 0; i < lab_length; ++i) {
    store_integer(lab_type.element, out[lab].data(), sample * lab_length + i, run[lab_start() + i]);
  }
}

BatchSource text_batches(std::string text, const std::string& name,
                         const std::vector<BatchArgument>& arguments, uint64_t seed) {
  if (!reads_text(arguments)) {
    std::string names;
    for (const BatchArgument& a : arguments) names += fmt::format(" `{}`", a.name);
    throw core::UserError({name},
                          "is not a safetensors file, and text is for models that take `tok` "
                          "and `lab`; this one takes" +
                              (names.empty() ? " nothing" : names));
  }
  // A numpy array or an archive has letters, too, but also zero bytes, which no text has.
  if (text.find('\0') != text.npos) {
    throw core::UserError({name}, "is neither text nor a safetensors file: it contains zero bytes");
  }
  const TokenWindows windows(arguments);
  if (windows.limit > 0 && windows.limit < 256) {
    throw core::UserError({name}, fmt::format("text is read as bytes, which need 256 tokens, but "
                                              "the model has {}: set vocab=256 or more",
                                              windows.limit));
  }
  const int64_t num_places = std::ssize(text) - windows.length() + 1;
  if (num_places <= 0) {
    throw core::UserError({name}, fmt::format("the text has {} bytes, but one sample takes {}",
                                              text.size(), windows.length()));
  }
  BatchSource source;
  source.origin = fmt::format("{}, {} bytes of text", name, text.size());
  source.fill = [windows, num_places, seed, text = std::move(text)](
                    int64_t step, std::span<const std::span<std::byte>> out) {
    std::vector<int64_t> run(windows.length());
    for (int64_t sample = 0; sample < windows.num_samples; ++sample) {
      const double u = core::uniform_at({seed, kPlaceStream}, step * windows.num_samples + sample);
      const auto place = static_cast<int64_t>(u * static_cast<double>(num_places));
      for (size_t i = 0; i < run.size(); ++i) run[i] = static_cast<unsigned char>(text[place + i]);
      windows.put(out, sample, run);
    }
  };
  return source;
}

}  // namespace motley::tensor
