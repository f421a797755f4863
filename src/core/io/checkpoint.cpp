#include "core/io/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <fstream>
#include <functional>
#include <tuple>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/text.h"
#include "core/io/checkpoint_index.h"
#include "core/io/checksum.h"
#include "core/io/files.h"

namespace motley::core {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLatest = "latest";
constexpr const char* kIndex = "index.json";
constexpr std::string_view kPrefix = "step-", kUnfinished = ".unfinished";

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

// "step-000120", "step-000120-1": a second one of that step.
bool is_checkpoint_name(std::string_view name) {
  if (!name.starts_with(kPrefix)) return false;
  name.remove_prefix(kPrefix.size());
  return !name.empty() &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) || c == '-'; });
}

// An unused folder name for the step: a complete checkpoint is never overwritten.
std::string free_name(const fs::path& folder, int64_t step) {
  const std::string name = fmt::format("{}{:06}", kPrefix, step);
  std::string candidate = name;
  for (int i = 1; path_kind((folder / candidate).string()) != PathKind::kMissing; ++i) {
    candidate = fmt::format("{}-{}", name, i);
  }
  return candidate;
}

// The step in a checkpoint's name.
int64_t step_in(std::string_view name) {
  int64_t step = 0;
  name.remove_prefix(kPrefix.size());
  std::from_chars(name.data(), name.data() + name.size(), step);
  return step;
}

// Removes what killed writers have left, and all checkpoints but the newest ones, of which `newest`
// is the first. Failures to remove them are ignored: the new checkpoint is complete anyway.
void remove_old(const fs::path& folder, const std::string& newest, int64_t keep) {
  remove_unfinished(folder.string(), kLatest);
  std::error_code ignored;
  std::vector<std::string> older;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    std::string_view stem = name;
    const bool is_unfinished = stem.ends_with(kUnfinished);
    if (is_unfinished) stem.remove_suffix(kUnfinished.size());
    if (name == newest || !is_checkpoint_name(stem) || !entry.is_directory(ignored)) continue;
    if (is_unfinished) {
      fs::remove_all(entry.path(), ignored);
    } else {
      older.push_back(name);
    }
  }
  // What is of a later step is of a run that was taken up again before it.
  const auto age = [&](const std::string& name) {
    return std::tuple(step_in(name) <= step_in(newest), step_in(name), name.size(), name);
  };
  std::ranges::sort(older, std::greater<>(), age);
  for (int64_t i = std::max<int64_t>(0, keep - 1); i < std::ssize(older); ++i) {
    fs::remove_all(folder / older[i], ignored);
  }
}

int64_t file_bytes(const fs::path& path) {
  std::error_code error;
  const uintmax_t size = fs::file_size(path, error);
  if (error) throw UserError({path.string()}, "cannot be read: " + error.message());
  return static_cast<int64_t>(size);
}

