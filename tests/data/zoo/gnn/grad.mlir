module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<8x4xf32>, %arg3: tensor<6x4xf32>, %arg4: tensor<9xi32>, %arg5: tensor<9xi32>, %arg6: tensor<6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4x4xf32> {jax.result_info = "result[1]"}, tensor<4xf32> {jax.result_info = "result[2]"}, tensor<8x4xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
    %1 = call @relu(%0) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %3 = stablehlo.compare GT, %0, %2, FLOAT : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<9xi32>
    %6 = stablehlo.compare LT, %arg4, %5, SIGNED : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi1>
    %c_1 = stablehlo.constant dense<6> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<9xi32>
    %8 = stablehlo.add %arg4, %7 : tensor<9xi32>
    %9 = stablehlo.select %6, %8, %arg4 : tensor<9xi1>, tensor<9xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %11 = "stablehlo.gather"(%1, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<9x1xi32>) -> tensor<9x4xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %14 = "stablehlo.scatter"(%12, %13, %11) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %109 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %109 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<9x1xi32>, tensor<9x4xf32>) -> tensor<6x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %16 = stablehlo.concatenate %arg3, %14, dim = 1 : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %18 = stablehlo.dot_general %16, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %19 = stablehlo.tanh %18 : tensor<6x4xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %21 = stablehlo.subtract %20, %19 : tensor<6x4xf32>
    %22 = stablehlo.dot_general %19, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
    %23 = call @relu(%22) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %25 = stablehlo.compare GT, %22, %24, FLOAT : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xi1>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<9xi32>
    %28 = stablehlo.compare LT, %arg4, %27, SIGNED : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi1>
    %c_9 = stablehlo.constant dense<6> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<9xi32>
    %30 = stablehlo.add %arg4, %29 : tensor<9xi32>
    %31 = stablehlo.select %28, %30, %arg4 : tensor<9xi1>, tensor<9xi32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %33 = "stablehlo.gather"(%23, %32) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<9x1xi32>) -> tensor<9x4xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %35 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %36 = "stablehlo.scatter"(%34, %35, %33) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %109 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %109 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<9x1xi32>, tensor<9x4xf32>) -> tensor<6x4xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %38 = stablehlo.concatenate %19, %36, dim = 1 : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x8xf32>
    %39 = stablehlo.dot_general %38, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %40 = stablehlo.tanh %39 : tensor<6x4xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %42 = stablehlo.subtract %41, %40 : tensor<6x4xf32>
    %43 = stablehlo.dot_general %40, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6xf32>
    %44 = stablehlo.subtract %43, %arg6 : tensor<6xf32>
    %45 = stablehlo.multiply %44, %44 : tensor<6xf32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %47 = stablehlo.multiply %46, %44 : tensor<6xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%45 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %cst_15 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %49 = stablehlo.divide %48, %cst_15 : tensor<f32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_17 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %50 = stablehlo.divide %cst_16, %cst_17 : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %52 = stablehlo.multiply %51, %47 : tensor<6xf32>
    %53 = stablehlo.dot_general %52, %40, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6xf32>, tensor<6x4xf32>) -> tensor<4xf32>
    %54 = stablehlo.dot_general %52, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<6xf32>, tensor<4xf32>) -> tensor<6x4xf32>
    %55 = stablehlo.multiply %54, %42 : tensor<6x4xf32>
    %56 = stablehlo.multiply %55, %40 : tensor<6x4xf32>
    %57 = stablehlo.add %55, %56 : tensor<6x4xf32>
    %58 = stablehlo.dot_general %57, %38, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
    %59 = stablehlo.transpose %58, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %60 = stablehlo.dot_general %57, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<8x4xf32>) -> tensor<6x8xf32>
    %61 = stablehlo.slice %60 [0:6, 0:4] : (tensor<6x8xf32>) -> tensor<6x4xf32>
    %62 = stablehlo.slice %60 [0:6, 4:8] : (tensor<6x8xf32>) -> tensor<6x4xf32>
    %c_18 = stablehlo.constant dense<5> : tensor<1xi32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %63 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<9x1xi32>
    %64 = stablehlo.compare GE, %35, %63, SIGNED : (tensor<9x1xi32>, tensor<9x1xi32>) -> tensor<9x1xi1>
    %65 = stablehlo.broadcast_in_dim %c_18, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<9x1xi32>
    %67 = stablehlo.compare LE, %35, %66, SIGNED : (tensor<9x1xi32>, tensor<9x1xi32>) -> tensor<9x1xi1>
    %68 = stablehlo.and %64, %67 : tensor<9x1xi1>
    %c_20 = stablehlo.constant dense<true> : tensor<i1>
    %69 = stablehlo.reduce(%68 init: %c_20) applies stablehlo.and across dimensions = [1] : (tensor<9x1xi1>, tensor<i1>) -> tensor<9xi1>
    %70 = "stablehlo.gather"(%62, %35) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<9x1xi32>) -> tensor<9x4xf32>
    %71 = stablehlo.broadcast_in_dim %69, dims = [0] : (tensor<9xi1>) -> tensor<9x4xi1>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<9x4xf32>
    %73 = stablehlo.select %71, %70, %72 : tensor<9x4xi1>, tensor<9x4xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %75 = "stablehlo.scatter"(%74, %32, %73) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %109 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %109 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<9x1xi32>, tensor<9x4xf32>) -> tensor<6x4xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %77 = stablehlo.select %25, %75, %76 : tensor<6x4xi1>, tensor<6x4xf32>
    %78 = stablehlo.dot_general %77, %19, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
    %79 = stablehlo.transpose %78, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %80 = stablehlo.dot_general %77, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
    %81 = stablehlo.add %61, %80 : tensor<6x4xf32>
    %82 = stablehlo.multiply %81, %21 : tensor<6x4xf32>
    %83 = stablehlo.multiply %82, %19 : tensor<6x4xf32>
    %84 = stablehlo.add %82, %83 : tensor<6x4xf32>
    %85 = stablehlo.dot_general %84, %16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
    %86 = stablehlo.transpose %85, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %87 = stablehlo.add %59, %86 : tensor<8x4xf32>
    %88 = stablehlo.dot_general %84, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<8x4xf32>) -> tensor<6x8xf32>
    %89 = stablehlo.slice %88 [0:6, 0:4] : (tensor<6x8xf32>) -> tensor<6x4xf32>
    %90 = stablehlo.slice %88 [0:6, 4:8] : (tensor<6x8xf32>) -> tensor<6x4xf32>
    %c_24 = stablehlo.constant dense<5> : tensor<1xi32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %91 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<9x1xi32>
    %92 = stablehlo.compare GE, %13, %91, SIGNED : (tensor<9x1xi32>, tensor<9x1xi32>) -> tensor<9x1xi1>
    %93 = stablehlo.broadcast_in_dim %c_24, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<9x1xi32>
    %95 = stablehlo.compare LE, %13, %94, SIGNED : (tensor<9x1xi32>, tensor<9x1xi32>) -> tensor<9x1xi1>
    %96 = stablehlo.and %92, %95 : tensor<9x1xi1>
    %c_26 = stablehlo.constant dense<true> : tensor<i1>
    %97 = stablehlo.reduce(%96 init: %c_26) applies stablehlo.and across dimensions = [1] : (tensor<9x1xi1>, tensor<i1>) -> tensor<9xi1>
    %98 = "stablehlo.gather"(%90, %13) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<9x1xi32>) -> tensor<9x4xf32>
    %99 = stablehlo.broadcast_in_dim %97, dims = [0] : (tensor<9xi1>) -> tensor<9x4xi1>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<9x4xf32>
    %101 = stablehlo.select %99, %98, %100 : tensor<9x4xi1>, tensor<9x4xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %103 = "stablehlo.scatter"(%102, %10, %101) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %109 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %109 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<9x1xi32>, tensor<9x4xf32>) -> tensor<6x4xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %105 = stablehlo.select %3, %103, %104 : tensor<6x4xi1>, tensor<6x4xf32>
    %106 = stablehlo.dot_general %105, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
    %107 = stablehlo.transpose %106, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %108 = stablehlo.add %79, %107 : tensor<4x4xf32>
    return %49, %108, %53, %87 : tensor<f32>, tensor<4x4xf32>, tensor<4xf32>, tensor<8x4xf32>
  }
  func.func private @relu(%arg0: tensor<6x4xf32>) -> tensor<6x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<6x4xf32>
    return %1 : tensor<6x4xf32>
  }
}
