module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<4x4xf32>, %arg3: tensor<8x5x3xf32>, %arg4: tensor<8x5xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<4x4xf32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %1 = stablehlo.transpose %arg3, dims = [1, 0, 2] : (tensor<8x5x3xf32>) -> tensor<5x8x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x8x4xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5x8x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<5x8x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:10 = stablehlo.while(%iterArg = %1, %iterArg_13 = %arg2, %iterArg_14 = %arg1, %iterArg_15 = %arg0, %iterArg_16 = %c, %iterArg_17 = %0, %iterArg_18 = %2, %iterArg_19 = %3, %iterArg_20 = %4, %iterArg_21 = %5) : tensor<5x8x3xf32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<i32>, tensor<8x4xf32>, tensor<5x8xf32>, tensor<5x8x4xf32>, tensor<5x8x4xf32>, tensor<5x8x4xf32>
    cond {
      %c_22 = stablehlo.constant dense<5> : tensor<i32>
      %22 = stablehlo.compare LT, %iterArg_16, %c_22, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %22 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_16) : (tensor<5x8x3xf32>, tensor<i32>) -> tensor<8x3xf32>
      %23:5 = func.call @closed_call(%iterArg_13, %iterArg_14, %iterArg_15, %iterArg_17, %22) : (tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<8x4xf32>, tensor<8x3xf32>) -> (tensor<8x4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>)
      %24 = func.call @dynamic_update_index_in_dim(%iterArg_18, %23#1, %iterArg_16) : (tensor<5x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<5x8xf32>
      %25 = func.call @dynamic_update_index_in_dim_0(%iterArg_19, %23#2, %iterArg_16) : (tensor<5x8x4xf32>, tensor<8x4xf32>, tensor<i32>) -> tensor<5x8x4xf32>
      %26 = func.call @dynamic_update_index_in_dim_0(%iterArg_20, %23#3, %iterArg_16) : (tensor<5x8x4xf32>, tensor<8x4xf32>, tensor<i32>) -> tensor<5x8x4xf32>
      %27 = func.call @dynamic_update_index_in_dim_0(%iterArg_21, %23#4, %iterArg_16) : (tensor<5x8x4xf32>, tensor<8x4xf32>, tensor<i32>) -> tensor<5x8x4xf32>
      %c_22 = stablehlo.constant dense<1> : tensor<i32>
      %28 = stablehlo.add %iterArg_16, %c_22 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_13, %iterArg_14, %iterArg_15, %28, %23#0, %24, %25, %26, %27 : tensor<5x8x3xf32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<i32>, tensor<8x4xf32>, tensor<5x8xf32>, tensor<5x8x4xf32>, tensor<5x8x4xf32>, tensor<5x8x4xf32>
    }
    %7 = stablehlo.transpose %6#6, dims = [1, 0] : (tensor<5x8xf32>) -> tensor<8x5xf32>
    %8 = stablehlo.subtract %7, %arg4 : tensor<8x5xf32>
    %9 = stablehlo.multiply %8, %8 : tensor<8x5xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %11 = stablehlo.multiply %10, %8 : tensor<8x5xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%9 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<4.000000e+01> : tensor<f32>
    %13 = stablehlo.divide %12, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = stablehlo.constant dense<4.000000e+01> : tensor<f32>
    %14 = stablehlo.divide %cst_7, %cst_8 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %16 = stablehlo.multiply %15, %11 : tensor<8x5xf32>
    %17 = stablehlo.transpose %16, dims = [1, 0] : (tensor<8x5xf32>) -> tensor<5x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %21:10 = stablehlo.while(%iterArg = %17, %iterArg_13 = %6#7, %iterArg_14 = %1, %iterArg_15 = %6#8, %iterArg_16 = %6#9, %iterArg_17 = %arg0, %iterArg_18 = %c_12, %iterArg_19 = %18, %iterArg_20 = %19, %iterArg_21 = %20) : tensor<5x8xf32>, tensor<5x8x4xf32>, tensor<5x8x3xf32>, tensor<5x8x4xf32>, tensor<5x8x4xf32>, tensor<4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>
    cond {
      %c_22 = stablehlo.constant dense<5> : tensor<i32>
      %22 = stablehlo.compare LT, %iterArg_18, %c_22, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %c_22 = stablehlo.constant dense<5> : tensor<i32>
      %22 = stablehlo.subtract %c_22, %iterArg_18 : tensor<i32>
      %c_23 = stablehlo.constant dense<1> : tensor<i32>
      %23 = stablehlo.subtract %22, %c_23 : tensor<i32>
      %24 = func.call @dynamic_index_in_dim_1(%iterArg, %23) : (tensor<5x8xf32>, tensor<i32>) -> tensor<8xf32>
      %25 = func.call @dynamic_index_in_dim_2(%iterArg_13, %23) : (tensor<5x8x4xf32>, tensor<i32>) -> tensor<8x4xf32>
      %26 = func.call @dynamic_index_in_dim(%iterArg_14, %23) : (tensor<5x8x3xf32>, tensor<i32>) -> tensor<8x3xf32>
      %27 = func.call @dynamic_index_in_dim_2(%iterArg_15, %23) : (tensor<5x8x4xf32>, tensor<i32>) -> tensor<8x4xf32>
      %28 = func.call @dynamic_index_in_dim_2(%iterArg_16, %23) : (tensor<5x8x4xf32>, tensor<i32>) -> tensor<8x4xf32>
      %29:3 = func.call @closed_call_3(%iterArg_17, %iterArg_19, %iterArg_20, %iterArg_21, %24, %25, %26, %27, %28) : (tensor<4xf32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x3xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>)
      %c_24 = stablehlo.constant dense<1> : tensor<i32>
      %30 = stablehlo.add %iterArg_18, %c_24 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %iterArg_17, %30, %29#0, %29#1, %29#2 : tensor<5x8xf32>, tensor<5x8x4xf32>, tensor<5x8x3xf32>, tensor<5x8x4xf32>, tensor<5x8x4xf32>, tensor<4xf32>, tensor<i32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>
    }
    return %13, %21#9, %21#8, %21#7 : tensor<f32>, tensor<4xf32>, tensor<3x4xf32>, tensor<4x4xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x8x3xf32>, %arg1: tensor<i32>) -> tensor<8x3xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 3] : (tensor<5x8x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    return %1 : tensor<8x3xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x4xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<8x4xf32>, %arg4: tensor<8x3xf32>) -> (tensor<8x4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.add %0, %1 : tensor<8x4xf32>
    %3 = stablehlo.tanh %2 : tensor<8x4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %5 = stablehlo.subtract %4, %3 : tensor<8x4xf32>
    %6 = stablehlo.dot_general %3, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
    return %3, %6, %arg3, %3, %5 : tensor<8x4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<i32>) -> tensor<5x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<5x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<5x8xf32>
    return %1 : tensor<5x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<5x8x4xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<i32>) -> tensor<5x8x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x4xf32>) -> tensor<1x8x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<5x8x4xf32>, tensor<1x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x8x4xf32>
    return %1 : tensor<5x8x4xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<5x8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<5x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<5x8x4xf32>, %arg1: tensor<i32>) -> tensor<8x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 4] : (tensor<5x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<3x4xf32>, %arg3: tensor<4xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8x4xf32>, %arg6: tensor<8x3xf32>, %arg7: tensor<8x4xf32>, %arg8: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>) {
    %0 = stablehlo.dot_general %arg4, %arg7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
    %1 = stablehlo.add %arg3, %0 : tensor<4xf32>
    %2 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<8xf32>, tensor<4xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.multiply %2, %arg8 : tensor<8x4xf32>
    %4 = stablehlo.multiply %3, %arg7 : tensor<8x4xf32>
    %5 = stablehlo.add %3, %4 : tensor<8x4xf32>
    %6 = stablehlo.dot_general %5, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
    %8 = stablehlo.add %arg2, %7 : tensor<3x4xf32>
    %9 = stablehlo.dot_general %5, %arg5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %11 = stablehlo.add %arg1, %10 : tensor<4x4xf32>
    return %11, %8, %1 : tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>
  }
}
