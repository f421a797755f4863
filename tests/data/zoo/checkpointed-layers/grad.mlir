module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32>, %arg1: tensor<2x8x24xf32>, %arg2: tensor<2x8x8xf32>, %arg3: tensor<2x8xf32>, %arg4: tensor<6x5xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<12x8xf32> {jax.result_info = "result[1]"}, tensor<2x8x24xf32> {jax.result_info = "result[2]"}, tensor<2x8x8xf32> {jax.result_info = "result[3]"}, tensor<2x8xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.slice %arg4 [0:6, 0:4] : (tensor<6x5xi32>) -> tensor<6x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi1>
    %c_0 = stablehlo.constant dense<12> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
    %4 = stablehlo.add %0, %3 : tensor<6x4xi32>
    %5 = stablehlo.select %2, %4, %0 : tensor<6x4xi1>, tensor<6x4xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<6x4xi32>) -> tensor<6x4x1xi32>
    %7 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<12x8xf32>, tensor<6x4x1xi32>) -> tensor<6x4x8xf32>
    %8 = stablehlo.iota dim = 0 : tensor<4xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<4xi32>) -> tensor<4x1x1xi32>
    %10 = stablehlo.iota dim = 0 : tensor<2xi32>
    %11 = stablehlo.negate %10 : tensor<2xi32>
    %12 = stablehlo.convert %11 : (tensor<2xi32>) -> tensor<2xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %14 = stablehlo.divide %12, %13 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %16 = stablehlo.power %15, %14 : tensor<2xf32>
    %17 = stablehlo.convert %9 : (tensor<4x1x1xi32>) -> tensor<4x1x1xf32>
    %18 = stablehlo.broadcast_in_dim %16, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %19 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x1x2xf32>
    %20 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x1x2xf32>
    %21 = stablehlo.multiply %19, %20 : tensor<4x1x2xf32>
    %22 = stablehlo.cosine %21 : tensor<4x1x2xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %24 = stablehlo.sine %21 : tensor<4x1x2xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %26 = stablehlo.cosine %21 : tensor<4x1x2xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %28 = stablehlo.sine %21 : tensor<4x1x2xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %30 = stablehlo.iota dim = 0 : tensor<4xi32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<4xi32>) -> tensor<4x1x1xi32>
    %32 = stablehlo.iota dim = 0 : tensor<2xi32>
    %33 = stablehlo.negate %32 : tensor<2xi32>
    %34 = stablehlo.convert %33 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %36 = stablehlo.divide %34, %35 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %38 = stablehlo.power %37, %36 : tensor<2xf32>
    %39 = stablehlo.convert %31 : (tensor<4x1x1xi32>) -> tensor<4x1x1xf32>
    %40 = stablehlo.broadcast_in_dim %38, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %41 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x1x2xf32>
    %42 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x1x2xf32>
    %43 = stablehlo.multiply %41, %42 : tensor<4x1x2xf32>
    %44 = stablehlo.cosine %43 : tensor<4x1x2xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %46 = stablehlo.sine %43 : tensor<4x1x2xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %48 = stablehlo.cosine %43 : tensor<4x1x2xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %50 = stablehlo.sine %43 : tensor<4x1x2xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %52 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %53 = call @tril(%52) : (tensor<4x4xi1>) -> tensor<4x4xi1>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %54:2 = call @_where(%53, %cst_5) : (tensor<4x4xi1>, tensor<f32>) -> (tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>)
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x6x4x24xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x6x4x8xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %57:17 = stablehlo.while(%iterArg = %arg1, %iterArg_25 = %arg2, %iterArg_26 = %arg3, %iterArg_27 = %23, %iterArg_28 = %25, %iterArg_29 = %27, %iterArg_30 = %29, %iterArg_31 = %45, %iterArg_32 = %47, %iterArg_33 = %49, %iterArg_34 = %51, %iterArg_35 = %54#0, %iterArg_36 = %54#1, %iterArg_37 = %c_8, %iterArg_38 = %7, %iterArg_39 = %55, %iterArg_40 = %56) : tensor<2x8x24xf32>, tensor<2x8x8xf32>, tensor<2x8xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>, tensor<i32>, tensor<6x4x8xf32>, tensor<2x6x4x24xf32>, tensor<2x6x4x8xf32>
    cond {
      %c_41 = stablehlo.constant dense<2> : tensor<i32>
      %110 = stablehlo.compare LT, %iterArg_37, %c_41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %110 : tensor<i1>
    } do {
      %c_41 = stablehlo.constant dense<0> : tensor<i32>
      %c_42 = stablehlo.constant dense<0> : tensor<i32>
      %110 = stablehlo.dynamic_slice %iterArg, %iterArg_37, %c_41, %c_42, sizes = [1, 8, 24] : (tensor<2x8x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x24xf32>
      %111 = stablehlo.reshape %110 : (tensor<1x8x24xf32>) -> tensor<8x24xf32>
      %c_43 = stablehlo.constant dense<0> : tensor<i32>
      %c_44 = stablehlo.constant dense<0> : tensor<i32>
      %112 = stablehlo.dynamic_slice %iterArg_25, %iterArg_37, %c_43, %c_44, sizes = [1, 8, 8] : (tensor<2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
      %113 = stablehlo.reshape %112 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %c_45 = stablehlo.constant dense<0> : tensor<i32>
      %114 = stablehlo.dynamic_slice %iterArg_26, %iterArg_37, %c_45, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %115 = stablehlo.reshape %114 : (tensor<1x8xf32>) -> tensor<8xf32>
      %116:3 = func.call @closed_call(%iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_38, %111, %113, %115) : (tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>, tensor<6x4x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>) -> (tensor<6x4x8xf32>, tensor<6x4x24xf32>, tensor<6x4x8xf32>)
      %117 = stablehlo.broadcast_in_dim %116#1, dims = [1, 2, 3] : (tensor<6x4x24xf32>) -> tensor<1x6x4x24xf32>
      %c_46 = stablehlo.constant dense<0> : tensor<i32>
      %c_47 = stablehlo.constant dense<0> : tensor<i32>
      %c_48 = stablehlo.constant dense<0> : tensor<i32>
      %118 = stablehlo.dynamic_update_slice %iterArg_39, %117, %iterArg_37, %c_46, %c_47, %c_48 : (tensor<2x6x4x24xf32>, tensor<1x6x4x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x4x24xf32>
      %119 = stablehlo.broadcast_in_dim %116#2, dims = [1, 2, 3] : (tensor<6x4x8xf32>) -> tensor<1x6x4x8xf32>
      %c_49 = stablehlo.constant dense<0> : tensor<i32>
      %c_50 = stablehlo.constant dense<0> : tensor<i32>
      %c_51 = stablehlo.constant dense<0> : tensor<i32>
      %120 = stablehlo.dynamic_update_slice %iterArg_40, %119, %iterArg_37, %c_49, %c_50, %c_51 : (tensor<2x6x4x8xf32>, tensor<1x6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x4x8xf32>
      %c_52 = stablehlo.constant dense<1> : tensor<i32>
      %121 = stablehlo.add %iterArg_37, %c_52 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %121, %116#0, %118, %120 : tensor<2x8x24xf32>, tensor<2x8x8xf32>, tensor<2x8xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<1x4x1x2xf32>, tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>, tensor<i32>, tensor<6x4x8xf32>, tensor<2x6x4x24xf32>, tensor<2x6x4x8xf32>
    }
    %58 = stablehlo.multiply %57#14, %57#14 : tensor<6x4x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_10 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %62 = stablehlo.divide %60, %61 : tensor<6x4x1xf32>
    %cst_11 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %64 = stablehlo.add %62, %63 : tensor<6x4x1xf32>
    %65 = stablehlo.rsqrt %64 : tensor<6x4x1xf32>
    %66 = stablehlo.divide %65, %64 : tensor<6x4x1xf32>
    %cst_12 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %68 = stablehlo.multiply %67, %66 : tensor<6x4x1xf32>
    %69 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %70 = stablehlo.multiply %57#14, %69 : tensor<6x4x8xf32>
    %71 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<12x8xf32>) -> tensor<8x12xf32>
    %72 = stablehlo.dot_general %70, %71, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x12xf32>) -> tensor<6x4x12xf32>
    %73:3 = call @log_softmax(%72) : (tensor<6x4x12xf32>) -> (tensor<6x4x12xf32>, tensor<6x4x12xf32>, tensor<6x4x1xf32>)
    %74 = stablehlo.slice %arg4 [0:6, 1:5] : (tensor<6x5xi32>) -> tensor<6x4xi32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1] : (tensor<6x4xi32>) -> tensor<6x4x1xi32>
    %76:2 = call @take_along_axis(%73#0, %75) : (tensor<6x4x12xf32>, tensor<6x4x1xi32>) -> (tensor<6x4x1xf32>, tensor<6x4x1x1xi32>)
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76#0 init: %cst_13) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<6x4x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_14 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %78 = stablehlo.divide %77, %cst_14 : tensor<f32>
    %79 = stablehlo.negate %78 : tensor<f32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %80 = stablehlo.negate %cst_15 : tensor<f32>
    %cst_16 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %81 = stablehlo.divide %80, %cst_16 : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %83 = call @take_along_axis_75(%76#1, %82) : (tensor<6x4x1x1xi32>, tensor<6x4x1xf32>) -> tensor<6x4x12xf32>
    %84 = call @log_softmax_78(%73#1, %73#2, %83) : (tensor<6x4x12xf32>, tensor<6x4x1xf32>, tensor<6x4x12xf32>) -> tensor<6x4x12xf32>
    %85 = stablehlo.dot_general %84, %70, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<6x4x12xf32>, tensor<6x4x8xf32>) -> tensor<12x8xf32>
    %86 = stablehlo.transpose %85, dims = [1, 0] : (tensor<12x8xf32>) -> tensor<8x12xf32>
    %87 = stablehlo.dot_general %84, %71, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4x12xf32>, tensor<8x12xf32>) -> tensor<6x4x8xf32>
    %88 = stablehlo.transpose %86, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %89 = stablehlo.multiply %57#14, %87 : tensor<6x4x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %91 = stablehlo.reshape %90 : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %92 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %93 = stablehlo.multiply %87, %92 : tensor<6x4x8xf32>
    %94 = stablehlo.multiply %91, %68 : tensor<6x4x1xf32>
    %cst_18 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %96 = stablehlo.divide %94, %95 : tensor<6x4x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.reduce(%96 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<6x4x1xf32>, tensor<f32>) -> tensor<6x4xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x8xf32>
    %99 = stablehlo.multiply %57#14, %98 : tensor<6x4x8xf32>
    %100 = stablehlo.add %93, %99 : tensor<6x4x8xf32>
    %101 = stablehlo.multiply %98, %57#14 : tensor<6x4x8xf32>
    %102 = stablehlo.add %100, %101 : tensor<6x4x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x8x24xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %106:10 = stablehlo.while(%iterArg = %57#15, %iterArg_25 = %57#16, %iterArg_26 = %arg1, %iterArg_27 = %arg2, %iterArg_28 = %arg3, %iterArg_29 = %c_23, %iterArg_30 = %102, %iterArg_31 = %103, %iterArg_32 = %104, %iterArg_33 = %105) : tensor<2x6x4x24xf32>, tensor<2x6x4x8xf32>, tensor<2x8x24xf32>, tensor<2x8x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<6x4x8xf32>, tensor<2x8x24xf32>, tensor<2x8x8xf32>, tensor<2x8xf32>
    cond {
      %c_34 = stablehlo.constant dense<2> : tensor<i32>
      %110 = stablehlo.compare LT, %iterArg_29, %c_34, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %110 : tensor<i1>
    } do {
      %c_34 = stablehlo.constant dense<2> : tensor<i32>
      %110 = stablehlo.subtract %c_34, %iterArg_29 : tensor<i32>
      %c_35 = stablehlo.constant dense<1> : tensor<i32>
      %111 = stablehlo.subtract %110, %c_35 : tensor<i32>
      %c_36 = stablehlo.constant dense<0> : tensor<i32>
      %c_37 = stablehlo.constant dense<0> : tensor<i32>
      %c_38 = stablehlo.constant dense<0> : tensor<i32>
      %112 = stablehlo.dynamic_slice %iterArg, %111, %c_36, %c_37, %c_38, sizes = [1, 6, 4, 24] : (tensor<2x6x4x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4x24xf32>
      %113 = stablehlo.reshape %112 : (tensor<1x6x4x24xf32>) -> tensor<6x4x24xf32>
      %c_39 = stablehlo.constant dense<0> : tensor<i32>
      %c_40 = stablehlo.constant dense<0> : tensor<i32>
      %c_41 = stablehlo.constant dense<0> : tensor<i32>
      %114 = stablehlo.dynamic_slice %iterArg_25, %111, %c_39, %c_40, %c_41, sizes = [1, 6, 4, 8] : (tensor<2x6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x4x8xf32>
      %115 = stablehlo.reshape %114 : (tensor<1x6x4x8xf32>) -> tensor<6x4x8xf32>
      %c_42 = stablehlo.constant dense<0> : tensor<i32>
      %c_43 = stablehlo.constant dense<0> : tensor<i32>
      %116 = stablehlo.dynamic_slice %iterArg_26, %111, %c_42, %c_43, sizes = [1, 8, 24] : (tensor<2x8x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x24xf32>
      %117 = stablehlo.reshape %116 : (tensor<1x8x24xf32>) -> tensor<8x24xf32>
      %c_44 = stablehlo.constant dense<0> : tensor<i32>
      %c_45 = stablehlo.constant dense<0> : tensor<i32>
      %118 = stablehlo.dynamic_slice %iterArg_27, %111, %c_44, %c_45, sizes = [1, 8, 8] : (tensor<2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
      %119 = stablehlo.reshape %118 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %c_46 = stablehlo.constant dense<0> : tensor<i32>
      %120 = stablehlo.dynamic_slice %iterArg_28, %111, %c_46, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %121 = stablehlo.reshape %120 : (tensor<1x8xf32>) -> tensor<8xf32>
      %122:4 = func.call @closed_call_100(%iterArg_30, %113, %115, %117, %119, %121) : (tensor<6x4x8xf32>, tensor<6x4x24xf32>, tensor<6x4x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>) -> (tensor<6x4x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>)
      %123 = stablehlo.broadcast_in_dim %122#1, dims = [1, 2] : (tensor<8x24xf32>) -> tensor<1x8x24xf32>
      %c_47 = stablehlo.constant dense<0> : tensor<i32>
      %c_48 = stablehlo.constant dense<0> : tensor<i32>
      %124 = stablehlo.dynamic_update_slice %iterArg_31, %123, %111, %c_47, %c_48 : (tensor<2x8x24xf32>, tensor<1x8x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x24xf32>
      %125 = stablehlo.broadcast_in_dim %122#2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      %c_49 = stablehlo.constant dense<0> : tensor<i32>
      %c_50 = stablehlo.constant dense<0> : tensor<i32>
      %126 = stablehlo.dynamic_update_slice %iterArg_32, %125, %111, %c_49, %c_50 : (tensor<2x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8xf32>
      %127 = stablehlo.broadcast_in_dim %122#3, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
      %c_51 = stablehlo.constant dense<0> : tensor<i32>
      %128 = stablehlo.dynamic_update_slice %iterArg_33, %127, %111, %c_51 : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
      %c_52 = stablehlo.constant dense<1> : tensor<i32>
      %129 = stablehlo.add %iterArg_29, %c_52 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %129, %122#0, %124, %126, %128 : tensor<2x6x4x24xf32>, tensor<2x6x4x8xf32>, tensor<2x8x24xf32>, tensor<2x8x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<6x4x8xf32>, tensor<2x8x24xf32>, tensor<2x8x8xf32>, tensor<2x8xf32>
    }
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %108 = "stablehlo.scatter"(%107, %6, %106#6) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %110 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %110 : tensor<f32>
    }) : (tensor<12x8xf32>, tensor<6x4x1xi32>, tensor<6x4x8xf32>) -> tensor<12x8xf32>
    %109 = stablehlo.add %88, %108 : tensor<12x8xf32>
    return %79, %109, %106#7, %106#8, %106#9 : tensor<f32>, tensor<12x8xf32>, tensor<2x8x24xf32>, tensor<2x8x8xf32>, tensor<2x8xf32>
  }
  func.func private @tril(%arg0: tensor<4x4xi1>) -> tensor<4x4xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %2 = stablehlo.add %0, %1 : tensor<4x4xi32>
    %3 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<4x4xi1>, tensor<4x4xi1>
    return %6 : tensor<4x4xi1>
  }
  func.func private @_where(%arg0: tensor<4x4xi1>, %arg1: tensor<f32>) -> (tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<4x4xi1>) -> tensor<6x2x4x4xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x2x4x4xf32>
    return %1, %2 : tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>
  }
  func.func private @closed_call(%arg0: tensor<1x4x1x2xf32>, %arg1: tensor<1x4x1x2xf32>, %arg2: tensor<1x4x1x2xf32>, %arg3: tensor<1x4x1x2xf32>, %arg4: tensor<1x4x1x2xf32>, %arg5: tensor<1x4x1x2xf32>, %arg6: tensor<1x4x1x2xf32>, %arg7: tensor<1x4x1x2xf32>, %arg8: tensor<6x2x4x4xi1>, %arg9: tensor<6x2x4x4xf32>, %arg10: tensor<6x4x8xf32>, %arg11: tensor<8x24xf32>, %arg12: tensor<8x8xf32>, %arg13: tensor<8xf32>) -> (tensor<6x4x8xf32>, tensor<6x4x24xf32>, tensor<6x4x8xf32>) {
    %0 = stablehlo.multiply %arg10, %arg10 : tensor<6x4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<6x4x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<6x4x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<6x4x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %9 = stablehlo.multiply %arg10, %8 : tensor<6x4x8xf32>
    %10 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<6x4x8xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<6x4x8xf32>
    %13 = stablehlo.dot_general %12, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x24xf32>) -> tensor<6x4x24xf32>
    %14 = stablehlo.reduce_precision %13, format = e8m23 : tensor<6x4x24xf32>
    %15 = stablehlo.reshape %14 : (tensor<6x4x24xf32>) -> tensor<6x4x3x2x4xf32>
    %16 = stablehlo.slice %15 [0:6, 0:4, 0:1, 0:2, 0:4] : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %17 = stablehlo.reshape %16 : (tensor<6x4x1x2x4xf32>) -> tensor<6x4x2x4xf32>
    %18 = stablehlo.slice %17 [0:6, 0:4, 0:2, 0:2] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %19 = stablehlo.slice %17 [0:6, 0:4, 0:2, 2:4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %20 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %21 = stablehlo.multiply %18, %20 : tensor<6x4x2x2xf32>
    %22 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %23 = stablehlo.multiply %19, %22 : tensor<6x4x2x2xf32>
    %24 = stablehlo.subtract %21, %23 : tensor<6x4x2x2xf32>
    %25 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %26 = stablehlo.multiply %19, %25 : tensor<6x4x2x2xf32>
    %27 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %28 = stablehlo.multiply %18, %27 : tensor<6x4x2x2xf32>
    %29 = stablehlo.add %26, %28 : tensor<6x4x2x2xf32>
    %30 = stablehlo.concatenate %24, %29, dim = 3 : (tensor<6x4x2x2xf32>, tensor<6x4x2x2xf32>) -> tensor<6x4x2x4xf32>
    %31 = stablehlo.slice %15 [0:6, 0:4, 1:2, 0:2, 0:4] : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %32 = stablehlo.reshape %31 : (tensor<6x4x1x2x4xf32>) -> tensor<6x4x2x4xf32>
    %33 = stablehlo.slice %32 [0:6, 0:4, 0:2, 0:2] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %34 = stablehlo.slice %32 [0:6, 0:4, 0:2, 2:4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %35 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %36 = stablehlo.multiply %33, %35 : tensor<6x4x2x2xf32>
    %37 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %38 = stablehlo.multiply %34, %37 : tensor<6x4x2x2xf32>
    %39 = stablehlo.subtract %36, %38 : tensor<6x4x2x2xf32>
    %40 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %41 = stablehlo.multiply %34, %40 : tensor<6x4x2x2xf32>
    %42 = stablehlo.broadcast_in_dim %arg7, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %43 = stablehlo.multiply %33, %42 : tensor<6x4x2x2xf32>
    %44 = stablehlo.add %41, %43 : tensor<6x4x2x2xf32>
    %45 = stablehlo.concatenate %39, %44, dim = 3 : (tensor<6x4x2x2xf32>, tensor<6x4x2x2xf32>) -> tensor<6x4x2x4xf32>
    %46 = stablehlo.slice %15 [0:6, 0:4, 2:3, 0:2, 0:4] : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %47 = stablehlo.reshape %46 : (tensor<6x4x1x2x4xf32>) -> tensor<6x4x2x4xf32>
    %48 = stablehlo.dot_general %30, %45, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x4x2x4xf32>, tensor<6x4x2x4xf32>) -> tensor<6x2x4x4xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x2x4x4xf32>
    %50 = stablehlo.divide %48, %49 : tensor<6x2x4x4xf32>
    %51 = call @_where_37(%50, %arg8, %arg9) : (tensor<6x2x4x4xf32>, tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>) -> tensor<6x2x4x4xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<6x2x4x4xf32>, tensor<f32>) -> tensor<6x2x4xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x2x4xf32>
    %54 = stablehlo.maximum %53, %52 : tensor<6x2x4xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<6x2x4xf32>) -> tensor<6x2x4x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<6x2x4x1xf32>) -> tensor<6x2x4x4xf32>
    %57 = stablehlo.subtract %51, %56 : tensor<6x2x4x4xf32>
    %58 = stablehlo.exponential %57 : tensor<6x2x4x4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<6x2x4x4xf32>, tensor<f32>) -> tensor<6x2x4xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<6x2x4xf32>) -> tensor<6x2x4x1xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2, 3] : (tensor<6x2x4x1xf32>) -> tensor<6x2x4x4xf32>
    %62 = stablehlo.divide %58, %61 : tensor<6x2x4x4xf32>
    %63 = stablehlo.dot_general %47, %62, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x4x2x4xf32>, tensor<6x2x4x4xf32>) -> tensor<6x2x4x4xf32>
    %64 = stablehlo.transpose %63, dims = [0, 3, 1, 2] : (tensor<6x2x4x4xf32>) -> tensor<6x4x2x4xf32>
    %65 = stablehlo.reshape %64 : (tensor<6x4x2x4xf32>) -> tensor<6x4x8xf32>
    %66 = stablehlo.dot_general %65, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x8xf32>) -> tensor<6x4x8xf32>
    %67 = stablehlo.add %arg10, %66 : tensor<6x4x8xf32>
    return %67, %14, %arg10 : tensor<6x4x8xf32>, tensor<6x4x24xf32>, tensor<6x4x8xf32>
  }
  func.func private @_where_37(%arg0: tensor<6x2x4x4xf32>, %arg1: tensor<6x2x4x4xi1>, %arg2: tensor<6x2x4x4xf32>) -> tensor<6x2x4x4xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>
    return %0 : tensor<6x2x4x4xf32>
  }
  func.func private @log_softmax(%arg0: tensor<6x4x12xf32>) -> (tensor<6x4x12xf32>, tensor<6x4x12xf32>, tensor<6x4x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<6x4x12xf32>, tensor<f32>) -> tensor<6x4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<6x4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x12xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<6x4x12xf32>
    %6 = stablehlo.exponential %5 : tensor<6x4x12xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<6x4x12xf32>, tensor<f32>) -> tensor<6x4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %9 = stablehlo.log %8 : tensor<6x4x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x12xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<6x4x12xf32>
    return %11, %6, %8 : tensor<6x4x12xf32>, tensor<6x4x12xf32>, tensor<6x4x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<6x4x12xf32>, %arg1: tensor<6x4x1xi32>) -> (tensor<6x4x1xf32>, tensor<6x4x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x4x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<6x4x1xi32>, tensor<6x4x1xi32>) -> tensor<6x4x1xi1>
    %c_0 = stablehlo.constant dense<12> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x4x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<6x4x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<6x4x1xi1>, tensor<6x4x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<6x4x1xi32>) -> tensor<6x4x1x1xi32>
    %c_1 = stablehlo.constant dense<11> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<6x4x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<6x4x1x1xi32>, tensor<6x4x1x1xi32>) -> tensor<6x4x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<6x4x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<6x4x1x1xi32>, tensor<6x4x1x1xi32>) -> tensor<6x4x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<6x4x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<6x4x1x1xi1>, tensor<i1>) -> tensor<6x4x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<6x4x12xf32>, tensor<6x4x1x1xi32>) -> tensor<6x4x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<6x4x1xi1>, tensor<6x4x1xf32>
    return %15, %5 : tensor<6x4x1xf32>, tensor<6x4x1x1xi32>
  }
  func.func private @take_along_axis_75(%arg0: tensor<6x4x1x1xi32>, %arg1: tensor<6x4x1xf32>) -> tensor<6x4x12xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4x12xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<6x4x12xf32>, tensor<6x4x1x1xi32>, tensor<6x4x1xf32>) -> tensor<6x4x12xf32>
    return %1 : tensor<6x4x12xf32>
  }
  func.func private @log_softmax_78(%arg0: tensor<6x4x12xf32>, %arg1: tensor<6x4x1xf32>, %arg2: tensor<6x4x12xf32>) -> tensor<6x4x12xf32> {
    %0 = stablehlo.negate %arg2 : tensor<6x4x12xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x4x12xf32>, tensor<f32>) -> tensor<6x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<6x4x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<6x4x1xf32>, tensor<f32>) -> tensor<6x4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x12xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<6x4x12xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<6x4x12xf32>
    return %7 : tensor<6x4x12xf32>
  }
  func.func private @closed_call_100(%arg0: tensor<6x4x8xf32>, %arg1: tensor<6x4x24xf32>, %arg2: tensor<6x4x8xf32>, %arg3: tensor<8x24xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<8xf32>) -> (tensor<6x4x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>) {
    %0:6 = stablehlo.optimization_barrier %arg1, %arg2, %arg3, %arg4, %arg5, %arg0 : tensor<6x4x24xf32>, tensor<6x4x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<6x4x8xf32>
    %1 = stablehlo.multiply %0#1, %0#1 : tensor<6x4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<6x4x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %7 = stablehlo.add %5, %6 : tensor<6x4x1xf32>
    %8 = stablehlo.rsqrt %7 : tensor<6x4x1xf32>
    %9 = stablehlo.divide %8, %7 : tensor<6x4x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<6x4x1xf32>
    %12 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %13 = stablehlo.multiply %0#1, %12 : tensor<6x4x8xf32>
    %14 = stablehlo.broadcast_in_dim %0#4, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<6x4x8xf32>
    %16 = stablehlo.multiply %13, %15 : tensor<6x4x8xf32>
    %17 = stablehlo.reshape %0#0 : (tensor<6x4x24xf32>) -> tensor<6x4x3x2x4xf32>
    %18 = stablehlo.slice %17 [0:6, 0:4, 0:1, 0:2, 0:4] : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %19 = stablehlo.reshape %18 : (tensor<6x4x1x2x4xf32>) -> tensor<6x4x2x4xf32>
    %20 = stablehlo.iota dim = 0 : tensor<4xi32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<4xi32>) -> tensor<4x1x1xi32>
    %22 = stablehlo.iota dim = 0 : tensor<2xi32>
    %23 = stablehlo.negate %22 : tensor<2xi32>
    %24 = stablehlo.convert %23 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %26 = stablehlo.divide %24, %25 : tensor<2xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %28 = stablehlo.power %27, %26 : tensor<2xf32>
    %29 = stablehlo.convert %21 : (tensor<4x1x1xi32>) -> tensor<4x1x1xf32>
    %30 = stablehlo.broadcast_in_dim %28, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %31 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x1x2xf32>
    %32 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x1x2xf32>
    %33 = stablehlo.multiply %31, %32 : tensor<4x1x2xf32>
    %34 = stablehlo.slice %19 [0:6, 0:4, 0:2, 0:2] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %35 = stablehlo.slice %19 [0:6, 0:4, 0:2, 2:4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %36 = stablehlo.cosine %33 : tensor<4x1x2xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %39 = stablehlo.multiply %34, %38 : tensor<6x4x2x2xf32>
    %40 = stablehlo.sine %33 : tensor<4x1x2xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %43 = stablehlo.multiply %35, %42 : tensor<6x4x2x2xf32>
    %44 = stablehlo.subtract %39, %43 : tensor<6x4x2x2xf32>
    %45 = stablehlo.cosine %33 : tensor<4x1x2xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %48 = stablehlo.multiply %35, %47 : tensor<6x4x2x2xf32>
    %49 = stablehlo.sine %33 : tensor<4x1x2xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %52 = stablehlo.multiply %34, %51 : tensor<6x4x2x2xf32>
    %53 = stablehlo.add %48, %52 : tensor<6x4x2x2xf32>
    %54 = stablehlo.concatenate %44, %53, dim = 3 : (tensor<6x4x2x2xf32>, tensor<6x4x2x2xf32>) -> tensor<6x4x2x4xf32>
    %55 = stablehlo.slice %17 [0:6, 0:4, 1:2, 0:2, 0:4] : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %56 = stablehlo.reshape %55 : (tensor<6x4x1x2x4xf32>) -> tensor<6x4x2x4xf32>
    %57 = stablehlo.iota dim = 0 : tensor<4xi32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0] : (tensor<4xi32>) -> tensor<4x1x1xi32>
    %59 = stablehlo.iota dim = 0 : tensor<2xi32>
    %60 = stablehlo.negate %59 : tensor<2xi32>
    %61 = stablehlo.convert %60 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %63 = stablehlo.divide %61, %62 : tensor<2xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %65 = stablehlo.power %64, %63 : tensor<2xf32>
    %66 = stablehlo.convert %58 : (tensor<4x1x1xi32>) -> tensor<4x1x1xf32>
    %67 = stablehlo.broadcast_in_dim %65, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %68 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x1x2xf32>
    %69 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x1x2xf32>
    %70 = stablehlo.multiply %68, %69 : tensor<4x1x2xf32>
    %71 = stablehlo.slice %56 [0:6, 0:4, 0:2, 0:2] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %72 = stablehlo.slice %56 [0:6, 0:4, 0:2, 2:4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %73 = stablehlo.cosine %70 : tensor<4x1x2xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %76 = stablehlo.multiply %71, %75 : tensor<6x4x2x2xf32>
    %77 = stablehlo.sine %70 : tensor<4x1x2xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %80 = stablehlo.multiply %72, %79 : tensor<6x4x2x2xf32>
    %81 = stablehlo.subtract %76, %80 : tensor<6x4x2x2xf32>
    %82 = stablehlo.cosine %70 : tensor<4x1x2xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %85 = stablehlo.multiply %72, %84 : tensor<6x4x2x2xf32>
    %86 = stablehlo.sine %70 : tensor<4x1x2xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %89 = stablehlo.multiply %71, %88 : tensor<6x4x2x2xf32>
    %90 = stablehlo.add %85, %89 : tensor<6x4x2x2xf32>
    %91 = stablehlo.concatenate %81, %90, dim = 3 : (tensor<6x4x2x2xf32>, tensor<6x4x2x2xf32>) -> tensor<6x4x2x4xf32>
    %92 = stablehlo.slice %17 [0:6, 0:4, 2:3, 0:2, 0:4] : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %93 = stablehlo.reshape %92 : (tensor<6x4x1x2x4xf32>) -> tensor<6x4x2x4xf32>
    %94 = stablehlo.dot_general %54, %91, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x4x2x4xf32>, tensor<6x4x2x4xf32>) -> tensor<6x2x4x4xf32>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x2x4x4xf32>
    %96 = stablehlo.divide %94, %95 : tensor<6x2x4x4xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %97 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %98 = call @tril_101(%97) : (tensor<4x4xi1>) -> tensor<4x4xi1>
    %cst_8 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %99:3 = call @_where_102(%98, %96, %cst_8) : (tensor<4x4xi1>, tensor<6x2x4x4xf32>, tensor<f32>) -> (tensor<6x2x4x4xf32>, tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>)
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %100 = stablehlo.reduce(%99#0 init: %cst_9) applies stablehlo.maximum across dimensions = [3] : (tensor<6x2x4x4xf32>, tensor<f32>) -> tensor<6x2x4xf32>
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x2x4xf32>
    %102 = stablehlo.maximum %101, %100 : tensor<6x2x4xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2] : (tensor<6x2x4xf32>) -> tensor<6x2x4x1xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2, 3] : (tensor<6x2x4x1xf32>) -> tensor<6x2x4x4xf32>
    %105 = stablehlo.subtract %99#0, %104 : tensor<6x2x4x4xf32>
    %106 = stablehlo.exponential %105 : tensor<6x2x4x4xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_11) applies stablehlo.add across dimensions = [3] : (tensor<6x2x4x4xf32>, tensor<f32>) -> tensor<6x2x4xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<6x2x4xf32>) -> tensor<6x2x4x1xf32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2, 3] : (tensor<6x2x4x1xf32>) -> tensor<6x2x4x4xf32>
    %110 = stablehlo.divide %106, %109 : tensor<6x2x4x4xf32>
    %111 = stablehlo.multiply %108, %108 : tensor<6x2x4x1xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x2x4x1xf32>
    %113 = stablehlo.divide %112, %111 : tensor<6x2x4x1xf32>
    %114 = stablehlo.dot_general %93, %110, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x4x2x4xf32>, tensor<6x2x4x4xf32>) -> tensor<6x2x4x4xf32>
    %115 = stablehlo.transpose %114, dims = [0, 3, 1, 2] : (tensor<6x2x4x4xf32>) -> tensor<6x4x2x4xf32>
    %116 = stablehlo.reshape %115 : (tensor<6x4x2x4xf32>) -> tensor<6x4x8xf32>
    %117 = stablehlo.dot_general %0#5, %116, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<6x4x8xf32>) -> tensor<8x8xf32>
    %118 = stablehlo.transpose %117, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %119 = stablehlo.dot_general %0#5, %0#3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x8xf32>) -> tensor<6x4x8xf32>
    %120 = stablehlo.reshape %119 : (tensor<6x4x8xf32>) -> tensor<6x4x2x4xf32>
    %121 = stablehlo.transpose %120, dims = [0, 2, 3, 1] : (tensor<6x4x2x4xf32>) -> tensor<6x2x4x4xf32>
    %122 = stablehlo.dot_general %121, %93, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x2x4x4xf32>, tensor<6x4x2x4xf32>) -> tensor<6x2x4x4xf32>
    %123 = stablehlo.dot_general %121, %110, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x2x4x4xf32>, tensor<6x2x4x4xf32>) -> tensor<6x2x4x4xf32>
    %124 = stablehlo.transpose %123, dims = [0, 3, 1, 2] : (tensor<6x2x4x4xf32>) -> tensor<6x4x2x4xf32>
    %125 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2, 3] : (tensor<6x2x4x1xf32>) -> tensor<6x2x4x4xf32>
    %126 = stablehlo.multiply %122, %125 : tensor<6x2x4x4xf32>
    %127 = stablehlo.multiply %126, %106 : tensor<6x2x4x4xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.reduce(%127 init: %cst_13) applies stablehlo.add across dimensions = [3] : (tensor<6x2x4x4xf32>, tensor<f32>) -> tensor<6x2x4xf32>
    %129 = stablehlo.reshape %128 : (tensor<6x2x4xf32>) -> tensor<6x2x4x1xf32>
    %130 = stablehlo.negate %129 : tensor<6x2x4x1xf32>
    %131 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2, 3] : (tensor<6x2x4x1xf32>) -> tensor<6x2x4x4xf32>
    %132 = stablehlo.divide %122, %131 : tensor<6x2x4x4xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.reduce(%130 init: %cst_14) applies stablehlo.add across dimensions = [3] : (tensor<6x2x4x1xf32>, tensor<f32>) -> tensor<6x2x4xf32>
    %134 = stablehlo.broadcast_in_dim %133, dims = [0, 1, 2] : (tensor<6x2x4xf32>) -> tensor<6x2x4x4xf32>
    %135 = stablehlo.add %132, %134 : tensor<6x2x4x4xf32>
    %136 = stablehlo.multiply %135, %106 : tensor<6x2x4x4xf32>
    %137 = call @_where_120(%99#1, %99#2, %136) : (tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>, tensor<6x2x4x4xf32>) -> tensor<6x2x4x4xf32>
    %cst_15 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x2x4x4xf32>
    %139 = stablehlo.divide %137, %138 : tensor<6x2x4x4xf32>
    %140 = stablehlo.dot_general %139, %54, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x2x4x4xf32>, tensor<6x4x2x4xf32>) -> tensor<6x2x4x4xf32>
    %141 = stablehlo.transpose %140, dims = [0, 2, 1, 3] : (tensor<6x2x4x4xf32>) -> tensor<6x4x2x4xf32>
    %142 = stablehlo.dot_general %139, %91, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x2x4x4xf32>, tensor<6x4x2x4xf32>) -> tensor<6x2x4x4xf32>
    %143 = stablehlo.transpose %142, dims = [0, 2, 1, 3] : (tensor<6x2x4x4xf32>) -> tensor<6x4x2x4xf32>
    %144 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 3, 4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.pad %144, %cst_16, low = [0, 0, 2, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<6x4x1x2x4xf32>, tensor<f32>) -> tensor<6x4x3x2x4xf32>
    %146 = stablehlo.slice %141 [0:6, 0:4, 0:2, 0:2] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %147 = stablehlo.slice %141 [0:6, 0:4, 0:2, 2:4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %148 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %149 = stablehlo.multiply %147, %148 : tensor<6x4x2x2xf32>
    %150 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %151 = stablehlo.multiply %147, %150 : tensor<6x4x2x2xf32>
    %152 = stablehlo.negate %146 : tensor<6x4x2x2xf32>
    %153 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %154 = stablehlo.multiply %152, %153 : tensor<6x4x2x2xf32>
    %155 = stablehlo.add %151, %154 : tensor<6x4x2x2xf32>
    %156 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %157 = stablehlo.multiply %146, %156 : tensor<6x4x2x2xf32>
    %158 = stablehlo.add %149, %157 : tensor<6x4x2x2xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %159 = stablehlo.pad %155, %cst_17, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<6x4x2x2xf32>, tensor<f32>) -> tensor<6x4x2x4xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.pad %158, %cst_18, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<6x4x2x2xf32>, tensor<f32>) -> tensor<6x4x2x4xf32>
    %161 = stablehlo.add %159, %160 : tensor<6x4x2x4xf32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0, 1, 3, 4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.pad %162, %cst_19, low = [0, 0, 1, 0, 0], high = [0, 0, 1, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<6x4x1x2x4xf32>, tensor<f32>) -> tensor<6x4x3x2x4xf32>
    %164 = stablehlo.add %145, %163 : tensor<6x4x3x2x4xf32>
    %165 = stablehlo.slice %143 [0:6, 0:4, 0:2, 0:2] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %166 = stablehlo.slice %143 [0:6, 0:4, 0:2, 2:4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %167 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %168 = stablehlo.multiply %166, %167 : tensor<6x4x2x2xf32>
    %169 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %170 = stablehlo.multiply %166, %169 : tensor<6x4x2x2xf32>
    %171 = stablehlo.negate %165 : tensor<6x4x2x2xf32>
    %172 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %173 = stablehlo.multiply %171, %172 : tensor<6x4x2x2xf32>
    %174 = stablehlo.add %170, %173 : tensor<6x4x2x2xf32>
    %175 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %176 = stablehlo.multiply %165, %175 : tensor<6x4x2x2xf32>
    %177 = stablehlo.add %168, %176 : tensor<6x4x2x2xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.pad %174, %cst_20, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<6x4x2x2xf32>, tensor<f32>) -> tensor<6x4x2x4xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.pad %177, %cst_21, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<6x4x2x2xf32>, tensor<f32>) -> tensor<6x4x2x4xf32>
    %180 = stablehlo.add %178, %179 : tensor<6x4x2x4xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 3, 4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %182 = stablehlo.pad %181, %cst_22, low = [0, 0, 0, 0, 0], high = [0, 0, 2, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<6x4x1x2x4xf32>, tensor<f32>) -> tensor<6x4x3x2x4xf32>
    %183 = stablehlo.add %164, %182 : tensor<6x4x3x2x4xf32>
    %184 = stablehlo.reshape %183 : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x24xf32>
    %185 = stablehlo.dot_general %184, %16, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<6x4x24xf32>, tensor<6x4x8xf32>) -> tensor<24x8xf32>
    %186 = stablehlo.transpose %185, dims = [1, 0] : (tensor<24x8xf32>) -> tensor<8x24xf32>
    %187 = stablehlo.dot_general %184, %0#2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4x24xf32>, tensor<8x24xf32>) -> tensor<6x4x8xf32>
    %188 = stablehlo.multiply %13, %187 : tensor<6x4x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %189 = stablehlo.reduce(%188 init: %cst_23) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %190 = stablehlo.reshape %189 : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %191 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<6x4x8xf32>
    %192 = stablehlo.multiply %187, %191 : tensor<6x4x8xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %193 = stablehlo.reduce(%190 init: %cst_24) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %194 = stablehlo.multiply %0#1, %192 : tensor<6x4x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %195 = stablehlo.reduce(%194 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %196 = stablehlo.reshape %195 : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %197 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %198 = stablehlo.multiply %192, %197 : tensor<6x4x8xf32>
    %199 = stablehlo.add %0#5, %198 : tensor<6x4x8xf32>
    %200 = stablehlo.multiply %196, %11 : tensor<6x4x1xf32>
    %cst_26 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %201 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %202 = stablehlo.divide %200, %201 : tensor<6x4x1xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %203 = stablehlo.reduce(%202 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<6x4x1xf32>, tensor<f32>) -> tensor<6x4xf32>
    %204 = stablehlo.broadcast_in_dim %203, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x8xf32>
    %205 = stablehlo.multiply %0#1, %204 : tensor<6x4x8xf32>
    %206 = stablehlo.add %199, %205 : tensor<6x4x8xf32>
    %207 = stablehlo.multiply %204, %0#1 : tensor<6x4x8xf32>
    %208 = stablehlo.add %206, %207 : tensor<6x4x8xf32>
    return %208, %186, %118, %193 : tensor<6x4x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>
  }
  func.func private @tril_101(%arg0: tensor<4x4xi1>) -> tensor<4x4xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %2 = stablehlo.add %0, %1 : tensor<4x4xi32>
    %3 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<4x4xi1>, tensor<4x4xi1>
    return %6 : tensor<4x4xi1>
  }
  func.func private @_where_102(%arg0: tensor<4x4xi1>, %arg1: tensor<6x2x4x4xf32>, %arg2: tensor<f32>) -> (tensor<6x2x4x4xf32>, tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<4x4xi1>) -> tensor<6x2x4x4xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x2x4x4xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x2x4x4xf32>
    return %3, %1, %4 : tensor<6x2x4x4xf32>, tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>
  }
  func.func private @_where_120(%arg0: tensor<6x2x4x4xi1>, %arg1: tensor<6x2x4x4xf32>, %arg2: tensor<6x2x4x4xf32>) -> tensor<6x2x4x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x2x4x4xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>
    return %1 : tensor<6x2x4x4xf32>
  }
}
