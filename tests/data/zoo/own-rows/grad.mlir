module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x5xf32>, %arg1: tensor<3x3x2x4xf32>, %arg2: tensor<3x4xf32>, %arg3: tensor<4x4xf32>, %arg4: tensor<8x5x5x2xf32>, %arg5: tensor<8xi32>, %arg6: tensor<8xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4x5xf32> {jax.result_info = "result[1]"}, tensor<3x3x2x4xf32> {jax.result_info = "result[2]"}, tensor<3x4xf32> {jax.result_info = "result[3]"}, tensor<4x4xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.convolution(%arg4, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<8x5x5x4xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<8x5x5x4xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<8x5x5x4xf32>
    %3 = stablehlo.multiply %0, %0 : tensor<8x5x5x4xf32>
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %5 = stablehlo.multiply %4, %3 : tensor<8x5x5x4xf32>
    %cst_0 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %7 = stablehlo.multiply %6, %2 : tensor<8x5x5x4xf32>
    %8 = stablehlo.add %0, %7 : tensor<8x5x5x4xf32>
    %cst_1 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<8x5x5x4xf32>
    %11 = stablehlo.tanh %10 : tensor<8x5x5x4xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %13 = stablehlo.add %12, %11 : tensor<8x5x5x4xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %15 = stablehlo.subtract %14, %11 : tensor<8x5x5x4xf32>
    %16 = stablehlo.multiply %13, %15 : tensor<8x5x5x4xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %18 = stablehlo.add %17, %11 : tensor<8x5x5x4xf32>
    %cst_5 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<8x5x5x4xf32>
    %21 = stablehlo.multiply %0, %20 : tensor<8x5x5x4xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<f32>
    %23 = "stablehlo.reduce_window"(%21, %22) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %136 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %136 : tensor<f32>
    }) : (tensor<8x5x5x4xf32>, tensor<f32>) -> tensor<8x3x3x4xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<f32>
    %26 = "stablehlo.reduce_window"(%24, %25) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %136 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %136 : tensor<f32>
    }) : (tensor<8x5x5x4xf32>, tensor<f32>) -> tensor<8x3x3x4xf32>
    %27 = stablehlo.divide %23, %26 : tensor<8x3x3x4xf32>
    %28 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<8x3x4xf32>
    %29 = stablehlo.dot_general %28, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3x4xf32>, tensor<4x4xf32>) -> tensor<8x3x4xf32>
    %30 = stablehlo.reshape %27 : (tensor<8x3x3x4xf32>) -> tensor<8x9x4xf32>
    %31 = stablehlo.dot_general %29, %30, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x3x4xf32>, tensor<8x9x4xf32>) -> tensor<8x3x9xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_9) applies stablehlo.maximum across dimensions = [2] : (tensor<8x3x9xf32>, tensor<f32>) -> tensor<8x3xf32>
    %33 = stablehlo.reshape %32 : (tensor<8x3xf32>) -> tensor<8x3x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<8x3x1xf32>) -> tensor<8x3x9xf32>
    %35 = stablehlo.compare EQ, %31, %34, FLOAT : (tensor<8x3x9xf32>, tensor<8x3x9xf32>) -> tensor<8x3x9xi1>
    %36 = stablehlo.convert %35 : (tensor<8x3x9xi1>) -> tensor<8x3x9xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<8x3x9xf32>, tensor<f32>) -> tensor<8x3xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %39 = stablehlo.maximum %38, %32 : tensor<8x3xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %41 = stablehlo.compare GT, %32, %40, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %43 = stablehlo.compare EQ, %32, %42, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %47 = stablehlo.select %43, %46, %45 : tensor<8x3xi1>, tensor<8x3xf32>
    %48 = stablehlo.select %41, %44, %47 : tensor<8x3xi1>, tensor<8x3xf32>
    %49 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<8x3xf32>) -> tensor<8x3x1xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<8x3x1xf32>) -> tensor<8x3x9xf32>
    %51 = stablehlo.subtract %31, %50 : tensor<8x3x9xf32>
    %52 = stablehlo.exponential %51 : tensor<8x3x9xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<8x3x9xf32>, tensor<f32>) -> tensor<8x3xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<8x3xf32>) -> tensor<8x3x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<8x3x1xf32>) -> tensor<8x3x9xf32>
    %56 = stablehlo.divide %52, %55 : tensor<8x3x9xf32>
    %57 = stablehlo.multiply %54, %54 : tensor<8x3x1xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x3x1xf32>
    %59 = stablehlo.divide %58, %57 : tensor<8x3x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%56 init: %cst_19) applies stablehlo.add across dimensions = [1] : (tensor<8x3x9xf32>, tensor<f32>) -> tensor<8x9xf32>
    %61 = stablehlo.dot_general %60, %30, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x9xf32>, tensor<8x9x4xf32>) -> tensor<8x4xf32>
    %62 = stablehlo.dot_general %61, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
    %63:3 = call @log_softmax(%62) : (tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x1xf32>)
    %64 = stablehlo.iota dim = 0 : tensor<8xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %65 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %66 = stablehlo.compare LT, %64, %65, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_20 = stablehlo.constant dense<8> : tensor<i32>
    %67 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %68 = stablehlo.add %64, %67 : tensor<8xi32>
    %69 = stablehlo.select %66, %68, %64 : tensor<8xi1>, tensor<8xi32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %70 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %71 = stablehlo.compare LT, %arg5, %70, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_22 = stablehlo.constant dense<5> : tensor<i32>
    %72 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %73 = stablehlo.add %arg5, %72 : tensor<8xi32>
    %74 = stablehlo.select %71, %73, %arg5 : tensor<8xi1>, tensor<8xi32>
    %75 = stablehlo.broadcast_in_dim %69, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %76 = stablehlo.broadcast_in_dim %74, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %77 = stablehlo.concatenate %75, %76, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
    %78 = "stablehlo.gather"(%63#0, %77) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x5xf32>, tensor<8x2xi32>) -> tensor<8xf32>
    %79 = stablehlo.negate %78 : tensor<8xf32>
    %80 = stablehlo.multiply %79, %arg6 : tensor<8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%arg6 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_25 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %83 = stablehlo.add %82, %cst_25 : tensor<f32>
    %84 = stablehlo.divide %81, %83 : tensor<f32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %85 = stablehlo.divide %cst_26, %83 : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %87 = stablehlo.multiply %86, %arg6 : tensor<8xf32>
    %88 = stablehlo.negate %87 : tensor<8xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %90 = "stablehlo.scatter"(%89, %77, %88) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %136 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %136 : tensor<f32>
    }) : (tensor<8x5xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x5xf32>
    %91 = call @log_softmax_0(%63#1, %63#2, %90) : (tensor<8x5xf32>, tensor<8x1xf32>, tensor<8x5xf32>) -> tensor<8x5xf32>
    %92 = stablehlo.dot_general %91, %61, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5xf32>, tensor<8x4xf32>) -> tensor<5x4xf32>
    %93 = stablehlo.transpose %92, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
    %94 = stablehlo.dot_general %91, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5xf32>, tensor<4x5xf32>) -> tensor<8x4xf32>
    %95 = stablehlo.dot_general %94, %60, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x9xf32>) -> tensor<8x4x9xf32>
    %96 = stablehlo.transpose %95, dims = [0, 2, 1] : (tensor<8x4x9xf32>) -> tensor<8x9x4xf32>
    %97 = stablehlo.dot_general %94, %30, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x9x4xf32>) -> tensor<8x9xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 2] : (tensor<8x9xf32>) -> tensor<8x3x9xf32>
    %99 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x3x1xf32>) -> tensor<8x3x9xf32>
    %100 = stablehlo.multiply %98, %99 : tensor<8x3x9xf32>
    %101 = stablehlo.multiply %100, %52 : tensor<8x3x9xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %102 = stablehlo.reduce(%101 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x3x9xf32>, tensor<f32>) -> tensor<8x3xf32>
    %103 = stablehlo.reshape %102 : (tensor<8x3xf32>) -> tensor<8x3x1xf32>
    %104 = stablehlo.negate %103 : tensor<8x3x1xf32>
    %105 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<8x3x1xf32>) -> tensor<8x3x9xf32>
    %106 = stablehlo.divide %98, %105 : tensor<8x3x9xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%104 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<8x3x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1] : (tensor<8x3xf32>) -> tensor<8x3x9xf32>
    %109 = stablehlo.add %106, %108 : tensor<8x3x9xf32>
    %110 = stablehlo.multiply %109, %52 : tensor<8x3x9xf32>
    %111 = stablehlo.dot_general %110, %29, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x3x9xf32>, tensor<8x3x4xf32>) -> tensor<8x9x4xf32>
    %112 = stablehlo.add %96, %111 : tensor<8x9x4xf32>
    %113 = stablehlo.dot_general %110, %30, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x3x9xf32>, tensor<8x9x4xf32>) -> tensor<8x3x4xf32>
    %114 = stablehlo.reshape %112 : (tensor<8x9x4xf32>) -> tensor<8x3x3x4xf32>
    %115 = stablehlo.dot_general %113, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x3x4xf32>, tensor<8x3x4xf32>) -> tensor<4x4xf32>
    %116 = stablehlo.transpose %115, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %117 = stablehlo.dot_general %113, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x3x4xf32>, tensor<4x4xf32>) -> tensor<8x3x4xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<8x3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    %119 = stablehlo.divide %114, %26 : tensor<8x3x3x4xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.pad %119, %cst_31, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 1, 1, 0] : (tensor<8x3x3x4xf32>, tensor<f32>) -> tensor<8x7x7x4xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<f32>
    %122 = "stablehlo.reduce_window"(%120, %121) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %136 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %136 : tensor<f32>
    }) : (tensor<8x7x7x4xf32>, tensor<f32>) -> tensor<8x5x5x4xf32>
    %123 = stablehlo.multiply %0, %122 : tensor<8x5x5x4xf32>
    %124 = stablehlo.multiply %122, %20 : tensor<8x5x5x4xf32>
    %cst_33 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %126 = stablehlo.multiply %125, %123 : tensor<8x5x5x4xf32>
    %127 = stablehlo.multiply %126, %16 : tensor<8x5x5x4xf32>
    %cst_34 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %129 = stablehlo.multiply %128, %127 : tensor<8x5x5x4xf32>
    %130 = stablehlo.add %124, %129 : tensor<8x5x5x4xf32>
    %cst_35 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %132 = stablehlo.multiply %131, %129 : tensor<8x5x5x4xf32>
    %133 = stablehlo.multiply %132, %5 : tensor<8x5x5x4xf32>
    %134 = stablehlo.add %130, %133 : tensor<8x5x5x4xf32>
    %135 = stablehlo.convolution(%arg4, %134) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x5x5x2xf32>, tensor<8x5x5x4xf32>) -> tensor<3x3x2x4xf32>
    return %84, %93, %135, %118, %116 : tensor<f32>, tensor<4x5xf32>, tensor<3x3x2x4xf32>, tensor<3x4xf32>, tensor<4x4xf32>
  }
  func.func private @log_softmax(%arg0: tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x5xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x5xf32>
    %6 = stablehlo.exponential %5 : tensor<8x5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %9 = stablehlo.log %8 : tensor<8x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x5xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x5xf32>
    return %11, %6, %8 : tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x1xf32>
  }
  func.func private @log_softmax_0(%arg0: tensor<8x5xf32>, %arg1: tensor<8x1xf32>, %arg2: tensor<8x5xf32>) -> tensor<8x5xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x5xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x5xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x5xf32>
    return %7 : tensor<8x5xf32>
  }
}
