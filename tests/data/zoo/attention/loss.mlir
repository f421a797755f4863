module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x2x4xf32>, %arg1: tensor<11x8xf32>, %arg2: tensor<2x4x8xf32>, %arg3: tensor<8x3x2x4xf32>, %arg4: tensor<4x6xi32>, %arg5: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
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
    %23 = call @_where(%22, %20, %cst_2) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %26 = stablehlo.maximum %25, %24 : tensor<4x2x6xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %28 = stablehlo.custom_call @motley.stop_gradient(%27) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]} : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %30 = stablehlo.subtract %23, %29 : tensor<4x2x6x6xf32>
    %31 = stablehlo.exponential %30 : tensor<4x2x6x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %35 = stablehlo.divide %31, %34 : tensor<4x2x6x6xf32>
    %36 = stablehlo.dot_general %17, %35, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x4x6xf32>
    %37 = stablehlo.dot_general %36, %arg2, contracting_dims = [2, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x6xf32>, tensor<2x4x8xf32>) -> tensor<4x6x8xf32>
    %38 = stablehlo.add %6, %37 : tensor<4x6x8xf32>
    %39 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<11x8xf32>) -> tensor<8x11xf32>
    %40 = stablehlo.dot_general %38, %39, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x8xf32>, tensor<8x11xf32>) -> tensor<4x6x11xf32>
    %41 = call @log_softmax(%40) : (tensor<4x6x11xf32>) -> tensor<4x6x11xf32>
    %42 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %43 = call @take_along_axis(%41, %42) : (tensor<4x6x11xf32>, tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %45 = stablehlo.divide %44, %cst_7 : tensor<f32>
    %46 = stablehlo.negate %45 : tensor<f32>
    return %46 : tensor<f32>
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
  func.func private @_where(%arg0: tensor<6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<f32>) -> tensor<4x2x6x6xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<4x2x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    return %3 : tensor<4x2x6x6xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x6x11xf32>) -> tensor<4x6x11xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x11xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.custom_call @motley.stop_gradient(%3) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>]} : (tensor<4x6x1xf32>) -> tensor<4x6x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x11xf32>
    %6 = stablehlo.subtract %arg0, %5 : tensor<4x6x11xf32>
    %7 = stablehlo.exponential %6 : tensor<4x6x11xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x11xf32>, tensor<f32>) -> tensor<4x6xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %10 = stablehlo.log %9 : tensor<4x6x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x11xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<4x6x11xf32>
    return %12 : tensor<4x6x11xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6x11xf32>, %arg1: tensor<4x6x1xi32>) -> tensor<4x6x1xf32> {
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
    return %15 : tensor<4x6x1xf32>
  }
}
