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
    %24 = stablehlo.divide %23, %22 : tensor<4x6x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %26 = stablehlo.multiply %25, %24 : tensor<4x6x1xf32>
    %27 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %28 = stablehlo.multiply %15, %27 : tensor<4x6x16xf32>
    %29 = stablehlo.dot_general %28, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %30 = stablehlo.reshape %29 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %31 = stablehlo.dot_general %28, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %32 = stablehlo.reshape %31 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %33 = stablehlo.dot_general %28, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %34 = stablehlo.reshape %33 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %35 = stablehlo.dot_general %30, %32, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_6 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %37 = stablehlo.divide %35, %36 : tensor<4x2x6x6xf32>
    %c_7 = stablehlo.constant dense<true> : tensor<i1>
    %38 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %39 = call @tril(%38) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_8 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %40:3 = call @_where(%39, %37, %cst_8) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %41 = stablehlo.reduce(%40#0 init: %cst_9) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %42 = stablehlo.reshape %41 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %44 = stablehlo.compare EQ, %40#0, %43, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %45 = stablehlo.convert %44 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %48 = stablehlo.maximum %47, %41 : tensor<4x2x6xf32>
    %49 = stablehlo.compare EQ, %41, %48, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %52 = stablehlo.select %49, %50, %51 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %54 = stablehlo.compare EQ, %53, %48, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_15 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %57 = stablehlo.select %54, %55, %56 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %58 = stablehlo.divide %52, %57 : tensor<4x2x6xf32>
    %59 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %61 = stablehlo.subtract %40#0, %60 : tensor<4x2x6x6xf32>
    %62 = stablehlo.exponential %61 : tensor<4x2x6x6xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %66 = stablehlo.divide %62, %65 : tensor<4x2x6x6xf32>
    %67 = stablehlo.multiply %64, %64 : tensor<4x2x6x1xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %69 = stablehlo.divide %68, %67 : tensor<4x2x6x1xf32>
    %70 = stablehlo.dot_general %34, %66, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %71 = stablehlo.transpose %70, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %72 = stablehlo.reshape %71 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %73 = stablehlo.dot_general %72, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %74 = stablehlo.add %6, %73 : tensor<4x6x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%74 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_20 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %78 = stablehlo.divide %76, %77 : tensor<4x6x1xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %80 = stablehlo.subtract %74, %79 : tensor<4x6x16xf32>
    %81 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %83 = stablehlo.multiply %82, %80 : tensor<4x6x16xf32>
    %84 = stablehlo.multiply %80, %80 : tensor<4x6x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %85 = stablehlo.reduce(%84 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_22 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %88 = stablehlo.divide %86, %87 : tensor<4x6x1xf32>
    %cst_23 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %90 = stablehlo.add %88, %89 : tensor<4x6x1xf32>
    %91 = stablehlo.rsqrt %90 : tensor<4x6x1xf32>
    %92 = stablehlo.divide %91, %90 : tensor<4x6x1xf32>
    %cst_24 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %94 = stablehlo.multiply %93, %92 : tensor<4x6x1xf32>
    %95 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %96 = stablehlo.multiply %83, %95 : tensor<4x6x16xf32>
    %97 = stablehlo.dot_general %96, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %98 = stablehlo.multiply %97, %97 : tensor<4x6x64xf32>
    %99 = stablehlo.multiply %98, %97 : tensor<4x6x64xf32>
    %100 = stablehlo.multiply %97, %97 : tensor<4x6x64xf32>
    %cst_25 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %102 = stablehlo.multiply %101, %100 : tensor<4x6x64xf32>
    %cst_26 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %104 = stablehlo.multiply %103, %99 : tensor<4x6x64xf32>
    %105 = stablehlo.add %97, %104 : tensor<4x6x64xf32>
    %cst_27 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %107 = stablehlo.multiply %106, %105 : tensor<4x6x64xf32>
    %108 = stablehlo.tanh %107 : tensor<4x6x64xf32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %110 = stablehlo.subtract %109, %108 : tensor<4x6x64xf32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %112 = stablehlo.add %111, %108 : tensor<4x6x64xf32>
    %cst_30 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %114 = stablehlo.multiply %113, %112 : tensor<4x6x64xf32>
    %115 = stablehlo.multiply %97, %114 : tensor<4x6x64xf32>
    %116 = stablehlo.dot_general %115, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %117 = stablehlo.add %74, %116 : tensor<4x6x16xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_32 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %121 = stablehlo.divide %119, %120 : tensor<4x6x1xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %123 = stablehlo.subtract %117, %122 : tensor<4x6x16xf32>
    %124 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %126 = stablehlo.multiply %125, %123 : tensor<4x6x16xf32>
    %127 = stablehlo.multiply %123, %123 : tensor<4x6x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.reduce(%127 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_34 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %131 = stablehlo.divide %129, %130 : tensor<4x6x1xf32>
    %cst_35 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %133 = stablehlo.add %131, %132 : tensor<4x6x1xf32>
    %134 = stablehlo.rsqrt %133 : tensor<4x6x1xf32>
    %135 = stablehlo.divide %134, %133 : tensor<4x6x1xf32>
    %cst_36 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %137 = stablehlo.multiply %136, %135 : tensor<4x6x1xf32>
    %138 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %139 = stablehlo.multiply %126, %138 : tensor<4x6x16xf32>
    %140 = stablehlo.dot_general %139, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %141 = stablehlo.reshape %140 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %142 = stablehlo.dot_general %139, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %143 = stablehlo.reshape %142 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %144 = stablehlo.dot_general %139, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %145 = stablehlo.reshape %144 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %146 = stablehlo.dot_general %141, %143, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_37 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %148 = stablehlo.divide %146, %147 : tensor<4x2x6x6xf32>
    %c_38 = stablehlo.constant dense<true> : tensor<i1>
    %149 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %150 = call @tril(%149) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_39 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %151:3 = call @_where(%150, %148, %cst_39) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_40 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %152 = stablehlo.reduce(%151#0 init: %cst_40) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %153 = stablehlo.reshape %152 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %155 = stablehlo.compare EQ, %151#0, %154, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %156 = stablehlo.convert %155 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_41) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_42 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %159 = stablehlo.maximum %158, %152 : tensor<4x2x6xf32>
    %160 = stablehlo.compare EQ, %152, %159, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %163 = stablehlo.select %160, %161, %162 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_45 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %165 = stablehlo.compare EQ, %164, %159, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_46 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_47 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %168 = stablehlo.select %165, %166, %167 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %169 = stablehlo.divide %163, %168 : tensor<4x2x6xf32>
    %170 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %172 = stablehlo.subtract %151#0, %171 : tensor<4x2x6x6xf32>
    %173 = stablehlo.exponential %172 : tensor<4x2x6x6xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.reduce(%173 init: %cst_48) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %176 = stablehlo.broadcast_in_dim %175, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %177 = stablehlo.divide %173, %176 : tensor<4x2x6x6xf32>
    %178 = stablehlo.multiply %175, %175 : tensor<4x2x6x1xf32>
    %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %180 = stablehlo.divide %179, %178 : tensor<4x2x6x1xf32>
    %181 = stablehlo.dot_general %145, %177, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %182 = stablehlo.transpose %181, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %183 = stablehlo.reshape %182 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %184 = stablehlo.dot_general %183, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %185 = stablehlo.add %117, %184 : tensor<4x6x16xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %186 = stablehlo.reduce(%185 init: %cst_50) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %187 = stablehlo.broadcast_in_dim %186, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_51 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %189 = stablehlo.divide %187, %188 : tensor<4x6x1xf32>
    %190 = stablehlo.broadcast_in_dim %189, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %191 = stablehlo.subtract %185, %190 : tensor<4x6x16xf32>
    %192 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %193 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %194 = stablehlo.multiply %193, %191 : tensor<4x6x16xf32>
    %195 = stablehlo.multiply %191, %191 : tensor<4x6x16xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.reduce(%195 init: %cst_52) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %197 = stablehlo.broadcast_in_dim %196, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_53 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %199 = stablehlo.divide %197, %198 : tensor<4x6x1xf32>
    %cst_54 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %201 = stablehlo.add %199, %200 : tensor<4x6x1xf32>
    %202 = stablehlo.rsqrt %201 : tensor<4x6x1xf32>
    %203 = stablehlo.divide %202, %201 : tensor<4x6x1xf32>
    %cst_55 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %205 = stablehlo.multiply %204, %203 : tensor<4x6x1xf32>
    %206 = stablehlo.broadcast_in_dim %202, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %207 = stablehlo.multiply %194, %206 : tensor<4x6x16xf32>
    %208 = stablehlo.dot_general %207, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %209 = stablehlo.multiply %208, %208 : tensor<4x6x64xf32>
    %210 = stablehlo.multiply %209, %208 : tensor<4x6x64xf32>
    %211 = stablehlo.multiply %208, %208 : tensor<4x6x64xf32>
    %cst_56 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %213 = stablehlo.multiply %212, %211 : tensor<4x6x64xf32>
    %cst_57 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %215 = stablehlo.multiply %214, %210 : tensor<4x6x64xf32>
    %216 = stablehlo.add %208, %215 : tensor<4x6x64xf32>
    %cst_58 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %218 = stablehlo.multiply %217, %216 : tensor<4x6x64xf32>
    %219 = stablehlo.tanh %218 : tensor<4x6x64xf32>
    %cst_59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %221 = stablehlo.subtract %220, %219 : tensor<4x6x64xf32>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %223 = stablehlo.add %222, %219 : tensor<4x6x64xf32>
    %cst_61 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %225 = stablehlo.multiply %224, %223 : tensor<4x6x64xf32>
    %226 = stablehlo.multiply %208, %225 : tensor<4x6x64xf32>
    %227 = stablehlo.dot_general %226, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %228 = stablehlo.add %185, %227 : tensor<4x6x16xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %229 = stablehlo.reduce(%228 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %230 = stablehlo.broadcast_in_dim %229, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_63 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %231 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %232 = stablehlo.divide %230, %231 : tensor<4x6x1xf32>
    %233 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %234 = stablehlo.subtract %228, %233 : tensor<4x6x16xf32>
    %235 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %236 = stablehlo.broadcast_in_dim %235, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %237 = stablehlo.multiply %236, %234 : tensor<4x6x16xf32>
    %238 = stablehlo.multiply %234, %234 : tensor<4x6x16xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %239 = stablehlo.reduce(%238 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %240 = stablehlo.broadcast_in_dim %239, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_65 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %241 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %242 = stablehlo.divide %240, %241 : tensor<4x6x1xf32>
    %cst_66 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %244 = stablehlo.add %242, %243 : tensor<4x6x1xf32>
    %245 = stablehlo.rsqrt %244 : tensor<4x6x1xf32>
    %246 = stablehlo.divide %245, %244 : tensor<4x6x1xf32>
    %cst_67 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %247 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %248 = stablehlo.multiply %247, %246 : tensor<4x6x1xf32>
    %249 = stablehlo.broadcast_in_dim %245, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %250 = stablehlo.multiply %237, %249 : tensor<4x6x16xf32>
    %251 = stablehlo.dot_general %250, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %252 = stablehlo.reshape %251 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %253 = stablehlo.dot_general %250, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %254 = stablehlo.reshape %253 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %255 = stablehlo.dot_general %250, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %256 = stablehlo.reshape %255 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %257 = stablehlo.dot_general %252, %254, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_68 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %258 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %259 = stablehlo.divide %257, %258 : tensor<4x2x6x6xf32>
    %c_69 = stablehlo.constant dense<true> : tensor<i1>
    %260 = stablehlo.broadcast_in_dim %c_69, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %261 = call @tril(%260) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_70 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %262:3 = call @_where(%261, %259, %cst_70) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_71 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %263 = stablehlo.reduce(%262#0 init: %cst_71) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %264 = stablehlo.reshape %263 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %265 = stablehlo.broadcast_in_dim %264, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %266 = stablehlo.compare EQ, %262#0, %265, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %267 = stablehlo.convert %266 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %268 = stablehlo.reduce(%267 init: %cst_72) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_73 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %270 = stablehlo.maximum %269, %263 : tensor<4x2x6xf32>
    %271 = stablehlo.compare EQ, %263, %270, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_74 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %274 = stablehlo.select %271, %272, %273 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_76 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %276 = stablehlo.compare EQ, %275, %270, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_77 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_78 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %279 = stablehlo.select %276, %277, %278 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %280 = stablehlo.divide %274, %279 : tensor<4x2x6xf32>
    %281 = stablehlo.broadcast_in_dim %270, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %282 = stablehlo.broadcast_in_dim %281, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %283 = stablehlo.subtract %262#0, %282 : tensor<4x2x6x6xf32>
    %284 = stablehlo.exponential %283 : tensor<4x2x6x6xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_79) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %287 = stablehlo.broadcast_in_dim %286, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %288 = stablehlo.divide %284, %287 : tensor<4x2x6x6xf32>
    %289 = stablehlo.multiply %286, %286 : tensor<4x2x6x1xf32>
    %cst_80 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %291 = stablehlo.divide %290, %289 : tensor<4x2x6x1xf32>
    %292 = stablehlo.dot_general %256, %288, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %293 = stablehlo.transpose %292, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %294 = stablehlo.reshape %293 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %295 = stablehlo.dot_general %294, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %296 = stablehlo.add %228, %295 : tensor<4x6x16xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %297 = stablehlo.reduce(%296 init: %cst_81) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %298 = stablehlo.broadcast_in_dim %297, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_82 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %300 = stablehlo.divide %298, %299 : tensor<4x6x1xf32>
    %301 = stablehlo.broadcast_in_dim %300, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %302 = stablehlo.subtract %296, %301 : tensor<4x6x16xf32>
    %303 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %304 = stablehlo.broadcast_in_dim %303, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %305 = stablehlo.multiply %304, %302 : tensor<4x6x16xf32>
    %306 = stablehlo.multiply %302, %302 : tensor<4x6x16xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %307 = stablehlo.reduce(%306 init: %cst_83) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %308 = stablehlo.broadcast_in_dim %307, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_84 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %310 = stablehlo.divide %308, %309 : tensor<4x6x1xf32>
    %cst_85 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %311 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %312 = stablehlo.add %310, %311 : tensor<4x6x1xf32>
    %313 = stablehlo.rsqrt %312 : tensor<4x6x1xf32>
    %314 = stablehlo.divide %313, %312 : tensor<4x6x1xf32>
    %cst_86 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %316 = stablehlo.multiply %315, %314 : tensor<4x6x1xf32>
    %317 = stablehlo.broadcast_in_dim %313, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %318 = stablehlo.multiply %305, %317 : tensor<4x6x16xf32>
    %319 = stablehlo.dot_general %318, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %320 = stablehlo.multiply %319, %319 : tensor<4x6x64xf32>
    %321 = stablehlo.multiply %320, %319 : tensor<4x6x64xf32>
    %322 = stablehlo.multiply %319, %319 : tensor<4x6x64xf32>
    %cst_87 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %324 = stablehlo.multiply %323, %322 : tensor<4x6x64xf32>
    %cst_88 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %326 = stablehlo.multiply %325, %321 : tensor<4x6x64xf32>
    %327 = stablehlo.add %319, %326 : tensor<4x6x64xf32>
    %cst_89 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %328 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %329 = stablehlo.multiply %328, %327 : tensor<4x6x64xf32>
    %330 = stablehlo.tanh %329 : tensor<4x6x64xf32>
    %cst_90 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %331 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %332 = stablehlo.subtract %331, %330 : tensor<4x6x64xf32>
    %cst_91 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %333 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %334 = stablehlo.add %333, %330 : tensor<4x6x64xf32>
    %cst_92 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %336 = stablehlo.multiply %335, %334 : tensor<4x6x64xf32>
    %337 = stablehlo.multiply %319, %336 : tensor<4x6x64xf32>
    %338 = stablehlo.dot_general %337, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %339 = stablehlo.add %296, %338 : tensor<4x6x16xf32>
    %340 = stablehlo.dot_general %339, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %341:3 = call @log_softmax(%340) : (tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>)
    %342 = stablehlo.broadcast_in_dim %arg27, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %343:2 = call @take_along_axis(%341#0, %342) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %344 = stablehlo.reduce(%343#0 init: %cst_93) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_94 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %345 = stablehlo.divide %344, %cst_94 : tensor<f32>
    %346 = stablehlo.negate %345 : tensor<f32>
    %cst_95 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %347 = stablehlo.negate %cst_95 : tensor<f32>
    %cst_96 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %348 = stablehlo.divide %347, %cst_96 : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %348, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %350 = call @take_along_axis_0(%343#1, %349) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %351 = call @log_softmax_1(%341#1, %341#2, %350) : (tensor<4x6x32xf32>, tensor<4x6x1xf32>, tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %352 = stablehlo.dot_general %351, %339, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    %353 = stablehlo.transpose %352, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %354 = stablehlo.dot_general %351, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<16x32xf32>) -> tensor<4x6x16xf32>
    %355 = stablehlo.dot_general %354, %337, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %356 = stablehlo.transpose %355, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %357 = stablehlo.dot_general %354, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %358 = stablehlo.multiply %319, %357 : tensor<4x6x64xf32>
    %359 = stablehlo.multiply %357, %336 : tensor<4x6x64xf32>
    %cst_97 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %361 = stablehlo.multiply %360, %358 : tensor<4x6x64xf32>
    %362 = stablehlo.multiply %361, %332 : tensor<4x6x64xf32>
    %363 = stablehlo.multiply %362, %330 : tensor<4x6x64xf32>
    %364 = stablehlo.add %362, %363 : tensor<4x6x64xf32>
    %cst_98 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %365 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %366 = stablehlo.multiply %365, %364 : tensor<4x6x64xf32>
    %367 = stablehlo.add %359, %366 : tensor<4x6x64xf32>
    %cst_99 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %368 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %369 = stablehlo.multiply %368, %366 : tensor<4x6x64xf32>
    %370 = stablehlo.multiply %369, %324 : tensor<4x6x64xf32>
    %371 = stablehlo.add %367, %370 : tensor<4x6x64xf32>
    %372 = stablehlo.dot_general %371, %318, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %373 = stablehlo.transpose %372, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %374 = stablehlo.dot_general %371, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %375 = stablehlo.multiply %305, %374 : tensor<4x6x16xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %376 = stablehlo.reduce(%375 init: %cst_100) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %377 = stablehlo.reshape %376 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %378 = stablehlo.broadcast_in_dim %313, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %379 = stablehlo.multiply %374, %378 : tensor<4x6x16xf32>
    %380 = stablehlo.multiply %377, %316 : tensor<4x6x1xf32>
    %cst_101 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %382 = stablehlo.divide %380, %381 : tensor<4x6x1xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %383 = stablehlo.reduce(%382 init: %cst_102) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %384 = stablehlo.broadcast_in_dim %383, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %385 = stablehlo.multiply %302, %384 : tensor<4x6x16xf32>
    %386 = stablehlo.multiply %384, %302 : tensor<4x6x16xf32>
    %387 = stablehlo.add %385, %386 : tensor<4x6x16xf32>
    %388 = stablehlo.broadcast_in_dim %303, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %389 = stablehlo.multiply %388, %379 : tensor<4x6x16xf32>
    %390 = stablehlo.add %387, %389 : tensor<4x6x16xf32>
    %391 = stablehlo.multiply %379, %302 : tensor<4x6x16xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %392 = stablehlo.reduce(%391 init: %cst_103) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %393 = stablehlo.reshape %392 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %394 = stablehlo.reduce(%393 init: %cst_104) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %395 = stablehlo.negate %390 : tensor<4x6x16xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %396 = stablehlo.reduce(%395 init: %cst_105) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %397 = stablehlo.reshape %396 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %398 = stablehlo.add %354, %390 : tensor<4x6x16xf32>
    %cst_106 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %399 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %400 = stablehlo.divide %397, %399 : tensor<4x6x1xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %401 = stablehlo.reduce(%400 init: %cst_107) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %402 = stablehlo.broadcast_in_dim %401, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %403 = stablehlo.add %398, %402 : tensor<4x6x16xf32>
    %404 = stablehlo.dot_general %403, %294, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %405 = stablehlo.transpose %404, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %406 = stablehlo.dot_general %403, %arg21, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %407 = stablehlo.reshape %406 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %408 = stablehlo.transpose %407, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %409 = stablehlo.dot_general %408, %256, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %410 = stablehlo.dot_general %408, %288, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %411 = stablehlo.transpose %410, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %412 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %413 = stablehlo.multiply %409, %412 : tensor<4x2x6x6xf32>
    %414 = stablehlo.multiply %413, %284 : tensor<4x2x6x6xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %415 = stablehlo.reduce(%414 init: %cst_108) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %416 = stablehlo.reshape %415 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %417 = stablehlo.negate %416 : tensor<4x2x6x1xf32>
    %418 = stablehlo.broadcast_in_dim %286, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %419 = stablehlo.divide %409, %418 : tensor<4x2x6x6xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %420 = stablehlo.reduce(%417 init: %cst_109) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %421 = stablehlo.broadcast_in_dim %420, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %422 = stablehlo.add %419, %421 : tensor<4x2x6x6xf32>
    %423 = stablehlo.multiply %422, %284 : tensor<4x2x6x6xf32>
    %424 = call @_where_2(%262#1, %262#2, %423) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_110 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %426 = stablehlo.divide %424, %425 : tensor<4x2x6x6xf32>
    %427 = stablehlo.dot_general %426, %252, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %428 = stablehlo.transpose %427, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %429 = stablehlo.dot_general %426, %254, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %430 = stablehlo.transpose %429, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %431 = stablehlo.reshape %411 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %432 = stablehlo.dot_general %431, %250, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %433 = stablehlo.transpose %432, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %434 = stablehlo.dot_general %431, %arg23, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %435 = stablehlo.reshape %428 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %436 = stablehlo.dot_general %435, %250, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %437 = stablehlo.transpose %436, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %438 = stablehlo.dot_general %435, %arg20, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %439 = stablehlo.add %434, %438 : tensor<4x6x16xf32>
    %440 = stablehlo.reshape %430 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %441 = stablehlo.dot_general %440, %250, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %442 = stablehlo.transpose %441, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %443 = stablehlo.dot_general %440, %arg22, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %444 = stablehlo.add %439, %443 : tensor<4x6x16xf32>
    %445 = stablehlo.multiply %237, %444 : tensor<4x6x16xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %446 = stablehlo.reduce(%445 init: %cst_111) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %447 = stablehlo.reshape %446 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %448 = stablehlo.broadcast_in_dim %245, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %449 = stablehlo.multiply %444, %448 : tensor<4x6x16xf32>
    %450 = stablehlo.multiply %447, %248 : tensor<4x6x1xf32>
    %cst_112 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %451 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %452 = stablehlo.divide %450, %451 : tensor<4x6x1xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %453 = stablehlo.reduce(%452 init: %cst_113) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %454 = stablehlo.broadcast_in_dim %453, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %455 = stablehlo.multiply %234, %454 : tensor<4x6x16xf32>
    %456 = stablehlo.multiply %454, %234 : tensor<4x6x16xf32>
    %457 = stablehlo.add %455, %456 : tensor<4x6x16xf32>
    %458 = stablehlo.broadcast_in_dim %235, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %459 = stablehlo.multiply %458, %449 : tensor<4x6x16xf32>
    %460 = stablehlo.add %457, %459 : tensor<4x6x16xf32>
    %461 = stablehlo.multiply %449, %234 : tensor<4x6x16xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %462 = stablehlo.reduce(%461 init: %cst_114) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %463 = stablehlo.reshape %462 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %464 = stablehlo.reduce(%463 init: %cst_115) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %465 = stablehlo.negate %460 : tensor<4x6x16xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %466 = stablehlo.reduce(%465 init: %cst_116) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %467 = stablehlo.reshape %466 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %468 = stablehlo.add %403, %460 : tensor<4x6x16xf32>
    %cst_117 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %469 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %470 = stablehlo.divide %467, %469 : tensor<4x6x1xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %471 = stablehlo.reduce(%470 init: %cst_118) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %472 = stablehlo.broadcast_in_dim %471, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %473 = stablehlo.add %468, %472 : tensor<4x6x16xf32>
    %474 = stablehlo.dot_general %473, %226, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %475 = stablehlo.transpose %474, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %476 = stablehlo.dot_general %473, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %477 = stablehlo.multiply %208, %476 : tensor<4x6x64xf32>
    %478 = stablehlo.multiply %476, %225 : tensor<4x6x64xf32>
    %cst_119 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %479 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %480 = stablehlo.multiply %479, %477 : tensor<4x6x64xf32>
    %481 = stablehlo.multiply %480, %221 : tensor<4x6x64xf32>
    %482 = stablehlo.multiply %481, %219 : tensor<4x6x64xf32>
    %483 = stablehlo.add %481, %482 : tensor<4x6x64xf32>
    %cst_120 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %484 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %485 = stablehlo.multiply %484, %483 : tensor<4x6x64xf32>
    %486 = stablehlo.add %478, %485 : tensor<4x6x64xf32>
    %cst_121 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %487 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %488 = stablehlo.multiply %487, %485 : tensor<4x6x64xf32>
    %489 = stablehlo.multiply %488, %213 : tensor<4x6x64xf32>
    %490 = stablehlo.add %486, %489 : tensor<4x6x64xf32>
    %491 = stablehlo.dot_general %490, %207, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %492 = stablehlo.transpose %491, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %493 = stablehlo.dot_general %490, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %494 = stablehlo.multiply %194, %493 : tensor<4x6x16xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %495 = stablehlo.reduce(%494 init: %cst_122) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %496 = stablehlo.reshape %495 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %497 = stablehlo.broadcast_in_dim %202, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %498 = stablehlo.multiply %493, %497 : tensor<4x6x16xf32>
    %499 = stablehlo.multiply %496, %205 : tensor<4x6x1xf32>
    %cst_123 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %500 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %501 = stablehlo.divide %499, %500 : tensor<4x6x1xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %502 = stablehlo.reduce(%501 init: %cst_124) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %503 = stablehlo.broadcast_in_dim %502, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %504 = stablehlo.multiply %191, %503 : tensor<4x6x16xf32>
    %505 = stablehlo.multiply %503, %191 : tensor<4x6x16xf32>
    %506 = stablehlo.add %504, %505 : tensor<4x6x16xf32>
    %507 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %508 = stablehlo.multiply %507, %498 : tensor<4x6x16xf32>
    %509 = stablehlo.add %506, %508 : tensor<4x6x16xf32>
    %510 = stablehlo.multiply %498, %191 : tensor<4x6x16xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %511 = stablehlo.reduce(%510 init: %cst_125) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %512 = stablehlo.reshape %511 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %513 = stablehlo.reduce(%512 init: %cst_126) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %514 = stablehlo.negate %509 : tensor<4x6x16xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %515 = stablehlo.reduce(%514 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %516 = stablehlo.reshape %515 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %517 = stablehlo.add %473, %509 : tensor<4x6x16xf32>
    %cst_128 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %518 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %519 = stablehlo.divide %516, %518 : tensor<4x6x1xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %520 = stablehlo.reduce(%519 init: %cst_129) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %521 = stablehlo.broadcast_in_dim %520, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %522 = stablehlo.add %517, %521 : tensor<4x6x16xf32>
    %523 = stablehlo.dot_general %522, %183, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %524 = stablehlo.transpose %523, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %525 = stablehlo.dot_general %522, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %526 = stablehlo.reshape %525 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %527 = stablehlo.transpose %526, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %528 = stablehlo.dot_general %527, %145, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %529 = stablehlo.dot_general %527, %177, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %530 = stablehlo.transpose %529, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %531 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %532 = stablehlo.multiply %528, %531 : tensor<4x2x6x6xf32>
    %533 = stablehlo.multiply %532, %173 : tensor<4x2x6x6xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %534 = stablehlo.reduce(%533 init: %cst_130) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %535 = stablehlo.reshape %534 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %536 = stablehlo.negate %535 : tensor<4x2x6x1xf32>
    %537 = stablehlo.broadcast_in_dim %175, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %538 = stablehlo.divide %528, %537 : tensor<4x2x6x6xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %539 = stablehlo.reduce(%536 init: %cst_131) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %540 = stablehlo.broadcast_in_dim %539, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %541 = stablehlo.add %538, %540 : tensor<4x2x6x6xf32>
    %542 = stablehlo.multiply %541, %173 : tensor<4x2x6x6xf32>
    %543 = call @_where_2(%151#1, %151#2, %542) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_132 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %544 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %545 = stablehlo.divide %543, %544 : tensor<4x2x6x6xf32>
    %546 = stablehlo.dot_general %545, %141, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %547 = stablehlo.transpose %546, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %548 = stablehlo.dot_general %545, %143, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %549 = stablehlo.transpose %548, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %550 = stablehlo.reshape %530 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %551 = stablehlo.dot_general %550, %139, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %552 = stablehlo.transpose %551, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %553 = stablehlo.dot_general %550, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %554 = stablehlo.reshape %547 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %555 = stablehlo.dot_general %554, %139, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %556 = stablehlo.transpose %555, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %557 = stablehlo.dot_general %554, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %558 = stablehlo.add %553, %557 : tensor<4x6x16xf32>
    %559 = stablehlo.reshape %549 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %560 = stablehlo.dot_general %559, %139, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %561 = stablehlo.transpose %560, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %562 = stablehlo.dot_general %559, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %563 = stablehlo.add %558, %562 : tensor<4x6x16xf32>
    %564 = stablehlo.multiply %126, %563 : tensor<4x6x16xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %565 = stablehlo.reduce(%564 init: %cst_133) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %566 = stablehlo.reshape %565 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %567 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %568 = stablehlo.multiply %563, %567 : tensor<4x6x16xf32>
    %569 = stablehlo.multiply %566, %137 : tensor<4x6x1xf32>
    %cst_134 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %570 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %571 = stablehlo.divide %569, %570 : tensor<4x6x1xf32>
    %cst_135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %572 = stablehlo.reduce(%571 init: %cst_135) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %573 = stablehlo.broadcast_in_dim %572, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %574 = stablehlo.multiply %123, %573 : tensor<4x6x16xf32>
    %575 = stablehlo.multiply %573, %123 : tensor<4x6x16xf32>
    %576 = stablehlo.add %574, %575 : tensor<4x6x16xf32>
    %577 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %578 = stablehlo.multiply %577, %568 : tensor<4x6x16xf32>
    %579 = stablehlo.add %576, %578 : tensor<4x6x16xf32>
    %580 = stablehlo.multiply %568, %123 : tensor<4x6x16xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %581 = stablehlo.reduce(%580 init: %cst_136) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %582 = stablehlo.reshape %581 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_137 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %583 = stablehlo.reduce(%582 init: %cst_137) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %584 = stablehlo.negate %579 : tensor<4x6x16xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %585 = stablehlo.reduce(%584 init: %cst_138) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %586 = stablehlo.reshape %585 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %587 = stablehlo.add %522, %579 : tensor<4x6x16xf32>
    %cst_139 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %588 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %589 = stablehlo.divide %586, %588 : tensor<4x6x1xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %590 = stablehlo.reduce(%589 init: %cst_140) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %591 = stablehlo.broadcast_in_dim %590, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %592 = stablehlo.add %587, %591 : tensor<4x6x16xf32>
    %593 = stablehlo.dot_general %592, %115, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %594 = stablehlo.transpose %593, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %595 = stablehlo.dot_general %592, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %596 = stablehlo.multiply %97, %595 : tensor<4x6x64xf32>
    %597 = stablehlo.multiply %595, %114 : tensor<4x6x64xf32>
    %cst_141 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %598 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %599 = stablehlo.multiply %598, %596 : tensor<4x6x64xf32>
    %600 = stablehlo.multiply %599, %110 : tensor<4x6x64xf32>
    %601 = stablehlo.multiply %600, %108 : tensor<4x6x64xf32>
    %602 = stablehlo.add %600, %601 : tensor<4x6x64xf32>
    %cst_142 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %603 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %604 = stablehlo.multiply %603, %602 : tensor<4x6x64xf32>
    %605 = stablehlo.add %597, %604 : tensor<4x6x64xf32>
    %cst_143 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %606 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %607 = stablehlo.multiply %606, %604 : tensor<4x6x64xf32>
    %608 = stablehlo.multiply %607, %102 : tensor<4x6x64xf32>
    %609 = stablehlo.add %605, %608 : tensor<4x6x64xf32>
    %610 = stablehlo.dot_general %609, %96, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %611 = stablehlo.transpose %610, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %612 = stablehlo.dot_general %609, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %613 = stablehlo.multiply %83, %612 : tensor<4x6x16xf32>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %614 = stablehlo.reduce(%613 init: %cst_144) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %615 = stablehlo.reshape %614 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %616 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %617 = stablehlo.multiply %612, %616 : tensor<4x6x16xf32>
    %618 = stablehlo.multiply %615, %94 : tensor<4x6x1xf32>
    %cst_145 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %619 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %620 = stablehlo.divide %618, %619 : tensor<4x6x1xf32>
    %cst_146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %621 = stablehlo.reduce(%620 init: %cst_146) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %622 = stablehlo.broadcast_in_dim %621, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %623 = stablehlo.multiply %80, %622 : tensor<4x6x16xf32>
    %624 = stablehlo.multiply %622, %80 : tensor<4x6x16xf32>
    %625 = stablehlo.add %623, %624 : tensor<4x6x16xf32>
    %626 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %627 = stablehlo.multiply %626, %617 : tensor<4x6x16xf32>
    %628 = stablehlo.add %625, %627 : tensor<4x6x16xf32>
    %629 = stablehlo.multiply %617, %80 : tensor<4x6x16xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %630 = stablehlo.reduce(%629 init: %cst_147) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %631 = stablehlo.reshape %630 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %632 = stablehlo.reduce(%631 init: %cst_148) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %633 = stablehlo.negate %628 : tensor<4x6x16xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %634 = stablehlo.reduce(%633 init: %cst_149) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %635 = stablehlo.reshape %634 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %636 = stablehlo.add %592, %628 : tensor<4x6x16xf32>
    %cst_150 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %637 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %638 = stablehlo.divide %635, %637 : tensor<4x6x1xf32>
    %cst_151 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %639 = stablehlo.reduce(%638 init: %cst_151) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %640 = stablehlo.broadcast_in_dim %639, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %641 = stablehlo.add %636, %640 : tensor<4x6x16xf32>
    %642 = stablehlo.dot_general %641, %72, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %643 = stablehlo.transpose %642, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %644 = stablehlo.dot_general %641, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %645 = stablehlo.reshape %644 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %646 = stablehlo.transpose %645, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %647 = stablehlo.dot_general %646, %34, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %648 = stablehlo.dot_general %646, %66, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %649 = stablehlo.transpose %648, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %650 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %651 = stablehlo.multiply %647, %650 : tensor<4x2x6x6xf32>
    %652 = stablehlo.multiply %651, %62 : tensor<4x2x6x6xf32>
    %cst_152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %653 = stablehlo.reduce(%652 init: %cst_152) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %654 = stablehlo.reshape %653 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %655 = stablehlo.negate %654 : tensor<4x2x6x1xf32>
    %656 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %657 = stablehlo.divide %647, %656 : tensor<4x2x6x6xf32>
    %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %658 = stablehlo.reduce(%655 init: %cst_153) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %659 = stablehlo.broadcast_in_dim %658, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %660 = stablehlo.add %657, %659 : tensor<4x2x6x6xf32>
    %661 = stablehlo.multiply %660, %62 : tensor<4x2x6x6xf32>
    %662 = call @_where_2(%40#1, %40#2, %661) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_154 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %663 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %664 = stablehlo.divide %662, %663 : tensor<4x2x6x6xf32>
    %665 = stablehlo.dot_general %664, %30, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %666 = stablehlo.transpose %665, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %667 = stablehlo.dot_general %664, %32, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %668 = stablehlo.transpose %667, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %669 = stablehlo.reshape %649 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %670 = stablehlo.dot_general %669, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %671 = stablehlo.transpose %670, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %672 = stablehlo.dot_general %669, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %673 = stablehlo.reshape %666 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %674 = stablehlo.dot_general %673, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %675 = stablehlo.transpose %674, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %676 = stablehlo.dot_general %673, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %677 = stablehlo.add %672, %676 : tensor<4x6x16xf32>
    %678 = stablehlo.reshape %668 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %679 = stablehlo.dot_general %678, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %680 = stablehlo.transpose %679, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %681 = stablehlo.dot_general %678, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %682 = stablehlo.add %677, %681 : tensor<4x6x16xf32>
    %683 = stablehlo.multiply %15, %682 : tensor<4x6x16xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %684 = stablehlo.reduce(%683 init: %cst_155) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %685 = stablehlo.reshape %684 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %686 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %687 = stablehlo.multiply %682, %686 : tensor<4x6x16xf32>
    %688 = stablehlo.multiply %685, %26 : tensor<4x6x1xf32>
    %cst_156 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %689 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %690 = stablehlo.divide %688, %689 : tensor<4x6x1xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %691 = stablehlo.reduce(%690 init: %cst_157) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %692 = stablehlo.broadcast_in_dim %691, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %693 = stablehlo.multiply %12, %692 : tensor<4x6x16xf32>
    %694 = stablehlo.multiply %692, %12 : tensor<4x6x16xf32>
    %695 = stablehlo.add %693, %694 : tensor<4x6x16xf32>
    %696 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %697 = stablehlo.multiply %696, %687 : tensor<4x6x16xf32>
    %698 = stablehlo.add %695, %697 : tensor<4x6x16xf32>
    %699 = stablehlo.multiply %687, %12 : tensor<4x6x16xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %700 = stablehlo.reduce(%699 init: %cst_158) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %701 = stablehlo.reshape %700 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %702 = stablehlo.reduce(%701 init: %cst_159) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %703 = stablehlo.negate %698 : tensor<4x6x16xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %704 = stablehlo.reduce(%703 init: %cst_160) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %705 = stablehlo.reshape %704 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %706 = stablehlo.add %641, %698 : tensor<4x6x16xf32>
    %cst_161 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %707 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %708 = stablehlo.divide %705, %707 : tensor<4x6x1xf32>
    %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %709 = stablehlo.reduce(%708 init: %cst_162) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %710 = stablehlo.broadcast_in_dim %709, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %711 = stablehlo.add %706, %710 : tensor<4x6x16xf32>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %712 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %713 = "stablehlo.scatter"(%712, %5, %711) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
      %714 = stablehlo.add %arg28, %arg29 : tensor<f32>
      stablehlo.return %714 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    return %346, %594, %702, %632, %611, %675, %643, %680, %671, %475, %583, %513, %492, %556, %524, %561, %552, %356, %464, %394, %373, %437, %405, %442, %433, %713, %353 : tensor<f32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<32x16xf32>, tensor<16x32xf32>
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
  func.func private @_where_2(%arg0: tensor<4x2x6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    return %1 : tensor<4x2x6x6xf32>
  }
}
