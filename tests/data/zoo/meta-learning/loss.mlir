module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>, %arg1: tensor<3x8xf32>, %arg2: tensor<8x1xf32>, %arg3: tensor<4x5x3xf32>, %arg4: tensor<4x5x1xf32>, %arg5: tensor<4x5x3xf32>, %arg6: tensor<4x5x1xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %0 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5x3xf32>, tensor<3x8xf32>) -> tensor<4x5x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<1x8xf32>) -> tensor<1x1x8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<4x5x8xf32>
    %4 = stablehlo.add %0, %3 : tensor<4x5x8xf32>
    %5 = stablehlo.tanh %4 : tensor<4x5x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x5x8xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<4x5x8xf32>
    %8 = stablehlo.dot_general %5, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<8x1xf32>) -> tensor<4x5x1xf32>
    %9 = stablehlo.subtract %8, %arg4 : tensor<4x5x1xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<4x5x1xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x5x1xf32>
    %12 = stablehlo.multiply %11, %9 : tensor<4x5x1xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%10 init: %cst_1) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x5x1xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_2 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %15 = stablehlo.divide %13, %14 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %16 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<5x1xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [1, 2] : (tensor<5x1xf32>) -> tensor<1x5x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x5x1xf32>) -> tensor<4x5x1xf32>
    %20 = stablehlo.multiply %19, %12 : tensor<4x5x1xf32>
    %21 = stablehlo.dot_general %20, %5, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x5x8xf32>) -> tensor<4x1x8xf32>
    %22 = stablehlo.transpose %21, dims = [0, 2, 1] : (tensor<4x1x8xf32>) -> tensor<4x8x1xf32>
    %23 = stablehlo.dot_general %20, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<8x1xf32>) -> tensor<4x5x8xf32>
    %24 = stablehlo.multiply %23, %7 : tensor<4x5x8xf32>
    %25 = stablehlo.multiply %24, %5 : tensor<4x5x8xf32>
    %26 = stablehlo.add %24, %25 : tensor<4x5x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%26 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<4x5x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %28 = stablehlo.reshape %27 : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_6) applies stablehlo.add across dimensions = [1] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %30 = stablehlo.dot_general %26, %arg3, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x5x3xf32>) -> tensor<4x8x3xf32>
    %31 = stablehlo.transpose %30, dims = [0, 2, 1] : (tensor<4x8x3xf32>) -> tensor<4x3x8xf32>
    %cst_7 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %33 = stablehlo.multiply %32, %29 : tensor<4x8xf32>
    %34 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<4x8xf32>
    %36 = stablehlo.subtract %35, %33 : tensor<4x8xf32>
    %cst_8 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x3x8xf32>
    %38 = stablehlo.multiply %37, %31 : tensor<4x3x8xf32>
    %39 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<3x8xf32>) -> tensor<1x3x8xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<1x3x8xf32>) -> tensor<4x3x8xf32>
    %41 = stablehlo.subtract %40, %38 : tensor<4x3x8xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %43 = stablehlo.multiply %42, %22 : tensor<4x8x1xf32>
    %44 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<8x1xf32>) -> tensor<1x8x1xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<1x8x1xf32>) -> tensor<4x8x1xf32>
    %46 = stablehlo.subtract %45, %43 : tensor<4x8x1xf32>
    %47 = stablehlo.dot_general %arg3, %41, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x3xf32>, tensor<4x3x8xf32>) -> tensor<4x5x8xf32>
    %48 = stablehlo.broadcast_in_dim %36, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<4x1x8xf32>) -> tensor<4x5x8xf32>
    %50 = stablehlo.add %47, %49 : tensor<4x5x8xf32>
    %51 = stablehlo.tanh %50 : tensor<4x5x8xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x5x8xf32>
    %53 = stablehlo.subtract %52, %51 : tensor<4x5x8xf32>
    %54 = stablehlo.dot_general %51, %46, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x8x1xf32>) -> tensor<4x5x1xf32>
    %55 = stablehlo.subtract %54, %arg4 : tensor<4x5x1xf32>
    %56 = stablehlo.multiply %55, %55 : tensor<4x5x1xf32>
    %cst_11 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x5x1xf32>
    %58 = stablehlo.multiply %57, %55 : tensor<4x5x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%56 init: %cst_12) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x5x1xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_13 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %61 = stablehlo.divide %59, %60 : tensor<4xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_15 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %62 = stablehlo.divide %cst_14, %cst_15 : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<f32>) -> tensor<5x1xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [1, 2] : (tensor<5x1xf32>) -> tensor<1x5x1xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x5x1xf32>) -> tensor<4x5x1xf32>
    %66 = stablehlo.multiply %65, %58 : tensor<4x5x1xf32>
    %67 = stablehlo.dot_general %66, %51, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x5x8xf32>) -> tensor<4x1x8xf32>
    %68 = stablehlo.transpose %67, dims = [0, 2, 1] : (tensor<4x1x8xf32>) -> tensor<4x8x1xf32>
    %69 = stablehlo.dot_general %66, %46, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x8x1xf32>) -> tensor<4x5x8xf32>
    %70 = stablehlo.multiply %69, %53 : tensor<4x5x8xf32>
    %71 = stablehlo.multiply %70, %51 : tensor<4x5x8xf32>
    %72 = stablehlo.add %70, %71 : tensor<4x5x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_16) applies stablehlo.add across dimensions = [1] : (tensor<4x5x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %74 = stablehlo.reshape %73 : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%74 init: %cst_17) applies stablehlo.add across dimensions = [1] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %76 = stablehlo.dot_general %72, %arg3, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x5x3xf32>) -> tensor<4x8x3xf32>
    %77 = stablehlo.transpose %76, dims = [0, 2, 1] : (tensor<4x8x3xf32>) -> tensor<4x3x8xf32>
    %cst_18 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %79 = stablehlo.multiply %78, %75 : tensor<4x8xf32>
    %80 = stablehlo.subtract %36, %79 : tensor<4x8xf32>
    %cst_19 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x3x8xf32>
    %82 = stablehlo.multiply %81, %77 : tensor<4x3x8xf32>
    %83 = stablehlo.subtract %41, %82 : tensor<4x3x8xf32>
    %cst_20 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %85 = stablehlo.multiply %84, %68 : tensor<4x8x1xf32>
    %86 = stablehlo.subtract %46, %85 : tensor<4x8x1xf32>
    %87 = stablehlo.dot_general %arg5, %83, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x3xf32>, tensor<4x3x8xf32>) -> tensor<4x5x8xf32>
    %88 = stablehlo.broadcast_in_dim %80, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<4x1x8xf32>) -> tensor<4x5x8xf32>
    %90 = stablehlo.add %87, %89 : tensor<4x5x8xf32>
    %91 = stablehlo.tanh %90 : tensor<4x5x8xf32>
    %92 = stablehlo.dot_general %91, %86, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x8x1xf32>) -> tensor<4x5x1xf32>
    %93 = stablehlo.subtract %92, %arg6 : tensor<4x5x1xf32>
    %94 = stablehlo.multiply %93, %93 : tensor<4x5x1xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_21) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x5x1xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_22 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %97 = stablehlo.divide %95, %96 : tensor<4xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.reduce(%97 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_24 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %99 = stablehlo.divide %98, %cst_24 : tensor<f32>
    return %99 : tensor<f32>
  }
}
