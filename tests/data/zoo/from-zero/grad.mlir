module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf32>, %arg1: tensor<5xf32>, %arg2: tensor<4x3xf32>, %arg3: tensor<6x4xf32>, %arg4: tensor<6x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}, tensor<5xf32> {jax.result_info = "result[2]"}, tensor<4x3xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg3, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<6x3xf32>
    %3 = stablehlo.add %0, %2 : tensor<6x3xf32>
    %4 = call @relu6(%3) : (tensor<6x3xf32>) -> tensor<6x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %6 = stablehlo.compare GT, %3, %5, FLOAT : (tensor<6x3xf32>, tensor<6x3xf32>) -> tensor<6x3xi1>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %8 = stablehlo.compare LT, %3, %7, FLOAT : (tensor<6x3xf32>, tensor<6x3xf32>) -> tensor<6x3xi1>
    %9 = stablehlo.and %6, %8 : tensor<6x3xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %11 = stablehlo.abs %arg2 : tensor<4x3xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %13 = stablehlo.compare GE, %arg2, %12, FLOAT : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%11 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %15 = stablehlo.abs %arg0 : tensor<3xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %17 = stablehlo.compare GE, %arg0, %16, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%15 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %19 = stablehlo.add %14, %18 : tensor<f32>
    %20 = stablehlo.subtract %4, %arg4 : tensor<6x3xf32>
    %21 = stablehlo.multiply %20, %20 : tensor<6x3xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %23 = stablehlo.multiply %22, %20 : tensor<6x3xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%21 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %25 = stablehlo.divide %24, %cst_8 : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %26 = stablehlo.multiply %cst_9, %19 : tensor<f32>
    %27 = stablehlo.add %25, %26 : tensor<f32>
    %28 = stablehlo.slice %arg1 [0:4:2] : (tensor<5xf32>) -> tensor<2xf32>
    %29 = stablehlo.slice %arg1 [1:5:2] : (tensor<5xf32>) -> tensor<2xf32>
    %30 = stablehlo.maximum %28, %29 : tensor<2xf32>
    %31 = stablehlo.compare EQ, %28, %30, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %34 = stablehlo.select %31, %32, %33 : tensor<2xi1>, tensor<2xf32>
    %35 = stablehlo.compare EQ, %29, %30, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %38 = stablehlo.select %35, %36, %37 : tensor<2xi1>, tensor<2xf32>
    %39 = stablehlo.divide %34, %38 : tensor<2xf32>
    %40 = stablehlo.compare EQ, %29, %30, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %43 = stablehlo.select %40, %41, %42 : tensor<2xi1>, tensor<2xf32>
    %44 = stablehlo.compare EQ, %28, %30, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %47 = stablehlo.select %44, %45, %46 : tensor<2xi1>, tensor<2xf32>
    %48 = stablehlo.divide %43, %47 : tensor<2xf32>
    %49 = stablehlo.slice %30 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %50 = stablehlo.slice %30 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
    %51 = stablehlo.maximum %49, %50 : tensor<1xf32>
    %52 = stablehlo.compare EQ, %49, %51, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %55 = stablehlo.select %52, %53, %54 : tensor<1xi1>, tensor<1xf32>
    %56 = stablehlo.compare EQ, %50, %51, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_20 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %59 = stablehlo.select %56, %57, %58 : tensor<1xi1>, tensor<1xf32>
    %60 = stablehlo.divide %55, %59 : tensor<1xf32>
    %61 = stablehlo.compare EQ, %50, %51, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %64 = stablehlo.select %61, %62, %63 : tensor<1xi1>, tensor<1xf32>
    %65 = stablehlo.compare EQ, %49, %51, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %cst_24 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %68 = stablehlo.select %65, %66, %67 : tensor<1xi1>, tensor<1xf32>
    %69 = stablehlo.divide %64, %68 : tensor<1xf32>
    %70 = stablehlo.slice %51 [0:0] : (tensor<1xf32>) -> tensor<0xf32>
    %71 = stablehlo.slice %30 [2:2:2] : (tensor<2xf32>) -> tensor<0xf32>
    %72 = stablehlo.maximum %70, %71 : tensor<0xf32>
    %73 = stablehlo.compare EQ, %70, %72, FLOAT : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %76 = stablehlo.select %73, %74, %75 : tensor<0xi1>, tensor<0xf32>
    %77 = stablehlo.compare EQ, %71, %72, FLOAT : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
    %cst_28 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %80 = stablehlo.select %77, %78, %79 : tensor<0xi1>, tensor<0xf32>
    %81 = stablehlo.divide %76, %80 : tensor<0xf32>
    %82 = stablehlo.compare EQ, %71, %72, FLOAT : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %85 = stablehlo.select %82, %83, %84 : tensor<0xi1>, tensor<0xf32>
    %86 = stablehlo.compare EQ, %70, %72, FLOAT : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
    %cst_32 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %89 = stablehlo.select %86, %87, %88 : tensor<0xi1>, tensor<0xf32>
    %90 = stablehlo.divide %85, %89 : tensor<0xf32>
    %91 = stablehlo.slice %30 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %92 = stablehlo.concatenate %91, %72, dim = 0 : (tensor<1xf32>, tensor<0xf32>) -> tensor<1xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.pad %92, %cst_34, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.pad %51, %cst_35, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %95 = stablehlo.add %93, %94 : tensor<2xf32>
    %96 = stablehlo.slice %arg1 [2:5:2] : (tensor<5xf32>) -> tensor<2xf32>
    %97 = stablehlo.maximum %95, %96 : tensor<2xf32>
    %98 = stablehlo.compare EQ, %95, %97, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %101 = stablehlo.select %98, %99, %100 : tensor<2xi1>, tensor<2xf32>
    %102 = stablehlo.compare EQ, %96, %97, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_38 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_39 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %105 = stablehlo.select %102, %103, %104 : tensor<2xi1>, tensor<2xf32>
    %106 = stablehlo.divide %101, %105 : tensor<2xf32>
    %107 = stablehlo.compare EQ, %96, %97, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %110 = stablehlo.select %107, %108, %109 : tensor<2xi1>, tensor<2xf32>
    %111 = stablehlo.compare EQ, %95, %97, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %cst_42 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %114 = stablehlo.select %111, %112, %113 : tensor<2xi1>, tensor<2xf32>
    %115 = stablehlo.divide %110, %114 : tensor<2xf32>
    %116 = stablehlo.slice %arg1 [0:1] : (tensor<5xf32>) -> tensor<1xf32>
    %117 = stablehlo.concatenate %116, %97, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.pad %117, %cst_44, low = [0], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.pad %95, %cst_45, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
    %120 = stablehlo.add %118, %119 : tensor<5xf32>
    %121 = stablehlo.iota dim = 0 : tensor<5xi32>
    %122 = stablehlo.convert %121 : (tensor<5xi32>) -> tensor<5xf32>
    %123 = stablehlo.multiply %120, %122 : tensor<5xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_46) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
    %cst_47 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %125 = stablehlo.divide %124, %cst_47 : tensor<f32>
    %126 = stablehlo.subtract %27, %125 : tensor<f32>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %127 = stablehlo.negate %cst_48 : tensor<f32>
    %cst_49 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %128 = stablehlo.divide %127, %cst_49 : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %130 = stablehlo.multiply %129, %122 : tensor<5xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.pad %130, %cst_50, low = [-1], high = [-1], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<3xf32>
    %132 = stablehlo.slice %131 [0:3:2] : (tensor<3xf32>) -> tensor<2xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.pad %130, %cst_51, low = [0], high = [0], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
    %134 = stablehlo.slice %133 [0:5:2] : (tensor<5xf32>) -> tensor<3xf32>
    %135 = stablehlo.slice %134 [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %136 = stablehlo.slice %134 [1:3] : (tensor<3xf32>) -> tensor<2xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %137 = stablehlo.pad %135, %cst_52, low = [0], high = [4], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<5xf32>
    %138 = stablehlo.multiply %136, %115 : tensor<2xf32>
    %139 = stablehlo.multiply %136, %106 : tensor<2xf32>
    %140 = stablehlo.add %132, %139 : tensor<2xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.pad %138, %cst_53, low = [2], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
    %142 = stablehlo.add %137, %141 : tensor<5xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %143 = stablehlo.pad %140, %cst_54, low = [-1], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
    %144 = stablehlo.slice %143 [0:1:2] : (tensor<1xf32>) -> tensor<1xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.pad %140, %cst_55, low = [0], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
    %146 = stablehlo.slice %145 [0:1:2] : (tensor<1xf32>) -> tensor<1xf32>
    %147 = stablehlo.slice %146 [0:1] : (tensor<1xf32>) -> tensor<1xf32>
    %148 = stablehlo.slice %146 [1:1] : (tensor<1xf32>) -> tensor<0xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %149 = stablehlo.pad %147, %cst_56, low = [0], high = [1], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %150 = stablehlo.multiply %148, %90 : tensor<0xf32>
    %151 = stablehlo.multiply %148, %81 : tensor<0xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %152 = stablehlo.pad %150, %cst_57, low = [2], high = [0], interior = [1] : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
    %153 = stablehlo.add %149, %152 : tensor<2xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %154 = stablehlo.pad %151, %cst_58, low = [0], high = [1], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<1xf32>
    %155 = stablehlo.add %144, %154 : tensor<1xf32>
    %156 = stablehlo.multiply %155, %69 : tensor<1xf32>
    %157 = stablehlo.multiply %155, %60 : tensor<1xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.pad %156, %cst_59, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %159 = stablehlo.add %153, %158 : tensor<2xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.pad %157, %cst_60, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %161 = stablehlo.add %159, %160 : tensor<2xf32>
    %162 = stablehlo.multiply %161, %48 : tensor<2xf32>
    %163 = stablehlo.multiply %161, %39 : tensor<2xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %164 = stablehlo.pad %162, %cst_61, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
    %165 = stablehlo.add %142, %164 : tensor<5xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %166 = stablehlo.pad %163, %cst_62, low = [0], high = [2], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
    %167 = stablehlo.add %165, %166 : tensor<5xf32>
    %cst_63 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %168 = stablehlo.multiply %cst_63, %cst_64 : tensor<f32>
    %cst_65 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_66 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %169 = stablehlo.divide %cst_65, %cst_66 : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %169, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %171 = stablehlo.multiply %170, %23 : tensor<6x3xf32>
    %172 = stablehlo.broadcast_in_dim %168, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %174 = stablehlo.select %17, %173, %172 : tensor<3xi1>, tensor<3xf32>
    %175 = stablehlo.select %17, %172, %173 : tensor<3xi1>, tensor<3xf32>
    %176 = stablehlo.negate %174 : tensor<3xf32>
    %177 = stablehlo.add %175, %176 : tensor<3xf32>
    %178 = stablehlo.broadcast_in_dim %168, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %180 = stablehlo.select %13, %179, %178 : tensor<4x3xi1>, tensor<4x3xf32>
    %181 = stablehlo.select %13, %178, %179 : tensor<4x3xi1>, tensor<4x3xf32>
    %182 = stablehlo.negate %180 : tensor<4x3xf32>
    %183 = stablehlo.add %181, %182 : tensor<4x3xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %185 = stablehlo.select %9, %171, %184 : tensor<6x3xi1>, tensor<6x3xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %186 = stablehlo.reduce(%185 init: %cst_70) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf32>, tensor<f32>) -> tensor<3xf32>
    %187 = stablehlo.reshape %186 : (tensor<3xf32>) -> tensor<1x3xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %188 = stablehlo.reduce(%187 init: %cst_71) applies stablehlo.add across dimensions = [0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<3xf32>
    %189 = stablehlo.add %177, %188 : tensor<3xf32>
    %190 = stablehlo.dot_general %185, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x3xf32>, tensor<6x4xf32>) -> tensor<3x4xf32>
    %191 = stablehlo.transpose %190, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %192 = stablehlo.add %183, %191 : tensor<4x3xf32>
    return %126, %189, %167, %192 : tensor<f32>, tensor<3xf32>, tensor<5xf32>, tensor<4x3xf32>
  }
  func.func private @relu6(%arg0: tensor<6x3xf32>) -> tensor<6x3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<6x3xf32>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %3 = stablehlo.minimum %1, %2 : tensor<6x3xf32>
    return %3 : tensor<6x3xf32>
  }
}
