module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5xf32>, %arg1: tensor<3x5xf32>, %arg2: tensor<5x2xf32>, %arg3: tensor<3x2xf32>, %arg4: tensor<8x6x3xf32>, %arg5: tensor<8x6x2xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}, tensor<3x5xf32> {jax.result_info = "result[2]"}, tensor<5x2xf32> {jax.result_info = "result[3]"}, tensor<3x2xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<5xf32>
    %1 = stablehlo.negate %0 : tensor<5xf32>
    %2 = stablehlo.exponential %1 : tensor<5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %4 = stablehlo.transpose %arg4, dims = [1, 0, 2] : (tensor<8x6x3xf32>) -> tensor<6x8x3xf32>
    %5 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x8x2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x8x5xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x8x5xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %9:10 = stablehlo.while(%iterArg = %4, %iterArg_15 = %5, %iterArg_16 = %arg1, %iterArg_17 = %arg2, %iterArg_18 = %arg3, %iterArg_19 = %c, %iterArg_20 = %3, %iterArg_21 = %6, %iterArg_22 = %7, %iterArg_23 = %8) : tensor<6x8x3xf32>, tensor<1x5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<i32>, tensor<8x5xf32>, tensor<6x8x2xf32>, tensor<6x8x5xf32>, tensor<6x8x5xf32>
    cond {
      %c_24 = stablehlo.constant dense<6> : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_19, %c_24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    } do {
      %31 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_19) : (tensor<6x8x3xf32>, tensor<i32>) -> tensor<8x3xf32>
      %32:4 = func.call @closed_call(%iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_20, %31) : (tensor<1x5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<8x5xf32>, tensor<8x3xf32>) -> (tensor<8x5xf32>, tensor<8x2xf32>, tensor<8x5xf32>, tensor<8x5xf32>)
      %33 = func.call @dynamic_update_index_in_dim(%iterArg_21, %32#1, %iterArg_19) : (tensor<6x8x2xf32>, tensor<8x2xf32>, tensor<i32>) -> tensor<6x8x2xf32>
      %34 = func.call @dynamic_update_index_in_dim_0(%iterArg_22, %32#2, %iterArg_19) : (tensor<6x8x5xf32>, tensor<8x5xf32>, tensor<i32>) -> tensor<6x8x5xf32>
      %35 = func.call @dynamic_update_index_in_dim_0(%iterArg_23, %32#3, %iterArg_19) : (tensor<6x8x5xf32>, tensor<8x5xf32>, tensor<i32>) -> tensor<6x8x5xf32>
      %c_24 = stablehlo.constant dense<1> : tensor<i32>
      %36 = stablehlo.add %iterArg_19, %c_24 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %36, %32#0, %33, %34, %35 : tensor<6x8x3xf32>, tensor<1x5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<i32>, tensor<8x5xf32>, tensor<6x8x2xf32>, tensor<6x8x5xf32>, tensor<6x8x5xf32>
    }
    %10 = stablehlo.transpose %9#7, dims = [1, 0, 2] : (tensor<6x8x2xf32>) -> tensor<8x6x2xf32>
    %11 = stablehlo.subtract %10, %arg5 : tensor<8x6x2xf32>
    %12 = stablehlo.multiply %11, %11 : tensor<8x6x2xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x6x2xf32>
    %14 = stablehlo.multiply %13, %11 : tensor<8x6x2xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%12 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x6x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %16 = stablehlo.divide %15, %cst_5 : tensor<f32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %18 = stablehlo.divide %cst_7, %cst_8 : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<8x6x2xf32>
    %20 = stablehlo.multiply %19, %14 : tensor<8x6x2xf32>
    %21 = stablehlo.transpose %20, dims = [1, 0, 2] : (tensor<8x6x2xf32>) -> tensor<6x8x2xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %27:12 = stablehlo.while(%iterArg = %21, %iterArg_15 = %9#8, %iterArg_16 = %4, %iterArg_17 = %9#9, %iterArg_18 = %5, %iterArg_19 = %arg2, %iterArg_20 = %c_14, %iterArg_21 = %23, %iterArg_22 = %24, %iterArg_23 = %25, %iterArg_24 = %26, %iterArg_25 = %22) : tensor<6x8x2xf32>, tensor<6x8x5xf32>, tensor<6x8x3xf32>, tensor<6x8x5xf32>, tensor<1x5xf32>, tensor<5x2xf32>, tensor<i32>, tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<8x5xf32>
    cond {
      %c_26 = stablehlo.constant dense<6> : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_20, %c_26, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    } do {
      %c_26 = stablehlo.constant dense<6> : tensor<i32>
      %31 = stablehlo.subtract %c_26, %iterArg_20 : tensor<i32>
      %c_27 = stablehlo.constant dense<1> : tensor<i32>
      %32 = stablehlo.subtract %31, %c_27 : tensor<i32>
      %33 = func.call @dynamic_index_in_dim_1(%iterArg, %32) : (tensor<6x8x2xf32>, tensor<i32>) -> tensor<8x2xf32>
      %34 = func.call @dynamic_index_in_dim_2(%iterArg_15, %32) : (tensor<6x8x5xf32>, tensor<i32>) -> tensor<8x5xf32>
      %35 = func.call @dynamic_index_in_dim(%iterArg_16, %32) : (tensor<6x8x3xf32>, tensor<i32>) -> tensor<8x3xf32>
      %36 = func.call @dynamic_index_in_dim_2(%iterArg_17, %32) : (tensor<6x8x5xf32>, tensor<i32>) -> tensor<8x5xf32>
      %37:5 = func.call @closed_call_3(%iterArg_18, %iterArg_19, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %33, %34, %35, %36) : (tensor<1x5xf32>, tensor<5x2xf32>, tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<8x5xf32>, tensor<8x2xf32>, tensor<8x5xf32>, tensor<8x3xf32>, tensor<8x5xf32>) -> (tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<8x5xf32>)
      %c_28 = stablehlo.constant dense<1> : tensor<i32>
      %38 = stablehlo.add %iterArg_20, %c_28 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %38, %37#0, %37#1, %37#2, %37#3, %37#4 : tensor<6x8x2xf32>, tensor<6x8x5xf32>, tensor<6x8x3xf32>, tensor<6x8x5xf32>, tensor<1x5xf32>, tensor<5x2xf32>, tensor<i32>, tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<8x5xf32>
    }
    %28 = stablehlo.multiply %27#7, %2 : tensor<5xf32>
    %29 = stablehlo.negate %28 : tensor<5xf32>
    %30 = stablehlo.multiply %29, %0 : tensor<5xf32>
    return %16, %30, %27#8, %27#9, %27#10 : tensor<f32>, tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6x8x3xf32>, %arg1: tensor<i32>) -> tensor<8x3xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 3] : (tensor<6x8x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    return %1 : tensor<8x3xf32>
  }
  func.func private @closed_call(%arg0: tensor<1x5xf32>, %arg1: tensor<3x5xf32>, %arg2: tensor<5x2xf32>, %arg3: tensor<3x2xf32>, %arg4: tensor<8x5xf32>, %arg5: tensor<8x3xf32>) -> (tensor<8x5xf32>, tensor<8x2xf32>, tensor<8x5xf32>, tensor<8x5xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<8x5xf32>
    %1 = stablehlo.multiply %0, %arg4 : tensor<8x5xf32>
    %2 = stablehlo.dot_general %arg5, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<3x5xf32>) -> tensor<8x5xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x5xf32>
    %4 = stablehlo.dot_general %3, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5xf32>, tensor<5x2xf32>) -> tensor<8x2xf32>
    %5 = stablehlo.dot_general %arg5, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<3x2xf32>) -> tensor<8x2xf32>
    %6 = stablehlo.add %4, %5 : tensor<8x2xf32>
    return %3, %6, %arg4, %3 : tensor<8x5xf32>, tensor<8x2xf32>, tensor<8x5xf32>, tensor<8x5xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x8x2xf32>, %arg1: tensor<8x2xf32>, %arg2: tensor<i32>) -> tensor<6x8x2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x2xf32>) -> tensor<1x8x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x8x2xf32>, tensor<1x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x8x2xf32>
    return %1 : tensor<6x8x2xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<6x8x5xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<i32>) -> tensor<6x8x5xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x5xf32>) -> tensor<1x8x5xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x8x5xf32>, tensor<1x8x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x8x5xf32>
    return %1 : tensor<6x8x5xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<6x8x2xf32>, %arg1: tensor<i32>) -> tensor<8x2xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 2] : (tensor<6x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x2xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    return %1 : tensor<8x2xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<6x8x5xf32>, %arg1: tensor<i32>) -> tensor<8x5xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 5] : (tensor<6x8x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x5xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x5xf32>) -> tensor<8x5xf32>
    return %1 : tensor<8x5xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<1x5xf32>, %arg1: tensor<5x2xf32>, %arg2: tensor<5xf32>, %arg3: tensor<3x5xf32>, %arg4: tensor<5x2xf32>, %arg5: tensor<3x2xf32>, %arg6: tensor<8x5xf32>, %arg7: tensor<8x2xf32>, %arg8: tensor<8x5xf32>, %arg9: tensor<8x3xf32>, %arg10: tensor<8x5xf32>) -> (tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<8x5xf32>) {
    %0 = stablehlo.dot_general %arg7, %arg9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<8x3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %2 = stablehlo.add %arg5, %1 : tensor<3x2xf32>
    %3 = stablehlo.dot_general %arg7, %arg10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<8x5xf32>) -> tensor<2x5xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<2x5xf32>) -> tensor<5x2xf32>
    %5 = stablehlo.add %arg4, %4 : tensor<5x2xf32>
    %6 = stablehlo.dot_general %arg7, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x2xf32>, tensor<5x2xf32>) -> tensor<8x5xf32>
    %7 = stablehlo.add %arg6, %6 : tensor<8x5xf32>
    %8 = stablehlo.dot_general %7, %arg9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5xf32>, tensor<8x3xf32>) -> tensor<5x3xf32>
    %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<5x3xf32>) -> tensor<3x5xf32>
    %10 = stablehlo.add %arg3, %9 : tensor<3x5xf32>
    %11 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<8x5xf32>
    %12 = stablehlo.multiply %11, %7 : tensor<8x5xf32>
    %13 = stablehlo.multiply %7, %arg8 : tensor<8x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x5xf32>, tensor<f32>) -> tensor<5xf32>
    %15 = stablehlo.reshape %14 : (tensor<5xf32>) -> tensor<1x5xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x5xf32>, tensor<f32>) -> tensor<5xf32>
    %17 = stablehlo.add %arg2, %16 : tensor<5xf32>
    return %17, %10, %5, %2, %12 : tensor<5xf32>, tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>, tensor<8x5xf32>
  }
}
