module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x4xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<6x4xf32>, %arg3: tensor<8x6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<5x4xf32> {jax.result_info = "result[1]"}, tensor<4x6xf32> {jax.result_info = "result[2]"}, tensor<6x4xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg3, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<8x4xf32>) -> tensor<8x1x4xf32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<5x4xf32>) -> tensor<1x5x4xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<8x1x4xf32>) -> tensor<8x5x4xf32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x5x4xf32>) -> tensor<8x5x4xf32>
    %5 = stablehlo.subtract %3, %4 : tensor<8x5x4xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<8x5x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x5x4xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<8x5x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x5x4xf32>, tensor<f32>) -> tensor<8x5xf32>
    %10 = call @argmin(%9) : (tensor<8x5xf32>) -> tensor<8xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %12 = stablehlo.compare LT, %10, %11, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_1 = stablehlo.constant dense<5> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %14 = stablehlo.add %10, %13 : tensor<8xi32>
    %15 = stablehlo.select %12, %14, %10 : tensor<8xi1>, tensor<8xi32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %17 = "stablehlo.gather"(%arg0, %16) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
    %18 = stablehlo.subtract %0, %17 : tensor<8x4xf32>
    %19 = stablehlo.multiply %18, %18 : tensor<8x4xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %21 = stablehlo.multiply %20, %18 : tensor<8x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %23 = stablehlo.divide %22, %cst_4 : tensor<f32>
    %24 = stablehlo.subtract %0, %17 : tensor<8x4xf32>
    %25 = stablehlo.multiply %24, %24 : tensor<8x4xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %27 = stablehlo.multiply %26, %24 : tensor<8x4xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%25 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %29 = stablehlo.divide %28, %cst_7 : tensor<f32>
    %30 = stablehlo.subtract %17, %0 : tensor<8x4xf32>
    %31 = stablehlo.add %0, %30 : tensor<8x4xf32>
    %32 = stablehlo.dot_general %31, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %33 = stablehlo.subtract %32, %arg3 : tensor<8x6xf32>
    %34 = stablehlo.multiply %33, %33 : tensor<8x6xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %36 = stablehlo.multiply %35, %33 : tensor<8x6xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%34 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %38 = stablehlo.divide %37, %cst_10 : tensor<f32>
    %39 = stablehlo.add %38, %23 : tensor<f32>
    %cst_11 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %40 = stablehlo.multiply %cst_11, %29 : tensor<f32>
    %41 = stablehlo.add %39, %40 : tensor<f32>
    %cst_12 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %42 = stablehlo.multiply %cst_12, %cst_13 : tensor<f32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_15 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %43 = stablehlo.divide %cst_14, %cst_15 : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %45 = stablehlo.multiply %44, %36 : tensor<8x6xf32>
    %46 = stablehlo.dot_general %45, %31, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %47 = stablehlo.transpose %46, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
    %48 = stablehlo.dot_general %45, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<4x6xf32>) -> tensor<8x4xf32>
    %cst_16 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %49 = stablehlo.divide %42, %cst_16 : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %51 = stablehlo.multiply %50, %27 : tensor<8x4xf32>
    %52 = stablehlo.add %48, %51 : tensor<8x4xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_18 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %53 = stablehlo.divide %cst_17, %cst_18 : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %55 = stablehlo.multiply %54, %21 : tensor<8x4xf32>
    %56 = stablehlo.negate %55 : tensor<8x4xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %58 = "stablehlo.scatter"(%57, %16, %56) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %61 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %61 : tensor<f32>
    }) : (tensor<5x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<5x4xf32>
    %59 = stablehlo.dot_general %52, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %60 = stablehlo.transpose %59, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    return %41, %58, %47, %60 : tensor<f32>, tensor<5x4xf32>, tensor<4x6xf32>, tensor<6x4xf32>
  }
  func.func private @argmin(%arg0: tensor<8x5xf32>) -> tensor<8xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<8x5xi32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<8x5xf32>, tensor<8x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<8xi32>
  }
}