// The first bytes of a file, fewer if it is shorter.
std::string file_head(const fs::path& path, int64_t num_bytes) {
  std::string head(static_cast<size_t>(num_bytes), '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(head.data(), num_bytes);
  head.resize(static_cast<size_t>(stream.gcount()));
  return head;
}

// The intersection of two boxes of one tensor.
std::optional<Box> overlap(const Box& a, const Box& b) {
  Box common = a;
  for (size_t d = 0; d < a.shape.size(); ++d) {
    common.offset[d] = std::max(a.offset[d], b.offset[d]);
    const int64_t end = std::min(a.offset[d] + a.shape[d], b.offset[d] + b.shape[d]);
    common.shape[d] = end - common.offset[d];
    if (common.shape[d] <= 0) return std::nullopt;
  }
  return common;
}

// The index of a tensor element within a box stored densely.
int64_t index_in(const Box& box, const std::vector<int64_t>& at) {
  int64_t index = 0;
  for (size_t d = 0; d < at.size(); ++d) index = index * box.shape[d] + at[d] - box.offset[d];
  return index;
}

// Copies the elements of `common` row by row.
void copy_box(const Box& common, const Box& from_box, std::span<const std::byte> from,
              const Box& to_box, std::span<std::byte> to, int64_t element_bytes) {
  const size_t num_dims = common.shape.size();
  const int64_t row_bytes = num_dims == 0 ? element_bytes : common.shape.back() * element_bytes;
  const int64_t num_rows = checked_product(common.shape).value() * element_bytes / row_bytes;
  std::vector<int64_t> at = common.offset;
  for (int64_t row = 0; row < num_rows; ++row) {
    std::memcpy(to.data() + index_in(to_box, at) * element_bytes,
                from.data() + index_in(from_box, at) * element_bytes, row_bytes);
    for (size_t d = num_dims - (num_dims > 0); d-- > 0;) {
      if (++at[d] < common.offset[d] + common.shape[d]) break;
      at[d] = common.offset[d];
    }
  }
}

Box whole(const std::vector<int64_t>& shape) {
  return {std::vector<int64_t>(shape.size(), 0), shape};
}

void add_pieces(CheckpointIndex& index, const CheckpointTensor& tensor) {
  const auto found = std::ranges::find(index.tensors, tensor.name, &CheckpointTensor::name);
  if (found == index.tensors.end()) return index.tensors.push_back(tensor);
  found->pieces.insert(found->pieces.end(), tensor.pieces.begin(), tensor.pieces.end());
}

// Writes the file and adds its contents to the index.
void write_shard(const fs::path& folder, const std::string& file,
                 const std::vector<PieceToWrite>& pieces, CheckpointIndex& index) {
  std::vector<TensorToWrite> tensors;
  std::map<std::string, int> counts;  // of pieces of a tensor
  int64_t data_bytes = 0;
  for (const PieceToWrite& piece : pieces) {
    const Box box = piece.box.shape.empty() ? whole(piece.shape) : piece.box;
    const int count = counts[piece.name]++;
    const std::string entry = count == 0 ? "" : fmt::format("{}#{}", piece.name, count);
    tensors.push_back({entry.empty() ? piece.name : entry, piece.dtype, box.shape, piece.bytes});
    data_bytes += std::ssize(piece.bytes);
    add_pieces(index,
               {piece.name, piece.dtype, piece.shape, {{file, box, crc32c(piece.bytes), entry}}});
  }
  write_safetensors(folder / file, tensors, {}, Links::kReplace);
  const int64_t header_bytes = file_bytes(folder / file) - data_bytes;
  const std::string header = file_head(folder / file, header_bytes);
  index.shards.push_back({file, header_bytes, crc32c(bytes_of(header))});
}

fs::path unfinished_path(const UnfinishedCheckpoint& checkpoint) {
  return fs::path(checkpoint.folder) / (checkpoint.name + std::string(kUnfinished));
}

// Opens the file and verifies its header.
SafetensorsFile open_shard(const fs::path& folder, const CheckpointShard& shard) {
  const fs::path path = folder / shard.file;
  if (path_kind(path) != PathKind::kFile) {
    throw UserError({path.string()}, "this file of the checkpoint is missing");
  }
  const int64_t header_bytes = std::clamp<int64_t>(shard.header_bytes, 0, file_bytes(path));
  if (crc32c(bytes_of(file_head(path, header_bytes))) != shard.header_checksum) {
    throw UserError({path.string()},
                    "this file of the checkpoint is damaged: its header is not "
                    "what was written");
  }
  return SafetensorsFile::open(path);
}

}  // namespace

UnfinishedCheckpoint begin_checkpoint(const std::string& folder, int64_t step) {
  UnfinishedCheckpoint checkpoint{folder, free_name(folder, step)};
  std::error_code error;
  fs::remove_all(unfinished_path(checkpoint), error);
  fs::create_directories(unfinished_path(checkpoint), error);
  if (error) throw UserError({folder}, "cannot be written: " + error.message());
  return checkpoint;
}

std::string write_checkpoint_shard(const UnfinishedCheckpoint& checkpoint, int shard,
                                   const std::vector<PieceToWrite>& pieces) {
  const fs::path path = unfinished_path(checkpoint);
  if (path_kind(path.string()) != PathKind::kFolder) {
    throw UserError({checkpoint.folder},
                    "is not the folder in which the first rank has begun this checkpoint; it must "
                    "be on a file system that all hosts share");
  }
  CheckpointIndex index;
  write_shard(path, fmt::format("shard-{:03}.safetensors", shard), pieces, index);
  return print_checkpoint_index(index);
}

void finish_checkpoint(const UnfinishedCheckpoint& checkpoint, const CheckpointFacts& facts,
                       std::span<const std::string> shards, int64_t keep) {
  const fs::path root = checkpoint.folder, unfinished = unfinished_path(checkpoint);
  CheckpointIndex index{.facts = facts};
  for (const std::string& text : shards) {
    const CheckpointIndex one = parse_checkpoint_part(text, checkpoint.folder);
    index.shards.insert(index.shards.end(), one.shards.begin(), one.shards.end());
    for (const CheckpointTensor& tensor : one.tensors) add_pieces(index, tensor);
  }
  const std::string index_text = print_checkpoint_index(index);
  parse_checkpoint_index(index_text, checkpoint.folder);  // it is complete
  replace_text_file((unfinished / kIndex).string(), index_text, Links::kReplace);
  std::error_code error;
  fs::rename(unfinished, root / checkpoint.name, error);
  if (error) throw UserError({checkpoint.folder}, "cannot be written: " + error.message());
  sync_folder(checkpoint.folder);
  replace_text_file(
      (root / kLatest).string(),
      fmt::format("{} {}\n", checkpoint.name, checksum_text(crc32c(bytes_of(index_text)))),
      Links::kReplace);
  remove_old(root, checkpoint.name, keep);
}

