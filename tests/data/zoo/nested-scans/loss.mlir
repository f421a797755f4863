module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<2x3x6x6xf32>, %arg3: tensor<6x3xf32>, %arg4: tensor<6x6xf32>, %arg5: tensor<6x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:7 = stablehlo.while(%iterArg = %arg0, %iterArg_6 = %arg1, %iterArg_7 = %arg2, %iterArg_8 = %c, %iterArg_9 = %arg4, %iterArg_10 = %cst, %iterArg_11 = %0) : tensor<2x3x6xf32>, tensor<2x6xf32>, tensor<2x3x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<2x3xf32>
    cond {
      %c_12 = stablehlo.constant dense<2> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_8, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_8) : (tensor<2x3x6xf32>, tensor<i32>) -> tensor<3x6xf32>
      %13 = func.call @dynamic_index_in_dim_0(%iterArg_6, %iterArg_8) : (tensor<2x6xf32>, tensor<i32>) -> tensor<6xf32>
      %14 = func.call @dynamic_index_in_dim_1(%iterArg_7, %iterArg_8) : (tensor<2x3x6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %15:3 = func.call @closed_call(%iterArg_9, %iterArg_10, %12, %13, %14) : (tensor<6x6xf32>, tensor<f32>, tensor<3x6xf32>, tensor<6xf32>, tensor<3x6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<3xf32>)
      %16 = func.call @dynamic_update_index_in_dim_5(%iterArg_11, %15#2, %iterArg_8) : (tensor<2x3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<2x3xf32>
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %17 = stablehlo.add %iterArg_8, %c_12 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_6, %iterArg_7, %17, %15#0, %15#1, %16 : tensor<2x3x6xf32>, tensor<2x6xf32>, tensor<2x3x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<2x3xf32>
    }
    %2 = stablehlo.dot_general %1#4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x6xf32>, tensor<6x3xf32>) -> tensor<6x3xf32>
    %3 = stablehlo.subtract %2, %arg5 : tensor<6x3xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<6x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %6 = stablehlo.divide %5, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %7 = stablehlo.multiply %cst_3, %1#5 : tensor<f32>
    %8 = stablehlo.add %6, %7 : tensor<f32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%1#6 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %10 = stablehlo.multiply %cst_5, %9 : tensor<f32>
    %11 = stablehlo.add %8, %10 : tensor<f32>
    return %11 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x3x6xf32>, %arg1: tensor<i32>) -> tensor<3x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 3, 6] : (tensor<2x3x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x6xf32>) -> tensor<3x6xf32>
    return %1 : tensor<3x6xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<2x6xf32>, %arg1: tensor<i32>) -> tensor<6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 6] : (tensor<2x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x6xf32>) -> tensor<6xf32>
    return %1 : tensor<6xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x3x6x6xf32>, %arg1: tensor<i32>) -> tensor<3x6x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 3, 6, 6] : (tensor<2x3x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x6x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x6x6xf32>) -> tensor<3x6x6xf32>
    return %1 : tensor<3x6x6xf32>
  }
  func.func private @closed_call(%arg0: tensor<6x6xf32>, %arg1: tensor<f32>, %arg2: tensor<3x6xf32>, %arg3: tensor<6xf32>, %arg4: tensor<3x6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:6 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg4, %iterArg_1 = %c, %iterArg_2 = %arg0, %iterArg_3 = %arg1, %iterArg_4 = %0) : tensor<3x6xf32>, tensor<3x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<3xf32>
    cond {
      %c_5 = stablehlo.constant dense<3> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg_1, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = func.call @dynamic_index_in_dim_2(%iterArg, %iterArg_1) : (tensor<3x6xf32>, tensor<i32>) -> tensor<6xf32>
      %6 = func.call @dynamic_index_in_dim_3(%iterArg_0, %iterArg_1) : (tensor<3x6x6xf32>, tensor<i32>) -> tensor<6x6xf32>
      %7:3 = func.call @closed_call_4(%iterArg_2, %iterArg_3, %5, %6) : (tensor<6x6xf32>, tensor<f32>, tensor<6xf32>, tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<f32>)
      %8 = func.call @dynamic_update_index_in_dim(%iterArg_4, %7#2, %iterArg_1) : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %9 = stablehlo.add %iterArg_1, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %9, %7#0, %7#1, %8 : tensor<3x6xf32>, tensor<3x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<3xf32>
    }
    %2 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<6x6xf32>
    %4 = stablehlo.multiply %1#3, %3 : tensor<6x6xf32>
    return %4, %1#4, %1#5 : tensor<6x6xf32>, tensor<f32>, tensor<3xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x6xf32>, %arg1: tensor<i32>) -> tensor<6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 6] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x6xf32>) -> tensor<6xf32>
    return %1 : tensor<6xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<3x6x6xf32>, %arg1: tensor<i32>) -> tensor<6x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 6, 6] : (tensor<3x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x6x6xf32>) -> tensor<6x6xf32>
    return %1 : tensor<6x6xf32>
  }
  func.func private @closed_call_4(%arg0: tensor<6x6xf32>, %arg1: tensor<f32>, %arg2: tensor<6xf32>, %arg3: tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<f32>) {
    %0 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<6x6xf32>
    %3 = stablehlo.add %0, %2 : tensor<6x6xf32>
    %4 = stablehlo.tanh %3 : tensor<6x6xf32>
    %5 = stablehlo.add %arg0, %4 : tensor<6x6xf32>
    %6 = stablehlo.multiply %4, %4 : tensor<6x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %8 = stablehlo.divide %7, %cst_0 : tensor<f32>
    %9 = stablehlo.convert %arg1 : tensor<f32>
    %10 = stablehlo.add %9, %8 : tensor<f32>
    %11 = stablehlo.abs %4 : tensor<6x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %13 = stablehlo.divide %12, %cst_2 : tensor<f32>
    return %5, %10, %13 : tensor<6x6xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<i32>) -> tensor<2x3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
}
