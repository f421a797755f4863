module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5xf32>, %arg1: tensor<3x5xf32>, %arg2: tensor<5x2xf32>, %arg3: tensor<3x2xf32>, %arg4: tensor<8x6x3xf32>, %arg5: tensor<8x6x2xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<5xf32>
    %1 = stablehlo.negate %0 : tensor<5xf32>
    %2 = stablehlo.exponential %1 : tensor<5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %4 = stablehlo.transpose %arg4, dims = [1, 0, 2] : (tensor<8x6x3xf32>) -> tensor<6x8x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x8x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:8 = stablehlo.while(%iterArg = %4, %iterArg_3 = %2, %iterArg_4 = %arg1, %iterArg_5 = %arg2, %iterArg_6 = %arg3, %iterArg_7 = %c, %iterArg_8 = %3, %iterArg_9 = %5) : tensor<6x8x3xf32>, tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<i32>, tensor<8x5xf32>, tensor<6x8x2xf32>
    cond {
      %c_10 = stablehlo.constant dense<6> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_7, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_7) : (tensor<6x8x3xf32>, tensor<i32>) -> tensor<8x3xf32>
      %13:2 = func.call @closed_call(%iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_8, %12) : (tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<8x5xf32>, tensor<8x3xf32>) -> (tensor<8x5xf32>, tensor<8x2xf32>)
      %14 = func.call @dynamic_update_index_in_dim(%iterArg_9, %13#1, %iterArg_7) : (tensor<6x8x2xf32>, tensor<8x2xf32>, tensor<i32>) -> tensor<6x8x2xf32>
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_7, %c_10 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %15, %13#0, %14 : tensor<6x8x3xf32>, tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<i32>, tensor<8x5xf32>, tensor<6x8x2xf32>
    }
    %7 = stablehlo.transpose %6#7, dims = [1, 0, 2] : (tensor<6x8x2xf32>) -> tensor<8x6x2xf32>
    %8 = stablehlo.subtract %7, %arg5 : tensor<8x6x2xf32>
    %9 = stablehlo.multiply %8, %8 : tensor<8x6x2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x6x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %11 = stablehlo.divide %10, %cst_2 : tensor<f32>
    return %11 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6x8x3xf32>, %arg1: tensor<i32>) -> tensor<8x3xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 3] : (tensor<6x8x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    return %1 : tensor<8x3xf32>
  }
  func.func private @closed_call(%arg0: tensor<5xf32>, %arg1: tensor<3x5xf32>, %arg2: tensor<5x2xf32>, %arg3: tensor<3x2xf32>, %arg4: tensor<8x5xf32>, %arg5: tensor<8x3xf32>) -> (tensor<8x5xf32>, tensor<8x2xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<8x5xf32>
    %2 = stablehlo.multiply %1, %arg4 : tensor<8x5xf32>
    %3 = stablehlo.dot_general %arg5, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<3x5xf32>) -> tensor<8x5xf32>
    %4 = stablehlo.add %2, %3 : tensor<8x5xf32>
    %5 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5xf32>, tensor<5x2xf32>) -> tensor<8x2xf32>
    %6 = stablehlo.dot_general %arg5, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<3x2xf32>) -> tensor<8x2xf32>
    %7 = stablehlo.add %5, %6 : tensor<8x2xf32>
    return %4, %7 : tensor<8x5xf32>, tensor<8x2xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x8x2xf32>, %arg1: tensor<8x2xf32>, %arg2: tensor<i32>) -> tensor<6x8x2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x2xf32>) -> tensor<1x8x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x8x2xf32>, tensor<1x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x8x2xf32>
    return %1 : tensor<6x8x2xf32>
  }
}
