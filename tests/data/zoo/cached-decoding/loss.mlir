module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x12xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<6x5xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1:11 = stablehlo.while(%iterArg = %arg5, %iterArg_3 = %arg0, %iterArg_4 = %arg1, %iterArg_5 = %arg4, %iterArg_6 = %arg3, %iterArg_7 = %arg2, %iterArg_8 = %c_1, %iterArg_9 = %c, %iterArg_10 = %0, %iterArg_11 = %0, %iterArg_12 = %cst_0) : tensor<6x5xi32>, tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<i32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>
    cond {
      %c_13 = stablehlo.constant dense<4> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg_8, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3:4 = func.call @closed_call(%iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12) : (tensor<6x5xi32>, tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>) -> (tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>)
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg_8, %c_13 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %4, %3#0, %3#1, %3#2, %3#3 : tensor<6x5xi32>, tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<i32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>
    }
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %2 = stablehlo.divide %1#10, %cst_2 : tensor<f32>
    return %2 : tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<6x5xi32>, %arg1: tensor<12x8xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<8x12xf32>, %arg6: tensor<i32>, %arg7: tensor<6x4x8xf32>, %arg8: tensor<6x4x8xf32>, %arg9: tensor<f32>) -> (tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg6, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %arg6, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %arg6 : tensor<i32>
    %c_1 = stablehlo.constant dense<5> : tensor<i32>
    %3 = stablehlo.add %2, %c_1 : tensor<i32>
    %4 = stablehlo.select %1, %3, %arg6 : tensor<i1>, tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.dynamic_slice %arg0, %c_2, %4, sizes = [6, 1] : (tensor<6x5xi32>, tensor<i32>, tensor<i32>) -> tensor<6x1xi32>
    %6 = stablehlo.reshape %5 : (tensor<6x1xi32>) -> tensor<6xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %8 = stablehlo.compare LT, %6, %7, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %c_4 = stablehlo.constant dense<12> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %10 = stablehlo.add %6, %9 : tensor<6xi32>
    %11 = stablehlo.select %8, %10, %6 : tensor<6xi1>, tensor<6xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %13 = "stablehlo.gather"(%arg1, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<12x8xf32>, tensor<6x1xi32>) -> tensor<6x8xf32>
    %14 = stablehlo.dot_general %13, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<6x8xf32>) -> tensor<6x1x8xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %16 = stablehlo.compare LT, %arg6, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %17 = stablehlo.convert %arg6 : tensor<i32>
    %c_6 = stablehlo.constant dense<4> : tensor<i32>
    %18 = stablehlo.add %17, %c_6 : tensor<i32>
    %19 = stablehlo.select %16, %18, %arg6 : tensor<i1>, tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %20 = stablehlo.dynamic_update_slice %arg7, %15, %c_7, %19, %c_8 : (tensor<6x4x8xf32>, tensor<6x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x8xf32>
    %21 = stablehlo.dot_general %13, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 2] : (tensor<6x8xf32>) -> tensor<6x1x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %23 = stablehlo.compare LT, %arg6, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %24 = stablehlo.convert %arg6 : tensor<i32>
    %c_10 = stablehlo.constant dense<4> : tensor<i32>
    %25 = stablehlo.add %24, %c_10 : tensor<i32>
    %26 = stablehlo.select %23, %25, %arg6 : tensor<i1>, tensor<i32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %27 = stablehlo.dynamic_update_slice %arg8, %22, %c_11, %26, %c_12 : (tensor<6x4x8xf32>, tensor<6x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x8xf32>
    %28 = stablehlo.dot_general %13, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %29 = stablehlo.dot_general %28, %20, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<6x4x8xf32>) -> tensor<6x4xf32>
    %30 = stablehlo.iota dim = 0 : tensor<4xi32>
    %31 = stablehlo.convert %arg6 : tensor<i32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %33 = stablehlo.compare LE, %30, %32, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %34 = call @_where(%33, %29, %cst) : (tensor<4xi1>, tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_13) applies stablehlo.maximum across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %37 = stablehlo.maximum %36, %35 : tensor<6xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %39 = stablehlo.custom_call @motley.stop_gradient(%38) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<6x1xf32>) -> tensor<6x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %41 = stablehlo.subtract %34, %40 : tensor<6x4xf32>
    %42 = stablehlo.exponential %41 : tensor<6x4xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_15) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %46 = stablehlo.divide %42, %45 : tensor<6x4xf32>
    %47 = stablehlo.dot_general %46, %27, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x4x8xf32>) -> tensor<6x8xf32>
    %48 = stablehlo.add %13, %47 : tensor<6x8xf32>
    %c_16 = stablehlo.constant dense<1> : tensor<i32>
    %49 = stablehlo.add %arg6, %c_16 : tensor<i32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %50 = stablehlo.compare LT, %49, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %51 = stablehlo.convert %49 : tensor<i32>
    %c_18 = stablehlo.constant dense<5> : tensor<i32>
    %52 = stablehlo.add %51, %c_18 : tensor<i32>
    %53 = stablehlo.select %50, %52, %49 : tensor<i1>, tensor<i32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %54 = stablehlo.dynamic_slice %arg0, %c_19, %53, sizes = [6, 1] : (tensor<6x5xi32>, tensor<i32>, tensor<i32>) -> tensor<6x1xi32>
    %55 = stablehlo.reshape %54 : (tensor<6x1xi32>) -> tensor<6xi32>
    %56 = stablehlo.dot_general %48, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x12xf32>) -> tensor<6x12xf32>
    %57 = call @log_softmax(%56) : (tensor<6x12xf32>) -> tensor<6x12xf32>
    %58 = stablehlo.iota dim = 0 : tensor<6xi32>
    %c_20 = stablehlo.constant dense<0> : tensor<i32>
    %59 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %60 = stablehlo.compare LT, %58, %59, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %c_21 = stablehlo.constant dense<6> : tensor<i32>
    %61 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %62 = stablehlo.add %58, %61 : tensor<6xi32>
    %63 = stablehlo.select %60, %62, %58 : tensor<6xi1>, tensor<6xi32>
    %c_22 = stablehlo.constant dense<0> : tensor<i32>
    %64 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %65 = stablehlo.compare LT, %55, %64, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %c_23 = stablehlo.constant dense<12> : tensor<i32>
    %66 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %67 = stablehlo.add %55, %66 : tensor<6xi32>
    %68 = stablehlo.select %65, %67, %55 : tensor<6xi1>, tensor<6xi32>
    %69 = stablehlo.broadcast_in_dim %63, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %70 = stablehlo.broadcast_in_dim %68, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %71 = stablehlo.concatenate %69, %70, dim = 1 : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
    %72 = "stablehlo.gather"(%57, %71) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<6x12xf32>, tensor<6x2xi32>) -> tensor<6xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %cst_25 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %74 = stablehlo.divide %73, %cst_25 : tensor<f32>
    %75 = stablehlo.convert %arg9 : tensor<f32>
    %76 = stablehlo.subtract %75, %74 : tensor<f32>
    return %0, %20, %27, %76 : tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>
  }
  func.func private @_where(%arg0: tensor<4xi1>, %arg1: tensor<6x4xf32>, %arg2: tensor<f32>) -> tensor<6x4xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xi1>) -> tensor<6x4xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<6x4xi1>, tensor<6x4xf32>
    return %3 : tensor<6x4xf32>
  }
  func.func private @log_softmax(%arg0: tensor<6x12xf32>) -> tensor<6x12xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x12xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %4 = stablehlo.custom_call @motley.stop_gradient(%3) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<6x1xf32>) -> tensor<6x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x12xf32>
    %6 = stablehlo.subtract %arg0, %5 : tensor<6x12xf32>
    %7 = stablehlo.exponential %6 : tensor<6x12xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x12xf32>, tensor<f32>) -> tensor<6xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %10 = stablehlo.log %9 : tensor<6x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x12xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<6x12xf32>
    return %12 : tensor<6x12xf32>
  }
}
