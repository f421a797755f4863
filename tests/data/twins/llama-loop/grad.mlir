module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x16xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16x64xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<64x16xf32>, %arg10: tensor<16x64xf32>, %arg11: tensor<16xf32>, %arg12: tensor<16xf32>, %arg13: tensor<16x64xf32>, %arg14: tensor<16x16xf32>, %arg15: tensor<16x16xf32>, %arg16: tensor<16x16xf32>, %arg17: tensor<16x16xf32>, %arg18: tensor<64x16xf32>, %arg19: tensor<16x64xf32>, %arg20: tensor<16xf32>, %arg21: tensor<16xf32>, %arg22: tensor<16x64xf32>, %arg23: tensor<16x16xf32>, %arg24: tensor<16x16xf32>, %arg25: tensor<16x16xf32>, %arg26: tensor<16x16xf32>, %arg27: tensor<32x16xf32>, %arg28: tensor<16x32xf32>, %arg29: tensor<4x6xi32>, %arg30: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64x16xf32> {jax.result_info = "result[1]"}, tensor<16x64xf32> {jax.result_info = "result[2]"}, tensor<16xf32> {jax.result_info = "result[3]"}, tensor<16xf32> {jax.result_info = "result[4]"}, tensor<16x64xf32> {jax.result_info = "result[5]"}, tensor<16x16xf32> {jax.result_info = "result[6]"}, tensor<16x16xf32> {jax.result_info = "result[7]"}, tensor<16x16xf32> {jax.result_info = "result[8]"}, tensor<16x16xf32> {jax.result_info = "result[9]"}, tensor<64x16xf32> {jax.result_info = "result[10]"}, tensor<16x64xf32> {jax.result_info = "result[11]"}, tensor<16xf32> {jax.result_info = "result[12]"}, tensor<16xf32> {jax.result_info = "result[13]"}, tensor<16x64xf32> {jax.result_info = "result[14]"}, tensor<16x16xf32> {jax.result_info = "result[15]"}, tensor<16x16xf32> {jax.result_info = "result[16]"}, tensor<16x16xf32> {jax.result_info = "result[17]"}, tensor<16x16xf32> {jax.result_info = "result[18]"}, tensor<64x16xf32> {jax.result_info = "result[19]"}, tensor<16x64xf32> {jax.result_info = "result[20]"}, tensor<16xf32> {jax.result_info = "result[21]"}, tensor<16xf32> {jax.result_info = "result[22]"}, tensor<16x64xf32> {jax.result_info = "result[23]"}, tensor<16x16xf32> {jax.result_info = "result[24]"}, tensor<16x16xf32> {jax.result_info = "result[25]"}, tensor<16x16xf32> {jax.result_info = "result[26]"}, tensor<16x16xf32> {jax.result_info = "result[27]"}, tensor<32x16xf32> {jax.result_info = "result[28]"}, tensor<16x32xf32> {jax.result_info = "result[29]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg29, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg29, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg29 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg27, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %7 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<4x6x16xf32>
    %10 = stablehlo.multiply %6, %6 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<4x6x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %16 = stablehlo.add %14, %15 : tensor<4x6x1xf32>
    %17 = stablehlo.rsqrt %16 : tensor<4x6x1xf32>
    %18 = stablehlo.divide %17, %16 : tensor<4x6x1xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<4x6x1xf32>
    %21 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %22 = stablehlo.multiply %9, %21 : tensor<4x6x16xf32>
    %23 = stablehlo.dot_general %22, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %24 = stablehlo.reshape %23 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %25 = stablehlo.dot_general %22, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %26 = stablehlo.reshape %25 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %27 = stablehlo.dot_general %22, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %28 = stablehlo.reshape %27 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %29 = stablehlo.iota dim = 0 : tensor<6xi32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %31 = stablehlo.iota dim = 0 : tensor<4xi32>
    %32 = stablehlo.convert %31 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %34 = stablehlo.divide %32, %33 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %36 = stablehlo.power %35, %34 : tensor<4xf32>
    %37 = stablehlo.convert %30 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %39 = stablehlo.broadcast_in_dim %37, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %40 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %41 = stablehlo.divide %39, %40 : tensor<6x4xf32>
    %42 = stablehlo.cosine %41 : tensor<6x4xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %44 = stablehlo.sine %41 : tensor<6x4xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %46 = stablehlo.slice %24 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %47 = stablehlo.slice %24 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %48 = stablehlo.broadcast_in_dim %43, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %50 = stablehlo.multiply %46, %49 : tensor<4x6x2x4xf32>
    %51 = stablehlo.broadcast_in_dim %45, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %53 = stablehlo.multiply %47, %52 : tensor<4x6x2x4xf32>
    %54 = stablehlo.subtract %50, %53 : tensor<4x6x2x4xf32>
    %55 = stablehlo.broadcast_in_dim %45, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %57 = stablehlo.multiply %46, %56 : tensor<4x6x2x4xf32>
    %58 = stablehlo.broadcast_in_dim %43, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %60 = stablehlo.multiply %47, %59 : tensor<4x6x2x4xf32>
    %61 = stablehlo.add %57, %60 : tensor<4x6x2x4xf32>
    %62 = stablehlo.concatenate %54, %61, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %63 = stablehlo.iota dim = 0 : tensor<6xi32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %65 = stablehlo.iota dim = 0 : tensor<4xi32>
    %66 = stablehlo.convert %65 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_6 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %68 = stablehlo.divide %66, %67 : tensor<4xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %70 = stablehlo.power %69, %68 : tensor<4xf32>
    %71 = stablehlo.convert %64 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %72 = stablehlo.broadcast_in_dim %70, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %73 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %74 = stablehlo.broadcast_in_dim %72, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %75 = stablehlo.divide %73, %74 : tensor<6x4xf32>
    %76 = stablehlo.cosine %75 : tensor<6x4xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %78 = stablehlo.sine %75 : tensor<6x4xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %80 = stablehlo.slice %26 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %81 = stablehlo.slice %26 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %82 = stablehlo.broadcast_in_dim %77, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %84 = stablehlo.multiply %80, %83 : tensor<4x6x2x4xf32>
    %85 = stablehlo.broadcast_in_dim %79, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %87 = stablehlo.multiply %81, %86 : tensor<4x6x2x4xf32>
    %88 = stablehlo.subtract %84, %87 : tensor<4x6x2x4xf32>
    %89 = stablehlo.broadcast_in_dim %79, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %91 = stablehlo.multiply %80, %90 : tensor<4x6x2x4xf32>
    %92 = stablehlo.broadcast_in_dim %77, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %94 = stablehlo.multiply %81, %93 : tensor<4x6x2x4xf32>
    %95 = stablehlo.add %91, %94 : tensor<4x6x2x4xf32>
    %96 = stablehlo.concatenate %88, %95, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %97 = stablehlo.dot_general %62, %96, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_8 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %99 = stablehlo.divide %97, %98 : tensor<4x2x6x6xf32>
    %c_9 = stablehlo.constant dense<true> : tensor<i1>
    %100 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %101 = call @tril(%100) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_10 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %102:3 = call @_where(%101, %99, %cst_10) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %103 = stablehlo.reduce(%102#0 init: %cst_11) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %104 = stablehlo.reshape %103 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %106 = stablehlo.compare EQ, %102#0, %105, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %107 = stablehlo.convert %106 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%107 init: %cst_12) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %110 = stablehlo.maximum %109, %103 : tensor<4x2x6xf32>
    %111 = stablehlo.compare EQ, %103, %110, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %114 = stablehlo.select %111, %112, %113 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_16 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %116 = stablehlo.compare EQ, %115, %110, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_17 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %119 = stablehlo.select %116, %117, %118 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %120 = stablehlo.divide %114, %119 : tensor<4x2x6xf32>
    %121 = stablehlo.broadcast_in_dim %110, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %123 = stablehlo.subtract %102#0, %122 : tensor<4x2x6x6xf32>
    %124 = stablehlo.exponential %123 : tensor<4x2x6x6xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %125 = stablehlo.reduce(%124 init: %cst_19) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %127 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %128 = stablehlo.divide %124, %127 : tensor<4x2x6x6xf32>
    %129 = stablehlo.multiply %126, %126 : tensor<4x2x6x1xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %131 = stablehlo.divide %130, %129 : tensor<4x2x6x1xf32>
    %132 = stablehlo.dot_general %28, %128, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %133 = stablehlo.transpose %132, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %134 = stablehlo.reshape %133 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %135 = stablehlo.dot_general %134, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %136 = stablehlo.add %6, %135 : tensor<4x6x16xf32>
    %137 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %138 = stablehlo.broadcast_in_dim %137, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %139 = stablehlo.multiply %138, %136 : tensor<4x6x16xf32>
    %140 = stablehlo.multiply %136, %136 : tensor<4x6x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.reduce(%140 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_22 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %144 = stablehlo.divide %142, %143 : tensor<4x6x1xf32>
    %cst_23 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %146 = stablehlo.add %144, %145 : tensor<4x6x1xf32>
    %147 = stablehlo.rsqrt %146 : tensor<4x6x1xf32>
    %148 = stablehlo.divide %147, %146 : tensor<4x6x1xf32>
    %cst_24 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %150 = stablehlo.multiply %149, %148 : tensor<4x6x1xf32>
    %151 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %152 = stablehlo.multiply %139, %151 : tensor<4x6x16xf32>
    %153 = stablehlo.dot_general %152, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %154:3 = call @silu(%153) : (tensor<4x6x64xf32>) -> (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>)
    %155 = stablehlo.dot_general %152, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %156 = stablehlo.multiply %154#0, %155 : tensor<4x6x64xf32>
    %157 = stablehlo.dot_general %156, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %158 = stablehlo.add %136, %157 : tensor<4x6x16xf32>
    %159 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %160 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %161 = stablehlo.multiply %160, %158 : tensor<4x6x16xf32>
    %162 = stablehlo.multiply %158, %158 : tensor<4x6x16xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.reduce(%162 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_26 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %166 = stablehlo.divide %164, %165 : tensor<4x6x1xf32>
    %cst_27 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %168 = stablehlo.add %166, %167 : tensor<4x6x1xf32>
    %169 = stablehlo.rsqrt %168 : tensor<4x6x1xf32>
    %170 = stablehlo.divide %169, %168 : tensor<4x6x1xf32>
    %cst_28 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %172 = stablehlo.multiply %171, %170 : tensor<4x6x1xf32>
    %173 = stablehlo.broadcast_in_dim %169, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %174 = stablehlo.multiply %161, %173 : tensor<4x6x16xf32>
    %175 = stablehlo.dot_general %174, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %176 = stablehlo.reshape %175 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %177 = stablehlo.dot_general %174, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %178 = stablehlo.reshape %177 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %179 = stablehlo.dot_general %174, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %180 = stablehlo.reshape %179 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %181 = stablehlo.iota dim = 0 : tensor<6xi32>
    %182 = stablehlo.broadcast_in_dim %181, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %183 = stablehlo.iota dim = 0 : tensor<4xi32>
    %184 = stablehlo.convert %183 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_29 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %186 = stablehlo.divide %184, %185 : tensor<4xf32>
    %cst_30 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %188 = stablehlo.power %187, %186 : tensor<4xf32>
    %189 = stablehlo.convert %182 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %190 = stablehlo.broadcast_in_dim %188, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %191 = stablehlo.broadcast_in_dim %189, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %192 = stablehlo.broadcast_in_dim %190, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %193 = stablehlo.divide %191, %192 : tensor<6x4xf32>
    %194 = stablehlo.cosine %193 : tensor<6x4xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %196 = stablehlo.sine %193 : tensor<6x4xf32>
    %197 = stablehlo.broadcast_in_dim %196, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %198 = stablehlo.slice %176 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %199 = stablehlo.slice %176 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %200 = stablehlo.broadcast_in_dim %195, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %202 = stablehlo.multiply %198, %201 : tensor<4x6x2x4xf32>
    %203 = stablehlo.broadcast_in_dim %197, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %204 = stablehlo.broadcast_in_dim %203, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %205 = stablehlo.multiply %199, %204 : tensor<4x6x2x4xf32>
    %206 = stablehlo.subtract %202, %205 : tensor<4x6x2x4xf32>
    %207 = stablehlo.broadcast_in_dim %197, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %208 = stablehlo.broadcast_in_dim %207, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %209 = stablehlo.multiply %198, %208 : tensor<4x6x2x4xf32>
    %210 = stablehlo.broadcast_in_dim %195, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %211 = stablehlo.broadcast_in_dim %210, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %212 = stablehlo.multiply %199, %211 : tensor<4x6x2x4xf32>
    %213 = stablehlo.add %209, %212 : tensor<4x6x2x4xf32>
    %214 = stablehlo.concatenate %206, %213, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %215 = stablehlo.iota dim = 0 : tensor<6xi32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %217 = stablehlo.iota dim = 0 : tensor<4xi32>
    %218 = stablehlo.convert %217 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_31 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %220 = stablehlo.divide %218, %219 : tensor<4xf32>
    %cst_32 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %222 = stablehlo.power %221, %220 : tensor<4xf32>
    %223 = stablehlo.convert %216 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %224 = stablehlo.broadcast_in_dim %222, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %225 = stablehlo.broadcast_in_dim %223, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %226 = stablehlo.broadcast_in_dim %224, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %227 = stablehlo.divide %225, %226 : tensor<6x4xf32>
    %228 = stablehlo.cosine %227 : tensor<6x4xf32>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %230 = stablehlo.sine %227 : tensor<6x4xf32>
    %231 = stablehlo.broadcast_in_dim %230, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %232 = stablehlo.slice %178 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %233 = stablehlo.slice %178 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %234 = stablehlo.broadcast_in_dim %229, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %235 = stablehlo.broadcast_in_dim %234, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %236 = stablehlo.multiply %232, %235 : tensor<4x6x2x4xf32>
    %237 = stablehlo.broadcast_in_dim %231, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %238 = stablehlo.broadcast_in_dim %237, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %239 = stablehlo.multiply %233, %238 : tensor<4x6x2x4xf32>
    %240 = stablehlo.subtract %236, %239 : tensor<4x6x2x4xf32>
    %241 = stablehlo.broadcast_in_dim %231, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %242 = stablehlo.broadcast_in_dim %241, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %243 = stablehlo.multiply %232, %242 : tensor<4x6x2x4xf32>
    %244 = stablehlo.broadcast_in_dim %229, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %245 = stablehlo.broadcast_in_dim %244, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %246 = stablehlo.multiply %233, %245 : tensor<4x6x2x4xf32>
    %247 = stablehlo.add %243, %246 : tensor<4x6x2x4xf32>
    %248 = stablehlo.concatenate %240, %247, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %249 = stablehlo.dot_general %214, %248, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_33 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %250 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %251 = stablehlo.divide %249, %250 : tensor<4x2x6x6xf32>
    %c_34 = stablehlo.constant dense<true> : tensor<i1>
    %252 = stablehlo.broadcast_in_dim %c_34, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %253 = call @tril(%252) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_35 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %254:3 = call @_where(%253, %251, %cst_35) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_36 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %255 = stablehlo.reduce(%254#0 init: %cst_36) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %256 = stablehlo.reshape %255 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %257 = stablehlo.broadcast_in_dim %256, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %258 = stablehlo.compare EQ, %254#0, %257, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %259 = stablehlo.convert %258 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %260 = stablehlo.reduce(%259 init: %cst_37) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_38 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %261 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %262 = stablehlo.maximum %261, %255 : tensor<4x2x6xf32>
    %263 = stablehlo.compare EQ, %255, %262, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_39 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %265 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %266 = stablehlo.select %263, %264, %265 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_41 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %268 = stablehlo.compare EQ, %267, %262, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_42 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %270 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %271 = stablehlo.select %268, %269, %270 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %272 = stablehlo.divide %266, %271 : tensor<4x2x6xf32>
    %273 = stablehlo.broadcast_in_dim %262, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %274 = stablehlo.broadcast_in_dim %273, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %275 = stablehlo.subtract %254#0, %274 : tensor<4x2x6x6xf32>
    %276 = stablehlo.exponential %275 : tensor<4x2x6x6xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %277 = stablehlo.reduce(%276 init: %cst_44) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %278 = stablehlo.broadcast_in_dim %277, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %279 = stablehlo.broadcast_in_dim %278, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %280 = stablehlo.divide %276, %279 : tensor<4x2x6x6xf32>
    %281 = stablehlo.multiply %278, %278 : tensor<4x2x6x1xf32>
    %cst_45 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %282 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %283 = stablehlo.divide %282, %281 : tensor<4x2x6x1xf32>
    %284 = stablehlo.dot_general %180, %280, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %285 = stablehlo.transpose %284, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %286 = stablehlo.reshape %285 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %287 = stablehlo.dot_general %286, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %288 = stablehlo.add %158, %287 : tensor<4x6x16xf32>
    %289 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %290 = stablehlo.broadcast_in_dim %289, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %291 = stablehlo.multiply %290, %288 : tensor<4x6x16xf32>
    %292 = stablehlo.multiply %288, %288 : tensor<4x6x16xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %293 = stablehlo.reduce(%292 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %294 = stablehlo.broadcast_in_dim %293, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_47 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %295 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %296 = stablehlo.divide %294, %295 : tensor<4x6x1xf32>
    %cst_48 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %298 = stablehlo.add %296, %297 : tensor<4x6x1xf32>
    %299 = stablehlo.rsqrt %298 : tensor<4x6x1xf32>
    %300 = stablehlo.divide %299, %298 : tensor<4x6x1xf32>
    %cst_49 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %302 = stablehlo.multiply %301, %300 : tensor<4x6x1xf32>
    %303 = stablehlo.broadcast_in_dim %299, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %304 = stablehlo.multiply %291, %303 : tensor<4x6x16xf32>
    %305 = stablehlo.dot_general %304, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %306:3 = call @silu(%305) : (tensor<4x6x64xf32>) -> (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>)
    %307 = stablehlo.dot_general %304, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %308 = stablehlo.multiply %306#0, %307 : tensor<4x6x64xf32>
    %309 = stablehlo.dot_general %308, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %310 = stablehlo.add %288, %309 : tensor<4x6x16xf32>
    %311 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %312 = stablehlo.broadcast_in_dim %311, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %313 = stablehlo.multiply %312, %310 : tensor<4x6x16xf32>
    %314 = stablehlo.multiply %310, %310 : tensor<4x6x16xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %315 = stablehlo.reduce(%314 init: %cst_50) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %316 = stablehlo.broadcast_in_dim %315, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_51 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %317 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %318 = stablehlo.divide %316, %317 : tensor<4x6x1xf32>
    %cst_52 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %320 = stablehlo.add %318, %319 : tensor<4x6x1xf32>
    %321 = stablehlo.rsqrt %320 : tensor<4x6x1xf32>
    %322 = stablehlo.divide %321, %320 : tensor<4x6x1xf32>
    %cst_53 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %324 = stablehlo.multiply %323, %322 : tensor<4x6x1xf32>
    %325 = stablehlo.broadcast_in_dim %321, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %326 = stablehlo.multiply %313, %325 : tensor<4x6x16xf32>
    %327 = stablehlo.dot_general %326, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %328 = stablehlo.reshape %327 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %329 = stablehlo.dot_general %326, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %330 = stablehlo.reshape %329 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %331 = stablehlo.dot_general %326, %arg26, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %332 = stablehlo.reshape %331 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %333 = stablehlo.iota dim = 0 : tensor<6xi32>
    %334 = stablehlo.broadcast_in_dim %333, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %335 = stablehlo.iota dim = 0 : tensor<4xi32>
    %336 = stablehlo.convert %335 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_54 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %338 = stablehlo.divide %336, %337 : tensor<4xf32>
    %cst_55 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %339 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %340 = stablehlo.power %339, %338 : tensor<4xf32>
    %341 = stablehlo.convert %334 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %342 = stablehlo.broadcast_in_dim %340, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %343 = stablehlo.broadcast_in_dim %341, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %344 = stablehlo.broadcast_in_dim %342, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %345 = stablehlo.divide %343, %344 : tensor<6x4xf32>
    %346 = stablehlo.cosine %345 : tensor<6x4xf32>
    %347 = stablehlo.broadcast_in_dim %346, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %348 = stablehlo.sine %345 : tensor<6x4xf32>
    %349 = stablehlo.broadcast_in_dim %348, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %350 = stablehlo.slice %328 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %351 = stablehlo.slice %328 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %352 = stablehlo.broadcast_in_dim %347, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %353 = stablehlo.broadcast_in_dim %352, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %354 = stablehlo.multiply %350, %353 : tensor<4x6x2x4xf32>
    %355 = stablehlo.broadcast_in_dim %349, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %356 = stablehlo.broadcast_in_dim %355, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %357 = stablehlo.multiply %351, %356 : tensor<4x6x2x4xf32>
    %358 = stablehlo.subtract %354, %357 : tensor<4x6x2x4xf32>
    %359 = stablehlo.broadcast_in_dim %349, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %360 = stablehlo.broadcast_in_dim %359, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %361 = stablehlo.multiply %350, %360 : tensor<4x6x2x4xf32>
    %362 = stablehlo.broadcast_in_dim %347, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %363 = stablehlo.broadcast_in_dim %362, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %364 = stablehlo.multiply %351, %363 : tensor<4x6x2x4xf32>
    %365 = stablehlo.add %361, %364 : tensor<4x6x2x4xf32>
    %366 = stablehlo.concatenate %358, %365, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %367 = stablehlo.iota dim = 0 : tensor<6xi32>
    %368 = stablehlo.broadcast_in_dim %367, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %369 = stablehlo.iota dim = 0 : tensor<4xi32>
    %370 = stablehlo.convert %369 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_56 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %371 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %372 = stablehlo.divide %370, %371 : tensor<4xf32>
    %cst_57 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %373 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %374 = stablehlo.power %373, %372 : tensor<4xf32>
    %375 = stablehlo.convert %368 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %376 = stablehlo.broadcast_in_dim %374, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %377 = stablehlo.broadcast_in_dim %375, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %378 = stablehlo.broadcast_in_dim %376, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %379 = stablehlo.divide %377, %378 : tensor<6x4xf32>
    %380 = stablehlo.cosine %379 : tensor<6x4xf32>
    %381 = stablehlo.broadcast_in_dim %380, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %382 = stablehlo.sine %379 : tensor<6x4xf32>
    %383 = stablehlo.broadcast_in_dim %382, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %384 = stablehlo.slice %330 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %385 = stablehlo.slice %330 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %386 = stablehlo.broadcast_in_dim %381, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %387 = stablehlo.broadcast_in_dim %386, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %388 = stablehlo.multiply %384, %387 : tensor<4x6x2x4xf32>
    %389 = stablehlo.broadcast_in_dim %383, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %390 = stablehlo.broadcast_in_dim %389, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %391 = stablehlo.multiply %385, %390 : tensor<4x6x2x4xf32>
    %392 = stablehlo.subtract %388, %391 : tensor<4x6x2x4xf32>
    %393 = stablehlo.broadcast_in_dim %383, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %394 = stablehlo.broadcast_in_dim %393, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %395 = stablehlo.multiply %384, %394 : tensor<4x6x2x4xf32>
    %396 = stablehlo.broadcast_in_dim %381, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %397 = stablehlo.broadcast_in_dim %396, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %398 = stablehlo.multiply %385, %397 : tensor<4x6x2x4xf32>
    %399 = stablehlo.add %395, %398 : tensor<4x6x2x4xf32>
    %400 = stablehlo.concatenate %392, %399, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %401 = stablehlo.dot_general %366, %400, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_58 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %402 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %403 = stablehlo.divide %401, %402 : tensor<4x2x6x6xf32>
    %c_59 = stablehlo.constant dense<true> : tensor<i1>
    %404 = stablehlo.broadcast_in_dim %c_59, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %405 = call @tril(%404) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_60 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %406:3 = call @_where(%405, %403, %cst_60) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>)
    %cst_61 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %407 = stablehlo.reduce(%406#0 init: %cst_61) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %408 = stablehlo.reshape %407 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %409 = stablehlo.broadcast_in_dim %408, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %410 = stablehlo.compare EQ, %406#0, %409, FLOAT : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xi1>
    %411 = stablehlo.convert %410 : (tensor<4x2x6x6xi1>) -> tensor<4x2x6x6xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %412 = stablehlo.reduce(%411 init: %cst_62) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_63 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %413 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %414 = stablehlo.maximum %413, %407 : tensor<4x2x6xf32>
    %415 = stablehlo.compare EQ, %407, %414, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %416 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %417 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %418 = stablehlo.select %415, %416, %417 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %cst_66 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %419 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %420 = stablehlo.compare EQ, %419, %414, FLOAT : (tensor<4x2x6xf32>, tensor<4x2x6xf32>) -> tensor<4x2x6xi1>
    %cst_67 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %421 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %cst_68 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %422 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %423 = stablehlo.select %420, %421, %422 : tensor<4x2x6xi1>, tensor<4x2x6xf32>
    %424 = stablehlo.divide %418, %423 : tensor<4x2x6xf32>
    %425 = stablehlo.broadcast_in_dim %414, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %426 = stablehlo.broadcast_in_dim %425, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %427 = stablehlo.subtract %406#0, %426 : tensor<4x2x6x6xf32>
    %428 = stablehlo.exponential %427 : tensor<4x2x6x6xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %429 = stablehlo.reduce(%428 init: %cst_69) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %430 = stablehlo.broadcast_in_dim %429, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %431 = stablehlo.broadcast_in_dim %430, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %432 = stablehlo.divide %428, %431 : tensor<4x2x6x6xf32>
    %433 = stablehlo.multiply %430, %430 : tensor<4x2x6x1xf32>
    %cst_70 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %434 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %435 = stablehlo.divide %434, %433 : tensor<4x2x6x1xf32>
    %436 = stablehlo.dot_general %332, %432, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %437 = stablehlo.transpose %436, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %438 = stablehlo.reshape %437 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %439 = stablehlo.dot_general %438, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %440 = stablehlo.add %310, %439 : tensor<4x6x16xf32>
    %441 = stablehlo.broadcast_in_dim %arg21, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %442 = stablehlo.broadcast_in_dim %441, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %443 = stablehlo.multiply %442, %440 : tensor<4x6x16xf32>
    %444 = stablehlo.multiply %440, %440 : tensor<4x6x16xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %445 = stablehlo.reduce(%444 init: %cst_71) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %446 = stablehlo.broadcast_in_dim %445, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_72 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %447 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %448 = stablehlo.divide %446, %447 : tensor<4x6x1xf32>
    %cst_73 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %449 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %450 = stablehlo.add %448, %449 : tensor<4x6x1xf32>
    %451 = stablehlo.rsqrt %450 : tensor<4x6x1xf32>
    %452 = stablehlo.divide %451, %450 : tensor<4x6x1xf32>
    %cst_74 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %453 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %454 = stablehlo.multiply %453, %452 : tensor<4x6x1xf32>
    %455 = stablehlo.broadcast_in_dim %451, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %456 = stablehlo.multiply %443, %455 : tensor<4x6x16xf32>
    %457 = stablehlo.dot_general %456, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %458:3 = call @silu(%457) : (tensor<4x6x64xf32>) -> (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>)
    %459 = stablehlo.dot_general %456, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %460 = stablehlo.multiply %458#0, %459 : tensor<4x6x64xf32>
    %461 = stablehlo.dot_general %460, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %462 = stablehlo.add %440, %461 : tensor<4x6x16xf32>
    %463 = stablehlo.dot_general %462, %arg28, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %464:3 = call @log_softmax(%463) : (tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>)
    %465 = stablehlo.broadcast_in_dim %arg30, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %466:2 = call @take_along_axis(%464#0, %465) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %467 = stablehlo.reduce(%466#0 init: %cst_75) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_76 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %468 = stablehlo.divide %467, %cst_76 : tensor<f32>
    %469 = stablehlo.negate %468 : tensor<f32>
    %cst_77 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %470 = stablehlo.negate %cst_77 : tensor<f32>
    %cst_78 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %471 = stablehlo.divide %470, %cst_78 : tensor<f32>
    %472 = stablehlo.broadcast_in_dim %471, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %473 = call @take_along_axis_0(%466#1, %472) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %474 = call @log_softmax_1(%464#1, %464#2, %473) : (tensor<4x6x32xf32>, tensor<4x6x1xf32>, tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %475 = stablehlo.dot_general %474, %462, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    %476 = stablehlo.transpose %475, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %477 = stablehlo.dot_general %474, %arg28, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<16x32xf32>) -> tensor<4x6x16xf32>
    %478 = stablehlo.dot_general %477, %460, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %479 = stablehlo.transpose %478, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %480 = stablehlo.dot_general %477, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %481 = stablehlo.multiply %458#0, %480 : tensor<4x6x64xf32>
    %482 = stablehlo.multiply %480, %459 : tensor<4x6x64xf32>
    %483 = stablehlo.dot_general %481, %456, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %484 = stablehlo.transpose %483, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %485 = stablehlo.dot_general %481, %arg22, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %486 = call @silu_2(%458#1, %458#2, %457, %482) : (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>) -> tensor<4x6x64xf32>
    %487 = stablehlo.dot_general %486, %456, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %488 = stablehlo.transpose %487, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %489 = stablehlo.dot_general %486, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %490 = stablehlo.add %485, %489 : tensor<4x6x16xf32>
    %491 = stablehlo.multiply %443, %490 : tensor<4x6x16xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %492 = stablehlo.reduce(%491 init: %cst_79) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %493 = stablehlo.reshape %492 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %494 = stablehlo.broadcast_in_dim %451, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %495 = stablehlo.multiply %490, %494 : tensor<4x6x16xf32>
    %496 = stablehlo.multiply %493, %454 : tensor<4x6x1xf32>
    %cst_80 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %497 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %498 = stablehlo.divide %496, %497 : tensor<4x6x1xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %499 = stablehlo.reduce(%498 init: %cst_81) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %500 = stablehlo.broadcast_in_dim %499, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %501 = stablehlo.multiply %440, %500 : tensor<4x6x16xf32>
    %502 = stablehlo.add %477, %501 : tensor<4x6x16xf32>
    %503 = stablehlo.multiply %500, %440 : tensor<4x6x16xf32>
    %504 = stablehlo.add %502, %503 : tensor<4x6x16xf32>
    %505 = stablehlo.broadcast_in_dim %441, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %506 = stablehlo.multiply %505, %495 : tensor<4x6x16xf32>
    %507 = stablehlo.add %504, %506 : tensor<4x6x16xf32>
    %508 = stablehlo.multiply %495, %440 : tensor<4x6x16xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %509 = stablehlo.reduce(%508 init: %cst_82) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %510 = stablehlo.reshape %509 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %511 = stablehlo.reduce(%510 init: %cst_83) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %512 = stablehlo.dot_general %507, %438, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %513 = stablehlo.transpose %512, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %514 = stablehlo.dot_general %507, %arg24, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %515 = stablehlo.reshape %514 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %516 = stablehlo.transpose %515, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %517 = stablehlo.dot_general %516, %332, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %518 = stablehlo.dot_general %516, %432, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %519 = stablehlo.transpose %518, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %520 = stablehlo.broadcast_in_dim %435, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %521 = stablehlo.multiply %517, %520 : tensor<4x2x6x6xf32>
    %522 = stablehlo.multiply %521, %428 : tensor<4x2x6x6xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %523 = stablehlo.reduce(%522 init: %cst_84) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %524 = stablehlo.reshape %523 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %525 = stablehlo.negate %524 : tensor<4x2x6x1xf32>
    %526 = stablehlo.broadcast_in_dim %430, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %527 = stablehlo.divide %517, %526 : tensor<4x2x6x6xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %528 = stablehlo.reduce(%525 init: %cst_85) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %529 = stablehlo.broadcast_in_dim %528, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %530 = stablehlo.add %527, %529 : tensor<4x2x6x6xf32>
    %531 = stablehlo.multiply %530, %428 : tensor<4x2x6x6xf32>
    %532 = call @_where_3(%406#1, %406#2, %531) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_86 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %533 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %534 = stablehlo.divide %532, %533 : tensor<4x2x6x6xf32>
    %535 = stablehlo.dot_general %534, %366, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %536 = stablehlo.transpose %535, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %537 = stablehlo.dot_general %534, %400, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %538 = stablehlo.transpose %537, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %539 = stablehlo.slice %536 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %540 = stablehlo.slice %536 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %541 = stablehlo.broadcast_in_dim %396, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %542 = stablehlo.multiply %540, %541 : tensor<4x6x2x4xf32>
    %543 = stablehlo.broadcast_in_dim %393, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %544 = stablehlo.multiply %540, %543 : tensor<4x6x2x4xf32>
    %545 = stablehlo.negate %539 : tensor<4x6x2x4xf32>
    %546 = stablehlo.broadcast_in_dim %389, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %547 = stablehlo.multiply %545, %546 : tensor<4x6x2x4xf32>
    %548 = stablehlo.add %542, %547 : tensor<4x6x2x4xf32>
    %549 = stablehlo.broadcast_in_dim %386, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %550 = stablehlo.multiply %539, %549 : tensor<4x6x2x4xf32>
    %551 = stablehlo.add %544, %550 : tensor<4x6x2x4xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %552 = stablehlo.pad %548, %cst_87, low = [0, 0, 0, 4], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %553 = stablehlo.pad %551, %cst_88, low = [0, 0, 0, 0], high = [0, 0, 0, 4], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %554 = stablehlo.add %552, %553 : tensor<4x6x2x8xf32>
    %555 = stablehlo.slice %538 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %556 = stablehlo.slice %538 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %557 = stablehlo.broadcast_in_dim %362, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %558 = stablehlo.multiply %556, %557 : tensor<4x6x2x4xf32>
    %559 = stablehlo.broadcast_in_dim %359, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %560 = stablehlo.multiply %556, %559 : tensor<4x6x2x4xf32>
    %561 = stablehlo.negate %555 : tensor<4x6x2x4xf32>
    %562 = stablehlo.broadcast_in_dim %355, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %563 = stablehlo.multiply %561, %562 : tensor<4x6x2x4xf32>
    %564 = stablehlo.add %558, %563 : tensor<4x6x2x4xf32>
    %565 = stablehlo.broadcast_in_dim %352, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %566 = stablehlo.multiply %555, %565 : tensor<4x6x2x4xf32>
    %567 = stablehlo.add %560, %566 : tensor<4x6x2x4xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %568 = stablehlo.pad %564, %cst_89, low = [0, 0, 0, 4], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %569 = stablehlo.pad %567, %cst_90, low = [0, 0, 0, 0], high = [0, 0, 0, 4], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %570 = stablehlo.add %568, %569 : tensor<4x6x2x8xf32>
    %571 = stablehlo.reshape %519 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %572 = stablehlo.dot_general %571, %326, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %573 = stablehlo.transpose %572, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %574 = stablehlo.dot_general %571, %arg26, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %575 = stablehlo.reshape %554 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %576 = stablehlo.dot_general %575, %326, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %577 = stablehlo.transpose %576, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %578 = stablehlo.dot_general %575, %arg23, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %579 = stablehlo.add %574, %578 : tensor<4x6x16xf32>
    %580 = stablehlo.reshape %570 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %581 = stablehlo.dot_general %580, %326, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %582 = stablehlo.transpose %581, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %583 = stablehlo.dot_general %580, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %584 = stablehlo.add %579, %583 : tensor<4x6x16xf32>
    %585 = stablehlo.multiply %313, %584 : tensor<4x6x16xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %586 = stablehlo.reduce(%585 init: %cst_91) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %587 = stablehlo.reshape %586 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %588 = stablehlo.broadcast_in_dim %321, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %589 = stablehlo.multiply %584, %588 : tensor<4x6x16xf32>
    %590 = stablehlo.multiply %587, %324 : tensor<4x6x1xf32>
    %cst_92 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %591 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %592 = stablehlo.divide %590, %591 : tensor<4x6x1xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %593 = stablehlo.reduce(%592 init: %cst_93) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %594 = stablehlo.broadcast_in_dim %593, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %595 = stablehlo.multiply %310, %594 : tensor<4x6x16xf32>
    %596 = stablehlo.add %507, %595 : tensor<4x6x16xf32>
    %597 = stablehlo.multiply %594, %310 : tensor<4x6x16xf32>
    %598 = stablehlo.add %596, %597 : tensor<4x6x16xf32>
    %599 = stablehlo.broadcast_in_dim %311, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %600 = stablehlo.multiply %599, %589 : tensor<4x6x16xf32>
    %601 = stablehlo.add %598, %600 : tensor<4x6x16xf32>
    %602 = stablehlo.multiply %589, %310 : tensor<4x6x16xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %603 = stablehlo.reduce(%602 init: %cst_94) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %604 = stablehlo.reshape %603 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %605 = stablehlo.reduce(%604 init: %cst_95) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %606 = stablehlo.dot_general %601, %308, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %607 = stablehlo.transpose %606, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %608 = stablehlo.dot_general %601, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %609 = stablehlo.multiply %306#0, %608 : tensor<4x6x64xf32>
    %610 = stablehlo.multiply %608, %307 : tensor<4x6x64xf32>
    %611 = stablehlo.dot_general %609, %304, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %612 = stablehlo.transpose %611, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %613 = stablehlo.dot_general %609, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %614 = call @silu_2(%306#1, %306#2, %305, %610) : (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>) -> tensor<4x6x64xf32>
    %615 = stablehlo.dot_general %614, %304, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %616 = stablehlo.transpose %615, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %617 = stablehlo.dot_general %614, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %618 = stablehlo.add %613, %617 : tensor<4x6x16xf32>
    %619 = stablehlo.multiply %291, %618 : tensor<4x6x16xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %620 = stablehlo.reduce(%619 init: %cst_96) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %621 = stablehlo.reshape %620 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %622 = stablehlo.broadcast_in_dim %299, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %623 = stablehlo.multiply %618, %622 : tensor<4x6x16xf32>
    %624 = stablehlo.multiply %621, %302 : tensor<4x6x1xf32>
    %cst_97 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %625 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %626 = stablehlo.divide %624, %625 : tensor<4x6x1xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %627 = stablehlo.reduce(%626 init: %cst_98) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %628 = stablehlo.broadcast_in_dim %627, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %629 = stablehlo.multiply %288, %628 : tensor<4x6x16xf32>
    %630 = stablehlo.add %601, %629 : tensor<4x6x16xf32>
    %631 = stablehlo.multiply %628, %288 : tensor<4x6x16xf32>
    %632 = stablehlo.add %630, %631 : tensor<4x6x16xf32>
    %633 = stablehlo.broadcast_in_dim %289, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %634 = stablehlo.multiply %633, %623 : tensor<4x6x16xf32>
    %635 = stablehlo.add %632, %634 : tensor<4x6x16xf32>
    %636 = stablehlo.multiply %623, %288 : tensor<4x6x16xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %637 = stablehlo.reduce(%636 init: %cst_99) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %638 = stablehlo.reshape %637 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %639 = stablehlo.reduce(%638 init: %cst_100) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %640 = stablehlo.dot_general %635, %286, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %641 = stablehlo.transpose %640, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %642 = stablehlo.dot_general %635, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %643 = stablehlo.reshape %642 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %644 = stablehlo.transpose %643, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %645 = stablehlo.dot_general %644, %180, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %646 = stablehlo.dot_general %644, %280, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %647 = stablehlo.transpose %646, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %648 = stablehlo.broadcast_in_dim %283, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %649 = stablehlo.multiply %645, %648 : tensor<4x2x6x6xf32>
    %650 = stablehlo.multiply %649, %276 : tensor<4x2x6x6xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %651 = stablehlo.reduce(%650 init: %cst_101) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %652 = stablehlo.reshape %651 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %653 = stablehlo.negate %652 : tensor<4x2x6x1xf32>
    %654 = stablehlo.broadcast_in_dim %278, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %655 = stablehlo.divide %645, %654 : tensor<4x2x6x6xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %656 = stablehlo.reduce(%653 init: %cst_102) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %657 = stablehlo.broadcast_in_dim %656, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %658 = stablehlo.add %655, %657 : tensor<4x2x6x6xf32>
    %659 = stablehlo.multiply %658, %276 : tensor<4x2x6x6xf32>
    %660 = call @_where_3(%254#1, %254#2, %659) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_103 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %661 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %662 = stablehlo.divide %660, %661 : tensor<4x2x6x6xf32>
    %663 = stablehlo.dot_general %662, %214, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %664 = stablehlo.transpose %663, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %665 = stablehlo.dot_general %662, %248, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %666 = stablehlo.transpose %665, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %667 = stablehlo.slice %664 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %668 = stablehlo.slice %664 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %669 = stablehlo.broadcast_in_dim %244, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %670 = stablehlo.multiply %668, %669 : tensor<4x6x2x4xf32>
    %671 = stablehlo.broadcast_in_dim %241, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %672 = stablehlo.multiply %668, %671 : tensor<4x6x2x4xf32>
    %673 = stablehlo.negate %667 : tensor<4x6x2x4xf32>
    %674 = stablehlo.broadcast_in_dim %237, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %675 = stablehlo.multiply %673, %674 : tensor<4x6x2x4xf32>
    %676 = stablehlo.add %670, %675 : tensor<4x6x2x4xf32>
    %677 = stablehlo.broadcast_in_dim %234, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %678 = stablehlo.multiply %667, %677 : tensor<4x6x2x4xf32>
    %679 = stablehlo.add %672, %678 : tensor<4x6x2x4xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %680 = stablehlo.pad %676, %cst_104, low = [0, 0, 0, 4], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %681 = stablehlo.pad %679, %cst_105, low = [0, 0, 0, 0], high = [0, 0, 0, 4], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %682 = stablehlo.add %680, %681 : tensor<4x6x2x8xf32>
    %683 = stablehlo.slice %666 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %684 = stablehlo.slice %666 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %685 = stablehlo.broadcast_in_dim %210, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %686 = stablehlo.multiply %684, %685 : tensor<4x6x2x4xf32>
    %687 = stablehlo.broadcast_in_dim %207, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %688 = stablehlo.multiply %684, %687 : tensor<4x6x2x4xf32>
    %689 = stablehlo.negate %683 : tensor<4x6x2x4xf32>
    %690 = stablehlo.broadcast_in_dim %203, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %691 = stablehlo.multiply %689, %690 : tensor<4x6x2x4xf32>
    %692 = stablehlo.add %686, %691 : tensor<4x6x2x4xf32>
    %693 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %694 = stablehlo.multiply %683, %693 : tensor<4x6x2x4xf32>
    %695 = stablehlo.add %688, %694 : tensor<4x6x2x4xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %696 = stablehlo.pad %692, %cst_106, low = [0, 0, 0, 4], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %697 = stablehlo.pad %695, %cst_107, low = [0, 0, 0, 0], high = [0, 0, 0, 4], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %698 = stablehlo.add %696, %697 : tensor<4x6x2x8xf32>
    %699 = stablehlo.reshape %647 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %700 = stablehlo.dot_general %699, %174, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %701 = stablehlo.transpose %700, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %702 = stablehlo.dot_general %699, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %703 = stablehlo.reshape %682 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %704 = stablehlo.dot_general %703, %174, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %705 = stablehlo.transpose %704, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %706 = stablehlo.dot_general %703, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %707 = stablehlo.add %702, %706 : tensor<4x6x16xf32>
    %708 = stablehlo.reshape %698 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %709 = stablehlo.dot_general %708, %174, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %710 = stablehlo.transpose %709, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %711 = stablehlo.dot_general %708, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %712 = stablehlo.add %707, %711 : tensor<4x6x16xf32>
    %713 = stablehlo.multiply %161, %712 : tensor<4x6x16xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %714 = stablehlo.reduce(%713 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %715 = stablehlo.reshape %714 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %716 = stablehlo.broadcast_in_dim %169, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %717 = stablehlo.multiply %712, %716 : tensor<4x6x16xf32>
    %718 = stablehlo.multiply %715, %172 : tensor<4x6x1xf32>
    %cst_109 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %719 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %720 = stablehlo.divide %718, %719 : tensor<4x6x1xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %721 = stablehlo.reduce(%720 init: %cst_110) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %722 = stablehlo.broadcast_in_dim %721, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %723 = stablehlo.multiply %158, %722 : tensor<4x6x16xf32>
    %724 = stablehlo.add %635, %723 : tensor<4x6x16xf32>
    %725 = stablehlo.multiply %722, %158 : tensor<4x6x16xf32>
    %726 = stablehlo.add %724, %725 : tensor<4x6x16xf32>
    %727 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %728 = stablehlo.multiply %727, %717 : tensor<4x6x16xf32>
    %729 = stablehlo.add %726, %728 : tensor<4x6x16xf32>
    %730 = stablehlo.multiply %717, %158 : tensor<4x6x16xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %731 = stablehlo.reduce(%730 init: %cst_111) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %732 = stablehlo.reshape %731 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %733 = stablehlo.reduce(%732 init: %cst_112) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %734 = stablehlo.dot_general %729, %156, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %735 = stablehlo.transpose %734, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %736 = stablehlo.dot_general %729, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %737 = stablehlo.multiply %154#0, %736 : tensor<4x6x64xf32>
    %738 = stablehlo.multiply %736, %155 : tensor<4x6x64xf32>
    %739 = stablehlo.dot_general %737, %152, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %740 = stablehlo.transpose %739, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %741 = stablehlo.dot_general %737, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %742 = call @silu_2(%154#1, %154#2, %153, %738) : (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>) -> tensor<4x6x64xf32>
    %743 = stablehlo.dot_general %742, %152, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %744 = stablehlo.transpose %743, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %745 = stablehlo.dot_general %742, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %746 = stablehlo.add %741, %745 : tensor<4x6x16xf32>
    %747 = stablehlo.multiply %139, %746 : tensor<4x6x16xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %748 = stablehlo.reduce(%747 init: %cst_113) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %749 = stablehlo.reshape %748 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %750 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %751 = stablehlo.multiply %746, %750 : tensor<4x6x16xf32>
    %752 = stablehlo.multiply %749, %150 : tensor<4x6x1xf32>
    %cst_114 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %753 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %754 = stablehlo.divide %752, %753 : tensor<4x6x1xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %755 = stablehlo.reduce(%754 init: %cst_115) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %756 = stablehlo.broadcast_in_dim %755, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %757 = stablehlo.multiply %136, %756 : tensor<4x6x16xf32>
    %758 = stablehlo.add %729, %757 : tensor<4x6x16xf32>
    %759 = stablehlo.multiply %756, %136 : tensor<4x6x16xf32>
    %760 = stablehlo.add %758, %759 : tensor<4x6x16xf32>
    %761 = stablehlo.broadcast_in_dim %137, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %762 = stablehlo.multiply %761, %751 : tensor<4x6x16xf32>
    %763 = stablehlo.add %760, %762 : tensor<4x6x16xf32>
    %764 = stablehlo.multiply %751, %136 : tensor<4x6x16xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %765 = stablehlo.reduce(%764 init: %cst_116) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %766 = stablehlo.reshape %765 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %767 = stablehlo.reduce(%766 init: %cst_117) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %768 = stablehlo.dot_general %763, %134, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %769 = stablehlo.transpose %768, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %770 = stablehlo.dot_general %763, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %771 = stablehlo.reshape %770 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %772 = stablehlo.transpose %771, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %773 = stablehlo.dot_general %772, %28, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %774 = stablehlo.dot_general %772, %128, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %775 = stablehlo.transpose %774, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %776 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %777 = stablehlo.multiply %773, %776 : tensor<4x2x6x6xf32>
    %778 = stablehlo.multiply %777, %124 : tensor<4x2x6x6xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %779 = stablehlo.reduce(%778 init: %cst_118) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %780 = stablehlo.reshape %779 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %781 = stablehlo.negate %780 : tensor<4x2x6x1xf32>
    %782 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %783 = stablehlo.divide %773, %782 : tensor<4x2x6x6xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %784 = stablehlo.reduce(%781 init: %cst_119) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %785 = stablehlo.broadcast_in_dim %784, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %786 = stablehlo.add %783, %785 : tensor<4x2x6x6xf32>
    %787 = stablehlo.multiply %786, %124 : tensor<4x2x6x6xf32>
    %788 = call @_where_3(%102#1, %102#2, %787) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_120 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %789 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %790 = stablehlo.divide %788, %789 : tensor<4x2x6x6xf32>
    %791 = stablehlo.dot_general %790, %62, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %792 = stablehlo.transpose %791, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %793 = stablehlo.dot_general %790, %96, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %794 = stablehlo.transpose %793, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %795 = stablehlo.slice %792 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %796 = stablehlo.slice %792 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %797 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %798 = stablehlo.multiply %796, %797 : tensor<4x6x2x4xf32>
    %799 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %800 = stablehlo.multiply %796, %799 : tensor<4x6x2x4xf32>
    %801 = stablehlo.negate %795 : tensor<4x6x2x4xf32>
    %802 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %803 = stablehlo.multiply %801, %802 : tensor<4x6x2x4xf32>
    %804 = stablehlo.add %798, %803 : tensor<4x6x2x4xf32>
    %805 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %806 = stablehlo.multiply %795, %805 : tensor<4x6x2x4xf32>
    %807 = stablehlo.add %800, %806 : tensor<4x6x2x4xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %808 = stablehlo.pad %804, %cst_121, low = [0, 0, 0, 4], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %809 = stablehlo.pad %807, %cst_122, low = [0, 0, 0, 0], high = [0, 0, 0, 4], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %810 = stablehlo.add %808, %809 : tensor<4x6x2x8xf32>
    %811 = stablehlo.slice %794 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %812 = stablehlo.slice %794 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %813 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %814 = stablehlo.multiply %812, %813 : tensor<4x6x2x4xf32>
    %815 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %816 = stablehlo.multiply %812, %815 : tensor<4x6x2x4xf32>
    %817 = stablehlo.negate %811 : tensor<4x6x2x4xf32>
    %818 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %819 = stablehlo.multiply %817, %818 : tensor<4x6x2x4xf32>
    %820 = stablehlo.add %814, %819 : tensor<4x6x2x4xf32>
    %821 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %822 = stablehlo.multiply %811, %821 : tensor<4x6x2x4xf32>
    %823 = stablehlo.add %816, %822 : tensor<4x6x2x4xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %824 = stablehlo.pad %820, %cst_123, low = [0, 0, 0, 4], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %825 = stablehlo.pad %823, %cst_124, low = [0, 0, 0, 0], high = [0, 0, 0, 4], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %826 = stablehlo.add %824, %825 : tensor<4x6x2x8xf32>
    %827 = stablehlo.reshape %775 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %828 = stablehlo.dot_general %827, %22, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %829 = stablehlo.transpose %828, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %830 = stablehlo.dot_general %827, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %831 = stablehlo.reshape %810 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %832 = stablehlo.dot_general %831, %22, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %833 = stablehlo.transpose %832, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %834 = stablehlo.dot_general %831, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %835 = stablehlo.add %830, %834 : tensor<4x6x16xf32>
    %836 = stablehlo.reshape %826 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %837 = stablehlo.dot_general %836, %22, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %838 = stablehlo.transpose %837, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %839 = stablehlo.dot_general %836, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %840 = stablehlo.add %835, %839 : tensor<4x6x16xf32>
    %841 = stablehlo.multiply %9, %840 : tensor<4x6x16xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %842 = stablehlo.reduce(%841 init: %cst_125) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %843 = stablehlo.reshape %842 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %844 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %845 = stablehlo.multiply %840, %844 : tensor<4x6x16xf32>
    %846 = stablehlo.multiply %843, %20 : tensor<4x6x1xf32>
    %cst_126 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %847 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %848 = stablehlo.divide %846, %847 : tensor<4x6x1xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %849 = stablehlo.reduce(%848 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %850 = stablehlo.broadcast_in_dim %849, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %851 = stablehlo.multiply %6, %850 : tensor<4x6x16xf32>
    %852 = stablehlo.add %763, %851 : tensor<4x6x16xf32>
    %853 = stablehlo.multiply %850, %6 : tensor<4x6x16xf32>
    %854 = stablehlo.add %852, %853 : tensor<4x6x16xf32>
    %855 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %856 = stablehlo.multiply %855, %845 : tensor<4x6x16xf32>
    %857 = stablehlo.add %854, %856 : tensor<4x6x16xf32>
    %858 = stablehlo.multiply %845, %6 : tensor<4x6x16xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %859 = stablehlo.reduce(%858 init: %cst_128) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %860 = stablehlo.reshape %859 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %861 = stablehlo.reduce(%860 init: %cst_129) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %862 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %863 = "stablehlo.scatter"(%862, %5, %857) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg31: tensor<f32>, %arg32: tensor<f32>):
      %864 = stablehlo.add %arg31, %arg32 : tensor<f32>
      stablehlo.return %864 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    return %469, %735, %744, %861, %767, %740, %833, %769, %838, %829, %607, %616, %733, %639, %612, %705, %641, %710, %701, %479, %488, %605, %511, %484, %577, %513, %582, %573, %863, %476 : tensor<f32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<32x16xf32>, tensor<16x32xf32>
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
  func.func private @silu(%arg0: tensor<4x6x64xf32>) -> (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<4x6x64xf32>
    %1 = stablehlo.exponential %0 : tensor<4x6x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x6x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x6x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<4x6x64xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<4x6x64xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<4x6x64xf32>
    return %9, %8, %5 : tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>
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
  func.func private @silu_2(%arg0: tensor<4x6x64xf32>, %arg1: tensor<4x6x64xf32>, %arg2: tensor<4x6x64xf32>, %arg3: tensor<4x6x64xf32>) -> tensor<4x6x64xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<4x6x64xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<4x6x64xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<4x6x64xf32>
    %3 = stablehlo.add %1, %2 : tensor<4x6x64xf32>
    return %3 : tensor<4x6x64xf32>
  }
  func.func private @_where_3(%arg0: tensor<4x2x6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    return %1 : tensor<4x2x6x6xf32>
  }
}
