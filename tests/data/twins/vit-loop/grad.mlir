module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<16x64xf32>, %arg4: tensor<16x16xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<64x16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<16x64xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<16x16xf32>, %arg14: tensor<16x16xf32>, %arg15: tensor<16x16xf32>, %arg16: tensor<64x16xf32>, %arg17: tensor<16xf32>, %arg18: tensor<16xf32>, %arg19: tensor<16x64xf32>, %arg20: tensor<16x16xf32>, %arg21: tensor<16x16xf32>, %arg22: tensor<16x16xf32>, %arg23: tensor<16x16xf32>, %arg24: tensor<16x10xf32>, %arg25: tensor<48x16xf32>, %arg26: tensor<4x6x48xf32>, %arg27: tensor<4xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64x16xf32> {jax.result_info = "result[1]"}, tensor<16xf32> {jax.result_info = "result[2]"}, tensor<16xf32> {jax.result_info = "result[3]"}, tensor<16x64xf32> {jax.result_info = "result[4]"}, tensor<16x16xf32> {jax.result_info = "result[5]"}, tensor<16x16xf32> {jax.result_info = "result[6]"}, tensor<16x16xf32> {jax.result_info = "result[7]"}, tensor<16x16xf32> {jax.result_info = "result[8]"}, tensor<64x16xf32> {jax.result_info = "result[9]"}, tensor<16xf32> {jax.result_info = "result[10]"}, tensor<16xf32> {jax.result_info = "result[11]"}, tensor<16x64xf32> {jax.result_info = "result[12]"}, tensor<16x16xf32> {jax.result_info = "result[13]"}, tensor<16x16xf32> {jax.result_info = "result[14]"}, tensor<16x16xf32> {jax.result_info = "result[15]"}, tensor<16x16xf32> {jax.result_info = "result[16]"}, tensor<64x16xf32> {jax.result_info = "result[17]"}, tensor<16xf32> {jax.result_info = "result[18]"}, tensor<16xf32> {jax.result_info = "result[19]"}, tensor<16x64xf32> {jax.result_info = "result[20]"}, tensor<16x16xf32> {jax.result_info = "result[21]"}, tensor<16x16xf32> {jax.result_info = "result[22]"}, tensor<16x16xf32> {jax.result_info = "result[23]"}, tensor<16x16xf32> {jax.result_info = "result[24]"}, tensor<16x10xf32> {jax.result_info = "result[25]"}, tensor<48x16xf32> {jax.result_info = "result[26]"}) {
    %0 = stablehlo.dot_general %arg26, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x48xf32>, tensor<48x16xf32>) -> tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<4x6x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<4x6x16xf32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<4x6x16xf32>
    %10 = stablehlo.multiply %6, %6 : tensor<4x6x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<4x6x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %16 = stablehlo.add %14, %15 : tensor<4x6x1xf32>
    %17 = stablehlo.rsqrt %16 : tensor<4x6x1xf32>
    %18 = stablehlo.divide %17, %16 : tensor<4x6x1xf32>
    %cst_4 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<4x6x1xf32>
    %21 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %22 = stablehlo.multiply %9, %21 : tensor<4x6x16xf32>
    %23 = stablehlo.dot_general %22, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %24 = stablehlo.reshape %23 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %25 = stablehlo.dot_general %22, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %26 = stablehlo.reshape %25 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %27 = stablehlo.dot_general %22, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %28 = stablehlo.reshape %27 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %29 = stablehlo.dot_general %24, %26, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_5 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %31 = stablehlo.divide %29, %30 : tensor<4x2x6x6xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %33 = stablehlo.reshape %32 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %35 = stablehlo.compare EQ, %31, %34, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %36 = stablehlo.convert %35 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %39 = stablehlo.maximum %38, %32 : tensor<4x2x6xf32>
    %40 = stablehlo.compare EQ, %32, %39, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %43 = stablehlo.select %40, %41, %42 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %45 = stablehlo.compare EQ, %44, %39, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %48 = stablehlo.select %45, %46, %47 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %49 = stablehlo.divide %43, %48 : tensor<4x2x6xf32>
    %50 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %52 = stablehlo.subtract %31, %51 : tensor<4x2x6x6xf32>
    %53 = stablehlo.exponential %52 : tensor<4x2x6x6xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_14) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %57 = stablehlo.divide %53, %56 : tensor<4x2x6x6xf32>
    %58 = stablehlo.multiply %55, %55 : tensor<4x2x6x1xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %60 = stablehlo.divide %59, %58 : tensor<4x2x6x1xf32>
    %61 = stablehlo.dot_general %28, %57, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %62 = stablehlo.transpose %61, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %63 = stablehlo.reshape %62 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %64 = stablehlo.dot_general %63, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %65 = stablehlo.add %0, %64 : tensor<4x6x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_17 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %69 = stablehlo.divide %67, %68 : tensor<4x6x1xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %71 = stablehlo.subtract %65, %70 : tensor<4x6x16xf32>
    %72 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %74 = stablehlo.multiply %73, %71 : tensor<4x6x16xf32>
    %75 = stablehlo.multiply %71, %71 : tensor<4x6x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_19 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %79 = stablehlo.divide %77, %78 : tensor<4x6x1xf32>
    %cst_20 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %81 = stablehlo.add %79, %80 : tensor<4x6x1xf32>
    %82 = stablehlo.rsqrt %81 : tensor<4x6x1xf32>
    %83 = stablehlo.divide %82, %81 : tensor<4x6x1xf32>
    %cst_21 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<4x6x1xf32>
    %86 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %87 = stablehlo.multiply %74, %86 : tensor<4x6x16xf32>
    %88 = stablehlo.dot_general %87, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %89 = stablehlo.multiply %88, %88 : tensor<4x6x64xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<4x6x64xf32>
    %91 = stablehlo.multiply %88, %88 : tensor<4x6x64xf32>
    %cst_22 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %93 = stablehlo.multiply %92, %91 : tensor<4x6x64xf32>
    %cst_23 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %95 = stablehlo.multiply %94, %90 : tensor<4x6x64xf32>
    %96 = stablehlo.add %88, %95 : tensor<4x6x64xf32>
    %cst_24 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %98 = stablehlo.multiply %97, %96 : tensor<4x6x64xf32>
    %99 = stablehlo.tanh %98 : tensor<4x6x64xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %101 = stablehlo.subtract %100, %99 : tensor<4x6x64xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %103 = stablehlo.add %102, %99 : tensor<4x6x64xf32>
    %cst_27 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %105 = stablehlo.multiply %104, %103 : tensor<4x6x64xf32>
    %106 = stablehlo.multiply %88, %105 : tensor<4x6x64xf32>
    %107 = stablehlo.dot_general %106, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %108 = stablehlo.add %65, %107 : tensor<4x6x16xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.reduce(%108 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_29 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %112 = stablehlo.divide %110, %111 : tensor<4x6x1xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %114 = stablehlo.subtract %108, %113 : tensor<4x6x16xf32>
    %115 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %117 = stablehlo.multiply %116, %114 : tensor<4x6x16xf32>
    %118 = stablehlo.multiply %114, %114 : tensor<4x6x16xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.reduce(%118 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_31 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %122 = stablehlo.divide %120, %121 : tensor<4x6x1xf32>
    %cst_32 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %124 = stablehlo.add %122, %123 : tensor<4x6x1xf32>
    %125 = stablehlo.rsqrt %124 : tensor<4x6x1xf32>
    %126 = stablehlo.divide %125, %124 : tensor<4x6x1xf32>
    %cst_33 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %128 = stablehlo.multiply %127, %126 : tensor<4x6x1xf32>
    %129 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %130 = stablehlo.multiply %117, %129 : tensor<4x6x16xf32>
    %131 = stablehlo.dot_general %130, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %132 = stablehlo.reshape %131 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %133 = stablehlo.dot_general %130, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %134 = stablehlo.reshape %133 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %135 = stablehlo.dot_general %130, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %136 = stablehlo.reshape %135 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %137 = stablehlo.dot_general %132, %134, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_34 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %139 = stablehlo.divide %137, %138 : tensor<4x2x6x6xf32>
    %cst_35 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %140 = stablehlo.reduce(%139 init: %cst_35) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %141 = stablehlo.reshape %140 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %143 = stablehlo.compare EQ, %139, %142, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %144 = stablehlo.convert %143 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.reduce(%144 init: %cst_36) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_37 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %147 = stablehlo.maximum %146, %140 : tensor<4x2x6xf32>
    %148 = stablehlo.compare EQ, %140, %147, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %151 = stablehlo.select %148, %149, %150 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_40 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %153 = stablehlo.compare EQ, %152, %147, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_41 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %156 = stablehlo.select %153, %154, %155 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %157 = stablehlo.divide %151, %156 : tensor<4x2x6xf32>
    %158 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %160 = stablehlo.subtract %139, %159 : tensor<4x2x6x6xf32>
    %161 = stablehlo.exponential %160 : tensor<4x2x6x6xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %162 = stablehlo.reduce(%161 init: %cst_43) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %163 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %165 = stablehlo.divide %161, %164 : tensor<4x2x6x6xf32>
    %166 = stablehlo.multiply %163, %163 : tensor<4x2x6x1xf32>
    %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %168 = stablehlo.divide %167, %166 : tensor<4x2x6x1xf32>
    %169 = stablehlo.dot_general %136, %165, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %170 = stablehlo.transpose %169, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %171 = stablehlo.reshape %170 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %172 = stablehlo.dot_general %171, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %173 = stablehlo.add %108, %172 : tensor<4x6x16xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.reduce(%173 init: %cst_45) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_46 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %177 = stablehlo.divide %175, %176 : tensor<4x6x1xf32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %179 = stablehlo.subtract %173, %178 : tensor<4x6x16xf32>
    %180 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %182 = stablehlo.multiply %181, %179 : tensor<4x6x16xf32>
    %183 = stablehlo.multiply %179, %179 : tensor<4x6x16xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.reduce(%183 init: %cst_47) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_48 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %187 = stablehlo.divide %185, %186 : tensor<4x6x1xf32>
    %cst_49 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %189 = stablehlo.add %187, %188 : tensor<4x6x1xf32>
    %190 = stablehlo.rsqrt %189 : tensor<4x6x1xf32>
    %191 = stablehlo.divide %190, %189 : tensor<4x6x1xf32>
    %cst_50 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %193 = stablehlo.multiply %192, %191 : tensor<4x6x1xf32>
    %194 = stablehlo.broadcast_in_dim %190, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %195 = stablehlo.multiply %182, %194 : tensor<4x6x16xf32>
    %196 = stablehlo.dot_general %195, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %197 = stablehlo.multiply %196, %196 : tensor<4x6x64xf32>
    %198 = stablehlo.multiply %197, %196 : tensor<4x6x64xf32>
    %199 = stablehlo.multiply %196, %196 : tensor<4x6x64xf32>
    %cst_51 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %201 = stablehlo.multiply %200, %199 : tensor<4x6x64xf32>
    %cst_52 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %203 = stablehlo.multiply %202, %198 : tensor<4x6x64xf32>
    %204 = stablehlo.add %196, %203 : tensor<4x6x64xf32>
    %cst_53 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %206 = stablehlo.multiply %205, %204 : tensor<4x6x64xf32>
    %207 = stablehlo.tanh %206 : tensor<4x6x64xf32>
    %cst_54 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %209 = stablehlo.subtract %208, %207 : tensor<4x6x64xf32>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %211 = stablehlo.add %210, %207 : tensor<4x6x64xf32>
    %cst_56 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %213 = stablehlo.multiply %212, %211 : tensor<4x6x64xf32>
    %214 = stablehlo.multiply %196, %213 : tensor<4x6x64xf32>
    %215 = stablehlo.dot_general %214, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %216 = stablehlo.add %173, %215 : tensor<4x6x16xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %217 = stablehlo.reduce(%216 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_58 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %220 = stablehlo.divide %218, %219 : tensor<4x6x1xf32>
    %221 = stablehlo.broadcast_in_dim %220, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %222 = stablehlo.subtract %216, %221 : tensor<4x6x16xf32>
    %223 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %224 = stablehlo.broadcast_in_dim %223, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %225 = stablehlo.multiply %224, %222 : tensor<4x6x16xf32>
    %226 = stablehlo.multiply %222, %222 : tensor<4x6x16xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %227 = stablehlo.reduce(%226 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %228 = stablehlo.broadcast_in_dim %227, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_60 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %230 = stablehlo.divide %228, %229 : tensor<4x6x1xf32>
    %cst_61 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %231 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %232 = stablehlo.add %230, %231 : tensor<4x6x1xf32>
    %233 = stablehlo.rsqrt %232 : tensor<4x6x1xf32>
    %234 = stablehlo.divide %233, %232 : tensor<4x6x1xf32>
    %cst_62 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %236 = stablehlo.multiply %235, %234 : tensor<4x6x1xf32>
    %237 = stablehlo.broadcast_in_dim %233, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %238 = stablehlo.multiply %225, %237 : tensor<4x6x16xf32>
    %239 = stablehlo.dot_general %238, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %240 = stablehlo.reshape %239 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %241 = stablehlo.dot_general %238, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %242 = stablehlo.reshape %241 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %243 = stablehlo.dot_general %238, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %244 = stablehlo.reshape %243 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %245 = stablehlo.dot_general %240, %242, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_63 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %247 = stablehlo.divide %245, %246 : tensor<4x2x6x6xf32>
    %cst_64 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %248 = stablehlo.reduce(%247 init: %cst_64) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %249 = stablehlo.reshape %248 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %250 = stablehlo.broadcast_in_dim %249, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %251 = stablehlo.compare EQ, %247, %250, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %252 = stablehlo.convert %251 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %253 = stablehlo.reduce(%252 init: %cst_65) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_66 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %255 = stablehlo.maximum %254, %248 : tensor<4x2x6xf32>
    %256 = stablehlo.compare EQ, %248, %255, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_67 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %258 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %259 = stablehlo.select %256, %257, %258 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_69 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %261 = stablehlo.compare EQ, %260, %255, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_70 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_71 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %264 = stablehlo.select %261, %262, %263 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %265 = stablehlo.divide %259, %264 : tensor<4x2x6xf32>
    %266 = stablehlo.broadcast_in_dim %255, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %267 = stablehlo.broadcast_in_dim %266, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %268 = stablehlo.subtract %247, %267 : tensor<4x2x6x6xf32>
    %269 = stablehlo.exponential %268 : tensor<4x2x6x6xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %270 = stablehlo.reduce(%269 init: %cst_72) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %271 = stablehlo.broadcast_in_dim %270, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %272 = stablehlo.broadcast_in_dim %271, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %273 = stablehlo.divide %269, %272 : tensor<4x2x6x6xf32>
    %274 = stablehlo.multiply %271, %271 : tensor<4x2x6x1xf32>
    %cst_73 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %276 = stablehlo.divide %275, %274 : tensor<4x2x6x1xf32>
    %277 = stablehlo.dot_general %244, %273, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %278 = stablehlo.transpose %277, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %279 = stablehlo.reshape %278 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %280 = stablehlo.dot_general %279, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %281 = stablehlo.add %216, %280 : tensor<4x6x16xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %282 = stablehlo.reduce(%281 init: %cst_74) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %283 = stablehlo.broadcast_in_dim %282, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_75 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %285 = stablehlo.divide %283, %284 : tensor<4x6x1xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %287 = stablehlo.subtract %281, %286 : tensor<4x6x16xf32>
    %288 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %289 = stablehlo.broadcast_in_dim %288, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %290 = stablehlo.multiply %289, %287 : tensor<4x6x16xf32>
    %291 = stablehlo.multiply %287, %287 : tensor<4x6x16xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %292 = stablehlo.reduce(%291 init: %cst_76) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %293 = stablehlo.broadcast_in_dim %292, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_77 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %295 = stablehlo.divide %293, %294 : tensor<4x6x1xf32>
    %cst_78 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %297 = stablehlo.add %295, %296 : tensor<4x6x1xf32>
    %298 = stablehlo.rsqrt %297 : tensor<4x6x1xf32>
    %299 = stablehlo.divide %298, %297 : tensor<4x6x1xf32>
    %cst_79 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %300 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %301 = stablehlo.multiply %300, %299 : tensor<4x6x1xf32>
    %302 = stablehlo.broadcast_in_dim %298, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %303 = stablehlo.multiply %290, %302 : tensor<4x6x16xf32>
    %304 = stablehlo.dot_general %303, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %305 = stablehlo.multiply %304, %304 : tensor<4x6x64xf32>
    %306 = stablehlo.multiply %305, %304 : tensor<4x6x64xf32>
    %307 = stablehlo.multiply %304, %304 : tensor<4x6x64xf32>
    %cst_80 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %308 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %309 = stablehlo.multiply %308, %307 : tensor<4x6x64xf32>
    %cst_81 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %311 = stablehlo.multiply %310, %306 : tensor<4x6x64xf32>
    %312 = stablehlo.add %304, %311 : tensor<4x6x64xf32>
    %cst_82 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %313 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %314 = stablehlo.multiply %313, %312 : tensor<4x6x64xf32>
    %315 = stablehlo.tanh %314 : tensor<4x6x64xf32>
    %cst_83 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %316 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %317 = stablehlo.subtract %316, %315 : tensor<4x6x64xf32>
    %cst_84 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %319 = stablehlo.add %318, %315 : tensor<4x6x64xf32>
    %cst_85 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %320 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %321 = stablehlo.multiply %320, %319 : tensor<4x6x64xf32>
    %322 = stablehlo.multiply %304, %321 : tensor<4x6x64xf32>
    %323 = stablehlo.dot_general %322, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %324 = stablehlo.add %281, %323 : tensor<4x6x16xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %325 = stablehlo.reduce(%324 init: %cst_86) applies stablehlo.add across dimensions = [1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x16xf32>
    %cst_87 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %326 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %327 = stablehlo.divide %325, %326 : tensor<4x16xf32>
    %328 = stablehlo.dot_general %327, %arg24, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x10xf32>) -> tensor<4x10xf32>
    %329:3 = call @log_softmax(%328) : (tensor<4x10xf32>) -> (tensor<4x10xf32>, tensor<4x10xf32>, tensor<4x1xf32>)
    %330 = stablehlo.broadcast_in_dim %arg27, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %331:2 = call @take_along_axis(%329#0, %330) : (tensor<4x10xf32>, tensor<4x1xi32>) -> (tensor<4x1xf32>, tensor<4x1x1xi32>)
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %332 = stablehlo.reduce(%331#0 init: %cst_88) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_89 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %333 = stablehlo.divide %332, %cst_89 : tensor<f32>
    %334 = stablehlo.negate %333 : tensor<f32>
    %cst_90 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %335 = stablehlo.negate %cst_90 : tensor<f32>
    %cst_91 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %336 = stablehlo.divide %335, %cst_91 : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %336, dims = [] : (tensor<f32>) -> tensor<4x1xf32>
    %338 = call @take_along_axis_0(%331#1, %337) : (tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x10xf32>
    %339 = call @log_softmax_1(%329#1, %329#2, %338) : (tensor<4x10xf32>, tensor<4x1xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
    %340 = stablehlo.dot_general %339, %327, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x10xf32>, tensor<4x16xf32>) -> tensor<10x16xf32>
    %341 = stablehlo.transpose %340, dims = [1, 0] : (tensor<10x16xf32>) -> tensor<16x10xf32>
    %342 = stablehlo.dot_general %339, %arg24, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x10xf32>, tensor<16x10xf32>) -> tensor<4x16xf32>
    %cst_92 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %343 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %344 = stablehlo.divide %342, %343 : tensor<4x16xf32>
    %345 = stablehlo.broadcast_in_dim %344, dims = [0, 2] : (tensor<4x16xf32>) -> tensor<4x6x16xf32>
    %346 = stablehlo.dot_general %345, %322, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %347 = stablehlo.transpose %346, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %348 = stablehlo.dot_general %345, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %349 = stablehlo.multiply %304, %348 : tensor<4x6x64xf32>
    %350 = stablehlo.multiply %348, %321 : tensor<4x6x64xf32>
    %cst_93 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %351 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %352 = stablehlo.multiply %351, %349 : tensor<4x6x64xf32>
    %353 = stablehlo.multiply %352, %317 : tensor<4x6x64xf32>
    %354 = stablehlo.multiply %353, %315 : tensor<4x6x64xf32>
    %355 = stablehlo.add %353, %354 : tensor<4x6x64xf32>
    %cst_94 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %356 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %357 = stablehlo.multiply %356, %355 : tensor<4x6x64xf32>
    %358 = stablehlo.add %350, %357 : tensor<4x6x64xf32>
    %cst_95 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %359 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %360 = stablehlo.multiply %359, %357 : tensor<4x6x64xf32>
    %361 = stablehlo.multiply %360, %309 : tensor<4x6x64xf32>
    %362 = stablehlo.add %358, %361 : tensor<4x6x64xf32>
    %363 = stablehlo.dot_general %362, %303, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %364 = stablehlo.transpose %363, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %365 = stablehlo.dot_general %362, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %366 = stablehlo.multiply %290, %365 : tensor<4x6x16xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %367 = stablehlo.reduce(%366 init: %cst_96) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %368 = stablehlo.reshape %367 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %369 = stablehlo.broadcast_in_dim %298, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %370 = stablehlo.multiply %365, %369 : tensor<4x6x16xf32>
    %371 = stablehlo.multiply %368, %301 : tensor<4x6x1xf32>
    %cst_97 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %373 = stablehlo.divide %371, %372 : tensor<4x6x1xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %374 = stablehlo.reduce(%373 init: %cst_98) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %375 = stablehlo.broadcast_in_dim %374, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %376 = stablehlo.multiply %287, %375 : tensor<4x6x16xf32>
    %377 = stablehlo.multiply %375, %287 : tensor<4x6x16xf32>
    %378 = stablehlo.add %376, %377 : tensor<4x6x16xf32>
    %379 = stablehlo.broadcast_in_dim %288, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %380 = stablehlo.multiply %379, %370 : tensor<4x6x16xf32>
    %381 = stablehlo.add %378, %380 : tensor<4x6x16xf32>
    %382 = stablehlo.multiply %370, %287 : tensor<4x6x16xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %383 = stablehlo.reduce(%382 init: %cst_99) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %384 = stablehlo.reshape %383 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %385 = stablehlo.reduce(%384 init: %cst_100) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %386 = stablehlo.negate %381 : tensor<4x6x16xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %387 = stablehlo.reduce(%386 init: %cst_101) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %388 = stablehlo.reshape %387 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %389 = stablehlo.add %345, %381 : tensor<4x6x16xf32>
    %cst_102 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %391 = stablehlo.divide %388, %390 : tensor<4x6x1xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %392 = stablehlo.reduce(%391 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %393 = stablehlo.broadcast_in_dim %392, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %394 = stablehlo.add %389, %393 : tensor<4x6x16xf32>
    %395 = stablehlo.dot_general %394, %279, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %396 = stablehlo.transpose %395, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %397 = stablehlo.dot_general %394, %arg21, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %398 = stablehlo.reshape %397 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %399 = stablehlo.transpose %398, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %400 = stablehlo.dot_general %399, %244, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %401 = stablehlo.dot_general %399, %273, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %402 = stablehlo.transpose %401, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %403 = stablehlo.broadcast_in_dim %276, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %404 = stablehlo.multiply %400, %403 : tensor<4x2x6x6xf32>
    %405 = stablehlo.multiply %404, %269 : tensor<4x2x6x6xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %406 = stablehlo.reduce(%405 init: %cst_104) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %407 = stablehlo.reshape %406 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %408 = stablehlo.negate %407 : tensor<4x2x6x1xf32>
    %409 = stablehlo.broadcast_in_dim %271, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %410 = stablehlo.divide %400, %409 : tensor<4x2x6x6xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %411 = stablehlo.reduce(%408 init: %cst_105) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %412 = stablehlo.broadcast_in_dim %411, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %413 = stablehlo.add %410, %412 : tensor<4x2x6x6xf32>
    %414 = stablehlo.multiply %413, %269 : tensor<4x2x6x6xf32>
    %cst_106 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %415 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %416 = stablehlo.divide %414, %415 : tensor<4x2x6x6xf32>
    %417 = stablehlo.dot_general %416, %240, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %418 = stablehlo.transpose %417, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %419 = stablehlo.dot_general %416, %242, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %420 = stablehlo.transpose %419, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %421 = stablehlo.reshape %402 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %422 = stablehlo.dot_general %421, %238, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %423 = stablehlo.transpose %422, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %424 = stablehlo.dot_general %421, %arg23, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %425 = stablehlo.reshape %418 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %426 = stablehlo.dot_general %425, %238, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %427 = stablehlo.transpose %426, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %428 = stablehlo.dot_general %425, %arg20, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %429 = stablehlo.add %424, %428 : tensor<4x6x16xf32>
    %430 = stablehlo.reshape %420 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %431 = stablehlo.dot_general %430, %238, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %432 = stablehlo.transpose %431, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %433 = stablehlo.dot_general %430, %arg22, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %434 = stablehlo.add %429, %433 : tensor<4x6x16xf32>
    %435 = stablehlo.multiply %225, %434 : tensor<4x6x16xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %436 = stablehlo.reduce(%435 init: %cst_107) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %437 = stablehlo.reshape %436 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %438 = stablehlo.broadcast_in_dim %233, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %439 = stablehlo.multiply %434, %438 : tensor<4x6x16xf32>
    %440 = stablehlo.multiply %437, %236 : tensor<4x6x1xf32>
    %cst_108 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %441 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %442 = stablehlo.divide %440, %441 : tensor<4x6x1xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %443 = stablehlo.reduce(%442 init: %cst_109) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %444 = stablehlo.broadcast_in_dim %443, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %445 = stablehlo.multiply %222, %444 : tensor<4x6x16xf32>
    %446 = stablehlo.multiply %444, %222 : tensor<4x6x16xf32>
    %447 = stablehlo.add %445, %446 : tensor<4x6x16xf32>
    %448 = stablehlo.broadcast_in_dim %223, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %449 = stablehlo.multiply %448, %439 : tensor<4x6x16xf32>
    %450 = stablehlo.add %447, %449 : tensor<4x6x16xf32>
    %451 = stablehlo.multiply %439, %222 : tensor<4x6x16xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %452 = stablehlo.reduce(%451 init: %cst_110) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %453 = stablehlo.reshape %452 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %454 = stablehlo.reduce(%453 init: %cst_111) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %455 = stablehlo.negate %450 : tensor<4x6x16xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %456 = stablehlo.reduce(%455 init: %cst_112) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %457 = stablehlo.reshape %456 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %458 = stablehlo.add %394, %450 : tensor<4x6x16xf32>
    %cst_113 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %459 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %460 = stablehlo.divide %457, %459 : tensor<4x6x1xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %461 = stablehlo.reduce(%460 init: %cst_114) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %462 = stablehlo.broadcast_in_dim %461, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %463 = stablehlo.add %458, %462 : tensor<4x6x16xf32>
    %464 = stablehlo.dot_general %463, %214, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %465 = stablehlo.transpose %464, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %466 = stablehlo.dot_general %463, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %467 = stablehlo.multiply %196, %466 : tensor<4x6x64xf32>
    %468 = stablehlo.multiply %466, %213 : tensor<4x6x64xf32>
    %cst_115 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %469 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %470 = stablehlo.multiply %469, %467 : tensor<4x6x64xf32>
    %471 = stablehlo.multiply %470, %209 : tensor<4x6x64xf32>
    %472 = stablehlo.multiply %471, %207 : tensor<4x6x64xf32>
    %473 = stablehlo.add %471, %472 : tensor<4x6x64xf32>
    %cst_116 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %474 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %475 = stablehlo.multiply %474, %473 : tensor<4x6x64xf32>
    %476 = stablehlo.add %468, %475 : tensor<4x6x64xf32>
    %cst_117 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %477 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %478 = stablehlo.multiply %477, %475 : tensor<4x6x64xf32>
    %479 = stablehlo.multiply %478, %201 : tensor<4x6x64xf32>
    %480 = stablehlo.add %476, %479 : tensor<4x6x64xf32>
    %481 = stablehlo.dot_general %480, %195, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %482 = stablehlo.transpose %481, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %483 = stablehlo.dot_general %480, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %484 = stablehlo.multiply %182, %483 : tensor<4x6x16xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %485 = stablehlo.reduce(%484 init: %cst_118) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %486 = stablehlo.reshape %485 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %487 = stablehlo.broadcast_in_dim %190, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %488 = stablehlo.multiply %483, %487 : tensor<4x6x16xf32>
    %489 = stablehlo.multiply %486, %193 : tensor<4x6x1xf32>
    %cst_119 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %490 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %491 = stablehlo.divide %489, %490 : tensor<4x6x1xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %492 = stablehlo.reduce(%491 init: %cst_120) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %493 = stablehlo.broadcast_in_dim %492, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %494 = stablehlo.multiply %179, %493 : tensor<4x6x16xf32>
    %495 = stablehlo.multiply %493, %179 : tensor<4x6x16xf32>
    %496 = stablehlo.add %494, %495 : tensor<4x6x16xf32>
    %497 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %498 = stablehlo.multiply %497, %488 : tensor<4x6x16xf32>
    %499 = stablehlo.add %496, %498 : tensor<4x6x16xf32>
    %500 = stablehlo.multiply %488, %179 : tensor<4x6x16xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %501 = stablehlo.reduce(%500 init: %cst_121) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %502 = stablehlo.reshape %501 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %503 = stablehlo.reduce(%502 init: %cst_122) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %504 = stablehlo.negate %499 : tensor<4x6x16xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %505 = stablehlo.reduce(%504 init: %cst_123) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %506 = stablehlo.reshape %505 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %507 = stablehlo.add %463, %499 : tensor<4x6x16xf32>
    %cst_124 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %508 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %509 = stablehlo.divide %506, %508 : tensor<4x6x1xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %510 = stablehlo.reduce(%509 init: %cst_125) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %511 = stablehlo.broadcast_in_dim %510, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %512 = stablehlo.add %507, %511 : tensor<4x6x16xf32>
    %513 = stablehlo.dot_general %512, %171, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %514 = stablehlo.transpose %513, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %515 = stablehlo.dot_general %512, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %516 = stablehlo.reshape %515 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %517 = stablehlo.transpose %516, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %518 = stablehlo.dot_general %517, %136, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %519 = stablehlo.dot_general %517, %165, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %520 = stablehlo.transpose %519, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %521 = stablehlo.broadcast_in_dim %168, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %522 = stablehlo.multiply %518, %521 : tensor<4x2x6x6xf32>
    %523 = stablehlo.multiply %522, %161 : tensor<4x2x6x6xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %524 = stablehlo.reduce(%523 init: %cst_126) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %525 = stablehlo.reshape %524 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %526 = stablehlo.negate %525 : tensor<4x2x6x1xf32>
    %527 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %528 = stablehlo.divide %518, %527 : tensor<4x2x6x6xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %529 = stablehlo.reduce(%526 init: %cst_127) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %530 = stablehlo.broadcast_in_dim %529, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %531 = stablehlo.add %528, %530 : tensor<4x2x6x6xf32>
    %532 = stablehlo.multiply %531, %161 : tensor<4x2x6x6xf32>
    %cst_128 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %533 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %534 = stablehlo.divide %532, %533 : tensor<4x2x6x6xf32>
    %535 = stablehlo.dot_general %534, %132, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %536 = stablehlo.transpose %535, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %537 = stablehlo.dot_general %534, %134, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %538 = stablehlo.transpose %537, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %539 = stablehlo.reshape %520 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %540 = stablehlo.dot_general %539, %130, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %541 = stablehlo.transpose %540, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %542 = stablehlo.dot_general %539, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %543 = stablehlo.reshape %536 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %544 = stablehlo.dot_general %543, %130, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %545 = stablehlo.transpose %544, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %546 = stablehlo.dot_general %543, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %547 = stablehlo.add %542, %546 : tensor<4x6x16xf32>
    %548 = stablehlo.reshape %538 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %549 = stablehlo.dot_general %548, %130, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %550 = stablehlo.transpose %549, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %551 = stablehlo.dot_general %548, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %552 = stablehlo.add %547, %551 : tensor<4x6x16xf32>
    %553 = stablehlo.multiply %117, %552 : tensor<4x6x16xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %554 = stablehlo.reduce(%553 init: %cst_129) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %555 = stablehlo.reshape %554 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %556 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %557 = stablehlo.multiply %552, %556 : tensor<4x6x16xf32>
    %558 = stablehlo.multiply %555, %128 : tensor<4x6x1xf32>
    %cst_130 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %559 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %560 = stablehlo.divide %558, %559 : tensor<4x6x1xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %561 = stablehlo.reduce(%560 init: %cst_131) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %562 = stablehlo.broadcast_in_dim %561, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %563 = stablehlo.multiply %114, %562 : tensor<4x6x16xf32>
    %564 = stablehlo.multiply %562, %114 : tensor<4x6x16xf32>
    %565 = stablehlo.add %563, %564 : tensor<4x6x16xf32>
    %566 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %567 = stablehlo.multiply %566, %557 : tensor<4x6x16xf32>
    %568 = stablehlo.add %565, %567 : tensor<4x6x16xf32>
    %569 = stablehlo.multiply %557, %114 : tensor<4x6x16xf32>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %570 = stablehlo.reduce(%569 init: %cst_132) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %571 = stablehlo.reshape %570 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %572 = stablehlo.reduce(%571 init: %cst_133) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %573 = stablehlo.negate %568 : tensor<4x6x16xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %574 = stablehlo.reduce(%573 init: %cst_134) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %575 = stablehlo.reshape %574 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %576 = stablehlo.add %512, %568 : tensor<4x6x16xf32>
    %cst_135 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %577 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %578 = stablehlo.divide %575, %577 : tensor<4x6x1xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %579 = stablehlo.reduce(%578 init: %cst_136) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %580 = stablehlo.broadcast_in_dim %579, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %581 = stablehlo.add %576, %580 : tensor<4x6x16xf32>
    %582 = stablehlo.dot_general %581, %106, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %583 = stablehlo.transpose %582, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %584 = stablehlo.dot_general %581, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %585 = stablehlo.multiply %88, %584 : tensor<4x6x64xf32>
    %586 = stablehlo.multiply %584, %105 : tensor<4x6x64xf32>
    %cst_137 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %588 = stablehlo.multiply %587, %585 : tensor<4x6x64xf32>
    %589 = stablehlo.multiply %588, %101 : tensor<4x6x64xf32>
    %590 = stablehlo.multiply %589, %99 : tensor<4x6x64xf32>
    %591 = stablehlo.add %589, %590 : tensor<4x6x64xf32>
    %cst_138 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %592 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %593 = stablehlo.multiply %592, %591 : tensor<4x6x64xf32>
    %594 = stablehlo.add %586, %593 : tensor<4x6x64xf32>
    %cst_139 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %595 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %596 = stablehlo.multiply %595, %593 : tensor<4x6x64xf32>
    %597 = stablehlo.multiply %596, %93 : tensor<4x6x64xf32>
    %598 = stablehlo.add %594, %597 : tensor<4x6x64xf32>
    %599 = stablehlo.dot_general %598, %87, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %600 = stablehlo.transpose %599, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %601 = stablehlo.dot_general %598, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %602 = stablehlo.multiply %74, %601 : tensor<4x6x16xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %603 = stablehlo.reduce(%602 init: %cst_140) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %604 = stablehlo.reshape %603 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %605 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %606 = stablehlo.multiply %601, %605 : tensor<4x6x16xf32>
    %607 = stablehlo.multiply %604, %85 : tensor<4x6x1xf32>
    %cst_141 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %608 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %609 = stablehlo.divide %607, %608 : tensor<4x6x1xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %610 = stablehlo.reduce(%609 init: %cst_142) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %611 = stablehlo.broadcast_in_dim %610, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %612 = stablehlo.multiply %71, %611 : tensor<4x6x16xf32>
    %613 = stablehlo.multiply %611, %71 : tensor<4x6x16xf32>
    %614 = stablehlo.add %612, %613 : tensor<4x6x16xf32>
    %615 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %616 = stablehlo.multiply %615, %606 : tensor<4x6x16xf32>
    %617 = stablehlo.add %614, %616 : tensor<4x6x16xf32>
    %618 = stablehlo.multiply %606, %71 : tensor<4x6x16xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %619 = stablehlo.reduce(%618 init: %cst_143) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %620 = stablehlo.reshape %619 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %621 = stablehlo.reduce(%620 init: %cst_144) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %622 = stablehlo.negate %617 : tensor<4x6x16xf32>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %623 = stablehlo.reduce(%622 init: %cst_145) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %624 = stablehlo.reshape %623 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %625 = stablehlo.add %581, %617 : tensor<4x6x16xf32>
    %cst_146 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %626 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %627 = stablehlo.divide %624, %626 : tensor<4x6x1xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %628 = stablehlo.reduce(%627 init: %cst_147) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %629 = stablehlo.broadcast_in_dim %628, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %630 = stablehlo.add %625, %629 : tensor<4x6x16xf32>
    %631 = stablehlo.dot_general %630, %63, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %632 = stablehlo.transpose %631, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %633 = stablehlo.dot_general %630, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %634 = stablehlo.reshape %633 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %635 = stablehlo.transpose %634, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %636 = stablehlo.dot_general %635, %28, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %637 = stablehlo.dot_general %635, %57, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %638 = stablehlo.transpose %637, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %639 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %640 = stablehlo.multiply %636, %639 : tensor<4x2x6x6xf32>
    %641 = stablehlo.multiply %640, %53 : tensor<4x2x6x6xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %642 = stablehlo.reduce(%641 init: %cst_148) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %643 = stablehlo.reshape %642 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %644 = stablehlo.negate %643 : tensor<4x2x6x1xf32>
    %645 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %646 = stablehlo.divide %636, %645 : tensor<4x2x6x6xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %647 = stablehlo.reduce(%644 init: %cst_149) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %648 = stablehlo.broadcast_in_dim %647, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %649 = stablehlo.add %646, %648 : tensor<4x2x6x6xf32>
    %650 = stablehlo.multiply %649, %53 : tensor<4x2x6x6xf32>
    %cst_150 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %651 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %652 = stablehlo.divide %650, %651 : tensor<4x2x6x6xf32>
    %653 = stablehlo.dot_general %652, %24, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %654 = stablehlo.transpose %653, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %655 = stablehlo.dot_general %652, %26, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %656 = stablehlo.transpose %655, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %657 = stablehlo.reshape %638 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %658 = stablehlo.dot_general %657, %22, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %659 = stablehlo.transpose %658, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %660 = stablehlo.dot_general %657, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %661 = stablehlo.reshape %654 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %662 = stablehlo.dot_general %661, %22, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %663 = stablehlo.transpose %662, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %664 = stablehlo.dot_general %661, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %665 = stablehlo.add %660, %664 : tensor<4x6x16xf32>
    %666 = stablehlo.reshape %656 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %667 = stablehlo.dot_general %666, %22, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %668 = stablehlo.transpose %667, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %669 = stablehlo.dot_general %666, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %670 = stablehlo.add %665, %669 : tensor<4x6x16xf32>
    %671 = stablehlo.multiply %9, %670 : tensor<4x6x16xf32>
    %cst_151 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %672 = stablehlo.reduce(%671 init: %cst_151) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %673 = stablehlo.reshape %672 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %674 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %675 = stablehlo.multiply %670, %674 : tensor<4x6x16xf32>
    %676 = stablehlo.multiply %673, %20 : tensor<4x6x1xf32>
    %cst_152 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %677 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %678 = stablehlo.divide %676, %677 : tensor<4x6x1xf32>
    %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %679 = stablehlo.reduce(%678 init: %cst_153) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %680 = stablehlo.broadcast_in_dim %679, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %681 = stablehlo.multiply %6, %680 : tensor<4x6x16xf32>
    %682 = stablehlo.multiply %680, %6 : tensor<4x6x16xf32>
    %683 = stablehlo.add %681, %682 : tensor<4x6x16xf32>
    %684 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %685 = stablehlo.multiply %684, %675 : tensor<4x6x16xf32>
    %686 = stablehlo.add %683, %685 : tensor<4x6x16xf32>
    %687 = stablehlo.multiply %675, %6 : tensor<4x6x16xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %688 = stablehlo.reduce(%687 init: %cst_154) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %689 = stablehlo.reshape %688 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %690 = stablehlo.reduce(%689 init: %cst_155) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %691 = stablehlo.negate %686 : tensor<4x6x16xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %692 = stablehlo.reduce(%691 init: %cst_156) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %693 = stablehlo.reshape %692 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %694 = stablehlo.add %630, %686 : tensor<4x6x16xf32>
    %cst_157 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %695 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %696 = stablehlo.divide %693, %695 : tensor<4x6x1xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %697 = stablehlo.reduce(%696 init: %cst_158) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %698 = stablehlo.broadcast_in_dim %697, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %699 = stablehlo.add %694, %698 : tensor<4x6x16xf32>
    %700 = stablehlo.dot_general %699, %arg26, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x48xf32>) -> tensor<16x48xf32>
    %701 = stablehlo.transpose %700, dims = [1, 0] : (tensor<16x48xf32>) -> tensor<48x16xf32>
    return %334, %583, %690, %621, %600, %663, %632, %668, %659, %465, %572, %503, %482, %545, %514, %550, %541, %347, %454, %385, %364, %427, %396, %432, %423, %341, %701 : tensor<f32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x10xf32>, tensor<48x16xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x10xf32>) -> (tensor<4x10xf32>, tensor<4x10xf32>, tensor<4x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x10xf32>
    %6 = stablehlo.exponential %5 : tensor<4x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %9 = stablehlo.log %8 : tensor<4x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x10xf32>
    return %11, %6, %8 : tensor<4x10xf32>, tensor<4x10xf32>, tensor<4x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x10xf32>, %arg1: tensor<4x1xi32>) -> (tensor<4x1xf32>, tensor<4x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %c_0 = stablehlo.constant dense<10> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4x1xi1>, tensor<4x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<4x1xi32>) -> tensor<4x1x1xi32>
    %c_1 = stablehlo.constant dense<9> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<4x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<4x1x1xi1>, tensor<i1>) -> tensor<4x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x10xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4x1xi1>, tensor<4x1xf32>
    return %15, %5 : tensor<4x1xf32>, tensor<4x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<4x1x1xi32>, %arg1: tensor<4x1xf32>) -> tensor<4x10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x10xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x10xf32>, tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x10xf32>
    return %1 : tensor<4x10xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<4x10xf32>, %arg1: tensor<4x1xf32>, %arg2: tensor<4x10xf32>) -> tensor<4x10xf32> {
    %0 = stablehlo.negate %arg2 : tensor<4x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.reshape %1 : (tensor<4xf32>) -> tensor<4x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<4x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x10xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<4x10xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<4x10xf32>
    return %7 : tensor<4x10xf32>
  }
}
