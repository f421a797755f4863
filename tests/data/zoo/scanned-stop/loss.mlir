module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<4x4xf32>, %arg3: tensor<8x5x3xf32>, %arg4: tensor<8x5xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %1 = stablehlo.transpose %arg3, dims = [1, 0, 2] : (tensor<8x5x3xf32>) -> tensor<5x8x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:7 = stablehlo.while(%iterArg = %1, %iterArg_3 = %arg2, %iterArg_4 = %arg1, %iterArg_5 = %arg0, %iterArg_6 = %c, %iterArg_7 = %0, %iterArg_8 = %2) : tensor<5x8x3xf32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<i32>, tensor<8x4xf32>, tensor<5x8xf32>
    cond {
      %c_9 = stablehlo.constant dense<5> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_6, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_6) : (tensor<5x8x3xf32>, tensor<i32>) -> tensor<8x3xf32>
      %10:2 = func.call @closed_call(%iterArg_3, %iterArg_4, %iterArg_5, %iterArg_7, %9) : (tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<8x4xf32>, tensor<8x3xf32>) -> (tensor<8x4xf32>, tensor<8xf32>)
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_8, %10#1, %iterArg_6) : (tensor<5x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<5x8xf32>
      %c_9 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_6, %c_9 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %12, %10#0, %11 : tensor<5x8x3xf32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<i32>, tensor<8x4xf32>, tensor<5x8xf32>
    }
    %4 = stablehlo.transpose %3#6, dims = [1, 0] : (tensor<5x8xf32>) -> tensor<8x5xf32>
    %5 = stablehlo.subtract %4, %arg4 : tensor<8x5xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<8x5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<4.000000e+01> : tensor<f32>
    %8 = stablehlo.divide %7, %cst_2 : tensor<f32>
    return %8 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x8x3xf32>, %arg1: tensor<i32>) -> tensor<8x3xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 3] : (tensor<5x8x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    return %1 : tensor<8x3xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x4xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<8x4xf32>, %arg4: tensor<8x3xf32>) -> (tensor<8x4xf32>, tensor<8xf32>) {
    %0 = stablehlo.custom_call @motley.stop_gradient(%arg3) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.dot_general %0, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x4xf32>
    %4 = stablehlo.tanh %3 : tensor<8x4xf32>
    %5 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
    return %4, %5 : tensor<8x4xf32>, tensor<8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<i32>) -> tensor<5x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<5x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<5x8xf32>
    return %1 : tensor<5x8xf32>
  }
}
