// The index of a checkpoint as JSON text and as data. Part of checkpoint.cpp: use checkpoint.h.
#pragma once

#include <string>
#include <vector>

#include "core/io/checkpoint.h"

namespace motley::core {

// A file of the checkpoint. The header of a safetensors file has no checksum of its own; the
// pieces' checksums cover the data.
struct CheckpointShard {
  std::string file;
  int64_t header_bytes = 0;  // including the 8 of its length
  uint32_t header_checksum = 0;
};

struct CheckpointIndex {
  CheckpointFacts facts;
  std::vector<CheckpointShard> shards;
  std::vector<CheckpointTensor> tensors;
};

std::string print_checkpoint_index(const CheckpointIndex& index);

// Checks consistency; throws a UserError with `file` as its position otherwise.
CheckpointIndex parse_checkpoint_index(const std::string& text, const std::string& file);

// The same for what one of several writers has to say, whose pieces need not cover anything.
CheckpointIndex parse_checkpoint_part(const std::string& text, const std::string& file);

// Eight hexadecimal digits, lower case.
std::string checksum_text(uint32_t checksum);

}  // namespace motley::core
