// Bad input: each mistake has its place and one sentence, and none costs more than its text.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tensor/import/texts.h"

namespace motley::tensor {
namespace {

// An op on %a : tensor<4xf32> and %i : tensor<i32>, in line 2.
std::string fault(const std::string& op) {
  return error_of(function("%a: tensor<4xf32>, %i: tensor<i32>", op));
}

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(StablehloErrors, Files_error) {
  EXPECT_EQ(error_of(""), "t.mlir: the file is empty");
  EXPECT_EQ(error_of(" \n\t\n"), "t.mlir: the file is empty");
  EXPECT_EQ(error_of("ML\xefR\x01StableHLO_v1.0"),
            "t.mlir: the file is MLIR bytecode; print it as text, in JAX with "
            "jax.jit(f).lower(...).as_text()");
  EXPECT_THROW(read_stablehlo_file("no/such/file.mlir"), core::UserError);
  try {
    read_stablehlo_file("no/such/file.mlir");
  } catch (const core::UserError& error) {
    EXPECT_STREQ(error.what(), "no/such/file.mlir: cannot be read: No such file or directory");
  }
}

TEST(StablehloErrors, Tokens_error) {
  EXPECT_EQ(error_of("module {\n  $"), "t.mlir:2:3: unexpected character `$`");
  EXPECT_EQ(error_of("module @\"a"), "t.mlir:1:8: the string is never closed");
  EXPECT_EQ(error_of("module @\"a\\"), "t.mlir:1:8: the string is never closed");
  EXPECT_EQ(fault("%0 = stablehlo.abs % : tensor<4xf32>"),
            "t.mlir:2:20: expected a name after `%`");
  EXPECT_EQ(fault("%0 = stablehlo.abs %a# : tensor<4xf32>"),
            "t.mlir:2:20: expected a result number after `#`, in `%a#`");
  EXPECT_EQ(error_of(std::string("module \x01\xff")), "t.mlir:1:8: unexpected character `\\x01`");
}

TEST(StablehloErrors, Modules_error) {
  EXPECT_EQ(error_of("hello world"),
            "t.mlir:1:1: expected `module` or `func.func`, but found `hello`");
  EXPECT_EQ(error_of("module {"),
            "t.mlir:1:9: expected `}` after the functions, but found the end of the file");
  EXPECT_EQ(error_of("module {}\nmodule {}"),
            "t.mlir:2:1: unsupported file of more than one module");
  EXPECT_EQ(error_of("module {\n module {} }"),
            "t.mlir:2:2: unsupported module inside of a module");
  EXPECT_EQ(error_of("module {}"), "t.mlir:1:1: the file holds no function");
  EXPECT_EQ(error_of("#loc = [unknown]\nmodule {}"),
            "t.mlir:1:1: unsupported form of locations: print without pretty_debug_info");
  EXPECT_EQ(error_of("func.func @f() { return }\nfunc.func @g() { return }"),
            "t.mlir:1:1: no function is named @main, and there are 2 candidates");
  EXPECT_EQ(error_of("func.func @f() { return }\nfunc.func @f() { return }"),
            "t.mlir:2:11: the function `@f` is defined twice");
  EXPECT_EQ(error_of("func.func @main()"), "t.mlir:1:11: `@main` has no body");
  EXPECT_EQ(error_of("func.func @main() -> tensor<f32> {\n return }"),
            "t.mlir:1:34: `@main` returns 0 values, but its type says 1");
  EXPECT_EQ(
      error_of("func.func @main(%a: tensor<f32>) -> tensor<i32> {\n return %a : tensor<f32> }"),
      "t.mlir:1:49: `@main` returns tensor<f32> as result 0, but its type says tensor<i32>");
  EXPECT_EQ(error_of("func.func @main(tensor<f32>) { return }"),
            "t.mlir:1:30: `@main` has a body, but not all of its arguments have names");
}

TEST(StablehloErrors, Values_error) {
  EXPECT_EQ(fault("%0 = stablehlo.abs %7 : tensor<4xf32>"),
            "t.mlir:2:20: `%7` is used before it is defined");
  EXPECT_EQ(fault("%0 = stablehlo.abs %0 : tensor<4xf32>"),
            "t.mlir:2:20: `%0` is used before it is defined");
  EXPECT_EQ(fault("%a = stablehlo.abs %a : tensor<4xf32>"),
            "t.mlir:2:1: `%a` is defined twice, first in line 1");
  EXPECT_EQ(fault("%0 = stablehlo.abs %a#1 : tensor<4xf32>"),
            "t.mlir:2:20: `%a#1` does not exist: `%a` has 1 result");
  EXPECT_EQ(fault("%0:2 = stablehlo.optimization_barrier %a, %i : tensor<4xf32>, tensor<i32>\n"
                  "%1 = stablehlo.abs %0 : tensor<4xf32>"),
            "t.mlir:3:20: `%0` has 2 results: say which, as in `%0#0`");
  EXPECT_EQ(fault("%0:3 = stablehlo.optimization_barrier %a, %i : tensor<4xf32>, tensor<i32>"),
            "t.mlir:2:1: 3 results are named, but the types say 2");
  EXPECT_EQ(
      fault("%0:9000000000000000000, %1:9000000000000000000 = stablehlo.abs %a : tensor<4xf32>"),
      "t.mlir:2:1: 9223372036854775807 results are named, but the types say 1");
  EXPECT_EQ(fault("%0:0 = stablehlo.abs %a : tensor<4xf32>"),
            "t.mlir:2:4: expected one result or more");
  // A value of a region is gone behind it.
  EXPECT_EQ(fault("%0 = \"stablehlo.case\"(%i) ({\n%1 = stablehlo.abs %a : tensor<4xf32>\n"
                  "stablehlo.return %1 : tensor<4xf32>\n}) : (tensor<i32>) -> tensor<4xf32>\n"
                  "%2 = stablehlo.abs %1 : tensor<4xf32>"),
            "t.mlir:6:20: `%1` is used before it is defined");
}

TEST(StablehloErrors, Ops_error) {
  EXPECT_EQ(fault("%0 = stablehlo.foo %a : tensor<4xf32>"),
            "t.mlir:2:6: unknown op `stablehlo.foo`");
  EXPECT_EQ(fault("%0 = \"my.op\"(%a) : (tensor<4xf32>) -> tensor<4xf32>"),
            "t.mlir:2:6: unknown op `my.op`");
  EXPECT_EQ(fault("%0 = = %a"), "t.mlir:2:6: expected an op, but found `=`");
  EXPECT_EQ(fault("%0 = stablehlo.add %a : tensor<4xf32>"),
            "t.mlir:2:6: stablehlo.add takes 2 operands, but has 1");
  EXPECT_EQ(fault("%0 = stablehlo.reshape %a, %a : (tensor<4xf32>) -> tensor<4xf32>"),
            "t.mlir:2:6: stablehlo.reshape has 2 operands, but 1 operand type");
  EXPECT_EQ(
      fault("%0 = stablehlo.broadcast_in_dim %a, dim = 1 : (tensor<4xf32>) -> tensor<2x4xf32>"),
      "t.mlir:2:37: stablehlo.broadcast_in_dim has no setting `dim`");
  EXPECT_EQ(fault("%0 = stablehlo.iota dim = 0, dim = 0 : tensor<4xi32>"),
            "t.mlir:2:36: the attribute `iota_dimension` is given twice");
  EXPECT_EQ(fault("%0 = stablehlo.abs %a {x = 1, x = 2} : tensor<4xf32>"),
            "t.mlir:2:35: the attribute `x` is given twice");
  EXPECT_EQ(fault("%0 = stablehlo.transpose %a : (tensor<4xf32>) -> tensor<4xf32>"),
            "t.mlir:2:6: stablehlo.transpose lacks the attribute `permutation`");
  EXPECT_EQ(fault("%0 = stablehlo.transpose %a, dims = 3 : (tensor<4xf32>) -> tensor<4xf32>"),
            "t.mlir:2:37: the attribute `permutation` must be a list of integers, but is `3`");
  EXPECT_EQ(fault("%0 = stablehlo.transpose %a, dims = [99999999999999999999]"),
            "t.mlir:2:38: the integer `99999999999999999999` does not fit into 64 bits");
  EXPECT_EQ(
      fault("%0 = \"stablehlo.transpose\"(%a) {permutation = dense<0> : tensor<1000000000000xi64>}"
            " : (tensor<4xf32>) -> tensor<4xf32>"),
      "t.mlir:2:47: the attribute `permutation` must be a shorter list of integers, but is `0`");
  EXPECT_EQ(
      fault("%0 = stablehlo.compare XX, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>"),
      "t.mlir:2:24: unknown comparison_direction `XX`");
  EXPECT_EQ(fault("%0 = stablehlo.reduce_precision %a, format = x9 : tensor<4xf32>"),
            "t.mlir:2:46: expected a format such as e8m7, but found `x9`");
  EXPECT_EQ(
      fault("%0 = stablehlo.gather %a"),
      "t.mlir:2:6: stablehlo.gather is written in its generic form, \"stablehlo.gather\"(...)");
  EXPECT_EQ(fault("%0 = stablehlo.abs %a"),
            "t.mlir:3:1: expected `:` before the types, but found `return`");
  EXPECT_EQ(fault("%0 = stablehlo.reduce(%a init: %a), (%a init: %a) applies stablehlo.add across"
                  " dimensions = [0] : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)"
                  " -> tensor<f32>"),
            "t.mlir:2:59: `applies` requires one operand and one initial value");
  EXPECT_EQ(
      fault(
          "%0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [LOW, LOW]"
          " : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>"),
      "t.mlir:2:79: unknown precision `LOW`");
}

TEST(StablehloErrors, Types_error) {
  EXPECT_EQ(fault("%0 = stablehlo.abs %a : tensor<5xf32>"),
            "t.mlir:2:25: `%a` has type tensor<4xf32>, but tensor<5xf32> is written here");
  EXPECT_EQ(fault("%0 = stablehlo.reshape %a : (tensor<4xi32>) -> tensor<4xf32>"),
            "t.mlir:2:30: `%a` has type tensor<4xf32>, but tensor<4xi32> is written here");
  EXPECT_EQ(fault("%0 = stablehlo.transpose %a, dims = [0] : (tensor<4xf32>) -> tensor<5xf32>"),
            "t.mlir:2:6: stablehlo.transpose gives tensor<4xf32>, but tensor<5xf32> is declared");
  EXPECT_EQ(
      fault("%0:2 = \"stablehlo.abs\"(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)"),
      "t.mlir:2:8: stablehlo.abs gives 1 result, but 2 are declared");
  EXPECT_EQ(fault("%0 = \"stablehlo.constant\"() <{value = dense<1> : tensor<2xi32>}> : () -> "
                  "tensor<3xi32>"),
            "t.mlir:2:6: stablehlo.constant gives tensor<2xi32>, but tensor<3xi32> is declared");
  EXPECT_EQ(fault("%0 = stablehlo.abs %a : tensor<4>"),
            "t.mlir:2:25: expected `x` and an element type in `tensor<4>`");
  EXPECT_EQ(fault("%0 = stablehlo.abs %a : tensor<4xfoo>"),
            "t.mlir:2:25: unknown element type `foo` in `tensor<4xfoo>`");
  EXPECT_EQ(fault("%0 = stablehlo.abs %a : foo"), "t.mlir:2:25: expected a type, but found `foo`");
  EXPECT_EQ(fault("%0 = stablehlo.abs %a : tensor<99999999999999999999xf32>"),
            "t.mlir:2:25: the extent `99999999999999999999` does not fit into 64 bits");
  EXPECT_EQ(
      fault("%0 = stablehlo.abs %a : tensor<4611686018427387904x4xf32>"),
      "t.mlir:2:25: `tensor<4611686018427387904x4xf32>` has more bytes than can be counted in "
      "64 bits");
  // What the op's own row finds wrong comes with the op's place.
  EXPECT_TRUE(fault("%0 = stablehlo.transpose %a, dims = [7] : (tensor<4xf32>) -> tensor<4xf32>")
                  .starts_with("t.mlir:2:6: stablehlo.transpose: "));
}

TEST(StablehloErrors, Unsupported_error) {
  EXPECT_EQ(fault("%0 = stablehlo.fft %a, type =  RFFT, length = [4]"),
            "t.mlir:2:6: unsupported op stablehlo.fft");
  EXPECT_EQ(fault("%0 = \"stablehlo.all_reduce\"(%a)"),
            "t.mlir:2:6: unsupported op stablehlo.all_reduce");
  EXPECT_EQ(fault("%0 = arith.addf %a, %a : tensor<4xf32>"),
            "t.mlir:2:6: unsupported op arith.addf");
  EXPECT_EQ(
      fault("%0 = stablehlo.custom_call @lapack_sgetrf(%a) : (tensor<4xf32>) -> tensor<4xf32>"),
      "t.mlir:2:6: unsupported custom_call @lapack_sgetrf");
  EXPECT_EQ(
      fault("%0 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<4xf32>) -> tensor<4xf32>"),
      "t.mlir:2:6: unsupported custom_call @lapack_sgetrf_ffi, an LU factorization, as of solve, "
      "inv "
      "and det: of factorizations only Cholesky's is computed, and triangular solves");
  EXPECT_EQ(fault("%0 = stablehlo.custom_call @SPMDFullToShardShape(%a) : (tensor<4xf32>) -> "
                  "tensor<2xf32>"),
            "t.mlir:2:6: unsupported custom_call @SPMDFullToShardShape");
  EXPECT_TRUE(fault("%0 = motley.attention %a, %a, %a : tensor<4xf32>")
                  .ends_with("unknown op `motley.attention`"));
  const std::string attention = "%0 = stablehlo.custom_call @motley.attention(%a, %a, %a)";
  EXPECT_EQ(fault(attention + " {backend_config = {query = \"sd\"}} : (tensor<4xf32>, "
                              "tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"),
            "t.mlir:2:6: the backend_config lacks `key`");
  EXPECT_TRUE(fault(attention + " {backend_config = {query = 7 : i64}} : (tensor<4xf32>, "
                                "tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>")
                  .ends_with("must be a string of subscripts, but is `7`"));
  EXPECT_EQ(fault("check.expect_almost_eq %a, %a, tolerance = 0.1 : tensor<4xf32>"),
            "t.mlir:2:1: unsupported setting tolerance of check.expect_almost_eq");
  const auto type_fault = [](const std::string& type) {
    return error_of("func.func @main(%a: " + type + ") { return }");
  };
  EXPECT_EQ(type_fault("tensor<4xcomplex<f32>>"),
            "t.mlir:1:21: unsupported element type complex<f32>; keep real and imaginary parts as "
            "two arrays of real numbers");
  EXPECT_EQ(type_fault("tensor<4x!quant.uniform<i8:f32, 1.0>>"),
            "t.mlir:1:21: unsupported element type !quant.uniform<i8:f32, 1.0>");
  EXPECT_EQ(type_fault("tensor<4xf8E4M3FN>"), "t.mlir:1:21: unsupported element type f8E4M3FN");
  EXPECT_EQ(type_fault("tensor<4xui4>"), "t.mlir:1:21: unsupported element type ui4");
  EXPECT_EQ(type_fault("tensor<4xindex>"), "t.mlir:1:21: unsupported element type index");
  EXPECT_EQ(type_fault("tensor<?x3xf32>"),
            "t.mlir:1:21: unsupported dynamic dimension in tensor<?x3xf32>");
  EXPECT_EQ(type_fault("tensor<*xf32>"), "t.mlir:1:21: unsupported unranked type tensor<*xf32>");
  EXPECT_EQ(type_fault("tensor<4xf32, #sparse>"),
            "t.mlir:1:21: unsupported encoding in tensor<4xf32, #sparse>");
  EXPECT_EQ(type_fault("tuple<tensor<4xf32>>"),
            "t.mlir:1:21: unsupported type tuple<tensor<4xf32>>");
  EXPECT_EQ(type_fault("!stablehlo.token"), "t.mlir:1:21: unsupported type !stablehlo.token");
  EXPECT_EQ(type_fault("memref<4xf32>"), "t.mlir:1:21: unsupported type memref<4xf32>");
  EXPECT_EQ(type_fault("tensor<" + repeated("1x", 65) + "f32>"),
            "t.mlir:1:21: unsupported tensor of 65 dimensions, more than 64");
}

TEST(StablehloErrors, Regions_error) {
  EXPECT_EQ(fault("%0 = \"stablehlo.case\"(%i) ({\n}) : (tensor<i32>) -> tensor<4xf32>"),
            "t.mlir:3:1: the region does not end in a return");
  EXPECT_EQ(
      fault("%0 = \"stablehlo.case\"(%i) ({\n^bb0:\nstablehlo.return %a : tensor<4xf32>\n^bb1:\n"
            "stablehlo.return %a : tensor<4xf32>\n}) : (tensor<i32>) -> tensor<4xf32>"),
      "t.mlir:5:1: unsupported region of more than one block");
  EXPECT_EQ(fault("%0 = \"stablehlo.sort\"(%a) : (tensor<4xf32>) -> tensor<4xf32>"),
            "t.mlir:2:6: stablehlo.sort takes 1 region, but has 0");
}

TEST(StablehloErrors, Calls_error) {
  const auto call_fault = [](const std::string& call, const std::string& callee) {
    return error_of("module {\nfunc.func @main(%a: tensor<f32>) {\n" + call + "\nreturn\n}\n" +
                    callee + "\n}");
  };
  EXPECT_EQ(call_fault("%0 = call @f(%a) : (tensor<f32>) -> tensor<f32>", ""),
            "t.mlir:3:11: there is no function `@f`");
  EXPECT_EQ(call_fault("call @f(%a) : (tensor<f32>) -> ()", "func.func private @f() { return }"),
            "t.mlir:3:6: `@f` takes 0 arguments, but is given 1");
  EXPECT_EQ(call_fault("call @f(%a) : (tensor<f32>) -> ()",
                       "func.func private @f(%b: tensor<i32>) { return }"),
            "t.mlir:3:6: `@f` takes tensor<i32> as argument 0, but is given tensor<f32>");
  EXPECT_EQ(call_fault(
                "%0 = call @f(%a) : (tensor<f32>) -> tensor<i32>",
                "func.func private @f(%b: tensor<f32>) -> tensor<f32> { return %b : tensor<f32> }"),
            "t.mlir:3:6: call gives tensor<f32>, but tensor<i32> is declared");
  EXPECT_EQ(call_fault("call @f(%a) : (tensor<f32>) -> ()", "func.func private @f(tensor<f32>)"),
            "t.mlir:3:6: `@f` has no body");
  EXPECT_EQ(call_fault("call @f() : () -> ()",
                       "func.func private @f() {\ncall @g() : () -> ()\nreturn\n}\n"
                       "func.func private @g() {\ncall @f() : () -> ()\nreturn\n}"),
            "t.mlir:11:6: `@f` calls itself: @f -> @g -> @f");
}

// ---- Limits --------------------------------------------------------------------------------

TEST(StablehloErrors, DeepNesting_error) {
  EXPECT_TRUE(fault("%0 = stablehlo.abs %a {x = " + repeated("[", 100000))
                  .ends_with(": attributes are nested more than 200 deep"));
  EXPECT_TRUE(fault("%0 = stablehlo.abs %a {x = " + repeated("{y = ", 100000))
                  .ends_with(": attributes are nested more than 200 deep"));
  EXPECT_TRUE(fault(repeated("%0 = \"stablehlo.case\"(%i) ({\n", 100000))
                  .ends_with(": regions are nested more than 200 deep"));
  EXPECT_EQ(fault("%0 = stablehlo.abs %a : " + repeated("tuple<", 100000)),
            "t.mlir:4:1: expected `>`, but found `}`");
  EXPECT_EQ(fault("%0 = stablehlo.constant dense<" + repeated("[", 100000)),
            "t.mlir:4:1: expected `]`, but found `}`");
  EXPECT_EQ(error_of("#x = dense<" + repeated("[", 100000)),
            "t.mlir:1:11: the bracket `<` is never closed");
}

// f0 calls f1 calls f2 ...
TEST(StablehloErrors, DeepCalls_error) {
  std::string text = "func.func @main() { call @f0() : () -> () return }\n";
  for (int i = 0; i < 1000; ++i) {
    text += "func.func private @f" + std::to_string(i) + "() { call @f" + std::to_string(i + 1) +
            "() : () -> () return }\n";
  }
  text += "func.func private @f1000() { return }\n";
  EXPECT_EQ(error_of(text), "t.mlir:200:34: calls and regions are nested more than 200 deep");
}

// Each function calls the next one twice: 2^40 ops.
TEST(StablehloErrors, RepeatedCalls_error) {
  for (bool empty : {true, false}) {
    std::string text = "func.func @main() { call @f0() : () -> () return }\n";
    for (int i = 0; i < 40; ++i) {
      const std::string call = "call @f" + std::to_string(i + 1) + "() : () -> () ";
      text += "func.func private @f" + std::to_string(i) + "() { " + call + call + "return }\n";
    }
    text += "func.func private @f40() { ";
    if (!empty) text += "%0 = stablehlo.constant dense<1.0> : tensor<f32> ";
    text += "return }\n";
    EXPECT_NE(error_of(text).find("the program is too large: inlining its calls repeats more than"),
              std::string::npos);
  }
}

// A long constant in a function that is called often.
TEST(StablehloErrors, RepeatedConstants_error) {
  std::string text = "func.func @main() {\n";
  for (int i = 0; i < 2000; ++i) text += "call @f() : () -> ()\n";
  text += "return }\nfunc.func private @f() {\n%0 = stablehlo.constant dense<\"0x" +
          repeated("0001", 1 << 17) + "\"> : tensor<262144xi8>\nreturn }\n";
  EXPECT_NE(error_of(text).find("the program is too large"), std::string::npos);
}

TEST(StablehloErrors, QuotesAreShortAndOfOneLine_error) {
  const std::string message = fault("%0 = \"" + repeated("x", 100000) + "\"(%a)");
  EXPECT_LT(message.size(), 200u);
  EXPECT_EQ(fault("%0 = \"a\\0Ab\x7f\"(%a)"), "t.mlir:2:6: unknown op `a\\0Ab\\x7F`");
}

// Every prefix of a good text is refused or read, and never anything else.
TEST(StablehloErrors, TakesAnyPrefix) {
  const std::string text = function("%a: tensor<4xf32>, %i: tensor<f32>", R"(
    %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      reducer(%x: tensor<f32>, %y: tensor<f32>) {
        %1 = stablehlo.add %x, %y {a = "b", c = [#stablehlo<precision HIGH>]} : tensor<f32> loc("x")
        stablehlo.return %1 : tensor<f32>
      }
    %c = stablehlo.constant dense<"0x01020304"> : tensor<2xi16>)");
  EXPECT_EQ(error_of(text), "no error");
  for (size_t size = 0; size < text.size(); ++size) {
    if (text.substr(size) == "\n") continue;
    EXPECT_NE(error_of(text.substr(0, size)), "no error") << size;
  }
}

}  // namespace
}  // namespace motley::tensor
