module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x64x16xf32>, %arg1: tensor<3x16xf32>, %arg2: tensor<3x16xf32>, %arg3: tensor<3x16x64xf32>, %arg4: tensor<3x16x16xf32>, %arg5: tensor<3x16x16xf32>, %arg6: tensor<3x16x16xf32>, %arg7: tensor<3x16x16xf32>, %arg8: tensor<16x10xf32>, %arg9: tensor<48x16xf32>, %arg10: tensor<4x6x48xf32>, %arg11: tensor<4xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3x64x16xf32> {jax.result_info = "result[1]"}, tensor<3x16xf32> {jax.result_info = "result[2]"}, tensor<3x16xf32> {jax.result_info = "result[3]"}, tensor<3x16x64xf32> {jax.result_info = "result[4]"}, tensor<3x16x16xf32> {jax.result_info = "result[5]"}, tensor<3x16x16xf32> {jax.result_info = "result[6]"}, tensor<3x16x16xf32> {jax.result_info = "result[7]"}, tensor<3x16x16xf32> {jax.result_info = "result[8]"}, tensor<16x10xf32> {jax.result_info = "result[9]"}, tensor<48x16xf32> {jax.result_info = "result[10]"}) {
    %0 = stablehlo.dot_general %arg10, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x48xf32>, tensor<48x16xf32>) -> tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x1xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x1xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %27:36 = stablehlo.while(%iterArg = %arg0, %iterArg_41 = %arg1, %iterArg_42 = %arg2, %iterArg_43 = %arg3, %iterArg_44 = %arg4, %iterArg_45 = %arg5, %iterArg_46 = %arg6, %iterArg_47 = %arg7, %iterArg_48 = %c, %iterArg_49 = %0, %iterArg_50 = %1, %iterArg_51 = %2, %iterArg_52 = %3, %iterArg_53 = %4, %iterArg_54 = %5, %iterArg_55 = %6, %iterArg_56 = %7, %iterArg_57 = %8, %iterArg_58 = %9, %iterArg_59 = %10, %iterArg_60 = %11, %iterArg_61 = %12, %iterArg_62 = %13, %iterArg_63 = %14, %iterArg_64 = %15, %iterArg_65 = %16, %iterArg_66 = %17, %iterArg_67 = %18, %iterArg_68 = %19, %iterArg_69 = %20, %iterArg_70 = %21, %iterArg_71 = %22, %iterArg_72 = %23, %iterArg_73 = %24, %iterArg_74 = %25, %iterArg_75 = %26) : tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>
    cond {
      %c_76 = stablehlo.constant dense<3> : tensor<i32>
      %60 = stablehlo.compare LT, %iterArg_48, %c_76, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %60 : tensor<i1>
    } do {
      %60 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_48) : (tensor<3x64x16xf32>, tensor<i32>) -> tensor<64x16xf32>
      %61 = func.call @dynamic_index_in_dim_0(%iterArg_41, %iterArg_48) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %62 = func.call @dynamic_index_in_dim_0(%iterArg_42, %iterArg_48) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %63 = func.call @dynamic_index_in_dim_1(%iterArg_43, %iterArg_48) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %64 = func.call @dynamic_index_in_dim_2(%iterArg_44, %iterArg_48) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %65 = func.call @dynamic_index_in_dim_2(%iterArg_45, %iterArg_48) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %66 = func.call @dynamic_index_in_dim_2(%iterArg_46, %iterArg_48) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %67 = func.call @dynamic_index_in_dim_2(%iterArg_47, %iterArg_48) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %68:27 = func.call @closed_call(%iterArg_49, %60, %61, %62, %63, %64, %65, %66, %67) : (tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>)
      %69 = func.call @dynamic_update_index_in_dim(%iterArg_50, %68#1, %iterArg_48) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %70 = func.call @dynamic_update_index_in_dim_3(%iterArg_51, %68#2, %iterArg_48) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %71 = func.call @dynamic_update_index_in_dim_4(%iterArg_52, %68#3, %iterArg_48) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %72 = func.call @dynamic_update_index_in_dim_4(%iterArg_53, %68#4, %iterArg_48) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %73 = func.call @dynamic_update_index_in_dim(%iterArg_54, %68#5, %iterArg_48) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %74 = func.call @dynamic_update_index_in_dim(%iterArg_55, %68#6, %iterArg_48) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %75 = func.call @dynamic_update_index_in_dim_5(%iterArg_56, %68#7, %iterArg_48) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %76 = func.call @dynamic_update_index_in_dim_5(%iterArg_57, %68#8, %iterArg_48) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %77 = func.call @dynamic_update_index_in_dim_6(%iterArg_58, %68#9, %iterArg_48) : (tensor<3x4x2x6x6xf32>, tensor<4x2x6x6xf32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
      %78 = func.call @dynamic_update_index_in_dim_7(%iterArg_59, %68#10, %iterArg_48) : (tensor<3x4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
      %79 = func.call @dynamic_update_index_in_dim_7(%iterArg_60, %68#11, %iterArg_48) : (tensor<3x4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
      %80 = func.call @dynamic_update_index_in_dim_6(%iterArg_61, %68#12, %iterArg_48) : (tensor<3x4x2x6x6xf32>, tensor<4x2x6x6xf32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
      %81 = func.call @dynamic_update_index_in_dim_5(%iterArg_62, %68#13, %iterArg_48) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %82 = func.call @dynamic_update_index_in_dim(%iterArg_63, %68#14, %iterArg_48) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %83 = func.call @dynamic_update_index_in_dim(%iterArg_64, %68#15, %iterArg_48) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %84 = func.call @dynamic_update_index_in_dim_3(%iterArg_65, %68#16, %iterArg_48) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %85 = func.call @dynamic_update_index_in_dim_4(%iterArg_66, %68#17, %iterArg_48) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %86 = func.call @dynamic_update_index_in_dim_4(%iterArg_67, %68#18, %iterArg_48) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %87 = func.call @dynamic_update_index_in_dim(%iterArg_68, %68#19, %iterArg_48) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %88 = func.call @dynamic_update_index_in_dim(%iterArg_69, %68#20, %iterArg_48) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %89 = func.call @dynamic_update_index_in_dim_8(%iterArg_70, %68#21, %iterArg_48) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %90 = func.call @dynamic_update_index_in_dim_8(%iterArg_71, %68#22, %iterArg_48) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %91 = func.call @dynamic_update_index_in_dim_8(%iterArg_72, %68#23, %iterArg_48) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %92 = func.call @dynamic_update_index_in_dim_8(%iterArg_73, %68#24, %iterArg_48) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %93 = func.call @dynamic_update_index_in_dim_8(%iterArg_74, %68#25, %iterArg_48) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %94 = func.call @dynamic_update_index_in_dim_8(%iterArg_75, %68#26, %iterArg_48) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %c_76 = stablehlo.constant dense<1> : tensor<i32>
      %95 = stablehlo.add %iterArg_48, %c_76 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %95, %68#0, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94 : tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>
    }
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27#9 init: %cst_25) applies stablehlo.add across dimensions = [1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x16xf32>
    %cst_26 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %30 = stablehlo.divide %28, %29 : tensor<4x16xf32>
    %31 = stablehlo.dot_general %30, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x10xf32>) -> tensor<4x10xf32>
    %32:3 = call @log_softmax(%31) : (tensor<4x10xf32>) -> (tensor<4x10xf32>, tensor<4x10xf32>, tensor<4x1xf32>)
    %33 = stablehlo.broadcast_in_dim %arg11, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %34:2 = call @take_along_axis(%32#0, %33) : (tensor<4x10xf32>, tensor<4x1xi32>) -> (tensor<4x1xf32>, tensor<4x1x1xi32>)
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34#0 init: %cst_27) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_28 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %36 = stablehlo.divide %35, %cst_28 : tensor<f32>
    %37 = stablehlo.negate %36 : tensor<f32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %38 = stablehlo.negate %cst_29 : tensor<f32>
    %cst_30 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %39 = stablehlo.divide %38, %cst_30 : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<f32>) -> tensor<4x1xf32>
    %41 = call @take_along_axis_9(%34#1, %40) : (tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x10xf32>
    %42 = call @log_softmax_10(%32#1, %32#2, %41) : (tensor<4x10xf32>, tensor<4x1xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
    %43 = stablehlo.dot_general %42, %30, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x10xf32>, tensor<4x16xf32>) -> tensor<10x16xf32>
    %44 = stablehlo.transpose %43, dims = [1, 0] : (tensor<10x16xf32>) -> tensor<16x10xf32>
    %45 = stablehlo.dot_general %42, %arg8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x10xf32>, tensor<16x10xf32>) -> tensor<4x16xf32>
    %cst_31 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %47 = stablehlo.divide %45, %46 : tensor<4x16xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 2] : (tensor<4x16xf32>) -> tensor<4x6x16xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<3x64x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<3x16x64xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %c_40 = stablehlo.constant dense<0> : tensor<i32>
    %57:42 = stablehlo.while(%iterArg = %27#10, %iterArg_41 = %27#11, %iterArg_42 = %27#12, %iterArg_43 = %27#13, %iterArg_44 = %27#14, %iterArg_45 = %arg6, %iterArg_46 = %27#15, %iterArg_47 = %arg4, %iterArg_48 = %arg7, %iterArg_49 = %27#16, %iterArg_50 = %27#17, %iterArg_51 = %27#18, %iterArg_52 = %27#19, %iterArg_53 = %27#20, %iterArg_54 = %27#21, %iterArg_55 = %27#22, %iterArg_56 = %arg5, %iterArg_57 = %27#23, %iterArg_58 = %27#24, %iterArg_59 = %27#25, %iterArg_60 = %27#26, %iterArg_61 = %27#27, %iterArg_62 = %27#28, %iterArg_63 = %arg3, %iterArg_64 = %27#29, %iterArg_65 = %27#30, %iterArg_66 = %27#31, %iterArg_67 = %27#32, %iterArg_68 = %27#33, %iterArg_69 = %27#34, %iterArg_70 = %arg0, %iterArg_71 = %27#35, %iterArg_72 = %c_40, %iterArg_73 = %48, %iterArg_74 = %49, %iterArg_75 = %50, %iterArg_76 = %51, %iterArg_77 = %52, %iterArg_78 = %53, %iterArg_79 = %54, %iterArg_80 = %55, %iterArg_81 = %56) : tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x64xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x64x16xf32>, tensor<3x4x6x64xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>
    cond {
      %c_82 = stablehlo.constant dense<3> : tensor<i32>
      %60 = stablehlo.compare LT, %iterArg_72, %c_82, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %60 : tensor<i1>
    } do {
      %c_82 = stablehlo.constant dense<3> : tensor<i32>
      %60 = stablehlo.subtract %c_82, %iterArg_72 : tensor<i32>
      %c_83 = stablehlo.constant dense<1> : tensor<i32>
      %61 = stablehlo.subtract %60, %c_83 : tensor<i32>
      %62 = func.call @dynamic_index_in_dim_11(%iterArg, %61) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %63 = func.call @dynamic_index_in_dim_12(%iterArg_41, %61) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %64 = func.call @dynamic_index_in_dim_13(%iterArg_42, %61) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %65 = func.call @dynamic_index_in_dim_13(%iterArg_43, %61) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %66 = func.call @dynamic_index_in_dim_11(%iterArg_44, %61) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %67 = func.call @dynamic_index_in_dim_2(%iterArg_45, %61) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %68 = func.call @dynamic_index_in_dim_11(%iterArg_46, %61) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %69 = func.call @dynamic_index_in_dim_2(%iterArg_47, %61) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %70 = func.call @dynamic_index_in_dim_2(%iterArg_48, %61) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %71 = func.call @dynamic_index_in_dim_14(%iterArg_49, %61) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %72 = func.call @dynamic_index_in_dim_14(%iterArg_50, %61) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %73 = func.call @dynamic_index_in_dim_15(%iterArg_51, %61) : (tensor<3x4x2x6x6xf32>, tensor<i32>) -> tensor<4x2x6x6xf32>
      %74 = func.call @dynamic_index_in_dim_16(%iterArg_52, %61) : (tensor<3x4x2x6x1xf32>, tensor<i32>) -> tensor<4x2x6x1xf32>
      %75 = func.call @dynamic_index_in_dim_16(%iterArg_53, %61) : (tensor<3x4x2x6x1xf32>, tensor<i32>) -> tensor<4x2x6x1xf32>
      %76 = func.call @dynamic_index_in_dim_15(%iterArg_54, %61) : (tensor<3x4x2x6x6xf32>, tensor<i32>) -> tensor<4x2x6x6xf32>
      %77 = func.call @dynamic_index_in_dim_14(%iterArg_55, %61) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %78 = func.call @dynamic_index_in_dim_2(%iterArg_56, %61) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %79 = func.call @dynamic_index_in_dim_11(%iterArg_57, %61) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %80 = func.call @dynamic_index_in_dim_11(%iterArg_58, %61) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %81 = func.call @dynamic_index_in_dim_12(%iterArg_59, %61) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %82 = func.call @dynamic_index_in_dim_13(%iterArg_60, %61) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %83 = func.call @dynamic_index_in_dim_13(%iterArg_61, %61) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %84 = func.call @dynamic_index_in_dim_11(%iterArg_62, %61) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %85 = func.call @dynamic_index_in_dim_1(%iterArg_63, %61) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %86 = func.call @dynamic_index_in_dim_11(%iterArg_64, %61) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %87 = func.call @dynamic_index_in_dim_17(%iterArg_65, %61) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %88 = func.call @dynamic_index_in_dim_17(%iterArg_66, %61) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %89 = func.call @dynamic_index_in_dim_17(%iterArg_67, %61) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %90 = func.call @dynamic_index_in_dim_17(%iterArg_68, %61) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %91 = func.call @dynamic_index_in_dim_17(%iterArg_69, %61) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %92 = func.call @dynamic_index_in_dim(%iterArg_70, %61) : (tensor<3x64x16xf32>, tensor<i32>) -> tensor<64x16xf32>
      %93 = func.call @dynamic_index_in_dim_17(%iterArg_71, %61) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %94:9 = func.call @closed_call_18(%iterArg_73, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93) : (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<16x64xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<64x16xf32>, tensor<4x6x64xf32>) -> (tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>)
      %95 = func.call @dynamic_update_index_in_dim_19(%iterArg_74, %94#1, %61) : (tensor<3x64x16xf32>, tensor<64x16xf32>, tensor<i32>) -> tensor<3x64x16xf32>
      %96 = func.call @dynamic_update_index_in_dim_20(%iterArg_75, %94#2, %61) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %97 = func.call @dynamic_update_index_in_dim_20(%iterArg_76, %94#3, %61) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %98 = func.call @dynamic_update_index_in_dim_21(%iterArg_77, %94#4, %61) : (tensor<3x16x64xf32>, tensor<16x64xf32>, tensor<i32>) -> tensor<3x16x64xf32>
      %99 = func.call @dynamic_update_index_in_dim_22(%iterArg_78, %94#5, %61) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %100 = func.call @dynamic_update_index_in_dim_22(%iterArg_79, %94#6, %61) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %101 = func.call @dynamic_update_index_in_dim_22(%iterArg_80, %94#7, %61) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %102 = func.call @dynamic_update_index_in_dim_22(%iterArg_81, %94#8, %61) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %c_84 = stablehlo.constant dense<1> : tensor<i32>
      %103 = stablehlo.add %iterArg_72, %c_84 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %103, %94#0, %95, %96, %97, %98, %99, %100, %101, %102 : tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x64xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x64x16xf32>, tensor<3x4x6x64xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>
    }
    %58 = stablehlo.dot_general %57#33, %arg10, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x48xf32>) -> tensor<16x48xf32>
    %59 = stablehlo.transpose %58, dims = [1, 0] : (tensor<16x48xf32>) -> tensor<48x16xf32>
    return %37, %57#34, %57#35, %57#36, %57#37, %57#38, %57#39, %57#40, %57#41, %44, %59 : tensor<f32>, tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<16x10xf32>, tensor<48x16xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x64x16xf32>, %arg1: tensor<i32>) -> tensor<64x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 16] : (tensor<3x64x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x16xf32>) -> tensor<64x16xf32>
    return %1 : tensor<64x16xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x16xf32>, %arg1: tensor<i32>) -> tensor<16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<3x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x16x64xf32>, %arg1: tensor<i32>) -> tensor<16x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 64] : (tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x64xf32>) -> tensor<16x64xf32>
    return %1 : tensor<16x64xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x16x16xf32>, %arg1: tensor<i32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<3x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x6x16xf32>, %arg1: tensor<64x16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16x64xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<4x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x6x16xf32>
    %6 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<4x6x16xf32>
    %9 = stablehlo.multiply %5, %5 : tensor<4x6x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<4x6x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %15 = stablehlo.add %13, %14 : tensor<4x6x1xf32>
    %16 = stablehlo.rsqrt %15 : tensor<4x6x1xf32>
    %17 = stablehlo.divide %16, %15 : tensor<4x6x1xf32>
    %cst_4 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %19 = stablehlo.multiply %18, %17 : tensor<4x6x1xf32>
    %20 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %21 = stablehlo.multiply %8, %20 : tensor<4x6x16xf32>
    %22 = stablehlo.dot_general %21, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %23 = stablehlo.reshape %22 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %24 = stablehlo.dot_general %21, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %25 = stablehlo.reshape %24 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %26 = stablehlo.dot_general %21, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %27 = stablehlo.reshape %26 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %28 = stablehlo.dot_general %23, %25, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_5 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %30 = stablehlo.divide %28, %29 : tensor<4x2x6x6xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %33 = stablehlo.maximum %32, %31 : tensor<4x2x6xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %36 = stablehlo.subtract %30, %35 : tensor<4x2x6x6xf32>
    %37 = stablehlo.exponential %36 : tensor<4x2x6x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %41 = stablehlo.divide %37, %40 : tensor<4x2x6x6xf32>
    %42 = stablehlo.multiply %39, %39 : tensor<4x2x6x1xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %44 = stablehlo.divide %43, %42 : tensor<4x2x6x1xf32>
    %45 = stablehlo.dot_general %27, %41, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %46 = stablehlo.transpose %45, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %47 = stablehlo.reshape %46 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %48 = stablehlo.dot_general %47, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %49 = stablehlo.add %arg0, %48 : tensor<4x6x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_11 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %53 = stablehlo.divide %51, %52 : tensor<4x6x1xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %55 = stablehlo.subtract %49, %54 : tensor<4x6x16xf32>
    %56 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %58 = stablehlo.multiply %57, %55 : tensor<4x6x16xf32>
    %59 = stablehlo.multiply %55, %55 : tensor<4x6x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_13 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %63 = stablehlo.divide %61, %62 : tensor<4x6x1xf32>
    %cst_14 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %65 = stablehlo.add %63, %64 : tensor<4x6x1xf32>
    %66 = stablehlo.rsqrt %65 : tensor<4x6x1xf32>
    %67 = stablehlo.divide %66, %65 : tensor<4x6x1xf32>
    %cst_15 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %69 = stablehlo.multiply %68, %67 : tensor<4x6x1xf32>
    %70 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %71 = stablehlo.multiply %58, %70 : tensor<4x6x16xf32>
    %72 = stablehlo.dot_general %71, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %73 = stablehlo.multiply %72, %72 : tensor<4x6x64xf32>
    %74 = stablehlo.multiply %73, %72 : tensor<4x6x64xf32>
    %75 = stablehlo.multiply %72, %72 : tensor<4x6x64xf32>
    %cst_16 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %77 = stablehlo.multiply %76, %75 : tensor<4x6x64xf32>
    %cst_17 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %79 = stablehlo.multiply %78, %74 : tensor<4x6x64xf32>
    %80 = stablehlo.add %72, %79 : tensor<4x6x64xf32>
    %cst_18 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %82 = stablehlo.multiply %81, %80 : tensor<4x6x64xf32>
    %83 = stablehlo.tanh %82 : tensor<4x6x64xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %85 = stablehlo.subtract %84, %83 : tensor<4x6x64xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %87 = stablehlo.add %86, %83 : tensor<4x6x64xf32>
    %cst_21 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %89 = stablehlo.multiply %88, %87 : tensor<4x6x64xf32>
    %90 = stablehlo.multiply %72, %89 : tensor<4x6x64xf32>
    %91 = stablehlo.dot_general %90, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %92 = stablehlo.add %49, %91 : tensor<4x6x16xf32>
    return %92, %5, %6, %19, %16, %8, %21, %25, %23, %37, %39, %44, %41, %27, %47, %55, %56, %69, %66, %58, %71, %77, %83, %85, %89, %72, %90 : tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<4x6x16xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x16xf32>) -> tensor<1x4x6x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x16xf32>, tensor<1x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x16xf32>
    return %1 : tensor<3x4x6x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<3x1x1x16xf32>, %arg1: tensor<1x1x16xf32>, %arg2: tensor<i32>) -> tensor<3x1x1x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x16xf32>) -> tensor<1x1x1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x1x1x16xf32>, tensor<1x1x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1x1x16xf32>
    return %1 : tensor<3x1x1x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<3x4x6x1xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x1xf32>) -> tensor<1x4x6x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x1xf32>, tensor<1x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x1xf32>
    return %1 : tensor<3x4x6x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<3x4x6x2x8xf32>, %arg1: tensor<4x6x2x8xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x6x2x8xf32>) -> tensor<1x4x6x2x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x6x2x8xf32>, tensor<1x4x6x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
    return %1 : tensor<3x4x6x2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<3x4x2x6x6xf32>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<i32>) -> tensor<3x4x2x6x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x2x6x6xf32>) -> tensor<1x4x2x6x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x2x6x6xf32>, tensor<1x4x2x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
    return %1 : tensor<3x4x2x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<3x4x2x6x1xf32>, %arg1: tensor<4x2x6x1xf32>, %arg2: tensor<i32>) -> tensor<3x4x2x6x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x2x6x1xf32>) -> tensor<1x4x2x6x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x2x6x1xf32>, tensor<1x4x2x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
    return %1 : tensor<3x4x2x6x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<3x4x6x64xf32>, %arg1: tensor<4x6x64xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x64xf32>) -> tensor<1x4x6x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x64xf32>, tensor<1x4x6x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x64xf32>
    return %1 : tensor<3x4x6x64xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x10xf32>) -> (tensor<4x10xf32>, tensor<4x10xf32>, tensor<4x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x10xf32>
    %6 = stablehlo.exponential %5 : tensor<4x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %9 = stablehlo.log %8 : tensor<4x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x10xf32>
    return %11, %6, %8 : tensor<4x10xf32>, tensor<4x10xf32>, tensor<4x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x10xf32>, %arg1: tensor<4x1xi32>) -> (tensor<4x1xf32>, tensor<4x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %c_0 = stablehlo.constant dense<10> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4x1xi1>, tensor<4x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<4x1xi32>) -> tensor<4x1x1xi32>
    %c_1 = stablehlo.constant dense<9> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<4x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<4x1x1xi1>, tensor<i1>) -> tensor<4x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x10xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4x1xi1>, tensor<4x1xf32>
    return %15, %5 : tensor<4x1xf32>, tensor<4x1x1xi32>
  }
  func.func private @take_along_axis_9(%arg0: tensor<4x1x1xi32>, %arg1: tensor<4x1xf32>) -> tensor<4x10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x10xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x10xf32>, tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x10xf32>
    return %1 : tensor<4x10xf32>
  }
  func.func private @log_softmax_10(%arg0: tensor<4x10xf32>, %arg1: tensor<4x1xf32>, %arg2: tensor<4x10xf32>) -> tensor<4x10xf32> {
    %0 = stablehlo.negate %arg2 : tensor<4x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.reshape %1 : (tensor<4xf32>) -> tensor<4x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<4x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x10xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<4x10xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<4x10xf32>
    return %7 : tensor<4x10xf32>
  }
  func.func private @dynamic_index_in_dim_11(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<i32>) -> tensor<4x6x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 16] : (tensor<3x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x16xf32>) -> tensor<4x6x16xf32>
    return %1 : tensor<4x6x16xf32>
  }
  func.func private @dynamic_index_in_dim_12(%arg0: tensor<3x1x1x16xf32>, %arg1: tensor<i32>) -> tensor<1x1x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 16] : (tensor<3x1x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x16xf32>) -> tensor<1x1x16xf32>
    return %1 : tensor<1x1x16xf32>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<3x4x6x1xf32>, %arg1: tensor<i32>) -> tensor<4x6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 1] : (tensor<3x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x1xf32>) -> tensor<4x6x1xf32>
    return %1 : tensor<4x6x1xf32>
  }
  func.func private @dynamic_index_in_dim_14(%arg0: tensor<3x4x6x2x8xf32>, %arg1: tensor<i32>) -> tensor<4x6x2x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 6, 2, 8] : (tensor<3x4x6x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x2x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x2x8xf32>) -> tensor<4x6x2x8xf32>
    return %1 : tensor<4x6x2x8xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<3x4x2x6x6xf32>, %arg1: tensor<i32>) -> tensor<4x2x6x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 2, 6, 6] : (tensor<3x4x2x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x6x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    return %1 : tensor<4x2x6x6xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<3x4x2x6x1xf32>, %arg1: tensor<i32>) -> tensor<4x2x6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 2, 6, 1] : (tensor<3x4x2x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x6x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    return %1 : tensor<4x2x6x1xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<3x4x6x64xf32>, %arg1: tensor<i32>) -> tensor<4x6x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 64] : (tensor<3x4x6x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x64xf32>) -> tensor<4x6x64xf32>
    return %1 : tensor<4x6x64xf32>
  }
  func.func private @closed_call_18(%arg0: tensor<4x6x16xf32>, %arg1: tensor<4x6x16xf32>, %arg2: tensor<1x1x16xf32>, %arg3: tensor<4x6x1xf32>, %arg4: tensor<4x6x1xf32>, %arg5: tensor<4x6x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<4x6x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<16x16xf32>, %arg10: tensor<4x6x2x8xf32>, %arg11: tensor<4x6x2x8xf32>, %arg12: tensor<4x2x6x6xf32>, %arg13: tensor<4x2x6x1xf32>, %arg14: tensor<4x2x6x1xf32>, %arg15: tensor<4x2x6x6xf32>, %arg16: tensor<4x6x2x8xf32>, %arg17: tensor<16x16xf32>, %arg18: tensor<4x6x16xf32>, %arg19: tensor<4x6x16xf32>, %arg20: tensor<1x1x16xf32>, %arg21: tensor<4x6x1xf32>, %arg22: tensor<4x6x1xf32>, %arg23: tensor<4x6x16xf32>, %arg24: tensor<16x64xf32>, %arg25: tensor<4x6x16xf32>, %arg26: tensor<4x6x64xf32>, %arg27: tensor<4x6x64xf32>, %arg28: tensor<4x6x64xf32>, %arg29: tensor<4x6x64xf32>, %arg30: tensor<4x6x64xf32>, %arg31: tensor<64x16xf32>, %arg32: tensor<4x6x64xf32>) -> (tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg32, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %2 = stablehlo.dot_general %arg0, %arg31, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %3 = stablehlo.multiply %arg30, %2 : tensor<4x6x64xf32>
    %4 = stablehlo.multiply %2, %arg29 : tensor<4x6x64xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<4x6x64xf32>
    %7 = stablehlo.multiply %6, %arg28 : tensor<4x6x64xf32>
    %8 = stablehlo.multiply %7, %arg27 : tensor<4x6x64xf32>
    %9 = stablehlo.add %7, %8 : tensor<4x6x64xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<4x6x64xf32>
    %12 = stablehlo.add %4, %11 : tensor<4x6x64xf32>
    %cst_1 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %14 = stablehlo.multiply %13, %11 : tensor<4x6x64xf32>
    %15 = stablehlo.multiply %14, %arg26 : tensor<4x6x64xf32>
    %16 = stablehlo.add %12, %15 : tensor<4x6x64xf32>
    %17 = stablehlo.dot_general %16, %arg25, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %18 = stablehlo.transpose %17, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %19 = stablehlo.dot_general %16, %arg24, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %20 = stablehlo.multiply %arg23, %19 : tensor<4x6x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %22 = stablehlo.reshape %21 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %23 = stablehlo.broadcast_in_dim %arg22, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %24 = stablehlo.multiply %19, %23 : tensor<4x6x16xf32>
    %25 = stablehlo.multiply %22, %arg21 : tensor<4x6x1xf32>
    %cst_3 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %27 = stablehlo.divide %25, %26 : tensor<4x6x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %30 = stablehlo.multiply %arg19, %29 : tensor<4x6x16xf32>
    %31 = stablehlo.multiply %29, %arg19 : tensor<4x6x16xf32>
    %32 = stablehlo.add %30, %31 : tensor<4x6x16xf32>
    %33 = stablehlo.broadcast_in_dim %arg20, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %34 = stablehlo.multiply %33, %24 : tensor<4x6x16xf32>
    %35 = stablehlo.add %32, %34 : tensor<4x6x16xf32>
    %36 = stablehlo.multiply %24, %arg19 : tensor<4x6x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %38 = stablehlo.reshape %37 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %40 = stablehlo.negate %35 : tensor<4x6x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %42 = stablehlo.reshape %41 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %43 = stablehlo.add %arg0, %35 : tensor<4x6x16xf32>
    %cst_8 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %45 = stablehlo.divide %42, %44 : tensor<4x6x1xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %48 = stablehlo.add %43, %47 : tensor<4x6x16xf32>
    %49 = stablehlo.dot_general %48, %arg18, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %50 = stablehlo.transpose %49, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %51 = stablehlo.dot_general %48, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %52 = stablehlo.reshape %51 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %53 = stablehlo.transpose %52, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %54 = stablehlo.dot_general %53, %arg16, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %55 = stablehlo.dot_general %53, %arg15, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %56 = stablehlo.transpose %55, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %57 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %58 = stablehlo.multiply %54, %57 : tensor<4x2x6x6xf32>
    %59 = stablehlo.multiply %58, %arg12 : tensor<4x2x6x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %61 = stablehlo.reshape %60 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %62 = stablehlo.negate %61 : tensor<4x2x6x1xf32>
    %63 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %64 = stablehlo.divide %54, %63 : tensor<4x2x6x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%62 init: %cst_11) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %67 = stablehlo.add %64, %66 : tensor<4x2x6x6xf32>
    %68 = stablehlo.multiply %67, %arg12 : tensor<4x2x6x6xf32>
    %cst_12 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %70 = stablehlo.divide %68, %69 : tensor<4x2x6x6xf32>
    %71 = stablehlo.dot_general %70, %arg11, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %72 = stablehlo.transpose %71, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %73 = stablehlo.dot_general %70, %arg10, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %74 = stablehlo.transpose %73, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %75 = stablehlo.reshape %56 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %76 = stablehlo.dot_general %75, %arg7, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %77 = stablehlo.transpose %76, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %78 = stablehlo.dot_general %75, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %79 = stablehlo.reshape %72 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %80 = stablehlo.dot_general %79, %arg7, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %81 = stablehlo.transpose %80, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %82 = stablehlo.dot_general %79, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %83 = stablehlo.add %78, %82 : tensor<4x6x16xf32>
    %84 = stablehlo.reshape %74 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %85 = stablehlo.dot_general %84, %arg7, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %86 = stablehlo.transpose %85, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %87 = stablehlo.dot_general %84, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %88 = stablehlo.add %83, %87 : tensor<4x6x16xf32>
    %89 = stablehlo.multiply %arg5, %88 : tensor<4x6x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %91 = stablehlo.reshape %90 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %92 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %93 = stablehlo.multiply %88, %92 : tensor<4x6x16xf32>
    %94 = stablehlo.multiply %91, %arg3 : tensor<4x6x1xf32>
    %cst_14 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %96 = stablehlo.divide %94, %95 : tensor<4x6x1xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.reduce(%96 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %99 = stablehlo.multiply %arg1, %98 : tensor<4x6x16xf32>
    %100 = stablehlo.multiply %98, %arg1 : tensor<4x6x16xf32>
    %101 = stablehlo.add %99, %100 : tensor<4x6x16xf32>
    %102 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %103 = stablehlo.multiply %102, %93 : tensor<4x6x16xf32>
    %104 = stablehlo.add %101, %103 : tensor<4x6x16xf32>
    %105 = stablehlo.multiply %93, %arg1 : tensor<4x6x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %107 = stablehlo.reshape %106 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%107 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %109 = stablehlo.negate %104 : tensor<4x6x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %111 = stablehlo.reshape %110 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %112 = stablehlo.add %48, %104 : tensor<4x6x16xf32>
    %cst_19 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %114 = stablehlo.divide %111, %113 : tensor<4x6x1xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.reduce(%114 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %117 = stablehlo.add %112, %116 : tensor<4x6x16xf32>
    return %117, %1, %108, %39, %18, %81, %50, %86, %77 : tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_19(%arg0: tensor<3x64x16xf32>, %arg1: tensor<64x16xf32>, %arg2: tensor<i32>) -> tensor<3x64x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x16xf32>) -> tensor<1x64x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x64x16xf32>, tensor<1x64x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x64x16xf32>
    return %1 : tensor<3x64x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_20(%arg0: tensor<3x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<i32>) -> tensor<3x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<3x16xf32>
    return %1 : tensor<3x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_21(%arg0: tensor<3x16x64xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<i32>) -> tensor<3x16x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x64xf32>) -> tensor<1x16x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x64xf32>, tensor<1x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x64xf32>
    return %1 : tensor<3x16x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_22(%arg0: tensor<3x16x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<i32>) -> tensor<3x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x16xf32>
    return %1 : tensor<3x16x16xf32>
  }
}
