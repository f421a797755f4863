module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x5xf32>, %arg1: tensor<3x3x2x4xf32>, %arg2: tensor<3x4xf32>, %arg3: tensor<4x4xf32>, %arg4: tensor<8x5x5x2xf32>, %arg5: tensor<8xi32>, %arg6: tensor<8xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %0 = stablehlo.convolution(%arg4, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<8x5x5x4xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<8x5x5x4xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<8x5x5x4xf32>
    %cst = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<8x5x5x4xf32>
    %5 = stablehlo.add %0, %4 : tensor<8x5x5x4xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<8x5x5x4xf32>
    %8 = stablehlo.tanh %7 : tensor<8x5x5x4xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %10 = stablehlo.add %9, %8 : tensor<8x5x5x4xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<8x5x5x4xf32>
    %13 = stablehlo.multiply %0, %12 : tensor<8x5x5x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<f32>
    %15 = "stablehlo.reduce_window"(%13, %14) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %61 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %61 : tensor<f32>
    }) : (tensor<8x5x5x4xf32>, tensor<f32>) -> tensor<8x3x3x4xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x5x5x4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<f32>
    %18 = "stablehlo.reduce_window"(%16, %17) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %61 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %61 : tensor<f32>
    }) : (tensor<8x5x5x4xf32>, tensor<f32>) -> tensor<8x3x3x4xf32>
    %19 = stablehlo.divide %15, %18 : tensor<8x3x3x4xf32>
    %20 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<8x3x4xf32>
    %21 = stablehlo.dot_general %20, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3x4xf32>, tensor<4x4xf32>) -> tensor<8x3x4xf32>
    %22 = stablehlo.reshape %19 : (tensor<8x3x3x4xf32>) -> tensor<8x9x4xf32>
    %23 = stablehlo.dot_general %21, %22, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x3x4xf32>, tensor<8x9x4xf32>) -> tensor<8x3x9xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_6) applies stablehlo.maximum across dimensions = [2] : (tensor<8x3x9xf32>, tensor<f32>) -> tensor<8x3xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %26 = stablehlo.maximum %25, %24 : tensor<8x3xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<8x3xf32>) -> tensor<8x3x1xf32>
    %28 = stablehlo.custom_call @motley.stop_gradient(%27) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>]} : (tensor<8x3x1xf32>) -> tensor<8x3x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<8x3x1xf32>) -> tensor<8x3x9xf32>
    %30 = stablehlo.subtract %23, %29 : tensor<8x3x9xf32>
    %31 = stablehlo.exponential %30 : tensor<8x3x9xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<8x3x9xf32>, tensor<f32>) -> tensor<8x3xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<8x3xf32>) -> tensor<8x3x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<8x3x1xf32>) -> tensor<8x3x9xf32>
    %35 = stablehlo.divide %31, %34 : tensor<8x3x9xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<8x3x9xf32>, tensor<f32>) -> tensor<8x9xf32>
    %37 = stablehlo.dot_general %36, %22, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x9xf32>, tensor<8x9x4xf32>) -> tensor<8x4xf32>
    %38 = stablehlo.dot_general %37, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
    %39 = call @log_softmax(%38) : (tensor<8x5xf32>) -> tensor<8x5xf32>
    %40 = stablehlo.iota dim = 0 : tensor<8xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %42 = stablehlo.compare LT, %40, %41, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_10 = stablehlo.constant dense<8> : tensor<i32>
    %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %44 = stablehlo.add %40, %43 : tensor<8xi32>
    %45 = stablehlo.select %42, %44, %40 : tensor<8xi1>, tensor<8xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %46 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %47 = stablehlo.compare LT, %arg5, %46, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_12 = stablehlo.constant dense<5> : tensor<i32>
    %48 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %49 = stablehlo.add %arg5, %48 : tensor<8xi32>
    %50 = stablehlo.select %47, %49, %arg5 : tensor<8xi1>, tensor<8xi32>
    %51 = stablehlo.broadcast_in_dim %45, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %52 = stablehlo.broadcast_in_dim %50, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %53 = stablehlo.concatenate %51, %52, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
    %54 = "stablehlo.gather"(%39, %53) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x5xf32>, tensor<8x2xi32>) -> tensor<8xf32>
    %55 = stablehlo.negate %54 : tensor<8xf32>
    %56 = stablehlo.multiply %55, %arg6 : tensor<8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%56 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%arg6 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_15 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %59 = stablehlo.add %58, %cst_15 : tensor<f32>
    %60 = stablehlo.divide %57, %59 : tensor<f32>
    return %60 : tensor<f32>
  }
  func.func private @log_softmax(%arg0: tensor<8x5xf32>) -> tensor<8x5xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %4 = stablehlo.custom_call @motley.stop_gradient(%3) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x1xf32>) -> tensor<8x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x5xf32>
    %6 = stablehlo.subtract %arg0, %5 : tensor<8x5xf32>
    %7 = stablehlo.exponential %6 : tensor<8x5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %10 = stablehlo.log %9 : tensor<8x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x5xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<8x5xf32>
    return %12 : tensor<8x5xf32>
  }
}
