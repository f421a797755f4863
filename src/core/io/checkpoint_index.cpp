#include "core/io/checkpoint_index.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/text.h"

namespace motley::core {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "motley-checkpoint";
constexpr int kVersion = 1;

uint32_t parse_checksum(const std::string& text, const std::string& file) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (checksum_text(value) != text) {
    throw UserError({file}, fmt::format("{} is not a checksum", in_quotes(text)));
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

CheckpointTensor tensor_from_json(const Json& json, const std::string& file) {
  CheckpointTensor tensor{json.at("name"), json.at("dtype"), json.at("shape"), {}};
  for (const Json& piece : json.at("pieces")) {
    tensor.pieces.push_back({piece.at("file"),
                             {piece.at("offset"), piece.at("shape")},
                             parse_checksum(piece.at("crc32c"), file),
                             piece.value("entry", std::string())});
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

// What is wrong with a tensor's entry; empty: nothing.
std::string fault(const CheckpointTensor& tensor, const std::vector<CheckpointShard>& shards) {
  const std::optional<int64_t> elements = checked_product(tensor.shape);
  const std::optional<int64_t> element_bytes = dtype_bytes(tensor.dtype);
  if (!element_bytes) return "its dtype is unknown";
  if (!elements || !checked_multiply(*elements, *element_bytes)) return "it is too large";
  std::optional<int64_t> covered = 0;
  for (const CheckpointPiece& piece : tensor.pieces) {
    if (!is_inside(piece.box, tensor.shape)) return "a piece is not within its shape";
    if (std::ranges::find(shards, piece.file, &CheckpointShard::file) == shards.end()) {
      return fmt::format("no file {} is listed", in_quotes(piece.file));
    }
    covered = checked_add(*covered, *checked_product(piece.box.shape));
    if (!covered) break;
  }
  return covered == elements ? "" : "its pieces do not cover it";
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
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

UserError index_error(const std::string& file, const std::string& why) {
  return UserError({file}, "is not a checkpoint index: " + why);
}

}  // namespace

CheckpointIndex parse_checkpoint_part(const std::string& text, const std::string& file) {
  const auto fail = [&](const std::string& why) { return index_error(file, why); };
  CheckpointIndex index;
  try {
    const Json json = Json::parse(text);
    if (json.at("format") != kFormat) throw fail("its format is unknown");
    if (json.at("version") != kVersion) {
      throw UserError({file}, fmt::format("is of version {}; this Motley reads version {}",
                                          json.at("version").dump(), kVersion));
    }
    index.facts = {json.at("step"), json.at("facts")};
    for (const Json& shard : json.at("shards")) {
      index.shards.push_back({shard.at("file"), shard.at("header_bytes"),
                              parse_checksum(shard.at("header_crc32c"), file)});
    }
    for (const Json& tensor : json.at("tensors")) {
      index.tensors.push_back(tensor_from_json(tensor, file));
    }
  } catch (const Json::exception& error) {
    throw fail(error.what());
  }
  for (const CheckpointShard& shard : index.shards) {
    if (shard.file.empty() || shard.file.find('/') != shard.file.npos || shard.file[0] == '.') {
      throw fail(
          fmt::format("{} is not the name of a file in the same folder", in_quotes(shard.file)));
    }
  }
  return index;
}

CheckpointIndex parse_checkpoint_index(const std::string& text, const std::string& file) {
  CheckpointIndex index = parse_checkpoint_part(text, file);
  for (const CheckpointTensor& tensor : index.tensors) {
    const std::string what = fault(tensor, index.shards);
    if (what.empty()) continue;
    throw index_error(file, fmt::format("tensor {}: {}", in_quotes(tensor.name), what));
  }
  return index;
}

}  // namespace motley::core
