module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x64x16xf32>, %arg1: tensor<3x16x64xf32>, %arg2: tensor<3x16xf32>, %arg3: tensor<3x16xf32>, %arg4: tensor<3x16x64xf32>, %arg5: tensor<3x16x16xf32>, %arg6: tensor<3x16x16xf32>, %arg7: tensor<3x16x16xf32>, %arg8: tensor<3x16x16xf32>, %arg9: tensor<32x16xf32>, %arg10: tensor<16x32xf32>, %arg11: tensor<4x6xi32>, %arg12: tensor<4x6xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<3x64x16xf32> {jax.result_info = "result[1]"}, tensor<3x16x64xf32> {jax.result_info = "result[2]"}, tensor<3x16xf32> {jax.result_info = "result[3]"}, tensor<3x16xf32> {jax.result_info = "result[4]"}, tensor<3x16x64xf32> {jax.result_info = "result[5]"}, tensor<3x16x16xf32> {jax.result_info = "result[6]"}, tensor<3x16x16xf32> {jax.result_info = "result[7]"}, tensor<3x16x16xf32> {jax.result_info = "result[8]"}, tensor<3x16x16xf32> {jax.result_info = "result[9]"}, tensor<32x16xf32> {jax.result_info = "result[10]"}, tensor<16x32xf32> {jax.result_info = "result[11]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %1 = stablehlo.compare LT, %arg11, %0, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.add %arg11, %2 : tensor<4x6xi32>
    %4 = stablehlo.select %1, %3, %arg11 : tensor<4x6xi1>, tensor<4x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %6 = "stablehlo.gather"(%arg9, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %7 = stablehlo.iota dim = 0 : tensor<6xi32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %9 = stablehlo.iota dim = 0 : tensor<4xi32>
    %10 = stablehlo.convert %9 : (tensor<4xi32>) -> tensor<4xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %12 = stablehlo.divide %10, %11 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %14 = stablehlo.power %13, %12 : tensor<4xf32>
    %15 = stablehlo.convert %8 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %16 = stablehlo.broadcast_in_dim %14, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %18 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %19 = stablehlo.divide %17, %18 : tensor<6x4xf32>
    %20 = stablehlo.cosine %19 : tensor<6x4xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %22 = stablehlo.sine %19 : tensor<6x4xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %24 = stablehlo.broadcast_in_dim %21, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %25 = stablehlo.broadcast_in_dim %23, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %26 = stablehlo.broadcast_in_dim %23, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %27 = stablehlo.broadcast_in_dim %21, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %28 = stablehlo.iota dim = 0 : tensor<6xi32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %30 = stablehlo.iota dim = 0 : tensor<4xi32>
    %31 = stablehlo.convert %30 : (tensor<4xi32>) -> tensor<4xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %33 = stablehlo.divide %31, %32 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %35 = stablehlo.power %34, %33 : tensor<4xf32>
    %36 = stablehlo.convert %29 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %37 = stablehlo.broadcast_in_dim %35, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %39 = stablehlo.broadcast_in_dim %37, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<6x4xf32>
    %40 = stablehlo.divide %38, %39 : tensor<6x4xf32>
    %41 = stablehlo.cosine %40 : tensor<6x4xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %43 = stablehlo.sine %40 : tensor<6x4xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 2] : (tensor<6x4xf32>) -> tensor<6x1x4xf32>
    %45 = stablehlo.broadcast_in_dim %42, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %46 = stablehlo.broadcast_in_dim %44, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %47 = stablehlo.broadcast_in_dim %44, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %48 = stablehlo.broadcast_in_dim %42, dims = [1, 2, 3] : (tensor<6x1x4xf32>) -> tensor<1x6x1x4xf32>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %49 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %50 = call @tril(%49) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %51:3 = call @_where(%50, %cst_5) : (tensor<6x6xi1>, tensor<f32>) -> (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>)
    call @silu() : () -> ()
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x6xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x1xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x1xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x4x2x6x6xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x8xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x1x1x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x4x6x1xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<3x4x6x64xf32>
    %c_32 = stablehlo.constant dense<0> : tensor<i32>
    %78:47 = stablehlo.while(%iterArg = %arg0, %iterArg_48 = %arg1, %iterArg_49 = %arg2, %iterArg_50 = %arg3, %iterArg_51 = %arg4, %iterArg_52 = %arg5, %iterArg_53 = %arg6, %iterArg_54 = %arg7, %iterArg_55 = %arg8, %iterArg_56 = %24, %iterArg_57 = %25, %iterArg_58 = %26, %iterArg_59 = %27, %iterArg_60 = %45, %iterArg_61 = %46, %iterArg_62 = %47, %iterArg_63 = %48, %iterArg_64 = %51#0, %iterArg_65 = %51#2, %iterArg_66 = %c_32, %iterArg_67 = %6, %iterArg_68 = %52, %iterArg_69 = %53, %iterArg_70 = %54, %iterArg_71 = %55, %iterArg_72 = %56, %iterArg_73 = %57, %iterArg_74 = %58, %iterArg_75 = %59, %iterArg_76 = %60, %iterArg_77 = %61, %iterArg_78 = %62, %iterArg_79 = %63, %iterArg_80 = %64, %iterArg_81 = %65, %iterArg_82 = %66, %iterArg_83 = %67, %iterArg_84 = %68, %iterArg_85 = %69, %iterArg_86 = %70, %iterArg_87 = %71, %iterArg_88 = %72, %iterArg_89 = %73, %iterArg_90 = %74, %iterArg_91 = %75, %iterArg_92 = %76, %iterArg_93 = %77) : tensor<3x64x16xf32>, tensor<3x16x64xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>
    cond {
      %c_94 = stablehlo.constant dense<3> : tensor<i32>
      %106 = stablehlo.compare LT, %iterArg_66, %c_94, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %106 : tensor<i1>
    } do {
      %106 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_66) : (tensor<3x64x16xf32>, tensor<i32>) -> tensor<64x16xf32>
      %107 = func.call @dynamic_index_in_dim_0(%iterArg_48, %iterArg_66) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %108 = func.call @dynamic_index_in_dim_1(%iterArg_49, %iterArg_66) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %109 = func.call @dynamic_index_in_dim_1(%iterArg_50, %iterArg_66) : (tensor<3x16xf32>, tensor<i32>) -> tensor<16xf32>
      %110 = func.call @dynamic_index_in_dim_0(%iterArg_51, %iterArg_66) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %111 = func.call @dynamic_index_in_dim_2(%iterArg_52, %iterArg_66) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %112 = func.call @dynamic_index_in_dim_2(%iterArg_53, %iterArg_66) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %113 = func.call @dynamic_index_in_dim_2(%iterArg_54, %iterArg_66) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %114 = func.call @dynamic_index_in_dim_2(%iterArg_55, %iterArg_66) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %115:27 = func.call @closed_call(%iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_67, %106, %107, %108, %109, %110, %111, %112, %113, %114) : (tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>)
      %116 = func.call @dynamic_update_index_in_dim(%iterArg_68, %115#1, %iterArg_66) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %117 = func.call @dynamic_update_index_in_dim_5(%iterArg_69, %115#2, %iterArg_66) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %118 = func.call @dynamic_update_index_in_dim_6(%iterArg_70, %115#3, %iterArg_66) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %119 = func.call @dynamic_update_index_in_dim_6(%iterArg_71, %115#4, %iterArg_66) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %120 = func.call @dynamic_update_index_in_dim(%iterArg_72, %115#5, %iterArg_66) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %121 = func.call @dynamic_update_index_in_dim(%iterArg_73, %115#6, %iterArg_66) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %122 = func.call @dynamic_update_index_in_dim_7(%iterArg_74, %115#7, %iterArg_66) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %123 = func.call @dynamic_update_index_in_dim_7(%iterArg_75, %115#8, %iterArg_66) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %124 = func.call @dynamic_update_index_in_dim_8(%iterArg_76, %115#9, %iterArg_66) : (tensor<3x4x2x6x6xf32>, tensor<4x2x6x6xf32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
      %125 = func.call @dynamic_update_index_in_dim_9(%iterArg_77, %115#10, %iterArg_66) : (tensor<3x4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
      %126 = func.call @dynamic_update_index_in_dim_9(%iterArg_78, %115#11, %iterArg_66) : (tensor<3x4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
      %127 = func.call @dynamic_update_index_in_dim_8(%iterArg_79, %115#12, %iterArg_66) : (tensor<3x4x2x6x6xf32>, tensor<4x2x6x6xf32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
      %128 = func.call @dynamic_update_index_in_dim_7(%iterArg_80, %115#13, %iterArg_66) : (tensor<3x4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
      %129 = func.call @dynamic_update_index_in_dim(%iterArg_81, %115#14, %iterArg_66) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %130 = func.call @dynamic_update_index_in_dim(%iterArg_82, %115#15, %iterArg_66) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %131 = func.call @dynamic_update_index_in_dim_5(%iterArg_83, %115#16, %iterArg_66) : (tensor<3x1x1x16xf32>, tensor<1x1x16xf32>, tensor<i32>) -> tensor<3x1x1x16xf32>
      %132 = func.call @dynamic_update_index_in_dim_6(%iterArg_84, %115#17, %iterArg_66) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %133 = func.call @dynamic_update_index_in_dim_6(%iterArg_85, %115#18, %iterArg_66) : (tensor<3x4x6x1xf32>, tensor<4x6x1xf32>, tensor<i32>) -> tensor<3x4x6x1xf32>
      %134 = func.call @dynamic_update_index_in_dim(%iterArg_86, %115#19, %iterArg_66) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %135 = func.call @dynamic_update_index_in_dim(%iterArg_87, %115#20, %iterArg_66) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %136 = func.call @dynamic_update_index_in_dim_10(%iterArg_88, %115#21, %iterArg_66) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %137 = func.call @dynamic_update_index_in_dim_10(%iterArg_89, %115#22, %iterArg_66) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %138 = func.call @dynamic_update_index_in_dim_10(%iterArg_90, %115#23, %iterArg_66) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %139 = func.call @dynamic_update_index_in_dim_10(%iterArg_91, %115#24, %iterArg_66) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %140 = func.call @dynamic_update_index_in_dim_10(%iterArg_92, %115#25, %iterArg_66) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %141 = func.call @dynamic_update_index_in_dim_10(%iterArg_93, %115#26, %iterArg_66) : (tensor<3x4x6x64xf32>, tensor<4x6x64xf32>, tensor<i32>) -> tensor<3x4x6x64xf32>
      %c_94 = stablehlo.constant dense<1> : tensor<i32>
      %142 = stablehlo.add %iterArg_66, %c_94 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %142, %115#0, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127, %128, %129, %130, %131, %132, %133, %134, %135, %136, %137, %138, %139, %140, %141 : tensor<3x64x16xf32>, tensor<3x16x64xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>
    }
    %79 = stablehlo.dot_general %78#20, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x32xf32>) -> tensor<4x6x32xf32>
    %80:3 = call @log_softmax(%79) : (tensor<4x6x32xf32>) -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x1xf32>)
    %81 = stablehlo.broadcast_in_dim %arg12, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %82:2 = call @take_along_axis(%80#0, %81) : (tensor<4x6x32xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.reduce(%82#0 init: %cst_33) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_34 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %84 = stablehlo.divide %83, %cst_34 : tensor<f32>
    %85 = stablehlo.negate %84 : tensor<f32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %86 = stablehlo.negate %cst_35 : tensor<f32>
    %cst_36 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %87 = stablehlo.divide %86, %cst_36 : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %89 = call @take_along_axis_11(%82#1, %88) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
    %90 = call @log_softmax_12(%80#1, %80#2, %89) : (tensor<4x6x32xf32>, tensor<4x6x1xf32>, tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
    %91 = stablehlo.dot_general %90, %78#20, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    %92 = stablehlo.transpose %91, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %93 = stablehlo.dot_general %90, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x32xf32>, tensor<16x32xf32>) -> tensor<4x6x16xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<3x64x16xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<3x16x64xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<3x16xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<3x16x64xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
    %c_46 = stablehlo.constant dense<0> : tensor<i32>
    %103:54 = stablehlo.while(%iterArg = %78#21, %iterArg_48 = %78#22, %iterArg_49 = %78#23, %iterArg_50 = %78#24, %iterArg_51 = %78#25, %iterArg_52 = %arg7, %iterArg_53 = %78#26, %iterArg_54 = %arg5, %iterArg_55 = %arg8, %iterArg_56 = %78#27, %iterArg_57 = %78#28, %iterArg_58 = %78#29, %iterArg_59 = %78#30, %iterArg_60 = %78#31, %iterArg_61 = %78#32, %iterArg_62 = %78#33, %iterArg_63 = %arg6, %iterArg_64 = %78#34, %iterArg_65 = %78#35, %iterArg_66 = %78#36, %iterArg_67 = %78#37, %iterArg_68 = %78#38, %iterArg_69 = %78#39, %iterArg_70 = %arg1, %iterArg_71 = %78#40, %iterArg_72 = %78#41, %iterArg_73 = %78#42, %iterArg_74 = %78#43, %iterArg_75 = %arg4, %iterArg_76 = %78#44, %iterArg_77 = %78#45, %iterArg_78 = %arg0, %iterArg_79 = %78#46, %iterArg_80 = %24, %iterArg_81 = %25, %iterArg_82 = %26, %iterArg_83 = %27, %iterArg_84 = %45, %iterArg_85 = %46, %iterArg_86 = %47, %iterArg_87 = %48, %iterArg_88 = %51#0, %iterArg_89 = %51#1, %iterArg_90 = %c_46, %iterArg_91 = %93, %iterArg_92 = %94, %iterArg_93 = %95, %iterArg_94 = %96, %iterArg_95 = %97, %iterArg_96 = %98, %iterArg_97 = %99, %iterArg_98 = %100, %iterArg_99 = %101, %iterArg_100 = %102) : tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x64xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x16x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x64x16xf32>, tensor<3x4x6x64xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x64x16xf32>, tensor<3x16x64xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>
    cond {
      %c_101 = stablehlo.constant dense<3> : tensor<i32>
      %106 = stablehlo.compare LT, %iterArg_90, %c_101, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %106 : tensor<i1>
    } do {
      %c_101 = stablehlo.constant dense<3> : tensor<i32>
      %106 = stablehlo.subtract %c_101, %iterArg_90 : tensor<i32>
      %c_102 = stablehlo.constant dense<1> : tensor<i32>
      %107 = stablehlo.subtract %106, %c_102 : tensor<i32>
      %108 = func.call @dynamic_index_in_dim_13(%iterArg, %107) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %109 = func.call @dynamic_index_in_dim_14(%iterArg_48, %107) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %110 = func.call @dynamic_index_in_dim_15(%iterArg_49, %107) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %111 = func.call @dynamic_index_in_dim_15(%iterArg_50, %107) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %112 = func.call @dynamic_index_in_dim_13(%iterArg_51, %107) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %113 = func.call @dynamic_index_in_dim_2(%iterArg_52, %107) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %114 = func.call @dynamic_index_in_dim_13(%iterArg_53, %107) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %115 = func.call @dynamic_index_in_dim_2(%iterArg_54, %107) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %116 = func.call @dynamic_index_in_dim_2(%iterArg_55, %107) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %117 = func.call @dynamic_index_in_dim_16(%iterArg_56, %107) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %118 = func.call @dynamic_index_in_dim_16(%iterArg_57, %107) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %119 = func.call @dynamic_index_in_dim_17(%iterArg_58, %107) : (tensor<3x4x2x6x6xf32>, tensor<i32>) -> tensor<4x2x6x6xf32>
      %120 = func.call @dynamic_index_in_dim_18(%iterArg_59, %107) : (tensor<3x4x2x6x1xf32>, tensor<i32>) -> tensor<4x2x6x1xf32>
      %121 = func.call @dynamic_index_in_dim_18(%iterArg_60, %107) : (tensor<3x4x2x6x1xf32>, tensor<i32>) -> tensor<4x2x6x1xf32>
      %122 = func.call @dynamic_index_in_dim_17(%iterArg_61, %107) : (tensor<3x4x2x6x6xf32>, tensor<i32>) -> tensor<4x2x6x6xf32>
      %123 = func.call @dynamic_index_in_dim_16(%iterArg_62, %107) : (tensor<3x4x6x2x8xf32>, tensor<i32>) -> tensor<4x6x2x8xf32>
      %124 = func.call @dynamic_index_in_dim_2(%iterArg_63, %107) : (tensor<3x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %125 = func.call @dynamic_index_in_dim_13(%iterArg_64, %107) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %126 = func.call @dynamic_index_in_dim_13(%iterArg_65, %107) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %127 = func.call @dynamic_index_in_dim_14(%iterArg_66, %107) : (tensor<3x1x1x16xf32>, tensor<i32>) -> tensor<1x1x16xf32>
      %128 = func.call @dynamic_index_in_dim_15(%iterArg_67, %107) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %129 = func.call @dynamic_index_in_dim_15(%iterArg_68, %107) : (tensor<3x4x6x1xf32>, tensor<i32>) -> tensor<4x6x1xf32>
      %130 = func.call @dynamic_index_in_dim_13(%iterArg_69, %107) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %131 = func.call @dynamic_index_in_dim_0(%iterArg_70, %107) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %132 = func.call @dynamic_index_in_dim_13(%iterArg_71, %107) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %133 = func.call @dynamic_index_in_dim_19(%iterArg_72, %107) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %134 = func.call @dynamic_index_in_dim_19(%iterArg_73, %107) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %135 = func.call @dynamic_index_in_dim_19(%iterArg_74, %107) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %136 = func.call @dynamic_index_in_dim_0(%iterArg_75, %107) : (tensor<3x16x64xf32>, tensor<i32>) -> tensor<16x64xf32>
      %137 = func.call @dynamic_index_in_dim_19(%iterArg_76, %107) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %138 = func.call @dynamic_index_in_dim_19(%iterArg_77, %107) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %139 = func.call @dynamic_index_in_dim(%iterArg_78, %107) : (tensor<3x64x16xf32>, tensor<i32>) -> tensor<64x16xf32>
      %140 = func.call @dynamic_index_in_dim_19(%iterArg_79, %107) : (tensor<3x4x6x64xf32>, tensor<i32>) -> tensor<4x6x64xf32>
      %141:10 = func.call @closed_call_20(%iterArg_80, %iterArg_81, %iterArg_82, %iterArg_83, %iterArg_84, %iterArg_85, %iterArg_86, %iterArg_87, %iterArg_88, %iterArg_89, %iterArg_91, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127, %128, %129, %130, %131, %132, %133, %134, %135, %136, %137, %138, %139, %140) : (tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<16x16xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<16x64xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<16x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<64x16xf32>, tensor<4x6x64xf32>) -> (tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>)
      %142 = func.call @dynamic_update_index_in_dim_23(%iterArg_92, %141#1, %107) : (tensor<3x64x16xf32>, tensor<64x16xf32>, tensor<i32>) -> tensor<3x64x16xf32>
      %143 = func.call @dynamic_update_index_in_dim_24(%iterArg_93, %141#2, %107) : (tensor<3x16x64xf32>, tensor<16x64xf32>, tensor<i32>) -> tensor<3x16x64xf32>
      %144 = func.call @dynamic_update_index_in_dim_25(%iterArg_94, %141#3, %107) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %145 = func.call @dynamic_update_index_in_dim_25(%iterArg_95, %141#4, %107) : (tensor<3x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<3x16xf32>
      %146 = func.call @dynamic_update_index_in_dim_24(%iterArg_96, %141#5, %107) : (tensor<3x16x64xf32>, tensor<16x64xf32>, tensor<i32>) -> tensor<3x16x64xf32>
      %147 = func.call @dynamic_update_index_in_dim_26(%iterArg_97, %141#6, %107) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %148 = func.call @dynamic_update_index_in_dim_26(%iterArg_98, %141#7, %107) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %149 = func.call @dynamic_update_index_in_dim_26(%iterArg_99, %141#8, %107) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %150 = func.call @dynamic_update_index_in_dim_26(%iterArg_100, %141#9, %107) : (tensor<3x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<3x16x16xf32>
      %c_103 = stablehlo.constant dense<1> : tensor<i32>
      %151 = stablehlo.add %iterArg_90, %c_103 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_75, %iterArg_76, %iterArg_77, %iterArg_78, %iterArg_79, %iterArg_80, %iterArg_81, %iterArg_82, %iterArg_83, %iterArg_84, %iterArg_85, %iterArg_86, %iterArg_87, %iterArg_88, %iterArg_89, %151, %141#0, %142, %143, %144, %145, %146, %147, %148, %149, %150 : tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x6x2x8xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x1xf32>, tensor<3x4x2x6x6xf32>, tensor<3x4x6x2x8xf32>, tensor<3x16x16xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x16xf32>, tensor<3x1x1x16xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x1xf32>, tensor<3x4x6x16xf32>, tensor<3x16x64xf32>, tensor<3x4x6x16xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x16x64xf32>, tensor<3x4x6x64xf32>, tensor<3x4x6x64xf32>, tensor<3x64x16xf32>, tensor<3x4x6x64xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<1x6x1x4xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x64x16xf32>, tensor<3x16x64xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>
    }
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %105 = "stablehlo.scatter"(%104, %5, %103#44) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %106 = stablehlo.add %arg13, %arg14 : tensor<f32>
      stablehlo.return %106 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<32x16xf32>
    return %85, %103#45, %103#46, %103#47, %103#48, %103#49, %103#50, %103#51, %103#52, %103#53, %105, %92 : tensor<f32>, tensor<3x64x16xf32>, tensor<3x16x64xf32>, tensor<3x16xf32>, tensor<3x16xf32>, tensor<3x16x64xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<3x16x16xf32>, tensor<32x16xf32>, tensor<16x32xf32>
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
  func.func private @silu() {
    return
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x64x16xf32>, %arg1: tensor<i32>) -> tensor<64x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 16] : (tensor<3x64x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x16xf32>) -> tensor<64x16xf32>
    return %1 : tensor<64x16xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x16x64xf32>, %arg1: tensor<i32>) -> tensor<16x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 64] : (tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x64xf32>) -> tensor<16x64xf32>
    return %1 : tensor<16x64xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x16xf32>, %arg1: tensor<i32>) -> tensor<16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<3x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x16x16xf32>, %arg1: tensor<i32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<3x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<1x6x1x4xf32>, %arg1: tensor<1x6x1x4xf32>, %arg2: tensor<1x6x1x4xf32>, %arg3: tensor<1x6x1x4xf32>, %arg4: tensor<1x6x1x4xf32>, %arg5: tensor<1x6x1x4xf32>, %arg6: tensor<1x6x1x4xf32>, %arg7: tensor<1x6x1x4xf32>, %arg8: tensor<4x2x6x6xi1>, %arg9: tensor<4x2x6x6xf32>, %arg10: tensor<4x6x16xf32>, %arg11: tensor<64x16xf32>, %arg12: tensor<16x64xf32>, %arg13: tensor<16xf32>, %arg14: tensor<16xf32>, %arg15: tensor<16x64xf32>, %arg16: tensor<16x16xf32>, %arg17: tensor<16x16xf32>, %arg18: tensor<16x16xf32>, %arg19: tensor<16x16xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %2 = stablehlo.multiply %1, %arg10 : tensor<4x6x16xf32>
    %3 = stablehlo.multiply %arg10, %arg10 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %9 = stablehlo.add %7, %8 : tensor<4x6x1xf32>
    %10 = stablehlo.rsqrt %9 : tensor<4x6x1xf32>
    %11 = stablehlo.divide %10, %9 : tensor<4x6x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<4x6x1xf32>
    %14 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %15 = stablehlo.multiply %2, %14 : tensor<4x6x16xf32>
    %16 = stablehlo.dot_general %15, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %17 = stablehlo.reshape %16 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %18 = stablehlo.dot_general %15, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %19 = stablehlo.reshape %18 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %20 = stablehlo.dot_general %15, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %21 = stablehlo.reshape %20 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %22 = stablehlo.slice %17 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %23 = stablehlo.slice %17 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %24 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<4x6x2x4xf32>
    %26 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %27 = stablehlo.multiply %23, %26 : tensor<4x6x2x4xf32>
    %28 = stablehlo.subtract %25, %27 : tensor<4x6x2x4xf32>
    %29 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %30 = stablehlo.multiply %22, %29 : tensor<4x6x2x4xf32>
    %31 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %32 = stablehlo.multiply %23, %31 : tensor<4x6x2x4xf32>
    %33 = stablehlo.add %30, %32 : tensor<4x6x2x4xf32>
    %34 = stablehlo.concatenate %28, %33, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %35 = stablehlo.slice %19 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %36 = stablehlo.slice %19 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %37 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %38 = stablehlo.multiply %35, %37 : tensor<4x6x2x4xf32>
    %39 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %40 = stablehlo.multiply %36, %39 : tensor<4x6x2x4xf32>
    %41 = stablehlo.subtract %38, %40 : tensor<4x6x2x4xf32>
    %42 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %43 = stablehlo.multiply %35, %42 : tensor<4x6x2x4xf32>
    %44 = stablehlo.broadcast_in_dim %arg7, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %45 = stablehlo.multiply %36, %44 : tensor<4x6x2x4xf32>
    %46 = stablehlo.add %43, %45 : tensor<4x6x2x4xf32>
    %47 = stablehlo.concatenate %41, %46, dim = 3 : (tensor<4x6x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x6x2x8xf32>
    %48 = stablehlo.dot_general %34, %47, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %cst_3 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %50 = stablehlo.divide %48, %49 : tensor<4x2x6x6xf32>
    %51 = call @_where_3(%50, %arg8, %arg9) : (tensor<4x2x6x6xf32>, tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x2x6xf32>
    %54 = stablehlo.maximum %53, %52 : tensor<4x2x6xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %57 = stablehlo.subtract %51, %56 : tensor<4x2x6x6xf32>
    %58 = stablehlo.exponential %57 : tensor<4x2x6x6xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %62 = stablehlo.divide %58, %61 : tensor<4x2x6x6xf32>
    %63 = stablehlo.multiply %60, %60 : tensor<4x2x6x1xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x2x6x1xf32>
    %65 = stablehlo.divide %64, %63 : tensor<4x2x6x1xf32>
    %66 = stablehlo.dot_general %21, %62, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %67 = stablehlo.transpose %66, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %68 = stablehlo.reshape %67 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %69 = stablehlo.dot_general %68, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %70 = stablehlo.add %arg10, %69 : tensor<4x6x16xf32>
    %71 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %73 = stablehlo.multiply %72, %70 : tensor<4x6x16xf32>
    %74 = stablehlo.multiply %70, %70 : tensor<4x6x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%74 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_9 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %78 = stablehlo.divide %76, %77 : tensor<4x6x1xf32>
    %cst_10 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %80 = stablehlo.add %78, %79 : tensor<4x6x1xf32>
    %81 = stablehlo.rsqrt %80 : tensor<4x6x1xf32>
    %82 = stablehlo.divide %81, %80 : tensor<4x6x1xf32>
    %cst_11 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %84 = stablehlo.multiply %83, %82 : tensor<4x6x1xf32>
    %85 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %86 = stablehlo.multiply %73, %85 : tensor<4x6x16xf32>
    %87 = stablehlo.dot_general %86, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %88:3 = call @silu_4(%87) : (tensor<4x6x64xf32>) -> (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>)
    %89 = stablehlo.dot_general %86, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %90 = stablehlo.multiply %88#0, %89 : tensor<4x6x64xf32>
    %91 = stablehlo.dot_general %90, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %92 = stablehlo.add %70, %91 : tensor<4x6x16xf32>
    return %92, %arg10, %0, %13, %10, %2, %15, %47, %34, %58, %60, %65, %62, %21, %68, %70, %71, %84, %81, %73, %86, %88#1, %88#2, %87, %89, %88#0, %90 : tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x2x8xf32>, tensor<4x6x2x8xf32>, tensor<4x2x6x6xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x1xf32>, tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<1x1x16xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x16xf32>, tensor<4x6x16xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>
  }
  func.func private @_where_3(%arg0: tensor<4x2x6x6xf32>, %arg1: tensor<4x2x6x6xi1>, %arg2: tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    return %0 : tensor<4x2x6x6xf32>
  }
  func.func private @silu_4(%arg0: tensor<4x6x64xf32>) -> (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<4x6x64xf32>
    %1 = stablehlo.exponential %0 : tensor<4x6x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x6x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x6x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x64xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<4x6x64xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<4x6x64xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<4x6x64xf32>
    return %9, %8, %5 : tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<4x6x16xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x16xf32>) -> tensor<1x4x6x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x16xf32>, tensor<1x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x16xf32>
    return %1 : tensor<3x4x6x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<3x1x1x16xf32>, %arg1: tensor<1x1x16xf32>, %arg2: tensor<i32>) -> tensor<3x1x1x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x16xf32>) -> tensor<1x1x1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x1x1x16xf32>, tensor<1x1x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1x1x16xf32>
    return %1 : tensor<3x1x1x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<3x4x6x1xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x1xf32>) -> tensor<1x4x6x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x1xf32>, tensor<1x4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x1xf32>
    return %1 : tensor<3x4x6x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<3x4x6x2x8xf32>, %arg1: tensor<4x6x2x8xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x6x2x8xf32>) -> tensor<1x4x6x2x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x6x2x8xf32>, tensor<1x4x6x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x2x8xf32>
    return %1 : tensor<3x4x6x2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<3x4x2x6x6xf32>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<i32>) -> tensor<3x4x2x6x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x2x6x6xf32>) -> tensor<1x4x2x6x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x2x6x6xf32>, tensor<1x4x2x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x2x6x6xf32>
    return %1 : tensor<3x4x2x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<3x4x2x6x1xf32>, %arg1: tensor<4x2x6x1xf32>, %arg2: tensor<i32>) -> tensor<3x4x2x6x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x2x6x1xf32>) -> tensor<1x4x2x6x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x2x6x1xf32>, tensor<1x4x2x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x2x6x1xf32>
    return %1 : tensor<3x4x2x6x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<3x4x6x64xf32>, %arg1: tensor<4x6x64xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x64xf32> {
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
  func.func private @dynamic_index_in_dim_19(%arg0: tensor<3x4x6x64xf32>, %arg1: tensor<i32>) -> tensor<4x6x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 64] : (tensor<3x4x6x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x64xf32>) -> tensor<4x6x64xf32>
    return %1 : tensor<4x6x64xf32>
  }
  func.func private @closed_call_20(%arg0: tensor<1x6x1x4xf32>, %arg1: tensor<1x6x1x4xf32>, %arg2: tensor<1x6x1x4xf32>, %arg3: tensor<1x6x1x4xf32>, %arg4: tensor<1x6x1x4xf32>, %arg5: tensor<1x6x1x4xf32>, %arg6: tensor<1x6x1x4xf32>, %arg7: tensor<1x6x1x4xf32>, %arg8: tensor<4x2x6x6xi1>, %arg9: tensor<4x2x6x6xf32>, %arg10: tensor<4x6x16xf32>, %arg11: tensor<4x6x16xf32>, %arg12: tensor<1x1x16xf32>, %arg13: tensor<4x6x1xf32>, %arg14: tensor<4x6x1xf32>, %arg15: tensor<4x6x16xf32>, %arg16: tensor<16x16xf32>, %arg17: tensor<4x6x16xf32>, %arg18: tensor<16x16xf32>, %arg19: tensor<16x16xf32>, %arg20: tensor<4x6x2x8xf32>, %arg21: tensor<4x6x2x8xf32>, %arg22: tensor<4x2x6x6xf32>, %arg23: tensor<4x2x6x1xf32>, %arg24: tensor<4x2x6x1xf32>, %arg25: tensor<4x2x6x6xf32>, %arg26: tensor<4x6x2x8xf32>, %arg27: tensor<16x16xf32>, %arg28: tensor<4x6x16xf32>, %arg29: tensor<4x6x16xf32>, %arg30: tensor<1x1x16xf32>, %arg31: tensor<4x6x1xf32>, %arg32: tensor<4x6x1xf32>, %arg33: tensor<4x6x16xf32>, %arg34: tensor<16x64xf32>, %arg35: tensor<4x6x16xf32>, %arg36: tensor<4x6x64xf32>, %arg37: tensor<4x6x64xf32>, %arg38: tensor<4x6x64xf32>, %arg39: tensor<16x64xf32>, %arg40: tensor<4x6x64xf32>, %arg41: tensor<4x6x64xf32>, %arg42: tensor<64x16xf32>, %arg43: tensor<4x6x64xf32>) -> (tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
    %0 = stablehlo.dot_general %arg10, %arg43, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x64xf32>) -> tensor<16x64xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %2 = stablehlo.dot_general %arg10, %arg42, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<64x16xf32>) -> tensor<4x6x64xf32>
    %3 = stablehlo.multiply %arg41, %2 : tensor<4x6x64xf32>
    %4 = stablehlo.multiply %2, %arg40 : tensor<4x6x64xf32>
    %5 = stablehlo.dot_general %3, %arg35, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %7 = stablehlo.dot_general %3, %arg39, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %8 = call @silu_21(%arg36, %arg37, %arg38, %4) : (tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>, tensor<4x6x64xf32>) -> tensor<4x6x64xf32>
    %9 = stablehlo.dot_general %8, %arg35, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<4x6x16xf32>) -> tensor<64x16xf32>
    %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<64x16xf32>) -> tensor<16x64xf32>
    %11 = stablehlo.dot_general %8, %arg34, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x64xf32>, tensor<16x64xf32>) -> tensor<4x6x16xf32>
    %12 = stablehlo.add %7, %11 : tensor<4x6x16xf32>
    %13 = stablehlo.multiply %arg33, %12 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %15 = stablehlo.reshape %14 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %16 = stablehlo.broadcast_in_dim %arg32, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<4x6x16xf32>
    %18 = stablehlo.multiply %15, %arg31 : tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %20 = stablehlo.divide %18, %19 : tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %23 = stablehlo.multiply %arg29, %22 : tensor<4x6x16xf32>
    %24 = stablehlo.add %arg10, %23 : tensor<4x6x16xf32>
    %25 = stablehlo.multiply %22, %arg29 : tensor<4x6x16xf32>
    %26 = stablehlo.add %24, %25 : tensor<4x6x16xf32>
    %27 = stablehlo.broadcast_in_dim %arg30, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %28 = stablehlo.multiply %27, %17 : tensor<4x6x16xf32>
    %29 = stablehlo.add %26, %28 : tensor<4x6x16xf32>
    %30 = stablehlo.multiply %17, %arg29 : tensor<4x6x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %32 = stablehlo.reshape %31 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %34 = stablehlo.dot_general %29, %arg28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %36 = stablehlo.dot_general %29, %arg27, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %37 = stablehlo.reshape %36 : (tensor<4x6x16xf32>) -> tensor<4x6x2x8xf32>
    %38 = stablehlo.transpose %37, dims = [0, 2, 3, 1] : (tensor<4x6x2x8xf32>) -> tensor<4x2x8x6xf32>
    %39 = stablehlo.dot_general %38, %arg26, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x6xf32>
    %40 = stablehlo.dot_general %38, %arg25, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x8x6xf32>
    %41 = stablehlo.transpose %40, dims = [0, 3, 1, 2] : (tensor<4x2x8x6xf32>) -> tensor<4x6x2x8xf32>
    %42 = stablehlo.broadcast_in_dim %arg24, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %43 = stablehlo.multiply %39, %42 : tensor<4x2x6x6xf32>
    %44 = stablehlo.multiply %43, %arg22 : tensor<4x2x6x6xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x6xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %46 = stablehlo.reshape %45 : (tensor<4x2x6xf32>) -> tensor<4x2x6x1xf32>
    %47 = stablehlo.negate %46 : tensor<4x2x6x1xf32>
    %48 = stablehlo.broadcast_in_dim %arg23, dims = [0, 1, 2, 3] : (tensor<4x2x6x1xf32>) -> tensor<4x2x6x6xf32>
    %49 = stablehlo.divide %39, %48 : tensor<4x2x6x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<4x2x6x1xf32>, tensor<f32>) -> tensor<4x2x6xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<4x2x6xf32>) -> tensor<4x2x6x6xf32>
    %52 = stablehlo.add %49, %51 : tensor<4x2x6x6xf32>
    %53 = stablehlo.multiply %52, %arg22 : tensor<4x2x6x6xf32>
    %54 = call @_where_22(%arg8, %arg9, %53) : (tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>, tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
    %cst_6 = stablehlo.constant dense<2.82842708> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %56 = stablehlo.divide %54, %55 : tensor<4x2x6x6xf32>
    %57 = stablehlo.dot_general %56, %arg21, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %58 = stablehlo.transpose %57, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %59 = stablehlo.dot_general %56, %arg20, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x6xf32>, tensor<4x6x2x8xf32>) -> tensor<4x2x6x8xf32>
    %60 = stablehlo.transpose %59, dims = [0, 2, 1, 3] : (tensor<4x2x6x8xf32>) -> tensor<4x6x2x8xf32>
    %61 = stablehlo.slice %58 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %62 = stablehlo.slice %58 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %63 = stablehlo.broadcast_in_dim %arg7, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %64 = stablehlo.multiply %62, %63 : tensor<4x6x2x4xf32>
    %65 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %66 = stablehlo.multiply %62, %65 : tensor<4x6x2x4xf32>
    %67 = stablehlo.negate %61 : tensor<4x6x2x4xf32>
    %68 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %69 = stablehlo.multiply %67, %68 : tensor<4x6x2x4xf32>
    %70 = stablehlo.add %64, %69 : tensor<4x6x2x4xf32>
    %71 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %72 = stablehlo.multiply %61, %71 : tensor<4x6x2x4xf32>
    %73 = stablehlo.add %66, %72 : tensor<4x6x2x4xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.pad %70, %cst_7, low = [0, 0, 0, 4], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.pad %73, %cst_8, low = [0, 0, 0, 0], high = [0, 0, 0, 4], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %76 = stablehlo.add %74, %75 : tensor<4x6x2x8xf32>
    %77 = stablehlo.slice %60 [0:4, 0:6, 0:2, 0:4] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %78 = stablehlo.slice %60 [0:4, 0:6, 0:2, 4:8] : (tensor<4x6x2x8xf32>) -> tensor<4x6x2x4xf32>
    %79 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %80 = stablehlo.multiply %78, %79 : tensor<4x6x2x4xf32>
    %81 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %82 = stablehlo.multiply %78, %81 : tensor<4x6x2x4xf32>
    %83 = stablehlo.negate %77 : tensor<4x6x2x4xf32>
    %84 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %85 = stablehlo.multiply %83, %84 : tensor<4x6x2x4xf32>
    %86 = stablehlo.add %80, %85 : tensor<4x6x2x4xf32>
    %87 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x6x1x4xf32>) -> tensor<4x6x2x4xf32>
    %88 = stablehlo.multiply %77, %87 : tensor<4x6x2x4xf32>
    %89 = stablehlo.add %82, %88 : tensor<4x6x2x4xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.pad %86, %cst_9, low = [0, 0, 0, 4], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.pad %89, %cst_10, low = [0, 0, 0, 0], high = [0, 0, 0, 4], interior = [0, 0, 0, 0] : (tensor<4x6x2x4xf32>, tensor<f32>) -> tensor<4x6x2x8xf32>
    %92 = stablehlo.add %90, %91 : tensor<4x6x2x8xf32>
    %93 = stablehlo.reshape %41 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %94 = stablehlo.dot_general %93, %arg17, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %95 = stablehlo.transpose %94, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %96 = stablehlo.dot_general %93, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %97 = stablehlo.reshape %76 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %98 = stablehlo.dot_general %97, %arg17, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %99 = stablehlo.transpose %98, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %100 = stablehlo.dot_general %97, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %101 = stablehlo.add %96, %100 : tensor<4x6x16xf32>
    %102 = stablehlo.reshape %92 : (tensor<4x6x2x8xf32>) -> tensor<4x6x16xf32>
    %103 = stablehlo.dot_general %102, %arg17, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<16x16xf32>
    %104 = stablehlo.transpose %103, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %105 = stablehlo.dot_general %102, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %106 = stablehlo.add %101, %105 : tensor<4x6x16xf32>
    %107 = stablehlo.multiply %arg15, %106 : tensor<4x6x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%107 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %109 = stablehlo.reshape %108 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %110 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %111 = stablehlo.multiply %106, %110 : tensor<4x6x16xf32>
    %112 = stablehlo.multiply %109, %arg13 : tensor<4x6x1xf32>
    %cst_12 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %114 = stablehlo.divide %112, %113 : tensor<4x6x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.reduce(%114 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %117 = stablehlo.multiply %arg11, %116 : tensor<4x6x16xf32>
    %118 = stablehlo.add %29, %117 : tensor<4x6x16xf32>
    %119 = stablehlo.multiply %116, %arg11 : tensor<4x6x16xf32>
    %120 = stablehlo.add %118, %119 : tensor<4x6x16xf32>
    %121 = stablehlo.broadcast_in_dim %arg12, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x6x16xf32>
    %122 = stablehlo.multiply %121, %111 : tensor<4x6x16xf32>
    %123 = stablehlo.add %120, %122 : tensor<4x6x16xf32>
    %124 = stablehlo.multiply %111, %arg11 : tensor<4x6x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %125 = stablehlo.reduce(%124 init: %cst_14) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %126 = stablehlo.reshape %125 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.reduce(%126 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    return %123, %1, %10, %127, %33, %6, %99, %35, %104, %95 : tensor<4x6x16xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  func.func private @silu_21(%arg0: tensor<4x6x64xf32>, %arg1: tensor<4x6x64xf32>, %arg2: tensor<4x6x64xf32>, %arg3: tensor<4x6x64xf32>) -> tensor<4x6x64xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<4x6x64xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<4x6x64xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<4x6x64xf32>
    %3 = stablehlo.add %1, %2 : tensor<4x6x64xf32>
    return %3 : tensor<4x6x64xf32>
  }
  func.func private @_where_22(%arg0: tensor<4x2x6x6xi1>, %arg1: tensor<4x2x6x6xf32>, %arg2: tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<4x2x6x6xi1>, tensor<4x2x6x6xf32>
    return %1 : tensor<4x2x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_23(%arg0: tensor<3x64x16xf32>, %arg1: tensor<64x16xf32>, %arg2: tensor<i32>) -> tensor<3x64x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x16xf32>) -> tensor<1x64x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x64x16xf32>, tensor<1x64x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x64x16xf32>
    return %1 : tensor<3x64x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_24(%arg0: tensor<3x16x64xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<i32>) -> tensor<3x16x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x64xf32>) -> tensor<1x16x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x64xf32>, tensor<1x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x64xf32>
    return %1 : tensor<3x16x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_25(%arg0: tensor<3x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<i32>) -> tensor<3x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<3x16xf32>
    return %1 : tensor<3x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_26(%arg0: tensor<3x16x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<i32>) -> tensor<3x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x16xf32>
    return %1 : tensor<3x16x16xf32>
  }
}
