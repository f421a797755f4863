module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16x64xf32>, %arg3: tensor<16x64xf32>, %arg4: tensor<4x6x16xf32>, %arg5: tensor<4x6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %1 = stablehlo.slice %arg4 [0:4, 0:1, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %2 = stablehlo.reshape %1 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %3 = stablehlo.dot_general %2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %4 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %5 = stablehlo.add %3, %4 : tensor<4x64xf32>
    %6 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %8 = stablehlo.add %5, %7 : tensor<4x64xf32>
    %9 = stablehlo.slice %8 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %10 = stablehlo.slice %8 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %11 = stablehlo.slice %8 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %12 = stablehlo.slice %8 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %13 = stablehlo.negate %10 : tensor<4x16xf32>
    %14 = stablehlo.exponential %13 : tensor<4x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %16 = stablehlo.add %15, %14 : tensor<4x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %18 = stablehlo.divide %17, %16 : tensor<4x16xf32>
    %19 = stablehlo.multiply %18, %0 : tensor<4x16xf32>
    %20 = stablehlo.negate %9 : tensor<4x16xf32>
    %21 = stablehlo.exponential %20 : tensor<4x16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %23 = stablehlo.add %22, %21 : tensor<4x16xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %25 = stablehlo.divide %24, %23 : tensor<4x16xf32>
    %26 = stablehlo.tanh %11 : tensor<4x16xf32>
    %27 = stablehlo.multiply %25, %26 : tensor<4x16xf32>
    %28 = stablehlo.add %19, %27 : tensor<4x16xf32>
    %29 = stablehlo.negate %12 : tensor<4x16xf32>
    %30 = stablehlo.exponential %29 : tensor<4x16xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %32 = stablehlo.add %31, %30 : tensor<4x16xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %34 = stablehlo.divide %33, %32 : tensor<4x16xf32>
    %35 = stablehlo.tanh %28 : tensor<4x16xf32>
    %36 = stablehlo.multiply %34, %35 : tensor<4x16xf32>
    %37 = stablehlo.dot_general %36, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %38 = stablehlo.slice %arg4 [0:4, 1:2, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %39 = stablehlo.reshape %38 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %40 = stablehlo.dot_general %39, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %41 = stablehlo.dot_general %36, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %42 = stablehlo.add %40, %41 : tensor<4x64xf32>
    %43 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %45 = stablehlo.add %42, %44 : tensor<4x64xf32>
    %46 = stablehlo.slice %45 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %47 = stablehlo.slice %45 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %48 = stablehlo.slice %45 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %49 = stablehlo.slice %45 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %50 = stablehlo.negate %47 : tensor<4x16xf32>
    %51 = stablehlo.exponential %50 : tensor<4x16xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %53 = stablehlo.add %52, %51 : tensor<4x16xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %55 = stablehlo.divide %54, %53 : tensor<4x16xf32>
    %56 = stablehlo.multiply %55, %28 : tensor<4x16xf32>
    %57 = stablehlo.negate %46 : tensor<4x16xf32>
    %58 = stablehlo.exponential %57 : tensor<4x16xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %60 = stablehlo.add %59, %58 : tensor<4x16xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %62 = stablehlo.divide %61, %60 : tensor<4x16xf32>
    %63 = stablehlo.tanh %48 : tensor<4x16xf32>
    %64 = stablehlo.multiply %62, %63 : tensor<4x16xf32>
    %65 = stablehlo.add %56, %64 : tensor<4x16xf32>
    %66 = stablehlo.negate %49 : tensor<4x16xf32>
    %67 = stablehlo.exponential %66 : tensor<4x16xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %69 = stablehlo.add %68, %67 : tensor<4x16xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %71 = stablehlo.divide %70, %69 : tensor<4x16xf32>
    %72 = stablehlo.tanh %65 : tensor<4x16xf32>
    %73 = stablehlo.multiply %71, %72 : tensor<4x16xf32>
    %74 = stablehlo.dot_general %73, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %75 = stablehlo.slice %arg4 [0:4, 2:3, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %76 = stablehlo.reshape %75 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %77 = stablehlo.dot_general %76, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %78 = stablehlo.dot_general %73, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %79 = stablehlo.add %77, %78 : tensor<4x64xf32>
    %80 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %82 = stablehlo.add %79, %81 : tensor<4x64xf32>
    %83 = stablehlo.slice %82 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %84 = stablehlo.slice %82 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %85 = stablehlo.slice %82 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %86 = stablehlo.slice %82 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %87 = stablehlo.negate %84 : tensor<4x16xf32>
    %88 = stablehlo.exponential %87 : tensor<4x16xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %90 = stablehlo.add %89, %88 : tensor<4x16xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %92 = stablehlo.divide %91, %90 : tensor<4x16xf32>
    %93 = stablehlo.multiply %92, %65 : tensor<4x16xf32>
    %94 = stablehlo.negate %83 : tensor<4x16xf32>
    %95 = stablehlo.exponential %94 : tensor<4x16xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %97 = stablehlo.add %96, %95 : tensor<4x16xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %99 = stablehlo.divide %98, %97 : tensor<4x16xf32>
    %100 = stablehlo.tanh %85 : tensor<4x16xf32>
    %101 = stablehlo.multiply %99, %100 : tensor<4x16xf32>
    %102 = stablehlo.add %93, %101 : tensor<4x16xf32>
    %103 = stablehlo.negate %86 : tensor<4x16xf32>
    %104 = stablehlo.exponential %103 : tensor<4x16xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %106 = stablehlo.add %105, %104 : tensor<4x16xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %108 = stablehlo.divide %107, %106 : tensor<4x16xf32>
    %109 = stablehlo.tanh %102 : tensor<4x16xf32>
    %110 = stablehlo.multiply %108, %109 : tensor<4x16xf32>
    %111 = stablehlo.dot_general %110, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %112 = stablehlo.slice %arg4 [0:4, 3:4, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %113 = stablehlo.reshape %112 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %114 = stablehlo.dot_general %113, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %115 = stablehlo.dot_general %110, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %116 = stablehlo.add %114, %115 : tensor<4x64xf32>
    %117 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %119 = stablehlo.add %116, %118 : tensor<4x64xf32>
    %120 = stablehlo.slice %119 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %121 = stablehlo.slice %119 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %122 = stablehlo.slice %119 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %123 = stablehlo.slice %119 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %124 = stablehlo.negate %121 : tensor<4x16xf32>
    %125 = stablehlo.exponential %124 : tensor<4x16xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %127 = stablehlo.add %126, %125 : tensor<4x16xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %129 = stablehlo.divide %128, %127 : tensor<4x16xf32>
    %130 = stablehlo.multiply %129, %102 : tensor<4x16xf32>
    %131 = stablehlo.negate %120 : tensor<4x16xf32>
    %132 = stablehlo.exponential %131 : tensor<4x16xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %134 = stablehlo.add %133, %132 : tensor<4x16xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %136 = stablehlo.divide %135, %134 : tensor<4x16xf32>
    %137 = stablehlo.tanh %122 : tensor<4x16xf32>
    %138 = stablehlo.multiply %136, %137 : tensor<4x16xf32>
    %139 = stablehlo.add %130, %138 : tensor<4x16xf32>
    %140 = stablehlo.negate %123 : tensor<4x16xf32>
    %141 = stablehlo.exponential %140 : tensor<4x16xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %143 = stablehlo.add %142, %141 : tensor<4x16xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %145 = stablehlo.divide %144, %143 : tensor<4x16xf32>
    %146 = stablehlo.tanh %139 : tensor<4x16xf32>
    %147 = stablehlo.multiply %145, %146 : tensor<4x16xf32>
    %148 = stablehlo.dot_general %147, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %149 = stablehlo.slice %arg4 [0:4, 4:5, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %150 = stablehlo.reshape %149 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %151 = stablehlo.dot_general %150, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %152 = stablehlo.dot_general %147, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %153 = stablehlo.add %151, %152 : tensor<4x64xf32>
    %154 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %155 = stablehlo.broadcast_in_dim %154, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %156 = stablehlo.add %153, %155 : tensor<4x64xf32>
    %157 = stablehlo.slice %156 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %158 = stablehlo.slice %156 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %159 = stablehlo.slice %156 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %160 = stablehlo.slice %156 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %161 = stablehlo.negate %158 : tensor<4x16xf32>
    %162 = stablehlo.exponential %161 : tensor<4x16xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %164 = stablehlo.add %163, %162 : tensor<4x16xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %166 = stablehlo.divide %165, %164 : tensor<4x16xf32>
    %167 = stablehlo.multiply %166, %139 : tensor<4x16xf32>
    %168 = stablehlo.negate %157 : tensor<4x16xf32>
    %169 = stablehlo.exponential %168 : tensor<4x16xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %171 = stablehlo.add %170, %169 : tensor<4x16xf32>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %173 = stablehlo.divide %172, %171 : tensor<4x16xf32>
    %174 = stablehlo.tanh %159 : tensor<4x16xf32>
    %175 = stablehlo.multiply %173, %174 : tensor<4x16xf32>
    %176 = stablehlo.add %167, %175 : tensor<4x16xf32>
    %177 = stablehlo.negate %160 : tensor<4x16xf32>
    %178 = stablehlo.exponential %177 : tensor<4x16xf32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %180 = stablehlo.add %179, %178 : tensor<4x16xf32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %182 = stablehlo.divide %181, %180 : tensor<4x16xf32>
    %183 = stablehlo.tanh %176 : tensor<4x16xf32>
    %184 = stablehlo.multiply %182, %183 : tensor<4x16xf32>
    %185 = stablehlo.dot_general %184, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %186 = stablehlo.slice %arg4 [0:4, 5:6, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %187 = stablehlo.reshape %186 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %188 = stablehlo.dot_general %187, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %189 = stablehlo.dot_general %184, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %190 = stablehlo.add %188, %189 : tensor<4x64xf32>
    %191 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %193 = stablehlo.add %190, %192 : tensor<4x64xf32>
    %194 = stablehlo.slice %193 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %195 = stablehlo.slice %193 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %196 = stablehlo.slice %193 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %197 = stablehlo.slice %193 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %198 = stablehlo.negate %195 : tensor<4x16xf32>
    %199 = stablehlo.exponential %198 : tensor<4x16xf32>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %201 = stablehlo.add %200, %199 : tensor<4x16xf32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %203 = stablehlo.divide %202, %201 : tensor<4x16xf32>
    %204 = stablehlo.multiply %203, %176 : tensor<4x16xf32>
    %205 = stablehlo.negate %194 : tensor<4x16xf32>
    %206 = stablehlo.exponential %205 : tensor<4x16xf32>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %208 = stablehlo.add %207, %206 : tensor<4x16xf32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %210 = stablehlo.divide %209, %208 : tensor<4x16xf32>
    %211 = stablehlo.tanh %196 : tensor<4x16xf32>
    %212 = stablehlo.multiply %210, %211 : tensor<4x16xf32>
    %213 = stablehlo.add %204, %212 : tensor<4x16xf32>
    %214 = stablehlo.negate %197 : tensor<4x16xf32>
    %215 = stablehlo.exponential %214 : tensor<4x16xf32>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %217 = stablehlo.add %216, %215 : tensor<4x16xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %218 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %219 = stablehlo.divide %218, %217 : tensor<4x16xf32>
    %220 = stablehlo.tanh %213 : tensor<4x16xf32>
    %221 = stablehlo.multiply %219, %220 : tensor<4x16xf32>
    %222 = stablehlo.dot_general %221, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %223 = stablehlo.broadcast_in_dim %37, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %224 = stablehlo.broadcast_in_dim %74, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %225 = stablehlo.broadcast_in_dim %111, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %226 = stablehlo.broadcast_in_dim %148, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %227 = stablehlo.broadcast_in_dim %185, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %228 = stablehlo.broadcast_in_dim %222, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %229 = stablehlo.concatenate %223, %224, %225, %226, %227, %228, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
    %230 = stablehlo.subtract %229, %arg5 : tensor<4x6xf32>
    %231 = stablehlo.multiply %230, %230 : tensor<4x6xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %232 = stablehlo.reduce(%231 init: %cst_36) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_37 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %233 = stablehlo.divide %232, %cst_37 : tensor<f32>
    return %233 : tensor<f32>
  }
}
