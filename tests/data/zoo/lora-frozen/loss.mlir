module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x3xf32>, %arg2: tensor<6x2xf32>, %arg3: tensor<8x2xf32>, %arg4: tensor<2x8xf32>, %arg5: tensor<2x3xf32>, %arg6: tensor<8x6xf32>, %arg7: tensor<8x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %0 = stablehlo.custom_call @motley.stop_gradient(%arg0) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %1 = stablehlo.custom_call @motley.stop_gradient(%arg1) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x3xf32>) -> tensor<8x3xf32>
    %2 = stablehlo.dot_general %arg2, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x2xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<6x8xf32>
    %4 = stablehlo.dot_general %arg6, %3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<8x8xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<8x8xf32>
    %cst = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<8x8xf32>
    %9 = stablehlo.add %4, %8 : tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<8x8xf32>
    %12 = stablehlo.tanh %11 : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %14 = stablehlo.add %13, %12 : tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %16 = stablehlo.multiply %15, %14 : tensor<8x8xf32>
    %17 = stablehlo.multiply %4, %16 : tensor<8x8xf32>
    %18 = stablehlo.dot_general %arg3, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x3xf32>) -> tensor<8x3xf32>
    %19 = stablehlo.add %1, %18 : tensor<8x3xf32>
    %20 = stablehlo.dot_general %17, %19, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %21 = stablehlo.subtract %20, %arg7 : tensor<8x3xf32>
    %22 = stablehlo.multiply %21, %21 : tensor<8x3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %24 = stablehlo.divide %23, %cst_4 : tensor<f32>
    return %24 : tensor<f32>
  }
}
