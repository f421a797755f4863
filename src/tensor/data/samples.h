// Samples in arrays: one array per batch argument, with a sample in each row. Part of
// file_data.cpp.
#pragma once

#include "tensor/data/array_file.h"
#include "tensor/data/batches.h"

namespace motley::tensor {

// Arrays are matched with arguments by name, or by the position in NNN.batch.NAME; a single array
// without a name belongs to a single argument. Numbers are converted to the argument's type. A PRNG
// key that no array has is drawn from the seed.
TrainingData sample_data(const std::vector<DataArray>& arrays, const std::string& file,
                         const std::vector<BatchArgument>& arguments, const DataOptions& options);

}  // namespace motley::tensor
