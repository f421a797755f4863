module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x32x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<16x4xf32>, %arg4: tensor<4x16x32xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<4x32x16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<16xf32>, %arg12: tensor<16x4xf32>, %arg13: tensor<4x16x32xf32>, %arg14: tensor<16x16xf32>, %arg15: tensor<16x16xf32>, %arg16: tensor<16x16xf32>, %arg17: tensor<16x16xf32>, %arg18: tensor<4x32x16xf32>, %arg19: tensor<16xf32>, %arg20: tensor<16xf32>, %arg21: tensor<16x4xf32>, %arg22: tensor<4x16x32xf32>, %arg23: tensor<16x16xf32>, %arg24: tensor<16x16xf32>, %arg25: tensor<16x16xf32>, %arg26: tensor<16x16xf32>, %arg27: tensor<32x16xf32>, %arg28: tensor<16x32xf32>, %arg29: tensor<4x6xi32>, %arg30: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4x32x16xf32> {jax.result_info = "result[1]"}, tensor<16xf32> {jax.result_info = "result[2]"}, tensor<16xf32> {jax.result_info = "result[3]"}, tensor<16x4xf32> {jax.result_info = "result[4]"}, tensor<4x16x32xf32> {jax.result_info = "result[5]"}, tensor<16x16xf32> {jax.result_info = "result[6]"}, tensor<16x16xf32> {jax.result_info = "result[7]"}, tensor<16x16xf32> {jax.result_info = "result[8]"}, tensor<16x16xf32> {jax.result_info = "result[9]"}, tensor<4x32x16xf32> {jax.result_info = "result[10]"}, tensor<16xf32> {jax.result_info = "result[11]"}, tensor<16xf32> {jax.result_info = "result[12]"}, tensor<16x4xf32> {jax.result_info = "result[13]"}, tensor<4x16x32xf32> {jax.result_info = "result[14]"}, tensor<16x16xf32> {jax.result_info = "result[15]"}, tensor<16x16xf32> {jax.result_info = "result[16]"}, tensor<16x16xf32> {jax.result_info = "result[17]"}, tensor<16x16xf32> {jax.result_info = "result[18]"}, tensor<4x32x16xf32> {jax.result_info = "result[19]"}, tensor<16xf32> {jax.result_info = "result[20]"}, tensor<16xf32> {jax.result_info = "result[21]"}, tensor<16x4xf32> {jax.result_info = "result[22]"}, tensor<4x16x32xf32> {jax.result_info = "result[23]"}, tensor<16x16xf32> {jax.result_info = "result[24]"}, tensor<16x16xf32> {jax.result_info = "result[25]"}, tensor<16x16xf32> {jax.result_info = "result[26]"}, tensor<16x16xf32> {jax.result_info = "result[27]"}, tensor<32x16xf32> {jax.result_info = "result[28]"}, tensor<16x32xf32> {jax.result_info = "result[29]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg29, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg29, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg29 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg27, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
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
    %29 = stablehlo.dot_general %28, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %30 = stablehlo.reshape %29 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %31 = stablehlo.dot_general %28, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %32 = stablehlo.reshape %31 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %33 = stablehlo.dot_general %28, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %34 = stablehlo.reshape %33 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %35 = stablehlo.dot_general %30, %32, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_6 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %37 = stablehlo.divide %35, %36 : tensor<4x2x6x6xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_7) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %39 = stablehlo.reshape %38 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %41 = stablehlo.compare EQ, %37, %40, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %42 = stablehlo.convert %41 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %45 = stablehlo.maximum %44, %38 : tensor<4x2x6xf32>
    %46 = stablehlo.compare EQ, %38, %45, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %49 = stablehlo.select %46, %47, %48 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %51 = stablehlo.compare EQ, %50, %45, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %54 = stablehlo.select %51, %52, %53 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %55 = stablehlo.divide %49, %54 : tensor<4x2x6xf32>
    %56 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %58 = stablehlo.subtract %37, %57 : tensor<4x2x6x6xf32>
    %59 = stablehlo.exponential %58 : tensor<4x2x6x6xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_15) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %63 = stablehlo.divide %59, %62 : tensor<4x2x6x6xf32>
    %64 = stablehlo.multiply %61, %61 : tensor<4x2x6x1xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %66 = stablehlo.divide %65, %64 : tensor<4x2x6x1xf32>
    %67 = stablehlo.dot_general %34, %63, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %68 = stablehlo.transpose %67, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %69 = stablehlo.reshape %68 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %70 = stablehlo.dot_general %69, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %71 = stablehlo.add %6, %70 : tensor<4x6x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_18 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %75 = stablehlo.divide %73, %74 : tensor<4x6x1xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %77 = stablehlo.subtract %71, %76 : tensor<4x6x16xf32>
    %78 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %80 = stablehlo.multiply %79, %77 : tensor<4x6x16xf32>
    %81 = stablehlo.multiply %77, %77 : tensor<4x6x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_20 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %85 = stablehlo.divide %83, %84 : tensor<4x6x1xf32>
    %cst_21 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %87 = stablehlo.add %85, %86 : tensor<4x6x1xf32>
    %88 = stablehlo.rsqrt %87 : tensor<4x6x1xf32>
    %89 = stablehlo.divide %88, %87 : tensor<4x6x1xf32>
    %cst_22 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %91 = stablehlo.multiply %90, %89 : tensor<4x6x1xf32>
    %92 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %93 = stablehlo.multiply %80, %92 : tensor<4x6x16xf32>
    %94 = stablehlo.dot_general %93, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x4xf32>) -> tensor<4x6x4xf32>
    %cst_23 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_23) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %96 = stablehlo.reshape %95 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %98 = stablehlo.compare EQ, %94, %97, FLOAT : (tensor<4x6x4xf32>, tensor<4x6x4xf32>) -> tensor<4x6x4xi1>
    %99 = stablehlo.convert %98 : (tensor<4x6x4xi1>) -> tensor<4x6x4xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_24) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_25 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %102 = stablehlo.maximum %101, %95 : tensor<4x6xf32>
    %103 = stablehlo.compare EQ, %95, %102, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %106 = stablehlo.select %103, %104, %105 : tensor<4x6xi1>, tensor<4x6xf32>
    %cst_28 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %108 = stablehlo.compare EQ, %107, %102, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %cst_29 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %111 = stablehlo.select %108, %109, %110 : tensor<4x6xi1>, tensor<4x6xf32>
    %112 = stablehlo.divide %106, %111 : tensor<4x6xf32>
    %113 = stablehlo.broadcast_in_dim %102, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %115 = stablehlo.subtract %94, %114 : tensor<4x6x4xf32>
    %116 = stablehlo.exponential %115 : tensor<4x6x4xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %117 = stablehlo.reduce(%116 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %120 = stablehlo.divide %116, %119 : tensor<4x6x4xf32>
    %121 = stablehlo.multiply %118, %118 : tensor<4x6x1xf32>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %123 = stablehlo.divide %122, %121 : tensor<4x6x1xf32>
    %124 = stablehlo.dot_general %93, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x16x32xf32>) -> tensor<4x6x4x32xf32>
    %125 = stablehlo.multiply %124, %124 : tensor<4x6x4x32xf32>
    %126 = stablehlo.multiply %125, %124 : tensor<4x6x4x32xf32>
    %127 = stablehlo.multiply %124, %124 : tensor<4x6x4x32xf32>
    %cst_33 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %129 = stablehlo.multiply %128, %127 : tensor<4x6x4x32xf32>
    %cst_34 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %131 = stablehlo.multiply %130, %126 : tensor<4x6x4x32xf32>
    %132 = stablehlo.add %124, %131 : tensor<4x6x4x32xf32>
    %cst_35 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %134 = stablehlo.multiply %133, %132 : tensor<4x6x4x32xf32>
    %135 = stablehlo.tanh %134 : tensor<4x6x4x32xf32>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %137 = stablehlo.subtract %136, %135 : tensor<4x6x4x32xf32>
    %cst_37 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %139 = stablehlo.add %138, %135 : tensor<4x6x4x32xf32>
    %cst_38 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %141 = stablehlo.multiply %140, %139 : tensor<4x6x4x32xf32>
    %142 = stablehlo.multiply %124, %141 : tensor<4x6x4x32xf32>
    %143 = stablehlo.dot_general %120, %142, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<4x6x4x32xf32>) -> tensor<4x6x4x32xf32>
    %144 = stablehlo.dot_general %143, %arg0, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x32x16xf32>) -> tensor<4x6x16xf32>
    %145 = stablehlo.add %71, %144 : tensor<4x6x16xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.reduce(%145 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_40 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %149 = stablehlo.divide %147, %148 : tensor<4x6x1xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %151 = stablehlo.subtract %145, %150 : tensor<4x6x16xf32>
    %152 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %154 = stablehlo.multiply %153, %151 : tensor<4x6x16xf32>
    %155 = stablehlo.multiply %151, %151 : tensor<4x6x16xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.reduce(%155 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %157 = stablehlo.broadcast_in_dim %156, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_42 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %159 = stablehlo.divide %157, %158 : tensor<4x6x1xf32>
    %cst_43 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %161 = stablehlo.add %159, %160 : tensor<4x6x1xf32>
    %162 = stablehlo.rsqrt %161 : tensor<4x6x1xf32>
    %163 = stablehlo.divide %162, %161 : tensor<4x6x1xf32>
    %cst_44 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %165 = stablehlo.multiply %164, %163 : tensor<4x6x1xf32>
    %166 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %167 = stablehlo.multiply %154, %166 : tensor<4x6x16xf32>
    %168 = stablehlo.dot_general %167, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %169 = stablehlo.reshape %168 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %170 = stablehlo.dot_general %167, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %171 = stablehlo.reshape %170 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %172 = stablehlo.dot_general %167, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %173 = stablehlo.reshape %172 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %174 = stablehlo.dot_general %169, %171, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_45 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %176 = stablehlo.divide %174, %175 : tensor<4x2x6x6xf32>
    %cst_46 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %177 = stablehlo.reduce(%176 init: %cst_46) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %178 = stablehlo.reshape %177 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %179 = stablehlo.broadcast_in_dim %178, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %180 = stablehlo.compare EQ, %176, %179, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %181 = stablehlo.convert %180 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %182 = stablehlo.reduce(%181 init: %cst_47) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_48 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %184 = stablehlo.maximum %183, %177 : tensor<4x2x6xf32>
    %185 = stablehlo.compare EQ, %177, %184, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %188 = stablehlo.select %185, %186, %187 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_51 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %190 = stablehlo.compare EQ, %189, %184, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_52 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_53 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %193 = stablehlo.select %190, %191, %192 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %194 = stablehlo.divide %188, %193 : tensor<4x2x6xf32>
    %195 = stablehlo.broadcast_in_dim %184, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %196 = stablehlo.broadcast_in_dim %195, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %197 = stablehlo.subtract %176, %196 : tensor<4x2x6x6xf32>
    %198 = stablehlo.exponential %197 : tensor<4x2x6x6xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %199 = stablehlo.reduce(%198 init: %cst_54) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %200 = stablehlo.broadcast_in_dim %199, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %202 = stablehlo.divide %198, %201 : tensor<4x2x6x6xf32>
    %203 = stablehlo.multiply %200, %200 : tensor<4x2x6x1xf32>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %205 = stablehlo.divide %204, %203 : tensor<4x2x6x1xf32>
    %206 = stablehlo.dot_general %173, %202, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %207 = stablehlo.transpose %206, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %208 = stablehlo.reshape %207 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %209 = stablehlo.dot_general %208, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %210 = stablehlo.add %145, %209 : tensor<4x6x16xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %211 = stablehlo.reduce(%210 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %212 = stablehlo.broadcast_in_dim %211, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_57 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %214 = stablehlo.divide %212, %213 : tensor<4x6x1xf32>
    %215 = stablehlo.broadcast_in_dim %214, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %216 = stablehlo.subtract %210, %215 : tensor<4x6x16xf32>
    %217 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %219 = stablehlo.multiply %218, %216 : tensor<4x6x16xf32>
    %220 = stablehlo.multiply %216, %216 : tensor<4x6x16xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %221 = stablehlo.reduce(%220 init: %cst_58) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %222 = stablehlo.broadcast_in_dim %221, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_59 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %224 = stablehlo.divide %222, %223 : tensor<4x6x1xf32>
    %cst_60 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %226 = stablehlo.add %224, %225 : tensor<4x6x1xf32>
    %227 = stablehlo.rsqrt %226 : tensor<4x6x1xf32>
    %228 = stablehlo.divide %227, %226 : tensor<4x6x1xf32>
    %cst_61 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %230 = stablehlo.multiply %229, %228 : tensor<4x6x1xf32>
    %231 = stablehlo.broadcast_in_dim %227, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %232 = stablehlo.multiply %219, %231 : tensor<4x6x16xf32>
    %233 = stablehlo.dot_general %232, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x4xf32>) -> tensor<4x6x4xf32>
    %cst_62 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %234 = stablehlo.reduce(%233 init: %cst_62) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %235 = stablehlo.reshape %234 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %236 = stablehlo.broadcast_in_dim %235, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %237 = stablehlo.compare EQ, %233, %236, FLOAT : (tensor<4x6x4xf32>, tensor<4x6x4xf32>) -> tensor<4x6x4xi1>
    %238 = stablehlo.convert %237 : (tensor<4x6x4xi1>) -> tensor<4x6x4xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %239 = stablehlo.reduce(%238 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_64 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %241 = stablehlo.maximum %240, %234 : tensor<4x6xf32>
    %242 = stablehlo.compare EQ, %234, %241, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %cst_65 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %244 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %245 = stablehlo.select %242, %243, %244 : tensor<4x6xi1>, tensor<4x6xf32>
    %cst_67 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %247 = stablehlo.compare EQ, %246, %241, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %cst_68 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %cst_69 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %250 = stablehlo.select %247, %248, %249 : tensor<4x6xi1>, tensor<4x6xf32>
    %251 = stablehlo.divide %245, %250 : tensor<4x6xf32>
    %252 = stablehlo.broadcast_in_dim %241, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %253 = stablehlo.broadcast_in_dim %252, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %254 = stablehlo.subtract %233, %253 : tensor<4x6x4xf32>
    %255 = stablehlo.exponential %254 : tensor<4x6x4xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %256 = stablehlo.reduce(%255 init: %cst_70) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %257 = stablehlo.broadcast_in_dim %256, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %258 = stablehlo.broadcast_in_dim %257, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %259 = stablehlo.divide %255, %258 : tensor<4x6x4xf32>
    %260 = stablehlo.multiply %257, %257 : tensor<4x6x1xf32>
    %cst_71 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %261 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %262 = stablehlo.divide %261, %260 : tensor<4x6x1xf32>
    %263 = stablehlo.dot_general %232, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x16x32xf32>) -> tensor<4x6x4x32xf32>
    %264 = stablehlo.multiply %263, %263 : tensor<4x6x4x32xf32>
    %265 = stablehlo.multiply %264, %263 : tensor<4x6x4x32xf32>
    %266 = stablehlo.multiply %263, %263 : tensor<4x6x4x32xf32>
    %cst_72 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %268 = stablehlo.multiply %267, %266 : tensor<4x6x4x32xf32>
    %cst_73 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %270 = stablehlo.multiply %269, %265 : tensor<4x6x4x32xf32>
    %271 = stablehlo.add %263, %270 : tensor<4x6x4x32xf32>
    %cst_74 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %273 = stablehlo.multiply %272, %271 : tensor<4x6x4x32xf32>
    %274 = stablehlo.tanh %273 : tensor<4x6x4x32xf32>
    %cst_75 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %276 = stablehlo.subtract %275, %274 : tensor<4x6x4x32xf32>
    %cst_76 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %278 = stablehlo.add %277, %274 : tensor<4x6x4x32xf32>
    %cst_77 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %280 = stablehlo.multiply %279, %278 : tensor<4x6x4x32xf32>
    %281 = stablehlo.multiply %263, %280 : tensor<4x6x4x32xf32>
    %282 = stablehlo.dot_general %259, %281, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<4x6x4x32xf32>) -> tensor<4x6x4x32xf32>
    %283 = stablehlo.dot_general %282, %arg9, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x32x16xf32>) -> tensor<4x6x16xf32>
    %284 = stablehlo.add %210, %283 : tensor<4x6x16xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_79 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %288 = stablehlo.divide %286, %287 : tensor<4x6x1xf32>
    %289 = stablehlo.broadcast_in_dim %288, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %290 = stablehlo.subtract %284, %289 : tensor<4x6x16xf32>
    %291 = stablehlo.broadcast_in_dim %arg19, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %292 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %293 = stablehlo.multiply %292, %290 : tensor<4x6x16xf32>
    %294 = stablehlo.multiply %290, %290 : tensor<4x6x16xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %295 = stablehlo.reduce(%294 init: %cst_80) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %296 = stablehlo.broadcast_in_dim %295, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_81 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %298 = stablehlo.divide %296, %297 : tensor<4x6x1xf32>
    %cst_82 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %300 = stablehlo.add %298, %299 : tensor<4x6x1xf32>
    %301 = stablehlo.rsqrt %300 : tensor<4x6x1xf32>
    %302 = stablehlo.divide %301, %300 : tensor<4x6x1xf32>
    %cst_83 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %303 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %304 = stablehlo.multiply %303, %302 : tensor<4x6x1xf32>
    %305 = stablehlo.broadcast_in_dim %301, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %306 = stablehlo.multiply %293, %305 : tensor<4x6x16xf32>
    %307 = stablehlo.dot_general %306, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %308 = stablehlo.reshape %307 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %309 = stablehlo.dot_general %306, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %310 = stablehlo.reshape %309 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %311 = stablehlo.dot_general %306, %arg26, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %312 = stablehlo.reshape %311 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %313 = stablehlo.dot_general %308, %310, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_84 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %315 = stablehlo.divide %313, %314 : tensor<4x2x6x6xf32>
    %cst_85 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %316 = stablehlo.reduce(%315 init: %cst_85) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %317 = stablehlo.reshape %316 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %318 = stablehlo.broadcast_in_dim %317, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %319 = stablehlo.compare EQ, %315, %318, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %320 = stablehlo.convert %319 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %321 = stablehlo.reduce(%320 init: %cst_86) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_87 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %323 = stablehlo.maximum %322, %316 : tensor<4x2x6xf32>
    %324 = stablehlo.compare EQ, %316, %323, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_88 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %326 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %327 = stablehlo.select %324, %325, %326 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_90 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %328 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %329 = stablehlo.compare EQ, %328, %323, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_91 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_92 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %331 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %332 = stablehlo.select %329, %330, %331 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %333 = stablehlo.divide %327, %332 : tensor<4x2x6xf32>
    %334 = stablehlo.broadcast_in_dim %323, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %335 = stablehlo.broadcast_in_dim %334, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %336 = stablehlo.subtract %315, %335 : tensor<4x2x6x6xf32>
    %337 = stablehlo.exponential %336 : tensor<4x2x6x6xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %338 = stablehlo.reduce(%337 init: %cst_93) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %339 = stablehlo.broadcast_in_dim %338, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %340 = stablehlo.broadcast_in_dim %339, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %341 = stablehlo.divide %337, %340 : tensor<4x2x6x6xf32>
    %342 = stablehlo.multiply %339, %339 : tensor<4x2x6x1xf32>
    %cst_94 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %343 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %344 = stablehlo.divide %343, %342 : tensor<4x2x6x1xf32>
    %345 = stablehlo.dot_general %312, %341, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %346 = stablehlo.transpose %345, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %347 = stablehlo.reshape %346 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %348 = stablehlo.dot_general %347, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %349 = stablehlo.add %284, %348 : tensor<4x6x16xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %350 = stablehlo.reduce(%349 init: %cst_95) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %351 = stablehlo.broadcast_in_dim %350, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_96 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %353 = stablehlo.divide %351, %352 : tensor<4x6x1xf32>
    %354 = stablehlo.broadcast_in_dim %353, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %355 = stablehlo.subtract %349, %354 : tensor<4x6x16xf32>
    %356 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %357 = stablehlo.broadcast_in_dim %356, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %358 = stablehlo.multiply %357, %355 : tensor<4x6x16xf32>
    %359 = stablehlo.multiply %355, %355 : tensor<4x6x16xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %360 = stablehlo.reduce(%359 init: %cst_97) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %361 = stablehlo.broadcast_in_dim %360, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_98 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %362 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %363 = stablehlo.divide %361, %362 : tensor<4x6x1xf32>
    %cst_99 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %364 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %365 = stablehlo.add %363, %364 : tensor<4x6x1xf32>
    %366 = stablehlo.rsqrt %365 : tensor<4x6x1xf32>
    %367 = stablehlo.divide %366, %365 : tensor<4x6x1xf32>
    %cst_100 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %368 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %369 = stablehlo.multiply %368, %367 : tensor<4x6x1xf32>
    %370 = stablehlo.broadcast_in_dim %366, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %371 = stablehlo.multiply %358, %370 : tensor<4x6x16xf32>
    %372 = stablehlo.dot_general %371, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x4xf32>) -> tensor<4x6x4xf32>
    %cst_101 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %373 = stablehlo.reduce(%372 init: %cst_101) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %374 = stablehlo.reshape %373 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %375 = stablehlo.broadcast_in_dim %374, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %376 = stablehlo.compare EQ, %372, %375, FLOAT : (tensor<4x6x4xf32>, tensor<4x6x4xf32>) -> tensor<4x6x4xi1>
    %377 = stablehlo.convert %376 : (tensor<4x6x4xi1>) -> tensor<4x6x4xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %378 = stablehlo.reduce(%377 init: %cst_102) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_103 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %379 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %380 = stablehlo.maximum %379, %373 : tensor<4x6xf32>
    %381 = stablehlo.compare EQ, %373, %380, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %cst_104 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %382 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %383 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %384 = stablehlo.select %381, %382, %383 : tensor<4x6xi1>, tensor<4x6xf32>
    %cst_106 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %386 = stablehlo.compare EQ, %385, %380, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %cst_107 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %cst_108 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %388 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %389 = stablehlo.select %386, %387, %388 : tensor<4x6xi1>, tensor<4x6xf32>
    %390 = stablehlo.divide %384, %389 : tensor<4x6xf32>
    %391 = stablehlo.broadcast_in_dim %380, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %392 = stablehlo.broadcast_in_dim %391, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %393 = stablehlo.subtract %372, %392 : tensor<4x6x4xf32>
    %394 = stablehlo.exponential %393 : tensor<4x6x4xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %395 = stablehlo.reduce(%394 init: %cst_109) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %396 = stablehlo.broadcast_in_dim %395, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %397 = stablehlo.broadcast_in_dim %396, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %398 = stablehlo.divide %394, %397 : tensor<4x6x4xf32>
    %399 = stablehlo.multiply %396, %396 : tensor<4x6x1xf32>
    %cst_110 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %400 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %401 = stablehlo.divide %400, %399 : tensor<4x6x1xf32>
    %402 = stablehlo.dot_general %371, %arg22, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x16x32xf32>) -> tensor<4x6x4x32xf32>
    %403 = stablehlo.multiply %402, %402 : tensor<4x6x4x32xf32>
    %404 = stablehlo.multiply %403, %402 : tensor<4x6x4x32xf32>
    %405 = stablehlo.multiply %402, %402 : tensor<4x6x4x32xf32>
    %cst_111 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %406 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %407 = stablehlo.multiply %406, %405 : tensor<4x6x4x32xf32>
    %cst_112 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %408 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %409 = stablehlo.multiply %408, %404 : tensor<4x6x4x32xf32>
    %410 = stablehlo.add %402, %409 : tensor<4x6x4x32xf32>
    %cst_113 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %411 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %412 = stablehlo.multiply %411, %410 : tensor<4x6x4x32xf32>
    %413 = stablehlo.tanh %412 : tensor<4x6x4x32xf32>
    %cst_114 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %414 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %415 = stablehlo.subtract %414, %413 : tensor<4x6x4x32xf32>
    %cst_115 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %416 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %417 = stablehlo.add %416, %413 : tensor<4x6x4x32xf32>
    %cst_116 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %418 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %419 = stablehlo.multiply %418, %417 : tensor<4x6x4x32xf32>
    %420 = stablehlo.multiply %402, %419 : tensor<4x6x4x32xf32>
    %421 = stablehlo.dot_general %398, %420, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<4x6x4x32xf32>) -> tensor<4x6x4x32xf32>
    %422 = stablehlo.dot_general %421, %arg18, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x32x16xf32>) -> tensor<4x6x16xf32>
    %423 = stablehlo.add %349, %422 : tensor<4x6x16xf32>
    %424 = stablehlo.dot_general %423, %arg28, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %425:3 = call @log_softmax(%424) : (tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>)
    %426 = stablehlo.broadcast_in_dim %arg30, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %427:2 = call @take_along_axis(%425#0, %426) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %428 = stablehlo.reduce(%427#0 init: %cst_117) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_118 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %429 = stablehlo.divide %428, %cst_118 : tensor<f32>
    %430 = stablehlo.negate %429 : tensor<f32>
    %cst_119 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %431 = stablehlo.negate %cst_119 : tensor<f32>
    %cst_120 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %432 = stablehlo.divide %431, %cst_120 : tensor<f32>
    %433 = stablehlo.broadcast_in_dim %432, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %434 = call @take_along_axis_0(%427#1, %433) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %435 = call @log_softmax_1(%425#1, %425#2, %434) : (tensor<4x6x32xf32>, tensor<4x6x1xf32>, tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %436 = stablehlo.dot_general %435, %423, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    %437 = stablehlo.transpose %436, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %438 = stablehlo.dot_general %435, %arg28, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<16x32xf32>) -> tensor<4x6x16xf32>
    %439 = stablehlo.dot_general %438, %421, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x4x32xf32>) -> tensor<16x4x32xf32>
    %440 = stablehlo.transpose %439, dims = [1, 2, 0] : (tensor<16x4x32xf32>) -> tensor<4x32x16xf32>
    %441 = stablehlo.dot_general %438, %arg18, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x32x16xf32>) -> tensor<4x6x4x32xf32>
    %442 = stablehlo.dot_general %441, %398, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x4xf32>) -> tensor<4x6x4x32xf32>
    %443 = stablehlo.dot_general %441, %420, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>) -> tensor<4x6x4xf32>
    %444 = stablehlo.multiply %402, %442 : tensor<4x6x4x32xf32>
    %445 = stablehlo.multiply %442, %419 : tensor<4x6x4x32xf32>
    %cst_121 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %446 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %447 = stablehlo.multiply %446, %444 : tensor<4x6x4x32xf32>
    %448 = stablehlo.multiply %447, %415 : tensor<4x6x4x32xf32>
    %449 = stablehlo.multiply %448, %413 : tensor<4x6x4x32xf32>
    %450 = stablehlo.add %448, %449 : tensor<4x6x4x32xf32>
    %cst_122 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %451 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %452 = stablehlo.multiply %451, %450 : tensor<4x6x4x32xf32>
    %453 = stablehlo.add %445, %452 : tensor<4x6x4x32xf32>
    %cst_123 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %454 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %455 = stablehlo.multiply %454, %452 : tensor<4x6x4x32xf32>
    %456 = stablehlo.multiply %455, %407 : tensor<4x6x4x32xf32>
    %457 = stablehlo.add %453, %456 : tensor<4x6x4x32xf32>
    %458 = stablehlo.dot_general %457, %371, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x16xf32>) -> tensor<4x32x16xf32>
    %459 = stablehlo.transpose %458, dims = [0, 2, 1] : (tensor<4x32x16xf32>) -> tensor<4x16x32xf32>
    %460 = stablehlo.dot_general %457, %arg22, contracting_dims = [2, 3] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x16x32xf32>) -> tensor<4x6x16xf32>
    %461 = stablehlo.broadcast_in_dim %401, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %462 = stablehlo.multiply %443, %461 : tensor<4x6x4xf32>
    %463 = stablehlo.multiply %462, %394 : tensor<4x6x4xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %464 = stablehlo.reduce(%463 init: %cst_124) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %465 = stablehlo.reshape %464 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %466 = stablehlo.negate %465 : tensor<4x6x1xf32>
    %467 = stablehlo.broadcast_in_dim %396, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %468 = stablehlo.divide %443, %467 : tensor<4x6x4xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %469 = stablehlo.reduce(%466 init: %cst_125) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %470 = stablehlo.broadcast_in_dim %469, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x4xf32>
    %471 = stablehlo.add %468, %470 : tensor<4x6x4xf32>
    %472 = stablehlo.multiply %471, %394 : tensor<4x6x4xf32>
    %473 = stablehlo.dot_general %472, %371, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<4x6x16xf32>) -> tensor<4x16xf32>
    %474 = stablehlo.transpose %473, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %475 = stablehlo.dot_general %472, %arg21, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<16x4xf32>) -> tensor<4x6x16xf32>
    %476 = stablehlo.add %460, %475 : tensor<4x6x16xf32>
    %477 = stablehlo.multiply %358, %476 : tensor<4x6x16xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %478 = stablehlo.reduce(%477 init: %cst_126) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %479 = stablehlo.reshape %478 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %480 = stablehlo.broadcast_in_dim %366, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %481 = stablehlo.multiply %476, %480 : tensor<4x6x16xf32>
    %482 = stablehlo.multiply %479, %369 : tensor<4x6x1xf32>
    %cst_127 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %483 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %484 = stablehlo.divide %482, %483 : tensor<4x6x1xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %485 = stablehlo.reduce(%484 init: %cst_128) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %486 = stablehlo.broadcast_in_dim %485, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %487 = stablehlo.multiply %355, %486 : tensor<4x6x16xf32>
    %488 = stablehlo.multiply %486, %355 : tensor<4x6x16xf32>
    %489 = stablehlo.add %487, %488 : tensor<4x6x16xf32>
    %490 = stablehlo.broadcast_in_dim %356, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %491 = stablehlo.multiply %490, %481 : tensor<4x6x16xf32>
    %492 = stablehlo.add %489, %491 : tensor<4x6x16xf32>
    %493 = stablehlo.multiply %481, %355 : tensor<4x6x16xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %494 = stablehlo.reduce(%493 init: %cst_129) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %495 = stablehlo.reshape %494 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %496 = stablehlo.reduce(%495 init: %cst_130) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %497 = stablehlo.negate %492 : tensor<4x6x16xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %498 = stablehlo.reduce(%497 init: %cst_131) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %499 = stablehlo.reshape %498 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %500 = stablehlo.add %438, %492 : tensor<4x6x16xf32>
    %cst_132 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %501 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %502 = stablehlo.divide %499, %501 : tensor<4x6x1xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %503 = stablehlo.reduce(%502 init: %cst_133) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %504 = stablehlo.broadcast_in_dim %503, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %505 = stablehlo.add %500, %504 : tensor<4x6x16xf32>
    %506 = stablehlo.dot_general %505, %347, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %507 = stablehlo.transpose %506, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %508 = stablehlo.dot_general %505, %arg24, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %509 = stablehlo.reshape %508 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %510 = stablehlo.transpose %509, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %511 = stablehlo.dot_general %510, %312, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %512 = stablehlo.dot_general %510, %341, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %513 = stablehlo.transpose %512, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %514 = stablehlo.broadcast_in_dim %344, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %515 = stablehlo.multiply %511, %514 : tensor<4x2x6x6xf32>
    %516 = stablehlo.multiply %515, %337 : tensor<4x2x6x6xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %517 = stablehlo.reduce(%516 init: %cst_134) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %518 = stablehlo.reshape %517 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %519 = stablehlo.negate %518 : tensor<4x2x6x1xf32>
    %520 = stablehlo.broadcast_in_dim %339, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %521 = stablehlo.divide %511, %520 : tensor<4x2x6x6xf32>
    %cst_135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %522 = stablehlo.reduce(%519 init: %cst_135) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %523 = stablehlo.broadcast_in_dim %522, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %524 = stablehlo.add %521, %523 : tensor<4x2x6x6xf32>
    %525 = stablehlo.multiply %524, %337 : tensor<4x2x6x6xf32>
    %cst_136 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %526 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %527 = stablehlo.divide %525, %526 : tensor<4x2x6x6xf32>
    %528 = stablehlo.dot_general %527, %308, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %529 = stablehlo.transpose %528, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %530 = stablehlo.dot_general %527, %310, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %531 = stablehlo.transpose %530, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %532 = stablehlo.reshape %513 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %533 = stablehlo.dot_general %532, %306, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %534 = stablehlo.transpose %533, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %535 = stablehlo.dot_general %532, %arg26, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %536 = stablehlo.reshape %529 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %537 = stablehlo.dot_general %536, %306, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %538 = stablehlo.transpose %537, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %539 = stablehlo.dot_general %536, %arg23, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %540 = stablehlo.add %535, %539 : tensor<4x6x16xf32>
    %541 = stablehlo.reshape %531 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %542 = stablehlo.dot_general %541, %306, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %543 = stablehlo.transpose %542, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %544 = stablehlo.dot_general %541, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %545 = stablehlo.add %540, %544 : tensor<4x6x16xf32>
    %546 = stablehlo.multiply %293, %545 : tensor<4x6x16xf32>
    %cst_137 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %547 = stablehlo.reduce(%546 init: %cst_137) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %548 = stablehlo.reshape %547 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %549 = stablehlo.broadcast_in_dim %301, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %550 = stablehlo.multiply %545, %549 : tensor<4x6x16xf32>
    %551 = stablehlo.multiply %548, %304 : tensor<4x6x1xf32>
    %cst_138 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %552 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %553 = stablehlo.divide %551, %552 : tensor<4x6x1xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %554 = stablehlo.reduce(%553 init: %cst_139) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %555 = stablehlo.broadcast_in_dim %554, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %556 = stablehlo.multiply %290, %555 : tensor<4x6x16xf32>
    %557 = stablehlo.multiply %555, %290 : tensor<4x6x16xf32>
    %558 = stablehlo.add %556, %557 : tensor<4x6x16xf32>
    %559 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %560 = stablehlo.multiply %559, %550 : tensor<4x6x16xf32>
    %561 = stablehlo.add %558, %560 : tensor<4x6x16xf32>
    %562 = stablehlo.multiply %550, %290 : tensor<4x6x16xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %563 = stablehlo.reduce(%562 init: %cst_140) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %564 = stablehlo.reshape %563 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %565 = stablehlo.reduce(%564 init: %cst_141) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %566 = stablehlo.negate %561 : tensor<4x6x16xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %567 = stablehlo.reduce(%566 init: %cst_142) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %568 = stablehlo.reshape %567 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %569 = stablehlo.add %505, %561 : tensor<4x6x16xf32>
    %cst_143 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %570 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %571 = stablehlo.divide %568, %570 : tensor<4x6x1xf32>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %572 = stablehlo.reduce(%571 init: %cst_144) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %573 = stablehlo.broadcast_in_dim %572, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %574 = stablehlo.add %569, %573 : tensor<4x6x16xf32>
    %575 = stablehlo.dot_general %574, %282, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x4x32xf32>) -> tensor<16x4x32xf32>
    %576 = stablehlo.transpose %575, dims = [1, 2, 0] : (tensor<16x4x32xf32>) -> tensor<4x32x16xf32>
    %577 = stablehlo.dot_general %574, %arg9, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x32x16xf32>) -> tensor<4x6x4x32xf32>
    %578 = stablehlo.dot_general %577, %259, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x4xf32>) -> tensor<4x6x4x32xf32>
    %579 = stablehlo.dot_general %577, %281, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>) -> tensor<4x6x4xf32>
    %580 = stablehlo.multiply %263, %578 : tensor<4x6x4x32xf32>
    %581 = stablehlo.multiply %578, %280 : tensor<4x6x4x32xf32>
    %cst_145 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %582 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %583 = stablehlo.multiply %582, %580 : tensor<4x6x4x32xf32>
    %584 = stablehlo.multiply %583, %276 : tensor<4x6x4x32xf32>
    %585 = stablehlo.multiply %584, %274 : tensor<4x6x4x32xf32>
    %586 = stablehlo.add %584, %585 : tensor<4x6x4x32xf32>
    %cst_146 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %588 = stablehlo.multiply %587, %586 : tensor<4x6x4x32xf32>
    %589 = stablehlo.add %581, %588 : tensor<4x6x4x32xf32>
    %cst_147 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %590 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %591 = stablehlo.multiply %590, %588 : tensor<4x6x4x32xf32>
    %592 = stablehlo.multiply %591, %268 : tensor<4x6x4x32xf32>
    %593 = stablehlo.add %589, %592 : tensor<4x6x4x32xf32>
    %594 = stablehlo.dot_general %593, %232, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x16xf32>) -> tensor<4x32x16xf32>
    %595 = stablehlo.transpose %594, dims = [0, 2, 1] : (tensor<4x32x16xf32>) -> tensor<4x16x32xf32>
    %596 = stablehlo.dot_general %593, %arg13, contracting_dims = [2, 3] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x16x32xf32>) -> tensor<4x6x16xf32>
    %597 = stablehlo.broadcast_in_dim %262, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %598 = stablehlo.multiply %579, %597 : tensor<4x6x4xf32>
    %599 = stablehlo.multiply %598, %255 : tensor<4x6x4xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %600 = stablehlo.reduce(%599 init: %cst_148) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %601 = stablehlo.reshape %600 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %602 = stablehlo.negate %601 : tensor<4x6x1xf32>
    %603 = stablehlo.broadcast_in_dim %257, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %604 = stablehlo.divide %579, %603 : tensor<4x6x4xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %605 = stablehlo.reduce(%602 init: %cst_149) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %606 = stablehlo.broadcast_in_dim %605, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x4xf32>
    %607 = stablehlo.add %604, %606 : tensor<4x6x4xf32>
    %608 = stablehlo.multiply %607, %255 : tensor<4x6x4xf32>
    %609 = stablehlo.dot_general %608, %232, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<4x6x16xf32>) -> tensor<4x16xf32>
    %610 = stablehlo.transpose %609, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %611 = stablehlo.dot_general %608, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<16x4xf32>) -> tensor<4x6x16xf32>
    %612 = stablehlo.add %596, %611 : tensor<4x6x16xf32>
    %613 = stablehlo.multiply %219, %612 : tensor<4x6x16xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %614 = stablehlo.reduce(%613 init: %cst_150) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %615 = stablehlo.reshape %614 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %616 = stablehlo.broadcast_in_dim %227, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %617 = stablehlo.multiply %612, %616 : tensor<4x6x16xf32>
    %618 = stablehlo.multiply %615, %230 : tensor<4x6x1xf32>
    %cst_151 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %619 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %620 = stablehlo.divide %618, %619 : tensor<4x6x1xf32>
    %cst_152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %621 = stablehlo.reduce(%620 init: %cst_152) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %622 = stablehlo.broadcast_in_dim %621, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %623 = stablehlo.multiply %216, %622 : tensor<4x6x16xf32>
    %624 = stablehlo.multiply %622, %216 : tensor<4x6x16xf32>
    %625 = stablehlo.add %623, %624 : tensor<4x6x16xf32>
    %626 = stablehlo.broadcast_in_dim %217, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %627 = stablehlo.multiply %626, %617 : tensor<4x6x16xf32>
    %628 = stablehlo.add %625, %627 : tensor<4x6x16xf32>
    %629 = stablehlo.multiply %617, %216 : tensor<4x6x16xf32>
    %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %630 = stablehlo.reduce(%629 init: %cst_153) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %631 = stablehlo.reshape %630 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %632 = stablehlo.reduce(%631 init: %cst_154) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %633 = stablehlo.negate %628 : tensor<4x6x16xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %634 = stablehlo.reduce(%633 init: %cst_155) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %635 = stablehlo.reshape %634 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %636 = stablehlo.add %574, %628 : tensor<4x6x16xf32>
    %cst_156 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %637 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %638 = stablehlo.divide %635, %637 : tensor<4x6x1xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %639 = stablehlo.reduce(%638 init: %cst_157) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %640 = stablehlo.broadcast_in_dim %639, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %641 = stablehlo.add %636, %640 : tensor<4x6x16xf32>
    %642 = stablehlo.dot_general %641, %208, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %643 = stablehlo.transpose %642, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %644 = stablehlo.dot_general %641, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %645 = stablehlo.reshape %644 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %646 = stablehlo.transpose %645, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %647 = stablehlo.dot_general %646, %173, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %648 = stablehlo.dot_general %646, %202, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %649 = stablehlo.transpose %648, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %650 = stablehlo.broadcast_in_dim %205, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %651 = stablehlo.multiply %647, %650 : tensor<4x2x6x6xf32>
    %652 = stablehlo.multiply %651, %198 : tensor<4x2x6x6xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %653 = stablehlo.reduce(%652 init: %cst_158) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %654 = stablehlo.reshape %653 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %655 = stablehlo.negate %654 : tensor<4x2x6x1xf32>
    %656 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %657 = stablehlo.divide %647, %656 : tensor<4x2x6x6xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %658 = stablehlo.reduce(%655 init: %cst_159) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %659 = stablehlo.broadcast_in_dim %658, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %660 = stablehlo.add %657, %659 : tensor<4x2x6x6xf32>
    %661 = stablehlo.multiply %660, %198 : tensor<4x2x6x6xf32>
    %cst_160 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %662 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %663 = stablehlo.divide %661, %662 : tensor<4x2x6x6xf32>
    %664 = stablehlo.dot_general %663, %169, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %665 = stablehlo.transpose %664, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %666 = stablehlo.dot_general %663, %171, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %667 = stablehlo.transpose %666, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %668 = stablehlo.reshape %649 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %669 = stablehlo.dot_general %668, %167, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %670 = stablehlo.transpose %669, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %671 = stablehlo.dot_general %668, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %672 = stablehlo.reshape %665 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %673 = stablehlo.dot_general %672, %167, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %674 = stablehlo.transpose %673, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %675 = stablehlo.dot_general %672, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %676 = stablehlo.add %671, %675 : tensor<4x6x16xf32>
    %677 = stablehlo.reshape %667 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %678 = stablehlo.dot_general %677, %167, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %679 = stablehlo.transpose %678, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %680 = stablehlo.dot_general %677, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %681 = stablehlo.add %676, %680 : tensor<4x6x16xf32>
    %682 = stablehlo.multiply %154, %681 : tensor<4x6x16xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %683 = stablehlo.reduce(%682 init: %cst_161) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %684 = stablehlo.reshape %683 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %685 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %686 = stablehlo.multiply %681, %685 : tensor<4x6x16xf32>
    %687 = stablehlo.multiply %684, %165 : tensor<4x6x1xf32>
    %cst_162 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %688 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %689 = stablehlo.divide %687, %688 : tensor<4x6x1xf32>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %690 = stablehlo.reduce(%689 init: %cst_163) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %691 = stablehlo.broadcast_in_dim %690, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %692 = stablehlo.multiply %151, %691 : tensor<4x6x16xf32>
    %693 = stablehlo.multiply %691, %151 : tensor<4x6x16xf32>
    %694 = stablehlo.add %692, %693 : tensor<4x6x16xf32>
    %695 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %696 = stablehlo.multiply %695, %686 : tensor<4x6x16xf32>
    %697 = stablehlo.add %694, %696 : tensor<4x6x16xf32>
    %698 = stablehlo.multiply %686, %151 : tensor<4x6x16xf32>
    %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %699 = stablehlo.reduce(%698 init: %cst_164) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %700 = stablehlo.reshape %699 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %701 = stablehlo.reduce(%700 init: %cst_165) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %702 = stablehlo.negate %697 : tensor<4x6x16xf32>
    %cst_166 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %703 = stablehlo.reduce(%702 init: %cst_166) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %704 = stablehlo.reshape %703 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %705 = stablehlo.add %641, %697 : tensor<4x6x16xf32>
    %cst_167 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %706 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %707 = stablehlo.divide %704, %706 : tensor<4x6x1xf32>
    %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %708 = stablehlo.reduce(%707 init: %cst_168) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %709 = stablehlo.broadcast_in_dim %708, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %710 = stablehlo.add %705, %709 : tensor<4x6x16xf32>
    %711 = stablehlo.dot_general %710, %143, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x4x32xf32>) -> tensor<16x4x32xf32>
    %712 = stablehlo.transpose %711, dims = [1, 2, 0] : (tensor<16x4x32xf32>) -> tensor<4x32x16xf32>
    %713 = stablehlo.dot_general %710, %arg0, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x32x16xf32>) -> tensor<4x6x4x32xf32>
    %714 = stablehlo.dot_general %713, %120, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x4xf32>) -> tensor<4x6x4x32xf32>
    %715 = stablehlo.dot_general %713, %142, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>) -> tensor<4x6x4xf32>
    %716 = stablehlo.multiply %124, %714 : tensor<4x6x4x32xf32>
    %717 = stablehlo.multiply %714, %141 : tensor<4x6x4x32xf32>
    %cst_169 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %718 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %719 = stablehlo.multiply %718, %716 : tensor<4x6x4x32xf32>
    %720 = stablehlo.multiply %719, %137 : tensor<4x6x4x32xf32>
    %721 = stablehlo.multiply %720, %135 : tensor<4x6x4x32xf32>
    %722 = stablehlo.add %720, %721 : tensor<4x6x4x32xf32>
    %cst_170 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %723 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %724 = stablehlo.multiply %723, %722 : tensor<4x6x4x32xf32>
    %725 = stablehlo.add %717, %724 : tensor<4x6x4x32xf32>
    %cst_171 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %726 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %727 = stablehlo.multiply %726, %724 : tensor<4x6x4x32xf32>
    %728 = stablehlo.multiply %727, %129 : tensor<4x6x4x32xf32>
    %729 = stablehlo.add %725, %728 : tensor<4x6x4x32xf32>
    %730 = stablehlo.dot_general %729, %93, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x16xf32>) -> tensor<4x32x16xf32>
    %731 = stablehlo.transpose %730, dims = [0, 2, 1] : (tensor<4x32x16xf32>) -> tensor<4x16x32xf32>
    %732 = stablehlo.dot_general %729, %arg4, contracting_dims = [2, 3] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x16x32xf32>) -> tensor<4x6x16xf32>
    %733 = stablehlo.broadcast_in_dim %123, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %734 = stablehlo.multiply %715, %733 : tensor<4x6x4xf32>
    %735 = stablehlo.multiply %734, %116 : tensor<4x6x4xf32>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %736 = stablehlo.reduce(%735 init: %cst_172) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %737 = stablehlo.reshape %736 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %738 = stablehlo.negate %737 : tensor<4x6x1xf32>
    %739 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %740 = stablehlo.divide %715, %739 : tensor<4x6x4xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %741 = stablehlo.reduce(%738 init: %cst_173) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %742 = stablehlo.broadcast_in_dim %741, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x4xf32>
    %743 = stablehlo.add %740, %742 : tensor<4x6x4xf32>
    %744 = stablehlo.multiply %743, %116 : tensor<4x6x4xf32>
    %745 = stablehlo.dot_general %744, %93, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<4x6x16xf32>) -> tensor<4x16xf32>
    %746 = stablehlo.transpose %745, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %747 = stablehlo.dot_general %744, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<16x4xf32>) -> tensor<4x6x16xf32>
    %748 = stablehlo.add %732, %747 : tensor<4x6x16xf32>
    %749 = stablehlo.multiply %80, %748 : tensor<4x6x16xf32>
    %cst_174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %750 = stablehlo.reduce(%749 init: %cst_174) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %751 = stablehlo.reshape %750 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %752 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %753 = stablehlo.multiply %748, %752 : tensor<4x6x16xf32>
    %754 = stablehlo.multiply %751, %91 : tensor<4x6x1xf32>
    %cst_175 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %755 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %756 = stablehlo.divide %754, %755 : tensor<4x6x1xf32>
    %cst_176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %757 = stablehlo.reduce(%756 init: %cst_176) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %758 = stablehlo.broadcast_in_dim %757, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %759 = stablehlo.multiply %77, %758 : tensor<4x6x16xf32>
    %760 = stablehlo.multiply %758, %77 : tensor<4x6x16xf32>
    %761 = stablehlo.add %759, %760 : tensor<4x6x16xf32>
    %762 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %763 = stablehlo.multiply %762, %753 : tensor<4x6x16xf32>
    %764 = stablehlo.add %761, %763 : tensor<4x6x16xf32>
    %765 = stablehlo.multiply %753, %77 : tensor<4x6x16xf32>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %766 = stablehlo.reduce(%765 init: %cst_177) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %767 = stablehlo.reshape %766 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_178 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %768 = stablehlo.reduce(%767 init: %cst_178) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %769 = stablehlo.negate %764 : tensor<4x6x16xf32>
    %cst_179 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %770 = stablehlo.reduce(%769 init: %cst_179) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %771 = stablehlo.reshape %770 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %772 = stablehlo.add %710, %764 : tensor<4x6x16xf32>
    %cst_180 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %773 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %774 = stablehlo.divide %771, %773 : tensor<4x6x1xf32>
    %cst_181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %775 = stablehlo.reduce(%774 init: %cst_181) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %776 = stablehlo.broadcast_in_dim %775, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %777 = stablehlo.add %772, %776 : tensor<4x6x16xf32>
    %778 = stablehlo.dot_general %777, %69, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %779 = stablehlo.transpose %778, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %780 = stablehlo.dot_general %777, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %781 = stablehlo.reshape %780 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %782 = stablehlo.transpose %781, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %783 = stablehlo.dot_general %782, %34, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %784 = stablehlo.dot_general %782, %63, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %785 = stablehlo.transpose %784, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %786 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %787 = stablehlo.multiply %783, %786 : tensor<4x2x6x6xf32>
    %788 = stablehlo.multiply %787, %59 : tensor<4x2x6x6xf32>
    %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %789 = stablehlo.reduce(%788 init: %cst_182) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %790 = stablehlo.reshape %789 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %791 = stablehlo.negate %790 : tensor<4x2x6x1xf32>
    %792 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %793 = stablehlo.divide %783, %792 : tensor<4x2x6x6xf32>
    %cst_183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %794 = stablehlo.reduce(%791 init: %cst_183) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %795 = stablehlo.broadcast_in_dim %794, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %796 = stablehlo.add %793, %795 : tensor<4x2x6x6xf32>
    %797 = stablehlo.multiply %796, %59 : tensor<4x2x6x6xf32>
    %cst_184 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %798 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %799 = stablehlo.divide %797, %798 : tensor<4x2x6x6xf32>
    %800 = stablehlo.dot_general %799, %30, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %801 = stablehlo.transpose %800, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %802 = stablehlo.dot_general %799, %32, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %803 = stablehlo.transpose %802, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %804 = stablehlo.reshape %785 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %805 = stablehlo.dot_general %804, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %806 = stablehlo.transpose %805, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %807 = stablehlo.dot_general %804, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %808 = stablehlo.reshape %801 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %809 = stablehlo.dot_general %808, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %810 = stablehlo.transpose %809, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %811 = stablehlo.dot_general %808, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %812 = stablehlo.add %807, %811 : tensor<4x6x16xf32>
    %813 = stablehlo.reshape %803 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %814 = stablehlo.dot_general %813, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %815 = stablehlo.transpose %814, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %816 = stablehlo.dot_general %813, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %817 = stablehlo.add %812, %816 : tensor<4x6x16xf32>
    %818 = stablehlo.multiply %15, %817 : tensor<4x6x16xf32>
    %cst_185 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %819 = stablehlo.reduce(%818 init: %cst_185) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %820 = stablehlo.reshape %819 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %821 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %822 = stablehlo.multiply %817, %821 : tensor<4x6x16xf32>
    %823 = stablehlo.multiply %820, %26 : tensor<4x6x1xf32>
    %cst_186 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %824 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %825 = stablehlo.divide %823, %824 : tensor<4x6x1xf32>
    %cst_187 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %826 = stablehlo.reduce(%825 init: %cst_187) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %827 = stablehlo.broadcast_in_dim %826, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %828 = stablehlo.multiply %12, %827 : tensor<4x6x16xf32>
    %829 = stablehlo.multiply %827, %12 : tensor<4x6x16xf32>
    %830 = stablehlo.add %828, %829 : tensor<4x6x16xf32>
    %831 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %832 = stablehlo.multiply %831, %822 : tensor<4x6x16xf32>
    %833 = stablehlo.add %830, %832 : tensor<4x6x16xf32>
    %834 = stablehlo.multiply %822, %12 : tensor<4x6x16xf32>
    %cst_188 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %835 = stablehlo.reduce(%834 init: %cst_188) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %836 = stablehlo.reshape %835 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_189 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %837 = stablehlo.reduce(%836 init: %cst_189) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %838 = stablehlo.negate %833 : tensor<4x6x16xf32>
    %cst_190 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %839 = stablehlo.reduce(%838 init: %cst_190) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %840 = stablehlo.reshape %839 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %841 = stablehlo.add %777, %833 : tensor<4x6x16xf32>
    %cst_191 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %842 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %843 = stablehlo.divide %840, %842 : tensor<4x6x1xf32>
    %cst_192 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %844 = stablehlo.reduce(%843 init: %cst_192) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %845 = stablehlo.broadcast_in_dim %844, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %846 = stablehlo.add %841, %845 : tensor<4x6x16xf32>
    %cst_193 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %847 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %848 = "stablehlo.scatter"(%847, %5, %846) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg31: tensor<f32>, %arg32: tensor<f32>):
      %849 = stablehlo.add %arg31, %arg32 : tensor<f32>
      stablehlo.return %849 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    return %430, %712, %837, %768, %746, %731, %810, %779, %815, %806, %576, %701, %632, %610, %595, %674, %643, %679, %670, %440, %565, %496, %474, %459, %538, %507, %543, %534, %848, %437 : tensor<f32>, tensor<4x32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<4x16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<4x16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<4x16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<32x16xf32>, tensor<16x32xf32>
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
}
