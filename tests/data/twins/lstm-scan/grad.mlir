module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16x64xf32>, %arg3: tensor<16x64xf32>, %arg4: tensor<4x6x16xf32>, %arg5: tensor<4x6xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64xf32> {jax.result_info = "result[1]"}, tensor<16xf32> {jax.result_info = "result[2]"}, tensor<16x64xf32> {jax.result_info = "result[3]"}, tensor<16x64xf32> {jax.result_info = "result[4]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %1 = stablehlo.transpose %arg4, dims = [1, 0, 2] : (tensor<4x6x16xf32>) -> tensor<6x4x16xf32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %17:22 = stablehlo.while(%iterArg = %1, %iterArg_28 = %arg3, %iterArg_29 = %arg2, %iterArg_30 = %2, %iterArg_31 = %arg1, %iterArg_32 = %c, %iterArg_33 = %0, %iterArg_34 = %0, %iterArg_35 = %3, %iterArg_36 = %4, %iterArg_37 = %5, %iterArg_38 = %6, %iterArg_39 = %7, %iterArg_40 = %8, %iterArg_41 = %9, %iterArg_42 = %10, %iterArg_43 = %11, %iterArg_44 = %12, %iterArg_45 = %13, %iterArg_46 = %14, %iterArg_47 = %15, %iterArg_48 = %16) : tensor<6x4x16xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<1x64xf32>, tensor<16xf32>, tensor<i32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<6x4xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>
    cond {
      %c_49 = stablehlo.constant dense<6> : tensor<i32>
      %38 = stablehlo.compare LT, %iterArg_32, %c_49, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %38 : tensor<i1>
    } do {
      %38 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_32) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %39:16 = func.call @closed_call(%iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_33, %iterArg_34, %38) : (tensor<16x64xf32>, tensor<16x64xf32>, tensor<1x64xf32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>)
      %40 = func.call @dynamic_update_index_in_dim(%iterArg_35, %39#2, %iterArg_32) : (tensor<6x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<6x4xf32>
      %41 = func.call @dynamic_update_index_in_dim_0(%iterArg_36, %39#3, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %42 = func.call @dynamic_update_index_in_dim_0(%iterArg_37, %39#4, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %43 = func.call @dynamic_update_index_in_dim_0(%iterArg_38, %39#5, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %44 = func.call @dynamic_update_index_in_dim_0(%iterArg_39, %39#6, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %45 = func.call @dynamic_update_index_in_dim_0(%iterArg_40, %39#7, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %46 = func.call @dynamic_update_index_in_dim_0(%iterArg_41, %39#8, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %47 = func.call @dynamic_update_index_in_dim_0(%iterArg_42, %39#9, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %48 = func.call @dynamic_update_index_in_dim_0(%iterArg_43, %39#10, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %49 = func.call @dynamic_update_index_in_dim_0(%iterArg_44, %39#11, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %50 = func.call @dynamic_update_index_in_dim_0(%iterArg_45, %39#12, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %51 = func.call @dynamic_update_index_in_dim_0(%iterArg_46, %39#13, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %52 = func.call @dynamic_update_index_in_dim_0(%iterArg_47, %39#14, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %53 = func.call @dynamic_update_index_in_dim_0(%iterArg_48, %39#15, %iterArg_32) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %c_49 = stablehlo.constant dense<1> : tensor<i32>
      %54 = stablehlo.add %iterArg_32, %c_49 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %54, %39#0, %39#1, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53 : tensor<6x4x16xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<1x64xf32>, tensor<16xf32>, tensor<i32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<6x4xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>
    }
    %18 = stablehlo.transpose %17#8, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
    %19 = stablehlo.subtract %18, %arg5 : tensor<4x6xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<4x6xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %22 = stablehlo.multiply %21, %19 : tensor<4x6xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%20 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %24 = stablehlo.divide %23, %cst_16 : tensor<f32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_20 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %27 = stablehlo.divide %cst_19, %cst_20 : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %29 = stablehlo.multiply %28, %22 : tensor<4x6xf32>
    %30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %c_27 = stablehlo.constant dense<0> : tensor<i32>
    %37:24 = stablehlo.while(%iterArg = %30, %iterArg_28 = %1, %iterArg_29 = %17#9, %iterArg_30 = %17#10, %iterArg_31 = %17#11, %iterArg_32 = %17#12, %iterArg_33 = %17#13, %iterArg_34 = %17#14, %iterArg_35 = %17#15, %iterArg_36 = %17#16, %iterArg_37 = %17#17, %iterArg_38 = %17#18, %iterArg_39 = %17#19, %iterArg_40 = %17#20, %iterArg_41 = %17#21, %iterArg_42 = %arg2, %iterArg_43 = %arg1, %iterArg_44 = %c_27, %iterArg_45 = %33, %iterArg_46 = %34, %iterArg_47 = %35, %iterArg_48 = %36, %iterArg_49 = %31, %iterArg_50 = %32) : tensor<6x4xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<i32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
    cond {
      %c_51 = stablehlo.constant dense<6> : tensor<i32>
      %38 = stablehlo.compare LT, %iterArg_44, %c_51, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %38 : tensor<i1>
    } do {
      %c_51 = stablehlo.constant dense<6> : tensor<i32>
      %38 = stablehlo.subtract %c_51, %iterArg_44 : tensor<i32>
      %c_52 = stablehlo.constant dense<1> : tensor<i32>
      %39 = stablehlo.subtract %38, %c_52 : tensor<i32>
      %40 = func.call @dynamic_index_in_dim_1(%iterArg, %39) : (tensor<6x4xf32>, tensor<i32>) -> tensor<4xf32>
      %41 = func.call @dynamic_index_in_dim(%iterArg_28, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %42 = func.call @dynamic_index_in_dim(%iterArg_29, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %43 = func.call @dynamic_index_in_dim(%iterArg_30, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %44 = func.call @dynamic_index_in_dim(%iterArg_31, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %45 = func.call @dynamic_index_in_dim(%iterArg_32, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %46 = func.call @dynamic_index_in_dim(%iterArg_33, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %47 = func.call @dynamic_index_in_dim(%iterArg_34, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %48 = func.call @dynamic_index_in_dim(%iterArg_35, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %49 = func.call @dynamic_index_in_dim(%iterArg_36, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %50 = func.call @dynamic_index_in_dim(%iterArg_37, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %51 = func.call @dynamic_index_in_dim(%iterArg_38, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %52 = func.call @dynamic_index_in_dim(%iterArg_39, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %53 = func.call @dynamic_index_in_dim(%iterArg_40, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %54 = func.call @dynamic_index_in_dim(%iterArg_41, %39) : (tensor<6x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %55:6 = func.call @closed_call_2(%iterArg_42, %iterArg_43, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54) : (tensor<16x64xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>)
      %c_53 = stablehlo.constant dense<1> : tensor<i32>
      %56 = stablehlo.add %iterArg_44, %c_53 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %56, %55#0, %55#1, %55#2, %55#3, %55#4, %55#5 : tensor<6x4xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<6x4x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<i32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
    }
    return %24, %37#20, %37#21, %37#19, %37#18 : tensor<f32>, tensor<64xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x64xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6x4x16xf32>, %arg1: tensor<i32>) -> tensor<4x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 4, 16] : (tensor<6x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x16xf32>) -> tensor<4x16xf32>
    return %1 : tensor<4x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x64xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<1x64xf32>, %arg3: tensor<16xf32>, %arg4: tensor<4x16xf32>, %arg5: tensor<4x16xf32>, %arg6: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
    %0 = stablehlo.dot_general %arg6, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %1 = stablehlo.dot_general %arg5, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x64xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %4 = stablehlo.add %2, %3 : tensor<4x64xf32>
    %5 = stablehlo.slice %4 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %6 = stablehlo.slice %4 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %7 = stablehlo.slice %4 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %8 = stablehlo.slice %4 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %9 = stablehlo.negate %6 : tensor<4x16xf32>
    %10 = stablehlo.exponential %9 : tensor<4x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %12 = stablehlo.add %11, %10 : tensor<4x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %14 = stablehlo.divide %13, %12 : tensor<4x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %16 = stablehlo.subtract %15, %14 : tensor<4x16xf32>
    %17 = stablehlo.multiply %14, %16 : tensor<4x16xf32>
    %18 = stablehlo.multiply %14, %arg4 : tensor<4x16xf32>
    %19 = stablehlo.negate %5 : tensor<4x16xf32>
    %20 = stablehlo.exponential %19 : tensor<4x16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %22 = stablehlo.add %21, %20 : tensor<4x16xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %24 = stablehlo.divide %23, %22 : tensor<4x16xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %26 = stablehlo.subtract %25, %24 : tensor<4x16xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<4x16xf32>
    %28 = stablehlo.tanh %7 : tensor<4x16xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %30 = stablehlo.subtract %29, %28 : tensor<4x16xf32>
    %31 = stablehlo.multiply %24, %28 : tensor<4x16xf32>
    %32 = stablehlo.add %18, %31 : tensor<4x16xf32>
    %33 = stablehlo.negate %8 : tensor<4x16xf32>
    %34 = stablehlo.exponential %33 : tensor<4x16xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %36 = stablehlo.add %35, %34 : tensor<4x16xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %38 = stablehlo.divide %37, %36 : tensor<4x16xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %40 = stablehlo.subtract %39, %38 : tensor<4x16xf32>
    %41 = stablehlo.multiply %38, %40 : tensor<4x16xf32>
    %42 = stablehlo.tanh %32 : tensor<4x16xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %44 = stablehlo.subtract %43, %42 : tensor<4x16xf32>
    %45 = stablehlo.multiply %38, %42 : tensor<4x16xf32>
    %46 = stablehlo.dot_general %45, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4xf32>
    return %32, %45, %46, %arg5, %17, %arg4, %14, %27, %28, %30, %24, %41, %42, %44, %38, %45 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<i32>) -> tensor<6x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<6x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<6x4xf32>
    return %1 : tensor<6x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<6x4x16xf32>, %arg1: tensor<4x16xf32>, %arg2: tensor<i32>) -> tensor<6x4x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4x16xf32>) -> tensor<1x4x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x4x16xf32>, tensor<1x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x16xf32>
    return %1 : tensor<6x4x16xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<6x4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 4] : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<16x64xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16x64xf32>, %arg3: tensor<16x64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<16xf32>, %arg6: tensor<4x16xf32>, %arg7: tensor<4x16xf32>, %arg8: tensor<4xf32>, %arg9: tensor<4x16xf32>, %arg10: tensor<4x16xf32>, %arg11: tensor<4x16xf32>, %arg12: tensor<4x16xf32>, %arg13: tensor<4x16xf32>, %arg14: tensor<4x16xf32>, %arg15: tensor<4x16xf32>, %arg16: tensor<4x16xf32>, %arg17: tensor<4x16xf32>, %arg18: tensor<4x16xf32>, %arg19: tensor<4x16xf32>, %arg20: tensor<4x16xf32>, %arg21: tensor<4x16xf32>, %arg22: tensor<4x16xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
    %0 = stablehlo.dot_general %arg8, %arg22, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x16xf32>) -> tensor<16xf32>
    %1 = stablehlo.add %arg5, %0 : tensor<16xf32>
    %2 = stablehlo.dot_general %arg8, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %3 = stablehlo.add %arg7, %2 : tensor<4x16xf32>
    %4 = stablehlo.multiply %arg21, %3 : tensor<4x16xf32>
    %5 = stablehlo.multiply %3, %arg19 : tensor<4x16xf32>
    %6 = stablehlo.multiply %4, %arg20 : tensor<4x16xf32>
    %7 = stablehlo.add %arg6, %6 : tensor<4x16xf32>
    %8 = stablehlo.multiply %6, %arg19 : tensor<4x16xf32>
    %9 = stablehlo.add %7, %8 : tensor<4x16xf32>
    %10 = stablehlo.multiply %5, %arg18 : tensor<4x16xf32>
    %11 = stablehlo.multiply %arg17, %9 : tensor<4x16xf32>
    %12 = stablehlo.multiply %9, %arg15 : tensor<4x16xf32>
    %13 = stablehlo.multiply %11, %arg16 : tensor<4x16xf32>
    %14 = stablehlo.multiply %13, %arg15 : tensor<4x16xf32>
    %15 = stablehlo.add %13, %14 : tensor<4x16xf32>
    %16 = stablehlo.multiply %12, %arg14 : tensor<4x16xf32>
    %17 = stablehlo.multiply %arg13, %9 : tensor<4x16xf32>
    %18 = stablehlo.multiply %9, %arg12 : tensor<4x16xf32>
    %19 = stablehlo.multiply %18, %arg11 : tensor<4x16xf32>
    %20 = stablehlo.concatenate %16, %19, %15, %10, dim = 1 : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x64xf32>, tensor<f32>) -> tensor<64xf32>
    %22 = stablehlo.reshape %21 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %24 = stablehlo.add %arg4, %23 : tensor<64xf32>
    %25 = stablehlo.dot_general %20, %arg10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %26 = stablehlo.transpose %25, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %27 = stablehlo.add %arg3, %26 : tensor<16x64xf32>
    %28 = stablehlo.dot_general %20, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<16x64xf32>) -> tensor<4x16xf32>
    %29 = stablehlo.dot_general %20, %arg9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x64xf32>, tensor<4x16xf32>) -> tensor<64x16xf32>
    %30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %31 = stablehlo.add %arg2, %30 : tensor<16x64xf32>
    return %31, %27, %24, %1, %17, %28 : tensor<16x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
}
