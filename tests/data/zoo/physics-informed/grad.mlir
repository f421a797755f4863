module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>, %arg1: tensor<2x8xf32>, %arg2: tensor<8x1xf32>, %arg3: tensor<8x2xf32>, %arg4: tensor<8x2xf32>, %arg5: tensor<8xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}, tensor<2x8xf32> {jax.result_info = "result[2]"}, tensor<8x1xf32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
    %0 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<8x8xf32>
    %4 = stablehlo.tanh %3 : tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<8x8xf32>
    %7 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %8 = stablehlo.reshape %7 : (tensor<8x1xf32>) -> tensor<8xf32>
    %9 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %10 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %12 = stablehlo.add %9, %11 : tensor<8x8xf32>
    %13 = stablehlo.tanh %12 : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %15 = stablehlo.subtract %14, %13 : tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %17 = stablehlo.subtract %16, %13 : tensor<8x8xf32>
    %18 = stablehlo.dot_general %13, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %19 = stablehlo.reshape %18 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %21 = stablehlo.dot_general %20, %arg2, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1xf32>, tensor<8x1xf32>) -> tensor<8xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %24 = stablehlo.multiply %23, %17 : tensor<8x8xf32>
    %25 = stablehlo.multiply %24, %13 : tensor<8x8xf32>
    %26 = stablehlo.add %24, %25 : tensor<8x8xf32>
    %27 = stablehlo.dot_general %26, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<2x8xf32>) -> tensor<8x2xf32>
    %28 = stablehlo.slice %27 [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %29 = stablehlo.reshape %28 : (tensor<8x1xf32>) -> tensor<8xf32>
    %30 = stablehlo.slice %27 [0:8, 1:2] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %31 = stablehlo.reshape %30 : (tensor<8x1xf32>) -> tensor<8xf32>
    %32 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %33 = stablehlo.dot_general %cst, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2xf32>, tensor<2x8xf32>) -> tensor<8xf32>
    %34 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %36 = stablehlo.add %32, %35 : tensor<8x8xf32>
    %37 = stablehlo.tanh %36 : tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %39 = stablehlo.subtract %38, %37 : tensor<8x8xf32>
    %40 = stablehlo.broadcast_in_dim %33, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %42 = stablehlo.multiply %41, %37 : tensor<8x8xf32>
    %43 = stablehlo.broadcast_in_dim %33, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %45 = stablehlo.add %44, %42 : tensor<8x8xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %47 = stablehlo.subtract %46, %37 : tensor<8x8xf32>
    %48 = stablehlo.multiply %45, %47 : tensor<8x8xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %50 = stablehlo.subtract %49, %37 : tensor<8x8xf32>
    %51 = stablehlo.negate %48 : tensor<8x8xf32>
    %52 = stablehlo.dot_general %37, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %53 = stablehlo.dot_general %48, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %54 = stablehlo.reshape %52 : (tensor<8x1xf32>) -> tensor<8xf32>
    %55 = stablehlo.reshape %53 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %57 = stablehlo.dot_general %56, %arg2, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1xf32>, tensor<8x1xf32>) -> tensor<8xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %60 = stablehlo.multiply %59, %50 : tensor<8x8xf32>
    %61 = stablehlo.broadcast_in_dim %57, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %63 = stablehlo.multiply %62, %51 : tensor<8x8xf32>
    %64 = stablehlo.multiply %60, %37 : tensor<8x8xf32>
    %65 = stablehlo.multiply %63, %37 : tensor<8x8xf32>
    %66 = stablehlo.multiply %60, %48 : tensor<8x8xf32>
    %67 = stablehlo.add %65, %66 : tensor<8x8xf32>
    %68 = stablehlo.add %60, %64 : tensor<8x8xf32>
    %69 = stablehlo.add %63, %67 : tensor<8x8xf32>
    %70 = stablehlo.dot_general %68, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<2x8xf32>) -> tensor<8x2xf32>
    %71 = stablehlo.dot_general %69, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<2x8xf32>) -> tensor<8x2xf32>
    %72 = stablehlo.slice %70 [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %73 = stablehlo.slice %71 [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %74 = stablehlo.reshape %72 : (tensor<8x1xf32>) -> tensor<8xf32>
    %75 = stablehlo.reshape %73 : (tensor<8x1xf32>) -> tensor<8xf32>
    %76 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %77 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %79 = stablehlo.add %76, %78 : tensor<8x8xf32>
    %80 = stablehlo.tanh %79 : tensor<8x8xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %82 = stablehlo.subtract %81, %80 : tensor<8x8xf32>
    %83 = stablehlo.dot_general %80, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %84 = stablehlo.reshape %83 : (tensor<8x1xf32>) -> tensor<8xf32>
    %85 = stablehlo.multiply %84, %29 : tensor<8xf32>
    %86 = stablehlo.add %31, %85 : tensor<8xf32>
    %cst_9 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %88 = stablehlo.multiply %87, %75 : tensor<8xf32>
    %89 = stablehlo.subtract %86, %88 : tensor<8xf32>
    %90 = stablehlo.multiply %89, %89 : tensor<8xf32>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %92 = stablehlo.multiply %91, %89 : tensor<8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.reduce(%90 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_12 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %94 = stablehlo.divide %93, %cst_12 : tensor<f32>
    %95 = stablehlo.subtract %8, %arg5 : tensor<8xf32>
    %96 = stablehlo.multiply %95, %95 : tensor<8xf32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %98 = stablehlo.multiply %97, %95 : tensor<8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%96 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_15 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %100 = stablehlo.divide %99, %cst_15 : tensor<f32>
    %101 = stablehlo.add %94, %100 : tensor<f32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_17 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %102 = stablehlo.divide %cst_16, %cst_17 : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %104 = stablehlo.multiply %103, %98 : tensor<8xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_19 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %105 = stablehlo.divide %cst_18, %cst_19 : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %107 = stablehlo.multiply %106, %92 : tensor<8xf32>
    %108 = stablehlo.negate %107 : tensor<8xf32>
    %cst_20 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %110 = stablehlo.multiply %109, %108 : tensor<8xf32>
    %111 = stablehlo.multiply %84, %107 : tensor<8xf32>
    %112 = stablehlo.multiply %107, %29 : tensor<8xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %114 = stablehlo.dot_general %113, %80, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
    %115 = stablehlo.transpose %114, dims = [1, 0] : (tensor<1x8xf32>) -> tensor<8x1xf32>
    %116 = stablehlo.dot_general %113, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
    %117 = stablehlo.multiply %116, %82 : tensor<8x8xf32>
    %118 = stablehlo.multiply %117, %80 : tensor<8x8xf32>
    %119 = stablehlo.add %117, %118 : tensor<8x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.reduce(%119 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %121 = stablehlo.reshape %120 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %122 = stablehlo.reduce(%121 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %123 = stablehlo.dot_general %119, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
    %124 = stablehlo.transpose %123, dims = [1, 0] : (tensor<8x2xf32>) -> tensor<2x8xf32>
    %125 = stablehlo.broadcast_in_dim %110, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.pad %125, %cst_23, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x2xf32>
    %127 = stablehlo.dot_general %126, %69, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
    %128 = stablehlo.add %124, %127 : tensor<2x8xf32>
    %129 = stablehlo.dot_general %126, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %130 = stablehlo.multiply %60, %129 : tensor<8x8xf32>
    %131 = stablehlo.multiply %129, %48 : tensor<8x8xf32>
    %132 = stablehlo.multiply %63, %129 : tensor<8x8xf32>
    %133 = stablehlo.multiply %129, %37 : tensor<8x8xf32>
    %134 = stablehlo.add %129, %133 : tensor<8x8xf32>
    %135 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %136 = stablehlo.multiply %135, %134 : tensor<8x8xf32>
    %137 = stablehlo.multiply %134, %51 : tensor<8x8xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.reduce(%137 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %139 = stablehlo.reshape %138 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %140 = stablehlo.reduce(%139 init: %cst_25) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %141 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %142 = stablehlo.multiply %141, %131 : tensor<8x8xf32>
    %143 = stablehlo.multiply %131, %50 : tensor<8x8xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %144 = stablehlo.reduce(%143 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %145 = stablehlo.reshape %144 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.reduce(%145 init: %cst_27) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %147 = stablehlo.add %140, %146 : tensor<8xf32>
    %148 = stablehlo.dot_general %147, %56, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<8xf32>, tensor<1xf32>) -> tensor<8x1xf32>
    %149 = stablehlo.add %115, %148 : tensor<8x1xf32>
    %150 = stablehlo.negate %136 : tensor<8x8xf32>
    %151 = stablehlo.add %130, %150 : tensor<8x8xf32>
    %152 = stablehlo.negate %142 : tensor<8x8xf32>
    %153 = stablehlo.add %132, %152 : tensor<8x8xf32>
    %154 = stablehlo.multiply %45, %151 : tensor<8x8xf32>
    %155 = stablehlo.multiply %151, %47 : tensor<8x8xf32>
    %156 = stablehlo.negate %154 : tensor<8x8xf32>
    %157 = stablehlo.add %153, %156 : tensor<8x8xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.reduce(%155 init: %cst_28) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %159 = stablehlo.reshape %158 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.reduce(%159 init: %cst_29) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %161 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %162 = stablehlo.multiply %161, %155 : tensor<8x8xf32>
    %163 = stablehlo.add %157, %162 : tensor<8x8xf32>
    %164 = stablehlo.multiply %155, %37 : tensor<8x8xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %165 = stablehlo.reduce(%164 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %166 = stablehlo.reshape %165 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %167 = stablehlo.reduce(%166 init: %cst_31) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %168 = stablehlo.add %160, %167 : tensor<8xf32>
    %169 = stablehlo.multiply %163, %39 : tensor<8x8xf32>
    %170 = stablehlo.multiply %169, %37 : tensor<8x8xf32>
    %171 = stablehlo.add %169, %170 : tensor<8x8xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %172 = stablehlo.reduce(%171 init: %cst_32) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %173 = stablehlo.reshape %172 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.reduce(%173 init: %cst_33) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %175 = stablehlo.add %122, %174 : tensor<8xf32>
    %176 = stablehlo.dot_general %168, %cst, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<8xf32>, tensor<2xf32>) -> tensor<8x2xf32>
    %177 = stablehlo.transpose %176, dims = [1, 0] : (tensor<8x2xf32>) -> tensor<2x8xf32>
    %178 = stablehlo.add %128, %177 : tensor<2x8xf32>
    %179 = stablehlo.dot_general %171, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
    %180 = stablehlo.transpose %179, dims = [1, 0] : (tensor<8x2xf32>) -> tensor<2x8xf32>
    %181 = stablehlo.add %178, %180 : tensor<2x8xf32>
    %182 = stablehlo.broadcast_in_dim %107, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.pad %182, %cst_34, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x2xf32>
    %184 = stablehlo.broadcast_in_dim %111, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %185 = stablehlo.pad %184, %cst_35, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x2xf32>
    %186 = stablehlo.add %183, %185 : tensor<8x2xf32>
    %187 = stablehlo.dot_general %186, %26, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
    %188 = stablehlo.add %181, %187 : tensor<2x8xf32>
    %189 = stablehlo.dot_general %186, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %190 = stablehlo.multiply %24, %189 : tensor<8x8xf32>
    %191 = stablehlo.multiply %189, %13 : tensor<8x8xf32>
    %192 = stablehlo.add %189, %191 : tensor<8x8xf32>
    %193 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %194 = stablehlo.multiply %193, %192 : tensor<8x8xf32>
    %195 = stablehlo.multiply %192, %17 : tensor<8x8xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.reduce(%195 init: %cst_36) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %197 = stablehlo.reshape %196 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = stablehlo.reduce(%197 init: %cst_37) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %199 = stablehlo.dot_general %198, %20, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<8xf32>, tensor<1xf32>) -> tensor<8x1xf32>
    %200 = stablehlo.add %149, %199 : tensor<8x1xf32>
    %201 = stablehlo.negate %194 : tensor<8x8xf32>
    %202 = stablehlo.add %190, %201 : tensor<8x8xf32>
    %203 = stablehlo.multiply %202, %15 : tensor<8x8xf32>
    %204 = stablehlo.multiply %203, %13 : tensor<8x8xf32>
    %205 = stablehlo.add %203, %204 : tensor<8x8xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %206 = stablehlo.reduce(%205 init: %cst_38) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %207 = stablehlo.reshape %206 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %208 = stablehlo.reduce(%207 init: %cst_39) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %209 = stablehlo.add %175, %208 : tensor<8xf32>
    %210 = stablehlo.dot_general %205, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
    %211 = stablehlo.transpose %210, dims = [1, 0] : (tensor<8x2xf32>) -> tensor<2x8xf32>
    %212 = stablehlo.add %188, %211 : tensor<2x8xf32>
    %213 = stablehlo.broadcast_in_dim %104, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %214 = stablehlo.dot_general %213, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
    %215 = stablehlo.transpose %214, dims = [1, 0] : (tensor<1x8xf32>) -> tensor<8x1xf32>
    %216 = stablehlo.add %200, %215 : tensor<8x1xf32>
    %217 = stablehlo.dot_general %213, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
    %218 = stablehlo.multiply %217, %6 : tensor<8x8xf32>
    %219 = stablehlo.multiply %218, %4 : tensor<8x8xf32>
    %220 = stablehlo.add %218, %219 : tensor<8x8xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %221 = stablehlo.reduce(%220 init: %cst_40) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %222 = stablehlo.reshape %221 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %223 = stablehlo.reduce(%222 init: %cst_41) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %224 = stablehlo.add %209, %223 : tensor<8xf32>
    %225 = stablehlo.dot_general %220, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
    %226 = stablehlo.transpose %225, dims = [1, 0] : (tensor<8x2xf32>) -> tensor<2x8xf32>
    %227 = stablehlo.add %212, %226 : tensor<2x8xf32>
    return %101, %224, %227, %216 : tensor<f32>, tensor<8xf32>, tensor<2x8xf32>, tensor<8x1xf32>
  }
}
