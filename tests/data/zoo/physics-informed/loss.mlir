module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>, %arg1: tensor<2x8xf32>, %arg2: tensor<8x1xf32>, %arg3: tensor<8x2xf32>, %arg4: tensor<8x2xf32>, %arg5: tensor<8xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %cst = stablehlo.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
    %0 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<8x8xf32>
    %4 = stablehlo.tanh %3 : tensor<8x8xf32>
    %5 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %6 = stablehlo.reshape %5 : (tensor<8x1xf32>) -> tensor<8xf32>
    %7 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %10 = stablehlo.add %7, %9 : tensor<8x8xf32>
    %11 = stablehlo.tanh %10 : tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %13 = stablehlo.subtract %12, %11 : tensor<8x8xf32>
    %14 = stablehlo.dot_general %11, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %15 = stablehlo.reshape %14 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %17 = stablehlo.dot_general %16, %arg2, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1xf32>, tensor<8x1xf32>) -> tensor<8xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %20 = stablehlo.multiply %19, %13 : tensor<8x8xf32>
    %21 = stablehlo.multiply %20, %11 : tensor<8x8xf32>
    %22 = stablehlo.add %20, %21 : tensor<8x8xf32>
    %23 = stablehlo.dot_general %22, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<2x8xf32>) -> tensor<8x2xf32>
    %24 = stablehlo.slice %23 [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %25 = stablehlo.reshape %24 : (tensor<8x1xf32>) -> tensor<8xf32>
    %26 = stablehlo.slice %23 [0:8, 1:2] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %27 = stablehlo.reshape %26 : (tensor<8x1xf32>) -> tensor<8xf32>
    %28 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %29 = stablehlo.dot_general %cst, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2xf32>, tensor<2x8xf32>) -> tensor<8xf32>
    %30 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %32 = stablehlo.add %28, %31 : tensor<8x8xf32>
    %33 = stablehlo.tanh %32 : tensor<8x8xf32>
    %34 = stablehlo.broadcast_in_dim %29, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %36 = stablehlo.multiply %35, %33 : tensor<8x8xf32>
    %37 = stablehlo.broadcast_in_dim %29, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %39 = stablehlo.add %38, %36 : tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %41 = stablehlo.subtract %40, %33 : tensor<8x8xf32>
    %42 = stablehlo.multiply %39, %41 : tensor<8x8xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %44 = stablehlo.subtract %43, %33 : tensor<8x8xf32>
    %45 = stablehlo.negate %42 : tensor<8x8xf32>
    %46 = stablehlo.dot_general %33, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %47 = stablehlo.dot_general %42, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %48 = stablehlo.reshape %46 : (tensor<8x1xf32>) -> tensor<8xf32>
    %49 = stablehlo.reshape %47 : (tensor<8x1xf32>) -> tensor<8xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %51 = stablehlo.dot_general %50, %arg2, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1xf32>, tensor<8x1xf32>) -> tensor<8xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %54 = stablehlo.multiply %53, %44 : tensor<8x8xf32>
    %55 = stablehlo.broadcast_in_dim %51, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %57 = stablehlo.multiply %56, %45 : tensor<8x8xf32>
    %58 = stablehlo.multiply %54, %33 : tensor<8x8xf32>
    %59 = stablehlo.multiply %57, %33 : tensor<8x8xf32>
    %60 = stablehlo.multiply %54, %42 : tensor<8x8xf32>
    %61 = stablehlo.add %59, %60 : tensor<8x8xf32>
    %62 = stablehlo.add %54, %58 : tensor<8x8xf32>
    %63 = stablehlo.add %57, %61 : tensor<8x8xf32>
    %64 = stablehlo.dot_general %62, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<2x8xf32>) -> tensor<8x2xf32>
    %65 = stablehlo.dot_general %63, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<2x8xf32>) -> tensor<8x2xf32>
    %66 = stablehlo.slice %64 [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %67 = stablehlo.slice %65 [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
    %68 = stablehlo.reshape %66 : (tensor<8x1xf32>) -> tensor<8xf32>
    %69 = stablehlo.reshape %67 : (tensor<8x1xf32>) -> tensor<8xf32>
    %70 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
    %71 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %73 = stablehlo.add %70, %72 : tensor<8x8xf32>
    %74 = stablehlo.tanh %73 : tensor<8x8xf32>
    %75 = stablehlo.dot_general %74, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %76 = stablehlo.reshape %75 : (tensor<8x1xf32>) -> tensor<8xf32>
    %77 = stablehlo.multiply %76, %25 : tensor<8xf32>
    %78 = stablehlo.add %27, %77 : tensor<8xf32>
    %cst_5 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %80 = stablehlo.multiply %79, %69 : tensor<8xf32>
    %81 = stablehlo.subtract %78, %80 : tensor<8xf32>
    %82 = stablehlo.multiply %81, %81 : tensor<8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.reduce(%82 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %84 = stablehlo.divide %83, %cst_7 : tensor<f32>
    %85 = stablehlo.subtract %6, %arg5 : tensor<8xf32>
    %86 = stablehlo.multiply %85, %85 : tensor<8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.reduce(%86 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %88 = stablehlo.divide %87, %cst_9 : tensor<f32>
    %89 = stablehlo.add %84, %88 : tensor<f32>
    return %89 : tensor<f32>
  }
}
