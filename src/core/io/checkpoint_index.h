// The index of a checkpoint as JSON text and as data. Part of checkpoint.cpp: use checkpoint.h.
#pragma once

#include <string>
#include <vector>

#include "core/io/checkpoint.h"

namespace motley::core {

// A file of the checkpoint. The header of a safetensors file has no checksum of its own; the data
// are covered by those of the pieces.
struct CheckpointShard {
  std::string file;
  int64_t header_bytes = 0;  // the 8 of its length included
  uint32_t header_checksum = 0;
};

struct CheckpointIndex {
  CheckpointFacts facts;
  std::vector<CheckpointShard> shards;
  std::vector<CheckpointTensor> tensors;
};

std::string print_checkpoint_index(const CheckpointIndex& index);

// Checks that all fits together; a UserError with `file` as its place otherwise.
CheckpointIndex parse_checkpoint_index(const std::string& text, const std::string& file);

// Eight hexadecimal digits, small letters.
std::string checksum_text(uint32_t checksum);

}  // namespace motley::core
