module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x64x16xf32>, %arg1: tensor<3x16xf32>, %arg2: tensor<3x16xf32>, %arg3: tensor<3x16x64xf32>, %arg4: tensor<3x16x16xf32>, %arg5: tensor<3x16x16xf32>, %arg6: tensor<3x16x16xf32>, %arg7: tensor<3x16x16xf32>, %arg8: tensor<32x16xf32>, %arg9: tensor<16x32xf32>, %arg10: tensor<4x6xi32>, %arg11: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3x64x16xf32> {jax.result_info = "result[1]"}, tensor<3x16xf32> {jax.result_info = "result[2]"}, tensor<3x16xf32> {jax.result_info = "result[3]"}, tensor<3x16x64xf32> {jax.result_info = "result[4]"}, tensor<3x16x16xf32> {jax.result_info = "result[5]"}, tensor<3x16x16xf32> {jax.result_info = "result[6]"}, tensor<3x16x16xf32> {jax.result_info = "result[7]"}, tensor<3x16x16xf32> {jax.result_info = "result[8]"}, tensor<32x16xf32> {jax.result_info = "result[9]"}, tensor<16x32xf32> {jax.result_info = "result[10]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg10, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg10, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg10 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg8, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %8 = call @tril(%7) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %9:3 = call @_where(%8, %cst) : (tensor<6x6xi1>, tensor<f32>) -> (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>)
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x6xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %c_28 = stablehlo.constant dense<0> : tensor<i32>
    %36:38 = stablehlo.while(%iterArg = %arg0, %iterArg_43 = %arg1, %iterArg_44 = %arg2, %iterArg_45 = %arg3, %iterArg_46 = %arg4, %iterArg_47 = %arg5, %iterArg_48 = %arg6, %iterArg_49 = %arg7, %iterArg_50 = %9#0, %iterArg_51 = %9#2, %iterArg_52 = %c_28, %iterArg_53 = %6, %iterArg_54 = %10, %iterArg_55 = %11, %iterArg_56 = %12, %iterArg_57 = %13, %iterArg_58 = %14, %iterArg_59 = %15, %iterArg_60 = %16, %iterArg_61 = %17, %iterArg_62 = %18, %iterArg_63 = %19, %iterArg_64 = %20, %iterArg_65 = %21, %iterArg_66 = %22, %iterArg_67 = %23, %iterArg_68 = %24, %iterArg_69 = %25, %iterArg_70 = %26, %iterArg_71 = %27, %iterArg_72 = %28, %iterArg_73 = %29, %iterArg_74 = %30, %iterArg_75 = %31, %iterArg_76 = %32, %iterArg_77 = %33, %iterArg_78 = %34, %iterArg_79 = %35) : tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>
    cond {
      %c_80 = stablehlo.constant dense<3> : tensor<i32>
      %63 = stablehlo.compare LT, %iterArg_52, %c_80, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %63 : tensor<i1>
    } do {
      %63 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_52) : (tensor<3x64x16xf32>, tensor<i32>) -> tensor<64x16xf32>
      %64 = func.call @dynamic_index_in_dim_0(%iterArg_43, %iterArg_52) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %65 = func.call @dynamic_index_in_dim_0(%iterArg_44, %iterArg_52) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %66 = func.call @dynamic_index_in_dim_1(%iterArg_45, %iterArg_52) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %67 = func.call @dynamic_index_in_dim_2(%iterArg_46, %iterArg_52) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %68 = func.call @dynamic_index_in_dim_2(%iterArg_47, %iterArg_52) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %69 = func.call @dynamic_index_in_dim_2(%iterArg_48, %iterArg_52) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %70 = func.call @dynamic_index_in_dim_2(%iterArg_49, %iterArg_52) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %71:27 = func.call @closed_call(%iterArg_50, %iterArg_51, %iterArg_53, %63, %64, %65, %66, %67, %68, %69, %70) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>)
      %72 = func.call @dynamic_update_index_in_dim(%iterArg_54, %71#1, %iterArg_52) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %73 = func.call @dynamic_update_index_in_dim_4(%iterArg_55, %71#2, %iterArg_52) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %74 = func.call @dynamic_update_index_in_dim_5(%iterArg_56, %71#3, %iterArg_52) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %75 = func.call @dynamic_update_index_in_dim_5(%iterArg_57, %71#4, %iterArg_52) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %76 = func.call @dynamic_update_index_in_dim(%iterArg_58, %71#5, %iterArg_52) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %77 = func.call @dynamic_update_index_in_dim(%iterArg_59, %71#6, %iterArg_52) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %78 = func.call @dynamic_update_index_in_dim_6(%iterArg_60, %71#7, %iterArg_52) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %79 = func.call @dynamic_update_index_in_dim_6(%iterArg_61, %71#8, %iterArg_52) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %80 = func.call @dynamic_update_index_in_dim_7(%iterArg_62, %71#9, %iterArg_52) : (tensor<3x4x2x6x6xf32>, tensor<4x2x6x6xf32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
      %81 = func.call @dynamic_update_index_in_dim_8(%iterArg_63, %71#10, %iterArg_52) : (tensor<3x4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
      %82 = func.call @dynamic_update_index_in_dim_8(%iterArg_64, %71#11, %iterArg_52) : (tensor<3x4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
      %83 = func.call @dynamic_update_index_in_dim_7(%iterArg_65, %71#12, %iterArg_52) : (tensor<3x4x2x6x6xf32>, tensor<4x2x6x6xf32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
      %84 = func.call @dynamic_update_index_in_dim_6(%iterArg_66, %71#13, %iterArg_52) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %85 = func.call @dynamic_update_index_in_dim(%iterArg_67, %71#14, %iterArg_52) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %86 = func.call @dynamic_update_index_in_dim(%iterArg_68, %71#15, %iterArg_52) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %87 = func.call @dynamic_update_index_in_dim_4(%iterArg_69, %71#16, %iterArg_52) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %88 = func.call @dynamic_update_index_in_dim_5(%iterArg_70, %71#17, %iterArg_52) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %89 = func.call @dynamic_update_index_in_dim_5(%iterArg_71, %71#18, %iterArg_52) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %90 = func.call @dynamic_update_index_in_dim(%iterArg_72, %71#19, %iterArg_52) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %91 = func.call @dynamic_update_index_in_dim(%iterArg_73, %71#20, %iterArg_52) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %92 = func.call @dynamic_update_index_in_dim_9(%iterArg_74, %71#21, %iterArg_52) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %93 = func.call @dynamic_update_index_in_dim_9(%iterArg_75, %71#22, %iterArg_52) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %94 = func.call @dynamic_update_index_in_dim_9(%iterArg_76, %71#23, %iterArg_52) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %95 = func.call @dynamic_update_index_in_dim_9(%iterArg_77, %71#24, %iterArg_52) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %96 = func.call @dynamic_update_index_in_dim_9(%iterArg_78, %71#25, %iterArg_52) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %97 = func.call @dynamic_update_index_in_dim_9(%iterArg_79, %71#26, %iterArg_52) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %c_80 = stablehlo.constant dense<1> : tensor<i32>
      %98 = stablehlo.add %iterArg_52, %c_80 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %98, %71#0, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97 : tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>
    }
    %37 = stablehlo.dot_general %36#11, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %38:3 = call @log_softmax(%37) : (tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>)
    %39 = stablehlo.broadcast_in_dim %arg11, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %40:2 = call @take_along_axis(%38#0, %39) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40#0 init: %cst_29) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_30 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %42 = stablehlo.divide %41, %cst_30 : tensor<f32>
    %43 = stablehlo.negate %42 : tensor<f32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %44 = stablehlo.negate %cst_31 : tensor<f32>
    %cst_32 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %45 = stablehlo.divide %44, %cst_32 : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %47 = call @take_along_axis_10(%40#1, %46) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %48 = call @log_softmax_11(%38#1, %38#2, %47) : (tensor<4x6x32xf32>, tensor<4x6x1xf32>, tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %49 = stablehlo.dot_general %48, %36#11, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    %50 = stablehlo.transpose %49, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %51 = stablehlo.dot_general %48, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<16x32xf32>) -> tensor<4x6x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<3x64x16xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<3x16x64xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %c_41 = stablehlo.constant dense<0> : tensor<i32>
    %60:44 = stablehlo.while(%iterArg = %36#12, %iterArg_43 = %36#13, %iterArg_44 = %36#14, %iterArg_45 = %36#15, %iterArg_46 = %36#16, %iterArg_47 = %arg6, %iterArg_48 = %36#17, %iterArg_49 = %arg4, %iterArg_50 = %arg7, %iterArg_51 = %36#18, %iterArg_52 = %36#19, %iterArg_53 = %36#20, %iterArg_54 = %36#21, %iterArg_55 = %36#22, %iterArg_56 = %36#23, %iterArg_57 = %36#24, %iterArg_58 = %arg5, %iterArg_59 = %36#25, %iterArg_60 = %36#26, %iterArg_61 = %36#27, %iterArg_62 = %36#28, %iterArg_63 = %36#29, %iterArg_64 = %36#30, %iterArg_65 = %arg3, %iterArg_66 = %36#31, %iterArg_67 = %36#32, %iterArg_68 = %36#33, %iterArg_69 = %36#34, %iterArg_70 = %36#35, %iterArg_71 = %36#36, %iterArg_72 = %arg0, %iterArg_73 = %36#37, %iterArg_74 = %9#0, %iterArg_75 = %9#1, %iterArg_76 = %c_41, %iterArg_77 = %51, %iterArg_78 = %52, %iterArg_79 = %53, %iterArg_80 = %54, %iterArg_81 = %55, %iterArg_82 = %56, %iterArg_83 = %57, %iterArg_84 = %58, %iterArg_85 = %59) : tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x64xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x64x16xf32>, tensor<3x4x6x64xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>
    cond {
      %c_86 = stablehlo.constant dense<3> : tensor<i32>
      %63 = stablehlo.compare LT, %iterArg_76, %c_86, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %63 : tensor<i1>
    } do {
      %c_86 = stablehlo.constant dense<3> : tensor<i32>
      %63 = stablehlo.subtract %c_86, %iterArg_76 : tensor<i32>
      %c_87 = stablehlo.constant dense<1> : tensor<i32>
      %64 = stablehlo.subtract %63, %c_87 : tensor<i32>
      %65 = func.call @dynamic_index_in_dim_12(%iterArg, %64) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %66 = func.call @dynamic_index_in_dim_13(%iterArg_43, %64) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %67 = func.call @dynamic_index_in_dim_14(%iterArg_44, %64) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %68 = func.call @dynamic_index_in_dim_14(%iterArg_45, %64) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %69 = func.call @dynamic_index_in_dim_12(%iterArg_46, %64) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %70 = func.call @dynamic_index_in_dim_2(%iterArg_47, %64) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %71 = func.call @dynamic_index_in_dim_12(%iterArg_48, %64) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %72 = func.call @dynamic_index_in_dim_2(%iterArg_49, %64) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %73 = func.call @dynamic_index_in_dim_2(%iterArg_50, %64) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %74 = func.call @dynamic_index_in_dim_15(%iterArg_51, %64) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %75 = func.call @dynamic_index_in_dim_15(%iterArg_52, %64) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %76 = func.call @dynamic_index_in_dim_16(%iterArg_53, %64) : (tensor<3x4x2x6x6xf32>, tensor<i32>) -> tensor<4x2x6x6xf32>
      %77 = func.call @dynamic_index_in_dim_17(%iterArg_54, %64) : (tensor<3x4x2x6x1xf32>, tensor<i32>) -> tensor<4x2x6x1xf32>
      %78 = func.call @dynamic_index_in_dim_17(%iterArg_55, %64) : (tensor<3x4x2x6x1xf32>, tensor<i32>) -> tensor<4x2x6x1xf32>
      %79 = func.call @dynamic_index_in_dim_16(%iterArg_56, %64) : (tensor<3x4x2x6x6xf32>, tensor<i32>) -> tensor<4x2x6x6xf32>
      %80 = func.call @dynamic_index_in_dim_15(%iterArg_57, %64) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %81 = func.call @dynamic_index_in_dim_2(%iterArg_58, %64) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %82 = func.call @dynamic_index_in_dim_12(%iterArg_59, %64) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %83 = func.call @dynamic_index_in_dim_12(%iterArg_60, %64) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %84 = func.call @dynamic_index_in_dim_13(%iterArg_61, %64) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %85 = func.call @dynamic_index_in_dim_14(%iterArg_62, %64) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %86 = func.call @dynamic_index_in_dim_14(%iterArg_63, %64) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %87 = func.call @dynamic_index_in_dim_12(%iterArg_64, %64) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %88 = func.call @dynamic_index_in_dim_1(%iterArg_65, %64) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %89 = func.call @dynamic_index_in_dim_12(%iterArg_66, %64) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %90 = func.call @dynamic_index_in_dim_18(%iterArg_67, %64) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %91 = func.call @dynamic_index_in_dim_18(%iterArg_68, %64) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %92 = func.call @dynamic_index_in_dim_18(%iterArg_69, %64) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %93 = func.call @dynamic_index_in_dim_18(%iterArg_70, %64) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %94 = func.call @dynamic_index_in_dim_18(%iterArg_71, %64) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %95 = func.call @dynamic_index_in_dim(%iterArg_72, %64) : (tensor<3x64x16xf32>, tensor<i32>) -> tensor<64x16xf32>
      %96 = func.call @dynamic_index_in_dim_18(%iterArg_73, %64) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %97:9 = func.call @closed_call_19(%iterArg_74, %iterArg_75, %iterArg_77, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<16x64xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<64x16xf32>, tensor<4x6x64xf32>) -> (tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>)
      %98 = func.call @dynamic_update_index_in_dim_21(%iterArg_78, %97#1, %64) : (tensor<3x64x16xf32>, tensor<64x16xf32>, tensor<i32>) -> tensor<3x64x16xf32>
      %99 = func.call @dynamic_update_index_in_dim_22(%iterArg_79, %97#2, %64) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %100 = func.call @dynamic_update_index_in_dim_22(%iterArg_80, %97#3, %64) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %101 = func.call @dynamic_update_index_in_dim_23(%iterArg_81, %97#4, %64) : (tensor<3x16x64xf32>, tensor<16x64xf32>, tensor<i32>) -> tensor<3x16x64xf32>
      %102 = func.call @dynamic_update_index_in_dim_24(%iterArg_82, %97#5, %64) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %103 = func.call @dynamic_update_index_in_dim_24(%iterArg_83, %97#6, %64) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %104 = func.call @dynamic_update_index_in_dim_24(%iterArg_84, %97#7, %64) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %105 = func.call @dynamic_update_index_in_dim_24(%iterArg_85, %97#8, %64) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %c_88 = stablehlo.constant dense<1> : tensor<i32>
      %106 = stablehlo.add %iterArg_76, %c_88 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_75, %106, %97#0, %98, %99, %100, %101, %102, %103, %104, %105 : tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x64xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x64x16xf32>, tensor<3x4x6x64xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>
    }
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %62 = "stablehlo.scatter"(%61, %5, %60#35) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %63 = stablehlo.add %arg12, %arg13 : tensor<f32>
      stablehlo.return %63 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    return %43, %60#36, %60#37, %60#38, %60#39, %60#40, %60#41, %60#42, %60#43, %62, %50 : tensor<f32>, tensor<3x64x16xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<32x16xf32>, tensor<16x32xf32>
  }
  func.func private @tril(%arg0: tensor<6x6xi1>) -> tensor<6x6xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<6x6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x6xi32>
    %2 = stablehlo.add %0, %1 : tensor<6x6xi32>
    %3 = stablehlo.iota dim = 1 : tensor<6x6xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<6x6xi1>, tensor<6x6xi1>
    return %6 : tensor<6x6xi1>
  }
  func.func private @_where(%arg0: tensor<6x6xi1>, %arg1: tensor<f32>) -> (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<4x2x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    return %1, %3, %2 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>
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
  func.func private @closed_call(%arg0: tensor<4x2x6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<4x6x16xf32>, %arg3: tensor<64x16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<16x64xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<16x16xf32>, %arg10: tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<4x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %5 = stablehlo.subtract %arg2, %4 : tensor<4x6x16xf32>
    %6 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
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
    %22 = stablehlo.dot_general %21, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %23 = stablehlo.reshape %22 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %24 = stablehlo.dot_general %21, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %25 = stablehlo.reshape %24 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %26 = stablehlo.dot_general %21, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %27 = stablehlo.reshape %26 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %28 = stablehlo.dot_general %23, %25, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_5 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %30 = stablehlo.divide %28, %29 : tensor<4x2x6x6xf32>
    %31 = call @_where_3(%30, %arg0, %arg1) : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %34 = stablehlo.maximum %33, %32 : tensor<4x2x6xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %37 = stablehlo.subtract %31, %36 : tensor<4x2x6x6xf32>
    %38 = stablehlo.exponential %37 : tensor<4x2x6x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %42 = stablehlo.divide %38, %41 : tensor<4x2x6x6xf32>
    %43 = stablehlo.multiply %40, %40 : tensor<4x2x6x1xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %45 = stablehlo.divide %44, %43 : tensor<4x2x6x1xf32>
    %46 = stablehlo.dot_general %27, %42, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %47 = stablehlo.transpose %46, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %48 = stablehlo.reshape %47 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %49 = stablehlo.dot_general %48, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %50 = stablehlo.add %arg2, %49 : tensor<4x6x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_11 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %54 = stablehlo.divide %52, %53 : tensor<4x6x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %56 = stablehlo.subtract %50, %55 : tensor<4x6x16xf32>
    %57 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %59 = stablehlo.multiply %58, %56 : tensor<4x6x16xf32>
    %60 = stablehlo.multiply %56, %56 : tensor<4x6x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.reduce(%60 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_13 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %64 = stablehlo.divide %62, %63 : tensor<4x6x1xf32>
    %cst_14 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %66 = stablehlo.add %64, %65 : tensor<4x6x1xf32>
    %67 = stablehlo.rsqrt %66 : tensor<4x6x1xf32>
    %68 = stablehlo.divide %67, %66 : tensor<4x6x1xf32>
    %cst_15 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %70 = stablehlo.multiply %69, %68 : tensor<4x6x1xf32>
    %71 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %72 = stablehlo.multiply %59, %71 : tensor<4x6x16xf32>
    %73 = stablehlo.dot_general %72, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %74 = stablehlo.multiply %73, %73 : tensor<4x6x64xf32>
    %75 = stablehlo.multiply %74, %73 : tensor<4x6x64xf32>
    %76 = stablehlo.multiply %73, %73 : tensor<4x6x64xf32>
    %cst_16 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %78 = stablehlo.multiply %77, %76 : tensor<4x6x64xf32>
    %cst_17 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %80 = stablehlo.multiply %79, %75 : tensor<4x6x64xf32>
    %81 = stablehlo.add %73, %80 : tensor<4x6x64xf32>
    %cst_18 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %83 = stablehlo.multiply %82, %81 : tensor<4x6x64xf32>
    %84 = stablehlo.tanh %83 : tensor<4x6x64xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %86 = stablehlo.subtract %85, %84 : tensor<4x6x64xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %88 = stablehlo.add %87, %84 : tensor<4x6x64xf32>
    %cst_21 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<4x6x64xf32>
    %91 = stablehlo.multiply %73, %90 : tensor<4x6x64xf32>
    %92 = stablehlo.dot_general %91, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %93 = stablehlo.add %50, %92 : tensor<4x6x16xf32>
    return %93, %5, %6, %19, %16, %8, %21, %25, %23, %38, %40, %45, %42, %27, %48, %56, %57, %70, %67, %59, %72, %78, %84, %86, %90, %73, %91 : tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>
  }
  func.func private @_where_3(%arg0: tensor<4x2x6x6xf32>, %arg1: tensor<4x2x6x6xi1>, %arg2: tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    return %0 : tensor<4x2x6x6xf32>
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
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<3x4x6x64xf32>, %arg1: tensor<4x6x64xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x64xf32>) -> tensor<1x4x6x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x64xf32>, tensor<1x4x6x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x64xf32>
    return %1 : tensor<3x4x6x64xf32>
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
  func.func private @take_along_axis_10(%arg0: tensor<4x6x1x1xi32>, %arg1: tensor<4x6x1xf32>) -> tensor<4x6x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x32xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6x32xf32>, tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    return %1 : tensor<4x6x32xf32>
  }
  func.func private @log_softmax_11(%arg0: tensor<4x6x32xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<4x6x32xf32>) -> tensor<4x6x32xf32> {
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
  func.func private @dynamic_index_in_dim_12(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<i32>) -> tensor<4x6x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 16] : (tensor<3x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x16xf32>) -> tensor<4x6x16xf32>
    return %1 : tensor<4x6x16xf32>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<3x1x1x16xf32>, %arg1: tensor<i32>) -> tensor<1x1x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 16] : (tensor<3x1x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x16xf32>) -> tensor<1x1x16xf32>
    return %1 : tensor<1x1x16xf32>
  }
  func.func private @dynamic_index_in_dim_14(%arg0: tensor<3x4x6x1xf32>, %arg1: tensor<i32>) -> tensor<4x6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 1] : (tensor<3x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x1xf32>) -> tensor<4x6x1xf32>
    return %1 : tensor<4x6x1xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<3x4x6x2x8xf32>, %arg1: tensor<i32>) -> tensor<4x6x2x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 6, 2, 8] : (tensor<3x4x6x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x2x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x2x8xf32>) -> tensor<4x6x2x8xf32>
    return %1 : tensor<4x6x2x8xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<3x4x2x6x6xf32>, %arg1: tensor<i32>) -> tensor<4x2x6x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 2, 6, 6] : (tensor<3x4x2x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x6x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    return %1 : tensor<4x2x6x6xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<3x4x2x6x1xf32>, %arg1: tensor<i32>) -> tensor<4x2x6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 2, 6, 1] : (tensor<3x4x2x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x6x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x2x6x1xf32>) -> tensor<4x2x6x1xf32>
    return %1 : tensor<4x2x6x1xf32>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<3x4x6x64xf32>, %arg1: tensor<i32>) -> tensor<4x6x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 64] : (tensor<3x4x6x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x64xf32>) -> tensor<4x6x64xf32>
    return %1 : tensor<4x6x64xf32>
  }
  func.func private @closed_call_19(%arg0: tensor<4x2x6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<4x6x16xf32>, %arg3: tensor<4x6x16xf32>, %arg4: tensor<1x1x16xf32>, %arg5: tensor<4x6x1xf32>, %arg6: tensor<4x6x1xf32>, %arg7: tensor<4x6x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<4x6x16xf32>, %arg10: tensor<16x16xf32>, %arg11: tensor<16x16xf32>, %arg12: tensor<4x6x2x8xf32>, %arg13: tensor<4x6x2x8xf32>, %arg14: tensor<4x2x6x6xf32>, %arg15: tensor<4x2x6x1xf32>, %arg16: tensor<4x2x6x1xf32>, %arg17: tensor<4x2x6x6xf32>, %arg18: tensor<4x6x2x8xf32>, %arg19: tensor<16x16xf32>, %arg20: tensor<4x6x16xf32>, %arg21: tensor<4x6x16xf32>, %arg22: tensor<1x1x16xf32>, %arg23: tensor<4x6x1xf32>, %arg24: tensor<4x6x1xf32>, %arg25: tensor<4x6x16xf32>, %arg26: tensor<16x64xf32>, %arg27: tensor<4x6x16xf32>, %arg28: tensor<4x6x64xf32>, %arg29: tensor<4x6x64xf32>, %arg30: tensor<4x6x64xf32>, %arg31: tensor<4x6x64xf32>, %arg32: tensor<4x6x64xf32>, %arg33: tensor<64x16xf32>, %arg34: tensor<4x6x64xf32>) -> (tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
    %0 = stablehlo.dot_general %arg2, %arg34, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %2 = stablehlo.dot_general %arg2, %arg33, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %3 = stablehlo.multiply %arg32, %2 : tensor<4x6x64xf32>
    %4 = stablehlo.multiply %2, %arg31 : tensor<4x6x64xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<4x6x64xf32>
    %7 = stablehlo.multiply %6, %arg30 : tensor<4x6x64xf32>
    %8 = stablehlo.multiply %7, %arg29 : tensor<4x6x64xf32>
    %9 = stablehlo.add %7, %8 : tensor<4x6x64xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<4x6x64xf32>
    %12 = stablehlo.add %4, %11 : tensor<4x6x64xf32>
    %cst_1 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %14 = stablehlo.multiply %13, %11 : tensor<4x6x64xf32>
    %15 = stablehlo.multiply %14, %arg28 : tensor<4x6x64xf32>
    %16 = stablehlo.add %12, %15 : tensor<4x6x64xf32>
    %17 = stablehlo.dot_general %16, %arg27, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %18 = stablehlo.transpose %17, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %19 = stablehlo.dot_general %16, %arg26, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %20 = stablehlo.multiply %arg25, %19 : tensor<4x6x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %22 = stablehlo.reshape %21 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %23 = stablehlo.broadcast_in_dim %arg24, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %24 = stablehlo.multiply %19, %23 : tensor<4x6x16xf32>
    %25 = stablehlo.multiply %22, %arg23 : tensor<4x6x1xf32>
    %cst_3 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %27 = stablehlo.divide %25, %26 : tensor<4x6x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %30 = stablehlo.multiply %arg21, %29 : tensor<4x6x16xf32>
    %31 = stablehlo.multiply %29, %arg21 : tensor<4x6x16xf32>
    %32 = stablehlo.add %30, %31 : tensor<4x6x16xf32>
    %33 = stablehlo.broadcast_in_dim %arg22, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %34 = stablehlo.multiply %33, %24 : tensor<4x6x16xf32>
    %35 = stablehlo.add %32, %34 : tensor<4x6x16xf32>
    %36 = stablehlo.multiply %24, %arg21 : tensor<4x6x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %38 = stablehlo.reshape %37 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %40 = stablehlo.negate %35 : tensor<4x6x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %42 = stablehlo.reshape %41 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %43 = stablehlo.add %arg2, %35 : tensor<4x6x16xf32>
    %cst_8 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %45 = stablehlo.divide %42, %44 : tensor<4x6x1xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %48 = stablehlo.add %43, %47 : tensor<4x6x16xf32>
    %49 = stablehlo.dot_general %48, %arg20, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %50 = stablehlo.transpose %49, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %51 = stablehlo.dot_general %48, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %52 = stablehlo.reshape %51 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %53 = stablehlo.transpose %52, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %54 = stablehlo.dot_general %53, %arg18, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %55 = stablehlo.dot_general %53, %arg17, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %56 = stablehlo.transpose %55, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %57 = stablehlo.broadcast_in_dim %arg16, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %58 = stablehlo.multiply %54, %57 : tensor<4x2x6x6xf32>
    %59 = stablehlo.multiply %58, %arg14 : tensor<4x2x6x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %61 = stablehlo.reshape %60 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %62 = stablehlo.negate %61 : tensor<4x2x6x1xf32>
    %63 = stablehlo.broadcast_in_dim %arg15, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %64 = stablehlo.divide %54, %63 : tensor<4x2x6x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%62 init: %cst_11) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %67 = stablehlo.add %64, %66 : tensor<4x2x6x6xf32>
    %68 = stablehlo.multiply %67, %arg14 : tensor<4x2x6x6xf32>
    %69 = call @_where_20(%arg0, %arg1, %68) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_12 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %71 = stablehlo.divide %69, %70 : tensor<4x2x6x6xf32>
    %72 = stablehlo.dot_general %71, %arg13, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %73 = stablehlo.transpose %72, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %74 = stablehlo.dot_general %71, %arg12, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %75 = stablehlo.transpose %74, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %76 = stablehlo.reshape %56 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %77 = stablehlo.dot_general %76, %arg9, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %78 = stablehlo.transpose %77, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %79 = stablehlo.dot_general %76, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %80 = stablehlo.reshape %73 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %81 = stablehlo.dot_general %80, %arg9, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %82 = stablehlo.transpose %81, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %83 = stablehlo.dot_general %80, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %84 = stablehlo.add %79, %83 : tensor<4x6x16xf32>
    %85 = stablehlo.reshape %75 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %86 = stablehlo.dot_general %85, %arg9, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %87 = stablehlo.transpose %86, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %88 = stablehlo.dot_general %85, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %89 = stablehlo.add %84, %88 : tensor<4x6x16xf32>
    %90 = stablehlo.multiply %arg7, %89 : tensor<4x6x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.reduce(%90 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %92 = stablehlo.reshape %91 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %93 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %94 = stablehlo.multiply %89, %93 : tensor<4x6x16xf32>
    %95 = stablehlo.multiply %92, %arg5 : tensor<4x6x1xf32>
    %cst_14 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %97 = stablehlo.divide %95, %96 : tensor<4x6x1xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.reduce(%97 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %99 = stablehlo.broadcast_in_dim %98, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %100 = stablehlo.multiply %arg3, %99 : tensor<4x6x16xf32>
    %101 = stablehlo.multiply %99, %arg3 : tensor<4x6x16xf32>
    %102 = stablehlo.add %100, %101 : tensor<4x6x16xf32>
    %103 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %104 = stablehlo.multiply %103, %94 : tensor<4x6x16xf32>
    %105 = stablehlo.add %102, %104 : tensor<4x6x16xf32>
    %106 = stablehlo.multiply %94, %arg3 : tensor<4x6x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %108 = stablehlo.reshape %107 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.reduce(%108 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %110 = stablehlo.negate %105 : tensor<4x6x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.reduce(%110 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %112 = stablehlo.reshape %111 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %113 = stablehlo.add %48, %105 : tensor<4x6x16xf32>
    %cst_19 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %115 = stablehlo.divide %112, %114 : tensor<4x6x1xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.reduce(%115 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %118 = stablehlo.add %113, %117 : tensor<4x6x16xf32>
    return %118, %1, %109, %39, %18, %82, %50, %87, %78 : tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  func.func private @_where_20(%arg0: tensor<4x2x6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    return %1 : tensor<4x2x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_21(%arg0: tensor<3x64x16xf32>, %arg1: tensor<64x16xf32>, %arg2: tensor<i32>) -> tensor<3x64x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x16xf32>) -> tensor<1x64x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x64x16xf32>, tensor<1x64x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x64x16xf32>
    return %1 : tensor<3x64x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_22(%arg0: tensor<3x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<i32>) -> tensor<3x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<3x16xf32>
    return %1 : tensor<3x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_23(%arg0: tensor<3x16x64xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<i32>) -> tensor<3x16x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x64xf32>) -> tensor<1x16x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x64xf32>, tensor<1x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x64xf32>
    return %1 : tensor<3x16x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_24(%arg0: tensor<3x16x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<i32>) -> tensor<3x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x16xf32>
    return %1 : tensor<3x16x16xf32>
  }
}
