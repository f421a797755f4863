module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<16x64xf32>, %arg4: tensor<16x16xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<64x16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<16x64xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<16x16xf32>, %arg14: tensor<16x16xf32>, %arg15: tensor<16x16xf32>, %arg16: tensor<64x16xf32>, %arg17: tensor<16xf32>, %arg18: tensor<16xf32>, %arg19: tensor<16x64xf32>, %arg20: tensor<16x16xf32>, %arg21: tensor<16x16xf32>, %arg22: tensor<16x16xf32>, %arg23: tensor<16x16xf32>, %arg24: tensor<32x16xf32>, %arg25: tensor<16x32xf32>, %arg26: tensor<4x6xi32>, %arg27: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64x16xf32> {jax.result_info = "result[1]"}, tensor<16xf32> {jax.result_info = "result[2]"}, tensor<16xf32> {jax.result_info = "result[3]"}, tensor<16x64xf32> {jax.result_info = "result[4]"}, tensor<16x16xf32> {jax.result_info = "result[5]"}, tensor<16x16xf32> {jax.result_info = "result[6]"}, tensor<16x16xf32> {jax.result_info = "result[7]"}, tensor<16x16xf32> {jax.result_info = "result[8]"}, tensor<64x16xf32> {jax.result_info = "result[9]"}, tensor<16xf32> {jax.result_info = "result[10]"}, tensor<16xf32> {jax.result_info = "result[11]"}, tensor<16x64xf32> {jax.result_info = "result[12]"}, tensor<16x16xf32> {jax.result_info = "result[13]"}, tensor<16x16xf32> {jax.result_info = "result[14]"}, tensor<16x16xf32> {jax.result_info = "result[15]"}, tensor<16x16xf32> {jax.result_info = "result[16]"}, tensor<64x16xf32> {jax.result_info = "result[17]"}, tensor<16xf32> {jax.result_info = "result[18]"}, tensor<16xf32> {jax.result_info = "result[19]"}, tensor<16x64xf32> {jax.result_info = "result[20]"}, tensor<16x16xf32> {jax.result_info = "result[21]"}, tensor<16x16xf32> {jax.result_info = "result[22]"}, tensor<16x16xf32> {jax.result_info = "result[23]"}, tensor<16x16xf32> {jax.result_info = "result[24]"}, tensor<32x16xf32> {jax.result_info = "result[25]"}, tensor<16x32xf32> {jax.result_info = "result[26]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg26, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg26, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg26 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg24, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<4x6x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<4x6x16xf32>
    %13 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<4x6x16xf32>
    %16 = stablehlo.multiply %12, %12 : tensor<4x6x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_3 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %20 = stablehlo.divide %18, %19 : tensor<4x6x1xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %22 = stablehlo.add %20, %21 : tensor<4x6x1xf32>
    %23 = stablehlo.rsqrt %22 : tensor<4x6x1xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %25 = stablehlo.multiply %15, %24 : tensor<4x6x16xf32>
    %26 = stablehlo.dot_general %25, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %27 = stablehlo.reshape %26 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %28 = stablehlo.dot_general %25, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %29 = stablehlo.reshape %28 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %30 = stablehlo.dot_general %25, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %31 = stablehlo.reshape %30 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %32 = stablehlo.dot_general %27, %29, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_5 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %34 = stablehlo.divide %32, %33 : tensor<4x2x6x6xf32>
    %c_6 = stablehlo.constant dense<true> : tensor<i1>
    %35 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %36 = call @tril(%35) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %37 = call @_where(%36, %34, %cst_7) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %40 = stablehlo.maximum %39, %38 : tensor<4x2x6xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %43 = stablehlo.subtract %37, %42 : tensor<4x2x6x6xf32>
    %44 = stablehlo.exponential %43 : tensor<4x2x6x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %48 = stablehlo.divide %44, %47 : tensor<4x2x6x6xf32>
    %49 = stablehlo.dot_general %31, %48, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %50 = stablehlo.transpose %49, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %51 = stablehlo.reshape %50 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %52 = stablehlo.dot_general %51, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %53 = stablehlo.add %6, %52 : tensor<4x6x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_12 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %57 = stablehlo.divide %55, %56 : tensor<4x6x1xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %59 = stablehlo.subtract %53, %58 : tensor<4x6x16xf32>
    %60 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %62 = stablehlo.multiply %61, %59 : tensor<4x6x16xf32>
    %63 = stablehlo.multiply %59, %59 : tensor<4x6x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_14 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %67 = stablehlo.divide %65, %66 : tensor<4x6x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %69 = stablehlo.add %67, %68 : tensor<4x6x1xf32>
    %70 = stablehlo.rsqrt %69 : tensor<4x6x1xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %72 = stablehlo.multiply %62, %71 : tensor<4x6x16xf32>
    %73 = stablehlo.dot_general %72, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %74 = stablehlo.multiply %73, %73 : tensor<4x6x64xf32>
    %75 = stablehlo.multiply %74, %73 : tensor<4x6x64xf32>
    %cst_16 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %77 = stablehlo.multiply %76, %75 : tensor<4x6x64xf32>
    %78 = stablehlo.add %73, %77 : tensor<4x6x64xf32>
    %cst_17 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %80 = stablehlo.multiply %79, %78 : tensor<4x6x64xf32>
    %81 = stablehlo.tanh %80 : tensor<4x6x64xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %83 = stablehlo.add %82, %81 : tensor<4x6x64xf32>
    %cst_19 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<4x6x64xf32>
    %86 = stablehlo.multiply %73, %85 : tensor<4x6x64xf32>
    %87 = stablehlo.dot_general %86, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %88 = stablehlo.add %53, %87 : tensor<4x6x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.reduce(%88 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_21 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %92 = stablehlo.divide %90, %91 : tensor<4x6x1xf32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %94 = stablehlo.subtract %88, %93 : tensor<4x6x16xf32>
    %95 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %97 = stablehlo.multiply %96, %94 : tensor<4x6x16xf32>
    %98 = stablehlo.multiply %94, %94 : tensor<4x6x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_22) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_23 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %102 = stablehlo.divide %100, %101 : tensor<4x6x1xf32>
    %cst_24 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %104 = stablehlo.add %102, %103 : tensor<4x6x1xf32>
    %105 = stablehlo.rsqrt %104 : tensor<4x6x1xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %107 = stablehlo.multiply %97, %106 : tensor<4x6x16xf32>
    %108 = stablehlo.dot_general %107, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %109 = stablehlo.reshape %108 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %110 = stablehlo.dot_general %107, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %111 = stablehlo.reshape %110 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %112 = stablehlo.dot_general %107, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %113 = stablehlo.reshape %112 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %114 = stablehlo.dot_general %109, %111, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_25 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %116 = stablehlo.divide %114, %115 : tensor<4x2x6x6xf32>
    %c_26 = stablehlo.constant dense<true> : tensor<i1>
    %117 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %118 = call @tril(%117) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_27 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %119 = call @_where(%118, %116, %cst_27) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_28 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %120 = stablehlo.reduce(%119 init: %cst_28) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_29 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %122 = stablehlo.maximum %121, %120 : tensor<4x2x6xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %124 = stablehlo.broadcast_in_dim %123, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %125 = stablehlo.subtract %119, %124 : tensor<4x2x6x6xf32>
    %126 = stablehlo.exponential %125 : tensor<4x2x6x6xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.reduce(%126 init: %cst_30) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %130 = stablehlo.divide %126, %129 : tensor<4x2x6x6xf32>
    %131 = stablehlo.dot_general %113, %130, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %132 = stablehlo.transpose %131, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %133 = stablehlo.reshape %132 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %134 = stablehlo.dot_general %133, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %135 = stablehlo.add %88, %134 : tensor<4x6x16xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.reduce(%135 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_32 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %139 = stablehlo.divide %137, %138 : tensor<4x6x1xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %141 = stablehlo.subtract %135, %140 : tensor<4x6x16xf32>
    %142 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %144 = stablehlo.multiply %143, %141 : tensor<4x6x16xf32>
    %145 = stablehlo.multiply %141, %141 : tensor<4x6x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.reduce(%145 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_34 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %149 = stablehlo.divide %147, %148 : tensor<4x6x1xf32>
    %cst_35 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %151 = stablehlo.add %149, %150 : tensor<4x6x1xf32>
    %152 = stablehlo.rsqrt %151 : tensor<4x6x1xf32>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %154 = stablehlo.multiply %144, %153 : tensor<4x6x16xf32>
    %155 = stablehlo.dot_general %154, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %156 = stablehlo.multiply %155, %155 : tensor<4x6x64xf32>
    %157 = stablehlo.multiply %156, %155 : tensor<4x6x64xf32>
    %cst_36 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %159 = stablehlo.multiply %158, %157 : tensor<4x6x64xf32>
    %160 = stablehlo.add %155, %159 : tensor<4x6x64xf32>
    %cst_37 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %162 = stablehlo.multiply %161, %160 : tensor<4x6x64xf32>
    %163 = stablehlo.tanh %162 : tensor<4x6x64xf32>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %165 = stablehlo.add %164, %163 : tensor<4x6x64xf32>
    %cst_39 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %167 = stablehlo.multiply %166, %165 : tensor<4x6x64xf32>
    %168 = stablehlo.multiply %155, %167 : tensor<4x6x64xf32>
    %169 = stablehlo.dot_general %168, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %170 = stablehlo.add %135, %169 : tensor<4x6x16xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %171 = stablehlo.reduce(%170 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_41 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %174 = stablehlo.divide %172, %173 : tensor<4x6x1xf32>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %176 = stablehlo.subtract %170, %175 : tensor<4x6x16xf32>
    %177 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %179 = stablehlo.multiply %178, %176 : tensor<4x6x16xf32>
    %180 = stablehlo.multiply %176, %176 : tensor<4x6x16xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.reduce(%180 init: %cst_42) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %182 = stablehlo.broadcast_in_dim %181, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_43 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %184 = stablehlo.divide %182, %183 : tensor<4x6x1xf32>
    %cst_44 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %186 = stablehlo.add %184, %185 : tensor<4x6x1xf32>
    %187 = stablehlo.rsqrt %186 : tensor<4x6x1xf32>
    %188 = stablehlo.broadcast_in_dim %187, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %189 = stablehlo.multiply %179, %188 : tensor<4x6x16xf32>
    %190 = stablehlo.dot_general %189, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %191 = stablehlo.reshape %190 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %192 = stablehlo.dot_general %189, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %193 = stablehlo.reshape %192 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %194 = stablehlo.dot_general %189, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %195 = stablehlo.reshape %194 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %196 = stablehlo.dot_general %191, %193, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_45 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %198 = stablehlo.divide %196, %197 : tensor<4x2x6x6xf32>
    %c_46 = stablehlo.constant dense<true> : tensor<i1>
    %199 = stablehlo.broadcast_in_dim %c_46, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %200 = call @tril(%199) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_47 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %201 = call @_where(%200, %198, %cst_47) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_48 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %202 = stablehlo.reduce(%201 init: %cst_48) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_49 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %204 = stablehlo.maximum %203, %202 : tensor<4x2x6xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %206 = stablehlo.broadcast_in_dim %205, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %207 = stablehlo.subtract %201, %206 : tensor<4x2x6x6xf32>
    %208 = stablehlo.exponential %207 : tensor<4x2x6x6xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %209 = stablehlo.reduce(%208 init: %cst_50) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %211 = stablehlo.broadcast_in_dim %210, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %212 = stablehlo.divide %208, %211 : tensor<4x2x6x6xf32>
    %213 = stablehlo.dot_general %195, %212, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %214 = stablehlo.transpose %213, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %215 = stablehlo.reshape %214 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %216 = stablehlo.dot_general %215, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %217 = stablehlo.add %170, %216 : tensor<4x6x16xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %218 = stablehlo.reduce(%217 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_52 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %221 = stablehlo.divide %219, %220 : tensor<4x6x1xf32>
    %222 = stablehlo.broadcast_in_dim %221, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %223 = stablehlo.subtract %217, %222 : tensor<4x6x16xf32>
    %224 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %225 = stablehlo.broadcast_in_dim %224, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %226 = stablehlo.multiply %225, %223 : tensor<4x6x16xf32>
    %227 = stablehlo.multiply %223, %223 : tensor<4x6x16xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %228 = stablehlo.reduce(%227 init: %cst_53) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_54 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %231 = stablehlo.divide %229, %230 : tensor<4x6x1xf32>
    %cst_55 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %233 = stablehlo.add %231, %232 : tensor<4x6x1xf32>
    %234 = stablehlo.rsqrt %233 : tensor<4x6x1xf32>
    %235 = stablehlo.broadcast_in_dim %234, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %236 = stablehlo.multiply %226, %235 : tensor<4x6x16xf32>
    %237 = stablehlo.dot_general %236, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %238 = stablehlo.multiply %237, %237 : tensor<4x6x64xf32>
    %239 = stablehlo.multiply %238, %237 : tensor<4x6x64xf32>
    %cst_56 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %241 = stablehlo.multiply %240, %239 : tensor<4x6x64xf32>
    %242 = stablehlo.add %237, %241 : tensor<4x6x64xf32>
    %cst_57 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %244 = stablehlo.multiply %243, %242 : tensor<4x6x64xf32>
    %245 = stablehlo.tanh %244 : tensor<4x6x64xf32>
    %cst_58 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %247 = stablehlo.add %246, %245 : tensor<4x6x64xf32>
    %cst_59 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %249 = stablehlo.multiply %248, %247 : tensor<4x6x64xf32>
    %250 = stablehlo.multiply %237, %249 : tensor<4x6x64xf32>
    %251 = stablehlo.dot_general %250, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %252 = stablehlo.add %217, %251 : tensor<4x6x16xf32>
    %253 = stablehlo.dot_general %252, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %254:3 = call @log_softmax(%253) : (tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>)
    %255 = stablehlo.broadcast_in_dim %arg27, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %256:2 = call @take_along_axis(%254#0, %255) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.reduce(%256#0 init: %cst_60) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_61 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %258 = stablehlo.divide %257, %cst_61 : tensor<f32>
    %259 = stablehlo.negate %258 : tensor<f32>
    %cst_62 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %260 = stablehlo.negate %cst_62 : tensor<f32>
    %cst_63 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %261 = stablehlo.divide %260, %cst_63 : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %263 = call @take_along_axis_0(%256#1, %262) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %264 = call @log_softmax_1(%254#1, %254#2, %263) : (tensor<4x6x32xf32>, tensor<4x6x1xf32>, tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %265 = stablehlo.dot_general %264, %252, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    %266 = stablehlo.transpose %265, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %267 = stablehlo.dot_general %264, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<16x32xf32>) -> tensor<4x6x16xf32>
    %268:10 = stablehlo.optimization_barrier %arg16, %arg17, %arg18, %arg19, %arg20, %arg21, %arg22, %arg23, %170, %267 : tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %269 = stablehlo.reduce(%268#8 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %270 = stablehlo.broadcast_in_dim %269, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_65 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %272 = stablehlo.divide %270, %271 : tensor<4x6x1xf32>
    %273 = stablehlo.broadcast_in_dim %272, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %274 = stablehlo.subtract %268#8, %273 : tensor<4x6x16xf32>
    %275 = stablehlo.broadcast_in_dim %268#1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %277 = stablehlo.multiply %276, %274 : tensor<4x6x16xf32>
    %278 = stablehlo.multiply %274, %274 : tensor<4x6x16xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %279 = stablehlo.reduce(%278 init: %cst_66) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %280 = stablehlo.broadcast_in_dim %279, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_67 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %282 = stablehlo.divide %280, %281 : tensor<4x6x1xf32>
    %cst_68 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %284 = stablehlo.add %282, %283 : tensor<4x6x1xf32>
    %285 = stablehlo.rsqrt %284 : tensor<4x6x1xf32>
    %286 = stablehlo.divide %285, %284 : tensor<4x6x1xf32>
    %cst_69 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %288 = stablehlo.multiply %287, %286 : tensor<4x6x1xf32>
    %289 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %290 = stablehlo.multiply %277, %289 : tensor<4x6x16xf32>
    %291 = stablehlo.dot_general %290, %268#6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %292 = stablehlo.reshape %291 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %293 = stablehlo.dot_general %290, %268#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %294 = stablehlo.reshape %293 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %295 = stablehlo.dot_general %290, %268#7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %296 = stablehlo.reshape %295 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %297 = stablehlo.dot_general %292, %294, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_70 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %299 = stablehlo.divide %297, %298 : tensor<4x2x6x6xf32>
    %c_71 = stablehlo.constant dense<true> : tensor<i1>
    %300 = stablehlo.broadcast_in_dim %c_71, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %301 = call @tril_2(%300) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_72 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %302:3 = call @_where_3(%301, %299, %cst_72) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_73 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %303 = stablehlo.reduce(%302#0 init: %cst_73) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_74 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %305 = stablehlo.maximum %304, %303 : tensor<4x2x6xf32>
    %306 = stablehlo.broadcast_in_dim %305, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %307 = stablehlo.broadcast_in_dim %306, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %308 = stablehlo.subtract %302#0, %307 : tensor<4x2x6x6xf32>
    %309 = stablehlo.exponential %308 : tensor<4x2x6x6xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %310 = stablehlo.reduce(%309 init: %cst_75) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %311 = stablehlo.broadcast_in_dim %310, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %312 = stablehlo.broadcast_in_dim %311, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %313 = stablehlo.divide %309, %312 : tensor<4x2x6x6xf32>
    %314 = stablehlo.multiply %311, %311 : tensor<4x2x6x1xf32>
    %cst_76 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %316 = stablehlo.divide %315, %314 : tensor<4x2x6x1xf32>
    %317 = stablehlo.dot_general %296, %313, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %318 = stablehlo.transpose %317, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %319 = stablehlo.reshape %318 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %320 = stablehlo.dot_general %319, %268#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %321 = stablehlo.add %268#8, %320 : tensor<4x6x16xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %322 = stablehlo.reduce(%321 init: %cst_77) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %323 = stablehlo.broadcast_in_dim %322, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_78 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %325 = stablehlo.divide %323, %324 : tensor<4x6x1xf32>
    %326 = stablehlo.broadcast_in_dim %325, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %327 = stablehlo.subtract %321, %326 : tensor<4x6x16xf32>
    %328 = stablehlo.broadcast_in_dim %268#2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %329 = stablehlo.broadcast_in_dim %328, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %330 = stablehlo.multiply %329, %327 : tensor<4x6x16xf32>
    %331 = stablehlo.multiply %327, %327 : tensor<4x6x16xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %332 = stablehlo.reduce(%331 init: %cst_79) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %333 = stablehlo.broadcast_in_dim %332, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_80 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %335 = stablehlo.divide %333, %334 : tensor<4x6x1xf32>
    %cst_81 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %336 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %337 = stablehlo.add %335, %336 : tensor<4x6x1xf32>
    %338 = stablehlo.rsqrt %337 : tensor<4x6x1xf32>
    %339 = stablehlo.divide %338, %337 : tensor<4x6x1xf32>
    %cst_82 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %340 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %341 = stablehlo.multiply %340, %339 : tensor<4x6x1xf32>
    %342 = stablehlo.broadcast_in_dim %338, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %343 = stablehlo.multiply %330, %342 : tensor<4x6x16xf32>
    %344 = stablehlo.dot_general %343, %268#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %345 = stablehlo.multiply %344, %344 : tensor<4x6x64xf32>
    %346 = stablehlo.multiply %345, %344 : tensor<4x6x64xf32>
    %347 = stablehlo.multiply %344, %344 : tensor<4x6x64xf32>
    %cst_83 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %348 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %349 = stablehlo.multiply %348, %347 : tensor<4x6x64xf32>
    %cst_84 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %350 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %351 = stablehlo.multiply %350, %346 : tensor<4x6x64xf32>
    %352 = stablehlo.add %344, %351 : tensor<4x6x64xf32>
    %cst_85 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %353 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %354 = stablehlo.multiply %353, %352 : tensor<4x6x64xf32>
    %355 = stablehlo.tanh %354 : tensor<4x6x64xf32>
    %cst_86 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %356 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %357 = stablehlo.subtract %356, %355 : tensor<4x6x64xf32>
    %cst_87 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %358 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %359 = stablehlo.add %358, %355 : tensor<4x6x64xf32>
    %cst_88 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %361 = stablehlo.multiply %360, %359 : tensor<4x6x64xf32>
    %362 = stablehlo.multiply %344, %361 : tensor<4x6x64xf32>
    %363 = stablehlo.dot_general %268#9, %362, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %364 = stablehlo.transpose %363, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %365 = stablehlo.dot_general %268#9, %268#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %366 = stablehlo.multiply %344, %365 : tensor<4x6x64xf32>
    %367 = stablehlo.multiply %365, %361 : tensor<4x6x64xf32>
    %cst_89 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %368 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %369 = stablehlo.multiply %368, %366 : tensor<4x6x64xf32>
    %370 = stablehlo.multiply %369, %357 : tensor<4x6x64xf32>
    %371 = stablehlo.multiply %370, %355 : tensor<4x6x64xf32>
    %372 = stablehlo.add %370, %371 : tensor<4x6x64xf32>
    %cst_90 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %373 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %374 = stablehlo.multiply %373, %372 : tensor<4x6x64xf32>
    %375 = stablehlo.add %367, %374 : tensor<4x6x64xf32>
    %cst_91 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %376 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %377 = stablehlo.multiply %376, %374 : tensor<4x6x64xf32>
    %378 = stablehlo.multiply %377, %349 : tensor<4x6x64xf32>
    %379 = stablehlo.add %375, %378 : tensor<4x6x64xf32>
    %380 = stablehlo.dot_general %379, %343, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %381 = stablehlo.transpose %380, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %382 = stablehlo.dot_general %379, %268#3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %383 = stablehlo.multiply %330, %382 : tensor<4x6x16xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %384 = stablehlo.reduce(%383 init: %cst_92) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %385 = stablehlo.reshape %384 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %386 = stablehlo.broadcast_in_dim %338, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %387 = stablehlo.multiply %382, %386 : tensor<4x6x16xf32>
    %388 = stablehlo.multiply %385, %341 : tensor<4x6x1xf32>
    %cst_93 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %389 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %390 = stablehlo.divide %388, %389 : tensor<4x6x1xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %391 = stablehlo.reduce(%390 init: %cst_94) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %392 = stablehlo.broadcast_in_dim %391, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %393 = stablehlo.multiply %327, %392 : tensor<4x6x16xf32>
    %394 = stablehlo.multiply %392, %327 : tensor<4x6x16xf32>
    %395 = stablehlo.add %393, %394 : tensor<4x6x16xf32>
    %396 = stablehlo.broadcast_in_dim %328, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %397 = stablehlo.multiply %396, %387 : tensor<4x6x16xf32>
    %398 = stablehlo.add %395, %397 : tensor<4x6x16xf32>
    %399 = stablehlo.multiply %387, %327 : tensor<4x6x16xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %400 = stablehlo.reduce(%399 init: %cst_95) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %401 = stablehlo.reshape %400 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %402 = stablehlo.reduce(%401 init: %cst_96) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %403 = stablehlo.negate %398 : tensor<4x6x16xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %404 = stablehlo.reduce(%403 init: %cst_97) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %405 = stablehlo.reshape %404 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %406 = stablehlo.add %268#9, %398 : tensor<4x6x16xf32>
    %cst_98 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %407 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %408 = stablehlo.divide %405, %407 : tensor<4x6x1xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %409 = stablehlo.reduce(%408 init: %cst_99) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %410 = stablehlo.broadcast_in_dim %409, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %411 = stablehlo.add %406, %410 : tensor<4x6x16xf32>
    %412 = stablehlo.dot_general %411, %319, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %413 = stablehlo.transpose %412, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %414 = stablehlo.dot_general %411, %268#5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %415 = stablehlo.reshape %414 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %416 = stablehlo.transpose %415, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %417 = stablehlo.dot_general %416, %296, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %418 = stablehlo.dot_general %416, %313, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %419 = stablehlo.transpose %418, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %420 = stablehlo.broadcast_in_dim %316, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %421 = stablehlo.multiply %417, %420 : tensor<4x2x6x6xf32>
    %422 = stablehlo.multiply %421, %309 : tensor<4x2x6x6xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %423 = stablehlo.reduce(%422 init: %cst_100) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %424 = stablehlo.reshape %423 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %425 = stablehlo.negate %424 : tensor<4x2x6x1xf32>
    %426 = stablehlo.broadcast_in_dim %311, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %427 = stablehlo.divide %417, %426 : tensor<4x2x6x6xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %428 = stablehlo.reduce(%425 init: %cst_101) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %429 = stablehlo.broadcast_in_dim %428, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %430 = stablehlo.add %427, %429 : tensor<4x2x6x6xf32>
    %431 = stablehlo.multiply %430, %309 : tensor<4x2x6x6xf32>
    %432 = call @_where_4(%302#1, %302#2, %431) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_102 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %433 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %434 = stablehlo.divide %432, %433 : tensor<4x2x6x6xf32>
    %435 = stablehlo.dot_general %434, %292, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %436 = stablehlo.transpose %435, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %437 = stablehlo.dot_general %434, %294, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %438 = stablehlo.transpose %437, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %439 = stablehlo.reshape %419 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %440 = stablehlo.dot_general %439, %290, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %441 = stablehlo.transpose %440, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %442 = stablehlo.dot_general %439, %268#7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %443 = stablehlo.reshape %436 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %444 = stablehlo.dot_general %443, %290, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %445 = stablehlo.transpose %444, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %446 = stablehlo.dot_general %443, %268#4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %447 = stablehlo.add %442, %446 : tensor<4x6x16xf32>
    %448 = stablehlo.reshape %438 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %449 = stablehlo.dot_general %448, %290, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %450 = stablehlo.transpose %449, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %451 = stablehlo.dot_general %448, %268#6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %452 = stablehlo.add %447, %451 : tensor<4x6x16xf32>
    %453 = stablehlo.multiply %277, %452 : tensor<4x6x16xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %454 = stablehlo.reduce(%453 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %455 = stablehlo.reshape %454 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %456 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %457 = stablehlo.multiply %452, %456 : tensor<4x6x16xf32>
    %458 = stablehlo.multiply %455, %288 : tensor<4x6x1xf32>
    %cst_104 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %459 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %460 = stablehlo.divide %458, %459 : tensor<4x6x1xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %461 = stablehlo.reduce(%460 init: %cst_105) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %462 = stablehlo.broadcast_in_dim %461, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %463 = stablehlo.multiply %274, %462 : tensor<4x6x16xf32>
    %464 = stablehlo.multiply %462, %274 : tensor<4x6x16xf32>
    %465 = stablehlo.add %463, %464 : tensor<4x6x16xf32>
    %466 = stablehlo.broadcast_in_dim %275, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %467 = stablehlo.multiply %466, %457 : tensor<4x6x16xf32>
    %468 = stablehlo.add %465, %467 : tensor<4x6x16xf32>
    %469 = stablehlo.multiply %457, %274 : tensor<4x6x16xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %470 = stablehlo.reduce(%469 init: %cst_106) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %471 = stablehlo.reshape %470 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %472 = stablehlo.reduce(%471 init: %cst_107) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %473 = stablehlo.negate %468 : tensor<4x6x16xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %474 = stablehlo.reduce(%473 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %475 = stablehlo.reshape %474 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %476 = stablehlo.add %411, %468 : tensor<4x6x16xf32>
    %cst_109 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %477 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %478 = stablehlo.divide %475, %477 : tensor<4x6x1xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %479 = stablehlo.reduce(%478 init: %cst_110) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %480 = stablehlo.broadcast_in_dim %479, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %481 = stablehlo.add %476, %480 : tensor<4x6x16xf32>
    %482:10 = stablehlo.optimization_barrier %arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %arg15, %88, %481 : tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %483 = stablehlo.reduce(%482#8 init: %cst_111) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %484 = stablehlo.broadcast_in_dim %483, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_112 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %485 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %486 = stablehlo.divide %484, %485 : tensor<4x6x1xf32>
    %487 = stablehlo.broadcast_in_dim %486, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %488 = stablehlo.subtract %482#8, %487 : tensor<4x6x16xf32>
    %489 = stablehlo.broadcast_in_dim %482#1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %490 = stablehlo.broadcast_in_dim %489, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %491 = stablehlo.multiply %490, %488 : tensor<4x6x16xf32>
    %492 = stablehlo.multiply %488, %488 : tensor<4x6x16xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %493 = stablehlo.reduce(%492 init: %cst_113) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %494 = stablehlo.broadcast_in_dim %493, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_114 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %495 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %496 = stablehlo.divide %494, %495 : tensor<4x6x1xf32>
    %cst_115 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %497 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %498 = stablehlo.add %496, %497 : tensor<4x6x1xf32>
    %499 = stablehlo.rsqrt %498 : tensor<4x6x1xf32>
    %500 = stablehlo.divide %499, %498 : tensor<4x6x1xf32>
    %cst_116 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %501 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %502 = stablehlo.multiply %501, %500 : tensor<4x6x1xf32>
    %503 = stablehlo.broadcast_in_dim %499, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %504 = stablehlo.multiply %491, %503 : tensor<4x6x16xf32>
    %505 = stablehlo.dot_general %504, %482#6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %506 = stablehlo.reshape %505 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %507 = stablehlo.dot_general %504, %482#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %508 = stablehlo.reshape %507 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %509 = stablehlo.dot_general %504, %482#7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %510 = stablehlo.reshape %509 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %511 = stablehlo.dot_general %506, %508, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_117 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %512 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %513 = stablehlo.divide %511, %512 : tensor<4x2x6x6xf32>
    %c_118 = stablehlo.constant dense<true> : tensor<i1>
    %514 = stablehlo.broadcast_in_dim %c_118, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %515 = call @tril_2(%514) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_119 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %516:3 = call @_where_3(%515, %513, %cst_119) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_120 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %517 = stablehlo.reduce(%516#0 init: %cst_120) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_121 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %518 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %519 = stablehlo.maximum %518, %517 : tensor<4x2x6xf32>
    %520 = stablehlo.broadcast_in_dim %519, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %521 = stablehlo.broadcast_in_dim %520, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %522 = stablehlo.subtract %516#0, %521 : tensor<4x2x6x6xf32>
    %523 = stablehlo.exponential %522 : tensor<4x2x6x6xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %524 = stablehlo.reduce(%523 init: %cst_122) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %525 = stablehlo.broadcast_in_dim %524, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %526 = stablehlo.broadcast_in_dim %525, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %527 = stablehlo.divide %523, %526 : tensor<4x2x6x6xf32>
    %528 = stablehlo.multiply %525, %525 : tensor<4x2x6x1xf32>
    %cst_123 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %529 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %530 = stablehlo.divide %529, %528 : tensor<4x2x6x1xf32>
    %531 = stablehlo.dot_general %510, %527, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %532 = stablehlo.transpose %531, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %533 = stablehlo.reshape %532 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %534 = stablehlo.dot_general %533, %482#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %535 = stablehlo.add %482#8, %534 : tensor<4x6x16xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %536 = stablehlo.reduce(%535 init: %cst_124) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %537 = stablehlo.broadcast_in_dim %536, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_125 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %538 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %539 = stablehlo.divide %537, %538 : tensor<4x6x1xf32>
    %540 = stablehlo.broadcast_in_dim %539, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %541 = stablehlo.subtract %535, %540 : tensor<4x6x16xf32>
    %542 = stablehlo.broadcast_in_dim %482#2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %543 = stablehlo.broadcast_in_dim %542, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %544 = stablehlo.multiply %543, %541 : tensor<4x6x16xf32>
    %545 = stablehlo.multiply %541, %541 : tensor<4x6x16xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %546 = stablehlo.reduce(%545 init: %cst_126) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %547 = stablehlo.broadcast_in_dim %546, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_127 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %548 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %549 = stablehlo.divide %547, %548 : tensor<4x6x1xf32>
    %cst_128 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %550 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %551 = stablehlo.add %549, %550 : tensor<4x6x1xf32>
    %552 = stablehlo.rsqrt %551 : tensor<4x6x1xf32>
    %553 = stablehlo.divide %552, %551 : tensor<4x6x1xf32>
    %cst_129 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %554 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %555 = stablehlo.multiply %554, %553 : tensor<4x6x1xf32>
    %556 = stablehlo.broadcast_in_dim %552, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %557 = stablehlo.multiply %544, %556 : tensor<4x6x16xf32>
    %558 = stablehlo.dot_general %557, %482#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %559 = stablehlo.multiply %558, %558 : tensor<4x6x64xf32>
    %560 = stablehlo.multiply %559, %558 : tensor<4x6x64xf32>
    %561 = stablehlo.multiply %558, %558 : tensor<4x6x64xf32>
    %cst_130 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %562 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %563 = stablehlo.multiply %562, %561 : tensor<4x6x64xf32>
    %cst_131 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %564 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %565 = stablehlo.multiply %564, %560 : tensor<4x6x64xf32>
    %566 = stablehlo.add %558, %565 : tensor<4x6x64xf32>
    %cst_132 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %567 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %568 = stablehlo.multiply %567, %566 : tensor<4x6x64xf32>
    %569 = stablehlo.tanh %568 : tensor<4x6x64xf32>
    %cst_133 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %570 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %571 = stablehlo.subtract %570, %569 : tensor<4x6x64xf32>
    %cst_134 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %572 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %573 = stablehlo.add %572, %569 : tensor<4x6x64xf32>
    %cst_135 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %574 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %575 = stablehlo.multiply %574, %573 : tensor<4x6x64xf32>
    %576 = stablehlo.multiply %558, %575 : tensor<4x6x64xf32>
    %577 = stablehlo.dot_general %482#9, %576, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %578 = stablehlo.transpose %577, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %579 = stablehlo.dot_general %482#9, %482#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %580 = stablehlo.multiply %558, %579 : tensor<4x6x64xf32>
    %581 = stablehlo.multiply %579, %575 : tensor<4x6x64xf32>
    %cst_136 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %582 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %583 = stablehlo.multiply %582, %580 : tensor<4x6x64xf32>
    %584 = stablehlo.multiply %583, %571 : tensor<4x6x64xf32>
    %585 = stablehlo.multiply %584, %569 : tensor<4x6x64xf32>
    %586 = stablehlo.add %584, %585 : tensor<4x6x64xf32>
    %cst_137 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %588 = stablehlo.multiply %587, %586 : tensor<4x6x64xf32>
    %589 = stablehlo.add %581, %588 : tensor<4x6x64xf32>
    %cst_138 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %590 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %591 = stablehlo.multiply %590, %588 : tensor<4x6x64xf32>
    %592 = stablehlo.multiply %591, %563 : tensor<4x6x64xf32>
    %593 = stablehlo.add %589, %592 : tensor<4x6x64xf32>
    %594 = stablehlo.dot_general %593, %557, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %595 = stablehlo.transpose %594, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %596 = stablehlo.dot_general %593, %482#3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %597 = stablehlo.multiply %544, %596 : tensor<4x6x16xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %598 = stablehlo.reduce(%597 init: %cst_139) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %599 = stablehlo.reshape %598 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %600 = stablehlo.broadcast_in_dim %552, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %601 = stablehlo.multiply %596, %600 : tensor<4x6x16xf32>
    %602 = stablehlo.multiply %599, %555 : tensor<4x6x1xf32>
    %cst_140 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %603 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %604 = stablehlo.divide %602, %603 : tensor<4x6x1xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %605 = stablehlo.reduce(%604 init: %cst_141) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %606 = stablehlo.broadcast_in_dim %605, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %607 = stablehlo.multiply %541, %606 : tensor<4x6x16xf32>
    %608 = stablehlo.multiply %606, %541 : tensor<4x6x16xf32>
    %609 = stablehlo.add %607, %608 : tensor<4x6x16xf32>
    %610 = stablehlo.broadcast_in_dim %542, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %611 = stablehlo.multiply %610, %601 : tensor<4x6x16xf32>
    %612 = stablehlo.add %609, %611 : tensor<4x6x16xf32>
    %613 = stablehlo.multiply %601, %541 : tensor<4x6x16xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %614 = stablehlo.reduce(%613 init: %cst_142) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %615 = stablehlo.reshape %614 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %616 = stablehlo.reduce(%615 init: %cst_143) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %617 = stablehlo.negate %612 : tensor<4x6x16xf32>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %618 = stablehlo.reduce(%617 init: %cst_144) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %619 = stablehlo.reshape %618 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %620 = stablehlo.add %482#9, %612 : tensor<4x6x16xf32>
    %cst_145 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %621 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %622 = stablehlo.divide %619, %621 : tensor<4x6x1xf32>
    %cst_146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %623 = stablehlo.reduce(%622 init: %cst_146) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %624 = stablehlo.broadcast_in_dim %623, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %625 = stablehlo.add %620, %624 : tensor<4x6x16xf32>
    %626 = stablehlo.dot_general %625, %533, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %627 = stablehlo.transpose %626, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %628 = stablehlo.dot_general %625, %482#5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %629 = stablehlo.reshape %628 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %630 = stablehlo.transpose %629, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %631 = stablehlo.dot_general %630, %510, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %632 = stablehlo.dot_general %630, %527, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %633 = stablehlo.transpose %632, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %634 = stablehlo.broadcast_in_dim %530, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %635 = stablehlo.multiply %631, %634 : tensor<4x2x6x6xf32>
    %636 = stablehlo.multiply %635, %523 : tensor<4x2x6x6xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %637 = stablehlo.reduce(%636 init: %cst_147) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %638 = stablehlo.reshape %637 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %639 = stablehlo.negate %638 : tensor<4x2x6x1xf32>
    %640 = stablehlo.broadcast_in_dim %525, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %641 = stablehlo.divide %631, %640 : tensor<4x2x6x6xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %642 = stablehlo.reduce(%639 init: %cst_148) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %643 = stablehlo.broadcast_in_dim %642, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %644 = stablehlo.add %641, %643 : tensor<4x2x6x6xf32>
    %645 = stablehlo.multiply %644, %523 : tensor<4x2x6x6xf32>
    %646 = call @_where_4(%516#1, %516#2, %645) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_149 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %647 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %648 = stablehlo.divide %646, %647 : tensor<4x2x6x6xf32>
    %649 = stablehlo.dot_general %648, %506, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %650 = stablehlo.transpose %649, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %651 = stablehlo.dot_general %648, %508, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %652 = stablehlo.transpose %651, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %653 = stablehlo.reshape %633 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %654 = stablehlo.dot_general %653, %504, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %655 = stablehlo.transpose %654, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %656 = stablehlo.dot_general %653, %482#7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %657 = stablehlo.reshape %650 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %658 = stablehlo.dot_general %657, %504, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %659 = stablehlo.transpose %658, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %660 = stablehlo.dot_general %657, %482#4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %661 = stablehlo.add %656, %660 : tensor<4x6x16xf32>
    %662 = stablehlo.reshape %652 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %663 = stablehlo.dot_general %662, %504, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %664 = stablehlo.transpose %663, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %665 = stablehlo.dot_general %662, %482#6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %666 = stablehlo.add %661, %665 : tensor<4x6x16xf32>
    %667 = stablehlo.multiply %491, %666 : tensor<4x6x16xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %668 = stablehlo.reduce(%667 init: %cst_150) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %669 = stablehlo.reshape %668 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %670 = stablehlo.broadcast_in_dim %499, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %671 = stablehlo.multiply %666, %670 : tensor<4x6x16xf32>
    %672 = stablehlo.multiply %669, %502 : tensor<4x6x1xf32>
    %cst_151 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %673 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %674 = stablehlo.divide %672, %673 : tensor<4x6x1xf32>
    %cst_152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %675 = stablehlo.reduce(%674 init: %cst_152) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %676 = stablehlo.broadcast_in_dim %675, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %677 = stablehlo.multiply %488, %676 : tensor<4x6x16xf32>
    %678 = stablehlo.multiply %676, %488 : tensor<4x6x16xf32>
    %679 = stablehlo.add %677, %678 : tensor<4x6x16xf32>
    %680 = stablehlo.broadcast_in_dim %489, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %681 = stablehlo.multiply %680, %671 : tensor<4x6x16xf32>
    %682 = stablehlo.add %679, %681 : tensor<4x6x16xf32>
    %683 = stablehlo.multiply %671, %488 : tensor<4x6x16xf32>
    %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %684 = stablehlo.reduce(%683 init: %cst_153) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %685 = stablehlo.reshape %684 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %686 = stablehlo.reduce(%685 init: %cst_154) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %687 = stablehlo.negate %682 : tensor<4x6x16xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %688 = stablehlo.reduce(%687 init: %cst_155) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %689 = stablehlo.reshape %688 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %690 = stablehlo.add %625, %682 : tensor<4x6x16xf32>
    %cst_156 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %691 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %692 = stablehlo.divide %689, %691 : tensor<4x6x1xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %693 = stablehlo.reduce(%692 init: %cst_157) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %694 = stablehlo.broadcast_in_dim %693, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %695 = stablehlo.add %690, %694 : tensor<4x6x16xf32>
    %696:10 = stablehlo.optimization_barrier %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %6, %695 : tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %697 = stablehlo.reduce(%696#8 init: %cst_158) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %698 = stablehlo.broadcast_in_dim %697, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_159 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %699 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %700 = stablehlo.divide %698, %699 : tensor<4x6x1xf32>
    %701 = stablehlo.broadcast_in_dim %700, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %702 = stablehlo.subtract %696#8, %701 : tensor<4x6x16xf32>
    %703 = stablehlo.broadcast_in_dim %696#1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %704 = stablehlo.broadcast_in_dim %703, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %705 = stablehlo.multiply %704, %702 : tensor<4x6x16xf32>
    %706 = stablehlo.multiply %702, %702 : tensor<4x6x16xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %707 = stablehlo.reduce(%706 init: %cst_160) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %708 = stablehlo.broadcast_in_dim %707, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_161 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %709 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %710 = stablehlo.divide %708, %709 : tensor<4x6x1xf32>
    %cst_162 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %711 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %712 = stablehlo.add %710, %711 : tensor<4x6x1xf32>
    %713 = stablehlo.rsqrt %712 : tensor<4x6x1xf32>
    %714 = stablehlo.divide %713, %712 : tensor<4x6x1xf32>
    %cst_163 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %715 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %716 = stablehlo.multiply %715, %714 : tensor<4x6x1xf32>
    %717 = stablehlo.broadcast_in_dim %713, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %718 = stablehlo.multiply %705, %717 : tensor<4x6x16xf32>
    %719 = stablehlo.dot_general %718, %696#6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %720 = stablehlo.reshape %719 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %721 = stablehlo.dot_general %718, %696#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %722 = stablehlo.reshape %721 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %723 = stablehlo.dot_general %718, %696#7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %724 = stablehlo.reshape %723 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %725 = stablehlo.dot_general %720, %722, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_164 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %726 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %727 = stablehlo.divide %725, %726 : tensor<4x2x6x6xf32>
    %c_165 = stablehlo.constant dense<true> : tensor<i1>
    %728 = stablehlo.broadcast_in_dim %c_165, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %729 = call @tril_2(%728) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_166 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %730:3 = call @_where_3(%729, %727, %cst_166) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_167 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %731 = stablehlo.reduce(%730#0 init: %cst_167) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_168 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %732 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %733 = stablehlo.maximum %732, %731 : tensor<4x2x6xf32>
    %734 = stablehlo.broadcast_in_dim %733, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %735 = stablehlo.broadcast_in_dim %734, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %736 = stablehlo.subtract %730#0, %735 : tensor<4x2x6x6xf32>
    %737 = stablehlo.exponential %736 : tensor<4x2x6x6xf32>
    %cst_169 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %738 = stablehlo.reduce(%737 init: %cst_169) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %739 = stablehlo.broadcast_in_dim %738, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %740 = stablehlo.broadcast_in_dim %739, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %741 = stablehlo.divide %737, %740 : tensor<4x2x6x6xf32>
    %742 = stablehlo.multiply %739, %739 : tensor<4x2x6x1xf32>
    %cst_170 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %743 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %744 = stablehlo.divide %743, %742 : tensor<4x2x6x1xf32>
    %745 = stablehlo.dot_general %724, %741, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %746 = stablehlo.transpose %745, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %747 = stablehlo.reshape %746 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %748 = stablehlo.dot_general %747, %696#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %749 = stablehlo.add %696#8, %748 : tensor<4x6x16xf32>
    %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %750 = stablehlo.reduce(%749 init: %cst_171) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %751 = stablehlo.broadcast_in_dim %750, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_172 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %752 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %753 = stablehlo.divide %751, %752 : tensor<4x6x1xf32>
    %754 = stablehlo.broadcast_in_dim %753, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %755 = stablehlo.subtract %749, %754 : tensor<4x6x16xf32>
    %756 = stablehlo.broadcast_in_dim %696#2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %757 = stablehlo.broadcast_in_dim %756, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %758 = stablehlo.multiply %757, %755 : tensor<4x6x16xf32>
    %759 = stablehlo.multiply %755, %755 : tensor<4x6x16xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %760 = stablehlo.reduce(%759 init: %cst_173) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %761 = stablehlo.broadcast_in_dim %760, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_174 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %762 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %763 = stablehlo.divide %761, %762 : tensor<4x6x1xf32>
    %cst_175 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %764 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %765 = stablehlo.add %763, %764 : tensor<4x6x1xf32>
    %766 = stablehlo.rsqrt %765 : tensor<4x6x1xf32>
    %767 = stablehlo.divide %766, %765 : tensor<4x6x1xf32>
    %cst_176 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %768 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %769 = stablehlo.multiply %768, %767 : tensor<4x6x1xf32>
    %770 = stablehlo.broadcast_in_dim %766, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %771 = stablehlo.multiply %758, %770 : tensor<4x6x16xf32>
    %772 = stablehlo.dot_general %771, %696#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %773 = stablehlo.multiply %772, %772 : tensor<4x6x64xf32>
    %774 = stablehlo.multiply %773, %772 : tensor<4x6x64xf32>
    %775 = stablehlo.multiply %772, %772 : tensor<4x6x64xf32>
    %cst_177 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %776 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %777 = stablehlo.multiply %776, %775 : tensor<4x6x64xf32>
    %cst_178 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %778 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %779 = stablehlo.multiply %778, %774 : tensor<4x6x64xf32>
    %780 = stablehlo.add %772, %779 : tensor<4x6x64xf32>
    %cst_179 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %781 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %782 = stablehlo.multiply %781, %780 : tensor<4x6x64xf32>
    %783 = stablehlo.tanh %782 : tensor<4x6x64xf32>
    %cst_180 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %784 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %785 = stablehlo.subtract %784, %783 : tensor<4x6x64xf32>
    %cst_181 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %786 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %787 = stablehlo.add %786, %783 : tensor<4x6x64xf32>
    %cst_182 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %788 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %789 = stablehlo.multiply %788, %787 : tensor<4x6x64xf32>
    %790 = stablehlo.multiply %772, %789 : tensor<4x6x64xf32>
    %791 = stablehlo.dot_general %696#9, %790, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %792 = stablehlo.transpose %791, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %793 = stablehlo.dot_general %696#9, %696#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %794 = stablehlo.multiply %772, %793 : tensor<4x6x64xf32>
    %795 = stablehlo.multiply %793, %789 : tensor<4x6x64xf32>
    %cst_183 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %796 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %797 = stablehlo.multiply %796, %794 : tensor<4x6x64xf32>
    %798 = stablehlo.multiply %797, %785 : tensor<4x6x64xf32>
    %799 = stablehlo.multiply %798, %783 : tensor<4x6x64xf32>
    %800 = stablehlo.add %798, %799 : tensor<4x6x64xf32>
    %cst_184 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %801 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %802 = stablehlo.multiply %801, %800 : tensor<4x6x64xf32>
    %803 = stablehlo.add %795, %802 : tensor<4x6x64xf32>
    %cst_185 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %804 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %805 = stablehlo.multiply %804, %802 : tensor<4x6x64xf32>
    %806 = stablehlo.multiply %805, %777 : tensor<4x6x64xf32>
    %807 = stablehlo.add %803, %806 : tensor<4x6x64xf32>
    %808 = stablehlo.dot_general %807, %771, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %809 = stablehlo.transpose %808, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %810 = stablehlo.dot_general %807, %696#3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %811 = stablehlo.multiply %758, %810 : tensor<4x6x16xf32>
    %cst_186 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %812 = stablehlo.reduce(%811 init: %cst_186) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %813 = stablehlo.reshape %812 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %814 = stablehlo.broadcast_in_dim %766, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %815 = stablehlo.multiply %810, %814 : tensor<4x6x16xf32>
    %816 = stablehlo.multiply %813, %769 : tensor<4x6x1xf32>
    %cst_187 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %817 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %818 = stablehlo.divide %816, %817 : tensor<4x6x1xf32>
    %cst_188 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %819 = stablehlo.reduce(%818 init: %cst_188) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %820 = stablehlo.broadcast_in_dim %819, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %821 = stablehlo.multiply %755, %820 : tensor<4x6x16xf32>
    %822 = stablehlo.multiply %820, %755 : tensor<4x6x16xf32>
    %823 = stablehlo.add %821, %822 : tensor<4x6x16xf32>
    %824 = stablehlo.broadcast_in_dim %756, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %825 = stablehlo.multiply %824, %815 : tensor<4x6x16xf32>
    %826 = stablehlo.add %823, %825 : tensor<4x6x16xf32>
    %827 = stablehlo.multiply %815, %755 : tensor<4x6x16xf32>
    %cst_189 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %828 = stablehlo.reduce(%827 init: %cst_189) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %829 = stablehlo.reshape %828 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_190 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %830 = stablehlo.reduce(%829 init: %cst_190) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %831 = stablehlo.negate %826 : tensor<4x6x16xf32>
    %cst_191 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %832 = stablehlo.reduce(%831 init: %cst_191) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %833 = stablehlo.reshape %832 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %834 = stablehlo.add %696#9, %826 : tensor<4x6x16xf32>
    %cst_192 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %835 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %836 = stablehlo.divide %833, %835 : tensor<4x6x1xf32>
    %cst_193 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %837 = stablehlo.reduce(%836 init: %cst_193) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %838 = stablehlo.broadcast_in_dim %837, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %839 = stablehlo.add %834, %838 : tensor<4x6x16xf32>
    %840 = stablehlo.dot_general %839, %747, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %841 = stablehlo.transpose %840, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %842 = stablehlo.dot_general %839, %696#5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %843 = stablehlo.reshape %842 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %844 = stablehlo.transpose %843, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %845 = stablehlo.dot_general %844, %724, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %846 = stablehlo.dot_general %844, %741, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %847 = stablehlo.transpose %846, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %848 = stablehlo.broadcast_in_dim %744, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %849 = stablehlo.multiply %845, %848 : tensor<4x2x6x6xf32>
    %850 = stablehlo.multiply %849, %737 : tensor<4x2x6x6xf32>
    %cst_194 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %851 = stablehlo.reduce(%850 init: %cst_194) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %852 = stablehlo.reshape %851 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %853 = stablehlo.negate %852 : tensor<4x2x6x1xf32>
    %854 = stablehlo.broadcast_in_dim %739, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %855 = stablehlo.divide %845, %854 : tensor<4x2x6x6xf32>
    %cst_195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %856 = stablehlo.reduce(%853 init: %cst_195) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %857 = stablehlo.broadcast_in_dim %856, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %858 = stablehlo.add %855, %857 : tensor<4x2x6x6xf32>
    %859 = stablehlo.multiply %858, %737 : tensor<4x2x6x6xf32>
    %860 = call @_where_4(%730#1, %730#2, %859) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_196 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %861 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %862 = stablehlo.divide %860, %861 : tensor<4x2x6x6xf32>
    %863 = stablehlo.dot_general %862, %720, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %864 = stablehlo.transpose %863, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %865 = stablehlo.dot_general %862, %722, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %866 = stablehlo.transpose %865, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %867 = stablehlo.reshape %847 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %868 = stablehlo.dot_general %867, %718, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %869 = stablehlo.transpose %868, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %870 = stablehlo.dot_general %867, %696#7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %871 = stablehlo.reshape %864 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %872 = stablehlo.dot_general %871, %718, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %873 = stablehlo.transpose %872, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %874 = stablehlo.dot_general %871, %696#4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %875 = stablehlo.add %870, %874 : tensor<4x6x16xf32>
    %876 = stablehlo.reshape %866 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %877 = stablehlo.dot_general %876, %718, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %878 = stablehlo.transpose %877, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %879 = stablehlo.dot_general %876, %696#6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %880 = stablehlo.add %875, %879 : tensor<4x6x16xf32>
    %881 = stablehlo.multiply %705, %880 : tensor<4x6x16xf32>
    %cst_197 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %882 = stablehlo.reduce(%881 init: %cst_197) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %883 = stablehlo.reshape %882 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %884 = stablehlo.broadcast_in_dim %713, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %885 = stablehlo.multiply %880, %884 : tensor<4x6x16xf32>
    %886 = stablehlo.multiply %883, %716 : tensor<4x6x1xf32>
    %cst_198 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %887 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %888 = stablehlo.divide %886, %887 : tensor<4x6x1xf32>
    %cst_199 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %889 = stablehlo.reduce(%888 init: %cst_199) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %890 = stablehlo.broadcast_in_dim %889, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %891 = stablehlo.multiply %702, %890 : tensor<4x6x16xf32>
    %892 = stablehlo.multiply %890, %702 : tensor<4x6x16xf32>
    %893 = stablehlo.add %891, %892 : tensor<4x6x16xf32>
    %894 = stablehlo.broadcast_in_dim %703, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %895 = stablehlo.multiply %894, %885 : tensor<4x6x16xf32>
    %896 = stablehlo.add %893, %895 : tensor<4x6x16xf32>
    %897 = stablehlo.multiply %885, %702 : tensor<4x6x16xf32>
    %cst_200 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %898 = stablehlo.reduce(%897 init: %cst_200) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %899 = stablehlo.reshape %898 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_201 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %900 = stablehlo.reduce(%899 init: %cst_201) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %901 = stablehlo.negate %896 : tensor<4x6x16xf32>
    %cst_202 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %902 = stablehlo.reduce(%901 init: %cst_202) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %903 = stablehlo.reshape %902 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %904 = stablehlo.add %839, %896 : tensor<4x6x16xf32>
    %cst_203 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %905 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %906 = stablehlo.divide %903, %905 : tensor<4x6x1xf32>
    %cst_204 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %907 = stablehlo.reduce(%906 init: %cst_204) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %908 = stablehlo.broadcast_in_dim %907, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %909 = stablehlo.add %904, %908 : tensor<4x6x16xf32>
    %cst_205 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %910 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %911 = "stablehlo.scatter"(%910, %5, %909) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
      %912 = stablehlo.add %arg28, %arg29 : tensor<f32>
      stablehlo.return %912 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    return %259, %792, %900, %830, %809, %873, %841, %878, %869, %578, %686, %616, %595, %659, %627, %664, %655, %364, %472, %402, %381, %445, %413, %450, %441, %911, %266 : tensor<f32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<32x16xf32>, tensor<16x32xf32>
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
  func.func private @log_softmax(%arg0: tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x6x32xf32>
    %6 = stablehlo.exponential %5 : tensor<4x6x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %9 = stablehlo.log %8 : tensor<4x6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x6x32xf32>
    return %11, %6, %8 : tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6x32xf32>, %arg1: tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>) {
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
    return %15, %5 : tensor<4x6x1xf32>, tensor<4x6x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<4x6x1x1xi32>, %arg1: tensor<4x6x1xf32>) -> tensor<4x6x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x32xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6x32xf32>, tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    return %1 : tensor<4x6x32xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<4x6x32xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<4x6x32xf32>) -> tensor<4x6x32xf32> {
    %0 = stablehlo.negate %arg2 : tensor<4x6x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x32xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<4x6x32xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<4x6x32xf32>
    return %7 : tensor<4x6x32xf32>
  }
  func.func private @tril_2(%arg0: tensor<6x6xi1>) -> tensor<6x6xi1> {
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
  func.func private @_where_3(%arg0: tensor<6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<4x2x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    return %3, %1, %4 : tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
  }
  func.func private @_where_4(%arg0: tensor<4x2x6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    return %1 : tensor<4x2x6x6xf32>
  }
}
