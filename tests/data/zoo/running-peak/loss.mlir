module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6xf32>, %arg1: tensor<8x6xf32>, %arg2: tensor<8x6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<8x6xf32>
    %2 = stablehlo.multiply %1, %arg1 : tensor<8x6xf32>
    %3 = call @cummax(%2) : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %4 = stablehlo.subtract %3, %arg2 : tensor<8x6xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<8x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %7 = stablehlo.divide %6, %cst_0 : tensor<f32>
    return %7 : tensor<f32>
  }
  func.func private @cummax(%arg0: tensor<8x6xf32>) -> tensor<8x6xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 6>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    return %1 : tensor<8x6xf32>
  }
}
