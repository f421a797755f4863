// Checkpoints: the state of a long run, from which it can resume bit for bit.
//
//   DIR/latest                               the name of the newest complete checkpoint, and the
//                                            checksum of its index
//   DIR/step-000120/index.json               every tensor: its shape, and where its pieces are
//   DIR/step-000120/shard-000.safetensors    the pieces, one file per writer
//
//   write_checkpoint("ckpt", {.step = 120, .facts = {{"model", "gpt"}}}, {{tensors}});
//   const Checkpoint checkpoint = Checkpoint::open("ckpt");
//   checkpoint.read(*checkpoint.find("000.param.w"), weights);
//
// Writing is atomic: a writer killed at any moment leaves either the checkpoint that `latest` named
// before, or the new one. The new folder is written under another name, synced and renamed; then
// `latest` is replaced; only then are older folders removed, but for as many as are to be kept.
// Every byte read is verified by a checksum. The index describes whole tensors independently of the
// number of shards, so any number of ranks can read it, each the box that it needs. docs/formats.md
// has the format.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/io/safetensors.h"

namespace motley::core {

// A part of a tensor: `shape` elements starting at `offset` along each dimension.
struct Box {
  std::vector<int64_t> offset, shape;
  friend bool operator==(const Box&, const Box&) = default;
};

struct CheckpointFacts {
  int64_t step = 0;                          // completed steps
  std::map<std::string, std::string> facts;  // of the writer: model, optimizer, seed
};

struct CheckpointPiece {
  std::string file;  // in the checkpoint's folder
  Box box;
  uint32_t checksum = 0;   // of its bytes
  std::string entry = {};  // its name in the file, if that is not the tensor's
};

struct CheckpointTensor {
  std::string name, dtype;
  std::vector<int64_t> shape;           // of the whole
  std::vector<CheckpointPiece> pieces;  // which cover it
};

// A piece to write; a box without dimensions means the whole.
struct PieceToWrite {
  std::string name, dtype;
  std::vector<int64_t> shape;  // of the whole tensor
  std::span<const std::byte> bytes;
  Box box = {};
};

// Writes one file per shard, and the index; keeps this many checkpoints, the new one included.
// Throws a UserError if something cannot be written; the previous checkpoint then remains.
void write_checkpoint(const std::string& folder, const CheckpointFacts& facts,
                      std::span<const std::vector<PieceToWrite>> shards, int64_t keep = 1);

// The same by several processes that share a file system: the root begins, each writes its shard,
// and the root, with all that they returned, finishes. Until then it can be abandoned.
struct UnfinishedCheckpoint {
  std::string folder, name;
};
UnfinishedCheckpoint begin_checkpoint(const std::string& folder, int64_t step);
std::string write_checkpoint_shard(const UnfinishedCheckpoint& checkpoint, int shard,
                                   const std::vector<PieceToWrite>& pieces);
void finish_checkpoint(const UnfinishedCheckpoint& checkpoint, const CheckpointFacts& facts,
                       std::span<const std::string> shards, int64_t keep = 1);
void abandon(const UnfinishedCheckpoint& checkpoint);

// Whether the folder names a checkpoint at all; open() checks that it is complete.
bool has_checkpoint(const std::string& folder);

class Checkpoint {
 public:
  // The newest checkpoint of the folder, or the one that the folder is (ckpt/step-000120). Verifies
  // index and headers; data are verified when read.
  static Checkpoint open(const std::string& folder);

  const std::string& path() const { return path_; }  // DIR/step-000120
  const CheckpointFacts& facts() const { return facts_; }
  const std::vector<CheckpointTensor>& tensors() const { return tensors_; }
  const CheckpointTensor* find(const std::string& name) const;

  // The whole tensor, or a box of it, row-major. `out` has exactly its size. Throws a UserError
  // that names the tensor if its bytes are not those written.
  void read(const CheckpointTensor& tensor, std::span<std::byte> out) const;
  void read(const CheckpointTensor& tensor, const Box& box, std::span<std::byte> out) const;

 private:
  Checkpoint() = default;

  std::string path_;
  CheckpointFacts facts_;
  std::vector<CheckpointTensor> tensors_;
  std::map<std::string, SafetensorsFile> shards_;  // by file name
};

}  // namespace motley::core