void abandon(const UnfinishedCheckpoint& checkpoint) {
  std::error_code ignored;
  fs::remove_all(unfinished_path(checkpoint), ignored);
}

void write_checkpoint(const std::string& folder, const CheckpointFacts& facts,
                      std::span<const std::vector<PieceToWrite>> shards, int64_t keep) {
  const UnfinishedCheckpoint checkpoint = begin_checkpoint(folder, facts.step);
  try {
    std::vector<std::string> texts;
    for (size_t i = 0; i < shards.size(); ++i) {
      texts.push_back(write_checkpoint_shard(checkpoint, static_cast<int>(i), shards[i]));
    }
    finish_checkpoint(checkpoint, facts, texts, keep);
  } catch (...) {
    abandon(checkpoint);
    throw;
  }
}

bool has_checkpoint(const std::string& folder) {
  return path_kind((fs::path(folder) / kLatest).string()) != PathKind::kMissing;
}

namespace {

// The folder of the newest checkpoint, whose index has the checksum that `latest` states.
fs::path newest_in(const fs::path& root) {
  const std::string latest_file = (root / kLatest).string();
  const std::string latest = read_text_file(latest_file);
  const std::string name = latest.substr(0, latest.find(' '));
  if (!is_checkpoint_name(name) || latest.size() != name.size() + 10 || latest.back() != '\n') {
    throw UserError({latest_file}, "is damaged: it should name a checkpoint and its checksum");
  }
  const std::string index_file = (root / name / kIndex).string();
  const std::string checksum = checksum_text(crc32c(bytes_of(read_text_file(index_file))));
  if (latest != fmt::format("{} {}\n", name, checksum)) {
    throw UserError({index_file},
                    fmt::format("is damaged: its checksum is {}, but {} says {}", checksum,
                                latest_file, latest.substr(name.size() + 1, 8)));
  }
  return root / name;
}

}  // namespace

Checkpoint Checkpoint::open(const std::string& folder) {
  const bool is_one = path_kind((fs::path(folder) / kIndex).string()) == PathKind::kFile;
  if (!is_one && !has_checkpoint(folder)) throw UserError({folder}, "there is no checkpoint here");
  const fs::path path = is_one ? fs::path(folder) : newest_in(folder);
  const std::string index_file = (path / kIndex).string();
  CheckpointIndex index = parse_checkpoint_index(read_text_file(index_file), index_file);
  Checkpoint checkpoint;
  checkpoint.path_ = path.string();
  checkpoint.facts_ = std::move(index.facts);
  checkpoint.tensors_ = std::move(index.tensors);
  for (const CheckpointShard& shard : index.shards) {
    checkpoint.shards_.emplace(shard.file, open_shard(path, shard));
  }
  return checkpoint;
}

const CheckpointTensor* Checkpoint::find(const std::string& name) const {
  const auto found = std::ranges::find(tensors_, name, &CheckpointTensor::name);
  return found == tensors_.end() ? nullptr : &*found;
}

void Checkpoint::read(const CheckpointTensor& tensor, std::span<std::byte> out) const {
  read(tensor, whole(tensor.shape), out);
}

void Checkpoint::read(const CheckpointTensor& tensor, const Box& box,
                      std::span<std::byte> out) const {
  const int64_t element_bytes = dtype_bytes(tensor.dtype).value();
  MOTLEY_CHECK(checked_product(box.shape).value() * element_bytes == std::ssize(out),
               "tensor `{}`: {} bytes do not hold the box", tensor.name, out.size());
  for (const CheckpointPiece& piece : tensor.pieces) {
    const std::optional<Box> common = overlap(piece.box, box);
    if (!common) continue;
    const SafetensorsFile& shard = shards_.at(piece.file);
    const TensorEntry* entry = shard.find(piece.entry.empty() ? tensor.name : piece.entry);
    const std::string place = (fs::path(path_) / piece.file).string();
    if (!entry || entry->dtype != tensor.dtype || entry->shape != piece.box.shape) {
      throw UserError({place},
                      fmt::format("tensor {} does not match the index", in_quotes(tensor.name)));
    }
    const std::span<const std::byte> bytes = shard.bytes(*entry);
    if (crc32c(bytes) != piece.checksum) {
      throw UserError({place}, fmt::format("tensor {} is damaged: its bytes are not what was "
                                           "written",
                                           in_quotes(tensor.name)));
    }
    copy_box(*common, piece.box, bytes, box, out, element_bytes);
  }
}

}  // namespace motley::core
