module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x1xf32>, %arg2: tensor<8x6xf32>, %arg3: tensor<8x6xf32>, %arg4: tensor<8x1xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6x8xf32> {jax.result_info = "result[1]"}, tensor<8x1xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x6xf32>
    %1 = stablehlo.multiply %0, %arg2 : tensor<8x6xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.subtract %2, %arg4 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x6xf32>
    %5 = stablehlo.multiply %4, %arg3 : tensor<8x6xf32>
    %6 = stablehlo.add %1, %5 : tensor<8x6xf32>
    %7 = stablehlo.dot_general %6, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %8:12 = call @softplus(%7) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xf32>)
    %9 = stablehlo.dot_general %8#0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %10 = stablehlo.reshape %9 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %12 = stablehlo.dot_general %11, %arg1, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1xf32>, tensor<8x1xf32>) -> tensor<8xf32>
    %13:2 = call @softplus_0(%8#1, %8#2, %12) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> (tensor<8x8xf32>, tensor<1x8xf32>)
    %14 = stablehlo.dot_general %13#0, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<6x8xf32>) -> tensor<8x6xf32>
    %15 = stablehlo.multiply %14, %14 : tensor<8x6xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %17 = stablehlo.multiply %16, %14 : tensor<8x6xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_3 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %20 = stablehlo.add %18, %19 : tensor<8xf32>
    %21 = stablehlo.sqrt %20 : tensor<8xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %23 = stablehlo.divide %22, %21 : tensor<8xf32>
    %24 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %25:3 = call @softplus_1(%24) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
    %26 = stablehlo.dot_general %25#0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %27 = stablehlo.reshape %26 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %29 = stablehlo.divide %28, %cst_6 : tensor<f32>
    %30 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %31:3 = call @softplus_1(%30) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
    %32 = stablehlo.dot_general %31#0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %33 = stablehlo.reshape %32 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %35 = stablehlo.divide %34, %cst_8 : tensor<f32>
    %36 = stablehlo.subtract %29, %35 : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %38 = stablehlo.subtract %21, %37 : tensor<8xf32>
    %39 = stablehlo.multiply %38, %38 : tensor<8xf32>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %41 = stablehlo.multiply %40, %38 : tensor<8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%39 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_12 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %43 = stablehlo.divide %42, %cst_12 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %44 = stablehlo.multiply %cst_13, %43 : tensor<f32>
    %45 = stablehlo.add %36, %44 : tensor<f32>
    %cst_14 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %46 = stablehlo.multiply %cst_14, %cst_15 : tensor<f32>
    %cst_16 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %47 = stablehlo.divide %46, %cst_16 : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %49 = stablehlo.multiply %48, %41 : tensor<8xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %50 = stablehlo.negate %cst_17 : tensor<f32>
    %cst_18 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %51 = stablehlo.divide %50, %cst_18 : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %54 = stablehlo.dot_general %53, %31#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
    %55 = stablehlo.transpose %54, dims = [1, 0] : (tensor<1x8xf32>) -> tensor<8x1xf32>
    %56 = stablehlo.dot_general %53, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
    %57 = call @softplus_2(%31#1, %31#2, %56) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %58 = stablehlo.dot_general %57, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %59 = stablehlo.transpose %58, dims = [1, 0] : (tensor<8x6xf32>) -> tensor<6x8xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_20 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %60 = stablehlo.divide %cst_19, %cst_20 : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %63 = stablehlo.dot_general %62, %25#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
    %64 = stablehlo.transpose %63, dims = [1, 0] : (tensor<1x8xf32>) -> tensor<8x1xf32>
    %65 = stablehlo.add %55, %64 : tensor<8x1xf32>
    %66 = stablehlo.dot_general %62, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
    %67 = call @softplus_2(%25#1, %25#2, %66) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %68 = stablehlo.dot_general %67, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %69 = stablehlo.transpose %68, dims = [1, 0] : (tensor<8x6xf32>) -> tensor<6x8xf32>
    %70 = stablehlo.add %59, %69 : tensor<6x8xf32>
    %71 = stablehlo.multiply %49, %23 : tensor<8xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0] : (tensor<8xf32>) -> tensor<8x6xf32>
    %73 = stablehlo.multiply %72, %17 : tensor<8x6xf32>
    %74 = stablehlo.dot_general %73, %13#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %75 = stablehlo.add %70, %74 : tensor<6x8xf32>
    %76 = stablehlo.dot_general %73, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %77:2 = call @softplus_3(%8#1, %13#1, %76) : (tensor<8x8xf32>, tensor<1x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>)
    %78 = stablehlo.dot_general %77#1, %11, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<8xf32>, tensor<1xf32>) -> tensor<8x1xf32>
    %79 = stablehlo.add %65, %78 : tensor<8x1xf32>
    %80 = call @softplus_4(%8#3, %8#4, %8#5, %8#6, %8#7, %8#8, %8#1, %77#0) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %81 = stablehlo.dot_general %80, %6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %82 = stablehlo.transpose %81, dims = [1, 0] : (tensor<8x6xf32>) -> tensor<6x8xf32>
    %83 = stablehlo.add %75, %82 : tensor<6x8xf32>
    return %45, %83, %79 : tensor<f32>, tensor<6x8xf32>, tensor<8x1xf32>
  }
  func.func private @softplus(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x8xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<8x8xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<8x8xf32>
    %7 = stablehlo.abs %3 : tensor<8x8xf32>
    %8 = stablehlo.negate %7 : tensor<8x8xf32>
    %9 = stablehlo.exponential %8 : tensor<8x8xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<8x8xf32>
    %11 = stablehlo.add %1, %10 : tensor<8x8xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %14 = stablehlo.compare EQ, %arg0, %13, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %17 = stablehlo.select %14, %16, %arg0 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %19 = stablehlo.compare EQ, %12, %18, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %22 = stablehlo.select %19, %21, %12 : tensor<8x8xi1>, tensor<8x8xf32>
    %23 = stablehlo.subtract %17, %22 : tensor<8x8xf32>
    %24 = stablehlo.exponential %23 : tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %25 = stablehlo.compare EQ, %cst_4, %cst_5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.select %25, %cst_7, %cst_6 : tensor<i1>, tensor<f32>
    %cst_8 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %28 = stablehlo.compare EQ, %12, %27, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %31 = stablehlo.select %28, %30, %12 : tensor<8x8xi1>, tensor<8x8xf32>
    %32 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %33 = stablehlo.subtract %32, %31 : tensor<8x8xf32>
    %34 = stablehlo.exponential %33 : tensor<8x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %36 = stablehlo.multiply %35, %34 : tensor<8x8xf32>
    %cst_11 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %38 = stablehlo.compare EQ, %arg0, %37, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %41 = stablehlo.select %38, %40, %arg0 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %cst_14 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %44 = stablehlo.compare EQ, %12, %43, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %47 = stablehlo.select %44, %46, %12 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %49 = stablehlo.subtract %41, %47 : tensor<8x8xf32>
    %50 = stablehlo.exponential %49 : tensor<8x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_18 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %51 = stablehlo.compare EQ, %cst_17, %cst_18, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.select %51, %cst_20, %cst_19 : tensor<i1>, tensor<f32>
    %cst_21 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %54 = stablehlo.compare EQ, %12, %53, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %57 = stablehlo.select %54, %56, %12 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %59 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %60 = stablehlo.subtract %59, %57 : tensor<8x8xf32>
    %61 = stablehlo.exponential %60 : tensor<8x8xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %63 = stablehlo.multiply %62, %61 : tensor<8x8xf32>
    return %12, %50, %63, %24, %36, %38, %42, %44, %48, %54, %58, %61 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xi1>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func private @softplus_0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<1x8xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.multiply %1, %arg0 : tensor<8x8xf32>
    return %2, %0 : tensor<8x8xf32>, tensor<1x8xf32>
  }
  func.func private @softplus_1(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x8xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<8x8xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<8x8xf32>
    %7 = stablehlo.abs %3 : tensor<8x8xf32>
    %8 = stablehlo.negate %7 : tensor<8x8xf32>
    %9 = stablehlo.exponential %8 : tensor<8x8xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<8x8xf32>
    %11 = stablehlo.add %1, %10 : tensor<8x8xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %14 = stablehlo.compare EQ, %arg0, %13, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %16 = stablehlo.select %14, %15, %arg0 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %18 = stablehlo.compare EQ, %12, %17, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %20 = stablehlo.select %18, %19, %12 : tensor<8x8xi1>, tensor<8x8xf32>
    %21 = stablehlo.subtract %16, %20 : tensor<8x8xf32>
    %22 = stablehlo.exponential %21 : tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %23 = stablehlo.compare EQ, %cst_4, %cst_5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.select %23, %cst_7, %cst_6 : tensor<i1>, tensor<f32>
    %cst_8 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %26 = stablehlo.compare EQ, %12, %25, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %28 = stablehlo.select %26, %27, %12 : tensor<8x8xi1>, tensor<8x8xf32>
    %29 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %30 = stablehlo.subtract %29, %28 : tensor<8x8xf32>
    %31 = stablehlo.exponential %30 : tensor<8x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %33 = stablehlo.multiply %32, %31 : tensor<8x8xf32>
    return %12, %22, %33 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func private @softplus_2(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.multiply %arg2, %arg0 : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func private @softplus_3(%arg0: tensor<8x8xf32>, %arg1: tensor<1x8xf32>, %arg2: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.multiply %0, %arg2 : tensor<8x8xf32>
    %2 = stablehlo.multiply %arg2, %arg0 : tensor<8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.reshape %3 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    return %1, %5 : tensor<8x8xf32>, tensor<8xf32>
  }
  func.func private @softplus_4(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xi1>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x8xi1>, %arg5: tensor<8x8xf32>, %arg6: tensor<8x8xf32>, %arg7: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.multiply %arg7, %arg6 : tensor<8x8xf32>
    %1 = stablehlo.negate %0 : tensor<8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %3 = stablehlo.select %arg4, %2, %1 : tensor<8x8xi1>, tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %5 = stablehlo.select %arg2, %4, %0 : tensor<8x8xi1>, tensor<8x8xf32>
    %6 = stablehlo.multiply %3, %arg0 : tensor<8x8xf32>
    %7 = stablehlo.add %5, %6 : tensor<8x8xf32>
    return %7 : tensor<8x8xf32>
  }
}
