#include "core/io/checkpoint_index.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/io/files.h"
#include "core/io/json_reader.h"

namespace motley::core {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "motley-checkpoint";
constexpr int kVersion = 1;

uint32_t parse_checksum(const JsonValue& json) {
  const std::string text = json.text();
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (checksum_text(value) != text) {
    throw json.error(fmt::format("is not a checksum: {}", in_quotes(text)));
  }
  return value;
}

Json to_json(const CheckpointTensor& tensor) {
  Json pieces = Json::array();
  for (const CheckpointPiece& piece : tensor.pieces) {
    pieces.push_back({{"file", piece.file},
                      {"offset", piece.box.offset},
                      {"shape", piece.box.shape},
                      {"crc32c", checksum_text(piece.checksum)}});
    if (!piece.entry.empty()) pieces.back()["entry"] = piece.entry;
  }
  return {{"name", tensor.name},
          {"dtype", tensor.dtype},
          {"shape", tensor.shape},
          {"pieces", std::move(pieces)}};
}

// The name of a file beside the index; none that leads elsewhere, or is hidden.
std::string parse_file_name(const JsonValue& json) {
  const std::string name = json.text();
  if (!is_plain_name(name)) {
    throw json.error(
        fmt::format("is not the name of a file in the same folder: {}", in_quotes(name)));
  }
  return name;
}

CheckpointTensor parse_tensor(const JsonValue& json) {
  CheckpointTensor tensor{
      json.at("name").text(), json.at("dtype").text(), json.at("shape").whole_numbers(), {}};
  for (const JsonValue& piece : json.at("pieces").items()) {
    const auto entry = piece.find("entry");
    tensor.pieces.push_back(
        {piece.at("file").text(),
         {piece.at("offset").whole_numbers(), piece.at("shape").whole_numbers()},
         parse_checksum(piece.at("crc32c")),
         entry ? entry->text() : ""});
  }
  return tensor;
}

bool is_inside(const Box& box, const std::vector<int64_t>& shape) {
  if (box.offset.size() != shape.size() || box.shape.size() != shape.size()) return false;
  for (size_t d = 0; d < shape.size(); ++d) {
    const int64_t begin = box.offset[d], extent = box.shape[d];
    if (begin < 0 || extent < 0 || begin > shape[d] || extent > shape[d] - begin) return false;
  }
  return true;
}

bool overlaps(const Box& a, const Box& b) {
  for (size_t d = 0; d < a.shape.size(); ++d) {
    if (a.offset[d] >= b.offset[d] + b.shape[d]) return false;
    if (b.offset[d] >= a.offset[d] + a.shape[d]) return false;
  }
  return true;
}

// The dimension along which the boxes begin at most places.
size_t most_cut_dimension(const std::vector<Box>& boxes) {
  size_t best = 0, most = 0;
  for (size_t d = 0; d < boxes[0].offset.size(); ++d) {
    std::set<int64_t> begins;
    for (const Box& box : boxes) begins.insert(box.offset[d]);
    if (begins.size() > most) most = begins.size(), best = d;
  }
  return best;
}

// Whether two of the boxes, which are not empty, have an element in common.
bool any_overlap(std::vector<Box> boxes) {
  if (boxes.size() < 2) return false;
  if (boxes[0].shape.empty()) return true;
  const size_t d = most_cut_dimension(boxes);
  std::ranges::sort(boxes, {}, [d](const Box& box) { return box.offset[d]; });
  for (size_t i = 0; i < boxes.size(); ++i) {
    const int64_t end = boxes[i].offset[d] + boxes[i].shape[d];
    for (size_t j = i + 1; j < boxes.size() && boxes[j].offset[d] < end; ++j) {
      if (overlaps(boxes[i], boxes[j])) return true;
    }
  }
  return false;
}

// What is wrong with a tensor's entry; empty: nothing. Pieces that have as many elements as the
// whole, and none twice, cover it exactly.
std::string fault(const CheckpointTensor& tensor, const std::set<std::string>& files) {
  const std::optional<int64_t> elements = checked_product(tensor.shape);
  const std::optional<int64_t> element_bytes = dtype_bytes(tensor.dtype);
  if (!element_bytes) return "its dtype is unknown";
  if (!elements || !checked_multiply(*elements, *element_bytes)) return "it is too large";
  std::optional<int64_t> covered = 0;
  std::vector<Box> boxes;
  for (const CheckpointPiece& piece : tensor.pieces) {
    if (!is_inside(piece.box, tensor.shape)) return "a piece is not within its shape";
    if (!files.contains(piece.file)) {
      return fmt::format("no file {} is listed", in_quotes(piece.file));
    }
    const int64_t count = *checked_product(piece.box.shape);
    covered = checked_add(*covered, count);
    if (!covered) break;
    if (count > 0) boxes.push_back(piece.box);
  }
  if (covered != elements) return "its pieces do not cover it";
  return any_overlap(std::move(boxes)) ? "two of its pieces overlap" : "";
}

}  // namespace

