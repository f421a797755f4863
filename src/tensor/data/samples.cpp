#include "tensor/data/samples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "tensor/data/sample_order.h"
#include "tensor/import/tensor_file.h"

namespace motley::tensor {
namespace {

constexpr uint32_t kKeyStream = 0x8000'0003, kValidationKeyStream = 0x8000'0004;

// Where the values of an argument come from.
struct Column {
  BatchArgument argument;
  std::optional<DataArray> array;  // none: a key, drawn
  bool is_constant = false;        // the same in every batch
  int64_t num_batches = 0;         // if it is not, at least one, perhaps followed by a part

  int64_t rows_per_batch() const { return argument.type.shape[0]; }
  int64_t row_elements() const { return argument.type.num_elements() / rows_per_batch(); }
};

// jax.random's keys: two words, or four.
bool is_key(const TensorType& type) {
  return type.element == ElementType::kU32 && !type.is_scalar() &&
         (type.shape.back() == 2 || type.shape.back() == 4);
}

std::string array_text(const DataArray& array) {
  return fmt::format("{}{}[{}]", array.name.empty() ? "" : fmt::format("`{}` is ", array.name),
                     numpy_name(array.type.element), fmt::join(array.type.shape, ","));
}

class SampleColumns {
 public:
  SampleColumns(const std::vector<DataArray>& arrays, const std::string& file,
                const std::vector<BatchArgument>& arguments)
      : file_(file) {
    for (const BatchArgument& argument : arguments) {
      columns_.push_back({argument, array_of(arrays, argument, arguments.size())});
      check(columns_.back());
    }
    find_constants();
    find_units();
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    for (const Column& c : columns_) {
      const std::string& name = c.argument.name;
      if (!c.array) {
        notes.push_back(fmt::format("{} has no `{}`: keys are drawn from the seed", file_, name));
        continue;
      }
      const ElementType from = c.array->type.element, to = c.argument.type.element;
      if (from != to) {
        notes.push_back(fmt::format("`{}` is {} in {} and converted to {}", name, numpy_name(from),
                                    file_, numpy_name(to)));
      }
      if (c.is_constant && !c.argument.type.is_scalar()) {
        notes.push_back(fmt::format("`{}` is the same in every batch", name));
      }
      if (const std::string outside = out_of_range(c); !outside.empty()) notes.push_back(outside);
    }
    return notes;
  }

  // Labels that count from 1, say: a model compares them with none of its classes, or reads the
  // last row of a table, and nothing else would say so. Among the first four million.
  static std::string out_of_range(const Column& c) {
    constexpr int64_t kMost = int64_t{4} << 20;
    const ElementType type = c.array->type.element;
    const int64_t limit = c.argument.limit;
    if (limit == 0 || !is_integer(type) || c.argument.type.is_scalar()) return "";
    const int64_t count = std::min(kMost, c.array->type.num_elements());
    for (int64_t i = 0; i < count; ++i) {
      const std::byte* data = c.array->bytes.data();
      const int64_t value = is_signed(type) ? load_signed(type, data, i)
                                            : static_cast<int64_t>(load_unsigned(type, data, i));
      if (value >= 0 && value < limit) continue;
      return fmt::format("row {} of `{}` holds {}, but the model has 0 to {}", i / c.row_elements(),
                         c.argument.name, value, limit - 1);
    }
    return "";
  }

  int64_t num_units() const { return num_units_; }
  int64_t units_per_batch() const { return units_per_batch_; }
  std::string unit_name() const { return units_per_batch_ > 1 || !by_batch_ ? "sample" : "batch"; }

