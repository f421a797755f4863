module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x3xf32>, %arg2: tensor<8x6xf32>, %arg3: tensor<8x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6x8xf32> {jax.result_info = "result[1]"}, tensor<8x3xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<6x8xf32>
    %2 = call @round(%1) : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %4 = stablehlo.divide %2, %3 : tensor<6x8xf32>
    %5 = stablehlo.subtract %4, %arg0 : tensor<6x8xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<6x8xf32>
    %7 = stablehlo.dot_general %arg2, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.tanh %7 : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %10 = stablehlo.subtract %9, %8 : tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %12 = stablehlo.multiply %11, %arg1 : tensor<8x3xf32>
    %13 = call @round_0(%12) : (tensor<8x3xf32>) -> tensor<8x3xf32>
    %cst_3 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %15 = stablehlo.divide %13, %14 : tensor<8x3xf32>
    %16 = stablehlo.subtract %15, %arg1 : tensor<8x3xf32>
    %17 = stablehlo.add %arg1, %16 : tensor<8x3xf32>
    %18 = stablehlo.dot_general %8, %17, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %19 = stablehlo.subtract %18, %arg3 : tensor<8x3xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<8x3xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %22 = stablehlo.multiply %21, %19 : tensor<8x3xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%20 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %24 = stablehlo.divide %23, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %25 = stablehlo.divide %cst_7, %cst_8 : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %27 = stablehlo.multiply %26, %22 : tensor<8x3xf32>
    %28 = stablehlo.dot_general %27, %8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x8xf32>) -> tensor<3x8xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<3x8xf32>) -> tensor<8x3xf32>
    %30 = stablehlo.dot_general %27, %17, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x8xf32>
    %31 = stablehlo.multiply %30, %10 : tensor<8x8xf32>
    %32 = stablehlo.multiply %31, %8 : tensor<8x8xf32>
    %33 = stablehlo.add %31, %32 : tensor<8x8xf32>
    %34 = stablehlo.dot_general %33, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0] : (tensor<8x6xf32>) -> tensor<6x8xf32>
    return %24, %35, %29 : tensor<f32>, tensor<6x8xf32>, tensor<8x3xf32>
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
