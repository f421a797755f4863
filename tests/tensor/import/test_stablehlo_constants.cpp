// dense<...>: lists, splats, bytes in hex, for every element type.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "tensor/import/texts.h"

namespace motley::tensor {
namespace {

ConstantAttrs constant(const std::string& value, const std::string& type) {
  const Program p = read(function("", "%0 = stablehlo.constant dense<" + value + "> : " + type));
  return p.body.ops.at(0).get<ConstantAttrs>();
}

std::string fault(const std::string& value, const std::string& type) {
  return error_of(function("", "%0 = stablehlo.constant dense<" + value + "> : " + type));
}

TEST(StablehloConstants, ReadsNestedLists) {
  const ConstantAttrs c = constant("[[1, -2, 3], [4, 5, 6]]", "tensor<2x3xi32>");
  EXPECT_FALSE(c.is_splat());
  EXPECT_EQ(c.value.shape(), (Shape{2, 3}));
  EXPECT_EQ(c.value.get_signed(1), -2);
  EXPECT_EQ(c.value.get_signed(5), 6);
}

TEST(StablehloConstants, KeepsOneNumberForAll) {
  // 9 TB, were it expanded.
  const ConstantAttrs c = constant("1.500000e+00", "tensor<1000000x2500000xf32>");
  EXPECT_TRUE(c.is_splat());
  EXPECT_EQ(c.type.shape, (Shape{1000000, 2500000}));
  EXPECT_EQ(c.value.get_float(0), 1.5);
  EXPECT_EQ(c.value.num_bytes(), 4);
}

TEST(StablehloConstants, MakesEqualElementsOneNumber) {
  EXPECT_EQ(constant("[[7, 7], [7, 7]]", "tensor<2x2xi8>"), constant("7", "tensor<2x2xi8>"));
  EXPECT_EQ(constant("[0.5]", "tensor<1xf32>"), constant("0.5", "tensor<1xf32>"));
  EXPECT_FALSE(constant("[0.0, -0.0]", "tensor<2xf32>").is_splat());
}

TEST(StablehloConstants, ReadsHexBytesInMemoryOrder) {
  EXPECT_EQ(constant("\"0x0000803F00000040\"", "tensor<2xf32>"),
            constant("[1.0, 2.0]", "tensor<2xf32>"));
  EXPECT_EQ(constant("\"0x0102030405060708\"", "tensor<2x2xi16>").value.get_signed(3), 0x0807);
  EXPECT_EQ(constant("\"0x0000803f\"", "tensor<8xf32>"), constant("1.0", "tensor<8xf32>"));
  EXPECT_EQ(constant("\"0x803F\"", "tensor<bf16>").value.get_float(0), 1.0);
}

TEST(StablehloConstants, ReadsBooleansAsBytesOrPackedBits) {
  const ConstantAttrs list = constant(
      "[true, false, true, true, false, false, false, false, true, false]", "tensor<10xi1>");
  EXPECT_EQ(constant("\"0x01000101000000000100\"", "tensor<10xi1>"), list);
  EXPECT_EQ(constant("\"0xFF00FFFF00000000FF00\"", "tensor<10xi1>"), list);
  EXPECT_EQ(constant("\"0x0D01\"", "tensor<10xi1>"), list);
  EXPECT_EQ(constant("\"0x01\"", "tensor<10xi1>"), constant("true", "tensor<10xi1>"));
  EXPECT_EQ(constant("[1, 0]", "tensor<2xi1>"), constant("[true, false]", "tensor<2xi1>"));
}

TEST(StablehloConstants, ReadsNothing) {
  EXPECT_EQ(constant("", "tensor<0x3xi8>").value.num_bytes(), 0);
  EXPECT_EQ(constant("", "tensor<0x3xi8>").type.shape, (Shape{0, 3}));
  EXPECT_EQ(constant("1", "tensor<0x3xi8>"), constant("", "tensor<0x3xi8>"));
  EXPECT_EQ(constant("[[], []]", "tensor<2x0xf32>").value.num_bytes(), 0);
}

TEST(StablehloConstants, ReadsFloatBits) {
  EXPECT_EQ(constant("0x7F800000", "tensor<f32>").value.get_float(0), INFINITY);
  EXPECT_EQ(constant("0xFF80", "tensor<bf16>").value.get_float(0), -INFINITY);
  EXPECT_TRUE(std::isnan(constant("0x7E00", "tensor<f16>").value.get_float(0)));
  EXPECT_EQ(constant("0xFFF0000000000000", "tensor<f64>").value.get_float(0), -INFINITY);
}

// Through double, 1 + 2^-24 + 2^-60 would first lose its last bit and then round to 1.
TEST(StablehloConstants, RoundsDecimalsToFloatOnce) {
  const std::string just_above_half = "1.00000005960464477626184739346";
  EXPECT_EQ(constant(just_above_half, "tensor<f32>").value.values<float>()[0],
            std::nextafterf(1.0f, 2.0f));
}

TEST(StablehloConstants, TakesTinyNumbersAsZero) {
  const Literal zero = constant("-1.0e-60", "tensor<f32>").value;
  EXPECT_EQ(zero.get_float(0), 0);
  EXPECT_TRUE(std::signbit(zero.get_float(0)));
  EXPECT_EQ(constant("1.0e-999", "tensor<f64>").value.get_float(0), 0);
  EXPECT_EQ(constant("1.40129846E-45", "tensor<f32>").value.values<float>()[0],
            std::numeric_limits<float>::denorm_min());
}

TEST(StablehloConstants, ReadsTheEndsOfEveryIntegerType) {
  EXPECT_EQ(constant("-128", "tensor<i8>").value.get_signed(0), -128);
  EXPECT_EQ(constant("255", "tensor<i8>").value.get_signed(0), -1);
  EXPECT_EQ(constant("-9223372036854775808", "tensor<i64>").value.get_signed(0),
            std::numeric_limits<int64_t>::min());
  EXPECT_EQ(constant("18446744073709551615", "tensor<ui64>").value.get_unsigned(0),
            std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(constant("4294967295", "tensor<ui32>").value.get_unsigned(0), 4294967295u);
  EXPECT_EQ(constant("-5", "tensor<si16>"), constant("-5", "tensor<i16>"));
}

TEST(StablehloConstants, RefusesWhatDoesNotFit_error) {
  EXPECT_EQ(fault("256", "tensor<i8>"), "t.mlir:2:31: `256` does not fit into i8");
  EXPECT_EQ(fault("-129", "tensor<i8>"), "t.mlir:2:31: `-129` does not fit into i8");
  EXPECT_EQ(fault("-1", "tensor<ui8>"), "t.mlir:2:31: `-1` does not fit into ui8");
  EXPECT_EQ(fault("99999999999999999999", "tensor<i64>"),
            "t.mlir:2:31: `99999999999999999999` does not fit into i64");
  EXPECT_EQ(fault("1.0e39", "tensor<f32>"), "t.mlir:2:31: `1.0e39` does not fit into f32");
  EXPECT_EQ(fault("0x7F8000001", "tensor<f32>"),
            "t.mlir:2:31: `0x7F8000001` does not fit into f32");
  EXPECT_EQ(fault("1", "tensor<f32>"),
            "t.mlir:2:31: expected an element of type f32, but found `1`");
  EXPECT_EQ(fault("1.0", "tensor<i32>"),
            "t.mlir:2:31: expected an element of type i32, but found `1.0`");
  EXPECT_EQ(fault("maybe", "tensor<i1>"),
            "t.mlir:2:31: expected an element of type i1, but found `maybe`");
}

TEST(StablehloConstants, RefusesOtherShapes_error) {
  EXPECT_EQ(
      fault("[1, 2]", "tensor<3xi32>"),
      "t.mlir:2:36: the dense value has fewer than 3 entries along dimension 0 of tensor<3xi32>");
  EXPECT_EQ(
      fault("[[1, 2, 3]]", "tensor<1x2xi32>"),
      "t.mlir:2:39: the dense value has more than 2 entries along dimension 1 of tensor<1x2xi32>");
  EXPECT_EQ(fault("[[1, 2]]", "tensor<1xi32>"),
            "t.mlir:2:32: the dense value has more levels than tensor<1xi32> has dimensions");
  EXPECT_EQ(fault("[1, 2]", "tensor<2x1xi32>"),
            "t.mlir:2:32: the dense value has fewer levels than tensor<2x1xi32> has dimensions");
  EXPECT_EQ(fault("[1, 2]", "tensor<1000000000000xi32>"),
            "t.mlir:2:31: the dense value has fewer elements than tensor<1000000000000xi32>");
  EXPECT_EQ(fault("", "tensor<2xi32>"),
            "t.mlir:2:31: the dense value is empty, but tensor<2xi32> is not");
  EXPECT_EQ(fault("\"0x000102\"", "tensor<2xi32>"),
            "t.mlir:2:31: the dense value has 3 bytes, but tensor<2xi32> has 8");
  EXPECT_EQ(fault("\"0xZZ\"", "tensor<1xi8>"),
            "t.mlir:2:31: expected hexadecimal digits, but found `ZZ`");
  EXPECT_EQ(fault("\"abc\"", "tensor<1xi8>"),
            "t.mlir:2:31: expected \"0x\" and pairs of hexadecimal digits, but found `\"abc\"`");
}

TEST(StablehloConstants, RefusesResources_error) {
  EXPECT_EQ(error_of(function("", "%0 = stablehlo.constant dense_resource<w> : tensor<4xf32>")),
            "t.mlir:2:25: unsupported constant dense_resource: its values are not in the text");
}

}  // namespace
}  // namespace motley::tensor
