module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x12xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<6x5xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<12x8xf32> {jax.result_info = "result[1]"}, tensor<8x8xf32> {jax.result_info = "result[2]"}, tensor<8x12xf32> {jax.result_info = "result[3]"}, tensor<8x8xf32> {jax.result_info = "result[4]"}, tensor<8x8xf32> {jax.result_info = "result[5]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
    %1 = stablehlo.iota dim = 0 : tensor<4xi32>
    %cst_0 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %2:2 = call @_where(%cst_0) : (tensor<f32>) -> (tensor<6x4xf32>, tensor<6x4xf32>)
    call @log_softmax() : () -> ()
    %3 = stablehlo.iota dim = 0 : tensor<6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %5 = stablehlo.compare LT, %3, %4, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %c_1 = stablehlo.constant dense<6> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %7 = stablehlo.add %3, %6 : tensor<6xi32>
    %8 = stablehlo.select %5, %7, %3 : tensor<6xi1>, tensor<6xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x6x8xf32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x6x4x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x6x8xf32>
    %c_10 = stablehlo.constant dense<false> : tensor<i1>
    %16 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i1>) -> tensor<4x6x4xi1>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x6x4xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x6x4x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x6x4xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x6x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x6x12xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<4x6x2xi32>
    %c_20 = stablehlo.constant dense<0> : tensor<i32>
    %26:30 = stablehlo.while(%iterArg = %1, %iterArg_34 = %arg0, %iterArg_35 = %arg5, %iterArg_36 = %arg3, %iterArg_37 = %arg1, %iterArg_38 = %2#1, %iterArg_39 = %arg4, %iterArg_40 = %arg2, %iterArg_41 = %9, %iterArg_42 = %c_20, %iterArg_43 = %c_2, %iterArg_44 = %0, %iterArg_45 = %0, %iterArg_46 = %cst_3, %iterArg_47 = %10, %iterArg_48 = %11, %iterArg_49 = %12, %iterArg_50 = %13, %iterArg_51 = %14, %iterArg_52 = %15, %iterArg_53 = %16, %iterArg_54 = %17, %iterArg_55 = %18, %iterArg_56 = %19, %iterArg_57 = %20, %iterArg_58 = %21, %iterArg_59 = %22, %iterArg_60 = %23, %iterArg_61 = %24, %iterArg_62 = %25) : tensor<4xi32>, tensor<12x8xf32>, tensor<6x5xi32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<6x4xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<6x1xi32>, tensor<i32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>, tensor<4x6x1xi32>, tensor<4x6x8xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4x6x4x8xf32>, tensor<4x6x8xf32>, tensor<4x6x4xi1>, tensor<4x6x4xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x4x8xf32>, tensor<4x6x4xf32>, tensor<4x6x8xf32>, tensor<4x6x12xf32>, tensor<4x6x1xf32>, tensor<4x6x2xi32>
    cond {
      %c_63 = stablehlo.constant dense<4> : tensor<i32>
      %39 = stablehlo.compare LT, %iterArg_42, %c_63, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %39 : tensor<i1>
    } do {
      %39:20 = func.call @closed_call(%iterArg, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46) : (tensor<4xi32>, tensor<12x8xf32>, tensor<6x5xi32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<6x4xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<6x1xi32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>) -> (tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>, tensor<6x1xi32>, tensor<6x8xf32>, tensor<i32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x8xf32>, tensor<6x4xi1>, tensor<6x4xf32>, tensor<6x1xf32>, tensor<6x1xf32>, tensor<6x4x8xf32>, tensor<6x4xf32>, tensor<6x8xf32>, tensor<6x12xf32>, tensor<6x1xf32>, tensor<6x2xi32>)
      %40 = stablehlo.broadcast_in_dim %39#4, dims = [1, 2] : (tensor<6x1xi32>) -> tensor<1x6x1xi32>
      %c_63 = stablehlo.constant dense<0> : tensor<i32>
      %c_64 = stablehlo.constant dense<0> : tensor<i32>
      %41 = stablehlo.dynamic_update_slice %iterArg_47, %40, %iterArg_42, %c_63, %c_64 : (tensor<4x6x1xi32>, tensor<1x6x1xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x1xi32>
      %42 = stablehlo.broadcast_in_dim %39#5, dims = [1, 2] : (tensor<6x8xf32>) -> tensor<1x6x8xf32>
      %c_65 = stablehlo.constant dense<0> : tensor<i32>
      %c_66 = stablehlo.constant dense<0> : tensor<i32>
      %43 = stablehlo.dynamic_update_slice %iterArg_48, %42, %iterArg_42, %c_65, %c_66 : (tensor<4x6x8xf32>, tensor<1x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x8xf32>
      %44 = stablehlo.broadcast_in_dim %39#6, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %45 = stablehlo.dynamic_update_slice %iterArg_49, %44, %iterArg_42 : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
      %46 = stablehlo.broadcast_in_dim %39#7, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %47 = stablehlo.dynamic_update_slice %iterArg_50, %46, %iterArg_42 : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
      %48 = stablehlo.broadcast_in_dim %39#8, dims = [1, 2, 3] : (tensor<6x4x8xf32>) -> tensor<1x6x4x8xf32>
      %c_67 = stablehlo.constant dense<0> : tensor<i32>
      %c_68 = stablehlo.constant dense<0> : tensor<i32>
      %c_69 = stablehlo.constant dense<0> : tensor<i32>
      %49 = stablehlo.dynamic_update_slice %iterArg_51, %48, %iterArg_42, %c_67, %c_68, %c_69 : (tensor<4x6x4x8xf32>, tensor<1x6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x4x8xf32>
      %50 = stablehlo.broadcast_in_dim %39#9, dims = [1, 2] : (tensor<6x8xf32>) -> tensor<1x6x8xf32>
      %c_70 = stablehlo.constant dense<0> : tensor<i32>
      %c_71 = stablehlo.constant dense<0> : tensor<i32>
      %51 = stablehlo.dynamic_update_slice %iterArg_52, %50, %iterArg_42, %c_70, %c_71 : (tensor<4x6x8xf32>, tensor<1x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x8xf32>
      %52 = stablehlo.broadcast_in_dim %39#10, dims = [1, 2] : (tensor<6x4xi1>) -> tensor<1x6x4xi1>
      %c_72 = stablehlo.constant dense<0> : tensor<i32>
      %c_73 = stablehlo.constant dense<0> : tensor<i32>
      %53 = stablehlo.dynamic_update_slice %iterArg_53, %52, %iterArg_42, %c_72, %c_73 : (tensor<4x6x4xi1>, tensor<1x6x4xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x4xi1>
      %54 = stablehlo.broadcast_in_dim %39#11, dims = [1, 2] : (tensor<6x4xf32>) -> tensor<1x6x4xf32>
      %c_74 = stablehlo.constant dense<0> : tensor<i32>
      %c_75 = stablehlo.constant dense<0> : tensor<i32>
      %55 = stablehlo.dynamic_update_slice %iterArg_54, %54, %iterArg_42, %c_74, %c_75 : (tensor<4x6x4xf32>, tensor<1x6x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x4xf32>
      %56 = stablehlo.broadcast_in_dim %39#12, dims = [1, 2] : (tensor<6x1xf32>) -> tensor<1x6x1xf32>
      %c_76 = stablehlo.constant dense<0> : tensor<i32>
      %c_77 = stablehlo.constant dense<0> : tensor<i32>
      %57 = stablehlo.dynamic_update_slice %iterArg_55, %56, %iterArg_42, %c_76, %c_77 : (tensor<4x6x1xf32>, tensor<1x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x1xf32>
      %58 = stablehlo.broadcast_in_dim %39#13, dims = [1, 2] : (tensor<6x1xf32>) -> tensor<1x6x1xf32>
      %c_78 = stablehlo.constant dense<0> : tensor<i32>
      %c_79 = stablehlo.constant dense<0> : tensor<i32>
      %59 = stablehlo.dynamic_update_slice %iterArg_56, %58, %iterArg_42, %c_78, %c_79 : (tensor<4x6x1xf32>, tensor<1x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x1xf32>
      %60 = stablehlo.broadcast_in_dim %39#14, dims = [1, 2, 3] : (tensor<6x4x8xf32>) -> tensor<1x6x4x8xf32>
      %c_80 = stablehlo.constant dense<0> : tensor<i32>
      %c_81 = stablehlo.constant dense<0> : tensor<i32>
      %c_82 = stablehlo.constant dense<0> : tensor<i32>
      %61 = stablehlo.dynamic_update_slice %iterArg_57, %60, %iterArg_42, %c_80, %c_81, %c_82 : (tensor<4x6x4x8xf32>, tensor<1x6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x4x8xf32>
      %62 = stablehlo.broadcast_in_dim %39#15, dims = [1, 2] : (tensor<6x4xf32>) -> tensor<1x6x4xf32>
      %c_83 = stablehlo.constant dense<0> : tensor<i32>
      %c_84 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.dynamic_update_slice %iterArg_58, %62, %iterArg_42, %c_83, %c_84 : (tensor<4x6x4xf32>, tensor<1x6x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x4xf32>
      %64 = stablehlo.broadcast_in_dim %39#16, dims = [1, 2] : (tensor<6x8xf32>) -> tensor<1x6x8xf32>
      %c_85 = stablehlo.constant dense<0> : tensor<i32>
      %c_86 = stablehlo.constant dense<0> : tensor<i32>
      %65 = stablehlo.dynamic_update_slice %iterArg_59, %64, %iterArg_42, %c_85, %c_86 : (tensor<4x6x8xf32>, tensor<1x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x8xf32>
      %66 = stablehlo.broadcast_in_dim %39#17, dims = [1, 2] : (tensor<6x12xf32>) -> tensor<1x6x12xf32>
      %c_87 = stablehlo.constant dense<0> : tensor<i32>
      %c_88 = stablehlo.constant dense<0> : tensor<i32>
      %67 = stablehlo.dynamic_update_slice %iterArg_60, %66, %iterArg_42, %c_87, %c_88 : (tensor<4x6x12xf32>, tensor<1x6x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x12xf32>
      %68 = stablehlo.broadcast_in_dim %39#18, dims = [1, 2] : (tensor<6x1xf32>) -> tensor<1x6x1xf32>
      %c_89 = stablehlo.constant dense<0> : tensor<i32>
      %c_90 = stablehlo.constant dense<0> : tensor<i32>
      %69 = stablehlo.dynamic_update_slice %iterArg_61, %68, %iterArg_42, %c_89, %c_90 : (tensor<4x6x1xf32>, tensor<1x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x1xf32>
      %70 = stablehlo.broadcast_in_dim %39#19, dims = [1, 2] : (tensor<6x2xi32>) -> tensor<1x6x2xi32>
      %c_91 = stablehlo.constant dense<0> : tensor<i32>
      %c_92 = stablehlo.constant dense<0> : tensor<i32>
      %71 = stablehlo.dynamic_update_slice %iterArg_62, %70, %iterArg_42, %c_91, %c_92 : (tensor<4x6x2xi32>, tensor<1x6x2xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x2xi32>
      %c_93 = stablehlo.constant dense<1> : tensor<i32>
      %72 = stablehlo.add %iterArg_42, %c_93 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %72, %39#0, %39#1, %39#2, %39#3, %41, %43, %45, %47, %49, %51, %53, %55, %57, %59, %61, %63, %65, %67, %69, %71 : tensor<4xi32>, tensor<12x8xf32>, tensor<6x5xi32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<6x4xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<6x1xi32>, tensor<i32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>, tensor<4x6x1xi32>, tensor<4x6x8xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4x6x4x8xf32>, tensor<4x6x8xf32>, tensor<4x6x4xi1>, tensor<4x6x4xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x4x8xf32>, tensor<4x6x4xf32>, tensor<4x6x8xf32>, tensor<4x6x12xf32>, tensor<4x6x1xf32>, tensor<4x6x2xi32>
    }
    %cst_21 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %27 = stablehlo.divide %26#13, %cst_21 : tensor<f32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_25 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %30 = stablehlo.divide %cst_24, %cst_25 : tensor<f32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<6x4x8xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x12xf32>
    %c_33 = stablehlo.constant dense<0> : tensor<i32>
    %38:30 = stablehlo.while(%iterArg = %26#14, %iterArg_34 = %26#15, %iterArg_35 = %26#16, %iterArg_36 = %26#17, %iterArg_37 = %26#18, %iterArg_38 = %26#19, %iterArg_39 = %26#20, %iterArg_40 = %26#21, %iterArg_41 = %26#22, %iterArg_42 = %26#23, %iterArg_43 = %26#24, %iterArg_44 = %26#25, %iterArg_45 = %26#26, %iterArg_46 = %26#27, %iterArg_47 = %26#28, %iterArg_48 = %26#29, %iterArg_49 = %arg1, %iterArg_50 = %arg4, %iterArg_51 = %arg3, %iterArg_52 = %2#0, %iterArg_53 = %arg2, %iterArg_54 = %c_33, %iterArg_55 = %33, %iterArg_56 = %34, %iterArg_57 = %35, %iterArg_58 = %36, %iterArg_59 = %37, %iterArg_60 = %31, %iterArg_61 = %32, %iterArg_62 = %30) : tensor<4x6x1xi32>, tensor<4x6x8xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4x6x4x8xf32>, tensor<4x6x8xf32>, tensor<4x6x4xi1>, tensor<4x6x4xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x4x8xf32>, tensor<4x6x4xf32>, tensor<4x6x8xf32>, tensor<4x6x12xf32>, tensor<4x6x1xf32>, tensor<4x6x2xi32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<6x4xf32>, tensor<8x12xf32>, tensor<i32>, tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>
    cond {
      %c_63 = stablehlo.constant dense<4> : tensor<i32>
      %39 = stablehlo.compare LT, %iterArg_54, %c_63, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %39 : tensor<i1>
    } do {
      %c_63 = stablehlo.constant dense<4> : tensor<i32>
      %39 = stablehlo.subtract %c_63, %iterArg_54 : tensor<i32>
      %c_64 = stablehlo.constant dense<1> : tensor<i32>
      %40 = stablehlo.subtract %39, %c_64 : tensor<i32>
      %c_65 = stablehlo.constant dense<0> : tensor<i32>
      %c_66 = stablehlo.constant dense<0> : tensor<i32>
      %41 = stablehlo.dynamic_slice %iterArg, %40, %c_65, %c_66, sizes = [1, 6, 1] : (tensor<4x6x1xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x1xi32>
      %42 = stablehlo.reshape %41 : (tensor<1x6x1xi32>) -> tensor<6x1xi32>
      %c_67 = stablehlo.constant dense<0> : tensor<i32>
      %c_68 = stablehlo.constant dense<0> : tensor<i32>
      %43 = stablehlo.dynamic_slice %iterArg_34, %40, %c_67, %c_68, sizes = [1, 6, 8] : (tensor<4x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x8xf32>
      %44 = stablehlo.reshape %43 : (tensor<1x6x8xf32>) -> tensor<6x8xf32>
      %45 = stablehlo.dynamic_slice %iterArg_35, %40, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
      %46 = stablehlo.reshape %45 : (tensor<1xi32>) -> tensor<i32>
      %47 = stablehlo.dynamic_slice %iterArg_36, %40, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
      %48 = stablehlo.reshape %47 : (tensor<1xi32>) -> tensor<i32>
      %c_69 = stablehlo.constant dense<0> : tensor<i32>
      %c_70 = stablehlo.constant dense<0> : tensor<i32>
      %c_71 = stablehlo.constant dense<0> : tensor<i32>
      %49 = stablehlo.dynamic_slice %iterArg_37, %40, %c_69, %c_70, %c_71, sizes = [1, 6, 4, 8] : (tensor<4x6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4x8xf32>
      %50 = stablehlo.reshape %49 : (tensor<1x6x4x8xf32>) -> tensor<6x4x8xf32>
      %c_72 = stablehlo.constant dense<0> : tensor<i32>
      %c_73 = stablehlo.constant dense<0> : tensor<i32>
      %51 = stablehlo.dynamic_slice %iterArg_38, %40, %c_72, %c_73, sizes = [1, 6, 8] : (tensor<4x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x8xf32>
      %52 = stablehlo.reshape %51 : (tensor<1x6x8xf32>) -> tensor<6x8xf32>
      %c_74 = stablehlo.constant dense<0> : tensor<i32>
      %c_75 = stablehlo.constant dense<0> : tensor<i32>
      %53 = stablehlo.dynamic_slice %iterArg_39, %40, %c_74, %c_75, sizes = [1, 6, 4] : (tensor<4x6x4xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4xi1>
      %54 = stablehlo.reshape %53 : (tensor<1x6x4xi1>) -> tensor<6x4xi1>
      %c_76 = stablehlo.constant dense<0> : tensor<i32>
      %c_77 = stablehlo.constant dense<0> : tensor<i32>
      %55 = stablehlo.dynamic_slice %iterArg_40, %40, %c_76, %c_77, sizes = [1, 6, 4] : (tensor<4x6x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4xf32>
      %56 = stablehlo.reshape %55 : (tensor<1x6x4xf32>) -> tensor<6x4xf32>
      %c_78 = stablehlo.constant dense<0> : tensor<i32>
      %c_79 = stablehlo.constant dense<0> : tensor<i32>
      %57 = stablehlo.dynamic_slice %iterArg_41, %40, %c_78, %c_79, sizes = [1, 6, 1] : (tensor<4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x1xf32>
      %58 = stablehlo.reshape %57 : (tensor<1x6x1xf32>) -> tensor<6x1xf32>
      %c_80 = stablehlo.constant dense<0> : tensor<i32>
      %c_81 = stablehlo.constant dense<0> : tensor<i32>
      %59 = stablehlo.dynamic_slice %iterArg_42, %40, %c_80, %c_81, sizes = [1, 6, 1] : (tensor<4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x1xf32>
      %60 = stablehlo.reshape %59 : (tensor<1x6x1xf32>) -> tensor<6x1xf32>
      %c_82 = stablehlo.constant dense<0> : tensor<i32>
      %c_83 = stablehlo.constant dense<0> : tensor<i32>
      %c_84 = stablehlo.constant dense<0> : tensor<i32>
      %61 = stablehlo.dynamic_slice %iterArg_43, %40, %c_82, %c_83, %c_84, sizes = [1, 6, 4, 8] : (tensor<4x6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4x8xf32>
      %62 = stablehlo.reshape %61 : (tensor<1x6x4x8xf32>) -> tensor<6x4x8xf32>
      %c_85 = stablehlo.constant dense<0> : tensor<i32>
      %c_86 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.dynamic_slice %iterArg_44, %40, %c_85, %c_86, sizes = [1, 6, 4] : (tensor<4x6x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4xf32>
      %64 = stablehlo.reshape %63 : (tensor<1x6x4xf32>) -> tensor<6x4xf32>
      %c_87 = stablehlo.constant dense<0> : tensor<i32>
      %c_88 = stablehlo.constant dense<0> : tensor<i32>
      %65 = stablehlo.dynamic_slice %iterArg_45, %40, %c_87, %c_88, sizes = [1, 6, 8] : (tensor<4x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x8xf32>
      %66 = stablehlo.reshape %65 : (tensor<1x6x8xf32>) -> tensor<6x8xf32>
      %c_89 = stablehlo.constant dense<0> : tensor<i32>
      %c_90 = stablehlo.constant dense<0> : tensor<i32>
      %67 = stablehlo.dynamic_slice %iterArg_46, %40, %c_89, %c_90, sizes = [1, 6, 12] : (tensor<4x6x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x12xf32>
      %68 = stablehlo.reshape %67 : (tensor<1x6x12xf32>) -> tensor<6x12xf32>
      %c_91 = stablehlo.constant dense<0> : tensor<i32>
      %c_92 = stablehlo.constant dense<0> : tensor<i32>
      %69 = stablehlo.dynamic_slice %iterArg_47, %40, %c_91, %c_92, sizes = [1, 6, 1] : (tensor<4x6x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x1xf32>
      %70 = stablehlo.reshape %69 : (tensor<1x6x1xf32>) -> tensor<6x1xf32>
      %c_93 = stablehlo.constant dense<0> : tensor<i32>
      %c_94 = stablehlo.constant dense<0> : tensor<i32>
      %71 = stablehlo.dynamic_slice %iterArg_48, %40, %c_93, %c_94, sizes = [1, 6, 2] : (tensor<4x6x2xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x2xi32>
      %72 = stablehlo.reshape %71 : (tensor<1x6x2xi32>) -> tensor<6x2xi32>
      %73:8 = func.call @closed_call_81(%iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %42, %44, %46, %48, %50, %52, %54, %56, %58, %60, %62, %64, %66, %68, %70, %72) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<6x4xf32>, tensor<8x12xf32>, tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>, tensor<6x1xi32>, tensor<6x8xf32>, tensor<i32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x8xf32>, tensor<6x4xi1>, tensor<6x4xf32>, tensor<6x1xf32>, tensor<6x1xf32>, tensor<6x4x8xf32>, tensor<6x4xf32>, tensor<6x8xf32>, tensor<6x12xf32>, tensor<6x1xf32>, tensor<6x2xi32>) -> (tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>)
      %c_95 = stablehlo.constant dense<1> : tensor<i32>
      %74 = stablehlo.add %iterArg_54, %c_95 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %74, %73#0, %73#1, %73#2, %73#3, %73#4, %73#5, %73#6, %73#7 : tensor<4x6x1xi32>, tensor<4x6x8xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4x6x4x8xf32>, tensor<4x6x8xf32>, tensor<4x6x4xi1>, tensor<4x6x4xf32>, tensor<4x6x1xf32>, tensor<4x6x1xf32>, tensor<4x6x4x8xf32>, tensor<4x6x4xf32>, tensor<4x6x8xf32>, tensor<4x6x12xf32>, tensor<4x6x1xf32>, tensor<4x6x2xi32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<6x4xf32>, tensor<8x12xf32>, tensor<i32>, tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>
    }
    return %27, %38#22, %38#23, %38#26, %38#25, %38#24 : tensor<f32>, tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func private @_where(%arg0: tensor<f32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
    %0 = stablehlo.convert %arg0 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    return %2, %1 : tensor<6x4xf32>, tensor<6x4xf32>
  }
  func.func private @log_softmax() {
    return
  }
  func.func private @closed_call(%arg0: tensor<4xi32>, %arg1: tensor<12x8xf32>, %arg2: tensor<6x5xi32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<6x4xf32>, %arg6: tensor<8x8xf32>, %arg7: tensor<8x12xf32>, %arg8: tensor<6x1xi32>, %arg9: tensor<i32>, %arg10: tensor<6x4x8xf32>, %arg11: tensor<6x4x8xf32>, %arg12: tensor<f32>) -> (tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>, tensor<6x1xi32>, tensor<6x8xf32>, tensor<i32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x8xf32>, tensor<6x4xi1>, tensor<6x4xf32>, tensor<6x1xf32>, tensor<6x1xf32>, tensor<6x4x8xf32>, tensor<6x4xf32>, tensor<6x8xf32>, tensor<6x12xf32>, tensor<6x1xf32>, tensor<6x2xi32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg9, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %arg9, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %arg9 : tensor<i32>
    %c_1 = stablehlo.constant dense<5> : tensor<i32>
    %3 = stablehlo.add %2, %c_1 : tensor<i32>
    %4 = stablehlo.select %1, %3, %arg9 : tensor<i1>, tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.dynamic_slice %arg2, %c_2, %4, sizes = [6, 1] : (tensor<6x5xi32>, tensor<i32>, tensor<i32>) -> tensor<6x1xi32>
    %6 = stablehlo.reshape %5 : (tensor<6x1xi32>) -> tensor<6xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %8 = stablehlo.compare LT, %6, %7, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %c_4 = stablehlo.constant dense<12> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %10 = stablehlo.add %6, %9 : tensor<6xi32>
    %11 = stablehlo.select %8, %10, %6 : tensor<6xi1>, tensor<6xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %13 = "stablehlo.gather"(%arg1, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<12x8xf32>, tensor<6x1xi32>) -> tensor<6x8xf32>
    %14 = stablehlo.dot_general %13, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<6x8xf32>) -> tensor<6x1x8xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %16 = stablehlo.compare LT, %arg9, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %17 = stablehlo.convert %arg9 : tensor<i32>
    %c_6 = stablehlo.constant dense<4> : tensor<i32>
    %18 = stablehlo.add %17, %c_6 : tensor<i32>
    %19 = stablehlo.select %16, %18, %arg9 : tensor<i1>, tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %20 = stablehlo.dynamic_update_slice %arg10, %15, %c_7, %19, %c_8 : (tensor<6x4x8xf32>, tensor<6x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x8xf32>
    %21 = stablehlo.dot_general %13, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 2] : (tensor<6x8xf32>) -> tensor<6x1x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %23 = stablehlo.compare LT, %arg9, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %24 = stablehlo.convert %arg9 : tensor<i32>
    %c_10 = stablehlo.constant dense<4> : tensor<i32>
    %25 = stablehlo.add %24, %c_10 : tensor<i32>
    %26 = stablehlo.select %23, %25, %arg9 : tensor<i1>, tensor<i32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %27 = stablehlo.dynamic_update_slice %arg11, %22, %c_11, %26, %c_12 : (tensor<6x4x8xf32>, tensor<6x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x8xf32>
    %28 = stablehlo.dot_general %13, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %29 = stablehlo.dot_general %28, %20, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<6x4x8xf32>) -> tensor<6x4xf32>
    %30 = stablehlo.convert %arg9 : tensor<i32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %32 = stablehlo.compare LE, %arg0, %31, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %33:2 = call @_where_21(%32, %29, %arg5) : (tensor<4xi1>, tensor<6x4xf32>, tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xi1>)
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %34 = stablehlo.reduce(%33#0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %36 = stablehlo.maximum %35, %34 : tensor<6xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %39 = stablehlo.subtract %33#0, %38 : tensor<6x4xf32>
    %40 = stablehlo.exponential %39 : tensor<6x4xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_14) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %44 = stablehlo.divide %40, %43 : tensor<6x4xf32>
    %45 = stablehlo.multiply %42, %42 : tensor<6x1xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x1xf32>
    %47 = stablehlo.divide %46, %45 : tensor<6x1xf32>
    %48 = stablehlo.dot_general %44, %27, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x4x8xf32>) -> tensor<6x8xf32>
    %49 = stablehlo.add %13, %48 : tensor<6x8xf32>
    %c_16 = stablehlo.constant dense<1> : tensor<i32>
    %50 = stablehlo.add %arg9, %c_16 : tensor<i32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %51 = stablehlo.compare LT, %50, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %52 = stablehlo.convert %50 : tensor<i32>
    %c_18 = stablehlo.constant dense<5> : tensor<i32>
    %53 = stablehlo.add %52, %c_18 : tensor<i32>
    %54 = stablehlo.select %51, %53, %50 : tensor<i1>, tensor<i32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %55 = stablehlo.dynamic_slice %arg2, %c_19, %54, sizes = [6, 1] : (tensor<6x5xi32>, tensor<i32>, tensor<i32>) -> tensor<6x1xi32>
    %56 = stablehlo.reshape %55 : (tensor<6x1xi32>) -> tensor<6xi32>
    %57 = stablehlo.dot_general %49, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x12xf32>) -> tensor<6x12xf32>
    %58:3 = call @log_softmax_30(%57) : (tensor<6x12xf32>) -> (tensor<6x12xf32>, tensor<6x12xf32>, tensor<6x1xf32>)
    %c_20 = stablehlo.constant dense<0> : tensor<i32>
    %59 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %60 = stablehlo.compare LT, %56, %59, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %c_21 = stablehlo.constant dense<12> : tensor<i32>
    %61 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %62 = stablehlo.add %56, %61 : tensor<6xi32>
    %63 = stablehlo.select %60, %62, %56 : tensor<6xi1>, tensor<6xi32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %65 = stablehlo.concatenate %arg8, %64, dim = 1 : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
    %66 = "stablehlo.gather"(%58#0, %65) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<6x12xf32>, tensor<6x2xi32>) -> tensor<6xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.reduce(%66 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %cst_23 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %68 = stablehlo.divide %67, %cst_23 : tensor<f32>
    %69 = stablehlo.convert %arg12 : tensor<f32>
    %70 = stablehlo.subtract %69, %68 : tensor<f32>
    return %0, %20, %27, %70, %12, %13, %19, %26, %20, %28, %33#1, %40, %42, %47, %27, %44, %49, %58#1, %58#2, %65 : tensor<i32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>, tensor<6x1xi32>, tensor<6x8xf32>, tensor<i32>, tensor<i32>, tensor<6x4x8xf32>, tensor<6x8xf32>, tensor<6x4xi1>, tensor<6x4xf32>, tensor<6x1xf32>, tensor<6x1xf32>, tensor<6x4x8xf32>, tensor<6x4xf32>, tensor<6x8xf32>, tensor<6x12xf32>, tensor<6x1xf32>, tensor<6x2xi32>
  }
  func.func private @_where_21(%arg0: tensor<4xi1>, %arg1: tensor<6x4xf32>, %arg2: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xi1>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xi1>) -> tensor<6x4xi1>
    %1 = stablehlo.select %0, %arg1, %arg2 : tensor<6x4xi1>, tensor<6x4xf32>
    return %1, %0 : tensor<6x4xf32>, tensor<6x4xi1>
  }
  func.func private @log_softmax_30(%arg0: tensor<6x12xf32>) -> (tensor<6x12xf32>, tensor<6x12xf32>, tensor<6x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x12xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x12xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<6x12xf32>
    %6 = stablehlo.exponential %5 : tensor<6x12xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x12xf32>, tensor<f32>) -> tensor<6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %9 = stablehlo.log %8 : tensor<6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x12xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<6x12xf32>
    return %11, %6, %8 : tensor<6x12xf32>, tensor<6x12xf32>, tensor<6x1xf32>
  }
  func.func private @closed_call_81(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<6x4xf32>, %arg4: tensor<8x12xf32>, %arg5: tensor<12x8xf32>, %arg6: tensor<8x8xf32>, %arg7: tensor<8x8xf32>, %arg8: tensor<8x8xf32>, %arg9: tensor<8x12xf32>, %arg10: tensor<6x4x8xf32>, %arg11: tensor<6x4x8xf32>, %arg12: tensor<f32>, %arg13: tensor<6x1xi32>, %arg14: tensor<6x8xf32>, %arg15: tensor<i32>, %arg16: tensor<i32>, %arg17: tensor<6x4x8xf32>, %arg18: tensor<6x8xf32>, %arg19: tensor<6x4xi1>, %arg20: tensor<6x4xf32>, %arg21: tensor<6x1xf32>, %arg22: tensor<6x1xf32>, %arg23: tensor<6x4x8xf32>, %arg24: tensor<6x4xf32>, %arg25: tensor<6x8xf32>, %arg26: tensor<6x12xf32>, %arg27: tensor<6x1xf32>, %arg28: tensor<6x2xi32>) -> (tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>) {
    %0 = stablehlo.negate %arg12 : tensor<f32>
    %cst = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %1 = stablehlo.divide %0, %cst : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x12xf32>
    %4 = "stablehlo.scatter"(%3, %arg28, %2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg29: tensor<f32>, %arg30: tensor<f32>):
      %56 = stablehlo.add %arg29, %arg30 : tensor<f32>
      stablehlo.return %56 : tensor<f32>
    }) : (tensor<6x12xf32>, tensor<6x2xi32>, tensor<6xf32>) -> tensor<6x12xf32>
    %5 = call @log_softmax_85(%arg26, %arg27, %4) : (tensor<6x12xf32>, tensor<6x1xf32>, tensor<6x12xf32>) -> tensor<6x12xf32>
    %6 = stablehlo.dot_general %5, %arg25, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x12xf32>, tensor<6x8xf32>) -> tensor<12x8xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<12x8xf32>) -> tensor<8x12xf32>
    %8 = stablehlo.add %arg9, %7 : tensor<8x12xf32>
    %9 = stablehlo.dot_general %5, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x12xf32>, tensor<8x12xf32>) -> tensor<6x8xf32>
    %10 = stablehlo.dot_general %9, %arg24, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<6x4xf32>) -> tensor<6x8x4xf32>
    %11 = stablehlo.transpose %10, dims = [0, 2, 1] : (tensor<6x8x4xf32>) -> tensor<6x4x8xf32>
    %12 = stablehlo.add %arg11, %11 : tensor<6x4x8xf32>
    %13 = stablehlo.dot_general %9, %arg23, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<6x4x8xf32>) -> tensor<6x4xf32>
    %14 = stablehlo.broadcast_in_dim %arg22, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %15 = stablehlo.multiply %13, %14 : tensor<6x4xf32>
    %16 = stablehlo.multiply %15, %arg20 : tensor<6x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
    %18 = stablehlo.reshape %17 : (tensor<6xf32>) -> tensor<6x1xf32>
    %19 = stablehlo.negate %18 : tensor<6x1xf32>
    %20 = stablehlo.broadcast_in_dim %arg21, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %21 = stablehlo.divide %13, %20 : tensor<6x4xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<6x1xf32>, tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
    %24 = stablehlo.add %21, %23 : tensor<6x4xf32>
    %25 = stablehlo.multiply %24, %arg20 : tensor<6x4xf32>
    %26 = call @_where_101(%arg19, %arg3, %25) : (tensor<6x4xi1>, tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
    %27 = stablehlo.dot_general %26, %arg18, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x8xf32>) -> tensor<6x4x8xf32>
    %28 = stablehlo.add %arg10, %27 : tensor<6x4x8xf32>
    %29 = stablehlo.dot_general %26, %arg17, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x4x8xf32>) -> tensor<6x8xf32>
    %30 = stablehlo.dot_general %29, %arg14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %31 = stablehlo.transpose %30, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %32 = stablehlo.add %arg8, %31 : tensor<8x8xf32>
    %33 = stablehlo.dot_general %29, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %34 = stablehlo.add %9, %33 : tensor<6x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %36 = stablehlo.dynamic_update_slice %12, %35, %c, %arg16, %c_4 : (tensor<6x4x8xf32>, tensor<6x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x8xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %37 = stablehlo.dynamic_slice %12, %c_5, %arg16, %c_6, sizes = [6, 1, 8] : (tensor<6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x1x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<6x1x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %39 = stablehlo.dot_general %38, %arg14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %40 = stablehlo.transpose %39, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %41 = stablehlo.add %arg7, %40 : tensor<8x8xf32>
    %42 = stablehlo.dot_general %38, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %43 = stablehlo.add %34, %42 : tensor<6x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x1x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %45 = stablehlo.dynamic_update_slice %28, %44, %c_9, %arg15, %c_10 : (tensor<6x4x8xf32>, tensor<6x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x8xf32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %46 = stablehlo.dynamic_slice %28, %c_11, %arg15, %c_12, sizes = [6, 1, 8] : (tensor<6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x1x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_13) applies stablehlo.add across dimensions = [1] : (tensor<6x1x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %48 = stablehlo.dot_general %47, %arg14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %49 = stablehlo.transpose %48, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %50 = stablehlo.add %arg6, %49 : tensor<8x8xf32>
    %51 = stablehlo.dot_general %47, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %52 = stablehlo.add %43, %51 : tensor<6x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %54 = "stablehlo.scatter"(%53, %arg13, %52) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg29: tensor<f32>, %arg30: tensor<f32>):
      %56 = stablehlo.add %arg29, %arg30 : tensor<f32>
      stablehlo.return %56 : tensor<f32>
    }) : (tensor<12x8xf32>, tensor<6x1xi32>, tensor<6x8xf32>) -> tensor<12x8xf32>
    %55 = stablehlo.add %arg5, %54 : tensor<12x8xf32>
    return %55, %50, %41, %32, %8, %45, %36, %arg12 : tensor<12x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x12xf32>, tensor<6x4x8xf32>, tensor<6x4x8xf32>, tensor<f32>
  }
  func.func private @log_softmax_85(%arg0: tensor<6x12xf32>, %arg1: tensor<6x1xf32>, %arg2: tensor<6x12xf32>) -> tensor<6x12xf32> {
    %0 = stablehlo.negate %arg2 : tensor<6x12xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<6x12xf32>, tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.reshape %1 : (tensor<6xf32>) -> tensor<6x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<6x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<6x1xf32>, tensor<f32>) -> tensor<6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<6xf32>) -> tensor<6x12xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<6x12xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<6x12xf32>
    return %7 : tensor<6x12xf32>
  }
  func.func private @_where_101(%arg0: tensor<6x4xi1>, %arg1: tensor<6x4xf32>, %arg2: tensor<6x4xf32>) -> tensor<6x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<6x4xi1>, tensor<6x4xf32>
    return %1 : tensor<6x4xf32>
  }
}
