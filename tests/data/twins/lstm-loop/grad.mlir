module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16x64xf32>, %arg3: tensor<16x64xf32>, %arg4: tensor<4x6x16xf32>, %arg5: tensor<4x6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64xf32> {jax.result_info = "result[1]"}, tensor<16xf32> {jax.result_info = "result[2]"}, tensor<16x64xf32> {jax.result_info = "result[3]"}, tensor<16x64xf32> {jax.result_info = "result[4]"}) {
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
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %20 = stablehlo.subtract %19, %18 : tensor<4x16xf32>
    %21 = stablehlo.multiply %18, %20 : tensor<4x16xf32>
    %22 = stablehlo.multiply %18, %0 : tensor<4x16xf32>
    %23 = stablehlo.negate %9 : tensor<4x16xf32>
    %24 = stablehlo.exponential %23 : tensor<4x16xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %26 = stablehlo.add %25, %24 : tensor<4x16xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %28 = stablehlo.divide %27, %26 : tensor<4x16xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %30 = stablehlo.subtract %29, %28 : tensor<4x16xf32>
    %31 = stablehlo.multiply %28, %30 : tensor<4x16xf32>
    %32 = stablehlo.tanh %11 : tensor<4x16xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %34 = stablehlo.subtract %33, %32 : tensor<4x16xf32>
    %35 = stablehlo.multiply %28, %32 : tensor<4x16xf32>
    %36 = stablehlo.add %22, %35 : tensor<4x16xf32>
    %37 = stablehlo.negate %12 : tensor<4x16xf32>
    %38 = stablehlo.exponential %37 : tensor<4x16xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %40 = stablehlo.add %39, %38 : tensor<4x16xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %42 = stablehlo.divide %41, %40 : tensor<4x16xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %44 = stablehlo.subtract %43, %42 : tensor<4x16xf32>
    %45 = stablehlo.multiply %42, %44 : tensor<4x16xf32>
    %46 = stablehlo.tanh %36 : tensor<4x16xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %48 = stablehlo.subtract %47, %46 : tensor<4x16xf32>
    %49 = stablehlo.multiply %42, %46 : tensor<4x16xf32>
    %50 = stablehlo.dot_general %49, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %51 = stablehlo.slice %arg4 [0:4, 1:2, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %52 = stablehlo.reshape %51 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %53 = stablehlo.dot_general %52, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %54 = stablehlo.dot_general %49, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %55 = stablehlo.add %53, %54 : tensor<4x64xf32>
    %56 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %58 = stablehlo.add %55, %57 : tensor<4x64xf32>
    %59 = stablehlo.slice %58 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %60 = stablehlo.slice %58 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %61 = stablehlo.slice %58 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %62 = stablehlo.slice %58 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %63 = stablehlo.negate %60 : tensor<4x16xf32>
    %64 = stablehlo.exponential %63 : tensor<4x16xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %66 = stablehlo.add %65, %64 : tensor<4x16xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %68 = stablehlo.divide %67, %66 : tensor<4x16xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %70 = stablehlo.subtract %69, %68 : tensor<4x16xf32>
    %71 = stablehlo.multiply %68, %70 : tensor<4x16xf32>
    %72 = stablehlo.multiply %68, %36 : tensor<4x16xf32>
    %73 = stablehlo.negate %59 : tensor<4x16xf32>
    %74 = stablehlo.exponential %73 : tensor<4x16xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %76 = stablehlo.add %75, %74 : tensor<4x16xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %78 = stablehlo.divide %77, %76 : tensor<4x16xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %80 = stablehlo.subtract %79, %78 : tensor<4x16xf32>
    %81 = stablehlo.multiply %78, %80 : tensor<4x16xf32>
    %82 = stablehlo.tanh %61 : tensor<4x16xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %84 = stablehlo.subtract %83, %82 : tensor<4x16xf32>
    %85 = stablehlo.multiply %78, %82 : tensor<4x16xf32>
    %86 = stablehlo.add %72, %85 : tensor<4x16xf32>
    %87 = stablehlo.negate %62 : tensor<4x16xf32>
    %88 = stablehlo.exponential %87 : tensor<4x16xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %90 = stablehlo.add %89, %88 : tensor<4x16xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %92 = stablehlo.divide %91, %90 : tensor<4x16xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %94 = stablehlo.subtract %93, %92 : tensor<4x16xf32>
    %95 = stablehlo.multiply %92, %94 : tensor<4x16xf32>
    %96 = stablehlo.tanh %86 : tensor<4x16xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %98 = stablehlo.subtract %97, %96 : tensor<4x16xf32>
    %99 = stablehlo.multiply %92, %96 : tensor<4x16xf32>
    %100 = stablehlo.dot_general %99, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %101 = stablehlo.slice %arg4 [0:4, 2:3, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %102 = stablehlo.reshape %101 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %103 = stablehlo.dot_general %102, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %104 = stablehlo.dot_general %99, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %105 = stablehlo.add %103, %104 : tensor<4x64xf32>
    %106 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %108 = stablehlo.add %105, %107 : tensor<4x64xf32>
    %109 = stablehlo.slice %108 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %110 = stablehlo.slice %108 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %111 = stablehlo.slice %108 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %112 = stablehlo.slice %108 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %113 = stablehlo.negate %110 : tensor<4x16xf32>
    %114 = stablehlo.exponential %113 : tensor<4x16xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %116 = stablehlo.add %115, %114 : tensor<4x16xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %118 = stablehlo.divide %117, %116 : tensor<4x16xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %120 = stablehlo.subtract %119, %118 : tensor<4x16xf32>
    %121 = stablehlo.multiply %118, %120 : tensor<4x16xf32>
    %122 = stablehlo.multiply %118, %86 : tensor<4x16xf32>
    %123 = stablehlo.negate %109 : tensor<4x16xf32>
    %124 = stablehlo.exponential %123 : tensor<4x16xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %126 = stablehlo.add %125, %124 : tensor<4x16xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %128 = stablehlo.divide %127, %126 : tensor<4x16xf32>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %130 = stablehlo.subtract %129, %128 : tensor<4x16xf32>
    %131 = stablehlo.multiply %128, %130 : tensor<4x16xf32>
    %132 = stablehlo.tanh %111 : tensor<4x16xf32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %134 = stablehlo.subtract %133, %132 : tensor<4x16xf32>
    %135 = stablehlo.multiply %128, %132 : tensor<4x16xf32>
    %136 = stablehlo.add %122, %135 : tensor<4x16xf32>
    %137 = stablehlo.negate %112 : tensor<4x16xf32>
    %138 = stablehlo.exponential %137 : tensor<4x16xf32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %140 = stablehlo.add %139, %138 : tensor<4x16xf32>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %142 = stablehlo.divide %141, %140 : tensor<4x16xf32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %144 = stablehlo.subtract %143, %142 : tensor<4x16xf32>
    %145 = stablehlo.multiply %142, %144 : tensor<4x16xf32>
    %146 = stablehlo.tanh %136 : tensor<4x16xf32>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %148 = stablehlo.subtract %147, %146 : tensor<4x16xf32>
    %149 = stablehlo.multiply %142, %146 : tensor<4x16xf32>
    %150 = stablehlo.dot_general %149, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %151 = stablehlo.slice %arg4 [0:4, 3:4, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %152 = stablehlo.reshape %151 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %153 = stablehlo.dot_general %152, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %154 = stablehlo.dot_general %149, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %155 = stablehlo.add %153, %154 : tensor<4x64xf32>
    %156 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %157 = stablehlo.broadcast_in_dim %156, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %158 = stablehlo.add %155, %157 : tensor<4x64xf32>
    %159 = stablehlo.slice %158 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %160 = stablehlo.slice %158 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %161 = stablehlo.slice %158 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %162 = stablehlo.slice %158 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %163 = stablehlo.negate %160 : tensor<4x16xf32>
    %164 = stablehlo.exponential %163 : tensor<4x16xf32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %166 = stablehlo.add %165, %164 : tensor<4x16xf32>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %168 = stablehlo.divide %167, %166 : tensor<4x16xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %170 = stablehlo.subtract %169, %168 : tensor<4x16xf32>
    %171 = stablehlo.multiply %168, %170 : tensor<4x16xf32>
    %172 = stablehlo.multiply %168, %136 : tensor<4x16xf32>
    %173 = stablehlo.negate %159 : tensor<4x16xf32>
    %174 = stablehlo.exponential %173 : tensor<4x16xf32>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %176 = stablehlo.add %175, %174 : tensor<4x16xf32>
    %cst_37 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %178 = stablehlo.divide %177, %176 : tensor<4x16xf32>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %180 = stablehlo.subtract %179, %178 : tensor<4x16xf32>
    %181 = stablehlo.multiply %178, %180 : tensor<4x16xf32>
    %182 = stablehlo.tanh %161 : tensor<4x16xf32>
    %cst_39 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %184 = stablehlo.subtract %183, %182 : tensor<4x16xf32>
    %185 = stablehlo.multiply %178, %182 : tensor<4x16xf32>
    %186 = stablehlo.add %172, %185 : tensor<4x16xf32>
    %187 = stablehlo.negate %162 : tensor<4x16xf32>
    %188 = stablehlo.exponential %187 : tensor<4x16xf32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %190 = stablehlo.add %189, %188 : tensor<4x16xf32>
    %cst_41 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %192 = stablehlo.divide %191, %190 : tensor<4x16xf32>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %194 = stablehlo.subtract %193, %192 : tensor<4x16xf32>
    %195 = stablehlo.multiply %192, %194 : tensor<4x16xf32>
    %196 = stablehlo.tanh %186 : tensor<4x16xf32>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %198 = stablehlo.subtract %197, %196 : tensor<4x16xf32>
    %199 = stablehlo.multiply %192, %196 : tensor<4x16xf32>
    %200 = stablehlo.dot_general %199, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %201 = stablehlo.slice %arg4 [0:4, 4:5, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %202 = stablehlo.reshape %201 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %203 = stablehlo.dot_general %202, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %204 = stablehlo.dot_general %199, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %205 = stablehlo.add %203, %204 : tensor<4x64xf32>
    %206 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %207 = stablehlo.broadcast_in_dim %206, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %208 = stablehlo.add %205, %207 : tensor<4x64xf32>
    %209 = stablehlo.slice %208 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %210 = stablehlo.slice %208 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %211 = stablehlo.slice %208 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %212 = stablehlo.slice %208 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %213 = stablehlo.negate %210 : tensor<4x16xf32>
    %214 = stablehlo.exponential %213 : tensor<4x16xf32>
    %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %216 = stablehlo.add %215, %214 : tensor<4x16xf32>
    %cst_45 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %218 = stablehlo.divide %217, %216 : tensor<4x16xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %220 = stablehlo.subtract %219, %218 : tensor<4x16xf32>
    %221 = stablehlo.multiply %218, %220 : tensor<4x16xf32>
    %222 = stablehlo.multiply %218, %186 : tensor<4x16xf32>
    %223 = stablehlo.negate %209 : tensor<4x16xf32>
    %224 = stablehlo.exponential %223 : tensor<4x16xf32>
    %cst_47 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %226 = stablehlo.add %225, %224 : tensor<4x16xf32>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %228 = stablehlo.divide %227, %226 : tensor<4x16xf32>
    %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %230 = stablehlo.subtract %229, %228 : tensor<4x16xf32>
    %231 = stablehlo.multiply %228, %230 : tensor<4x16xf32>
    %232 = stablehlo.tanh %211 : tensor<4x16xf32>
    %cst_50 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %234 = stablehlo.subtract %233, %232 : tensor<4x16xf32>
    %235 = stablehlo.multiply %228, %232 : tensor<4x16xf32>
    %236 = stablehlo.add %222, %235 : tensor<4x16xf32>
    %237 = stablehlo.negate %212 : tensor<4x16xf32>
    %238 = stablehlo.exponential %237 : tensor<4x16xf32>
    %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %240 = stablehlo.add %239, %238 : tensor<4x16xf32>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %241 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %242 = stablehlo.divide %241, %240 : tensor<4x16xf32>
    %cst_53 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %244 = stablehlo.subtract %243, %242 : tensor<4x16xf32>
    %245 = stablehlo.multiply %242, %244 : tensor<4x16xf32>
    %246 = stablehlo.tanh %236 : tensor<4x16xf32>
    %cst_54 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %247 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %248 = stablehlo.subtract %247, %246 : tensor<4x16xf32>
    %249 = stablehlo.multiply %242, %246 : tensor<4x16xf32>
    %250 = stablehlo.dot_general %249, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %251 = stablehlo.slice %arg4 [0:4, 5:6, 0:16] : (tensor<4x6x16xf32>) -> tensor<4x1x16xf32>
    %252 = stablehlo.reshape %251 : (tensor<4x1x16xf32>) -> tensor<4x16xf32>
    %253 = stablehlo.dot_general %252, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %254 = stablehlo.dot_general %249, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %255 = stablehlo.add %253, %254 : tensor<4x64xf32>
    %256 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %257 = stablehlo.broadcast_in_dim %256, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %258 = stablehlo.add %255, %257 : tensor<4x64xf32>
    %259 = stablehlo.slice %258 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %260 = stablehlo.slice %258 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %261 = stablehlo.slice %258 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %262 = stablehlo.slice %258 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %263 = stablehlo.negate %260 : tensor<4x16xf32>
    %264 = stablehlo.exponential %263 : tensor<4x16xf32>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %265 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %266 = stablehlo.add %265, %264 : tensor<4x16xf32>
    %cst_56 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %268 = stablehlo.divide %267, %266 : tensor<4x16xf32>
    %cst_57 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %270 = stablehlo.subtract %269, %268 : tensor<4x16xf32>
    %271 = stablehlo.multiply %268, %270 : tensor<4x16xf32>
    %272 = stablehlo.multiply %268, %236 : tensor<4x16xf32>
    %273 = stablehlo.negate %259 : tensor<4x16xf32>
    %274 = stablehlo.exponential %273 : tensor<4x16xf32>
    %cst_58 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %276 = stablehlo.add %275, %274 : tensor<4x16xf32>
    %cst_59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %278 = stablehlo.divide %277, %276 : tensor<4x16xf32>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %280 = stablehlo.subtract %279, %278 : tensor<4x16xf32>
    %281 = stablehlo.multiply %278, %280 : tensor<4x16xf32>
    %282 = stablehlo.tanh %261 : tensor<4x16xf32>
    %cst_61 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %284 = stablehlo.subtract %283, %282 : tensor<4x16xf32>
    %285 = stablehlo.multiply %278, %282 : tensor<4x16xf32>
    %286 = stablehlo.add %272, %285 : tensor<4x16xf32>
    %287 = stablehlo.negate %262 : tensor<4x16xf32>
    %288 = stablehlo.exponential %287 : tensor<4x16xf32>
    %cst_62 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %290 = stablehlo.add %289, %288 : tensor<4x16xf32>
    %cst_63 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %291 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %292 = stablehlo.divide %291, %290 : tensor<4x16xf32>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %294 = stablehlo.subtract %293, %292 : tensor<4x16xf32>
    %295 = stablehlo.multiply %292, %294 : tensor<4x16xf32>
    %296 = stablehlo.tanh %286 : tensor<4x16xf32>
    %cst_65 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %298 = stablehlo.subtract %297, %296 : tensor<4x16xf32>
    %299 = stablehlo.multiply %292, %296 : tensor<4x16xf32>
    %300 = stablehlo.dot_general %299, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    %301 = stablehlo.broadcast_in_dim %50, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %302 = stablehlo.broadcast_in_dim %100, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %303 = stablehlo.broadcast_in_dim %150, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %304 = stablehlo.broadcast_in_dim %200, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %305 = stablehlo.broadcast_in_dim %250, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %306 = stablehlo.broadcast_in_dim %300, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %307 = stablehlo.concatenate %301, %302, %303, %304, %305, %306, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
    %308 = stablehlo.subtract %307, %arg5 : tensor<4x6xf32>
    %309 = stablehlo.multiply %308, %308 : tensor<4x6xf32>
    %cst_66 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %311 = stablehlo.multiply %310, %308 : tensor<4x6xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%309 init: %cst_67) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_68 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %313 = stablehlo.divide %312, %cst_68 : tensor<f32>
    %cst_69 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_70 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %314 = stablehlo.divide %cst_69, %cst_70 : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %314, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %316 = stablehlo.multiply %315, %311 : tensor<4x6xf32>
    %317 = stablehlo.slice %316 [0:4, 0:1] : (tensor<4x6xf32>) -> tensor<4x1xf32>
    %318 = stablehlo.reshape %317 : (tensor<4x1xf32>) -> tensor<4xf32>
    %319 = stablehlo.slice %316 [0:4, 1:2] : (tensor<4x6xf32>) -> tensor<4x1xf32>
    %320 = stablehlo.reshape %319 : (tensor<4x1xf32>) -> tensor<4xf32>
    %321 = stablehlo.slice %316 [0:4, 2:3] : (tensor<4x6xf32>) -> tensor<4x1xf32>
    %322 = stablehlo.reshape %321 : (tensor<4x1xf32>) -> tensor<4xf32>
    %323 = stablehlo.slice %316 [0:4, 3:4] : (tensor<4x6xf32>) -> tensor<4x1xf32>
    %324 = stablehlo.reshape %323 : (tensor<4x1xf32>) -> tensor<4xf32>
    %325 = stablehlo.slice %316 [0:4, 4:5] : (tensor<4x6xf32>) -> tensor<4x1xf32>
    %326 = stablehlo.reshape %325 : (tensor<4x1xf32>) -> tensor<4xf32>
    %327 = stablehlo.slice %316 [0:4, 5:6] : (tensor<4x6xf32>) -> tensor<4x1xf32>
    %328 = stablehlo.reshape %327 : (tensor<4x1xf32>) -> tensor<4xf32>
    %329 = stablehlo.dot_general %328, %299, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x16xf32>) -> tensor<16xf32>
    %330 = stablehlo.dot_general %328, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %331 = stablehlo.multiply %292, %330 : tensor<4x16xf32>
    %332 = stablehlo.multiply %330, %296 : tensor<4x16xf32>
    %333 = stablehlo.multiply %331, %298 : tensor<4x16xf32>
    %334 = stablehlo.multiply %333, %296 : tensor<4x16xf32>
    %335 = stablehlo.add %333, %334 : tensor<4x16xf32>
    %336 = stablehlo.multiply %332, %295 : tensor<4x16xf32>
    %337 = stablehlo.multiply %278, %335 : tensor<4x16xf32>
    %338 = stablehlo.multiply %335, %282 : tensor<4x16xf32>
    %339 = stablehlo.multiply %337, %284 : tensor<4x16xf32>
    %340 = stablehlo.multiply %339, %282 : tensor<4x16xf32>
    %341 = stablehlo.add %339, %340 : tensor<4x16xf32>
    %342 = stablehlo.multiply %338, %281 : tensor<4x16xf32>
    %343 = stablehlo.multiply %268, %335 : tensor<4x16xf32>
    %344 = stablehlo.multiply %335, %236 : tensor<4x16xf32>
    %345 = stablehlo.multiply %344, %271 : tensor<4x16xf32>
    %346 = stablehlo.concatenate %342, %345, %341, %336, dim = 1 : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x64xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %347 = stablehlo.reduce(%346 init: %cst_71) applies stablehlo.add across dimensions = [0] : (tensor<4x64xf32>, tensor<f32>) -> tensor<64xf32>
    %348 = stablehlo.reshape %347 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %349 = stablehlo.reduce(%348 init: %cst_72) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %350 = stablehlo.dot_general %346, %249, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %351 = stablehlo.transpose %350, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %352 = stablehlo.dot_general %346, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<16x64xf32>) -> tensor<4x16xf32>
    %353 = stablehlo.dot_general %346, %252, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %354 = stablehlo.transpose %353, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %355 = stablehlo.dot_general %326, %249, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x16xf32>) -> tensor<16xf32>
    %356 = stablehlo.add %329, %355 : tensor<16xf32>
    %357 = stablehlo.dot_general %326, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %358 = stablehlo.add %352, %357 : tensor<4x16xf32>
    %359 = stablehlo.multiply %242, %358 : tensor<4x16xf32>
    %360 = stablehlo.multiply %358, %246 : tensor<4x16xf32>
    %361 = stablehlo.multiply %359, %248 : tensor<4x16xf32>
    %362 = stablehlo.add %343, %361 : tensor<4x16xf32>
    %363 = stablehlo.multiply %361, %246 : tensor<4x16xf32>
    %364 = stablehlo.add %362, %363 : tensor<4x16xf32>
    %365 = stablehlo.multiply %360, %245 : tensor<4x16xf32>
    %366 = stablehlo.multiply %228, %364 : tensor<4x16xf32>
    %367 = stablehlo.multiply %364, %232 : tensor<4x16xf32>
    %368 = stablehlo.multiply %366, %234 : tensor<4x16xf32>
    %369 = stablehlo.multiply %368, %232 : tensor<4x16xf32>
    %370 = stablehlo.add %368, %369 : tensor<4x16xf32>
    %371 = stablehlo.multiply %367, %231 : tensor<4x16xf32>
    %372 = stablehlo.multiply %218, %364 : tensor<4x16xf32>
    %373 = stablehlo.multiply %364, %186 : tensor<4x16xf32>
    %374 = stablehlo.multiply %373, %221 : tensor<4x16xf32>
    %375 = stablehlo.concatenate %371, %374, %370, %365, dim = 1 : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x64xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %376 = stablehlo.reduce(%375 init: %cst_73) applies stablehlo.add across dimensions = [0] : (tensor<4x64xf32>, tensor<f32>) -> tensor<64xf32>
    %377 = stablehlo.reshape %376 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %378 = stablehlo.reduce(%377 init: %cst_74) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %379 = stablehlo.add %349, %378 : tensor<64xf32>
    %380 = stablehlo.dot_general %375, %199, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %381 = stablehlo.transpose %380, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %382 = stablehlo.add %351, %381 : tensor<16x64xf32>
    %383 = stablehlo.dot_general %375, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<16x64xf32>) -> tensor<4x16xf32>
    %384 = stablehlo.dot_general %375, %202, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %385 = stablehlo.transpose %384, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %386 = stablehlo.add %354, %385 : tensor<16x64xf32>
    %387 = stablehlo.dot_general %324, %199, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x16xf32>) -> tensor<16xf32>
    %388 = stablehlo.add %356, %387 : tensor<16xf32>
    %389 = stablehlo.dot_general %324, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %390 = stablehlo.add %383, %389 : tensor<4x16xf32>
    %391 = stablehlo.multiply %192, %390 : tensor<4x16xf32>
    %392 = stablehlo.multiply %390, %196 : tensor<4x16xf32>
    %393 = stablehlo.multiply %391, %198 : tensor<4x16xf32>
    %394 = stablehlo.add %372, %393 : tensor<4x16xf32>
    %395 = stablehlo.multiply %393, %196 : tensor<4x16xf32>
    %396 = stablehlo.add %394, %395 : tensor<4x16xf32>
    %397 = stablehlo.multiply %392, %195 : tensor<4x16xf32>
    %398 = stablehlo.multiply %178, %396 : tensor<4x16xf32>
    %399 = stablehlo.multiply %396, %182 : tensor<4x16xf32>
    %400 = stablehlo.multiply %398, %184 : tensor<4x16xf32>
    %401 = stablehlo.multiply %400, %182 : tensor<4x16xf32>
    %402 = stablehlo.add %400, %401 : tensor<4x16xf32>
    %403 = stablehlo.multiply %399, %181 : tensor<4x16xf32>
    %404 = stablehlo.multiply %168, %396 : tensor<4x16xf32>
    %405 = stablehlo.multiply %396, %136 : tensor<4x16xf32>
    %406 = stablehlo.multiply %405, %171 : tensor<4x16xf32>
    %407 = stablehlo.concatenate %403, %406, %402, %397, dim = 1 : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x64xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %408 = stablehlo.reduce(%407 init: %cst_75) applies stablehlo.add across dimensions = [0] : (tensor<4x64xf32>, tensor<f32>) -> tensor<64xf32>
    %409 = stablehlo.reshape %408 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %410 = stablehlo.reduce(%409 init: %cst_76) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %411 = stablehlo.add %379, %410 : tensor<64xf32>
    %412 = stablehlo.dot_general %407, %149, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %413 = stablehlo.transpose %412, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %414 = stablehlo.add %382, %413 : tensor<16x64xf32>
    %415 = stablehlo.dot_general %407, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<16x64xf32>) -> tensor<4x16xf32>
    %416 = stablehlo.dot_general %407, %152, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %417 = stablehlo.transpose %416, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %418 = stablehlo.add %386, %417 : tensor<16x64xf32>
    %419 = stablehlo.dot_general %322, %149, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x16xf32>) -> tensor<16xf32>
    %420 = stablehlo.add %388, %419 : tensor<16xf32>
    %421 = stablehlo.dot_general %322, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %422 = stablehlo.add %415, %421 : tensor<4x16xf32>
    %423 = stablehlo.multiply %142, %422 : tensor<4x16xf32>
    %424 = stablehlo.multiply %422, %146 : tensor<4x16xf32>
    %425 = stablehlo.multiply %423, %148 : tensor<4x16xf32>
    %426 = stablehlo.add %404, %425 : tensor<4x16xf32>
    %427 = stablehlo.multiply %425, %146 : tensor<4x16xf32>
    %428 = stablehlo.add %426, %427 : tensor<4x16xf32>
    %429 = stablehlo.multiply %424, %145 : tensor<4x16xf32>
    %430 = stablehlo.multiply %128, %428 : tensor<4x16xf32>
    %431 = stablehlo.multiply %428, %132 : tensor<4x16xf32>
    %432 = stablehlo.multiply %430, %134 : tensor<4x16xf32>
    %433 = stablehlo.multiply %432, %132 : tensor<4x16xf32>
    %434 = stablehlo.add %432, %433 : tensor<4x16xf32>
    %435 = stablehlo.multiply %431, %131 : tensor<4x16xf32>
    %436 = stablehlo.multiply %118, %428 : tensor<4x16xf32>
    %437 = stablehlo.multiply %428, %86 : tensor<4x16xf32>
    %438 = stablehlo.multiply %437, %121 : tensor<4x16xf32>
    %439 = stablehlo.concatenate %435, %438, %434, %429, dim = 1 : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x64xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %440 = stablehlo.reduce(%439 init: %cst_77) applies stablehlo.add across dimensions = [0] : (tensor<4x64xf32>, tensor<f32>) -> tensor<64xf32>
    %441 = stablehlo.reshape %440 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %442 = stablehlo.reduce(%441 init: %cst_78) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %443 = stablehlo.add %411, %442 : tensor<64xf32>
    %444 = stablehlo.dot_general %439, %99, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %445 = stablehlo.transpose %444, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %446 = stablehlo.add %414, %445 : tensor<16x64xf32>
    %447 = stablehlo.dot_general %439, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<16x64xf32>) -> tensor<4x16xf32>
    %448 = stablehlo.dot_general %439, %102, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %449 = stablehlo.transpose %448, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %450 = stablehlo.add %418, %449 : tensor<16x64xf32>
    %451 = stablehlo.dot_general %320, %99, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x16xf32>) -> tensor<16xf32>
    %452 = stablehlo.add %420, %451 : tensor<16xf32>
    %453 = stablehlo.dot_general %320, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %454 = stablehlo.add %447, %453 : tensor<4x16xf32>
    %455 = stablehlo.multiply %92, %454 : tensor<4x16xf32>
    %456 = stablehlo.multiply %454, %96 : tensor<4x16xf32>
    %457 = stablehlo.multiply %455, %98 : tensor<4x16xf32>
    %458 = stablehlo.add %436, %457 : tensor<4x16xf32>
    %459 = stablehlo.multiply %457, %96 : tensor<4x16xf32>
    %460 = stablehlo.add %458, %459 : tensor<4x16xf32>
    %461 = stablehlo.multiply %456, %95 : tensor<4x16xf32>
    %462 = stablehlo.multiply %78, %460 : tensor<4x16xf32>
    %463 = stablehlo.multiply %460, %82 : tensor<4x16xf32>
    %464 = stablehlo.multiply %462, %84 : tensor<4x16xf32>
    %465 = stablehlo.multiply %464, %82 : tensor<4x16xf32>
    %466 = stablehlo.add %464, %465 : tensor<4x16xf32>
    %467 = stablehlo.multiply %463, %81 : tensor<4x16xf32>
    %468 = stablehlo.multiply %68, %460 : tensor<4x16xf32>
    %469 = stablehlo.multiply %460, %36 : tensor<4x16xf32>
    %470 = stablehlo.multiply %469, %71 : tensor<4x16xf32>
    %471 = stablehlo.concatenate %467, %470, %466, %461, dim = 1 : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x64xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %472 = stablehlo.reduce(%471 init: %cst_79) applies stablehlo.add across dimensions = [0] : (tensor<4x64xf32>, tensor<f32>) -> tensor<64xf32>
    %473 = stablehlo.reshape %472 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %474 = stablehlo.reduce(%473 init: %cst_80) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %475 = stablehlo.add %443, %474 : tensor<64xf32>
    %476 = stablehlo.dot_general %471, %49, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %477 = stablehlo.transpose %476, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %478 = stablehlo.add %446, %477 : tensor<16x64xf32>
    %479 = stablehlo.dot_general %471, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<16x64xf32>) -> tensor<4x16xf32>
    %480 = stablehlo.dot_general %471, %52, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %481 = stablehlo.transpose %480, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %482 = stablehlo.add %450, %481 : tensor<16x64xf32>
    %483 = stablehlo.dot_general %318, %49, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x16xf32>) -> tensor<16xf32>
    %484 = stablehlo.add %452, %483 : tensor<16xf32>
    %485 = stablehlo.dot_general %318, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %486 = stablehlo.add %479, %485 : tensor<4x16xf32>
    %487 = stablehlo.multiply %42, %486 : tensor<4x16xf32>
    %488 = stablehlo.multiply %486, %46 : tensor<4x16xf32>
    %489 = stablehlo.multiply %487, %48 : tensor<4x16xf32>
    %490 = stablehlo.add %468, %489 : tensor<4x16xf32>
    %491 = stablehlo.multiply %489, %46 : tensor<4x16xf32>
    %492 = stablehlo.add %490, %491 : tensor<4x16xf32>
    %493 = stablehlo.multiply %488, %45 : tensor<4x16xf32>
    %494 = stablehlo.multiply %28, %492 : tensor<4x16xf32>
    %495 = stablehlo.multiply %492, %32 : tensor<4x16xf32>
    %496 = stablehlo.multiply %494, %34 : tensor<4x16xf32>
    %497 = stablehlo.multiply %496, %32 : tensor<4x16xf32>
    %498 = stablehlo.add %496, %497 : tensor<4x16xf32>
    %499 = stablehlo.multiply %495, %31 : tensor<4x16xf32>
    %500 = stablehlo.multiply %492, %0 : tensor<4x16xf32>
    %501 = stablehlo.multiply %500, %21 : tensor<4x16xf32>
    %502 = stablehlo.concatenate %499, %501, %498, %493, dim = 1 : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x64xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %503 = stablehlo.reduce(%502 init: %cst_81) applies stablehlo.add across dimensions = [0] : (tensor<4x64xf32>, tensor<f32>) -> tensor<64xf32>
    %504 = stablehlo.reshape %503 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %505 = stablehlo.reduce(%504 init: %cst_82) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %506 = stablehlo.add %475, %505 : tensor<64xf32>
    %507 = stablehlo.dot_general %502, %0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %508 = stablehlo.transpose %507, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %509 = stablehlo.add %478, %508 : tensor<16x64xf32>
    %510 = stablehlo.dot_general %502, %2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %511 = stablehlo.transpose %510, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %512 = stablehlo.add %482, %511 : tensor<16x64xf32>
    return %313, %506, %484, %509, %512 : tensor<f32>, tensor<64xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x64xf32>
  }
}
