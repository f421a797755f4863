module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x2x4xf32>, %arg1: tensor<11x8xf32>, %arg2: tensor<2x4x8xf32>, %arg3: tensor<8x3x2x4xf32>, %arg4: tensor<4x6xi32>, %arg5: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3x2x4xf32> {jax.result_info = "result[1]"}, tensor<11x8xf32> {jax.result_info = "result[2]"}, tensor<2x4x8xf32> {jax.result_info = "result[3]"}, tensor<8x3x2x4xf32> {jax.result_info = "result[4]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg4, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg4, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg4 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg1, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<11x8xf32>, tensor<4x6x1xi32>) -> tensor<4x6x8xf32>
    %7 = stablehlo.dot_general %6, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x8xf32>, tensor<8x3x2x4xf32>) -> tensor<4x6x3x2x4xf32>
    %8 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3, 4] : (tensor<3x2x4xf32>) -> tensor<1x1x3x2x4xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x2x4xf32>) -> tensor<4x6x3x2x4xf32>
    %10 = stablehlo.add %7, %9 : tensor<4x6x3x2x4xf32>
    %11 = stablehlo.transpose %10, dims = [2, 0, 1, 3, 4] : (tensor<4x6x3x2x4xf32>) -> tensor<3x4x6x2x4xf32>
    %12 = stablehlo.slice %11 [0:1, 0:4, 0:6, 0:2, 0:4] : (tensor<3x4x6x2x4xf32>) -> tensor<1x4x6x2x4xf32>
    %13 = stablehlo.reshape %12 : (tensor<1x4x6x2x4xf32>) -> tensor<4x6x2x4xf32>
    %14 = stablehlo.slice %11 [1:2, 0:4, 0:6, 0:2, 0:4] : (tensor<3x4x6x2x4xf32>) -> tensor<1x4x6x2x4xf32>
    %15 = stablehlo.reshape %14 : (tensor<1x4x6x2x4xf32>) -> tensor<4x6x2x4xf32>
    %16 = stablehlo.slice %11 [2:3, 0:4, 0:6, 0:2, 0:4] : (tensor<3x4x6x2x4xf32>) -> tensor<1x4x6x2x4xf32>
    %17 = stablehlo.reshape %16 : (tensor<1x4x6x2x4xf32>) -> tensor<4x6x2x4xf32>
    %18 = stablehlo.dot_general %13, %15, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x2x6x6xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %20 = stablehlo.divide %18, %19 : tensor<4x2x6x6xf32>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %21 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %22 = call @tril(%21) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_2 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %23:3 = call @_where(%22, %20, %cst_2) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.reduce(%23#0 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %25 = stablehlo.reshape %24 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %27 = stablehlo.compare EQ, %23#0, %26, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %28 = stablehlo.convert %27 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %31 = stablehlo.maximum %30, %24 : tensor<4x2x6xf32>
    %32 = stablehlo.compare EQ, %24, %31, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %35 = stablehlo.select %32, %33, %34 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %37 = stablehlo.compare EQ, %36, %31, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %40 = stablehlo.select %37, %38, %39 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %41 = stablehlo.divide %35, %40 : tensor<4x2x6xf32>
    %42 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %44 = stablehlo.subtract %23#0, %43 : tensor<4x2x6x6xf32>
    %45 = stablehlo.exponential %44 : tensor<4x2x6x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_11) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %49 = stablehlo.divide %45, %48 : tensor<4x2x6x6xf32>
    %50 = stablehlo.multiply %47, %47 : tensor<4x2x6x1xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %52 = stablehlo.divide %51, %50 : tensor<4x2x6x1xf32>
    %53 = stablehlo.dot_general %17, %49, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x4x6xf32>
    %54 = stablehlo.dot_general %53, %arg2, contracting_dims = [2, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x6xf32>, tensor<2x4x8xf32>) -> tensor<4x6x8xf32>
    %55 = stablehlo.add %6, %54 : tensor<4x6x8xf32>
    %56 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<11x8xf32>) -> tensor<8x11xf32>
    %57 = stablehlo.dot_general %55, %56, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x8xf32>, tensor<8x11xf32>) -> tensor<4x6x11xf32>
    %58:3 = call @log_softmax(%57) : (tensor<4x6x11xf32>) -> (tensor<4x6x11xf32>, tensor<4x6x11xf32>, tensor<4x6x1xf32>)
    %59 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %60:2 = call @take_along_axis(%58#0, %59) : (tensor<4x6x11xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.reduce(%60#0 init: %cst_13) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_14 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %62 = stablehlo.divide %61, %cst_14 : tensor<f32>
    %63 = stablehlo.negate %62 : tensor<f32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %64 = stablehlo.negate %cst_15 : tensor<f32>
    %cst_16 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %65 = stablehlo.divide %64, %cst_16 : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %67 = call @take_along_axis_0(%60#1, %66) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x11xf32>
    %68 = call @log_softmax_1(%58#1, %58#2, %67) : (tensor<4x6x11xf32>, tensor<4x6x1xf32>, tensor<4x6x11xf32>) -> tensor<4x6x11xf32>
    %69 = stablehlo.dot_general %68, %55, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x11xf32>, tensor<4x6x8xf32>) -> tensor<11x8xf32>
    %70 = stablehlo.transpose %69, dims = [1, 0] : (tensor<11x8xf32>) -> tensor<8x11xf32>
    %71 = stablehlo.dot_general %68, %56, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x11xf32>, tensor<8x11xf32>) -> tensor<4x6x8xf32>
    %72 = stablehlo.transpose %70, dims = [1, 0] : (tensor<8x11xf32>) -> tensor<11x8xf32>
    %73 = stablehlo.dot_general %71, %53, contracting_dims = [0, 1] x [0, 3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x8xf32>, tensor<4x2x4x6xf32>) -> tensor<8x2x4xf32>
    %74 = stablehlo.transpose %73, dims = [1, 2, 0] : (tensor<8x2x4xf32>) -> tensor<2x4x8xf32>
    %75 = stablehlo.dot_general %71, %arg2, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x8xf32>, tensor<2x4x8xf32>) -> tensor<4x6x2x4xf32>
    %76 = stablehlo.transpose %75, dims = [0, 2, 3, 1] : (tensor<4x6x2x4xf32>) -> tensor<4x2x4x6xf32>
    %77 = stablehlo.dot_general %76, %17, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x6xf32>, tensor<4x6x2x4xf32>) -> tensor<4x2x6x6xf32>
    %78 = stablehlo.dot_general %76, %49, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x4x6xf32>
    %79 = stablehlo.transpose %78, dims = [0, 3, 1, 2] : (tensor<4x2x4x6xf32>) -> tensor<4x6x2x4xf32>
    %80 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %81 = stablehlo.multiply %77, %80 : tensor<4x2x6x6xf32>
    %82 = stablehlo.multiply %81, %45 : tensor<4x2x6x6xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.reduce(%82 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %84 = stablehlo.reshape %83 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %85 = stablehlo.negate %84 : tensor<4x2x6x1xf32>
    %86 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %87 = stablehlo.divide %77, %86 : tensor<4x2x6x6xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%85 init: %cst_18) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %90 = stablehlo.add %87, %89 : tensor<4x2x6x6xf32>
    %91 = stablehlo.multiply %90, %45 : tensor<4x2x6x6xf32>
    %92 = call @_where_2(%23#1, %23#2, %91) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_19 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %94 = stablehlo.divide %92, %93 : tensor<4x2x6x6xf32>
    %95 = stablehlo.dot_general %94, %13, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x4xf32>) -> tensor<4x2x6x4xf32>
    %96 = stablehlo.transpose %95, dims = [0, 2, 1, 3] : (tensor<4x2x6x4xf32>) -> tensor<4x6x2x4xf32>
    %97 = stablehlo.dot_general %94, %15, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x4xf32>) -> tensor<4x2x6x4xf32>
    %98 = stablehlo.transpose %97, dims = [0, 2, 1, 3] : (tensor<4x2x6x4xf32>) -> tensor<4x6x2x4xf32>
    %99 = stablehlo.broadcast_in_dim %79, dims = [1, 2, 3, 4] : (tensor<4x6x2x4xf32>) -> tensor<1x4x6x2x4xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.pad %99, %cst_20, low = [2, 0, 0, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x4x6x2x4xf32>, tensor<f32>) -> tensor<3x4x6x2x4xf32>
    %101 = stablehlo.broadcast_in_dim %96, dims = [1, 2, 3, 4] : (tensor<4x6x2x4xf32>) -> tensor<1x4x6x2x4xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %102 = stablehlo.pad %101, %cst_21, low = [1, 0, 0, 0, 0], high = [1, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x4x6x2x4xf32>, tensor<f32>) -> tensor<3x4x6x2x4xf32>
    %103 = stablehlo.add %100, %102 : tensor<3x4x6x2x4xf32>
    %104 = stablehlo.broadcast_in_dim %98, dims = [1, 2, 3, 4] : (tensor<4x6x2x4xf32>) -> tensor<1x4x6x2x4xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.pad %104, %cst_22, low = [0, 0, 0, 0, 0], high = [2, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x4x6x2x4xf32>, tensor<f32>) -> tensor<3x4x6x2x4xf32>
    %106 = stablehlo.add %103, %105 : tensor<3x4x6x2x4xf32>
    %107 = stablehlo.transpose %106, dims = [1, 2, 0, 3, 4] : (tensor<3x4x6x2x4xf32>) -> tensor<4x6x3x2x4xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%107 init: %cst_23) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x3x2x4xf32>, tensor<f32>) -> tensor<3x2x4xf32>
    %109 = stablehlo.reshape %108 : (tensor<3x2x4xf32>) -> tensor<1x1x3x2x4xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_24) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x3x2x4xf32>, tensor<f32>) -> tensor<3x2x4xf32>
    %111 = stablehlo.dot_general %107, %6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x3x2x4xf32>, tensor<4x6x8xf32>) -> tensor<3x2x4x8xf32>
    %112 = stablehlo.transpose %111, dims = [3, 0, 1, 2] : (tensor<3x2x4x8xf32>) -> tensor<8x3x2x4xf32>
    %113 = stablehlo.dot_general %107, %arg3, contracting_dims = [2, 3, 4] x [1, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x3x2x4xf32>, tensor<8x3x2x4xf32>) -> tensor<4x6x8xf32>
    %114 = stablehlo.add %71, %113 : tensor<4x6x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<11x8xf32>
    %116 = "stablehlo.scatter"(%115, %5, %114) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %118 = stablehlo.add %arg6, %arg7 : tensor<f32>
      stablehlo.return %118 : tensor<f32>
    }) : (tensor<11x8xf32>, tensor<4x6x1xi32>, tensor<4x6x8xf32>) -> tensor<11x8xf32>
    %117 = stablehlo.add %72, %116 : tensor<11x8xf32>
    return %63, %110, %117, %74, %112 : tensor<f32>, tensor<3x2x4xf32>, tensor<11x8xf32>, tensor<2x4x8xf32>, tensor<8x3x2x4xf32>
  }
  func.func private @tril(%arg0: tensor<6x6xi1>) -> tensor<6x6xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<6x6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x6xi32>
    %2 = stablehlo.add %0, %1 : tensor<6x6xi32>
    %3 = stablehlo.iota dim = 1 : tensor<6x6xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<6x6xi1>, tensor<6x6xi1>
    return %6 : tensor<6x6xi1>
  }
  func.func private @_where(%arg0: tensor<6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<4x2x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    return %3, %1, %4 : tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x6x11xf32>) -> (tensor<4x6x11xf32>, tensor<4x6x11xf32>, tensor<4x6x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x11xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x11xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x6x11xf32>
    %6 = stablehlo.exponential %5 : tensor<4x6x11xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x11xf32>, tensor<f32>) -> tensor<4x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %9 = stablehlo.log %8 : tensor<4x6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x11xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x6x11xf32>
    return %11, %6, %8 : tensor<4x6x11xf32>, tensor<4x6x11xf32>, tensor<4x6x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6x11xf32>, %arg1: tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x6x1xi32>, tensor<4x6x1xi32>) -> tensor<4x6x1xi1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x6x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4x6x1xi1>, tensor<4x6x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<4x6x1xi32>) -> tensor<4x6x1x1xi32>
    %c_1 = stablehlo.constant dense<10> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x6x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<4x6x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x6x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<4x6x1x1xi1>, tensor<i1>) -> tensor<4x6x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x6x11xf32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4x6x1xi1>, tensor<4x6x1xf32>
    return %15, %5 : tensor<4x6x1xf32>, tensor<4x6x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<4x6x1x1xi32>, %arg1: tensor<4x6x1xf32>) -> tensor<4x6x11xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x11xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6x11xf32>, tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x11xf32>
    return %1 : tensor<4x6x11xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<4x6x11xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<4x6x11xf32>) -> tensor<4x6x11xf32> {
    %0 = stablehlo.negate %arg2 : tensor<4x6x11xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x11xf32>, tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x11xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<4x6x11xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<4x6x11xf32>
    return %7 : tensor<4x6x11xf32>
  }
  func.func private @_where_2(%arg0: tensor<4x2x6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    return %1 : tensor<4x2x6x6xf32>
  }
}
