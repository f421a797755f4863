#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/error.h"
#include "core/io/files.h"
#include "core/io/mapped_file.h"
#include "tensor/data/samples.h"
#include "tensor/data/token_windows.h"
#include "tensor/import/tensor_file.h"

namespace motley::tensor {
namespace {

bool is_stream(const std::vector<DataArray>& arrays, const std::vector<BatchArgument>& arguments) {
  return arrays.size() == 1 && arrays[0].type.num_dims() == 1 &&
         is_integer(arrays[0].type.element) && TokenWindows::of(arguments) &&
         std::ranges::find(arguments, arrays[0].name, &BatchArgument::name) == arguments.end();
}

bool are_numbered(const std::vector<DataArray>& arrays) {
  return std::ranges::any_of(arrays, [](const DataArray& a) {
    return position_in_name(a.name) >= 0 && a.name.find(".batch.") != a.name.npos;
  });
}

TrainingData read_data(const DataOptions& options, const std::vector<BatchArgument>& arguments) {
  if (!options.token_type.empty()) {
    return stream_data({options.file, "tokens", read_numbers(options.file, options.token_type)},
                       arguments, options);
  }
  if (is_streamed(options.file)) return {.training = streamed_batches(options.file, arguments)};
  const auto arrays = read_arrays(options.file);
  if (!arrays) {
    if (options.file.ends_with(".bin")) {
      throw core::UserError(
          {options.file},
          "a file of raw tokens does not state their type: give --data-type, such as u16");
    }
    const auto text = core::MappedFile::open(options.file);
    return stream_data(text_stream(text.bytes(), options.file, text.owner()), arguments, options);
  }
  if (is_stream(*arrays, arguments)) {
    return stream_data({options.file, "tokens", (*arrays)[0]}, arguments, options);
  }
  if (!are_numbered(*arrays)) return sample_data(*arrays, options.file, arguments, options);
  // Batches that were numbered by hand are used in their order.
  if (validation_share(options) == 0) return {.training = tensor_batches(options.file, arguments)};
  DataOptions in_order = options;
  in_order.shuffle = false;
  return sample_data(*arrays, options.file, arguments, in_order);
}

}  // namespace

double validation_share(const DataOptions& options) {
  const std::string& text = options.validation;
  if (text.empty()) return 0;
  double share = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (is_number && share > 0 && share < 1) return share;
  if (core::path_kind(text) != core::PathKind::kMissing) return 0;
  throw core::UserError(fmt::format(
      "--validation {}: give a fraction such as 0.1, or a file of validation data", text));
}

TrainingData open_data(const DataOptions& options, const std::vector<BatchArgument>& arguments) {
  TrainingData data = read_data(options, arguments);
  if (options.validation.empty()) return data;
  if (validation_share(options) == 0) {
    DataOptions other = options;
    other.file = options.validation;
    other.shuffle = false;
    other.validation.clear();
    TrainingData whole = read_data(other, arguments);
    data.validation = whole.training;
    data.num_validation_batches = whole.training.num_batches;
  }
  if (data.num_validation_batches == 0) {
    throw core::UserError(
        {options.file}, "the validation data are less than one batch: hold out a larger fraction");
  }
  return data;
}

}  // namespace motley::tensor
