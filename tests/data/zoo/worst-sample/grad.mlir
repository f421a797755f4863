module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x3xf32>, %arg1: tensor<8x6xf32>, %arg2: tensor<8x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6x3xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x3xf32>) -> tensor<8x3xf32>
    %1 = stablehlo.tanh %0 : tensor<8x3xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x3xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %5 = stablehlo.subtract %4, %1 : tensor<8x3xf32>
    %6 = stablehlo.multiply %3, %5 : tensor<8x3xf32>
    %7 = stablehlo.subtract %1, %arg2 : tensor<8x3xf32>
    %8 = stablehlo.abs %7 : tensor<8x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %10 = stablehlo.compare GE, %7, %9, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %11 = stablehlo.reduce(%8 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %12 = stablehlo.reshape %11 : (tensor<f32>) -> tensor<1x1xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<8x3xf32>
    %14 = stablehlo.compare EQ, %8, %13, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %15 = stablehlo.convert %14 : (tensor<8x3xi1>) -> tensor<8x3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.divide %cst_4, %16 : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %19 = stablehlo.multiply %18, %15 : tensor<8x3xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %21 = stablehlo.select %10, %20, %19 : tensor<8x3xi1>, tensor<8x3xf32>
    %22 = stablehlo.select %10, %19, %20 : tensor<8x3xi1>, tensor<8x3xf32>
    %23 = stablehlo.negate %21 : tensor<8x3xf32>
    %24 = stablehlo.add %22, %23 : tensor<8x3xf32>
    %25 = stablehlo.multiply %24, %6 : tensor<8x3xf32>
    %26 = stablehlo.dot_general %25, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x6xf32>) -> tensor<3x6xf32>
    %27 = stablehlo.transpose %26, dims = [1, 0] : (tensor<3x6xf32>) -> tensor<6x3xf32>
    return %11, %27 : tensor<f32>, tensor<6x3xf32>
  }
}
