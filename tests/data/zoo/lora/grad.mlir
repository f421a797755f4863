module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x3xf32>, %arg2: tensor<6x2xf32>, %arg3: tensor<8x2xf32>, %arg4: tensor<2x8xf32>, %arg5: tensor<2x3xf32>, %arg6: tensor<8x6xf32>, %arg7: tensor<8x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6x8xf32> {jax.result_info = "result[1]"}, tensor<8x3xf32> {jax.result_info = "result[2]"}, tensor<6x2xf32> {jax.result_info = "result[3]"}, tensor<8x2xf32> {jax.result_info = "result[4]"}, tensor<2x8xf32> {jax.result_info = "result[5]"}, tensor<2x3xf32> {jax.result_info = "result[6]"}) {
    %0 = stablehlo.dot_general %arg2, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x2xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<6x8xf32>
    %2 = stablehlo.dot_general %arg6, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.multiply %2, %2 : tensor<8x8xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<8x8xf32>
    %5 = stablehlo.multiply %2, %2 : tensor<8x8xf32>
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %9 = stablehlo.multiply %8, %4 : tensor<8x8xf32>
    %10 = stablehlo.add %2, %9 : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<8x8xf32>
    %13 = stablehlo.tanh %12 : tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %15 = stablehlo.subtract %14, %13 : tensor<8x8xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %17 = stablehlo.add %16, %13 : tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %19 = stablehlo.multiply %18, %17 : tensor<8x8xf32>
    %20 = stablehlo.multiply %2, %19 : tensor<8x8xf32>
    %21 = stablehlo.dot_general %arg3, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x3xf32>) -> tensor<8x3xf32>
    %22 = stablehlo.add %arg1, %21 : tensor<8x3xf32>
    %23 = stablehlo.dot_general %20, %22, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %24 = stablehlo.subtract %23, %arg7 : tensor<8x3xf32>
    %25 = stablehlo.multiply %24, %24 : tensor<8x3xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %27 = stablehlo.multiply %26, %24 : tensor<8x3xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%25 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %29 = stablehlo.divide %28, %cst_7 : tensor<f32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_9 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %30 = stablehlo.divide %cst_8, %cst_9 : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %32 = stablehlo.multiply %31, %27 : tensor<8x3xf32>
    %33 = stablehlo.dot_general %32, %20, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x8xf32>) -> tensor<3x8xf32>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<3x8xf32>) -> tensor<8x3xf32>
    %35 = stablehlo.dot_general %32, %22, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x8xf32>
    %36 = stablehlo.dot_general %34, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %37 = stablehlo.transpose %36, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
    %38 = stablehlo.dot_general %34, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<2x3xf32>) -> tensor<8x2xf32>
    %39 = stablehlo.multiply %2, %35 : tensor<8x8xf32>
    %40 = stablehlo.multiply %35, %19 : tensor<8x8xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %42 = stablehlo.multiply %41, %39 : tensor<8x8xf32>
    %43 = stablehlo.multiply %42, %15 : tensor<8x8xf32>
    %44 = stablehlo.multiply %43, %13 : tensor<8x8xf32>
    %45 = stablehlo.add %43, %44 : tensor<8x8xf32>
    %cst_11 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %47 = stablehlo.multiply %46, %45 : tensor<8x8xf32>
    %48 = stablehlo.add %40, %47 : tensor<8x8xf32>
    %cst_12 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %50 = stablehlo.multiply %49, %47 : tensor<8x8xf32>
    %51 = stablehlo.multiply %50, %7 : tensor<8x8xf32>
    %52 = stablehlo.add %48, %51 : tensor<8x8xf32>
    %53 = stablehlo.dot_general %52, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %54 = stablehlo.transpose %53, dims = [1, 0] : (tensor<8x6xf32>) -> tensor<6x8xf32>
    %55 = stablehlo.dot_general %54, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<6x2xf32>) -> tensor<8x2xf32>
    %56 = stablehlo.transpose %55, dims = [1, 0] : (tensor<8x2xf32>) -> tensor<2x8xf32>
    %57 = stablehlo.dot_general %54, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<2x8xf32>) -> tensor<6x2xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    return %29, %58, %59, %57, %38, %56, %37 : tensor<f32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<6x2xf32>, tensor<8x2xf32>, tensor<2x8xf32>, tensor<2x3xf32>
  }
}