  // Copies a unit to its place in a batch.
  void put(std::span<const std::span<std::byte>> out, int64_t place, int64_t unit) const {
    for (size_t i = 0; i < columns_.size(); ++i) {
      const Column& c = columns_[i];
      if (!c.array || c.is_constant) continue;
      const int64_t count = c.row_elements() * (by_batch_ ? c.rows_per_batch() : 1);
      convert(c, unit * count, out[i].data(), place * count, count);
    }
  }
  // What does not come in units.
  void put_rest(std::span<const std::span<std::byte>> out, core::RandomStream keys,
                int64_t batch) const {
    for (size_t i = 0; i < columns_.size(); ++i) {
      const Column& c = columns_[i];
      const int64_t count = c.argument.type.num_elements();
      if (c.is_constant) convert(c, 0, out[i].data(), 0, count);
      for (int64_t k = 0; !c.array && k < count; ++k) {
        const double u = core::uniform_at({keys.seed, keys.tensor + static_cast<uint32_t>(i) * 16},
                                          batch * count + k);
        store_unsigned(ElementType::kU32, out[i].data(), k, static_cast<uint64_t>(u * 0x1p32));
      }
    }
  }

 private:
  std::optional<DataArray> array_of(const std::vector<DataArray>& arrays,
                                    const BatchArgument& argument, size_t num_arguments) const {
    const std::string numbered = fmt::format("{:03}.batch.", argument.position);
    std::vector<std::string> names;
    for (const DataArray& array : arrays) {
      if (array.name == argument.name || array.name.starts_with(numbered) ||
          (array.name.empty() && num_arguments == 1)) {
        return array;
      }
      names.push_back(array.name);
    }
    if (is_key(argument.type)) return std::nullopt;
    if (arrays.size() == 1 && arrays[0].name.empty()) {
      throw core::UserError({file_}, fmt::format("holds one array, but the model has {} batch "
                                                 "arguments; name an array after each in a .npz "
                                                 "file: `{}`",
                                                 num_arguments, argument.name));
    }
    throw core::UserError(
        {file_}, fmt::format("has no array `{}`, a batch argument of the model ({}); it has {}{}",
                             argument.name, argument.type.to_string(), fmt::join(names, ", "),
                             core::did_you_mean(argument.name, names)));
  }

  void check(Column& c) const {
    if (!c.array) return;
    const TensorType &has = c.array->type, &wanted = c.argument.type;
    const auto fail = [&](const std::string& why) {
      throw core::UserError({file_}, fmt::format("{}, but `{}` is {}: {}", array_text(*c.array),
                                                 c.argument.name, wanted.to_string(), why));
    };
    if (is_float(has.element) && !is_float(wanted.element)) {
      fail("numbers with fractions are not converted to integers");
    }
    if (is_bool(wanted.element) && !is_bool(has.element)) fail("another element type");
    if (wanted.is_scalar()) {
      c.is_constant = true;
      if (has.num_elements() != 1) fail("expected a scalar");
      return;
    }
    if (has.num_dims() != wanted.num_dims()) fail("another number of dimensions");
    for (int64_t d = 1; d < wanted.num_dims(); ++d) {
      if (has.shape[d] != wanted.shape[d]) fail("only the first extent may differ");
    }
    if (wanted.shape[0] == 0) fail("there is nothing to fill in");
    if (has.shape[0] < wanted.shape[0]) fail("it has too few rows for one batch");
    c.num_batches = has.shape[0] / wanted.shape[0];
  }

  // An array of exactly the argument's shape is the same in every batch where others go on, and
  // other arguments have other numbers of rows.
  void find_constants() {
    for (Column& c : columns_) {
      if (!c.array || c.is_constant || c.array->type.shape != c.argument.type.shape) continue;
      c.is_constant = std::ranges::any_of(columns_, [&](const Column& other) {
        return other.array && !other.is_constant && other.num_batches > 1 &&
               other.rows_per_batch() != c.rows_per_batch();
      });
    }
  }

  // A unit is a sample, a row of each array, if all have as many rows in a batch; else a batch.
  void find_units() {
    const Column* first = nullptr;
    for (const Column& c : columns_) {
      if (!c.array || c.is_constant) continue;
      if (!first) first = &c;
      by_batch_ = by_batch_ || c.rows_per_batch() != first->rows_per_batch();
    }
    if (!first) return;  // scalars and keys alone: every batch is like the first
    const auto units_of = [&](const Column& c) {
      return by_batch_ ? c.num_batches : c.array->type.shape[0];
    };
    num_units_ = units_of(*first);
    units_per_batch_ = by_batch_ ? 1 : first->rows_per_batch();
    for (const Column& c : columns_) {
      if (!c.array || c.is_constant || units_of(c) == num_units_) continue;
      throw core::UserError(
          {file_},
          fmt::format("`{}` holds {} {}, but `{}` holds {}", c.argument.name, units_of(c),
                      by_batch_ ? "batches" : "samples", first->argument.name, num_units_));
    }
  }

