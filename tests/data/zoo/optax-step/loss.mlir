module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x3xf32>, %arg2: tensor<i32>, %arg3: tensor<6x8xf32>, %arg4: tensor<8x3xf32>, %arg5: tensor<6x8xf32>, %arg6: tensor<8x3xf32>, %arg7: tensor<i32>, %arg8: tensor<8x6xf32>, %arg9: tensor<8xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6x8xf32> {jax.result_info = "result[1]"}, tensor<8x3xf32> {jax.result_info = "result[2]"}, tensor<i32> {jax.result_info = "result[3]"}, tensor<6x8xf32> {jax.result_info = "result[4]"}, tensor<8x3xf32> {jax.result_info = "result[5]"}, tensor<6x8xf32> {jax.result_info = "result[6]"}, tensor<8x3xf32> {jax.result_info = "result[7]"}, tensor<i32> {jax.result_info = "result[8]"}) {
    %0 = stablehlo.dot_general %arg8, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.tanh %0 : tensor<8x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<8x8xf32>
    %4 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %5:3 = call @log_softmax(%4) : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x1xf32>)
    %6 = stablehlo.broadcast_in_dim %arg9, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %7:2 = call @take_along_axis(%5#0, %6) : (tensor<8x3xf32>, tensor<8x1xi32>) -> (tensor<8x1xf32>, tensor<8x1x1xi32>)
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7#0 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %9 = stablehlo.divide %8, %cst_1 : tensor<f32>
    %10 = stablehlo.negate %9 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.negate %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %14 = call @take_along_axis_0(%7#1, %13) : (tensor<8x1x1xi32>, tensor<8x1xf32>) -> tensor<8x3xf32>
    %15 = call @log_softmax_1(%5#1, %5#2, %14) : (tensor<8x3xf32>, tensor<8x1xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %16 = stablehlo.dot_general %15, %1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x8xf32>) -> tensor<3x8xf32>
    %17 = stablehlo.transpose %16, dims = [1, 0] : (tensor<3x8xf32>) -> tensor<8x3xf32>
    %18 = stablehlo.dot_general %15, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x8xf32>
    %19 = stablehlo.multiply %18, %3 : tensor<8x8xf32>
    %20 = stablehlo.multiply %19, %1 : tensor<8x8xf32>
    %21 = stablehlo.add %19, %20 : tensor<8x8xf32>
    %22 = stablehlo.dot_general %21, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<8x6xf32>) -> tensor<6x8xf32>
    %24 = chlo.square %23 : tensor<6x8xf32> -> tensor<6x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %26 = chlo.square %25 : tensor<6x8xf32> -> tensor<6x8xf32>
    %27 = stablehlo.add %24, %26 : tensor<6x8xf32>
    %28 = chlo.square %17 : tensor<8x3xf32> -> tensor<8x3xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %30 = chlo.square %29 : tensor<8x3xf32> -> tensor<8x3xf32>
    %31 = stablehlo.add %28, %30 : tensor<8x3xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%27 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%31 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.add %cst_8, %32 : tensor<f32>
    %35 = stablehlo.add %34, %33 : tensor<f32>
    %36 = stablehlo.sqrt %35 : tensor<f32>
    %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %37 = stablehlo.compare LT, %36, %cst_9, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %38 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %39 = stablehlo.divide %23, %38 : tensor<6x8xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %41 = stablehlo.multiply %39, %40 : tensor<6x8xf32>
    %42 = stablehlo.select %37, %23, %41 : tensor<i1>, tensor<6x8xf32>
    %43 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %44 = stablehlo.divide %17, %43 : tensor<8x3xf32>
    %cst_11 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %46 = stablehlo.multiply %44, %45 : tensor<8x3xf32>
    %47 = stablehlo.select %37, %17, %46 : tensor<i1>, tensor<8x3xf32>
    %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %49 = stablehlo.multiply %48, %42 : tensor<6x8xf32>
    %cst_13 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %51 = stablehlo.multiply %50, %arg3 : tensor<6x8xf32>
    %52 = stablehlo.add %49, %51 : tensor<6x8xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %54 = stablehlo.multiply %53, %47 : tensor<8x3xf32>
    %cst_15 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %56 = stablehlo.multiply %55, %arg4 : tensor<8x3xf32>
    %57 = stablehlo.add %54, %56 : tensor<8x3xf32>
    %58 = stablehlo.multiply %42, %42 : tensor<6x8xf32>
    %cst_16 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %60 = stablehlo.multiply %59, %58 : tensor<6x8xf32>
    %cst_17 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %62 = stablehlo.multiply %61, %arg5 : tensor<6x8xf32>
    %63 = stablehlo.add %60, %62 : tensor<6x8xf32>
    %64 = stablehlo.multiply %47, %47 : tensor<8x3xf32>
    %cst_18 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %66 = stablehlo.multiply %65, %64 : tensor<8x3xf32>
    %cst_19 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %68 = stablehlo.multiply %67, %arg6 : tensor<8x3xf32>
    %69 = stablehlo.add %66, %68 : tensor<8x3xf32>
    %c = stablehlo.constant dense<2147483647> : tensor<i32>
    %70 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_20 = stablehlo.constant dense<1> : tensor<i32>
    %71 = stablehlo.add %arg2, %c_20 : tensor<i32>
    %c_21 = stablehlo.constant dense<2147483647> : tensor<i32>
    %72 = call @_where(%70, %71, %c_21) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %73 = stablehlo.convert %72 : (tensor<i32>) -> tensor<f32>
    %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %74 = stablehlo.convert %72 : (tensor<i32>) -> tensor<f32>
    %75 = stablehlo.power %cst_22, %74 : tensor<f32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %76 = stablehlo.subtract %cst_23, %75 : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %78 = stablehlo.divide %52, %77 : tensor<6x8xf32>
    %79 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %80 = stablehlo.divide %57, %79 : tensor<8x3xf32>
    %81 = stablehlo.convert %72 : (tensor<i32>) -> tensor<f32>
    %cst_24 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %82 = stablehlo.convert %72 : (tensor<i32>) -> tensor<f32>
    %83 = stablehlo.power %cst_24, %82 : tensor<f32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %84 = stablehlo.subtract %cst_25, %83 : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %86 = stablehlo.divide %63, %85 : tensor<6x8xf32>
    %87 = stablehlo.broadcast_in_dim %84, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %88 = stablehlo.divide %69, %87 : tensor<8x3xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %90 = stablehlo.add %86, %89 : tensor<6x8xf32>
    %91 = stablehlo.sqrt %90 : tensor<6x8xf32>
    %cst_27 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %93 = stablehlo.add %91, %92 : tensor<6x8xf32>
    %94 = stablehlo.divide %78, %93 : tensor<6x8xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %96 = stablehlo.add %88, %95 : tensor<8x3xf32>
    %97 = stablehlo.sqrt %96 : tensor<8x3xf32>
    %cst_29 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %99 = stablehlo.add %97, %98 : tensor<8x3xf32>
    %100 = stablehlo.divide %80, %99 : tensor<8x3xf32>
    %101 = stablehlo.convert %arg7 : (tensor<i32>) -> tensor<f32>
    %cst_30 = stablehlo.constant dense<5.000000e+01> : tensor<f32>
    %102 = stablehlo.minimum %101, %cst_30 : tensor<f32>
    %cst_31 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %103 = stablehlo.multiply %cst_31, %102 : tensor<f32>
    %cst_32 = stablehlo.constant dense<5.000000e+01> : tensor<f32>
    %104 = stablehlo.divide %103, %cst_32 : tensor<f32>
    %105 = stablehlo.cosine %104 : tensor<f32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %106 = stablehlo.add %cst_33, %105 : tensor<f32>
    %cst_34 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %107 = stablehlo.multiply %cst_34, %106 : tensor<f32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %108 = stablehlo.power %107, %cst_35 : tensor<f32>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %109 = stablehlo.multiply %cst_36, %108 : tensor<f32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.add %109, %cst_37 : tensor<f32>
    %cst_38 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %111 = stablehlo.multiply %cst_38, %110 : tensor<f32>
    %cst_39 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %112 = stablehlo.multiply %cst_39, %111 : tensor<f32>
    %113 = stablehlo.convert %112 : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %113, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %115 = stablehlo.multiply %114, %94 : tensor<6x8xf32>
    %116 = stablehlo.convert %112 : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %118 = stablehlo.multiply %117, %100 : tensor<8x3xf32>
    %c_40 = stablehlo.constant dense<2147483647> : tensor<i32>
    %119 = stablehlo.compare LT, %arg7, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_41 = stablehlo.constant dense<1> : tensor<i32>
    %120 = stablehlo.add %arg7, %c_41 : tensor<i32>
    %c_42 = stablehlo.constant dense<2147483647> : tensor<i32>
    %121 = call @_where(%119, %120, %c_42) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %122 = stablehlo.add %arg0, %115 : tensor<6x8xf32>
    %123 = stablehlo.add %arg1, %118 : tensor<8x3xf32>
    return %10, %122, %123, %72, %52, %57, %63, %69, %121 : tensor<f32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<i32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<i32>
  }
  func.func private @log_softmax(%arg0: tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %4 = stablehlo.custom_call @motley.stop_gradient(%3) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x1xf32>) -> tensor<8x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x3xf32>
    %6 = stablehlo.subtract %arg0, %5 : tensor<8x3xf32>
    %7 = stablehlo.exponential %6 : tensor<8x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %10 = stablehlo.log %9 : tensor<8x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x3xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<8x3xf32>
    return %12, %7, %9 : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x3xf32>, %arg1: tensor<8x1xi32>) -> (tensor<8x1xf32>, tensor<8x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x1xi1>
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x1xi1>, tensor<8x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x1xi32>) -> tensor<8x1x1xi32>
    %c_1 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x1x1xi32>, tensor<8x1x1xi32>) -> tensor<8x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<8x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x1x1xi32>, tensor<8x1x1xi32>) -> tensor<8x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<8x1x1xi1>, tensor<i1>) -> tensor<8x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x3xf32>, tensor<8x1x1xi32>) -> tensor<8x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x1xi1>, tensor<8x1xf32>
    return %15, %5 : tensor<8x1xf32>, tensor<8x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<8x1x1xi32>, %arg1: tensor<8x1xf32>) -> tensor<8x3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x3xf32>, tensor<8x1x1xi32>, tensor<8x1xf32>) -> tensor<8x3xf32>
    return %1 : tensor<8x3xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<8x3xf32>, %arg1: tensor<8x1xf32>, %arg2: tensor<8x3xf32>) -> tensor<8x3xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x3xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x3xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x3xf32>
    return %7 : tensor<8x3xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
