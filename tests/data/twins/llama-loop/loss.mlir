module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x16xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16x64xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<64x16xf32>, %arg10: tensor<16x64xf32>, %arg11: tensor<16xf32>, %arg12: tensor<16xf32>, %arg13: tensor<16x64xf32>, %arg14: tensor<16x16xf32>, %arg15: tensor<16x16xf32>, %arg16: tensor<16x16xf32>, %arg17: tensor<16x16xf32>, %arg18: tensor<64x16xf32>, %arg19: tensor<16x64xf32>, %arg20: tensor<16xf32>, %arg21: tensor<16xf32>, %arg22: tensor<16x64xf32>, %arg23: tensor<16x16xf32>, %arg24: tensor<16x16xf32>, %arg25: tensor<16x16xf32>, %arg26: tensor<16x16xf32>, %arg27: tensor<32x16xf32>, %arg28: tensor<16x32xf32>, %arg29: tensor<4x6xi32>, %arg30: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
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
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %19 = stablehlo.multiply %9, %18 : tensor<4x6x16xf32>
    %20 = stablehlo.dot_general %19, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %21 = stablehlo.reshape %20 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %22 = stablehlo.dot_general %19, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %23 = stablehlo.reshape %22 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %24 = stablehlo.dot_general %19, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %25 = stablehlo.reshape %24 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %26 = stablehlo.iota dim = 0 : tensor<6xi32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %28 = stablehlo.iota dim = 0 : tensor<4xi32>
    %29 = stablehlo.convert %28 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_3 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %31 = stablehlo.divide %29, %30 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %33 = stablehlo.power %32, %31 : tensor<4xf32>
    %34 = stablehlo.convert %27 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %35 = stablehlo.broadcast_in_dim %33, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %36 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %37 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %38 = stablehlo.divide %36, %37 : tensor<6x4xf32>
    %39 = stablehlo.cosine %38 : tensor<6x4xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %41 = stablehlo.sine %38 : tensor<6x4xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %43 = stablehlo.slice %21 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %44 = stablehlo.slice %21 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %45 = stablehlo.broadcast_in_dim %40, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %47 = stablehlo.multiply %43, %46 : tensor<4x6x2x4xf32>
    %48 = stablehlo.broadcast_in_dim %42, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %50 = stablehlo.multiply %44, %49 : tensor<4x6x2x4xf32>
    %51 = stablehlo.subtract %47, %50 : tensor<4x6x2x4xf32>
    %52 = stablehlo.broadcast_in_dim %42, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %54 = stablehlo.multiply %43, %53 : tensor<4x6x2x4xf32>
    %55 = stablehlo.broadcast_in_dim %40, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %57 = stablehlo.multiply %44, %56 : tensor<4x6x2x4xf32>
    %58 = stablehlo.add %54, %57 : tensor<4x6x2x4xf32>
    %59 = stablehlo.concatenate %51, %58, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %60 = stablehlo.iota dim = 0 : tensor<6xi32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %62 = stablehlo.iota dim = 0 : tensor<4xi32>
    %63 = stablehlo.convert %62 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_5 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %65 = stablehlo.divide %63, %64 : tensor<4xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %67 = stablehlo.power %66, %65 : tensor<4xf32>
    %68 = stablehlo.convert %61 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %69 = stablehlo.broadcast_in_dim %67, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %70 = stablehlo.broadcast_in_dim %68, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %71 = stablehlo.broadcast_in_dim %69, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %72 = stablehlo.divide %70, %71 : tensor<6x4xf32>
    %73 = stablehlo.cosine %72 : tensor<6x4xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %75 = stablehlo.sine %72 : tensor<6x4xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %77 = stablehlo.slice %23 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %78 = stablehlo.slice %23 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %79 = stablehlo.broadcast_in_dim %74, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %81 = stablehlo.multiply %77, %80 : tensor<4x6x2x4xf32>
    %82 = stablehlo.broadcast_in_dim %76, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %84 = stablehlo.multiply %78, %83 : tensor<4x6x2x4xf32>
    %85 = stablehlo.subtract %81, %84 : tensor<4x6x2x4xf32>
    %86 = stablehlo.broadcast_in_dim %76, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %88 = stablehlo.multiply %77, %87 : tensor<4x6x2x4xf32>
    %89 = stablehlo.broadcast_in_dim %74, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %91 = stablehlo.multiply %78, %90 : tensor<4x6x2x4xf32>
    %92 = stablehlo.add %88, %91 : tensor<4x6x2x4xf32>
    %93 = stablehlo.concatenate %85, %92, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %94 = stablehlo.dot_general %59, %93, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_7 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %96 = stablehlo.divide %94, %95 : tensor<4x2x6x6xf32>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %97 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %98 = call @tril(%97) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_9 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %99 = call @_where(%98, %96, %cst_9) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_10) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %102 = stablehlo.maximum %101, %100 : tensor<4x2x6xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %104 = stablehlo.custom_call @motley.stop_gradient(%103) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]} : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %106 = stablehlo.subtract %99, %105 : tensor<4x2x6x6xf32>
    %107 = stablehlo.exponential %106 : tensor<4x2x6x6xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%107 init: %cst_12) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %111 = stablehlo.divide %107, %110 : tensor<4x2x6x6xf32>
    %112 = stablehlo.dot_general %25, %111, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %113 = stablehlo.transpose %112, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %114 = stablehlo.reshape %113 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %115 = stablehlo.dot_general %114, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %116 = stablehlo.add %6, %115 : tensor<4x6x16xf32>
    %117 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %119 = stablehlo.multiply %118, %116 : tensor<4x6x16xf32>
    %120 = stablehlo.multiply %116, %116 : tensor<4x6x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.reduce(%120 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_14 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %124 = stablehlo.divide %122, %123 : tensor<4x6x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %126 = stablehlo.add %124, %125 : tensor<4x6x1xf32>
    %127 = stablehlo.rsqrt %126 : tensor<4x6x1xf32>
    %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %129 = stablehlo.multiply %119, %128 : tensor<4x6x16xf32>
    %130 = stablehlo.dot_general %129, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %131 = call @silu(%130) : (tensor<4x6x64xf32>) -> tensor<4x6x64xf32>
    %132 = stablehlo.dot_general %129, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %133 = stablehlo.multiply %131, %132 : tensor<4x6x64xf32>
    %134 = stablehlo.dot_general %133, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %135 = stablehlo.add %116, %134 : tensor<4x6x16xf32>
    %136 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %138 = stablehlo.multiply %137, %135 : tensor<4x6x16xf32>
    %139 = stablehlo.multiply %135, %135 : tensor<4x6x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %140 = stablehlo.reduce(%139 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %141 = stablehlo.broadcast_in_dim %140, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_17 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %143 = stablehlo.divide %141, %142 : tensor<4x6x1xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %145 = stablehlo.add %143, %144 : tensor<4x6x1xf32>
    %146 = stablehlo.rsqrt %145 : tensor<4x6x1xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %148 = stablehlo.multiply %138, %147 : tensor<4x6x16xf32>
    %149 = stablehlo.dot_general %148, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %150 = stablehlo.reshape %149 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %151 = stablehlo.dot_general %148, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %152 = stablehlo.reshape %151 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %153 = stablehlo.dot_general %148, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %154 = stablehlo.reshape %153 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %155 = stablehlo.iota dim = 0 : tensor<6xi32>
    %156 = stablehlo.broadcast_in_dim %155, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %157 = stablehlo.iota dim = 0 : tensor<4xi32>
    %158 = stablehlo.convert %157 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_19 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %160 = stablehlo.divide %158, %159 : tensor<4xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %162 = stablehlo.power %161, %160 : tensor<4xf32>
    %163 = stablehlo.convert %156 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %164 = stablehlo.broadcast_in_dim %162, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %165 = stablehlo.broadcast_in_dim %163, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %166 = stablehlo.broadcast_in_dim %164, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %167 = stablehlo.divide %165, %166 : tensor<6x4xf32>
    %168 = stablehlo.cosine %167 : tensor<6x4xf32>
    %169 = stablehlo.broadcast_in_dim %168, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %170 = stablehlo.sine %167 : tensor<6x4xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %172 = stablehlo.slice %150 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %173 = stablehlo.slice %150 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %174 = stablehlo.broadcast_in_dim %169, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %176 = stablehlo.multiply %172, %175 : tensor<4x6x2x4xf32>
    %177 = stablehlo.broadcast_in_dim %171, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %179 = stablehlo.multiply %173, %178 : tensor<4x6x2x4xf32>
    %180 = stablehlo.subtract %176, %179 : tensor<4x6x2x4xf32>
    %181 = stablehlo.broadcast_in_dim %171, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %182 = stablehlo.broadcast_in_dim %181, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %183 = stablehlo.multiply %172, %182 : tensor<4x6x2x4xf32>
    %184 = stablehlo.broadcast_in_dim %169, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %186 = stablehlo.multiply %173, %185 : tensor<4x6x2x4xf32>
    %187 = stablehlo.add %183, %186 : tensor<4x6x2x4xf32>
    %188 = stablehlo.concatenate %180, %187, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %189 = stablehlo.iota dim = 0 : tensor<6xi32>
    %190 = stablehlo.broadcast_in_dim %189, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %191 = stablehlo.iota dim = 0 : tensor<4xi32>
    %192 = stablehlo.convert %191 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_21 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %194 = stablehlo.divide %192, %193 : tensor<4xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %196 = stablehlo.power %195, %194 : tensor<4xf32>
    %197 = stablehlo.convert %190 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %198 = stablehlo.broadcast_in_dim %196, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %199 = stablehlo.broadcast_in_dim %197, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %200 = stablehlo.broadcast_in_dim %198, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %201 = stablehlo.divide %199, %200 : tensor<6x4xf32>
    %202 = stablehlo.cosine %201 : tensor<6x4xf32>
    %203 = stablehlo.broadcast_in_dim %202, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %204 = stablehlo.sine %201 : tensor<6x4xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %206 = stablehlo.slice %152 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %207 = stablehlo.slice %152 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %208 = stablehlo.broadcast_in_dim %203, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %209 = stablehlo.broadcast_in_dim %208, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %210 = stablehlo.multiply %206, %209 : tensor<4x6x2x4xf32>
    %211 = stablehlo.broadcast_in_dim %205, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %212 = stablehlo.broadcast_in_dim %211, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %213 = stablehlo.multiply %207, %212 : tensor<4x6x2x4xf32>
    %214 = stablehlo.subtract %210, %213 : tensor<4x6x2x4xf32>
    %215 = stablehlo.broadcast_in_dim %205, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %217 = stablehlo.multiply %206, %216 : tensor<4x6x2x4xf32>
    %218 = stablehlo.broadcast_in_dim %203, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %220 = stablehlo.multiply %207, %219 : tensor<4x6x2x4xf32>
    %221 = stablehlo.add %217, %220 : tensor<4x6x2x4xf32>
    %222 = stablehlo.concatenate %214, %221, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %223 = stablehlo.dot_general %188, %222, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_23 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %225 = stablehlo.divide %223, %224 : tensor<4x2x6x6xf32>
    %c_24 = stablehlo.constant dense<true> : tensor<i1>
    %226 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %227 = call @tril(%226) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_25 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %228 = call @_where(%227, %225, %cst_25) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_26 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %229 = stablehlo.reduce(%228 init: %cst_26) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_27 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %231 = stablehlo.maximum %230, %229 : tensor<4x2x6xf32>
    %232 = stablehlo.broadcast_in_dim %231, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %233 = stablehlo.custom_call @motley.stop_gradient(%232) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]} : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    %234 = stablehlo.broadcast_in_dim %233, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %235 = stablehlo.subtract %228, %234 : tensor<4x2x6x6xf32>
    %236 = stablehlo.exponential %235 : tensor<4x2x6x6xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %237 = stablehlo.reduce(%236 init: %cst_28) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %238 = stablehlo.broadcast_in_dim %237, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %239 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %240 = stablehlo.divide %236, %239 : tensor<4x2x6x6xf32>
    %241 = stablehlo.dot_general %154, %240, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %242 = stablehlo.transpose %241, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %243 = stablehlo.reshape %242 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %244 = stablehlo.dot_general %243, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %245 = stablehlo.add %135, %244 : tensor<4x6x16xf32>
    %246 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %248 = stablehlo.multiply %247, %245 : tensor<4x6x16xf32>
    %249 = stablehlo.multiply %245, %245 : tensor<4x6x16xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %250 = stablehlo.reduce(%249 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %251 = stablehlo.broadcast_in_dim %250, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_30 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %253 = stablehlo.divide %251, %252 : tensor<4x6x1xf32>
    %cst_31 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %255 = stablehlo.add %253, %254 : tensor<4x6x1xf32>
    %256 = stablehlo.rsqrt %255 : tensor<4x6x1xf32>
    %257 = stablehlo.broadcast_in_dim %256, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %258 = stablehlo.multiply %248, %257 : tensor<4x6x16xf32>
    %259 = stablehlo.dot_general %258, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %260 = call @silu(%259) : (tensor<4x6x64xf32>) -> tensor<4x6x64xf32>
    %261 = stablehlo.dot_general %258, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %262 = stablehlo.multiply %260, %261 : tensor<4x6x64xf32>
    %263 = stablehlo.dot_general %262, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %264 = stablehlo.add %245, %263 : tensor<4x6x16xf32>
    %265 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %266 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %267 = stablehlo.multiply %266, %264 : tensor<4x6x16xf32>
    %268 = stablehlo.multiply %264, %264 : tensor<4x6x16xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %269 = stablehlo.reduce(%268 init: %cst_32) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %270 = stablehlo.broadcast_in_dim %269, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_33 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %272 = stablehlo.divide %270, %271 : tensor<4x6x1xf32>
    %cst_34 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %274 = stablehlo.add %272, %273 : tensor<4x6x1xf32>
    %275 = stablehlo.rsqrt %274 : tensor<4x6x1xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %277 = stablehlo.multiply %267, %276 : tensor<4x6x16xf32>
    %278 = stablehlo.dot_general %277, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %279 = stablehlo.reshape %278 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %280 = stablehlo.dot_general %277, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %281 = stablehlo.reshape %280 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %282 = stablehlo.dot_general %277, %arg26, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %283 = stablehlo.reshape %282 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %284 = stablehlo.iota dim = 0 : tensor<6xi32>
    %285 = stablehlo.broadcast_in_dim %284, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %286 = stablehlo.iota dim = 0 : tensor<4xi32>
    %287 = stablehlo.convert %286 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_35 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %289 = stablehlo.divide %287, %288 : tensor<4xf32>
    %cst_36 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %291 = stablehlo.power %290, %289 : tensor<4xf32>
    %292 = stablehlo.convert %285 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %293 = stablehlo.broadcast_in_dim %291, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %294 = stablehlo.broadcast_in_dim %292, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %295 = stablehlo.broadcast_in_dim %293, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %296 = stablehlo.divide %294, %295 : tensor<6x4xf32>
    %297 = stablehlo.cosine %296 : tensor<6x4xf32>
    %298 = stablehlo.broadcast_in_dim %297, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %299 = stablehlo.sine %296 : tensor<6x4xf32>
    %300 = stablehlo.broadcast_in_dim %299, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %301 = stablehlo.slice %279 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %302 = stablehlo.slice %279 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %303 = stablehlo.broadcast_in_dim %298, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %304 = stablehlo.broadcast_in_dim %303, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %305 = stablehlo.multiply %301, %304 : tensor<4x6x2x4xf32>
    %306 = stablehlo.broadcast_in_dim %300, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %307 = stablehlo.broadcast_in_dim %306, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %308 = stablehlo.multiply %302, %307 : tensor<4x6x2x4xf32>
    %309 = stablehlo.subtract %305, %308 : tensor<4x6x2x4xf32>
    %310 = stablehlo.broadcast_in_dim %300, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %311 = stablehlo.broadcast_in_dim %310, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %312 = stablehlo.multiply %301, %311 : tensor<4x6x2x4xf32>
    %313 = stablehlo.broadcast_in_dim %298, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %314 = stablehlo.broadcast_in_dim %313, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %315 = stablehlo.multiply %302, %314 : tensor<4x6x2x4xf32>
    %316 = stablehlo.add %312, %315 : tensor<4x6x2x4xf32>
    %317 = stablehlo.concatenate %309, %316, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %318 = stablehlo.iota dim = 0 : tensor<6xi32>
    %319 = stablehlo.broadcast_in_dim %318, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %320 = stablehlo.iota dim = 0 : tensor<4xi32>
    %321 = stablehlo.convert %320 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_37 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %323 = stablehlo.divide %321, %322 : tensor<4xf32>
    %cst_38 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %325 = stablehlo.power %324, %323 : tensor<4xf32>
    %326 = stablehlo.convert %319 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %327 = stablehlo.broadcast_in_dim %325, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %328 = stablehlo.broadcast_in_dim %326, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %329 = stablehlo.broadcast_in_dim %327, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %330 = stablehlo.divide %328, %329 : tensor<6x4xf32>
    %331 = stablehlo.cosine %330 : tensor<6x4xf32>
    %332 = stablehlo.broadcast_in_dim %331, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %333 = stablehlo.sine %330 : tensor<6x4xf32>
    %334 = stablehlo.broadcast_in_dim %333, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %335 = stablehlo.slice %281 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %336 = stablehlo.slice %281 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %337 = stablehlo.broadcast_in_dim %332, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %338 = stablehlo.broadcast_in_dim %337, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %339 = stablehlo.multiply %335, %338 : tensor<4x6x2x4xf32>
    %340 = stablehlo.broadcast_in_dim %334, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %341 = stablehlo.broadcast_in_dim %340, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %342 = stablehlo.multiply %336, %341 : tensor<4x6x2x4xf32>
    %343 = stablehlo.subtract %339, %342 : tensor<4x6x2x4xf32>
    %344 = stablehlo.broadcast_in_dim %334, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %345 = stablehlo.broadcast_in_dim %344, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %346 = stablehlo.multiply %335, %345 : tensor<4x6x2x4xf32>
    %347 = stablehlo.broadcast_in_dim %332, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %348 = stablehlo.broadcast_in_dim %347, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %349 = stablehlo.multiply %336, %348 : tensor<4x6x2x4xf32>
    %350 = stablehlo.add %346, %349 : tensor<4x6x2x4xf32>
    %351 = stablehlo.concatenate %343, %350, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %352 = stablehlo.dot_general %317, %351, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_39 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %353 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %354 = stablehlo.divide %352, %353 : tensor<4x2x6x6xf32>
    %c_40 = stablehlo.constant dense<true> : tensor<i1>
    %355 = stablehlo.broadcast_in_dim %c_40, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %356 = call @tril(%355) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_41 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %357 = call @_where(%356, %354, %cst_41) : (tensor<6x6xi1>, tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst_42 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %358 = stablehlo.reduce(%357 init: %cst_42) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_43 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %359 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %360 = stablehlo.maximum %359, %358 : tensor<4x2x6xf32>
    %361 = stablehlo.broadcast_in_dim %360, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %362 = stablehlo.custom_call @motley.stop_gradient(%361) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]} : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    %363 = stablehlo.broadcast_in_dim %362, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %364 = stablehlo.subtract %357, %363 : tensor<4x2x6x6xf32>
    %365 = stablehlo.exponential %364 : tensor<4x2x6x6xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %366 = stablehlo.reduce(%365 init: %cst_44) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %367 = stablehlo.broadcast_in_dim %366, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %368 = stablehlo.broadcast_in_dim %367, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %369 = stablehlo.divide %365, %368 : tensor<4x2x6x6xf32>
    %370 = stablehlo.dot_general %283, %369, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %371 = stablehlo.transpose %370, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %372 = stablehlo.reshape %371 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %373 = stablehlo.dot_general %372, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %374 = stablehlo.add %264, %373 : tensor<4x6x16xf32>
    %375 = stablehlo.broadcast_in_dim %arg21, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %376 = stablehlo.broadcast_in_dim %375, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %377 = stablehlo.multiply %376, %374 : tensor<4x6x16xf32>
    %378 = stablehlo.multiply %374, %374 : tensor<4x6x16xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %379 = stablehlo.reduce(%378 init: %cst_45) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %380 = stablehlo.broadcast_in_dim %379, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_46 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %382 = stablehlo.divide %380, %381 : tensor<4x6x1xf32>
    %cst_47 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %383 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %384 = stablehlo.add %382, %383 : tensor<4x6x1xf32>
    %385 = stablehlo.rsqrt %384 : tensor<4x6x1xf32>
    %386 = stablehlo.broadcast_in_dim %385, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %387 = stablehlo.multiply %377, %386 : tensor<4x6x16xf32>
    %388 = stablehlo.dot_general %387, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %389 = call @silu(%388) : (tensor<4x6x64xf32>) -> tensor<4x6x64xf32>
    %390 = stablehlo.dot_general %387, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %391 = stablehlo.multiply %389, %390 : tensor<4x6x64xf32>
    %392 = stablehlo.dot_general %391, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %393 = stablehlo.add %374, %392 : tensor<4x6x16xf32>
    %394 = stablehlo.dot_general %393, %arg28, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %395 = call @log_softmax(%394) : (tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %396 = stablehlo.broadcast_in_dim %arg30, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %397 = call @take_along_axis(%395, %396) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %398 = stablehlo.reduce(%397 init: %cst_48) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_49 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %399 = stablehlo.divide %398, %cst_49 : tensor<f32>
    %400 = stablehlo.negate %399 : tensor<f32>
    return %400 : tensor<f32>
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
