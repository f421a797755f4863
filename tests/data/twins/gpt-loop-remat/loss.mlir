module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<16x64xf32>, %arg4: tensor<16x16xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<64x16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<16x64xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<16x16xf32>, %arg14: tensor<16x16xf32>, %arg15: tensor<16x16xf32>, %arg16: tensor<64x16xf32>, %arg17: tensor<16xf32>, %arg18: tensor<16xf32>, %arg19: tensor<16x64xf32>, %arg20: tensor<16x16xf32>, %arg21: tensor<16x16xf32>, %arg22: tensor<16x16xf32>, %arg23: tensor<16x16xf32>, %arg24: tensor<32x16xf32>, %arg25: tensor<16x32xf32>, %arg26: tensor<4x6xi32>, %arg27: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg26, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg26, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg26 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg24, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %7:9 = stablehlo.optimization_barrier %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %6 : tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7#8 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %11 = stablehlo.divide %9, %10 : tensor<4x6x1xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %13 = stablehlo.subtract %7#8, %12 : tensor<4x6x16xf32>
    %14 = stablehlo.broadcast_in_dim %7#1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %16 = stablehlo.multiply %15, %13 : tensor<4x6x16xf32>
    %17 = stablehlo.multiply %13, %13 : tensor<4x6x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_3 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %21 = stablehlo.divide %19, %20 : tensor<4x6x1xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %23 = stablehlo.add %21, %22 : tensor<4x6x1xf32>
    %24 = stablehlo.rsqrt %23 : tensor<4x6x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %26 = stablehlo.multiply %16, %25 : tensor<4x6x16xf32>
    %27 = stablehlo.dot_general %26, %7#6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %28 = stablehlo.reshape %27 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %29 = stablehlo.dot_general %26, %7#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %30 = stablehlo.reshape %29 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %31 = stablehlo.dot_general %26, %7#7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %32 = stablehlo.reshape %31 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %33 = stablehlo.dot_general %28, %30, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_5 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %35 = stablehlo.divide %33, %34 : tensor<4x2x6x6xf32>
    %c_6 = stablehlo.constant dense<true> : tensor<i1>
    %36 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %37 = call @tril(%36) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %38 = call @_where(%37, %35, %cst_7) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %41 = stablehlo.maximum %40, %39 : tensor<4x2x6xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %43 = stablehlo.custom_call @motley.stop_gradient(%42) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]} : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %45 = stablehlo.subtract %38, %44 : tensor<4x2x6x6xf32>
    %46 = stablehlo.exponential %45 : tensor<4x2x6x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %50 = stablehlo.divide %46, %49 : tensor<4x2x6x6xf32>
    %51 = stablehlo.dot_general %32, %50, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %52 = stablehlo.transpose %51, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %53 = stablehlo.reshape %52 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %54 = stablehlo.dot_general %53, %7#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %55 = stablehlo.add %7#8, %54 : tensor<4x6x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_12 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %59 = stablehlo.divide %57, %58 : tensor<4x6x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %61 = stablehlo.subtract %55, %60 : tensor<4x6x16xf32>
    %62 = stablehlo.broadcast_in_dim %7#2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %64 = stablehlo.multiply %63, %61 : tensor<4x6x16xf32>
    %65 = stablehlo.multiply %61, %61 : tensor<4x6x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_14 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %69 = stablehlo.divide %67, %68 : tensor<4x6x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %71 = stablehlo.add %69, %70 : tensor<4x6x1xf32>
    %72 = stablehlo.rsqrt %71 : tensor<4x6x1xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %74 = stablehlo.multiply %64, %73 : tensor<4x6x16xf32>
    %75 = stablehlo.dot_general %74, %7#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %76 = stablehlo.multiply %75, %75 : tensor<4x6x64xf32>
    %77 = stablehlo.multiply %76, %75 : tensor<4x6x64xf32>
    %cst_16 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<4x6x64xf32>
    %80 = stablehlo.add %75, %79 : tensor<4x6x64xf32>
    %cst_17 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %82 = stablehlo.multiply %81, %80 : tensor<4x6x64xf32>
    %83 = stablehlo.tanh %82 : tensor<4x6x64xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %85 = stablehlo.add %84, %83 : tensor<4x6x64xf32>
    %cst_19 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %87 = stablehlo.multiply %86, %85 : tensor<4x6x64xf32>
    %88 = stablehlo.multiply %75, %87 : tensor<4x6x64xf32>
    %89 = stablehlo.dot_general %88, %7#0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %90 = stablehlo.add %55, %89 : tensor<4x6x16xf32>
    %91 = stablehlo.optimization_barrier %90 : tensor<4x6x16xf32>
    %92:9 = stablehlo.optimization_barrier %arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %arg15, %91 : tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.reduce(%92#8 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_21 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %96 = stablehlo.divide %94, %95 : tensor<4x6x1xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %98 = stablehlo.subtract %92#8, %97 : tensor<4x6x16xf32>
    %99 = stablehlo.broadcast_in_dim %92#1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %101 = stablehlo.multiply %100, %98 : tensor<4x6x16xf32>
    %102 = stablehlo.multiply %98, %98 : tensor<4x6x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_22) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_23 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %106 = stablehlo.divide %104, %105 : tensor<4x6x1xf32>
    %cst_24 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %108 = stablehlo.add %106, %107 : tensor<4x6x1xf32>
    %109 = stablehlo.rsqrt %108 : tensor<4x6x1xf32>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %111 = stablehlo.multiply %101, %110 : tensor<4x6x16xf32>
    %112 = stablehlo.dot_general %111, %92#6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %113 = stablehlo.reshape %112 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %114 = stablehlo.dot_general %111, %92#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %115 = stablehlo.reshape %114 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %116 = stablehlo.dot_general %111, %92#7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %117 = stablehlo.reshape %116 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %118 = stablehlo.dot_general %113, %115, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_25 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %120 = stablehlo.divide %118, %119 : tensor<4x2x6x6xf32>
    %c_26 = stablehlo.constant dense<true> : tensor<i1>
    %121 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %122 = call @tril(%121) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_27 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %123 = call @_where(%122, %120, %cst_27) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_28 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_28) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_29 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %126 = stablehlo.maximum %125, %124 : tensor<4x2x6xf32>
    %127 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %128 = stablehlo.custom_call @motley.stop_gradient(%127) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]} : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %130 = stablehlo.subtract %123, %129 : tensor<4x2x6x6xf32>
    %131 = stablehlo.exponential %130 : tensor<4x2x6x6xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.reduce(%131 init: %cst_30) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %133 = stablehlo.broadcast_in_dim %132, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %134 = stablehlo.broadcast_in_dim %133, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %135 = stablehlo.divide %131, %134 : tensor<4x2x6x6xf32>
    %136 = stablehlo.dot_general %117, %135, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %137 = stablehlo.transpose %136, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %138 = stablehlo.reshape %137 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %139 = stablehlo.dot_general %138, %92#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %140 = stablehlo.add %92#8, %139 : tensor<4x6x16xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.reduce(%140 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_32 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %144 = stablehlo.divide %142, %143 : tensor<4x6x1xf32>
    %145 = stablehlo.broadcast_in_dim %144, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %146 = stablehlo.subtract %140, %145 : tensor<4x6x16xf32>
    %147 = stablehlo.broadcast_in_dim %92#2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %149 = stablehlo.multiply %148, %146 : tensor<4x6x16xf32>
    %150 = stablehlo.multiply %146, %146 : tensor<4x6x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %151 = stablehlo.reduce(%150 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %152 = stablehlo.broadcast_in_dim %151, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_34 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %154 = stablehlo.divide %152, %153 : tensor<4x6x1xf32>
    %cst_35 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %156 = stablehlo.add %154, %155 : tensor<4x6x1xf32>
    %157 = stablehlo.rsqrt %156 : tensor<4x6x1xf32>
    %158 = stablehlo.broadcast_in_dim %157, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %159 = stablehlo.multiply %149, %158 : tensor<4x6x16xf32>
    %160 = stablehlo.dot_general %159, %92#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %161 = stablehlo.multiply %160, %160 : tensor<4x6x64xf32>
    %162 = stablehlo.multiply %161, %160 : tensor<4x6x64xf32>
    %cst_36 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %164 = stablehlo.multiply %163, %162 : tensor<4x6x64xf32>
    %165 = stablehlo.add %160, %164 : tensor<4x6x64xf32>
    %cst_37 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %167 = stablehlo.multiply %166, %165 : tensor<4x6x64xf32>
    %168 = stablehlo.tanh %167 : tensor<4x6x64xf32>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %170 = stablehlo.add %169, %168 : tensor<4x6x64xf32>
    %cst_39 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %172 = stablehlo.multiply %171, %170 : tensor<4x6x64xf32>
    %173 = stablehlo.multiply %160, %172 : tensor<4x6x64xf32>
    %174 = stablehlo.dot_general %173, %92#0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %175 = stablehlo.add %140, %174 : tensor<4x6x16xf32>
    %176 = stablehlo.optimization_barrier %175 : tensor<4x6x16xf32>
    %177:9 = stablehlo.optimization_barrier %arg16, %arg17, %arg18, %arg19, %arg20, %arg21, %arg22, %arg23, %176 : tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.reduce(%177#8 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %179 = stablehlo.broadcast_in_dim %178, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_41 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %181 = stablehlo.divide %179, %180 : tensor<4x6x1xf32>
    %182 = stablehlo.broadcast_in_dim %181, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %183 = stablehlo.subtract %177#8, %182 : tensor<4x6x16xf32>
    %184 = stablehlo.broadcast_in_dim %177#1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %186 = stablehlo.multiply %185, %183 : tensor<4x6x16xf32>
    %187 = stablehlo.multiply %183, %183 : tensor<4x6x16xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %188 = stablehlo.reduce(%187 init: %cst_42) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %189 = stablehlo.broadcast_in_dim %188, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_43 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %191 = stablehlo.divide %189, %190 : tensor<4x6x1xf32>
    %cst_44 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %193 = stablehlo.add %191, %192 : tensor<4x6x1xf32>
    %194 = stablehlo.rsqrt %193 : tensor<4x6x1xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %196 = stablehlo.multiply %186, %195 : tensor<4x6x16xf32>
    %197 = stablehlo.dot_general %196, %177#6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %198 = stablehlo.reshape %197 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %199 = stablehlo.dot_general %196, %177#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %200 = stablehlo.reshape %199 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %201 = stablehlo.dot_general %196, %177#7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %202 = stablehlo.reshape %201 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %203 = stablehlo.dot_general %198, %200, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_45 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %205 = stablehlo.divide %203, %204 : tensor<4x2x6x6xf32>
    %c_46 = stablehlo.constant dense<true> : tensor<i1>
    %206 = stablehlo.broadcast_in_dim %c_46, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %207 = call @tril(%206) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_47 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %208 = call @_where(%207, %205, %cst_47) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_48 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %209 = stablehlo.reduce(%208 init: %cst_48) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_49 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %211 = stablehlo.maximum %210, %209 : tensor<4x2x6xf32>
    %212 = stablehlo.broadcast_in_dim %211, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %213 = stablehlo.custom_call @motley.stop_gradient(%212) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]} : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    %214 = stablehlo.broadcast_in_dim %213, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %215 = stablehlo.subtract %208, %214 : tensor<4x2x6x6xf32>
    %216 = stablehlo.exponential %215 : tensor<4x2x6x6xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %217 = stablehlo.reduce(%216 init: %cst_50) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %220 = stablehlo.divide %216, %219 : tensor<4x2x6x6xf32>
    %221 = stablehlo.dot_general %202, %220, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %222 = stablehlo.transpose %221, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %223 = stablehlo.reshape %222 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %224 = stablehlo.dot_general %223, %177#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %225 = stablehlo.add %177#8, %224 : tensor<4x6x16xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.reduce(%225 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_52 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %229 = stablehlo.divide %227, %228 : tensor<4x6x1xf32>
    %230 = stablehlo.broadcast_in_dim %229, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %231 = stablehlo.subtract %225, %230 : tensor<4x6x16xf32>
    %232 = stablehlo.broadcast_in_dim %177#2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %233 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %234 = stablehlo.multiply %233, %231 : tensor<4x6x16xf32>
    %235 = stablehlo.multiply %231, %231 : tensor<4x6x16xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.reduce(%235 init: %cst_53) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %237 = stablehlo.broadcast_in_dim %236, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_54 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %239 = stablehlo.divide %237, %238 : tensor<4x6x1xf32>
    %cst_55 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %241 = stablehlo.add %239, %240 : tensor<4x6x1xf32>
    %242 = stablehlo.rsqrt %241 : tensor<4x6x1xf32>
    %243 = stablehlo.broadcast_in_dim %242, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %244 = stablehlo.multiply %234, %243 : tensor<4x6x16xf32>
    %245 = stablehlo.dot_general %244, %177#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %246 = stablehlo.multiply %245, %245 : tensor<4x6x64xf32>
    %247 = stablehlo.multiply %246, %245 : tensor<4x6x64xf32>
    %cst_56 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %249 = stablehlo.multiply %248, %247 : tensor<4x6x64xf32>
    %250 = stablehlo.add %245, %249 : tensor<4x6x64xf32>
    %cst_57 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %252 = stablehlo.multiply %251, %250 : tensor<4x6x64xf32>
    %253 = stablehlo.tanh %252 : tensor<4x6x64xf32>
    %cst_58 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %255 = stablehlo.add %254, %253 : tensor<4x6x64xf32>
    %cst_59 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %257 = stablehlo.multiply %256, %255 : tensor<4x6x64xf32>
    %258 = stablehlo.multiply %245, %257 : tensor<4x6x64xf32>
    %259 = stablehlo.dot_general %258, %177#0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %260 = stablehlo.add %225, %259 : tensor<4x6x16xf32>
    %261 = stablehlo.optimization_barrier %260 : tensor<4x6x16xf32>
    %262 = stablehlo.dot_general %261, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %263 = call @log_softmax(%262) : (tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %264 = stablehlo.broadcast_in_dim %arg27, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %265 = call @take_along_axis(%263, %264) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %266 = stablehlo.reduce(%265 init: %cst_60) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_61 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %267 = stablehlo.divide %266, %cst_61 : tensor<f32>
    %268 = stablehlo.negate %267 : tensor<f32>
    return %268 : tensor<f32>
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
