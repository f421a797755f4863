module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x1xf32>, %arg1: tensor<5x8xf32>, %arg2: tensor<8x6x5xf32>, %arg3: tensor<8x6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<8x1xf32> {jax.result_info = "result[1]"}, tensor<5x8xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg2, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x5xf32>, tensor<5x8xf32>) -> tensor<8x6x8xf32>
    %1 = stablehlo.tanh %0 : tensor<8x6x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x8xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<8x6x8xf32>
    %4 = stablehlo.dot_general %1, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x1xf32>) -> tensor<8x6x1xf32>
    %5 = stablehlo.reshape %4 : (tensor<8x6x1xf32>) -> tensor<8x6xf32>
    %6 = stablehlo.negate %arg3 : tensor<8x6xf32>
    %7 = call @argsort(%6) : (tensor<8x6xf32>) -> tensor<8x6xi32>
    %8:2 = call @take_along_axis(%5, %7) : (tensor<8x6xf32>, tensor<8x6xi32>) -> (tensor<8x6xf32>, tensor<8x6x1xi32>)
    %9 = stablehlo.reverse %8#0, dims = [1] : tensor<8x6xf32>
    %10 = stablehlo.slice %9 [0:8, 0:5:2] : (tensor<8x6xf32>) -> tensor<8x3xf32>
    %11 = stablehlo.slice %9 [0:8, 1:6:2] : (tensor<8x6xf32>) -> tensor<8x3xf32>
    %12 = stablehlo.maximum %10, %11 : tensor<8x3xf32>
    %13 = stablehlo.subtract %10, %11 : tensor<8x3xf32>
    %14 = stablehlo.compare NE, %13, %13, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %15 = stablehlo.add %10, %11 : tensor<8x3xf32>
    %16 = stablehlo.abs %13 : tensor<8x3xf32>
    %17 = stablehlo.negate %16 : tensor<8x3xf32>
    %18 = stablehlo.exponential %17 : tensor<8x3xf32>
    %19 = stablehlo.log_plus_one %18 : tensor<8x3xf32>
    %20 = stablehlo.add %12, %19 : tensor<8x3xf32>
    %21 = stablehlo.select %14, %15, %20 : tensor<8x3xi1>, tensor<8x3xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %23 = stablehlo.compare EQ, %10, %22, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %25 = stablehlo.select %23, %24, %10 : tensor<8x3xi1>, tensor<8x3xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %27 = stablehlo.compare EQ, %21, %26, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %29 = stablehlo.select %27, %28, %21 : tensor<8x3xi1>, tensor<8x3xf32>
    %30 = stablehlo.subtract %25, %29 : tensor<8x3xf32>
    %31 = stablehlo.exponential %30 : tensor<8x3xf32>
    %cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %33 = stablehlo.compare EQ, %11, %32, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %35 = stablehlo.select %33, %34, %11 : tensor<8x3xi1>, tensor<8x3xf32>
    %cst_6 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %37 = stablehlo.compare EQ, %21, %36, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %39 = stablehlo.select %37, %38, %21 : tensor<8x3xi1>, tensor<8x3xf32>
    %40 = stablehlo.subtract %35, %39 : tensor<8x3xf32>
    %41 = stablehlo.exponential %40 : tensor<8x3xf32>
    %42 = stablehlo.slice %21 [0:8, 0:2:2] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %43 = stablehlo.slice %21 [0:8, 1:3:2] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %44 = stablehlo.maximum %42, %43 : tensor<8x1xf32>
    %45 = stablehlo.subtract %42, %43 : tensor<8x1xf32>
    %46 = stablehlo.compare NE, %45, %45, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %47 = stablehlo.add %42, %43 : tensor<8x1xf32>
    %48 = stablehlo.abs %45 : tensor<8x1xf32>
    %49 = stablehlo.negate %48 : tensor<8x1xf32>
    %50 = stablehlo.exponential %49 : tensor<8x1xf32>
    %51 = stablehlo.log_plus_one %50 : tensor<8x1xf32>
    %52 = stablehlo.add %44, %51 : tensor<8x1xf32>
    %53 = stablehlo.select %46, %47, %52 : tensor<8x1xi1>, tensor<8x1xf32>
    %cst_8 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %55 = stablehlo.compare EQ, %42, %54, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %57 = stablehlo.select %55, %56, %42 : tensor<8x1xi1>, tensor<8x1xf32>
    %cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %59 = stablehlo.compare EQ, %53, %58, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %61 = stablehlo.select %59, %60, %53 : tensor<8x1xi1>, tensor<8x1xf32>
    %62 = stablehlo.subtract %57, %61 : tensor<8x1xf32>
    %63 = stablehlo.exponential %62 : tensor<8x1xf32>
    %cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %65 = stablehlo.compare EQ, %43, %64, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %67 = stablehlo.select %65, %66, %43 : tensor<8x1xi1>, tensor<8x1xf32>
    %cst_14 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %69 = stablehlo.compare EQ, %53, %68, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %71 = stablehlo.select %69, %70, %53 : tensor<8x1xi1>, tensor<8x1xf32>
    %72 = stablehlo.subtract %67, %71 : tensor<8x1xf32>
    %73 = stablehlo.exponential %72 : tensor<8x1xf32>
    %74 = stablehlo.slice %21 [0:8, 2:3:2] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %75 = stablehlo.maximum %53, %74 : tensor<8x1xf32>
    %76 = stablehlo.subtract %53, %74 : tensor<8x1xf32>
    %77 = stablehlo.compare NE, %76, %76, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %78 = stablehlo.add %53, %74 : tensor<8x1xf32>
    %79 = stablehlo.abs %76 : tensor<8x1xf32>
    %80 = stablehlo.negate %79 : tensor<8x1xf32>
    %81 = stablehlo.exponential %80 : tensor<8x1xf32>
    %82 = stablehlo.log_plus_one %81 : tensor<8x1xf32>
    %83 = stablehlo.add %75, %82 : tensor<8x1xf32>
    %84 = stablehlo.select %77, %78, %83 : tensor<8x1xi1>, tensor<8x1xf32>
    %cst_16 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %86 = stablehlo.compare EQ, %53, %85, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %88 = stablehlo.select %86, %87, %53 : tensor<8x1xi1>, tensor<8x1xf32>
    %cst_18 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %90 = stablehlo.compare EQ, %84, %89, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %92 = stablehlo.select %90, %91, %84 : tensor<8x1xi1>, tensor<8x1xf32>
    %93 = stablehlo.subtract %88, %92 : tensor<8x1xf32>
    %94 = stablehlo.exponential %93 : tensor<8x1xf32>
    %cst_20 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %96 = stablehlo.compare EQ, %74, %95, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %98 = stablehlo.select %96, %97, %74 : tensor<8x1xi1>, tensor<8x1xf32>
    %cst_22 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %100 = stablehlo.compare EQ, %84, %99, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %102 = stablehlo.select %100, %101, %84 : tensor<8x1xi1>, tensor<8x1xf32>
    %103 = stablehlo.subtract %98, %102 : tensor<8x1xf32>
    %104 = stablehlo.exponential %103 : tensor<8x1xf32>
    %105 = stablehlo.slice %21 [0:8, 0:1] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %106 = stablehlo.concatenate %105, %84, dim = 1 : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x2xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.pad %106, %cst_24, low = [0, 0], high = [0, 0], interior = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x3xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.pad %53, %cst_25, low = [0, 1], high = [0, 1], interior = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %109 = stablehlo.add %107, %108 : tensor<8x3xf32>
    %110 = stablehlo.slice %109 [0:8, 0:2] : (tensor<8x3xf32>) -> tensor<8x2xf32>
    %111 = stablehlo.slice %9 [0:8, 2:6:2] : (tensor<8x6xf32>) -> tensor<8x2xf32>
    %112 = stablehlo.maximum %110, %111 : tensor<8x2xf32>
    %113 = stablehlo.subtract %110, %111 : tensor<8x2xf32>
    %114 = stablehlo.compare NE, %113, %113, FLOAT : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
    %115 = stablehlo.add %110, %111 : tensor<8x2xf32>
    %116 = stablehlo.abs %113 : tensor<8x2xf32>
    %117 = stablehlo.negate %116 : tensor<8x2xf32>
    %118 = stablehlo.exponential %117 : tensor<8x2xf32>
    %119 = stablehlo.log_plus_one %118 : tensor<8x2xf32>
    %120 = stablehlo.add %112, %119 : tensor<8x2xf32>
    %121 = stablehlo.select %114, %115, %120 : tensor<8x2xi1>, tensor<8x2xf32>
    %cst_26 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %123 = stablehlo.compare EQ, %110, %122, FLOAT : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %125 = stablehlo.select %123, %124, %110 : tensor<8x2xi1>, tensor<8x2xf32>
    %cst_28 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %127 = stablehlo.compare EQ, %121, %126, FLOAT : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %129 = stablehlo.select %127, %128, %121 : tensor<8x2xi1>, tensor<8x2xf32>
    %130 = stablehlo.subtract %125, %129 : tensor<8x2xf32>
    %131 = stablehlo.exponential %130 : tensor<8x2xf32>
    %cst_30 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %133 = stablehlo.compare EQ, %111, %132, FLOAT : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %135 = stablehlo.select %133, %134, %111 : tensor<8x2xi1>, tensor<8x2xf32>
    %cst_32 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %137 = stablehlo.compare EQ, %121, %136, FLOAT : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %139 = stablehlo.select %137, %138, %121 : tensor<8x2xi1>, tensor<8x2xf32>
    %140 = stablehlo.subtract %135, %139 : tensor<8x2xf32>
    %141 = stablehlo.exponential %140 : tensor<8x2xf32>
    %142 = stablehlo.slice %9 [0:8, 0:1] : (tensor<8x6xf32>) -> tensor<8x1xf32>
    %143 = stablehlo.concatenate %142, %121, dim = 1 : (tensor<8x1xf32>, tensor<8x2xf32>) -> tensor<8x3xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %144 = stablehlo.pad %143, %cst_34, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.pad %109, %cst_35, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
    %146 = stablehlo.add %144, %145 : tensor<8x6xf32>
    %147 = stablehlo.reverse %146, dims = [1] : tensor<8x6xf32>
    %148 = stablehlo.subtract %147, %8#0 : tensor<8x6xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %149 = stablehlo.reduce(%148 init: %cst_36) applies stablehlo.add across dimensions = [1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.reduce(%149 init: %cst_37) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_38 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %151 = stablehlo.divide %150, %cst_38 : tensor<f32>
    %values, %indices = chlo.top_k(%8#0, k = 3) : tensor<8x6xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
    %152 = stablehlo.reshape %indices : (tensor<8x3xi32>) -> tensor<8x3x1xi32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.reduce(%values init: %cst_39) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_40 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %154 = stablehlo.divide %153, %cst_40 : tensor<f32>
    %cst_41 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %155 = stablehlo.multiply %cst_41, %154 : tensor<f32>
    %156 = stablehlo.add %151, %155 : tensor<f32>
    %cst_42 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %157 = stablehlo.multiply %cst_42, %cst_43 : tensor<f32>
    %cst_44 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %158 = stablehlo.divide %157, %cst_44 : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %161 = "stablehlo.scatter"(%160, %152, %159) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %217 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %217 : tensor<f32>
    }) : (tensor<8x6xf32>, tensor<8x3x1xi32>, tensor<8x3xf32>) -> tensor<8x6xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_47 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %162 = stablehlo.divide %cst_46, %cst_47 : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %162, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0] : (tensor<8xf32>) -> tensor<8x6xf32>
    %165 = stablehlo.negate %164 : tensor<8x6xf32>
    %166 = stablehlo.add %161, %165 : tensor<8x6xf32>
    %167 = stablehlo.reverse %164, dims = [1] : tensor<8x6xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %168 = stablehlo.pad %167, %cst_48, low = [0, -1], high = [0, 0], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %169 = stablehlo.slice %168 [0:8, 0:5:2] : (tensor<8x5xf32>) -> tensor<8x3xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %170 = stablehlo.pad %167, %cst_49, low = [0, 0], high = [0, -1], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %171 = stablehlo.slice %170 [0:8, 0:5:2] : (tensor<8x5xf32>) -> tensor<8x3xf32>
    %172 = stablehlo.slice %171 [0:8, 0:1] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %173 = stablehlo.slice %171 [0:8, 1:3] : (tensor<8x3xf32>) -> tensor<8x2xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.pad %172, %cst_50, low = [0, 0], high = [0, 5], interior = [0, 0] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %175 = stablehlo.multiply %173, %141 : tensor<8x2xf32>
    %176 = stablehlo.multiply %173, %131 : tensor<8x2xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.pad %175, %cst_51, low = [0, 2], high = [0, 1], interior = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x6xf32>
    %178 = stablehlo.add %174, %177 : tensor<8x6xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.pad %176, %cst_52, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x3xf32>
    %180 = stablehlo.add %169, %179 : tensor<8x3xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.pad %180, %cst_53, low = [0, -1], high = [0, -1], interior = [0, 0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x1xf32>
    %182 = stablehlo.slice %181 [0:8, 0:1:2] : (tensor<8x1xf32>) -> tensor<8x1xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.pad %180, %cst_54, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x3xf32>
    %184 = stablehlo.slice %183 [0:8, 0:3:2] : (tensor<8x3xf32>) -> tensor<8x2xf32>
    %185 = stablehlo.slice %184 [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %186 = stablehlo.slice %184 [0:8, 1:2] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %187 = stablehlo.pad %185, %cst_55, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %188 = stablehlo.multiply %186, %104 : tensor<8x1xf32>
    %189 = stablehlo.multiply %186, %94 : tensor<8x1xf32>
    %190 = stablehlo.add %182, %189 : tensor<8x1xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %191 = stablehlo.pad %188, %cst_56, low = [0, 2], high = [0, 0], interior = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %192 = stablehlo.add %187, %191 : tensor<8x3xf32>
    %193 = stablehlo.multiply %190, %73 : tensor<8x1xf32>
    %194 = stablehlo.multiply %190, %63 : tensor<8x1xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %195 = stablehlo.pad %193, %cst_57, low = [0, 1], high = [0, 1], interior = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %196 = stablehlo.add %192, %195 : tensor<8x3xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %197 = stablehlo.pad %194, %cst_58, low = [0, 0], high = [0, 2], interior = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %198 = stablehlo.add %196, %197 : tensor<8x3xf32>
    %199 = stablehlo.multiply %198, %41 : tensor<8x3xf32>
    %200 = stablehlo.multiply %198, %31 : tensor<8x3xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %201 = stablehlo.pad %199, %cst_59, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
    %202 = stablehlo.add %178, %201 : tensor<8x6xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %203 = stablehlo.pad %200, %cst_60, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
    %204 = stablehlo.add %202, %203 : tensor<8x6xf32>
    %205 = stablehlo.reverse %204, dims = [1] : tensor<8x6xf32>
    %206 = stablehlo.add %166, %205 : tensor<8x6xf32>
    %207 = call @take_along_axis_0(%8#1, %206) : (tensor<8x6x1xi32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %208 = stablehlo.broadcast_in_dim %207, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %209 = stablehlo.dot_general %208, %1, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x1xf32>, tensor<8x6x8xf32>) -> tensor<1x8xf32>
    %210 = stablehlo.transpose %209, dims = [1, 0] : (tensor<1x8xf32>) -> tensor<8x1xf32>
    %211 = stablehlo.dot_general %208, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x1xf32>, tensor<8x1xf32>) -> tensor<8x6x8xf32>
    %212 = stablehlo.multiply %211, %3 : tensor<8x6x8xf32>
    %213 = stablehlo.multiply %212, %1 : tensor<8x6x8xf32>
    %214 = stablehlo.add %212, %213 : tensor<8x6x8xf32>
    %215 = stablehlo.dot_general %214, %arg2, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x5xf32>) -> tensor<8x5xf32>
    %216 = stablehlo.transpose %215, dims = [1, 0] : (tensor<8x5xf32>) -> tensor<5x8xf32>
    return %156, %210, %216 : tensor<f32>, tensor<8x1xf32>, tensor<5x8xf32>
  }
  func.func private @argsort(%arg0: tensor<8x6xf32>) -> tensor<8x6xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<8x6xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f32>
      %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<8x6xf32>, tensor<8x6xi32>) -> (tensor<8x6xf32>, tensor<8x6xi32>)
    return %1#1 : tensor<8x6xi32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x6xf32>, %arg1: tensor<8x6xi32>) -> (tensor<8x6xf32>, tensor<8x6x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x6xi32>, tensor<8x6xi32>) -> tensor<8x6xi1>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x6xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x6xi1>, tensor<8x6xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x6xi32>) -> tensor<8x6x1xi32>
    %c_1 = stablehlo.constant dense<5> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x6x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x6x1xi32>, tensor<8x6x1xi32>) -> tensor<8x6x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<8x6x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x6x1xi32>, tensor<8x6x1xi32>) -> tensor<8x6x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x6x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<8x6x1xi1>, tensor<i1>) -> tensor<8x6xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x6xf32>, tensor<8x6x1xi32>) -> tensor<8x6xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x6xi1>, tensor<8x6xf32>
    return %15, %5 : tensor<8x6xf32>, tensor<8x6x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<8x6x1xi32>, %arg1: tensor<8x6xf32>) -> tensor<8x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x6xf32>, tensor<8x6x1xi32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    return %1 : tensor<8x6xf32>
  }
}
