module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4x32x16xf32>, %arg1: tensor<3x16xf32>, %arg2: tensor<3x16xf32>, %arg3: tensor<3x16x4xf32>, %arg4: tensor<3x4x16x32xf32>, %arg5: tensor<3x16x16xf32>, %arg6: tensor<3x16x16xf32>, %arg7: tensor<3x16x16xf32>, %arg8: tensor<3x16x16xf32>, %arg9: tensor<32x16xf32>, %arg10: tensor<16x32xf32>, %arg11: tensor<4x6xi32>, %arg12: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3x4x32x16xf32> {jax.result_info = "result[1]"}, tensor<3x16xf32> {jax.result_info = "result[2]"}, tensor<3x16xf32> {jax.result_info = "result[3]"}, tensor<3x16x4xf32> {jax.result_info = "result[4]"}, tensor<3x4x16x32xf32> {jax.result_info = "result[5]"}, tensor<3x16x16xf32> {jax.result_info = "result[6]"}, tensor<3x16x16xf32> {jax.result_info = "result[7]"}, tensor<3x16x16xf32> {jax.result_info = "result[8]"}, tensor<3x16x16xf32> {jax.result_info = "result[9]"}, tensor<32x16xf32> {jax.result_info = "result[10]"}, tensor<16x32xf32> {jax.result_info = "result[11]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg11, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg11, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg11 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg9, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x6xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x1xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x1xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x6xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x4x6x4xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x32xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x32xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x32xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x32xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x32xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<3x4x6x4xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<3x4x6x4x32xf32>
    %c_31 = stablehlo.constant dense<0> : tensor<i32>
    %38:42 = stablehlo.while(%iterArg = %arg0, %iterArg_47 = %arg1, %iterArg_48 = %arg2, %iterArg_49 = %arg3, %iterArg_50 = %arg4, %iterArg_51 = %arg5, %iterArg_52 = %arg6, %iterArg_53 = %arg7, %iterArg_54 = %arg8, %iterArg_55 = %c_31, %iterArg_56 = %6, %iterArg_57 = %7, %iterArg_58 = %8, %iterArg_59 = %9, %iterArg_60 = %10, %iterArg_61 = %11, %iterArg_62 = %12, %iterArg_63 = %13, %iterArg_64 = %14, %iterArg_65 = %15, %iterArg_66 = %16, %iterArg_67 = %17, %iterArg_68 = %18, %iterArg_69 = %19, %iterArg_70 = %20, %iterArg_71 = %21, %iterArg_72 = %22, %iterArg_73 = %23, %iterArg_74 = %24, %iterArg_75 = %25, %iterArg_76 = %26, %iterArg_77 = %27, %iterArg_78 = %28, %iterArg_79 = %29, %iterArg_80 = %30, %iterArg_81 = %31, %iterArg_82 = %32, %iterArg_83 = %33, %iterArg_84 = %34, %iterArg_85 = %35, %iterArg_86 = %36, %iterArg_87 = %37) : tensor<3x4x32x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x4xf32>, tensor<3x4x16x32xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x4x32xf32>
    cond {
      %c_88 = stablehlo.constant dense<3> : tensor<i32>
      %66 = stablehlo.compare LT, %iterArg_55, %c_88, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %66 : tensor<i1>
    } do {
      %66 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_55) : (tensor<3x4x32x16xf32>, tensor<i32>) -> tensor<4x32x16xf32>
      %67 = func.call @dynamic_index_in_dim_0(%iterArg_47, %iterArg_55) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %68 = func.call @dynamic_index_in_dim_0(%iterArg_48, %iterArg_55) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %69 = func.call @dynamic_index_in_dim_1(%iterArg_49, %iterArg_55) : (tensor<3x16x4xf32>, tensor<i32>) -> tensor<16x4xf32>
      %70 = func.call @dynamic_index_in_dim_2(%iterArg_50, %iterArg_55) : (tensor<3x4x16x32xf32>, tensor<i32>) -> tensor<4x16x32xf32>
      %71 = func.call @dynamic_index_in_dim_3(%iterArg_51, %iterArg_55) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %72 = func.call @dynamic_index_in_dim_3(%iterArg_52, %iterArg_55) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %73 = func.call @dynamic_index_in_dim_3(%iterArg_53, %iterArg_55) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %74 = func.call @dynamic_index_in_dim_3(%iterArg_54, %iterArg_55) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %75:32 = func.call @closed_call(%iterArg_56, %66, %67, %68, %69, %70, %71, %72, %73, %74) : (tensor<4x6x16xf32>, tensor<4x32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<4x16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x4xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4xf32>, tensor<4x6x4x32xf32>)
      %76 = func.call @dynamic_update_index_in_dim(%iterArg_57, %75#1, %iterArg_55) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %77 = func.call @dynamic_update_index_in_dim_4(%iterArg_58, %75#2, %iterArg_55) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %78 = func.call @dynamic_update_index_in_dim_5(%iterArg_59, %75#3, %iterArg_55) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %79 = func.call @dynamic_update_index_in_dim_5(%iterArg_60, %75#4, %iterArg_55) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %80 = func.call @dynamic_update_index_in_dim(%iterArg_61, %75#5, %iterArg_55) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %81 = func.call @dynamic_update_index_in_dim(%iterArg_62, %75#6, %iterArg_55) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %82 = func.call @dynamic_update_index_in_dim_6(%iterArg_63, %75#7, %iterArg_55) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %83 = func.call @dynamic_update_index_in_dim_6(%iterArg_64, %75#8, %iterArg_55) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %84 = func.call @dynamic_update_index_in_dim_7(%iterArg_65, %75#9, %iterArg_55) : (tensor<3x4x2x6x6xf32>, tensor<4x2x6x6xf32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
      %85 = func.call @dynamic_update_index_in_dim_8(%iterArg_66, %75#10, %iterArg_55) : (tensor<3x4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
      %86 = func.call @dynamic_update_index_in_dim_8(%iterArg_67, %75#11, %iterArg_55) : (tensor<3x4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
      %87 = func.call @dynamic_update_index_in_dim_7(%iterArg_68, %75#12, %iterArg_55) : (tensor<3x4x2x6x6xf32>, tensor<4x2x6x6xf32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
      %88 = func.call @dynamic_update_index_in_dim_6(%iterArg_69, %75#13, %iterArg_55) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %89 = func.call @dynamic_update_index_in_dim(%iterArg_70, %75#14, %iterArg_55) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %90 = func.call @dynamic_update_index_in_dim(%iterArg_71, %75#15, %iterArg_55) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %91 = func.call @dynamic_update_index_in_dim_4(%iterArg_72, %75#16, %iterArg_55) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %92 = func.call @dynamic_update_index_in_dim_5(%iterArg_73, %75#17, %iterArg_55) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %93 = func.call @dynamic_update_index_in_dim_5(%iterArg_74, %75#18, %iterArg_55) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %94 = func.call @dynamic_update_index_in_dim(%iterArg_75, %75#19, %iterArg_55) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %95 = func.call @dynamic_update_index_in_dim(%iterArg_76, %75#20, %iterArg_55) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %96 = func.call @dynamic_update_index_in_dim_9(%iterArg_77, %75#21, %iterArg_55) : (tensor<3x4x6x4xf32>, tensor<4x6x4xf32>, tensor<i32>) -> tensor<3x4x6x4xf32>
      %97 = func.call @dynamic_update_index_in_dim_5(%iterArg_78, %75#22, %iterArg_55) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %98 = func.call @dynamic_update_index_in_dim_5(%iterArg_79, %75#23, %iterArg_55) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %99 = func.call @dynamic_update_index_in_dim_10(%iterArg_80, %75#24, %iterArg_55) : (tensor<3x4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<i32>) -> tensor<3x4x6x4x32xf32>
      %100 = func.call @dynamic_update_index_in_dim_10(%iterArg_81, %75#25, %iterArg_55) : (tensor<3x4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<i32>) -> tensor<3x4x6x4x32xf32>
      %101 = func.call @dynamic_update_index_in_dim_10(%iterArg_82, %75#26, %iterArg_55) : (tensor<3x4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<i32>) -> tensor<3x4x6x4x32xf32>
      %102 = func.call @dynamic_update_index_in_dim_10(%iterArg_83, %75#27, %iterArg_55) : (tensor<3x4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<i32>) -> tensor<3x4x6x4x32xf32>
      %103 = func.call @dynamic_update_index_in_dim_10(%iterArg_84, %75#28, %iterArg_55) : (tensor<3x4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<i32>) -> tensor<3x4x6x4x32xf32>
      %104 = func.call @dynamic_update_index_in_dim_10(%iterArg_85, %75#29, %iterArg_55) : (tensor<3x4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<i32>) -> tensor<3x4x6x4x32xf32>
      %105 = func.call @dynamic_update_index_in_dim_9(%iterArg_86, %75#30, %iterArg_55) : (tensor<3x4x6x4xf32>, tensor<4x6x4xf32>, tensor<i32>) -> tensor<3x4x6x4xf32>
      %106 = func.call @dynamic_update_index_in_dim_10(%iterArg_87, %75#31, %iterArg_55) : (tensor<3x4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<i32>) -> tensor<3x4x6x4x32xf32>
      %c_88 = stablehlo.constant dense<1> : tensor<i32>
      %107 = stablehlo.add %iterArg_55, %c_88 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %107, %75#0, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106 : tensor<3x4x32x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x4xf32>, tensor<3x4x16x32xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x4x32xf32>
    }
    %39 = stablehlo.dot_general %38#10, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %40:3 = call @log_softmax(%39) : (tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>)
    %41 = stablehlo.broadcast_in_dim %arg12, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %42:2 = call @take_along_axis(%40#0, %41) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42#0 init: %cst_32) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_33 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %44 = stablehlo.divide %43, %cst_33 : tensor<f32>
    %45 = stablehlo.negate %44 : tensor<f32>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %46 = stablehlo.negate %cst_34 : tensor<f32>
    %cst_35 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %47 = stablehlo.divide %46, %cst_35 : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %49 = call @take_along_axis_11(%42#1, %48) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %50 = call @log_softmax_12(%40#1, %40#2, %49) : (tensor<4x6x32xf32>, tensor<4x6x1xf32>, tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %51 = stablehlo.dot_general %50, %38#10, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    %52 = stablehlo.transpose %51, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %53 = stablehlo.dot_general %50, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<16x32xf32>) -> tensor<4x6x16xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<3x4x32x16xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<3x16x4xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<3x4x16x32xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %c_45 = stablehlo.constant dense<0> : tensor<i32>
    %63:49 = stablehlo.while(%iterArg = %38#11, %iterArg_47 = %38#12, %iterArg_48 = %38#13, %iterArg_49 = %38#14, %iterArg_50 = %38#15, %iterArg_51 = %arg7, %iterArg_52 = %38#16, %iterArg_53 = %arg5, %iterArg_54 = %arg8, %iterArg_55 = %38#17, %iterArg_56 = %38#18, %iterArg_57 = %38#19, %iterArg_58 = %38#20, %iterArg_59 = %38#21, %iterArg_60 = %38#22, %iterArg_61 = %38#23, %iterArg_62 = %arg6, %iterArg_63 = %38#24, %iterArg_64 = %38#25, %iterArg_65 = %38#26, %iterArg_66 = %38#27, %iterArg_67 = %38#28, %iterArg_68 = %38#29, %iterArg_69 = %arg3, %iterArg_70 = %38#30, %iterArg_71 = %38#31, %iterArg_72 = %38#32, %iterArg_73 = %38#33, %iterArg_74 = %arg4, %iterArg_75 = %38#34, %iterArg_76 = %38#35, %iterArg_77 = %38#36, %iterArg_78 = %38#37, %iterArg_79 = %38#38, %iterArg_80 = %38#39, %iterArg_81 = %38#40, %iterArg_82 = %arg0, %iterArg_83 = %38#41, %iterArg_84 = %c_45, %iterArg_85 = %53, %iterArg_86 = %54, %iterArg_87 = %55, %iterArg_88 = %56, %iterArg_89 = %57, %iterArg_90 = %58, %iterArg_91 = %59, %iterArg_92 = %60, %iterArg_93 = %61, %iterArg_94 = %62) : tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x4xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x16x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4xf32>, tensor<3x4x32x16xf32>, tensor<3x4x6x4x32xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x32x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x4xf32>, tensor<3x4x16x32xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>
    cond {
      %c_95 = stablehlo.constant dense<3> : tensor<i32>
      %66 = stablehlo.compare LT, %iterArg_84, %c_95, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %66 : tensor<i1>
    } do {
      %c_95 = stablehlo.constant dense<3> : tensor<i32>
      %66 = stablehlo.subtract %c_95, %iterArg_84 : tensor<i32>
      %c_96 = stablehlo.constant dense<1> : tensor<i32>
      %67 = stablehlo.subtract %66, %c_96 : tensor<i32>
      %68 = func.call @dynamic_index_in_dim_13(%iterArg, %67) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %69 = func.call @dynamic_index_in_dim_14(%iterArg_47, %67) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %70 = func.call @dynamic_index_in_dim_15(%iterArg_48, %67) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %71 = func.call @dynamic_index_in_dim_15(%iterArg_49, %67) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %72 = func.call @dynamic_index_in_dim_13(%iterArg_50, %67) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %73 = func.call @dynamic_index_in_dim_3(%iterArg_51, %67) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %74 = func.call @dynamic_index_in_dim_13(%iterArg_52, %67) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %75 = func.call @dynamic_index_in_dim_3(%iterArg_53, %67) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %76 = func.call @dynamic_index_in_dim_3(%iterArg_54, %67) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %77 = func.call @dynamic_index_in_dim_16(%iterArg_55, %67) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %78 = func.call @dynamic_index_in_dim_16(%iterArg_56, %67) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %79 = func.call @dynamic_index_in_dim_17(%iterArg_57, %67) : (tensor<3x4x2x6x6xf32>, tensor<i32>) -> tensor<4x2x6x6xf32>
      %80 = func.call @dynamic_index_in_dim_18(%iterArg_58, %67) : (tensor<3x4x2x6x1xf32>, tensor<i32>) -> tensor<4x2x6x1xf32>
      %81 = func.call @dynamic_index_in_dim_18(%iterArg_59, %67) : (tensor<3x4x2x6x1xf32>, tensor<i32>) -> tensor<4x2x6x1xf32>
      %82 = func.call @dynamic_index_in_dim_17(%iterArg_60, %67) : (tensor<3x4x2x6x6xf32>, tensor<i32>) -> tensor<4x2x6x6xf32>
      %83 = func.call @dynamic_index_in_dim_16(%iterArg_61, %67) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %84 = func.call @dynamic_index_in_dim_3(%iterArg_62, %67) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %85 = func.call @dynamic_index_in_dim_13(%iterArg_63, %67) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %86 = func.call @dynamic_index_in_dim_13(%iterArg_64, %67) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %87 = func.call @dynamic_index_in_dim_14(%iterArg_65, %67) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %88 = func.call @dynamic_index_in_dim_15(%iterArg_66, %67) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %89 = func.call @dynamic_index_in_dim_15(%iterArg_67, %67) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %90 = func.call @dynamic_index_in_dim_13(%iterArg_68, %67) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %91 = func.call @dynamic_index_in_dim_1(%iterArg_69, %67) : (tensor<3x16x4xf32>, tensor<i32>) -> tensor<16x4xf32>
      %92 = func.call @dynamic_index_in_dim_13(%iterArg_70, %67) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %93 = func.call @dynamic_index_in_dim_19(%iterArg_71, %67) : (tensor<3x4x6x4xf32>, tensor<i32>) -> tensor<4x6x4xf32>
      %94 = func.call @dynamic_index_in_dim_15(%iterArg_72, %67) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %95 = func.call @dynamic_index_in_dim_15(%iterArg_73, %67) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %96 = func.call @dynamic_index_in_dim_2(%iterArg_74, %67) : (tensor<3x4x16x32xf32>, tensor<i32>) -> tensor<4x16x32xf32>
      %97 = func.call @dynamic_index_in_dim_20(%iterArg_75, %67) : (tensor<3x4x6x4x32xf32>, tensor<i32>) -> tensor<4x6x4x32xf32>
      %98 = func.call @dynamic_index_in_dim_20(%iterArg_76, %67) : (tensor<3x4x6x4x32xf32>, tensor<i32>) -> tensor<4x6x4x32xf32>
      %99 = func.call @dynamic_index_in_dim_20(%iterArg_77, %67) : (tensor<3x4x6x4x32xf32>, tensor<i32>) -> tensor<4x6x4x32xf32>
      %100 = func.call @dynamic_index_in_dim_20(%iterArg_78, %67) : (tensor<3x4x6x4x32xf32>, tensor<i32>) -> tensor<4x6x4x32xf32>
      %101 = func.call @dynamic_index_in_dim_20(%iterArg_79, %67) : (tensor<3x4x6x4x32xf32>, tensor<i32>) -> tensor<4x6x4x32xf32>
      %102 = func.call @dynamic_index_in_dim_20(%iterArg_80, %67) : (tensor<3x4x6x4x32xf32>, tensor<i32>) -> tensor<4x6x4x32xf32>
      %103 = func.call @dynamic_index_in_dim_19(%iterArg_81, %67) : (tensor<3x4x6x4xf32>, tensor<i32>) -> tensor<4x6x4xf32>
      %104 = func.call @dynamic_index_in_dim(%iterArg_82, %67) : (tensor<3x4x32x16xf32>, tensor<i32>) -> tensor<4x32x16xf32>
      %105 = func.call @dynamic_index_in_dim_20(%iterArg_83, %67) : (tensor<3x4x6x4x32xf32>, tensor<i32>) -> tensor<4x6x4x32xf32>
      %106:10 = func.call @closed_call_21(%iterArg_85, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105) : (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<16x4xf32>, tensor<4x6x16xf32>, tensor<4x6x4xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x16x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4xf32>, tensor<4x32x16xf32>, tensor<4x6x4x32xf32>) -> (tensor<4x6x16xf32>, tensor<4x32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<4x16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>)
      %107 = func.call @dynamic_update_index_in_dim_22(%iterArg_86, %106#1, %67) : (tensor<3x4x32x16xf32>, tensor<4x32x16xf32>, tensor<i32>) -> tensor<3x4x32x16xf32>
      %108 = func.call @dynamic_update_index_in_dim_23(%iterArg_87, %106#2, %67) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %109 = func.call @dynamic_update_index_in_dim_23(%iterArg_88, %106#3, %67) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %110 = func.call @dynamic_update_index_in_dim_24(%iterArg_89, %106#4, %67) : (tensor<3x16x4xf32>, tensor<16x4xf32>, tensor<i32>) -> tensor<3x16x4xf32>
      %111 = func.call @dynamic_update_index_in_dim_25(%iterArg_90, %106#5, %67) : (tensor<3x4x16x32xf32>, tensor<4x16x32xf32>, tensor<i32>) -> tensor<3x4x16x32xf32>
      %112 = func.call @dynamic_update_index_in_dim_26(%iterArg_91, %106#6, %67) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %113 = func.call @dynamic_update_index_in_dim_26(%iterArg_92, %106#7, %67) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %114 = func.call @dynamic_update_index_in_dim_26(%iterArg_93, %106#8, %67) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %115 = func.call @dynamic_update_index_in_dim_26(%iterArg_94, %106#9, %67) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %c_97 = stablehlo.constant dense<1> : tensor<i32>
      %116 = stablehlo.add %iterArg_84, %c_97 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_75, %iterArg_76, %iterArg_77, %iterArg_78, %iterArg_79, %iterArg_80, %iterArg_81, %iterArg_82, %iterArg_83, %116, %106#0, %107, %108, %109, %110, %111, %112, %113, %114, %115 : tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x4xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x4xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x16x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4x32xf32>, tensor<3x4x6x4xf32>, tensor<3x4x32x16xf32>, tensor<3x4x6x4x32xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x32x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x4xf32>, tensor<3x4x16x32xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>
    }
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %65 = "stablehlo.scatter"(%64, %5, %63#39) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %66 = stablehlo.add %arg13, %arg14 : tensor<f32>
      stablehlo.return %66 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    return %45, %63#40, %63#41, %63#42, %63#43, %63#44, %63#45, %63#46, %63#47, %63#48, %65, %52 : tensor<f32>, tensor<3x4x32x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x4xf32>, tensor<3x4x16x32xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<32x16xf32>, tensor<16x32xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x4x32x16xf32>, %arg1: tensor<i32>) -> tensor<4x32x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 32, 16] : (tensor<3x4x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x32x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x32x16xf32>) -> tensor<4x32x16xf32>
    return %1 : tensor<4x32x16xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x16xf32>, %arg1: tensor<i32>) -> tensor<16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<3x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x16x4xf32>, %arg1: tensor<i32>) -> tensor<16x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 4] : (tensor<3x16x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    return %1 : tensor<16x4xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x4x16x32xf32>, %arg1: tensor<i32>) -> tensor<4x16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 16, 32] : (tensor<3x4x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x16x32xf32>) -> tensor<4x16x32xf32>
    return %1 : tensor<4x16x32xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<3x16x16xf32>, %arg1: tensor<i32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<3x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x6x16xf32>, %arg1: tensor<4x32x16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16x4xf32>, %arg5: tensor<4x16x32xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x4xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4xf32>, tensor<4x6x4x32xf32>) {
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
    %22 = stablehlo.dot_general %21, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %23 = stablehlo.reshape %22 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %24 = stablehlo.dot_general %21, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %25 = stablehlo.reshape %24 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %26 = stablehlo.dot_general %21, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
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
    %48 = stablehlo.dot_general %47, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
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
    %72 = stablehlo.dot_general %71, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x4xf32>) -> tensor<4x6x4xf32>
    %cst_16 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_16) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_17 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %75 = stablehlo.maximum %74, %73 : tensor<4x6xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %78 = stablehlo.subtract %72, %77 : tensor<4x6x4xf32>
    %79 = stablehlo.exponential %78 : tensor<4x6x4xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %83 = stablehlo.divide %79, %82 : tensor<4x6x4xf32>
    %84 = stablehlo.multiply %81, %81 : tensor<4x6x1xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %86 = stablehlo.divide %85, %84 : tensor<4x6x1xf32>
    %87 = stablehlo.dot_general %71, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x16x32xf32>) -> tensor<4x6x4x32xf32>
    %88 = stablehlo.multiply %87, %87 : tensor<4x6x4x32xf32>
    %89 = stablehlo.multiply %88, %87 : tensor<4x6x4x32xf32>
    %90 = stablehlo.multiply %87, %87 : tensor<4x6x4x32xf32>
    %cst_20 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %92 = stablehlo.multiply %91, %90 : tensor<4x6x4x32xf32>
    %cst_21 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %94 = stablehlo.multiply %93, %89 : tensor<4x6x4x32xf32>
    %95 = stablehlo.add %87, %94 : tensor<4x6x4x32xf32>
    %cst_22 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %97 = stablehlo.multiply %96, %95 : tensor<4x6x4x32xf32>
    %98 = stablehlo.tanh %97 : tensor<4x6x4x32xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %100 = stablehlo.subtract %99, %98 : tensor<4x6x4x32xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %102 = stablehlo.add %101, %98 : tensor<4x6x4x32xf32>
    %cst_25 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %104 = stablehlo.multiply %103, %102 : tensor<4x6x4x32xf32>
    %105 = stablehlo.multiply %87, %104 : tensor<4x6x4x32xf32>
    %106 = stablehlo.dot_general %83, %105, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<4x6x4x32xf32>) -> tensor<4x6x4x32xf32>
    %107 = stablehlo.dot_general %106, %arg1, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x32x16xf32>) -> tensor<4x6x16xf32>
    %108 = stablehlo.add %49, %107 : tensor<4x6x16xf32>
    return %108, %5, %6, %19, %16, %8, %21, %25, %23, %37, %39, %44, %41, %27, %47, %55, %56, %69, %66, %58, %71, %79, %81, %86, %92, %98, %100, %104, %87, %105, %83, %106 : tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x4xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>, tensor<4x6x4xf32>, tensor<4x6x4x32xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<4x6x16xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x16xf32>) -> tensor<1x4x6x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x16xf32>, tensor<1x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x16xf32>
    return %1 : tensor<3x4x6x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<3x1x1x16xf32>, %arg1: tensor<1x1x16xf32>, %arg2: tensor<i32>) -> tensor<3x1x1x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x16xf32>) -> tensor<1x1x1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x1x1x16xf32>, tensor<1x1x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1x1x16xf32>
    return %1 : tensor<3x1x1x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<3x4x6x1xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x1xf32>) -> tensor<1x4x6x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x1xf32>, tensor<1x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x1xf32>
    return %1 : tensor<3x4x6x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<3x4x6x2x8xf32>, %arg1: tensor<4x6x2x8xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x6x2x8xf32>) -> tensor<1x4x6x2x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x6x2x8xf32>, tensor<1x4x6x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
    return %1 : tensor<3x4x6x2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<3x4x2x6x6xf32>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<i32>) -> tensor<3x4x2x6x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x2x6x6xf32>) -> tensor<1x4x2x6x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x2x6x6xf32>, tensor<1x4x2x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
    return %1 : tensor<3x4x2x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<3x4x2x6x1xf32>, %arg1: tensor<4x2x6x1xf32>, %arg2: tensor<i32>) -> tensor<3x4x2x6x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x2x6x1xf32>) -> tensor<1x4x2x6x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x2x6x1xf32>, tensor<1x4x2x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
    return %1 : tensor<3x4x2x6x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<3x4x6x4xf32>, %arg1: tensor<4x6x4xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x4xf32>) -> tensor<1x4x6x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x4xf32>, tensor<1x4x6x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x4xf32>
    return %1 : tensor<3x4x6x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<3x4x6x4x32xf32>, %arg1: tensor<4x6x4x32xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x4x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x6x4x32xf32>) -> tensor<1x4x6x4x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x6x4x32xf32>, tensor<1x4x6x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x4x32xf32>
    return %1 : tensor<3x4x6x4x32xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x6x32xf32>
    %6 = stablehlo.exponential %5 : tensor<4x6x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %9 = stablehlo.log %8 : tensor<4x6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x6x32xf32>
    return %11, %6, %8 : tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6x32xf32>, %arg1: tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x6x1xi32>, tensor<4x6x1xi32>) -> tensor<4x6x1xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x6x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4x6x1xi1>, tensor<4x6x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<4x6x1xi32>) -> tensor<4x6x1x1xi32>
    %c_1 = stablehlo.constant dense<31> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x6x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<4x6x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x6x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<4x6x1x1xi1>, tensor<i1>) -> tensor<4x6x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x6x32xf32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4x6x1xi1>, tensor<4x6x1xf32>
    return %15, %5 : tensor<4x6x1xf32>, tensor<4x6x1x1xi32>
  }
  func.func private @take_along_axis_11(%arg0: tensor<4x6x1x1xi32>, %arg1: tensor<4x6x1xf32>) -> tensor<4x6x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x32xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6x32xf32>, tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    return %1 : tensor<4x6x32xf32>
  }
  func.func private @log_softmax_12(%arg0: tensor<4x6x32xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<4x6x32xf32>) -> tensor<4x6x32xf32> {
    %0 = stablehlo.negate %arg2 : tensor<4x6x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x32xf32>, tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x32xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<4x6x32xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<4x6x32xf32>
    return %7 : tensor<4x6x32xf32>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<i32>) -> tensor<4x6x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 16] : (tensor<3x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x16xf32>) -> tensor<4x6x16xf32>
    return %1 : tensor<4x6x16xf32>
  }
  func.func private @dynamic_index_in_dim_14(%arg0: tensor<3x1x1x16xf32>, %arg1: tensor<i32>) -> tensor<1x1x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 16] : (tensor<3x1x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x16xf32>) -> tensor<1x1x16xf32>
    return %1 : tensor<1x1x16xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<3x4x6x1xf32>, %arg1: tensor<i32>) -> tensor<4x6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 1] : (tensor<3x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x1xf32>) -> tensor<4x6x1xf32>
    return %1 : tensor<4x6x1xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<3x4x6x2x8xf32>, %arg1: tensor<i32>) -> tensor<4x6x2x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 6, 2, 8] : (tensor<3x4x6x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x2x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x2x8xf32>) -> tensor<4x6x2x8xf32>
    return %1 : tensor<4x6x2x8xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<3x4x2x6x6xf32>, %arg1: tensor<i32>) -> tensor<4x2x6x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 2, 6, 6] : (tensor<3x4x2x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x6x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    return %1 : tensor<4x2x6x6xf32>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<3x4x2x6x1xf32>, %arg1: tensor<i32>) -> tensor<4x2x6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 2, 6, 1] : (tensor<3x4x2x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x6x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    return %1 : tensor<4x2x6x1xf32>
  }
  func.func private @dynamic_index_in_dim_19(%arg0: tensor<3x4x6x4xf32>, %arg1: tensor<i32>) -> tensor<4x6x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 4] : (tensor<3x4x6x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x4xf32>) -> tensor<4x6x4xf32>
    return %1 : tensor<4x6x4xf32>
  }
  func.func private @dynamic_index_in_dim_20(%arg0: tensor<3x4x6x4x32xf32>, %arg1: tensor<i32>) -> tensor<4x6x4x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 6, 4, 32] : (tensor<3x4x6x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x4x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x4x32xf32>) -> tensor<4x6x4x32xf32>
    return %1 : tensor<4x6x4x32xf32>
  }
  func.func private @closed_call_21(%arg0: tensor<4x6x16xf32>, %arg1: tensor<4x6x16xf32>, %arg2: tensor<1x1x16xf32>, %arg3: tensor<4x6x1xf32>, %arg4: tensor<4x6x1xf32>, %arg5: tensor<4x6x16xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<4x6x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<16x16xf32>, %arg10: tensor<4x6x2x8xf32>, %arg11: tensor<4x6x2x8xf32>, %arg12: tensor<4x2x6x6xf32>, %arg13: tensor<4x2x6x1xf32>, %arg14: tensor<4x2x6x1xf32>, %arg15: tensor<4x2x6x6xf32>, %arg16: tensor<4x6x2x8xf32>, %arg17: tensor<16x16xf32>, %arg18: tensor<4x6x16xf32>, %arg19: tensor<4x6x16xf32>, %arg20: tensor<1x1x16xf32>, %arg21: tensor<4x6x1xf32>, %arg22: tensor<4x6x1xf32>, %arg23: tensor<4x6x16xf32>, %arg24: tensor<16x4xf32>, %arg25: tensor<4x6x16xf32>, %arg26: tensor<4x6x4xf32>, %arg27: tensor<4x6x1xf32>, %arg28: tensor<4x6x1xf32>, %arg29: tensor<4x16x32xf32>, %arg30: tensor<4x6x4x32xf32>, %arg31: tensor<4x6x4x32xf32>, %arg32: tensor<4x6x4x32xf32>, %arg33: tensor<4x6x4x32xf32>, %arg34: tensor<4x6x4x32xf32>, %arg35: tensor<4x6x4x32xf32>, %arg36: tensor<4x6x4xf32>, %arg37: tensor<4x32x16xf32>, %arg38: tensor<4x6x4x32xf32>) -> (tensor<4x6x16xf32>, tensor<4x32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<4x16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg38, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x4x32xf32>) -> tensor<16x4x32xf32>
    %1 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<16x4x32xf32>) -> tensor<4x32x16xf32>
    %2 = stablehlo.dot_general %arg0, %arg37, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x32x16xf32>) -> tensor<4x6x4x32xf32>
    %3 = stablehlo.dot_general %2, %arg36, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x4xf32>) -> tensor<4x6x4x32xf32>
    %4 = stablehlo.dot_general %2, %arg35, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x4x32xf32>) -> tensor<4x6x4xf32>
    %5 = stablehlo.multiply %arg34, %3 : tensor<4x6x4x32xf32>
    %6 = stablehlo.multiply %3, %arg33 : tensor<4x6x4x32xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<4x6x4x32xf32>
    %9 = stablehlo.multiply %8, %arg32 : tensor<4x6x4x32xf32>
    %10 = stablehlo.multiply %9, %arg31 : tensor<4x6x4x32xf32>
    %11 = stablehlo.add %9, %10 : tensor<4x6x4x32xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<4x6x4x32xf32>
    %14 = stablehlo.add %6, %13 : tensor<4x6x4x32xf32>
    %cst_1 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x4x32xf32>
    %16 = stablehlo.multiply %15, %13 : tensor<4x6x4x32xf32>
    %17 = stablehlo.multiply %16, %arg30 : tensor<4x6x4x32xf32>
    %18 = stablehlo.add %14, %17 : tensor<4x6x4x32xf32>
    %19 = stablehlo.dot_general %18, %arg25, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x6x16xf32>) -> tensor<4x32x16xf32>
    %20 = stablehlo.transpose %19, dims = [0, 2, 1] : (tensor<4x32x16xf32>) -> tensor<4x16x32xf32>
    %21 = stablehlo.dot_general %18, %arg29, contracting_dims = [2, 3] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x32xf32>, tensor<4x16x32xf32>) -> tensor<4x6x16xf32>
    %22 = stablehlo.broadcast_in_dim %arg28, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %23 = stablehlo.multiply %4, %22 : tensor<4x6x4xf32>
    %24 = stablehlo.multiply %23, %arg26 : tensor<4x6x4xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6xf32>
    %26 = stablehlo.reshape %25 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %27 = stablehlo.negate %26 : tensor<4x6x1xf32>
    %28 = stablehlo.broadcast_in_dim %arg27, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x4xf32>
    %29 = stablehlo.divide %4, %28 : tensor<4x6x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x4xf32>
    %32 = stablehlo.add %29, %31 : tensor<4x6x4xf32>
    %33 = stablehlo.multiply %32, %arg26 : tensor<4x6x4xf32>
    %34 = stablehlo.dot_general %33, %arg25, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<4x6x16xf32>) -> tensor<4x16xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %36 = stablehlo.dot_general %33, %arg24, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4xf32>, tensor<16x4xf32>) -> tensor<4x6x16xf32>
    %37 = stablehlo.add %21, %36 : tensor<4x6x16xf32>
    %38 = stablehlo.multiply %arg23, %37 : tensor<4x6x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %40 = stablehlo.reshape %39 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %41 = stablehlo.broadcast_in_dim %arg22, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %42 = stablehlo.multiply %37, %41 : tensor<4x6x16xf32>
    %43 = stablehlo.multiply %40, %arg21 : tensor<4x6x1xf32>
    %cst_5 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %45 = stablehlo.divide %43, %44 : tensor<4x6x1xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %48 = stablehlo.multiply %arg19, %47 : tensor<4x6x16xf32>
    %49 = stablehlo.multiply %47, %arg19 : tensor<4x6x16xf32>
    %50 = stablehlo.add %48, %49 : tensor<4x6x16xf32>
    %51 = stablehlo.broadcast_in_dim %arg20, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %52 = stablehlo.multiply %51, %42 : tensor<4x6x16xf32>
    %53 = stablehlo.add %50, %52 : tensor<4x6x16xf32>
    %54 = stablehlo.multiply %42, %arg19 : tensor<4x6x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %56 = stablehlo.reshape %55 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%56 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %58 = stablehlo.negate %53 : tensor<4x6x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %60 = stablehlo.reshape %59 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %61 = stablehlo.add %arg0, %53 : tensor<4x6x16xf32>
    %cst_10 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %63 = stablehlo.divide %60, %62 : tensor<4x6x1xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %66 = stablehlo.add %61, %65 : tensor<4x6x16xf32>
    %67 = stablehlo.dot_general %66, %arg18, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %68 = stablehlo.transpose %67, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %69 = stablehlo.dot_general %66, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %70 = stablehlo.reshape %69 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %71 = stablehlo.transpose %70, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %72 = stablehlo.dot_general %71, %arg16, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %73 = stablehlo.dot_general %71, %arg15, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %74 = stablehlo.transpose %73, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %75 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %76 = stablehlo.multiply %72, %75 : tensor<4x2x6x6xf32>
    %77 = stablehlo.multiply %76, %arg12 : tensor<4x2x6x6xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%77 init: %cst_12) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %79 = stablehlo.reshape %78 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %80 = stablehlo.negate %79 : tensor<4x2x6x1xf32>
    %81 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %82 = stablehlo.divide %72, %81 : tensor<4x2x6x6xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.reduce(%80 init: %cst_13) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %85 = stablehlo.add %82, %84 : tensor<4x2x6x6xf32>
    %86 = stablehlo.multiply %85, %arg12 : tensor<4x2x6x6xf32>
    %cst_14 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %88 = stablehlo.divide %86, %87 : tensor<4x2x6x6xf32>
    %89 = stablehlo.dot_general %88, %arg11, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %90 = stablehlo.transpose %89, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %91 = stablehlo.dot_general %88, %arg10, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %92 = stablehlo.transpose %91, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %93 = stablehlo.reshape %74 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %94 = stablehlo.dot_general %93, %arg7, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %95 = stablehlo.transpose %94, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %96 = stablehlo.dot_general %93, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %97 = stablehlo.reshape %90 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %98 = stablehlo.dot_general %97, %arg7, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %99 = stablehlo.transpose %98, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %100 = stablehlo.dot_general %97, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %101 = stablehlo.add %96, %100 : tensor<4x6x16xf32>
    %102 = stablehlo.reshape %92 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %103 = stablehlo.dot_general %102, %arg7, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %104 = stablehlo.transpose %103, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %105 = stablehlo.dot_general %102, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %106 = stablehlo.add %101, %105 : tensor<4x6x16xf32>
    %107 = stablehlo.multiply %arg5, %106 : tensor<4x6x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%107 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %109 = stablehlo.reshape %108 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %110 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %111 = stablehlo.multiply %106, %110 : tensor<4x6x16xf32>
    %112 = stablehlo.multiply %109, %arg3 : tensor<4x6x1xf32>
    %cst_16 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %114 = stablehlo.divide %112, %113 : tensor<4x6x1xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.reduce(%114 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %117 = stablehlo.multiply %arg1, %116 : tensor<4x6x16xf32>
    %118 = stablehlo.multiply %116, %arg1 : tensor<4x6x16xf32>
    %119 = stablehlo.add %117, %118 : tensor<4x6x16xf32>
    %120 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %121 = stablehlo.multiply %120, %111 : tensor<4x6x16xf32>
    %122 = stablehlo.add %119, %121 : tensor<4x6x16xf32>
    %123 = stablehlo.multiply %111, %arg1 : tensor<4x6x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %125 = stablehlo.reshape %124 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_19) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %127 = stablehlo.negate %122 : tensor<4x6x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.reduce(%127 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %129 = stablehlo.reshape %128 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %130 = stablehlo.add %66, %122 : tensor<4x6x16xf32>
    %cst_21 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %132 = stablehlo.divide %129, %131 : tensor<4x6x1xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.reduce(%132 init: %cst_22) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %134 = stablehlo.broadcast_in_dim %133, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %135 = stablehlo.add %130, %134 : tensor<4x6x16xf32>
    return %135, %1, %126, %57, %35, %20, %99, %68, %104, %95 : tensor<4x6x16xf32>, tensor<4x32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<4x16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_22(%arg0: tensor<3x4x32x16xf32>, %arg1: tensor<4x32x16xf32>, %arg2: tensor<i32>) -> tensor<3x4x32x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x32x16xf32>) -> tensor<1x4x32x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x32x16xf32>, tensor<1x4x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x32x16xf32>
    return %1 : tensor<3x4x32x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_23(%arg0: tensor<3x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<i32>) -> tensor<3x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<3x16xf32>
    return %1 : tensor<3x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_24(%arg0: tensor<3x16x4xf32>, %arg1: tensor<16x4xf32>, %arg2: tensor<i32>) -> tensor<3x16x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x4xf32>) -> tensor<1x16x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x4xf32>, tensor<1x16x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x4xf32>
    return %1 : tensor<3x16x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_25(%arg0: tensor<3x4x16x32xf32>, %arg1: tensor<4x16x32xf32>, %arg2: tensor<i32>) -> tensor<3x4x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x16x32xf32>) -> tensor<1x4x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x16x32xf32>, tensor<1x4x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x16x32xf32>
    return %1 : tensor<3x4x16x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_26(%arg0: tensor<3x16x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<i32>) -> tensor<3x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x16xf32>
    return %1 : tensor<3x16x16xf32>
  }
}
