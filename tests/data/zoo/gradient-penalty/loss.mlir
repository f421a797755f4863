module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x1xf32>, %arg2: tensor<8x6xf32>, %arg3: tensor<8x6xf32>, %arg4: tensor<8x1xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %0 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x6xf32>
    %1 = stablehlo.multiply %0, %arg2 : tensor<8x6xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.subtract %2, %arg4 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x6xf32>
    %5 = stablehlo.multiply %4, %arg3 : tensor<8x6xf32>
    %6 = stablehlo.add %1, %5 : tensor<8x6xf32>
    %7 = stablehlo.dot_general %6, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %8:3 = call @softplus(%7) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
    %9 = stablehlo.dot_general %8#0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %10 = stablehlo.reshape %9 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %12 = stablehlo.dot_general %11, %arg1, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1xf32>, tensor<8x1xf32>) -> tensor<8xf32>
    %13 = call @softplus_0(%8#1, %8#2, %12) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
    %14 = stablehlo.dot_general %13, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<6x8xf32>) -> tensor<8x6xf32>
    %15 = stablehlo.multiply %14, %14 : tensor<8x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_2 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %18 = stablehlo.add %16, %17 : tensor<8xf32>
    %19 = stablehlo.sqrt %18 : tensor<8xf32>
    %20 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %21 = call @softplus_1(%20) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %22 = stablehlo.dot_general %21, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %23 = stablehlo.reshape %22 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %25 = stablehlo.divide %24, %cst_4 : tensor<f32>
    %26 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %27 = call @softplus_1(%26) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %28 = stablehlo.dot_general %27, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %29 = stablehlo.reshape %28 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %31 = stablehlo.divide %30, %cst_6 : tensor<f32>
    %32 = stablehlo.subtract %25, %31 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %34 = stablehlo.subtract %19, %33 : tensor<8xf32>
    %35 = stablehlo.multiply %34, %34 : tensor<8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %37 = stablehlo.divide %36, %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %38 = stablehlo.multiply %cst_10, %37 : tensor<f32>
    %39 = stablehlo.add %32, %38 : tensor<f32>
    return %39 : tensor<f32>
  }
  func.func private @softplus(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x8xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<8x8xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<8x8xf32>
    %7 = stablehlo.abs %3 : tensor<8x8xf32>
    %8 = stablehlo.negate %7 : tensor<8x8xf32>
    %9 = stablehlo.exponential %8 : tensor<8x8xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<8x8xf32>
    %11 = stablehlo.add %1, %10 : tensor<8x8xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %14 = stablehlo.compare EQ, %arg0, %13, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %17 = stablehlo.select %14, %16, %arg0 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %19 = stablehlo.compare EQ, %12, %18, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %22 = stablehlo.select %19, %21, %12 : tensor<8x8xi1>, tensor<8x8xf32>
    %23 = stablehlo.subtract %17, %22 : tensor<8x8xf32>
    %24 = stablehlo.exponential %23 : tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %25 = stablehlo.compare EQ, %cst_4, %cst_5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.select %25, %cst_7, %cst_6 : tensor<i1>, tensor<f32>
    %cst_8 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %28 = stablehlo.compare EQ, %12, %27, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %31 = stablehlo.select %28, %30, %12 : tensor<8x8xi1>, tensor<8x8xf32>
    %32 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %33 = stablehlo.subtract %32, %31 : tensor<8x8xf32>
    %34 = stablehlo.exponential %33 : tensor<8x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %36 = stablehlo.multiply %35, %34 : tensor<8x8xf32>
    return %12, %24, %36 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func private @softplus_0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.multiply %1, %arg0 : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
  func.func private @softplus_1(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x8xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<8x8xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<8x8xf32>
    %7 = stablehlo.abs %3 : tensor<8x8xf32>
    %8 = stablehlo.negate %7 : tensor<8x8xf32>
    %9 = stablehlo.exponential %8 : tensor<8x8xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<8x8xf32>
    %11 = stablehlo.add %1, %10 : tensor<8x8xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<8x8xi1>, tensor<8x8xf32>
    return %12 : tensor<8x8xf32>
  }
}
