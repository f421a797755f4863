module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x4xf32>, %arg1: tensor<f32>, %arg2: tensor<5x4xf32>, %arg3: tensor<8x6xf32>, %arg4: tensor<8x5xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6x4xf32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}, tensor<5x4xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
    %1:2 = call @norm(%0) : (tensor<8x4xf32>) -> (tensor<8x1xf32>, tensor<8x1xf32>)
    %2 = stablehlo.broadcast_in_dim %1#0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.divide %0, %2 : tensor<8x4xf32>
    %4 = stablehlo.multiply %1#0, %1#0 : tensor<8x1xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %6 = stablehlo.divide %5, %4 : tensor<8x1xf32>
    %7 = stablehlo.dot_general %arg4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5xf32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    %8:2 = call @norm(%7) : (tensor<8x4xf32>) -> (tensor<8x1xf32>, tensor<8x1xf32>)
    %9 = stablehlo.broadcast_in_dim %8#0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %10 = stablehlo.divide %7, %9 : tensor<8x4xf32>
    %11 = stablehlo.multiply %8#0, %8#0 : tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %13 = stablehlo.divide %12, %11 : tensor<8x1xf32>
    %14 = stablehlo.transpose %10, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %15 = stablehlo.dot_general %3, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %16 = stablehlo.exponential %arg1 : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %18 = stablehlo.multiply %15, %17 : tensor<8x8xf32>
    %19:3 = call @log_softmax(%18) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x1xf32>)
    %20:3 = call @log_softmax_0(%18) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<1x8xf32>)
    %21:4 = call @_diag(%19#0) : (tensor<8x8xf32>) -> (tensor<8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>)
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%21#0 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %23 = stablehlo.divide %22, %cst_2 : tensor<f32>
    %24:4 = call @_diag(%20#0) : (tensor<8x8xf32>) -> (tensor<8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>)
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24#0 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %26 = stablehlo.divide %25, %cst_4 : tensor<f32>
    %27 = stablehlo.add %23, %26 : tensor<f32>
    %28 = stablehlo.negate %27 : tensor<f32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %29 = stablehlo.divide %28, %cst_5 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %30 = stablehlo.divide %cst_6, %cst_7 : tensor<f32>
    %31 = stablehlo.negate %30 : tensor<f32>
    %cst_8 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %32 = stablehlo.divide %31, %cst_8 : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %34 = call @_diag_1(%24#1, %24#2, %24#3, %33) : (tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x8xf32>
    %cst_9 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %35 = stablehlo.divide %31, %cst_9 : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %37 = call @_diag_1(%21#1, %21#2, %21#3, %36) : (tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x8xf32>
    %38 = call @log_softmax_3(%20#1, %20#2, %34) : (tensor<8x8xf32>, tensor<1x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %39 = call @log_softmax_4(%19#1, %19#2, %37) : (tensor<8x8xf32>, tensor<8x1xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %40 = stablehlo.add %38, %39 : tensor<8x8xf32>
    %41 = stablehlo.multiply %15, %40 : tensor<8x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %43 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %44 = stablehlo.multiply %40, %43 : tensor<8x8xf32>
    %45 = stablehlo.multiply %42, %16 : tensor<f32>
    %46 = stablehlo.dot_general %44, %3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    %47 = stablehlo.transpose %46, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %48 = stablehlo.dot_general %44, %14, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<4x8xf32>) -> tensor<8x4xf32>
    %49 = stablehlo.transpose %47, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %50 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %51 = stablehlo.multiply %49, %50 : tensor<8x4xf32>
    %52 = stablehlo.multiply %51, %7 : tensor<8x4xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %54 = stablehlo.reshape %53 : (tensor<8xf32>) -> tensor<8x1xf32>
    %55 = stablehlo.negate %54 : tensor<8x1xf32>
    %56 = stablehlo.broadcast_in_dim %8#0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %57 = stablehlo.divide %49, %56 : tensor<8x4xf32>
    %58 = call @norm_5(%7, %8#1, %55) : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
    %59 = stablehlo.add %57, %58 : tensor<8x4xf32>
    %60 = stablehlo.dot_general %59, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x5xf32>) -> tensor<4x5xf32>
    %61 = stablehlo.transpose %60, dims = [1, 0] : (tensor<4x5xf32>) -> tensor<5x4xf32>
    %62 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %63 = stablehlo.multiply %48, %62 : tensor<8x4xf32>
    %64 = stablehlo.multiply %63, %0 : tensor<8x4xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_12) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %66 = stablehlo.reshape %65 : (tensor<8xf32>) -> tensor<8x1xf32>
    %67 = stablehlo.negate %66 : tensor<8x1xf32>
    %68 = stablehlo.broadcast_in_dim %1#0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
    %69 = stablehlo.divide %48, %68 : tensor<8x4xf32>
    %70 = call @norm_5(%0, %1#1, %67) : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
    %71 = stablehlo.add %69, %70 : tensor<8x4xf32>
    %72 = stablehlo.dot_general %71, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %73 = stablehlo.transpose %72, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    return %29, %73, %45, %61 : tensor<f32>, tensor<6x4xf32>, tensor<f32>, tensor<5x4xf32>
  }
  func.func private @norm(%arg0: tensor<8x4xf32>) -> (tensor<8x1xf32>, tensor<8x1xf32>) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<8x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %3 = stablehlo.sqrt %2 : tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x1xf32>
    return %3, %5 : tensor<8x1xf32>, tensor<8x1xf32>
  }
  func.func private @log_softmax(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x8xf32>
    %6 = stablehlo.exponential %5 : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %9 = stablehlo.log %8 : tensor<8x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x8xf32>
    return %11, %6, %8 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x1xf32>
  }
  func.func private @log_softmax_0(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<1x8xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x8xf32>
    %6 = stablehlo.exponential %5 : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %9 = stablehlo.log %8 : tensor<1x8xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x8xf32>
    return %11, %6, %8 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<1x8xf32>
  }
  func.func private @_diag(%arg0: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>) {
    %0:4 = call @diagonal(%arg0) : (tensor<8x8xf32>) -> (tensor<8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>
  }
  func.func private @diagonal(%arg0: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>) {
    %0 = stablehlo.iota dim = 0 : tensor<8x8xi32>
    %1 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %3 = stablehlo.add %0, %2 : tensor<8x8xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %5 = stablehlo.convert %4 : (tensor<8x8xi1>) -> tensor<8x8xf32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7:3 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<8xi32>
      %9 = stablehlo.iota dim = 0 : tensor<8xi32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8xi32>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
      %c_2 = stablehlo.constant dense<8> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8xi32>
      %13 = stablehlo.add %8, %12 : tensor<8xi32>
      %14 = stablehlo.select %11, %13, %8 : tensor<8xi1>, tensor<8xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<8xi32>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
      %c_4 = stablehlo.constant dense<8> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<8xi32>
      %18 = stablehlo.add %9, %17 : tensor<8xi32>
      %19 = stablehlo.select %16, %18, %9 : tensor<8xi1>, tensor<8xi32>
      %20 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
      %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
      %22 = stablehlo.concatenate %20, %21, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
      %23 = "stablehlo.gather"(%arg0, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xf32>, tensor<8x2xi32>) -> tensor<8xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %24 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
      stablehlo.return %23, %24, %22 : tensor<8xf32>, tensor<8x8xf32>, tensor<8x2xi32>
    }) : (tensor<i32>) -> (tensor<8xf32>, tensor<8x8xf32>, tensor<8x2xi32>)
    return %7#0, %c_0, %7#1, %7#2 : tensor<8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>
  }
  func.func private @_diag_1(%arg0: tensor<i32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x2xi32>, %arg3: tensor<8xf32>) -> tensor<8x8xf32> {
    %0 = call @diagonal_2(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<8x8xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func private @diagonal_2(%arg0: tensor<i32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x2xi32>, %arg3: tensor<8xf32>) -> tensor<8x8xf32> {
    %0 = "stablehlo.case"(%arg0) ({
      %c = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }, {
      %c = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
      %3 = "stablehlo.scatter"(%2, %arg2, %arg3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %4 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %4 : tensor<f32>
      }) : (tensor<8x8xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x8xf32>
      stablehlo.return %3 : tensor<8x8xf32>
    }) : (tensor<i32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @log_softmax_3(%arg0: tensor<8x8xf32>, %arg1: tensor<1x8xf32>, %arg2: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<1x8xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x8xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x8xf32>
    return %7 : tensor<8x8xf32>
  }
  func.func private @log_softmax_4(%arg0: tensor<8x8xf32>, %arg1: tensor<8x1xf32>, %arg2: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x8xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x8xf32>
    return %7 : tensor<8x8xf32>
  }
  func.func private @norm_5(%arg0: tensor<8x4xf32>, %arg1: tensor<8x1xf32>, %arg2: tensor<8x1xf32>) -> tensor<8x4xf32> {
    %0 = stablehlo.multiply %arg2, %arg1 : tensor<8x1xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<8x4xf32>
    %4 = stablehlo.multiply %2, %arg0 : tensor<8x4xf32>
    %5 = stablehlo.add %3, %4 : tensor<8x4xf32>
    return %5 : tensor<8x4xf32>
  }
}
