module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x3xf32>, %arg2: tensor<8x6xf32>, %arg3: tensor<8x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<6x8xf32>
    %2 = call @round(%1) : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %4 = stablehlo.divide %2, %3 : tensor<6x8xf32>
    %5 = stablehlo.custom_call @motley.custom_rule(%4) {backend_config = "", mhlo.backend_config = {function = "rounded"}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %6 = stablehlo.dot_general %arg2, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.tanh %6 : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %9 = stablehlo.multiply %8, %arg1 : tensor<8x3xf32>
    %10 = call @round_0(%9) : (tensor<8x3xf32>) -> tensor<8x3xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %12 = stablehlo.divide %10, %11 : tensor<8x3xf32>
    %13 = stablehlo.custom_call @motley.custom_rule(%12) {backend_config = "", mhlo.backend_config = {function = "rounded"}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x3xf32>) -> tensor<8x3xf32>
    %14 = stablehlo.dot_general %7, %13, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %15 = stablehlo.subtract %14, %arg3 : tensor<8x3xf32>
    %16 = stablehlo.multiply %15, %15 : tensor<8x3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %18 = stablehlo.divide %17, %cst_4 : tensor<f32>
    return %18 : tensor<f32>
  }
  func.func private @round(%arg0: tensor<6x8xf32>) -> tensor<6x8xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<6x8xf32>
    return %0 : tensor<6x8xf32>
  }
  func.func private @round_0(%arg0: tensor<8x3xf32>) -> tensor<8x3xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<8x3xf32>
    return %0 : tensor<8x3xf32>
  }
}
