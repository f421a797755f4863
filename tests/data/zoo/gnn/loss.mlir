module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<8x4xf32>, %arg3: tensor<6x4xf32>, %arg4: tensor<9xi32>, %arg5: tensor<9xi32>, %arg6: tensor<6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
    %1 = call @relu(%0) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %3 = stablehlo.compare LE, %0, %2, FLOAT : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %5 = stablehlo.select %3, %4, %0 : tensor<6x4xi1>, tensor<6x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<9xi32>
    %7 = stablehlo.compare LT, %arg4, %6, SIGNED : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi1>
    %c_1 = stablehlo.constant dense<6> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<9xi32>
    %9 = stablehlo.add %arg4, %8 : tensor<9xi32>
    %10 = stablehlo.select %7, %9, %arg4 : tensor<9xi1>, tensor<9xi32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %12 = "stablehlo.gather"(%5, %11) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<9x1xi32>) -> tensor<9x4xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %14 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %15 = "stablehlo.scatter"(%13, %14, %12) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %43 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %43 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<9x1xi32>, tensor<9x4xf32>) -> tensor<6x4xf32>
    %16 = stablehlo.concatenate %arg3, %15, dim = 1 : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x8xf32>
    %17 = stablehlo.dot_general %16, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %18 = stablehlo.tanh %17 : tensor<6x4xf32>
    %19 = stablehlo.dot_general %18, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
    %20 = call @relu(%19) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %22 = stablehlo.compare LE, %19, %21, FLOAT : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xi1>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %24 = stablehlo.select %22, %23, %19 : tensor<6x4xi1>, tensor<6x4xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<9xi32>
    %26 = stablehlo.compare LT, %arg4, %25, SIGNED : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi1>
    %c_6 = stablehlo.constant dense<6> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<9xi32>
    %28 = stablehlo.add %arg4, %27 : tensor<9xi32>
    %29 = stablehlo.select %26, %28, %arg4 : tensor<9xi1>, tensor<9xi32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %31 = "stablehlo.gather"(%24, %30) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<9x1xi32>) -> tensor<9x4xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %33 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %34 = "stablehlo.scatter"(%32, %33, %31) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %43 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %43 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<9x1xi32>, tensor<9x4xf32>) -> tensor<6x4xf32>
    %35 = stablehlo.concatenate %18, %34, dim = 1 : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x8xf32>
    %36 = stablehlo.dot_general %35, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %37 = stablehlo.tanh %36 : tensor<6x4xf32>
    %38 = stablehlo.dot_general %37, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6xf32>
    %39 = stablehlo.subtract %38, %arg6 : tensor<6xf32>
    %40 = stablehlo.multiply %39, %39 : tensor<6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %42 = stablehlo.divide %41, %cst_9 : tensor<f32>
    return %42 : tensor<f32>
  }
  func.func private @relu(%arg0: tensor<6x4xf32>) -> tensor<6x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<6x4xf32>
    return %1 : tensor<6x4xf32>
  }
}
