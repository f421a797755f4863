module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x8xf32>, %arg1: tensor<3x8x8xf32>, %arg2: tensor<8x3xf32>, %arg3: tensor<6x4x8xf32>, %arg4: tensor<6x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3x8xf32> {jax.result_info = "result[1]"}, tensor<3x8x8xf32> {jax.result_info = "result[2]"}, tensor<8x3xf32> {jax.result_info = "result[3]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = call @_var(%c) : (tensor<i32>) -> (tensor<f32>, tensor<i1>, tensor<6x4x1xf32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x6x4x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x6x4x1xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x6x4x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x6x4x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x6x4x8xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %6:12 = stablehlo.while(%iterArg = %arg0, %iterArg_17 = %arg1, %iterArg_18 = %0#0, %iterArg_19 = %0#1, %iterArg_20 = %0#2, %iterArg_21 = %c_4, %iterArg_22 = %arg3, %iterArg_23 = %1, %iterArg_24 = %2, %iterArg_25 = %3, %iterArg_26 = %4, %iterArg_27 = %5) : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<f32>, tensor<i1>, tensor<6x4x1xf32>, tensor<i32>, tensor<6x4x8xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x1xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x8xf32>
    cond {
      %c_28 = stablehlo.constant dense<3> : tensor<i32>
      %30 = stablehlo.compare LT, %iterArg_21, %c_28, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %30 : tensor<i1>
    } do {
      %30 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_21) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %31 = func.call @dynamic_index_in_dim_0(%iterArg_17, %iterArg_21) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %32:6 = func.call @closed_call(%iterArg_18, %iterArg_19, %iterArg_20, %iterArg_22, %30, %31) : (tensor<f32>, tensor<i1>, tensor<6x4x1xf32>, tensor<6x4x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<6x4x1xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>)
      %33 = func.call @dynamic_update_index_in_dim(%iterArg_23, %32#1, %iterArg_21) : (tensor<3x6x4x8xf32>, tensor<6x4x8xf32>, tensor<i32>) -> tensor<3x6x4x8xf32>
      %34 = func.call @dynamic_update_index_in_dim_3(%iterArg_24, %32#2, %iterArg_21) : (tensor<3x6x4x1xf32>, tensor<6x4x1xf32>, tensor<i32>) -> tensor<3x6x4x1xf32>
      %35 = func.call @dynamic_update_index_in_dim(%iterArg_25, %32#3, %iterArg_21) : (tensor<3x6x4x8xf32>, tensor<6x4x8xf32>, tensor<i32>) -> tensor<3x6x4x8xf32>
      %36 = func.call @dynamic_update_index_in_dim(%iterArg_26, %32#4, %iterArg_21) : (tensor<3x6x4x8xf32>, tensor<6x4x8xf32>, tensor<i32>) -> tensor<3x6x4x8xf32>
      %37 = func.call @dynamic_update_index_in_dim(%iterArg_27, %32#5, %iterArg_21) : (tensor<3x6x4x8xf32>, tensor<6x4x8xf32>, tensor<i32>) -> tensor<3x6x4x8xf32>
      %c_28 = stablehlo.constant dense<1> : tensor<i32>
      %38 = stablehlo.add %iterArg_21, %c_28 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %38, %32#0, %33, %34, %35, %36, %37 : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<f32>, tensor<i1>, tensor<6x4x1xf32>, tensor<i32>, tensor<6x4x8xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x1xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x8xf32>
    }
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6#6 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %cst_6 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %9 = stablehlo.divide %7, %8 : tensor<6x8xf32>
    %10 = stablehlo.dot_general %9, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x3xf32>) -> tensor<6x3xf32>
    %11 = stablehlo.subtract %10, %arg4 : tensor<6x3xf32>
    %12 = stablehlo.multiply %11, %11 : tensor<6x3xf32>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %14 = stablehlo.multiply %13, %11 : tensor<6x3xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%12 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %16 = stablehlo.divide %15, %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_12 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %18 = stablehlo.divide %cst_11, %cst_12 : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %20 = stablehlo.multiply %19, %14 : tensor<6x3xf32>
    %21 = stablehlo.dot_general %20, %9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x3xf32>, tensor<6x8xf32>) -> tensor<3x8xf32>
    %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<3x8xf32>) -> tensor<8x3xf32>
    %23 = stablehlo.dot_general %20, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x3xf32>, tensor<8x3xf32>) -> tensor<6x8xf32>
    %cst_13 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %25 = stablehlo.divide %23, %24 : tensor<6x8xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 2] : (tensor<6x8xf32>) -> tensor<6x4x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %c_16 = stablehlo.constant dense<0> : tensor<i32>
    %29:11 = stablehlo.while(%iterArg = %6#7, %iterArg_17 = %6#8, %iterArg_18 = %arg0, %iterArg_19 = %arg1, %iterArg_20 = %6#9, %iterArg_21 = %6#10, %iterArg_22 = %6#11, %iterArg_23 = %c_16, %iterArg_24 = %26, %iterArg_25 = %27, %iterArg_26 = %28) : tensor<3x6x4x8xf32>, tensor<3x6x4x1xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x8xf32>, tensor<i32>, tensor<6x4x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    cond {
      %c_27 = stablehlo.constant dense<3> : tensor<i32>
      %30 = stablehlo.compare LT, %iterArg_23, %c_27, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %30 : tensor<i1>
    } do {
      %c_27 = stablehlo.constant dense<3> : tensor<i32>
      %30 = stablehlo.subtract %c_27, %iterArg_23 : tensor<i32>
      %c_28 = stablehlo.constant dense<1> : tensor<i32>
      %31 = stablehlo.subtract %30, %c_28 : tensor<i32>
      %32 = func.call @dynamic_index_in_dim_4(%iterArg, %31) : (tensor<3x6x4x8xf32>, tensor<i32>) -> tensor<6x4x8xf32>
      %33 = func.call @dynamic_index_in_dim_5(%iterArg_17, %31) : (tensor<3x6x4x1xf32>, tensor<i32>) -> tensor<6x4x1xf32>
      %34 = func.call @dynamic_index_in_dim(%iterArg_18, %31) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %35 = func.call @dynamic_index_in_dim_0(%iterArg_19, %31) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %36 = func.call @dynamic_index_in_dim_4(%iterArg_20, %31) : (tensor<3x6x4x8xf32>, tensor<i32>) -> tensor<6x4x8xf32>
      %37 = func.call @dynamic_index_in_dim_4(%iterArg_21, %31) : (tensor<3x6x4x8xf32>, tensor<i32>) -> tensor<6x4x8xf32>
      %38 = func.call @dynamic_index_in_dim_4(%iterArg_22, %31) : (tensor<3x6x4x8xf32>, tensor<i32>) -> tensor<6x4x8xf32>
      %39:3 = func.call @closed_call_6(%iterArg_24, %32, %33, %34, %35, %36, %37, %38) : (tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<6x4x1xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>) -> (tensor<6x4x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %40 = func.call @dynamic_update_index_in_dim_7(%iterArg_25, %39#1, %31) : (tensor<3x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %41 = func.call @dynamic_update_index_in_dim_8(%iterArg_26, %39#2, %31) : (tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %c_29 = stablehlo.constant dense<1> : tensor<i32>
      %42 = stablehlo.add %iterArg_23, %c_29 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %42, %39#0, %40, %41 : tensor<3x6x4x8xf32>, tensor<3x6x4x1xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x8xf32>, tensor<3x6x4x8xf32>, tensor<i32>, tensor<6x4x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    }
    return %16, %29#9, %29#10, %22 : tensor<f32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<8x3xf32>
  }
  func.func private @_var(%arg0: tensor<i32>) -> (tensor<f32>, tensor<i1>, tensor<6x4x1xf32>) {
    %0 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %cst = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %1 = stablehlo.subtract %cst, %0 : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.compare GT, %1, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %3 = call @_where(%2, %cst_1) : (tensor<i1>, tensor<f32>) -> tensor<6x4x1xf32>
    return %1, %2, %3 : tensor<f32>, tensor<i1>, tensor<6x4x1xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<f32>) -> tensor<6x4x1xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    return %1 : tensor<6x4x1xf32>
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
  func.func private @closed_call(%arg0: tensor<f32>, %arg1: tensor<i1>, %arg2: tensor<6x4x1xf32>, %arg3: tensor<6x4x8xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8x8xf32>) -> (tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<6x4x1xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>) {
    %0 = call @_var_1(%arg3, %arg0, %arg1, %arg2) : (tensor<6x4x8xf32>, tensor<f32>, tensor<i1>, tensor<6x4x1xf32>) -> tensor<6x4x1xf32>
    %cst = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %2 = stablehlo.add %0, %1 : tensor<6x4x1xf32>
    %3 = stablehlo.rsqrt %2 : tensor<6x4x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%arg3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<6x4x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %9 = stablehlo.subtract %arg3, %8 : tensor<6x4x8xf32>
    %10 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<6x4x8xf32>
    %12 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<6x4x8xf32>
    %14 = stablehlo.multiply %11, %13 : tensor<6x4x8xf32>
    %15 = stablehlo.dot_general %14, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x8xf32>) -> tensor<6x4x8xf32>
    %16 = stablehlo.tanh %15 : tensor<6x4x8xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
    %18 = stablehlo.subtract %17, %16 : tensor<6x4x8xf32>
    %19 = stablehlo.add %arg3, %16 : tensor<6x4x8xf32>
    return %19, %11, %3, %14, %16, %18 : tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<6x4x1xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>
  }
  func.func private @_var_1(%arg0: tensor<6x4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<6x4x1xf32>) -> tensor<6x4x1xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<6x4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<6x4x8xf32>
    %6 = chlo.square %5 : tensor<6x4x8xf32> -> tensor<6x4x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %9 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<6x4x1xf32>
    %11 = call @_where_2(%10, %arg2, %arg3) : (tensor<6x4x1xf32>, tensor<i1>, tensor<6x4x1xf32>) -> tensor<6x4x1xf32>
    return %11 : tensor<6x4x1xf32>
  }
  func.func private @_where_2(%arg0: tensor<6x4x1xf32>, %arg1: tensor<i1>, %arg2: tensor<6x4x1xf32>) -> tensor<6x4x1xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<i1>, tensor<6x4x1xf32>
    return %0 : tensor<6x4x1xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x6x4x8xf32>, %arg1: tensor<6x4x8xf32>, %arg2: tensor<i32>) -> tensor<3x6x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<6x4x8xf32>) -> tensor<1x6x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x6x4x8xf32>, tensor<1x6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x6x4x8xf32>
    return %1 : tensor<3x6x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<3x6x4x1xf32>, %arg1: tensor<6x4x1xf32>, %arg2: tensor<i32>) -> tensor<3x6x4x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<6x4x1xf32>) -> tensor<1x6x4x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x6x4x1xf32>, tensor<1x6x4x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x6x4x1xf32>
    return %1 : tensor<3x6x4x1xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<3x6x4x8xf32>, %arg1: tensor<i32>) -> tensor<6x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 6, 4, 8] : (tensor<3x6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x6x4x8xf32>) -> tensor<6x4x8xf32>
    return %1 : tensor<6x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<3x6x4x1xf32>, %arg1: tensor<i32>) -> tensor<6x4x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 6, 4, 1] : (tensor<3x6x4x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x6x4x1xf32>) -> tensor<6x4x1xf32>
    return %1 : tensor<6x4x1xf32>
  }
  func.func private @closed_call_6(%arg0: tensor<6x4x8xf32>, %arg1: tensor<6x4x8xf32>, %arg2: tensor<6x4x1xf32>, %arg3: tensor<8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<6x4x8xf32>, %arg6: tensor<6x4x8xf32>, %arg7: tensor<6x4x8xf32>) -> (tensor<6x4x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.multiply %arg0, %arg7 : tensor<6x4x8xf32>
    %1 = stablehlo.multiply %0, %arg6 : tensor<6x4x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<6x4x8xf32>
    %3 = stablehlo.dot_general %2, %arg5, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<6x4x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = stablehlo.dot_general %2, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x8xf32>) -> tensor<6x4x8xf32>
    %6 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<6x4x8xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<6x4x8xf32>
    %9 = stablehlo.multiply %8, %arg1 : tensor<6x4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<6x4x1xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_2 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %17 = stablehlo.divide %15, %16 : tensor<6x4x1xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %19 = stablehlo.subtract %8, %18 : tensor<6x4x8xf32>
    %20 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %21 = stablehlo.multiply %arg1, %20 : tensor<6x4x8xf32>
    %22 = stablehlo.subtract %19, %21 : tensor<6x4x8xf32>
    %23 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %24 = stablehlo.multiply %23, %22 : tensor<6x4x8xf32>
    %25 = stablehlo.multiply %5, %arg1 : tensor<6x4x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%25 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %27 = stablehlo.add %arg0, %24 : tensor<6x4x8xf32>
    return %27, %26, %4 : tensor<6x4x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<3x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<i32>) -> tensor<3x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    return %1 : tensor<3x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<3x8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<i32>) -> tensor<3x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x8xf32>
    return %1 : tensor<3x8x8xf32>
  }
}
