// Expected bits: XLA on CPU (jax 0.10.2).
#include "tensor/reference/op_test.h"

namespace motley::tensor {
namespace {

using enum ElementType;

constexpr uint64_t kKey = 0x123456789abcdef0, kCounter = 0x1111222233334444;

struct Draw {
  std::vector<uint64_t> state, bits;
};

Draw draw(RngAlgorithm algorithm, const std::vector<uint64_t>& state, ElementType element,
          Shape shape) {
  Literal initial = Literal::zeros({kU64, {static_cast<int64_t>(state.size())}});
  for (size_t i = 0; i < state.size(); ++i) {
    initial.set_unsigned(static_cast<int64_t>(i), state[i]);
  }
  const std::vector<Literal> results = evaluate_all(
      OpCode::kRngBitGenerator, {initial}, RngAttrs{algorithm, {element, std::move(shape)}});
  const auto words = [](const Literal& l) {
    std::vector<uint64_t> all;
    for (int64_t i = 0; i < l.num_elements(); ++i) all.push_back(l.get_unsigned(i));
    return all;
  };
  return {words(results[0]), words(results[1])};
}

using Words = std::vector<uint64_t>;

TEST(ThreeFry, DrawsWholeBlocksFor64Bits) {
  const Draw d = draw(RngAlgorithm::kThreeFry, {kKey, kCounter}, kU64, {3});
  EXPECT_EQ(d.state, (Words{kKey, kCounter + 3}));
  EXPECT_EQ(d.bits, (Words{14545547467978644838u, 4579589376221127415u, 8603638409243345763u}));
  EXPECT_EQ(draw(RngAlgorithm::kThreeFry, {3, 3}, kU64, {}).bits, (Words{3349939604322698703u}));
}

TEST(ThreeFry, AlternatesWordsAlongTheFirstEvenDimension) {
  const auto rows = draw(RngAlgorithm::kThreeFry, {kKey, kCounter}, kU32, {4, 3});
  EXPECT_EQ(rows.state[1], kCounter + 6);
  EXPECT_EQ(rows.bits,
            (Words{1148394854, 584065783, 2530952035, 3386649179, 1066268742, 2003190668,
                   2510479702, 2804967752, 3985950665, 2408114198, 599226945, 1791646955}));
  // No even dimension: the longest is cut, and the last second word is left over.
  const auto odd = draw(RngAlgorithm::kThreeFry, {kKey, kCounter}, kU32, {3, 5});
  EXPECT_EQ(odd.state[1], kCounter + 9);
  EXPECT_EQ(odd.bits, (Words{1148394854, 3386649179, 584065783, 1066268742, 2530952035, 2510479702,
                             2408114198, 2804967752, 599226945, 3985950665, 1316737356, 477157116,
                             3322629429, 3682911098, 902945506}));
  EXPECT_EQ(draw(RngAlgorithm::kThreeFry, {kKey, kCounter}, kU32, {}).bits, (Words{1148394854}));
}

TEST(ThreeFry, NarrowTypesKeepLowBits) {
  EXPECT_EQ(draw(RngAlgorithm::kThreeFry, {kKey, kCounter}, kU8, {4}).bits,
            (Words{102, 91, 247, 70}));
  EXPECT_EQ(draw(RngAlgorithm::kThreeFry, {kKey, kCounter}, kU16, {4}).bits,
            (Words{7526, 10843, 8951, 63558}));
}

TEST(Philox, CountsIn128Bits) {
  const Draw d = draw(RngAlgorithm::kPhilox, {kKey, UINT64_MAX - 1, 5}, kU32, {9});
  EXPECT_EQ(d.state, (Words{kKey, 1, 6}));
  EXPECT_EQ(d.bits, (Words{0x7e727b54, 0xdb75ea81, 0x100ab1ff, 0x12cd6fca, 0x6db0be62, 0xb9ccf767,
                           0x312c1285, 0xe6fe336d, 0x39721d95}));
}

TEST(Philox, TwoWordsOfStateTakeTheKeyAsHighCounter) {
  const Draw d = draw(RngAlgorithm::kDefault, {kKey, UINT64_MAX - 1}, kU64, {3, 3});
  EXPECT_EQ(d.state, (Words{kKey, 3}));
  EXPECT_EQ(d.bits, (Words{0xb795d4a1bbd856ff, 0xb129d7a79db4dbb7, 0xb3bb590c583ddf1e,
                           0x40230b26ea99e9da, 0x2012dc06102d8cf3, 0xb33c65fee29031fe,
                           0xaa1b32c099f81036, 0x4fb082da142aaee3, 0x208b66bc7bc0295}));
  EXPECT_EQ(draw(RngAlgorithm::kDefault, {kKey, kCounter}, kU8, {5}).bits,
            (Words{0xdb, 0xba, 0xe6, 0x6f, 0xf7}));
}

TEST(Rng, OfNothingDrawsNothing) {
  EXPECT_EQ(draw(RngAlgorithm::kThreeFry, {1, 2}, kU32, {0, 4}).state, (Words{1, 2}));
  EXPECT_EQ(draw(RngAlgorithm::kPhilox, {1, 2}, kU32, {0, 4}).state, (Words{1, 2}));
}

}  // namespace
}  // namespace motley::tensor