std::string checksum_text(uint32_t checksum) { return fmt::format("{:08x}", checksum); }

std::string print_checkpoint_index(const CheckpointIndex& index) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  json["step"] = index.facts.step;
  json["facts"] = index.facts.facts;
  json["shards"] = Json::array();
  for (const CheckpointShard& shard : index.shards) {
    json["shards"].push_back({{"file", shard.file},
                              {"header_bytes", shard.header_bytes},
                              {"header_crc32c", checksum_text(shard.header_checksum)}});
  }
  json["tensors"] = Json::array();
  for (const CheckpointTensor& tensor : index.tensors) json["tensors"].push_back(to_json(tensor));
  return json_text(json, 1) + "\n";
}

namespace {

UserError index_error(const std::string& file, const std::string& why) {
  return UserError({file}, "is not a checkpoint index: " + why);
}

}  // namespace

CheckpointIndex parse_checkpoint_part(const std::string& text, const std::string& file) {
  const JsonDocument document(text, file);
  const JsonValue json = document.root();
  if (!json.is_object() || !json.find("format")) throw index_error(file, "it has no `format`");
  if (json.at("format").text() != kFormat) throw index_error(file, "its format is unknown");
  if (const int64_t version = json.at("version").whole_number(); version != kVersion) {
    throw UserError(
        {file}, fmt::format("is of version {}; this Motley reads version {}", version, kVersion));
  }
  CheckpointIndex index;
  index.facts.step = json.at("step").whole_number();
  for (const auto& [name, value] : json.at("facts").members()) {
    index.facts.facts.emplace(name, value.text());
  }
  for (const JsonValue& shard : json.at("shards").items()) {
    index.shards.push_back({parse_file_name(shard.at("file")),
                            shard.at("header_bytes").whole_number(),
                            parse_checksum(shard.at("header_crc32c"))});
  }
  for (const JsonValue& tensor : json.at("tensors").items()) {
    index.tensors.push_back(parse_tensor(tensor));
  }
  return index;
}

CheckpointIndex parse_checkpoint_index(const std::string& text, const std::string& file) {
  CheckpointIndex index = parse_checkpoint_part(text, file);
  std::set<std::string> files, names;
  for (const CheckpointShard& shard : index.shards) {
    if (!files.insert(shard.file).second) {
      throw index_error(file, fmt::format("file {} is listed twice", in_quotes(shard.file)));
    }
  }
  for (const CheckpointTensor& tensor : index.tensors) {
    std::string what = fault(tensor, files);
    if (!names.insert(tensor.name).second) what = "it is listed twice";
    if (what.empty()) continue;
    throw index_error(file, fmt::format("tensor {}: {}", in_quotes(tensor.name), what));
  }
  return index;
}

}  // namespace motley::core
