// rng_bit_generator: Threefry-2x32 and Philox-4x32 (Salmon et al., "Parallel random numbers: as
// easy as 1, 2, 3", 2011), laid out in the result as XLA does on CPU.
//
//   algorithm    state       key        counter
//   THREE_FRY    u64[2]      state[0]   state[1], 64 bits
//   PHILOX       u64[3]      state[0]   state[1] + 2^64 state[2], 128 bits
//   PHILOX       u64[2]      state[0]   state[1] + 2^64 state[0]; the high half is not kept
//   DEFAULT      as PHILOX
//
// The new state's counter is the old one plus the number of blocks drawn. A block gives 64 bits
// (Threefry) or 128 bits (Philox). Types of 8 and 16 bits keep the low bits of a 32-bit word.
#include <array>

#include "tensor/ir/random_bits.h"
#include "tensor/reference/cells.h"
#include "tensor/reference/eval_control.h"
#include "tensor/reference/index_iterator.h"

namespace motley::tensor::reference {
namespace {

uint32_t low_word(uint64_t v) { return static_cast<uint32_t>(v); }
uint32_t high_word(uint64_t v) { return static_cast<uint32_t>(v >> 32); }
uint64_t joined(uint32_t low, uint32_t high) { return low | static_cast<uint64_t>(high) << 32; }

std::array<uint32_t, 2> threefry(uint64_t key, uint64_t counter) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t keys[3] = {low_word(key), high_word(key),
                            low_word(key) ^ high_word(key) ^ 0x1BD11BDAu};
  uint32_t a = low_word(counter) + keys[0], b = high_word(counter) + keys[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : kRotations[group % 2]) {
      a += b;
      b = (b << rotation | b >> (32 - rotation)) ^ a;
    }
    a += keys[(group + 1) % 3];
    b += keys[(group + 2) % 3] + group + 1;
  }
  return {a, b};
}

struct WideCounter {
  uint64_t low, high;
  WideCounter plus(uint64_t n) const { return {low + n, high + (low + n < low)}; }
};

std::array<uint32_t, 4> philox(uint64_t key, WideCounter counter) {
  uint32_t c[4] = {low_word(counter.low), high_word(counter.low), low_word(counter.high),
                   high_word(counter.high)};
  uint32_t k[2] = {low_word(key), high_word(key)};
  for (int round = 0; round < 10; ++round) {
    const uint64_t p = uint64_t{c[0]} * 0xD2511F53u, q = uint64_t{c[2]} * 0xCD9E8D57u;
    const uint32_t next[4] = {high_word(q) ^ c[1] ^ k[0], low_word(q), high_word(p) ^ c[3] ^ k[1],
                              low_word(p)};
    for (int i = 0; i < 4; ++i) c[i] = next[i];
    k[0] += 0x9E3779B9u;
    k[1] += 0xBB67AE85u;
  }
  return {c[0], c[1], c[2], c[3]};
}

// Writes raw bits of the width of an element.
void store_bits(Literal& result, int64_t index, uint64_t bits) {
  constexpr ElementType kUnsignedOf[] = {ElementType::kU8, ElementType::kU16, ElementType::kU32,
                                         ElementType::kU64};
  const int64_t size = byte_size(result.element());
  const int width = size == 8 ? 3 : static_cast<int>(size) / 2;
  store_cell(kUnsignedOf[width], result.data(), index, Cell{.u = bits});
}

void fill_threefry(uint64_t key, uint64_t counter, Literal& result) {
  const auto count = result.num_elements();
  if (byte_size(result.element()) == 8) {
    for (int64_t i = 0; i < count; ++i) {
      const auto words = threefry(key, counter + static_cast<uint64_t>(i));
      store_bits(result, i, joined(words[0], words[1]));
    }
    return;
  }
  // Blocks are numbered over the shape with one dimension halved, rounded up; along it, even
  // positions get a block's first word and odd positions its second.
  const Shape shape = result.shape().empty() ? Shape{1} : result.shape();
  const size_t split = alternating_dim(shape);
  const std::vector<int64_t> strides =
      row_major_strides(block_shape(RngAlgorithm::kThreeFry, result.type()));
  int64_t i = 0;
  for (IndexIterator it(shape); !it.done(); it.next(), ++i) {
    std::vector<int64_t> index = it.index();
    const int64_t word = index[split] % 2;
    index[split] /= 2;
    const auto block = static_cast<uint64_t>(linear_offset(index, strides));
    store_bits(result, i, threefry(key, counter + block)[word]);
  }
}

void fill_philox(uint64_t key, WideCounter counter, Literal& result) {
  const bool wide = byte_size(result.element()) == 8;
  const int64_t per_block = elements_of_block(RngAlgorithm::kPhilox, result.element());
  std::array<uint32_t, 4> words{};
  for (int64_t i = 0; i < result.num_elements(); ++i) {
    const int64_t place = i % per_block;
    if (place == 0) words = philox(key, counter.plus(static_cast<uint64_t>(i / per_block)));
    store_bits(result, i, wide ? joined(words[2 * place], words[2 * place + 1]) : words[place]);
  }
}

}  // namespace

std::vector<Literal> evaluate_rng_bit_generator(Evaluation& e) {
  Literal state = e.operand(0);
  const int64_t size = state.num_elements();
  if (state.element() != ElementType::kU64 || (size != 2 && size != 3)) {
    e.fail("the state must hold 2 or 3 elements of ui64, not " + state.type().to_string());
  }
  Literal bits = Literal::zeros(e.view.result(1));
  const uint64_t key = state.get_unsigned(0), low = state.get_unsigned(1);
  const RngAlgorithm algorithm = e.view.get<RngAttrs>().algorithm;
  const auto drawn = static_cast<uint64_t>(num_blocks(algorithm, bits.type()));
  if (algorithm == RngAlgorithm::kThreeFry) {
    fill_threefry(key, low, bits);
    state.set_unsigned(1, low + drawn);
  } else {
    const WideCounter counter{low, size == 3 ? state.get_unsigned(2) : key};
    fill_philox(key, counter, bits);
    const WideCounter next = counter.plus(drawn);
    state.set_unsigned(1, next.low);
    if (size == 3) state.set_unsigned(2, next.high);
  }
  std::vector<Literal> results;
  results.push_back(std::move(state));
  results.push_back(std::move(bits));
  return results;
}

}  // namespace motley::tensor::reference
