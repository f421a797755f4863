#include "core/io/safetensors_header.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <unordered_set>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"

namespace motley::core {
namespace {

using nlohmann::json;

constexpr std::string_view kMetadataKey = "__metadata__";

// A SAX parser of the header. Only values that a header can have are accepted, so nothing nests
// deeper than {"name":{"shape":[1]}} and no tree is built.
class HeaderReader final : public nlohmann::json_sax<json> {
 public:
  explicit HeaderReader(const std::string& file) : file_(file) {}

  SafetensorsHeader take() { return std::move(header_); }

  bool start_object(size_t) override {
    if (place_ == Place::kOutside) {
      place_ = Place::kHeader;
    } else if (place_ == Place::kHeader && key_ == kMetadataKey) {
      place_ = Place::kMetadata;
    } else if (place_ == Place::kHeader) {
      place_ = Place::kTensor;
      has_dtype_ = has_shape_ = false;
      offsets_.clear();
      entry_ = {.name = key_};
    } else {
      fail_type();
    }
    return true;
  }

  bool key(std::string& key) override {
    key_ = std::move(key);
    if (place_ == Place::kHeader && !names_.insert(key_).second) {
      fail(fmt::format("tensor {} appears twice", in_quotes(key_)));
    }
    return true;
  }

  bool end_object() override {
    if (place_ == Place::kTensor) {
      if (!has_dtype_) fail_tensor("it has no dtype");
      if (!has_shape_) fail_tensor("it has no shape");
      if (offsets_.empty()) fail_tensor("it has no data_offsets");
      entry_.begin = offsets_[0];
      entry_.end = offsets_[1];
      header_.entries.push_back(std::move(entry_));
    }
    place_ = place_ == Place::kHeader ? Place::kOutside : Place::kHeader;
    return true;
  }

  bool start_array(size_t) override {
    if (place_ == Place::kTensor && key_ == "shape") {
      if (std::exchange(has_shape_, true)) fail_tensor("it has two shapes");
      place_ = Place::kShape;
    } else if (place_ == Place::kTensor && key_ == "data_offsets") {
      if (!offsets_.empty()) fail_tensor("it has two data_offsets");
      place_ = Place::kOffsets;
    } else {
      fail_type();
    }
    return true;
  }

  bool end_array() override {
    if (place_ == Place::kOffsets && offsets_.size() != 2) fail_type();
    place_ = Place::kTensor;
    return true;
  }

  bool number_unsigned(uint64_t value) override {
    if (place_ != Place::kShape && place_ != Place::kOffsets) fail_type();
    if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
      fail_tensor(fmt::format("{} in its {} is too large", value, key_));
    }
    (place_ == Place::kShape ? entry_.shape : offsets_).push_back(static_cast<int64_t>(value));
    return true;
  }

  bool string(std::string& value) override {
    if (place_ == Place::kMetadata) {
      if (!header_.metadata.emplace(key_, std::move(value)).second) {
        fail(fmt::format("the metadata has {} twice", in_quotes(key_)));
      }
    } else if (place_ == Place::kTensor && key_ == "dtype") {
      if (std::exchange(has_dtype_, true)) fail_tensor("it has two dtypes");
      entry_.dtype = std::move(value);
    } else {
      fail_type();
    }
    return true;
  }

  bool null() override { fail_type(); }
  bool boolean(bool) override { fail_type(); }
  bool number_integer(int64_t) override { fail_type(); }
  bool number_float(double, const std::string&) override { fail_type(); }
  bool binary(json::binary_t&) override { fail_type(); }
  bool parse_error(size_t position, const std::string&, const json::exception&) override {
    fail(fmt::format("the header is not valid JSON at its byte {}", position));
  }

 private:
  enum class Place { kOutside, kHeader, kTensor, kShape, kOffsets, kMetadata };

  [[noreturn]] void fail(const std::string& message) const { throw UserError({file_}, message); }

  [[noreturn]] void fail_tensor(const std::string& message) const {
    fail(fmt::format("tensor {}: {}", in_quotes(entry_.name), message));
  }

  // A value of the wrong type for its place.
  [[noreturn]] void fail_type() const {
    switch (place_) {
      case Place::kOutside:
        fail("the header is not a JSON object");
      case Place::kHeader:
        fail(fmt::format("{} should be a JSON object", in_quotes(key_)));
      case Place::kMetadata:
        fail(fmt::format("the metadata {} should be a string", in_quotes(key_)));
      default:
        break;
    }
    if (key_ == "dtype") fail_tensor("its dtype should be a string");
    if (key_ == "shape") fail_tensor("its shape should be a list of nonnegative whole numbers");
    if (key_ == "data_offsets") fail_tensor("its data_offsets should be two byte positions");
    fail_tensor(fmt::format("the key {} is unknown", in_quotes(key_)));
  }

  const std::string& file_;
  SafetensorsHeader header_;
  std::unordered_set<std::string> names_;
  Place place_ = Place::kOutside;
  std::string key_;  // the last key parsed
  TensorEntry entry_;
  std::vector<int64_t> offsets_;
  bool has_dtype_ = false;
  bool has_shape_ = false;
};

// JSON text of a name or of the metadata; throws if it is not UTF-8.
std::string utf8_json(const json& value) {
  try {
    return value.dump();
  } catch (const json::type_error&) {
    throw UserError("a tensor's name or its metadata is not UTF-8");
  }
}

}  // namespace

SafetensorsHeader parse_safetensors_header(std::string_view text, const std::string& file) {
  if (!text.starts_with('{')) {
    throw UserError({file}, "this is not a safetensors file: its header does not begin with `{`");
  }
  if (const size_t at = text.find('\0'); at != text.npos) {  // the parser would stop there
    throw UserError({file}, fmt::format("the header is not valid JSON at its byte {}", at + 1));
  }
  HeaderReader reader(file);
  json::sax_parse(text, &reader);
  return reader.take();
}

std::string print_safetensors_header(const SafetensorsHeader& header) {
  std::unordered_set<std::string_view> names = {kMetadataKey};
  std::vector<std::string> items;
  if (!header.metadata.empty()) {
    items.push_back(fmt::format("\"{}\":{}", kMetadataKey, utf8_json(header.metadata)));
  }
  for (const TensorEntry& entry : header.entries) {
    MOTLEY_CHECK(names.insert(entry.name).second, "two tensors are named `{}`", entry.name);
    items.push_back(fmt::format(R"({}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                                utf8_json(entry.name), entry.dtype, fmt::join(entry.shape, ","),
                                entry.begin, entry.end));
  }
  std::string text = fmt::format("{{{}}}", fmt::join(items, ","));
  text.append((8 - text.size() % 8) % 8, ' ');
  return text;
}

}  // namespace motley::core
