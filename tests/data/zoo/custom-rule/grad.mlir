module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x3xf32>, %arg2: tensor<8x6xf32>, %arg3: tensor<8x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6x8xf32> {jax.result_info = "result[1]"}, tensor<8x3xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<6x8xf32>
    %2 = call @round(%1) : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %4 = stablehlo.divide %2, %3 : tensor<6x8xf32>
    %5 = stablehlo.dot_general %arg2, %4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %6 = stablehlo.tanh %5 : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %8 = stablehlo.subtract %7, %6 : tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %10 = stablehlo.multiply %9, %arg1 : tensor<8x3xf32>
    %11 = call @round_0(%10) : (tensor<8x3xf32>) -> tensor<8x3xf32>
    %cst_3 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %13 = stablehlo.divide %11, %12 : tensor<8x3xf32>
    %14 = stablehlo.dot_general %6, %13, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %15 = stablehlo.subtract %14, %arg3 : tensor<8x3xf32>
    %16 = stablehlo.multiply %15, %15 : tensor<8x3xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %18 = stablehlo.multiply %17, %15 : tensor<8x3xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%16 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %20 = stablehlo.divide %19, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %21 = stablehlo.divide %cst_7, %cst_8 : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %23 = stablehlo.multiply %22, %18 : tensor<8x3xf32>
    %24 = stablehlo.dot_general %23, %6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x8xf32>) -> tensor<3x8xf32>
    %25 = stablehlo.transpose %24, dims = [1, 0] : (tensor<3x8xf32>) -> tensor<8x3xf32>
    %26 = stablehlo.dot_general %23, %13, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x8xf32>
    %27 = stablehlo.multiply %26, %8 : tensor<8x8xf32>
    %28 = stablehlo.multiply %27, %6 : tensor<8x8xf32>
    %29 = stablehlo.add %27, %28 : tensor<8x8xf32>
    %30 = stablehlo.dot_general %29, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %31 = stablehlo.transpose %30, dims = [1, 0] : (tensor<8x6xf32>) -> tensor<6x8xf32>
    return %20, %31, %25 : tensor<f32>, tensor<6x8xf32>, tensor<8x3xf32>
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
