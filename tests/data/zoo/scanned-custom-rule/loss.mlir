module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x8xf32>, %arg1: tensor<3x8x8xf32>, %arg2: tensor<8x3xf32>, %arg3: tensor<6x4x8xf32>, %arg4: tensor<6x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_3 = %arg1, %iterArg_4 = %c, %iterArg_5 = %arg3) : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<6x4x8xf32>
    cond {
      %c_6 = stablehlo.constant dense<3> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_4, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %10 = func.call @dynamic_index_in_dim_0(%iterArg_3, %iterArg_4) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %11 = func.call @closed_call(%iterArg_5, %9, %10) : (tensor<6x4x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> tensor<6x4x8xf32>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_4, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %12, %11 : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<6x4x8xf32>
    }
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0#3 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %3 = stablehlo.divide %1, %2 : tensor<6x8xf32>
    %4 = stablehlo.dot_general %3, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x3xf32>) -> tensor<6x3xf32>
    %5 = stablehlo.subtract %4, %arg4 : tensor<6x3xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<6x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %8 = stablehlo.divide %7, %cst_2 : tensor<f32>
    return %8 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x8x8xf32>, %arg1: tensor<i32>) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<6x4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8x8xf32>) -> tensor<6x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = call @_var(%arg0, %c) : (tensor<6x4x8xf32>, tensor<i32>) -> tensor<6x4x1xf32>
    %cst = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %2 = stablehlo.add %0, %1 : tensor<6x4x1xf32>
    %3 = stablehlo.rsqrt %2 : tensor<6x4x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<6x4x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %9 = stablehlo.subtract %arg0, %8 : tensor<6x4x8xf32>
    %10 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<6x4x8xf32>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<6x4x8xf32>
    %14 = stablehlo.multiply %11, %13 : tensor<6x4x8xf32>
    %15 = stablehlo.custom_call @motley.custom_rule(%14) {backend_config = "", mhlo.backend_config = {function = "layer_norm"}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>]} : (tensor<6x4x8xf32>) -> tensor<6x4x8xf32>
    %16 = stablehlo.dot_general %15, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x8xf32>) -> tensor<6x4x8xf32>
    %17 = stablehlo.tanh %16 : tensor<6x4x8xf32>
    %18 = stablehlo.add %arg0, %17 : tensor<6x4x8xf32>
    return %18 : tensor<6x4x8xf32>
  }
  func.func private @_var(%arg0: tensor<6x4x8xf32>, %arg1: tensor<i32>) -> tensor<6x4x1xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<6x4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<6x4x8xf32>
    %6 = chlo.square %5 : tensor<6x4x8xf32> -> tensor<6x4x8xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<6x4x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = call @_where(%13, %12, %cst_4) : (tensor<i1>, tensor<6x4x1xf32>, tensor<f32>) -> tensor<6x4x1xf32>
    return %14 : tensor<6x4x1xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<6x4x1xf32>, %arg2: tensor<f32>) -> tensor<6x4x1xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<6x4x1xf32>
    return %2 : tensor<6x4x1xf32>
  }
}