  void convert(const Column& c, int64_t first, std::byte* out, int64_t place, int64_t count) const {
    const ElementType from = c.array->type.element, to = c.argument.type.element;
    const std::byte* data = c.array->bytes.data();
    if (from == to) {
      const int64_t size = byte_size(to);
      std::memcpy(out + place * size, data + first * size, count * size);
      return;
    }
    for (int64_t i = 0; i < count; ++i) convert_one(c, data, first + i, out, place + i);
  }

  void convert_one(const Column& c, const std::byte* data, int64_t at, std::byte* out,
                   int64_t place) const {
    const ElementType from = c.array->type.element, to = c.argument.type.element;
    if (is_float(from)) return store_float(to, out, place, load_float(from, data, at));
    const bool is_negative = is_signed(from) && load_signed(from, data, at) < 0;
    const auto magnitude = is_signed(from) ? static_cast<uint64_t>(load_signed(from, data, at))
                                           : load_unsigned(from, data, at);
    if (is_float(to)) {
      const double value = is_negative ? static_cast<double>(static_cast<int64_t>(magnitude))
                                       : static_cast<double>(magnitude);
      return store_float(to, out, place, value);
    }
    // 64 bits hold both; the value must survive the type.
    const auto value = static_cast<int64_t>(magnitude);
    const bool fits = is_signed(to) ? wrap_to(to, value) == value && (is_negative || value >= 0)
                                    : !is_negative && wrap_to(to, magnitude) == magnitude;
    if (!fits) {
      throw core::UserError(
          {file_}, fmt::format("row {} of `{}` holds {}{}, which is not a {}",
                               at / std::max<int64_t>(1, c.row_elements()), c.argument.name,
                               is_negative ? "-" : "", is_negative ? 0 - magnitude : magnitude,
                               numpy_name(to)));
    }
    if (is_signed(to)) return store_signed(to, out, place, value);
    store_unsigned(to, out, place, magnitude);
  }

  std::string file_;
  std::vector<Column> columns_;
  bool by_batch_ = false;
  int64_t num_units_ = 1, units_per_batch_ = 1;
};

}  // namespace

TrainingData sample_data(const std::vector<DataArray>& arrays, const std::string& file,
                         const std::vector<BatchArgument>& arguments, const DataOptions& options) {
  const SampleColumns columns(arrays, file, arguments);
  const int64_t count = columns.num_units(), per_batch = columns.units_per_batch();
  const auto num_validation =
      static_cast<int64_t>(validation_share(options) * static_cast<double>(count));
  if (count - num_validation < 1) {
    throw core::UserError({file}, "nothing is left to train on: --validation holds out too much");
  }
  const SampleOrder order(
      count, {.seed = options.seed, .shuffle = options.shuffle, .num_validation = num_validation});
  const std::string unit = columns.unit_name(), plural = unit == "batch" ? "batches" : "samples";
  TrainingData data;
  data.notes = columns.notes();
  data.training.origin = fmt::format("{}, {} {}", file, count, count == 1 ? unit : plural);
  data.training.num_batches = order.num_training() / per_batch;
  data.training.fill = [=, seed = options.seed](int64_t step, auto out) {
    for (int64_t i = 0; i < per_batch; ++i) columns.put(out, i, order.at(step * per_batch + i));
    columns.put_rest(out, {seed, kKeyStream}, step);
  };
  if (num_validation == 0) return data;
  data.num_validation_batches = num_validation / per_batch;
  data.validation.origin = fmt::format("{} of them", num_validation);
  data.validation.fill = [=, seed = options.seed](int64_t batch, auto out) {
    for (int64_t i = 0; i < per_batch; ++i) {
      columns.put(out, i, order.validation_at(batch * per_batch + i));
    }
    columns.put_rest(out, {seed, kValidationKeyStream}, batch);
  };
  return data;
}

}  // namespace motley::tensor
