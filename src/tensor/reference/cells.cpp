#include "tensor/reference/cells.h"

#include <bit>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/half.h"

namespace motley::tensor::reference {
namespace {

// Storage types: the in-memory form of one element, with conversion to and from a Cell.
struct Bool {
  uint8_t byte;
  static void load(Bool b, Cell& c) { c.u = b.byte != 0; }
  static Bool store(Cell c) { return {static_cast<uint8_t>(c.u != 0)}; }
};
struct F16 {
  uint16_t bits;
  static void load(F16 h, Cell& c) { c.f = core::double_from_f16_bits(h.bits); }
  static F16 store(Cell c) { return {core::f16_bits_from_double(c.f)}; }
};
struct BF16 {
  uint16_t bits;
  static void load(BF16 h, Cell& c) { c.f = core::double_from_bf16_bits(h.bits); }
  static BF16 store(Cell c) { return {core::bf16_bits_from_double(c.f)}; }
};
template <class T>
struct Float {
  T value;
  static void load(Float x, Cell& c) { c.f = x.value; }
  static Float store(Cell c) { return {static_cast<T>(c.f)}; }
};
template <class T>
struct Signed {
  T value;
  static void load(Signed x, Cell& c) { c.s = x.value; }
  static Signed store(Cell c) { return {static_cast<T>(c.s)}; }
};
template <class T>
struct Unsigned {
  T value;
  static void load(Unsigned x, Cell& c) { c.u = x.value; }
  static Unsigned store(Cell c) { return {static_cast<T>(c.u)}; }
};

// Calls `use` with a value of the storage type.
template <class Use>
void with_storage(ElementType type, Use use) {
  switch (type) {
    case ElementType::kI1:
      return use(Bool{});
    case ElementType::kI8:
      return use(Signed<int8_t>{});
    case ElementType::kI16:
      return use(Signed<int16_t>{});
    case ElementType::kI32:
      return use(Signed<int32_t>{});
    case ElementType::kI64:
      return use(Signed<int64_t>{});
    case ElementType::kU8:
      return use(Unsigned<uint8_t>{});
    case ElementType::kU16:
      return use(Unsigned<uint16_t>{});
    case ElementType::kU32:
      return use(Unsigned<uint32_t>{});
    case ElementType::kU64:
      return use(Unsigned<uint64_t>{});
    case ElementType::kF16:
      return use(F16{});
    case ElementType::kBF16:
      return use(BF16{});
    case ElementType::kF32:
      return use(Float<float>{});
    case ElementType::kF64:
      return use(Float<double>{});
  }
}

// An integer as a double that rounds to any narrower float as the integer itself would: bits that
// do not fit leave a sticky last bit (rounding to odd), so rounding twice is harmless.
double sticky_double(uint64_t magnitude) {
  const int extra = 64 - std::countl_zero(magnitude) - 53;
  if (extra <= 0) return static_cast<double>(magnitude);
  const uint64_t lost = magnitude & ((uint64_t{1} << extra) - 1);
  return std::ldexp(static_cast<double>((magnitude >> extra) | (lost != 0)), extra);
}

int64_t saturated(double value, int64_t low, int64_t high) {
  if (std::isnan(value)) return 0;
  const double truncated = std::trunc(value);
  if (truncated <= static_cast<double>(low)) return low;
  if (truncated >= static_cast<double>(high)) return high;
  return static_cast<int64_t>(truncated);
}

uint64_t saturated(double value, uint64_t high) {
  if (!(value > 0)) return 0;
  const double truncated = std::trunc(value);
  return truncated >= static_cast<double>(high) ? high : static_cast<uint64_t>(truncated);
}

Cell converted_float(double value, ElementType to) {
  Cell cell;
  if (is_bool(to)) {
    cell.u = value != 0;
  } else if (is_signed(to)) {
    const int64_t high = std::numeric_limits<int64_t>::max() >> (64 - bit_width(to));
    cell.s = saturated(value, -high - 1, high);
  } else {
    cell.u = saturated(value, std::numeric_limits<uint64_t>::max() >> (64 - bit_width(to)));
  }
  return cell;
}

}  // namespace

void load_cells(ElementType type, const std::byte* data, CellRange range, Cell* cells) {
  with_storage(type, [&](auto storage) {
    using Storage = decltype(storage);
    const Storage* elements = reinterpret_cast<const Storage*>(data) + range.start;
    if (range.stride == 1) {
      for (int64_t i = 0; i < range.count; ++i) Storage::load(elements[i], cells[i]);
    } else {
      for (int64_t i = 0; i < range.count; ++i) Storage::load(elements[i * range.stride], cells[i]);
    }
  });
}

void store_cells(ElementType type, std::byte* data, CellRange range, const Cell* cells) {
  with_storage(type, [&](auto storage) {
    using Storage = decltype(storage);
    Storage* elements = reinterpret_cast<Storage*>(data) + range.start;
    for (int64_t i = 0; i < range.count; ++i) {
      elements[i * range.stride] = Storage::store(cells[i]);
    }
  });
}

void round_cells(ElementType type, Cell* cells, int64_t count) {
  if (byte_size(type) == 8) return;
  with_storage(type, [&](auto storage) {
    using Storage = decltype(storage);
    for (int64_t i = 0; i < count; ++i) Storage::load(Storage::store(cells[i]), cells[i]);
  });
}

std::vector<Cell> cells_of(const Literal& literal) {
  std::vector<Cell> cells(literal.num_elements());
  load_cells(literal.element(), literal.data(), {.count = literal.num_elements()}, cells.data());
  return cells;
}

Literal literal_of(const TensorType& type, const std::vector<Cell>& cells) {
  Literal literal = Literal::zeros(type);
  MOTLEY_CHECK(literal.num_elements() == static_cast<int64_t>(cells.size()), "{} cells for {}",
               cells.size(), type.to_string());
  store_cells(type.element, literal.data(), {.count = literal.num_elements()}, cells.data());
  return literal;
}

uint64_t float_bits(ElementType type, double value) {
  switch (type) {
    case ElementType::kF16:
      return core::f16_bits_from_double(value);
    case ElementType::kBF16:
      return core::bf16_bits_from_double(value);
    case ElementType::kF32:
      return std::bit_cast<uint32_t>(static_cast<float>(value));
    case ElementType::kF64:
      return std::bit_cast<uint64_t>(value);
    default:
      MOTLEY_CHECK(false, "float_bits of {}", name(type));
  }
}

double float_from_bits(ElementType type, uint64_t bits) {
  switch (type) {
    case ElementType::kF16:
      return core::double_from_f16_bits(static_cast<uint16_t>(bits));
    case ElementType::kBF16:
      return core::double_from_bf16_bits(static_cast<uint16_t>(bits));
    case ElementType::kF32:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case ElementType::kF64:
      return std::bit_cast<double>(bits);
    default:
      MOTLEY_CHECK(false, "float_from_bits of {}", name(type));
  }
}

int mantissa_width(ElementType type) {
  switch (type) {
    case ElementType::kF16:
      return 10;
    case ElementType::kBF16:
      return 7;
    case ElementType::kF32:
      return 23;
    case ElementType::kF64:
      return 52;
    default:
      MOTLEY_CHECK(false, "mantissa_width of {}", name(type));
  }
}

int64_t total_order(double value) {
  const auto bits = std::bit_cast<int64_t>(value);
  return bits < 0 ? std::numeric_limits<int64_t>::max() ^ bits : bits;
}

void convert_cells(ElementType from, ElementType to, const Cell* in, Cell* out, int64_t count) {
  if (is_float(from)) {
    for (int64_t i = 0; i < count; ++i)
      out[i] = is_float(to) ? in[i] : converted_float(in[i].f, to);
  } else if (is_float(to)) {
    const bool sticky = to != ElementType::kF64;  // f64 uses the hardware's single rounding
    for (int64_t i = 0; i < count; ++i) {
      const bool negative = is_signed(from) && in[i].s < 0;
      const uint64_t magnitude = negative ? uint64_t{0} - in[i].u : in[i].u;
      const double value = sticky ? sticky_double(magnitude) : static_cast<double>(magnitude);
      out[i].f = negative ? -value : value;
    }
  } else {
    for (int64_t i = 0; i < count; ++i) out[i] = in[i];  // storing wraps, or tests for nonzero
  }
}

}  // namespace motley::tensor::reference
