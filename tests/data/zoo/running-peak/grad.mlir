module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6xf32>, %arg1: tensor<8x6xf32>, %arg2: tensor<8x6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<8x6xf32>
    %2 = stablehlo.multiply %1, %arg1 : tensor<8x6xf32>
    %3 = stablehlo.slice %2 [0:8, 0:5:2] : (tensor<8x6xf32>) -> tensor<8x3xf32>
    %4 = stablehlo.slice %2 [0:8, 1:6:2] : (tensor<8x6xf32>) -> tensor<8x3xf32>
    %5 = stablehlo.maximum %3, %4 : tensor<8x3xf32>
    %6 = stablehlo.compare GT, %3, %4, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %7 = stablehlo.compare EQ, %3, %4, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %11 = stablehlo.select %7, %10, %9 : tensor<8x3xi1>, tensor<8x3xf32>
    %12 = stablehlo.select %6, %8, %11 : tensor<8x3xi1>, tensor<8x3xf32>
    %13 = stablehlo.compare GT, %4, %3, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %14 = stablehlo.compare EQ, %4, %3, FLOAT : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xi1>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %18 = stablehlo.select %14, %17, %16 : tensor<8x3xi1>, tensor<8x3xf32>
    %19 = stablehlo.select %13, %15, %18 : tensor<8x3xi1>, tensor<8x3xf32>
    %20 = stablehlo.slice %5 [0:8, 0:2:2] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %21 = stablehlo.slice %5 [0:8, 1:3:2] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %22 = stablehlo.maximum %20, %21 : tensor<8x1xf32>
    %23 = stablehlo.compare GT, %20, %21, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %24 = stablehlo.compare EQ, %20, %21, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %cst_7 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %28 = stablehlo.select %24, %27, %26 : tensor<8x1xi1>, tensor<8x1xf32>
    %29 = stablehlo.select %23, %25, %28 : tensor<8x1xi1>, tensor<8x1xf32>
    %30 = stablehlo.compare GT, %21, %20, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %31 = stablehlo.compare EQ, %21, %20, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %35 = stablehlo.select %31, %34, %33 : tensor<8x1xi1>, tensor<8x1xf32>
    %36 = stablehlo.select %30, %32, %35 : tensor<8x1xi1>, tensor<8x1xf32>
    %37 = stablehlo.slice %5 [0:8, 2:3:2] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %38 = stablehlo.maximum %22, %37 : tensor<8x1xf32>
    %39 = stablehlo.compare GT, %22, %37, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %40 = stablehlo.compare EQ, %22, %37, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %cst_13 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %44 = stablehlo.select %40, %43, %42 : tensor<8x1xi1>, tensor<8x1xf32>
    %45 = stablehlo.select %39, %41, %44 : tensor<8x1xi1>, tensor<8x1xf32>
    %46 = stablehlo.compare GT, %37, %22, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %47 = stablehlo.compare EQ, %37, %22, FLOAT : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %51 = stablehlo.select %47, %50, %49 : tensor<8x1xi1>, tensor<8x1xf32>
    %52 = stablehlo.select %46, %48, %51 : tensor<8x1xi1>, tensor<8x1xf32>
    %53 = stablehlo.slice %5 [0:8, 0:1] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %54 = stablehlo.concatenate %53, %38, dim = 1 : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x2xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.pad %54, %cst_17, low = [0, 0], high = [0, 0], interior = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x3xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.pad %22, %cst_18, low = [0, 1], high = [0, 1], interior = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %57 = stablehlo.add %55, %56 : tensor<8x3xf32>
    %58 = stablehlo.slice %57 [0:8, 0:2] : (tensor<8x3xf32>) -> tensor<8x2xf32>
    %59 = stablehlo.slice %2 [0:8, 2:6:2] : (tensor<8x6xf32>) -> tensor<8x2xf32>
    %60 = stablehlo.maximum %58, %59 : tensor<8x2xf32>
    %61 = stablehlo.compare GT, %58, %59, FLOAT : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
    %62 = stablehlo.compare EQ, %58, %59, FLOAT : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %cst_21 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %66 = stablehlo.select %62, %65, %64 : tensor<8x2xi1>, tensor<8x2xf32>
    %67 = stablehlo.select %61, %63, %66 : tensor<8x2xi1>, tensor<8x2xf32>
    %68 = stablehlo.compare GT, %59, %58, FLOAT : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
    %69 = stablehlo.compare EQ, %59, %58, FLOAT : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %cst_24 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %73 = stablehlo.select %69, %72, %71 : tensor<8x2xi1>, tensor<8x2xf32>
    %74 = stablehlo.select %68, %70, %73 : tensor<8x2xi1>, tensor<8x2xf32>
    %75 = stablehlo.slice %2 [0:8, 0:1] : (tensor<8x6xf32>) -> tensor<8x1xf32>
    %76 = stablehlo.concatenate %75, %60, dim = 1 : (tensor<8x1xf32>, tensor<8x2xf32>) -> tensor<8x3xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.pad %76, %cst_25, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.pad %57, %cst_26, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
    %79 = stablehlo.add %77, %78 : tensor<8x6xf32>
    %80 = stablehlo.subtract %79, %arg2 : tensor<8x6xf32>
    %81 = stablehlo.multiply %80, %80 : tensor<8x6xf32>
    %cst_27 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %83 = stablehlo.multiply %82, %80 : tensor<8x6xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%81 init: %cst_28) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_29 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %85 = stablehlo.divide %84, %cst_29 : tensor<f32>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_31 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %86 = stablehlo.divide %cst_30, %cst_31 : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %88 = stablehlo.multiply %87, %83 : tensor<8x6xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.pad %88, %cst_32, low = [0, -1], high = [0, 0], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %90 = stablehlo.slice %89 [0:8, 0:5:2] : (tensor<8x5xf32>) -> tensor<8x3xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.pad %88, %cst_33, low = [0, 0], high = [0, -1], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %92 = stablehlo.slice %91 [0:8, 0:5:2] : (tensor<8x5xf32>) -> tensor<8x3xf32>
    %93 = stablehlo.slice %92 [0:8, 0:1] : (tensor<8x3xf32>) -> tensor<8x1xf32>
    %94 = stablehlo.slice %92 [0:8, 1:3] : (tensor<8x3xf32>) -> tensor<8x2xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.pad %93, %cst_34, low = [0, 0], high = [0, 5], interior = [0, 0] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %96 = stablehlo.multiply %94, %74 : tensor<8x2xf32>
    %97 = stablehlo.multiply %94, %67 : tensor<8x2xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.pad %96, %cst_35, low = [0, 2], high = [0, 1], interior = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x6xf32>
    %99 = stablehlo.add %95, %98 : tensor<8x6xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.pad %97, %cst_36, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x3xf32>
    %101 = stablehlo.add %90, %100 : tensor<8x3xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %102 = stablehlo.pad %101, %cst_37, low = [0, -1], high = [0, -1], interior = [0, 0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x1xf32>
    %103 = stablehlo.slice %102 [0:8, 0:1:2] : (tensor<8x1xf32>) -> tensor<8x1xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.pad %101, %cst_38, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x3xf32>
    %105 = stablehlo.slice %104 [0:8, 0:3:2] : (tensor<8x3xf32>) -> tensor<8x2xf32>
    %106 = stablehlo.slice %105 [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %107 = stablehlo.slice %105 [0:8, 1:2] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.pad %106, %cst_39, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %109 = stablehlo.multiply %107, %52 : tensor<8x1xf32>
    %110 = stablehlo.multiply %107, %45 : tensor<8x1xf32>
    %111 = stablehlo.add %103, %110 : tensor<8x1xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.pad %109, %cst_40, low = [0, 2], high = [0, 0], interior = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %113 = stablehlo.add %108, %112 : tensor<8x3xf32>
    %114 = stablehlo.multiply %111, %36 : tensor<8x1xf32>
    %115 = stablehlo.multiply %111, %29 : tensor<8x1xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.pad %114, %cst_41, low = [0, 1], high = [0, 1], interior = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %117 = stablehlo.add %113, %116 : tensor<8x3xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.pad %115, %cst_42, low = [0, 0], high = [0, 2], interior = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x3xf32>
    %119 = stablehlo.add %117, %118 : tensor<8x3xf32>
    %120 = stablehlo.multiply %119, %19 : tensor<8x3xf32>
    %121 = stablehlo.multiply %119, %12 : tensor<8x3xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %122 = stablehlo.pad %120, %cst_43, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
    %123 = stablehlo.add %99, %122 : tensor<8x6xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.pad %121, %cst_44, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8x6xf32>
    %125 = stablehlo.add %123, %124 : tensor<8x6xf32>
    %126 = stablehlo.multiply %125, %arg1 : tensor<8x6xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.reduce(%126 init: %cst_45) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %128 = stablehlo.reshape %127 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %129 = stablehlo.reduce(%128 init: %cst_46) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    return %85, %129 : tensor<f32>, tensor<6xf32>
  }
}
