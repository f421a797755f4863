module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x64x16xf32>, %arg1: tensor<3x16x64xf32>, %arg2: tensor<3x16xf32>, %arg3: tensor<3x16xf32>, %arg4: tensor<3x16x64xf32>, %arg5: tensor<3x16x16xf32>, %arg6: tensor<3x16x16xf32>, %arg7: tensor<3x16x16xf32>, %arg8: tensor<3x16x16xf32>, %arg9: tensor<32x16xf32>, %arg10: tensor<16x32xf32>, %arg11: tensor<4x6xi32>, %arg12: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg11, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg11, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg11 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg9, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7:11 = stablehlo.while(%iterArg = %arg0, %iterArg_3 = %arg1, %iterArg_4 = %arg2, %iterArg_5 = %arg3, %iterArg_6 = %arg4, %iterArg_7 = %arg5, %iterArg_8 = %arg6, %iterArg_9 = %arg7, %iterArg_10 = %arg8, %iterArg_11 = %c_1, %iterArg_12 = %6) : tensor<3x64x16xf32>, tensor<3x16x64xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>
    cond {
      %c_13 = stablehlo.constant dense<3> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg_11, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %15 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_11) : (tensor<3x64x16xf32>, tensor<i32>) -> tensor<64x16xf32>
      %16 = func.call @dynamic_index_in_dim_0(%iterArg_3, %iterArg_11) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %17 = func.call @dynamic_index_in_dim_1(%iterArg_4, %iterArg_11) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %18 = func.call @dynamic_index_in_dim_1(%iterArg_5, %iterArg_11) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %19 = func.call @dynamic_index_in_dim_0(%iterArg_6, %iterArg_11) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %20 = func.call @dynamic_index_in_dim_2(%iterArg_7, %iterArg_11) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %21 = func.call @dynamic_index_in_dim_2(%iterArg_8, %iterArg_11) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %22 = func.call @dynamic_index_in_dim_2(%iterArg_9, %iterArg_11) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %23 = func.call @dynamic_index_in_dim_2(%iterArg_10, %iterArg_11) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %24 = func.call @closed_call(%iterArg_12, %15, %16, %17, %18, %19, %20, %21, %22, %23) : (tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %25 = stablehlo.add %iterArg_11, %c_13 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %25, %24 : tensor<3x64x16xf32>, tensor<3x16x64xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>
    }
    %8 = stablehlo.dot_general %7#10, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %9 = call @log_softmax(%8) : (tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %10 = stablehlo.broadcast_in_dim %arg12, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %11 = call @take_along_axis(%9, %10) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %13 = stablehlo.divide %12, %cst_2 : tensor<f32>
    %14 = stablehlo.negate %13 : tensor<f32>
    return %14 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x64x16xf32>, %arg1: tensor<i32>) -> tensor<64x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 16] : (tensor<3x64x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x16xf32>) -> tensor<64x16xf32>
    return %1 : tensor<64x16xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x16x64xf32>, %arg1: tensor<i32>) -> tensor<16x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 64] : (tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x64xf32>) -> tensor<16x64xf32>
    return %1 : tensor<16x64xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x16xf32>, %arg1: tensor<i32>) -> tensor<16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<3x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x16x16xf32>, %arg1: tensor<i32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<3x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x6x16xf32>, %arg1: tensor<64x16xf32>, %arg2: tensor<16x64xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16x64xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<16x16xf32>) -> tensor<4x6x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %2 = stablehlo.multiply %1, %arg0 : tensor<4x6x16xf32>
    %3 = stablehlo.multiply %arg0, %arg0 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %9 = stablehlo.add %7, %8 : tensor<4x6x1xf32>
    %10 = stablehlo.rsqrt %9 : tensor<4x6x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %12 = stablehlo.multiply %2, %11 : tensor<4x6x16xf32>
    %13 = stablehlo.dot_general %12, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %14 = stablehlo.reshape %13 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %15 = stablehlo.dot_general %12, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %16 = stablehlo.reshape %15 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %17 = stablehlo.dot_general %12, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %18 = stablehlo.reshape %17 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %19 = stablehlo.iota dim = 0 : tensor<6xi32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %21 = stablehlo.iota dim = 0 : tensor<4xi32>
    %22 = stablehlo.convert %21 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %24 = stablehlo.divide %22, %23 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %26 = stablehlo.power %25, %24 : tensor<4xf32>
    %27 = stablehlo.convert %20 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %28 = stablehlo.broadcast_in_dim %26, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %29 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %30 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %31 = stablehlo.divide %29, %30 : tensor<6x4xf32>
    %32 = stablehlo.cosine %31 : tensor<6x4xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %34 = stablehlo.sine %31 : tensor<6x4xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %36 = stablehlo.slice %14 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %37 = stablehlo.slice %14 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %38 = stablehlo.broadcast_in_dim %33, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %40 = stablehlo.multiply %36, %39 : tensor<4x6x2x4xf32>
    %41 = stablehlo.broadcast_in_dim %35, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %43 = stablehlo.multiply %37, %42 : tensor<4x6x2x4xf32>
    %44 = stablehlo.subtract %40, %43 : tensor<4x6x2x4xf32>
    %45 = stablehlo.broadcast_in_dim %35, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %47 = stablehlo.multiply %36, %46 : tensor<4x6x2x4xf32>
    %48 = stablehlo.broadcast_in_dim %33, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %50 = stablehlo.multiply %37, %49 : tensor<4x6x2x4xf32>
    %51 = stablehlo.add %47, %50 : tensor<4x6x2x4xf32>
    %52 = stablehlo.concatenate %44, %51, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %53 = stablehlo.iota dim = 0 : tensor<6xi32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %55 = stablehlo.iota dim = 0 : tensor<4xi32>
    %56 = stablehlo.convert %55 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %58 = stablehlo.divide %56, %57 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %60 = stablehlo.power %59, %58 : tensor<4xf32>
    %61 = stablehlo.convert %54 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %62 = stablehlo.broadcast_in_dim %60, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %63 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %64 = stablehlo.broadcast_in_dim %62, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %65 = stablehlo.divide %63, %64 : tensor<6x4xf32>
    %66 = stablehlo.cosine %65 : tensor<6x4xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %68 = stablehlo.sine %65 : tensor<6x4xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %70 = stablehlo.slice %16 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %71 = stablehlo.slice %16 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %72 = stablehlo.broadcast_in_dim %67, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %74 = stablehlo.multiply %70, %73 : tensor<4x6x2x4xf32>
    %75 = stablehlo.broadcast_in_dim %69, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %77 = stablehlo.multiply %71, %76 : tensor<4x6x2x4xf32>
    %78 = stablehlo.subtract %74, %77 : tensor<4x6x2x4xf32>
    %79 = stablehlo.broadcast_in_dim %69, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %81 = stablehlo.multiply %70, %80 : tensor<4x6x2x4xf32>
    %82 = stablehlo.broadcast_in_dim %67, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %84 = stablehlo.multiply %71, %83 : tensor<4x6x2x4xf32>
    %85 = stablehlo.add %81, %84 : tensor<4x6x2x4xf32>
    %86 = stablehlo.concatenate %78, %85, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %87 = stablehlo.dot_general %52, %86, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_6 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %89 = stablehlo.divide %87, %88 : tensor<4x2x6x6xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %90 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %91 = call @tril(%90) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %92 = call @_where(%91, %89, %cst_7) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %93 = stablehlo.reduce(%92 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %95 = stablehlo.maximum %94, %93 : tensor<4x2x6xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %97 = stablehlo.custom_call @motley.stop_gradient(%96) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]} : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %99 = stablehlo.subtract %92, %98 : tensor<4x2x6x6xf32>
    %100 = stablehlo.exponential %99 : tensor<4x2x6x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.reduce(%100 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %104 = stablehlo.divide %100, %103 : tensor<4x2x6x6xf32>
    %105 = stablehlo.dot_general %18, %104, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %106 = stablehlo.transpose %105, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %107 = stablehlo.reshape %106 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %108 = stablehlo.dot_general %107, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %109 = stablehlo.add %arg0, %108 : tensor<4x6x16xf32>
    %110 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %111 = stablehlo.broadcast_in_dim %110, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %112 = stablehlo.multiply %111, %109 : tensor<4x6x16xf32>
    %113 = stablehlo.multiply %109, %109 : tensor<4x6x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %114 = stablehlo.reduce(%113 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_12 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %117 = stablehlo.divide %115, %116 : tensor<4x6x1xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %119 = stablehlo.add %117, %118 : tensor<4x6x1xf32>
    %120 = stablehlo.rsqrt %119 : tensor<4x6x1xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %122 = stablehlo.multiply %112, %121 : tensor<4x6x16xf32>
    %123 = stablehlo.dot_general %122, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %124 = call @silu(%123) : (tensor<4x6x64xf32>) -> tensor<4x6x64xf32>
    %125 = stablehlo.dot_general %122, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %126 = stablehlo.multiply %124, %125 : tensor<4x6x64xf32>
    %127 = stablehlo.dot_general %126, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %128 = stablehlo.add %109, %127 : tensor<4x6x16xf32>
    return %128 : tensor<4x6x16xf32>
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
  func.func private @silu(%arg0: tensor<4x6x64xf32>) -> tensor<4x6x64xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4x6x64xf32>
    %1 = stablehlo.exponential %0 : tensor<4x6x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x6x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x6x64xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<4x6x64xf32>
    return %6 : tensor<4x6x64xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x6x32xf32>) -> tensor<4x6x32xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.custom_call @motley.stop_gradient(%3) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>]} : (tensor<4x6x1xf32>) -> tensor<4x6x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %6 = stablehlo.subtract %arg0, %5 : tensor<4x6x32xf32>
    %7 = stablehlo.exponential %6 : tensor<4x6x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %10 = stablehlo.log %9 : tensor<4x6x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<4x6x32xf32>
    return %12 : tensor<4x6x32xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6x32xf32>, %arg1: tensor<4x6x1xi32>) -> tensor<4x6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x6x1xi32>, tensor<4x6x1xi32>) -> tensor<4x6x1xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x6x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4x6x1xi1>, tensor<4x6x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<4x6x1xi32>) -> tensor<4x6x1x1xi32>
    %c_1 = stablehlo.constant dense<31> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x6x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<4x6x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x6x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<4x6x1x1xi1>, tensor<i1>) -> tensor<4x6x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x6x32xf32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4x6x1xi1>, tensor<4x6x1xf32>
    return %15 : tensor<4x6x1xf32>
  }
}
