module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8x6xf32>, %arg1: tensor<6x4xf32>, %arg2: tensor<4x6x8xf32>, %arg3: tensor<8x6xf32>, %arg4: tensor<8x6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4x8x6xf32> {jax.result_info = "result[1]"}, tensor<6x4xf32> {jax.result_info = "result[2]"}, tensor<4x6x8xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<8x1xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %4 = stablehlo.compare EQ, %0, %3, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %5 = stablehlo.convert %4 : (tensor<8x4xi1>) -> tensor<8x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.maximum %7, %1 : tensor<8xf32>
    %9 = stablehlo.compare EQ, %1, %8, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %12 = stablehlo.select %9, %10, %11 : tensor<8xi1>, tensor<8xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %14 = stablehlo.compare EQ, %13, %8, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %17 = stablehlo.select %14, %15, %16 : tensor<8xi1>, tensor<8xf32>
    %18 = stablehlo.divide %12, %17 : tensor<8xf32>
    %19 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %21 = stablehlo.subtract %0, %20 : tensor<8x4xf32>
    %22 = stablehlo.exponential %21 : tensor<8x4xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %26 = stablehlo.divide %22, %25 : tensor<8x4xf32>
    %27 = stablehlo.multiply %24, %24 : tensor<8x1xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %29 = stablehlo.divide %28, %27 : tensor<8x1xf32>
    %values, %indices = chlo.top_k(%26, k = 2) : tensor<8x4xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
    %30 = stablehlo.reshape %indices : (tensor<8x2xi32>) -> tensor<8x2x1xi32>
    %31 = call @_one_hot(%indices) : (tensor<8x2xi32>) -> tensor<8x2x4xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%values init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x2xf32>
    %35 = stablehlo.divide %values, %34 : tensor<8x2xf32>
    %36 = stablehlo.multiply %33, %33 : tensor<8x1xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %38 = stablehlo.divide %37, %36 : tensor<8x1xf32>
    %39 = stablehlo.dot_general %35, %31, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<8x2x4xf32>) -> tensor<8x4xf32>
    %40 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x8xf32>, tensor<8x6xf32>) -> tensor<4x8x8xf32>
    %41 = stablehlo.transpose %40, dims = [0, 2, 1] : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %42:3 = call @silu(%41) : (tensor<4x8x8xf32>) -> (tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>)
    %43 = stablehlo.dot_general %39, %42#0, batching_dims = [1, 0] x [0, 1], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %44 = stablehlo.dot_general %43, %arg0, contracting_dims = [0, 2] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x8x8xf32>, tensor<4x8x6xf32>) -> tensor<8x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<8x2x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_13 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %48 = stablehlo.divide %46, %47 : tensor<4xf32>
    %49 = stablehlo.subtract %44, %arg4 : tensor<8x6xf32>
    %50 = stablehlo.multiply %49, %49 : tensor<8x6xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %52 = stablehlo.multiply %51, %49 : tensor<8x6xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%50 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %54 = stablehlo.divide %53, %cst_16 : tensor<f32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%26 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_18 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %57 = stablehlo.divide %55, %56 : tensor<4xf32>
    %58 = stablehlo.multiply %48, %57 : tensor<4xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_20 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
    %60 = stablehlo.multiply %cst_20, %59 : tensor<f32>
    %61 = stablehlo.add %54, %60 : tensor<f32>
    %cst_21 = stablehlo.constant dense<4.000000e-02> : tensor<f32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %62 = stablehlo.multiply %cst_21, %cst_22 : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %64 = stablehlo.multiply %48, %63 : tensor<4xf32>
    %cst_23 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %66 = stablehlo.divide %64, %65 : tensor<4xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_25 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %68 = stablehlo.divide %cst_24, %cst_25 : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %70 = stablehlo.multiply %69, %52 : tensor<8x6xf32>
    %71 = stablehlo.dot_general %70, %43, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<4x8x8xf32>) -> tensor<6x4x8xf32>
    %72 = stablehlo.transpose %71, dims = [1, 2, 0] : (tensor<6x4x8xf32>) -> tensor<4x8x6xf32>
    %73 = stablehlo.dot_general %70, %arg0, contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<4x8x6xf32>) -> tensor<8x4x8xf32>
    %74 = stablehlo.transpose %73, dims = [1, 0, 2] : (tensor<8x4x8xf32>) -> tensor<4x8x8xf32>
    %75 = stablehlo.dot_general %74, %39, batching_dims = [0, 1] x [1, 0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x8x8xf32>, tensor<8x4xf32>) -> tensor<4x8x8xf32>
    %76 = stablehlo.dot_general %74, %42#0, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x8x8xf32>, tensor<4x8x8xf32>) -> tensor<4x8xf32>
    %77 = stablehlo.transpose %76, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %78 = call @silu_0(%42#1, %42#2, %41, %75) : (tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %79 = stablehlo.transpose %78, dims = [0, 2, 1] : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %80 = stablehlo.dot_general %79, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8x8xf32>, tensor<8x6xf32>) -> tensor<4x8x6xf32>
    %81 = stablehlo.transpose %80, dims = [0, 2, 1] : (tensor<4x8x6xf32>) -> tensor<4x6x8xf32>
    %82 = stablehlo.dot_general %77, %31, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x2x4xf32>) -> tensor<8x2xf32>
    %83 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x2xf32>
    %84 = stablehlo.multiply %82, %83 : tensor<8x2xf32>
    %85 = stablehlo.multiply %84, %values : tensor<8x2xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_26) applies stablehlo.add across dimensions = [1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8xf32>
    %87 = stablehlo.reshape %86 : (tensor<8xf32>) -> tensor<8x1xf32>
    %88 = stablehlo.negate %87 : tensor<8x1xf32>
    %89 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x2xf32>
    %90 = stablehlo.divide %82, %89 : tensor<8x2xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.reduce(%88 init: %cst_27) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0] : (tensor<8xf32>) -> tensor<8x2xf32>
    %93 = stablehlo.add %90, %92 : tensor<8x2xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %95 = "stablehlo.scatter"(%94, %30, %93) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %111 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %111 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x2x1xi32>, tensor<8x2xf32>) -> tensor<8x4xf32>
    %96 = stablehlo.add %67, %95 : tensor<8x4xf32>
    %97 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %98 = stablehlo.multiply %96, %97 : tensor<8x4xf32>
    %99 = stablehlo.multiply %98, %22 : tensor<8x4xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_29) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %101 = stablehlo.reshape %100 : (tensor<8xf32>) -> tensor<8x1xf32>
    %102 = stablehlo.negate %101 : tensor<8x1xf32>
    %103 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %104 = stablehlo.divide %96, %103 : tensor<8x4xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.reduce(%102 init: %cst_30) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>
    %107 = stablehlo.add %104, %106 : tensor<8x4xf32>
    %108 = stablehlo.multiply %107, %22 : tensor<8x4xf32>
    %109 = stablehlo.dot_general %108, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %110 = stablehlo.transpose %109, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    return %61, %72, %110, %81 : tensor<f32>, tensor<4x8x6xf32>, tensor<6x4xf32>, tensor<4x6x8xf32>
  }
  func.func private @_one_hot(%arg0: tensor<8x2xi32>) -> tensor<8x2x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x2xi32>) -> tensor<8x2x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x4xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<8x2x1xi32>) -> tensor<8x2x4xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x4xi32>) -> tensor<8x2x4xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<8x2x4xi32>, tensor<8x2x4xi32>) -> tensor<8x2x4xi1>
    %5 = stablehlo.convert %4 : (tensor<8x2x4xi1>) -> tensor<8x2x4xf32>
    return %5 : tensor<8x2x4xf32>
  }
  func.func private @silu(%arg0: tensor<4x8x8xf32>) -> (tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<4x8x8xf32>
    %1 = stablehlo.exponential %0 : tensor<4x8x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x8x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<4x8x8xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<4x8x8xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<4x8x8xf32>
    return %9, %8, %5 : tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>
  }
  func.func private @silu_0(%arg0: tensor<4x8x8xf32>, %arg1: tensor<4x8x8xf32>, %arg2: tensor<4x8x8xf32>, %arg3: tensor<4x8x8xf32>) -> tensor<4x8x8xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<4x8x8xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<4x8x8xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<4x8x8xf32>
    %3 = stablehlo.add %1, %2 : tensor<4x8x8xf32>
    return %3 : tensor<4x8x8xf32>
  }
}
