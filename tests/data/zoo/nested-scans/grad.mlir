module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x6xf32>, %arg1: tensor<2x6xf32>, %arg2: tensor<2x3x6x6xf32>, %arg3: tensor<6x3xf32>, %arg4: tensor<6x6xf32>, %arg5: tensor<6x3xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<2x3x6xf32> {jax.result_info = "result[1]"}, tensor<2x6xf32> {jax.result_info = "result[2]"}, tensor<2x3x6x6xf32> {jax.result_info = "result[3]"}, tensor<6x3xf32> {jax.result_info = "result[4]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3x6x6xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x3x6x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x3x6x6xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x3x6x6xf32>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<2x3x6x6xi1>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x1x6xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %8:14 = stablehlo.while(%iterArg = %arg0, %iterArg_25 = %arg1, %iterArg_26 = %arg2, %iterArg_27 = %c_7, %iterArg_28 = %arg4, %iterArg_29 = %cst, %iterArg_30 = %0, %iterArg_31 = %1, %iterArg_32 = %2, %iterArg_33 = %3, %iterArg_34 = %4, %iterArg_35 = %5, %iterArg_36 = %6, %iterArg_37 = %7) : tensor<2x3x6xf32>, tensor<2x6xf32>, tensor<2x3x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<2x3xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xi1>, tensor<2x1x6xf32>, tensor<2x6x6xf32>
    cond {
      %c_38 = stablehlo.constant dense<2> : tensor<i32>
      %35 = stablehlo.compare LT, %iterArg_27, %c_38, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %35 : tensor<i1>
    } do {
      %35 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_27) : (tensor<2x3x6xf32>, tensor<i32>) -> tensor<3x6xf32>
      %36 = func.call @dynamic_index_in_dim_0(%iterArg_25, %iterArg_27) : (tensor<2x6xf32>, tensor<i32>) -> tensor<6xf32>
      %37 = func.call @dynamic_index_in_dim_1(%iterArg_26, %iterArg_27) : (tensor<2x3x6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %38:10 = func.call @closed_call(%iterArg_28, %iterArg_29, %35, %36, %37) : (tensor<6x6xf32>, tensor<f32>, tensor<3x6xf32>, tensor<6xf32>, tensor<3x6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<3xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xi1>, tensor<1x6xf32>, tensor<6x6xf32>)
      %39 = func.call @dynamic_update_index_in_dim_7(%iterArg_30, %38#2, %iterArg_27) : (tensor<2x3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<2x3xf32>
      %40 = func.call @dynamic_update_index_in_dim_8(%iterArg_31, %38#3, %iterArg_27) : (tensor<2x3x6x6xf32>, tensor<3x6x6xf32>, tensor<i32>) -> tensor<2x3x6x6xf32>
      %41 = func.call @dynamic_update_index_in_dim_8(%iterArg_32, %38#4, %iterArg_27) : (tensor<2x3x6x6xf32>, tensor<3x6x6xf32>, tensor<i32>) -> tensor<2x3x6x6xf32>
      %42 = func.call @dynamic_update_index_in_dim_8(%iterArg_33, %38#5, %iterArg_27) : (tensor<2x3x6x6xf32>, tensor<3x6x6xf32>, tensor<i32>) -> tensor<2x3x6x6xf32>
      %43 = func.call @dynamic_update_index_in_dim_8(%iterArg_34, %38#6, %iterArg_27) : (tensor<2x3x6x6xf32>, tensor<3x6x6xf32>, tensor<i32>) -> tensor<2x3x6x6xf32>
      %44 = func.call @dynamic_update_index_in_dim_9(%iterArg_35, %38#7, %iterArg_27) : (tensor<2x3x6x6xi1>, tensor<3x6x6xi1>, tensor<i32>) -> tensor<2x3x6x6xi1>
      %45 = func.call @dynamic_update_index_in_dim_10(%iterArg_36, %38#8, %iterArg_27) : (tensor<2x1x6xf32>, tensor<1x6xf32>, tensor<i32>) -> tensor<2x1x6xf32>
      %46 = func.call @dynamic_update_index_in_dim_11(%iterArg_37, %38#9, %iterArg_27) : (tensor<2x6x6xf32>, tensor<6x6xf32>, tensor<i32>) -> tensor<2x6x6xf32>
      %c_38 = stablehlo.constant dense<1> : tensor<i32>
      %47 = stablehlo.add %iterArg_27, %c_38 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_25, %iterArg_26, %47, %38#0, %38#1, %39, %40, %41, %42, %43, %44, %45, %46 : tensor<2x3x6xf32>, tensor<2x6xf32>, tensor<2x3x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<2x3xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xi1>, tensor<2x1x6xf32>, tensor<2x6x6xf32>
    }
    %9 = stablehlo.dot_general %8#4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x6xf32>, tensor<6x3xf32>) -> tensor<6x3xf32>
    %10 = stablehlo.subtract %9, %arg5 : tensor<6x3xf32>
    %11 = stablehlo.multiply %10, %10 : tensor<6x3xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %13 = stablehlo.multiply %12, %10 : tensor<6x3xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%11 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %15 = stablehlo.divide %14, %cst_10 : tensor<f32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %16 = stablehlo.multiply %cst_11, %8#5 : tensor<f32>
    %17 = stablehlo.add %15, %16 : tensor<f32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%8#6 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_13 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %19 = stablehlo.multiply %cst_13, %18 : tensor<f32>
    %20 = stablehlo.add %17, %19 : tensor<f32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
    %cst_15 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.multiply %cst_15, %cst_16 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %cst_17 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %24 = stablehlo.multiply %cst_17, %cst_18 : tensor<f32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_20 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %25 = stablehlo.divide %cst_19, %cst_20 : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %27 = stablehlo.multiply %26, %13 : tensor<6x3xf32>
    %28 = stablehlo.dot_general %27, %8#4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x3xf32>, tensor<6x6xf32>) -> tensor<3x6xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<3x6xf32>) -> tensor<6x3xf32>
    %30 = stablehlo.dot_general %27, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x3xf32>, tensor<6x3xf32>) -> tensor<6x6xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x3x6xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x6xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x3x6x6xf32>
    %c_24 = stablehlo.constant dense<0> : tensor<i32>
    %34:15 = stablehlo.while(%iterArg = %23, %iterArg_25 = %arg2, %iterArg_26 = %8#7, %iterArg_27 = %8#8, %iterArg_28 = %8#9, %iterArg_29 = %8#10, %iterArg_30 = %8#11, %iterArg_31 = %8#12, %iterArg_32 = %8#13, %iterArg_33 = %c_24, %iterArg_34 = %30, %iterArg_35 = %24, %iterArg_36 = %31, %iterArg_37 = %32, %iterArg_38 = %33) : tensor<2x3xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xi1>, tensor<2x1x6xf32>, tensor<2x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<2x3x6xf32>, tensor<2x6xf32>, tensor<2x3x6x6xf32>
    cond {
      %c_39 = stablehlo.constant dense<2> : tensor<i32>
      %35 = stablehlo.compare LT, %iterArg_33, %c_39, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %35 : tensor<i1>
    } do {
      %c_39 = stablehlo.constant dense<2> : tensor<i32>
      %35 = stablehlo.subtract %c_39, %iterArg_33 : tensor<i32>
      %c_40 = stablehlo.constant dense<1> : tensor<i32>
      %36 = stablehlo.subtract %35, %c_40 : tensor<i32>
      %37 = func.call @dynamic_index_in_dim_12(%iterArg, %36) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
      %38 = func.call @dynamic_index_in_dim_1(%iterArg_25, %36) : (tensor<2x3x6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %39 = func.call @dynamic_index_in_dim_1(%iterArg_26, %36) : (tensor<2x3x6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %40 = func.call @dynamic_index_in_dim_1(%iterArg_27, %36) : (tensor<2x3x6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %41 = func.call @dynamic_index_in_dim_1(%iterArg_28, %36) : (tensor<2x3x6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %42 = func.call @dynamic_index_in_dim_1(%iterArg_29, %36) : (tensor<2x3x6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %43 = func.call @dynamic_index_in_dim_13(%iterArg_30, %36) : (tensor<2x3x6x6xi1>, tensor<i32>) -> tensor<3x6x6xi1>
      %44 = func.call @dynamic_index_in_dim_14(%iterArg_31, %36) : (tensor<2x1x6xf32>, tensor<i32>) -> tensor<1x6xf32>
      %45 = func.call @dynamic_index_in_dim_15(%iterArg_32, %36) : (tensor<2x6x6xf32>, tensor<i32>) -> tensor<6x6xf32>
      %46:5 = func.call @closed_call_16(%iterArg_34, %iterArg_35, %37, %38, %39, %40, %41, %42, %43, %44, %45) : (tensor<6x6xf32>, tensor<f32>, tensor<3xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xi1>, tensor<1x6xf32>, tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<3x6xf32>, tensor<6xf32>, tensor<3x6x6xf32>)
      %47 = func.call @dynamic_update_index_in_dim_21(%iterArg_36, %46#2, %36) : (tensor<2x3x6xf32>, tensor<3x6xf32>, tensor<i32>) -> tensor<2x3x6xf32>
      %48 = func.call @dynamic_update_index_in_dim_22(%iterArg_37, %46#3, %36) : (tensor<2x6xf32>, tensor<6xf32>, tensor<i32>) -> tensor<2x6xf32>
      %49 = func.call @dynamic_update_index_in_dim_8(%iterArg_38, %46#4, %36) : (tensor<2x3x6x6xf32>, tensor<3x6x6xf32>, tensor<i32>) -> tensor<2x3x6x6xf32>
      %c_41 = stablehlo.constant dense<1> : tensor<i32>
      %50 = stablehlo.add %iterArg_33, %c_41 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %50, %46#0, %46#1, %47, %48, %49 : tensor<2x3xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xf32>, tensor<2x3x6x6xi1>, tensor<2x1x6xf32>, tensor<2x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<2x3x6xf32>, tensor<2x6xf32>, tensor<2x3x6x6xf32>
    }
    return %20, %34#12, %34#13, %34#14, %29 : tensor<f32>, tensor<2x3x6xf32>, tensor<2x6xf32>, tensor<2x3x6x6xf32>, tensor<6x3xf32>
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
  func.func private @closed_call(%arg0: tensor<6x6xf32>, %arg1: tensor<f32>, %arg2: tensor<3x6xf32>, %arg3: tensor<6xf32>, %arg4: tensor<3x6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<3xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xi1>, tensor<1x6xf32>, tensor<6x6xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x6x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x6x6xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x6x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x6x6xf32>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<3x6x6xi1>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %6:11 = stablehlo.while(%iterArg = %arg2, %iterArg_5 = %arg4, %iterArg_6 = %c_4, %iterArg_7 = %arg0, %iterArg_8 = %arg1, %iterArg_9 = %0, %iterArg_10 = %1, %iterArg_11 = %2, %iterArg_12 = %3, %iterArg_13 = %4, %iterArg_14 = %5) : tensor<3x6xf32>, tensor<3x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<3xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xi1>
    cond {
      %c_15 = stablehlo.constant dense<3> : tensor<i32>
      %10 = stablehlo.compare LT, %iterArg_6, %c_15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %10 = func.call @dynamic_index_in_dim_2(%iterArg, %iterArg_6) : (tensor<3x6xf32>, tensor<i32>) -> tensor<6xf32>
      %11 = func.call @dynamic_index_in_dim_3(%iterArg_5, %iterArg_6) : (tensor<3x6x6xf32>, tensor<i32>) -> tensor<6x6xf32>
      %12:8 = func.call @closed_call_4(%iterArg_7, %iterArg_8, %10, %11) : (tensor<6x6xf32>, tensor<f32>, tensor<6xf32>, tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<f32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xi1>)
      %13 = func.call @dynamic_update_index_in_dim(%iterArg_9, %12#2, %iterArg_6) : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
      %14 = func.call @dynamic_update_index_in_dim_5(%iterArg_10, %12#3, %iterArg_6) : (tensor<3x6x6xf32>, tensor<6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %15 = func.call @dynamic_update_index_in_dim_5(%iterArg_11, %12#4, %iterArg_6) : (tensor<3x6x6xf32>, tensor<6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %16 = func.call @dynamic_update_index_in_dim_5(%iterArg_12, %12#5, %iterArg_6) : (tensor<3x6x6xf32>, tensor<6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %17 = func.call @dynamic_update_index_in_dim_5(%iterArg_13, %12#6, %iterArg_6) : (tensor<3x6x6xf32>, tensor<6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %18 = func.call @dynamic_update_index_in_dim_6(%iterArg_14, %12#7, %iterArg_6) : (tensor<3x6x6xi1>, tensor<6x6xi1>, tensor<i32>) -> tensor<3x6x6xi1>
      %c_15 = stablehlo.constant dense<1> : tensor<i32>
      %19 = stablehlo.add %iterArg_6, %c_15 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_5, %19, %12#0, %12#1, %13, %14, %15, %16, %17, %18 : tensor<3x6xf32>, tensor<3x6x6xf32>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<3xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xi1>
    }
    %7 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<6x6xf32>
    %9 = stablehlo.multiply %6#3, %8 : tensor<6x6xf32>
    return %9, %6#4, %6#5, %6#6, %6#7, %6#8, %6#9, %6#10, %7, %6#3 : tensor<6x6xf32>, tensor<f32>, tensor<3xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xi1>, tensor<1x6xf32>, tensor<6x6xf32>
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
  func.func private @closed_call_4(%arg0: tensor<6x6xf32>, %arg1: tensor<f32>, %arg2: tensor<6xf32>, %arg3: tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<f32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xi1>) {
    %0 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<6x6xf32>
    %3 = stablehlo.add %0, %2 : tensor<6x6xf32>
    %4 = stablehlo.tanh %3 : tensor<6x6xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<6x6xf32>
    %7 = stablehlo.add %arg0, %4 : tensor<6x6xf32>
    %8 = stablehlo.multiply %4, %4 : tensor<6x6xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
    %10 = stablehlo.multiply %9, %4 : tensor<6x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_2 : tensor<f32>
    %13 = stablehlo.convert %arg1 : tensor<f32>
    %14 = stablehlo.add %13, %12 : tensor<f32>
    %15 = stablehlo.abs %4 : tensor<6x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
    %17 = stablehlo.compare GE, %4, %16, FLOAT : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xi1>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%15 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_5 : tensor<f32>
    return %7, %14, %19, %arg0, %4, %6, %10, %17 : tensor<6x6xf32>, tensor<f32>, tensor<f32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xi1>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<3x6x6xf32>, %arg1: tensor<6x6xf32>, %arg2: tensor<i32>) -> tensor<3x6x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<6x6xf32>) -> tensor<1x6x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x6x6xf32>, tensor<1x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x6x6xf32>
    return %1 : tensor<3x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<3x6x6xi1>, %arg1: tensor<6x6xi1>, %arg2: tensor<i32>) -> tensor<3x6x6xi1> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<6x6xi1>) -> tensor<1x6x6xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x6x6xi1>, tensor<1x6x6xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x6x6xi1>
    return %1 : tensor<3x6x6xi1>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<i32>) -> tensor<2x3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<2x3x6x6xf32>, %arg1: tensor<3x6x6xf32>, %arg2: tensor<i32>) -> tensor<2x3x6x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<3x6x6xf32>) -> tensor<1x3x6x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x3x6x6xf32>, tensor<1x3x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x6x6xf32>
    return %1 : tensor<2x3x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<2x3x6x6xi1>, %arg1: tensor<3x6x6xi1>, %arg2: tensor<i32>) -> tensor<2x3x6x6xi1> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<3x6x6xi1>) -> tensor<1x3x6x6xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x3x6x6xi1>, tensor<1x3x6x6xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x6x6xi1>
    return %1 : tensor<2x3x6x6xi1>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<2x1x6xf32>, %arg1: tensor<1x6xf32>, %arg2: tensor<i32>) -> tensor<2x1x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1x6xf32>) -> tensor<1x1x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x1x6xf32>, tensor<1x1x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x6xf32>
    return %1 : tensor<2x1x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_11(%arg0: tensor<2x6x6xf32>, %arg1: tensor<6x6xf32>, %arg2: tensor<i32>) -> tensor<2x6x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<6x6xf32>) -> tensor<1x6x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x6x6xf32>, tensor<1x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x6xf32>
    return %1 : tensor<2x6x6xf32>
  }
  func.func private @dynamic_index_in_dim_12(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> tensor<3xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3xf32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<2x3x6x6xi1>, %arg1: tensor<i32>) -> tensor<3x6x6xi1> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 3, 6, 6] : (tensor<2x3x6x6xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x6x6xi1>
    %1 = stablehlo.reshape %0 : (tensor<1x3x6x6xi1>) -> tensor<3x6x6xi1>
    return %1 : tensor<3x6x6xi1>
  }
  func.func private @dynamic_index_in_dim_14(%arg0: tensor<2x1x6xf32>, %arg1: tensor<i32>) -> tensor<1x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 1, 6] : (tensor<2x1x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x6xf32>) -> tensor<1x6xf32>
    return %1 : tensor<1x6xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<2x6x6xf32>, %arg1: tensor<i32>) -> tensor<6x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 6, 6] : (tensor<2x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x6x6xf32>) -> tensor<6x6xf32>
    return %1 : tensor<6x6xf32>
  }
  func.func private @closed_call_16(%arg0: tensor<6x6xf32>, %arg1: tensor<f32>, %arg2: tensor<3xf32>, %arg3: tensor<3x6x6xf32>, %arg4: tensor<3x6x6xf32>, %arg5: tensor<3x6x6xf32>, %arg6: tensor<3x6x6xf32>, %arg7: tensor<3x6x6xf32>, %arg8: tensor<3x6x6xi1>, %arg9: tensor<1x6xf32>, %arg10: tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<f32>, tensor<3x6xf32>, tensor<6xf32>, tensor<3x6x6xf32>) {
    %0 = stablehlo.multiply %arg10, %arg0 : tensor<6x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.reshape %1 : (tensor<6xf32>) -> tensor<1x6xf32>
    %3 = stablehlo.broadcast_in_dim %arg9, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<6x6xf32>
    %4 = stablehlo.multiply %arg0, %3 : tensor<6x6xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x6x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %8:12 = stablehlo.while(%iterArg = %arg2, %iterArg_3 = %arg3, %iterArg_4 = %arg4, %iterArg_5 = %arg5, %iterArg_6 = %arg6, %iterArg_7 = %arg7, %iterArg_8 = %arg8, %iterArg_9 = %c, %iterArg_10 = %4, %iterArg_11 = %arg1, %iterArg_12 = %6, %iterArg_13 = %7) : tensor<3xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xi1>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<3x6xf32>, tensor<3x6x6xf32>
    cond {
      %c_14 = stablehlo.constant dense<3> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_9, %c_14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %c_14 = stablehlo.constant dense<3> : tensor<i32>
      %9 = stablehlo.subtract %c_14, %iterArg_9 : tensor<i32>
      %c_15 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.subtract %9, %c_15 : tensor<i32>
      %11 = func.call @dynamic_index_in_dim_17(%iterArg, %10) : (tensor<3xf32>, tensor<i32>) -> tensor<f32>
      %12 = func.call @dynamic_index_in_dim_3(%iterArg_3, %10) : (tensor<3x6x6xf32>, tensor<i32>) -> tensor<6x6xf32>
      %13 = func.call @dynamic_index_in_dim_3(%iterArg_4, %10) : (tensor<3x6x6xf32>, tensor<i32>) -> tensor<6x6xf32>
      %14 = func.call @dynamic_index_in_dim_3(%iterArg_5, %10) : (tensor<3x6x6xf32>, tensor<i32>) -> tensor<6x6xf32>
      %15 = func.call @dynamic_index_in_dim_3(%iterArg_6, %10) : (tensor<3x6x6xf32>, tensor<i32>) -> tensor<6x6xf32>
      %16 = func.call @dynamic_index_in_dim_3(%iterArg_7, %10) : (tensor<3x6x6xf32>, tensor<i32>) -> tensor<6x6xf32>
      %17 = func.call @dynamic_index_in_dim_18(%iterArg_8, %10) : (tensor<3x6x6xi1>, tensor<i32>) -> tensor<6x6xi1>
      %18:4 = func.call @closed_call_19(%iterArg_10, %iterArg_11, %11, %12, %13, %14, %15, %16, %17) : (tensor<6x6xf32>, tensor<f32>, tensor<f32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xi1>) -> (tensor<6x6xf32>, tensor<f32>, tensor<6xf32>, tensor<6x6xf32>)
      %19 = func.call @dynamic_update_index_in_dim_20(%iterArg_12, %18#2, %10) : (tensor<3x6xf32>, tensor<6xf32>, tensor<i32>) -> tensor<3x6xf32>
      %20 = func.call @dynamic_update_index_in_dim_5(%iterArg_13, %18#3, %10) : (tensor<3x6x6xf32>, tensor<6x6xf32>, tensor<i32>) -> tensor<3x6x6xf32>
      %c_16 = stablehlo.constant dense<1> : tensor<i32>
      %21 = stablehlo.add %iterArg_9, %c_16 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %21, %18#0, %18#1, %19, %20 : tensor<3xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xf32>, tensor<3x6x6xi1>, tensor<i32>, tensor<6x6xf32>, tensor<f32>, tensor<3x6xf32>, tensor<3x6x6xf32>
    }
    return %8#8, %8#9, %8#10, %5, %8#11 : tensor<6x6xf32>, tensor<f32>, tensor<3x6xf32>, tensor<6xf32>, tensor<3x6x6xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<3xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<3xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<3x6x6xi1>, %arg1: tensor<i32>) -> tensor<6x6xi1> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 6, 6] : (tensor<3x6x6xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6xi1>
    %1 = stablehlo.reshape %0 : (tensor<1x6x6xi1>) -> tensor<6x6xi1>
    return %1 : tensor<6x6xi1>
  }
  func.func private @closed_call_19(%arg0: tensor<6x6xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<6x6xf32>, %arg4: tensor<6x6xf32>, %arg5: tensor<6x6xf32>, %arg6: tensor<6x6xf32>, %arg7: tensor<6x6xf32>, %arg8: tensor<6x6xi1>) -> (tensor<6x6xf32>, tensor<f32>, tensor<6xf32>, tensor<6x6xf32>) {
    %cst = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %0 = stablehlo.divide %arg2, %cst : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
    %3 = stablehlo.select %arg8, %2, %1 : tensor<6x6xi1>, tensor<6x6xf32>
    %4 = stablehlo.select %arg8, %1, %2 : tensor<6x6xi1>, tensor<6x6xf32>
    %5 = stablehlo.negate %3 : tensor<6x6xf32>
    %6 = stablehlo.add %4, %5 : tensor<6x6xf32>
    %cst_1 = stablehlo.constant dense<3.600000e+01> : tensor<f32>
    %7 = stablehlo.divide %arg1, %cst_1 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
    %9 = stablehlo.multiply %8, %arg7 : tensor<6x6xf32>
    %10 = stablehlo.add %6, %9 : tensor<6x6xf32>
    %11 = stablehlo.add %10, %arg0 : tensor<6x6xf32>
    %12 = stablehlo.multiply %11, %arg6 : tensor<6x6xf32>
    %13 = stablehlo.multiply %12, %arg5 : tensor<6x6xf32>
    %14 = stablehlo.add %12, %13 : tensor<6x6xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
    %16 = stablehlo.reshape %15 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %18 = stablehlo.dot_general %14, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
    %19 = stablehlo.transpose %18, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
    %20 = stablehlo.dot_general %14, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
    %21 = stablehlo.add %arg0, %20 : tensor<6x6xf32>
    return %21, %arg1, %17, %19 : tensor<6x6xf32>, tensor<f32>, tensor<6xf32>, tensor<6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_20(%arg0: tensor<3x6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<i32>) -> tensor<3x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
    return %1 : tensor<3x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_21(%arg0: tensor<2x3x6xf32>, %arg1: tensor<3x6xf32>, %arg2: tensor<i32>) -> tensor<2x3x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<3x6xf32>) -> tensor<1x3x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x3x6xf32>, tensor<1x3x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x6xf32>
    return %1 : tensor<2x3x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_22(%arg0: tensor<2x6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<i32>) -> tensor<2x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
    return %1 : tensor<2x6xf32>
  }
}
