module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>, %arg1: tensor<3x8xf32>, %arg2: tensor<8x1xf32>, %arg3: tensor<4x5x3xf32>, %arg4: tensor<4x5x1xf32>, %arg5: tensor<4x5x3xf32>, %arg6: tensor<4x5x1xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}, tensor<3x8xf32> {jax.result_info = "result[2]"}, tensor<8x1xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5x3xf32>, tensor<3x8xf32>) -> tensor<4x5x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<1x8xf32>) -> tensor<1x1x8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<4x5x8xf32>
    %4 = stablehlo.add %0, %3 : tensor<4x5x8xf32>
    %5 = stablehlo.tanh %4 : tensor<4x5x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x5x8xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<4x5x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x5x8xf32>
    %9 = stablehlo.subtract %8, %5 : tensor<4x5x8xf32>
    %10 = stablehlo.dot_general %5, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<8x1xf32>) -> tensor<4x5x1xf32>
    %11 = stablehlo.subtract %10, %arg4 : tensor<4x5x1xf32>
    %12 = stablehlo.multiply %11, %11 : tensor<4x5x1xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x5x1xf32>
    %14 = stablehlo.multiply %13, %11 : tensor<4x5x1xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x5x1xf32>
    %16 = stablehlo.multiply %15, %11 : tensor<4x5x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%12 init: %cst_3) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x5x1xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_4 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %19 = stablehlo.divide %17, %18 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %20 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<5x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [1, 2] : (tensor<5x1xf32>) -> tensor<1x5x1xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x5x1xf32>) -> tensor<4x5x1xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<4x5x1xf32>
    %25 = stablehlo.dot_general %24, %5, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x5x8xf32>) -> tensor<4x1x8xf32>
    %26 = stablehlo.transpose %25, dims = [0, 2, 1] : (tensor<4x1x8xf32>) -> tensor<4x8x1xf32>
    %27 = stablehlo.dot_general %24, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<8x1xf32>) -> tensor<4x5x8xf32>
    %28 = stablehlo.multiply %27, %9 : tensor<4x5x8xf32>
    %29 = stablehlo.multiply %28, %5 : tensor<4x5x8xf32>
    %30 = stablehlo.add %28, %29 : tensor<4x5x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<4x5x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %32 = stablehlo.reshape %31 : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %34 = stablehlo.dot_general %30, %arg3, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x5x3xf32>) -> tensor<4x8x3xf32>
    %35 = stablehlo.transpose %34, dims = [0, 2, 1] : (tensor<4x8x3xf32>) -> tensor<4x3x8xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %37 = stablehlo.multiply %36, %33 : tensor<4x8xf32>
    %38 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<4x8xf32>
    %40 = stablehlo.subtract %39, %37 : tensor<4x8xf32>
    %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x3x8xf32>
    %42 = stablehlo.multiply %41, %35 : tensor<4x3x8xf32>
    %43 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<3x8xf32>) -> tensor<1x3x8xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<1x3x8xf32>) -> tensor<4x3x8xf32>
    %45 = stablehlo.subtract %44, %42 : tensor<4x3x8xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %47 = stablehlo.multiply %46, %26 : tensor<4x8x1xf32>
    %48 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<8x1xf32>) -> tensor<1x8x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<1x8x1xf32>) -> tensor<4x8x1xf32>
    %50 = stablehlo.subtract %49, %47 : tensor<4x8x1xf32>
    %51 = stablehlo.dot_general %arg3, %45, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x3xf32>, tensor<4x3x8xf32>) -> tensor<4x5x8xf32>
    %52 = stablehlo.broadcast_in_dim %40, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2] : (tensor<4x1x8xf32>) -> tensor<4x5x8xf32>
    %54 = stablehlo.add %51, %53 : tensor<4x5x8xf32>
    %55 = stablehlo.tanh %54 : tensor<4x5x8xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x5x8xf32>
    %57 = stablehlo.subtract %56, %55 : tensor<4x5x8xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x5x8xf32>
    %59 = stablehlo.subtract %58, %55 : tensor<4x5x8xf32>
    %60 = stablehlo.dot_general %55, %50, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x8x1xf32>) -> tensor<4x5x1xf32>
    %61 = stablehlo.subtract %60, %arg4 : tensor<4x5x1xf32>
    %62 = stablehlo.multiply %61, %61 : tensor<4x5x1xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x5x1xf32>
    %64 = stablehlo.multiply %63, %61 : tensor<4x5x1xf32>
    %cst_15 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x5x1xf32>
    %66 = stablehlo.multiply %65, %61 : tensor<4x5x1xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.reduce(%62 init: %cst_16) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x5x1xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_17 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %69 = stablehlo.divide %67, %68 : tensor<4xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_19 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %70 = stablehlo.divide %cst_18, %cst_19 : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [] : (tensor<f32>) -> tensor<5x1xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [1, 2] : (tensor<5x1xf32>) -> tensor<1x5x1xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<1x5x1xf32>) -> tensor<4x5x1xf32>
    %74 = stablehlo.multiply %73, %66 : tensor<4x5x1xf32>
    %75 = stablehlo.dot_general %74, %55, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x5x8xf32>) -> tensor<4x1x8xf32>
    %76 = stablehlo.transpose %75, dims = [0, 2, 1] : (tensor<4x1x8xf32>) -> tensor<4x8x1xf32>
    %77 = stablehlo.dot_general %74, %50, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x8x1xf32>) -> tensor<4x5x8xf32>
    %78 = stablehlo.multiply %77, %59 : tensor<4x5x8xf32>
    %79 = stablehlo.multiply %78, %55 : tensor<4x5x8xf32>
    %80 = stablehlo.add %78, %79 : tensor<4x5x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_20) applies stablehlo.add across dimensions = [1] : (tensor<4x5x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %82 = stablehlo.reshape %81 : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.reduce(%82 init: %cst_21) applies stablehlo.add across dimensions = [1] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %84 = stablehlo.dot_general %80, %arg3, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x5x3xf32>) -> tensor<4x8x3xf32>
    %85 = stablehlo.transpose %84, dims = [0, 2, 1] : (tensor<4x8x3xf32>) -> tensor<4x3x8xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %87 = stablehlo.multiply %86, %83 : tensor<4x8xf32>
    %88 = stablehlo.subtract %40, %87 : tensor<4x8xf32>
    %cst_23 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x3x8xf32>
    %90 = stablehlo.multiply %89, %85 : tensor<4x3x8xf32>
    %91 = stablehlo.subtract %45, %90 : tensor<4x3x8xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %93 = stablehlo.multiply %92, %76 : tensor<4x8x1xf32>
    %94 = stablehlo.subtract %50, %93 : tensor<4x8x1xf32>
    %95 = stablehlo.dot_general %arg5, %91, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x3xf32>, tensor<4x3x8xf32>) -> tensor<4x5x8xf32>
    %96 = stablehlo.broadcast_in_dim %88, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2] : (tensor<4x1x8xf32>) -> tensor<4x5x8xf32>
    %98 = stablehlo.add %95, %97 : tensor<4x5x8xf32>
    %99 = stablehlo.tanh %98 : tensor<4x5x8xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x5x8xf32>
    %101 = stablehlo.subtract %100, %99 : tensor<4x5x8xf32>
    %102 = stablehlo.dot_general %99, %94, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x8x1xf32>) -> tensor<4x5x1xf32>
    %103 = stablehlo.subtract %102, %arg6 : tensor<4x5x1xf32>
    %104 = stablehlo.multiply %103, %103 : tensor<4x5x1xf32>
    %cst_26 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x5x1xf32>
    %106 = stablehlo.multiply %105, %103 : tensor<4x5x1xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%104 init: %cst_27) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x5x1xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_28 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %109 = stablehlo.divide %107, %108 : tensor<4xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_29) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_30 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %111 = stablehlo.divide %110, %cst_30 : tensor<f32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_32 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %112 = stablehlo.divide %cst_31, %cst_32 : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_33 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %115 = stablehlo.divide %113, %114 : tensor<4xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0] : (tensor<4xf32>) -> tensor<4x5x1xf32>
    %117 = stablehlo.multiply %116, %106 : tensor<4x5x1xf32>
    %118 = stablehlo.dot_general %117, %99, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x5x8xf32>) -> tensor<4x1x8xf32>
    %119 = stablehlo.transpose %118, dims = [0, 2, 1] : (tensor<4x1x8xf32>) -> tensor<4x8x1xf32>
    %120 = stablehlo.dot_general %117, %94, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x8x1xf32>) -> tensor<4x5x8xf32>
    %121 = stablehlo.multiply %120, %101 : tensor<4x5x8xf32>
    %122 = stablehlo.multiply %121, %99 : tensor<4x5x8xf32>
    %123 = stablehlo.add %121, %122 : tensor<4x5x8xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_34) applies stablehlo.add across dimensions = [1] : (tensor<4x5x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %125 = stablehlo.reshape %124 : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_35) applies stablehlo.add across dimensions = [1] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %127 = stablehlo.dot_general %123, %arg5, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x5x3xf32>) -> tensor<4x8x3xf32>
    %128 = stablehlo.transpose %127, dims = [0, 2, 1] : (tensor<4x8x3xf32>) -> tensor<4x3x8xf32>
    %129 = stablehlo.negate %119 : tensor<4x8x1xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %131 = stablehlo.multiply %130, %129 : tensor<4x8x1xf32>
    %132 = stablehlo.negate %128 : tensor<4x3x8xf32>
    %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x3x8xf32>
    %134 = stablehlo.multiply %133, %132 : tensor<4x3x8xf32>
    %135 = stablehlo.negate %126 : tensor<4x8xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %137 = stablehlo.multiply %136, %135 : tensor<4x8xf32>
    %138 = stablehlo.transpose %134, dims = [0, 2, 1] : (tensor<4x3x8xf32>) -> tensor<4x8x3xf32>
    %139 = stablehlo.dot_general %138, %arg3, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x8x3xf32>, tensor<4x5x3xf32>) -> tensor<4x8x5xf32>
    %140 = stablehlo.transpose %139, dims = [0, 2, 1] : (tensor<4x8x5xf32>) -> tensor<4x5x8xf32>
    %141 = stablehlo.broadcast_in_dim %137, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %142 = stablehlo.reshape %141 : (tensor<4x1x8xf32>) -> tensor<4x8xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x5x8xf32>
    %144 = stablehlo.add %140, %143 : tensor<4x5x8xf32>
    %145 = stablehlo.multiply %78, %144 : tensor<4x5x8xf32>
    %146 = stablehlo.multiply %144, %55 : tensor<4x5x8xf32>
    %147 = stablehlo.add %144, %146 : tensor<4x5x8xf32>
    %148 = stablehlo.multiply %77, %147 : tensor<4x5x8xf32>
    %149 = stablehlo.multiply %147, %59 : tensor<4x5x8xf32>
    %150 = stablehlo.dot_general %149, %74, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x5x1xf32>) -> tensor<4x8x1xf32>
    %151 = stablehlo.add %119, %150 : tensor<4x8x1xf32>
    %152 = stablehlo.dot_general %149, %50, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x8x1xf32>) -> tensor<4x5x1xf32>
    %153 = stablehlo.transpose %131, dims = [0, 2, 1] : (tensor<4x8x1xf32>) -> tensor<4x1x8xf32>
    %154 = stablehlo.dot_general %153, %74, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x1x8xf32>, tensor<4x5x1xf32>) -> tensor<4x8x5xf32>
    %155 = stablehlo.transpose %154, dims = [0, 2, 1] : (tensor<4x8x5xf32>) -> tensor<4x5x8xf32>
    %156 = stablehlo.add %145, %155 : tensor<4x5x8xf32>
    %157 = stablehlo.dot_general %153, %55, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x1x8xf32>, tensor<4x5x8xf32>) -> tensor<4x1x5xf32>
    %158 = stablehlo.transpose %157, dims = [0, 2, 1] : (tensor<4x1x5xf32>) -> tensor<4x5x1xf32>
    %159 = stablehlo.add %152, %158 : tensor<4x5x1xf32>
    %160 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<1x5x1xf32>) -> tensor<4x5x1xf32>
    %161 = stablehlo.multiply %160, %159 : tensor<4x5x1xf32>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4x5x1xf32>
    %163 = stablehlo.multiply %162, %161 : tensor<4x5x1xf32>
    %164 = stablehlo.dot_general %163, %55, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x5x8xf32>) -> tensor<4x1x8xf32>
    %165 = stablehlo.transpose %164, dims = [0, 2, 1] : (tensor<4x1x8xf32>) -> tensor<4x8x1xf32>
    %166 = stablehlo.add %151, %165 : tensor<4x8x1xf32>
    %167 = stablehlo.dot_general %163, %50, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x8x1xf32>) -> tensor<4x5x8xf32>
    %168 = stablehlo.add %156, %167 : tensor<4x5x8xf32>
    %169 = stablehlo.negate %148 : tensor<4x5x8xf32>
    %170 = stablehlo.add %168, %169 : tensor<4x5x8xf32>
    %171 = stablehlo.multiply %170, %57 : tensor<4x5x8xf32>
    %172 = stablehlo.multiply %171, %55 : tensor<4x5x8xf32>
    %173 = stablehlo.add %171, %172 : tensor<4x5x8xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.reduce(%173 init: %cst_40) applies stablehlo.add across dimensions = [1] : (tensor<4x5x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %175 = stablehlo.reshape %174 : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.reduce(%175 init: %cst_41) applies stablehlo.add across dimensions = [1] : (tensor<4x1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %177 = stablehlo.add %126, %176 : tensor<4x8xf32>
    %178 = stablehlo.dot_general %173, %arg3, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x5x3xf32>) -> tensor<4x8x3xf32>
    %179 = stablehlo.transpose %178, dims = [0, 2, 1] : (tensor<4x8x3xf32>) -> tensor<4x3x8xf32>
    %180 = stablehlo.add %128, %179 : tensor<4x3x8xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.reduce(%166 init: %cst_42) applies stablehlo.add across dimensions = [0] : (tensor<4x8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
    %182 = stablehlo.reshape %181 : (tensor<8x1xf32>) -> tensor<1x8x1xf32>
    %183 = stablehlo.negate %166 : tensor<4x8x1xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.reduce(%182 init: %cst_43) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_44 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<4x8x1xf32>
    %187 = stablehlo.multiply %186, %183 : tensor<4x8x1xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %188 = stablehlo.reduce(%180 init: %cst_45) applies stablehlo.add across dimensions = [0] : (tensor<4x3x8xf32>, tensor<f32>) -> tensor<3x8xf32>
    %189 = stablehlo.reshape %188 : (tensor<3x8xf32>) -> tensor<1x3x8xf32>
    %190 = stablehlo.negate %180 : tensor<4x3x8xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %191 = stablehlo.reduce(%189 init: %cst_46) applies stablehlo.add across dimensions = [0] : (tensor<1x3x8xf32>, tensor<f32>) -> tensor<3x8xf32>
    %cst_47 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<4x3x8xf32>
    %193 = stablehlo.multiply %192, %190 : tensor<4x3x8xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %194 = stablehlo.reduce(%177 init: %cst_48) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %195 = stablehlo.reshape %194 : (tensor<8xf32>) -> tensor<1x8xf32>
    %196 = stablehlo.negate %177 : tensor<4x8xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %197 = stablehlo.reduce(%195 init: %cst_49) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %199 = stablehlo.multiply %198, %196 : tensor<4x8xf32>
    %200 = stablehlo.transpose %193, dims = [0, 2, 1] : (tensor<4x3x8xf32>) -> tensor<4x8x3xf32>
    %201 = stablehlo.dot_general %200, %arg3, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x8x3xf32>, tensor<4x5x3xf32>) -> tensor<4x8x5xf32>
    %202 = stablehlo.transpose %201, dims = [0, 2, 1] : (tensor<4x8x5xf32>) -> tensor<4x5x8xf32>
    %203 = stablehlo.broadcast_in_dim %199, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    %204 = stablehlo.reshape %203 : (tensor<4x1x8xf32>) -> tensor<4x8xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x5x8xf32>
    %206 = stablehlo.add %202, %205 : tensor<4x5x8xf32>
    %207 = stablehlo.multiply %28, %206 : tensor<4x5x8xf32>
    %208 = stablehlo.multiply %206, %5 : tensor<4x5x8xf32>
    %209 = stablehlo.add %206, %208 : tensor<4x5x8xf32>
    %210 = stablehlo.multiply %27, %209 : tensor<4x5x8xf32>
    %211 = stablehlo.multiply %209, %9 : tensor<4x5x8xf32>
    %212 = stablehlo.dot_general %211, %24, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x5x1xf32>) -> tensor<8x1xf32>
    %213 = stablehlo.add %185, %212 : tensor<8x1xf32>
    %214 = stablehlo.dot_general %211, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<8x1xf32>) -> tensor<4x5x1xf32>
    %215 = stablehlo.transpose %187, dims = [0, 2, 1] : (tensor<4x8x1xf32>) -> tensor<4x1x8xf32>
    %216 = stablehlo.dot_general %215, %24, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x1x8xf32>, tensor<4x5x1xf32>) -> tensor<4x8x5xf32>
    %217 = stablehlo.transpose %216, dims = [0, 2, 1] : (tensor<4x8x5xf32>) -> tensor<4x5x8xf32>
    %218 = stablehlo.add %207, %217 : tensor<4x5x8xf32>
    %219 = stablehlo.dot_general %215, %5, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x1x8xf32>, tensor<4x5x8xf32>) -> tensor<4x1x5xf32>
    %220 = stablehlo.transpose %219, dims = [0, 2, 1] : (tensor<4x1x5xf32>) -> tensor<4x5x1xf32>
    %221 = stablehlo.add %214, %220 : tensor<4x5x1xf32>
    %222 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x5x1xf32>) -> tensor<4x5x1xf32>
    %223 = stablehlo.multiply %222, %221 : tensor<4x5x1xf32>
    %cst_51 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<4x5x1xf32>
    %225 = stablehlo.multiply %224, %223 : tensor<4x5x1xf32>
    %226 = stablehlo.dot_general %225, %5, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<4x5x8xf32>) -> tensor<1x8xf32>
    %227 = stablehlo.transpose %226, dims = [1, 0] : (tensor<1x8xf32>) -> tensor<8x1xf32>
    %228 = stablehlo.add %213, %227 : tensor<8x1xf32>
    %229 = stablehlo.dot_general %225, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x1xf32>, tensor<8x1xf32>) -> tensor<4x5x8xf32>
    %230 = stablehlo.add %218, %229 : tensor<4x5x8xf32>
    %231 = stablehlo.negate %210 : tensor<4x5x8xf32>
    %232 = stablehlo.add %230, %231 : tensor<4x5x8xf32>
    %233 = stablehlo.multiply %232, %7 : tensor<4x5x8xf32>
    %234 = stablehlo.multiply %233, %5 : tensor<4x5x8xf32>
    %235 = stablehlo.add %233, %234 : tensor<4x5x8xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.reduce(%235 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x5x8xf32>, tensor<f32>) -> tensor<8xf32>
    %237 = stablehlo.reshape %236 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %238 = stablehlo.reduce(%237 init: %cst_53) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %239 = stablehlo.broadcast_in_dim %238, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %240 = stablehlo.reduce(%239 init: %cst_54) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %241 = stablehlo.add %197, %240 : tensor<8xf32>
    %242 = stablehlo.dot_general %235, %arg3, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x5x8xf32>, tensor<4x5x3xf32>) -> tensor<8x3xf32>
    %243 = stablehlo.transpose %242, dims = [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
    %244 = stablehlo.add %191, %243 : tensor<3x8xf32>
    return %111, %241, %244, %228 : tensor<f32>, tensor<8xf32>, tensor<3x8xf32>, tensor<8x1xf32>
  }
}
