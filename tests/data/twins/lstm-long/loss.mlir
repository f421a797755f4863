module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4x16xf32>, %arg3: tensor<4x16xf32>, %arg4: tensor<6x70x4xf32>, %arg5: tensor<6x70xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %1 = stablehlo.transpose %arg4, dims = [1, 0, 2] : (tensor<6x70x4xf32>) -> tensor<70x6x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<70x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:9 = stablehlo.while(%iterArg = %1, %iterArg_3 = %arg3, %iterArg_4 = %arg2, %iterArg_5 = %arg0, %iterArg_6 = %arg1, %iterArg_7 = %c, %iterArg_8 = %0, %iterArg_9 = %0, %iterArg_10 = %2) : tensor<70x6x4xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<16xf32>, tensor<4xf32>, tensor<i32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<70x6xf32>
    cond {
      %c_11 = stablehlo.constant dense<70> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_7, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_7) : (tensor<70x6x4xf32>, tensor<i32>) -> tensor<6x4xf32>
      %10:3 = func.call @closed_call(%iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_8, %iterArg_9, %9) : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<16xf32>, tensor<4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6xf32>)
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_10, %10#2, %iterArg_7) : (tensor<70x6xf32>, tensor<6xf32>, tensor<i32>) -> tensor<70x6xf32>
      %c_11 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_7, %c_11 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %12, %10#0, %10#1, %11 : tensor<70x6x4xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<16xf32>, tensor<4xf32>, tensor<i32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<70x6xf32>
    }
    %4 = stablehlo.transpose %3#8, dims = [1, 0] : (tensor<70x6xf32>) -> tensor<6x70xf32>
    %5 = stablehlo.subtract %4, %arg5 : tensor<6x70xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<6x70xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x70xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<4.200000e+02> : tensor<f32>
    %8 = stablehlo.divide %7, %cst_2 : tensor<f32>
    return %8 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<70x6x4xf32>, %arg1: tensor<i32>) -> tensor<6x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 6, 4] : (tensor<70x6x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x6x4xf32>) -> tensor<6x4xf32>
    return %1 : tensor<6x4xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x16xf32>, %arg1: tensor<4x16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<4xf32>, %arg4: tensor<6x4xf32>, %arg5: tensor<6x4xf32>, %arg6: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6xf32>) {
    %0 = stablehlo.dot_general %arg6, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x16xf32>) -> tensor<6x16xf32>
    %1 = stablehlo.dot_general %arg5, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x16xf32>) -> tensor<6x16xf32>
    %2 = stablehlo.add %0, %1 : tensor<6x16xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<6x16xf32>
    %5 = stablehlo.add %2, %4 : tensor<6x16xf32>
    %6 = stablehlo.slice %5 [0:6, 0:4] : (tensor<6x16xf32>) -> tensor<6x4xf32>
    %7 = stablehlo.slice %5 [0:6, 4:8] : (tensor<6x16xf32>) -> tensor<6x4xf32>
    %8 = stablehlo.slice %5 [0:6, 8:12] : (tensor<6x16xf32>) -> tensor<6x4xf32>
    %9 = stablehlo.slice %5 [0:6, 12:16] : (tensor<6x16xf32>) -> tensor<6x4xf32>
    %10 = stablehlo.negate %7 : tensor<6x4xf32>
    %11 = stablehlo.exponential %10 : tensor<6x4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %13 = stablehlo.add %12, %11 : tensor<6x4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %15 = stablehlo.divide %14, %13 : tensor<6x4xf32>
    %16 = stablehlo.multiply %15, %arg4 : tensor<6x4xf32>
    %17 = stablehlo.negate %6 : tensor<6x4xf32>
    %18 = stablehlo.exponential %17 : tensor<6x4xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %20 = stablehlo.add %19, %18 : tensor<6x4xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %22 = stablehlo.divide %21, %20 : tensor<6x4xf32>
    %23 = stablehlo.tanh %8 : tensor<6x4xf32>
    %24 = stablehlo.multiply %22, %23 : tensor<6x4xf32>
    %25 = stablehlo.add %16, %24 : tensor<6x4xf32>
    %26 = stablehlo.negate %9 : tensor<6x4xf32>
    %27 = stablehlo.exponential %26 : tensor<6x4xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %29 = stablehlo.add %28, %27 : tensor<6x4xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %31 = stablehlo.divide %30, %29 : tensor<6x4xf32>
    %32 = stablehlo.tanh %25 : tensor<6x4xf32>
    %33 = stablehlo.multiply %31, %32 : tensor<6x4xf32>
    %34 = stablehlo.dot_general %33, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6xf32>
    return %25, %33, %34 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<70x6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<i32>) -> tensor<70x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<70x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<70x6xf32>
    return %1 : tensor<70x6xf32>
  }
}
