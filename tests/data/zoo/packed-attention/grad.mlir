module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<13x16xf32>, %arg1: tensor<3x16x2x4xf32>, %arg2: tensor<3x4x4x16xf32>, %arg3: tensor<3x16x4x4xf32>, %arg4: tensor<3x16x2x4xf32>, %arg5: tensor<4x7xi32>, %arg6: tensor<4x7xi32>, %arg7: tensor<4x7xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<13x16xf32> {jax.result_info = "result[1]"}, tensor<3x16x2x4xf32> {jax.result_info = "result[2]"}, tensor<3x4x4x16xf32> {jax.result_info = "result[3]"}, tensor<3x16x4x4xf32> {jax.result_info = "result[4]"}, tensor<3x16x2x4xf32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1] : (tensor<4x7xi32>) -> tensor<4x7x1xi32>
    %1 = stablehlo.broadcast_in_dim %arg6, dims = [0, 2] : (tensor<4x7xi32>) -> tensor<4x1x7xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<4x7x1xi32>) -> tensor<4x7x7xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<4x1x7xi32>) -> tensor<4x7x7xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<4x7x7xi32>, tensor<4x7x7xi32>) -> tensor<4x7x7xi1>
    %5 = stablehlo.slice %4 [0:4, 0:6, 0:6] : (tensor<4x7x7xi1>) -> tensor<4x6x6xi1>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 2, 3] : (tensor<4x6x6xi1>) -> tensor<4x1x6x6xi1>
    %7 = stablehlo.slice %arg5 [0:4, 0:6] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %9 = stablehlo.compare LT, %7, %8, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %c_0 = stablehlo.constant dense<13> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %11 = stablehlo.add %7, %10 : tensor<4x6xi32>
    %12 = stablehlo.select %9, %11, %7 : tensor<4x6xi1>, tensor<4x6xi32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %14 = "stablehlo.gather"(%arg0, %13) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<13x16xf32>, tensor<4x6x1xi32>) -> tensor<4x6x16xf32>
    %15 = stablehlo.slice %arg7 [0:4, 0:6] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %17 = stablehlo.iota dim = 0 : tensor<2xi32>
    %18 = stablehlo.convert %17 : (tensor<2xi32>) -> tensor<2xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %20 = stablehlo.divide %18, %19 : tensor<2xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %22 = stablehlo.power %21, %20 : tensor<2xf32>
    %23 = stablehlo.convert %16 : (tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %25 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x2xf32>
    %26 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x6x2xf32>
    %27 = stablehlo.divide %25, %26 : tensor<4x6x2xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 3] : (tensor<4x6x2xf32>) -> tensor<4x6x1x2xf32>
    %29 = stablehlo.cosine %28 : tensor<4x6x1x2xf32>
    %30 = stablehlo.sine %28 : tensor<4x6x1x2xf32>
    %31 = stablehlo.cosine %28 : tensor<4x6x1x2xf32>
    %32 = stablehlo.sine %28 : tensor<4x6x1x2xf32>
    %33 = stablehlo.slice %arg7 [0:4, 0:6] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %35 = stablehlo.iota dim = 0 : tensor<2xi32>
    %36 = stablehlo.convert %35 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %38 = stablehlo.divide %36, %37 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %40 = stablehlo.power %39, %38 : tensor<2xf32>
    %41 = stablehlo.convert %34 : (tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %42 = stablehlo.broadcast_in_dim %40, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %43 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x2xf32>
    %44 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x6x2xf32>
    %45 = stablehlo.divide %43, %44 : tensor<4x6x2xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 3] : (tensor<4x6x2xf32>) -> tensor<4x6x1x2xf32>
    %47 = stablehlo.cosine %46 : tensor<4x6x1x2xf32>
    %48 = stablehlo.sine %46 : tensor<4x6x1x2xf32>
    %49 = stablehlo.cosine %46 : tensor<4x6x1x2xf32>
    %50 = stablehlo.sine %46 : tensor<4x6x1x2xf32>
    %51 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 3, 4] : (tensor<4x1x6x6xi1>) -> tensor<4x1x1x6x6xi1>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3, 4] : (tensor<4x1x1x6x6xi1>) -> tensor<4x1x2x6x6xi1>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %53 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i1>) -> tensor<4x2x6x6xi1>
    %54 = stablehlo.broadcast_in_dim %53, dims = [1, 2, 3, 4] : (tensor<4x2x6x6xi1>) -> tensor<1x4x2x6x6xi1>
    %55 = stablehlo.transpose %52, dims = [2, 0, 1, 3, 4] : (tensor<4x1x2x6x6xi1>) -> tensor<2x4x1x6x6xi1>
    %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3, 4] : (tensor<1x4x2x6x6xi1>) -> tensor<2x4x2x6x6xi1>
    %57 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3, 4] : (tensor<2x4x1x6x6xi1>) -> tensor<2x4x2x6x6xi1>
    %58 = stablehlo.and %56, %57 : tensor<2x4x2x6x6xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %59 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %60 = call @tril(%59) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %61 = stablehlo.broadcast_in_dim %60, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<1x1x6x6xi1>
    %62 = stablehlo.broadcast_in_dim %61, dims = [1, 2, 3, 4] : (tensor<1x1x6x6xi1>) -> tensor<1x1x1x6x6xi1>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x6x6xi1>) -> tensor<2x4x2x6x6xi1>
    %64 = stablehlo.and %58, %63 : tensor<2x4x2x6x6xi1>
    %cst_6 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %65 = call @_where(%64, %cst_6) : (tensor<2x4x2x6x6xi1>, tensor<f32>) -> tensor<2x4x2x6x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x4x6x2x4xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x4x6x16xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %68:18 = stablehlo.while(%iterArg = %arg1, %iterArg_19 = %arg2, %iterArg_20 = %arg3, %iterArg_21 = %arg4, %iterArg_22 = %47, %iterArg_23 = %48, %iterArg_24 = %49, %iterArg_25 = %50, %iterArg_26 = %29, %iterArg_27 = %30, %iterArg_28 = %31, %iterArg_29 = %32, %iterArg_30 = %64, %iterArg_31 = %65, %iterArg_32 = %c_9, %iterArg_33 = %14, %iterArg_34 = %66, %iterArg_35 = %67) : tensor<3x16x2x4xf32>, tensor<3x4x4x16xf32>, tensor<3x16x4x4xf32>, tensor<3x16x2x4xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<2x4x2x6x6xi1>, tensor<2x4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x2x4xf32>, tensor<3x4x6x16xf32>
    cond {
      %c_36 = stablehlo.constant dense<3> : tensor<i32>
      %106 = stablehlo.compare LT, %iterArg_32, %c_36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %106 : tensor<i1>
    } do {
      %106 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_32) : (tensor<3x16x2x4xf32>, tensor<i32>) -> tensor<16x2x4xf32>
      %107 = func.call @dynamic_index_in_dim_0(%iterArg_19, %iterArg_32) : (tensor<3x4x4x16xf32>, tensor<i32>) -> tensor<4x4x16xf32>
      %108 = func.call @dynamic_index_in_dim_1(%iterArg_20, %iterArg_32) : (tensor<3x16x4x4xf32>, tensor<i32>) -> tensor<16x4x4xf32>
      %109 = func.call @dynamic_index_in_dim(%iterArg_21, %iterArg_32) : (tensor<3x16x2x4xf32>, tensor<i32>) -> tensor<16x2x4xf32>
      %110:3 = func.call @closed_call(%iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_33, %106, %107, %108, %109) : (tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<2x4x2x6x6xi1>, tensor<2x4x2x6x6xf32>, tensor<4x6x16xf32>, tensor<16x2x4xf32>, tensor<4x4x16xf32>, tensor<16x4x4xf32>, tensor<16x2x4xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x2x4xf32>, tensor<4x6x16xf32>)
      %111 = func.call @dynamic_update_index_in_dim(%iterArg_34, %110#1, %iterArg_32) : (tensor<3x4x6x2x4xf32>, tensor<4x6x2x4xf32>, tensor<i32>) -> tensor<3x4x6x2x4xf32>
      %112 = func.call @dynamic_update_index_in_dim_3(%iterArg_35, %110#2, %iterArg_32) : (tensor<3x4x6x16xf32>, tensor<4x6x16xf32>, tensor<i32>) -> tensor<3x4x6x16xf32>
      %c_36 = stablehlo.constant dense<1> : tensor<i32>
      %113 = stablehlo.add %iterArg_32, %c_36 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %113, %110#0, %111, %112 : tensor<3x16x2x4xf32>, tensor<3x4x4x16xf32>, tensor<3x16x4x4xf32>, tensor<3x16x2x4xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<4x6x1x2xf32>, tensor<2x4x2x6x6xi1>, tensor<2x4x2x6x6xf32>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x4x6x2x4xf32>, tensor<3x4x6x16xf32>
    }
    %69 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<13x16xf32>) -> tensor<16x13xf32>
    %70 = stablehlo.dot_general %68#15, %69, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x13xf32>) -> tensor<4x6x13xf32>
    %71:3 = call @log_softmax(%70) : (tensor<4x6x13xf32>) -> (tensor<4x6x13xf32>, tensor<4x6x13xf32>, tensor<4x6x1xf32>)
    %72 = stablehlo.slice %arg5 [0:4, 1:7] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %74:2 = call @take_along_axis(%71#0, %73) : (tensor<4x6x13xf32>, tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>)
    %75 = stablehlo.reshape %74#0 : (tensor<4x6x1xf32>) -> tensor<4x6xf32>
    %76 = stablehlo.slice %arg6 [0:4, 1:7] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %77 = stablehlo.slice %arg6 [0:4, 0:6] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %78 = stablehlo.compare EQ, %76, %77, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %79 = stablehlo.convert %78 : (tensor<4x6xi1>) -> tensor<4x6xf32>
    %80 = stablehlo.multiply %75, %79 : tensor<4x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    %82 = stablehlo.negate %81 : tensor<f32>
    %83 = stablehlo.convert %78 : (tensor<4x6xi1>) -> tensor<4x6xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %84 = stablehlo.reduce(%83 init: %c_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xi32>, tensor<i32>) -> tensor<i32>
    %85 = stablehlo.convert %84 : (tensor<i32>) -> tensor<f32>
    %86 = stablehlo.divide %82, %85 : tensor<f32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %87 = stablehlo.divide %cst_12, %85 : tensor<f32>
    %88 = stablehlo.negate %87 : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %90 = stablehlo.multiply %89, %79 : tensor<4x6xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %92 = call @take_along_axis_4(%74#1, %91) : (tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x13xf32>
    %93 = call @log_softmax_5(%71#1, %71#2, %92) : (tensor<4x6x13xf32>, tensor<4x6x1xf32>, tensor<4x6x13xf32>) -> tensor<4x6x13xf32>
    %94 = stablehlo.dot_general %93, %68#15, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x13xf32>, tensor<4x6x16xf32>) -> tensor<13x16xf32>
    %95 = stablehlo.transpose %94, dims = [1, 0] : (tensor<13x16xf32>) -> tensor<16x13xf32>
    %96 = stablehlo.dot_general %93, %69, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x13xf32>, tensor<16x13xf32>) -> tensor<4x6x16xf32>
    %97 = stablehlo.transpose %95, dims = [1, 0] : (tensor<16x13xf32>) -> tensor<13x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x16x2x4xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x4x4x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x16x4x4xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x16x2x4xf32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %102:14 = stablehlo.while(%iterArg = %68#16, %iterArg_19 = %68#17, %iterArg_20 = %arg1, %iterArg_21 = %arg2, %iterArg_22 = %arg3, %iterArg_23 = %arg4, %iterArg_24 = %arg7, %iterArg_25 = %6, %iterArg_26 = %c_17, %iterArg_27 = %96, %iterArg_28 = %98, %iterArg_29 = %99, %iterArg_30 = %100, %iterArg_31 = %101) : tensor<3x4x6x2x4xf32>, tensor<3x4x6x16xf32>, tensor<3x16x2x4xf32>, tensor<3x4x4x16xf32>, tensor<3x16x4x4xf32>, tensor<3x16x2x4xf32>, tensor<4x7xi32>, tensor<4x1x6x6xi1>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x16x2x4xf32>, tensor<3x4x4x16xf32>, tensor<3x16x4x4xf32>, tensor<3x16x2x4xf32>
    cond {
      %c_32 = stablehlo.constant dense<3> : tensor<i32>
      %106 = stablehlo.compare LT, %iterArg_26, %c_32, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %106 : tensor<i1>
    } do {
      %c_32 = stablehlo.constant dense<3> : tensor<i32>
      %106 = stablehlo.subtract %c_32, %iterArg_26 : tensor<i32>
      %c_33 = stablehlo.constant dense<1> : tensor<i32>
      %107 = stablehlo.subtract %106, %c_33 : tensor<i32>
      %108 = func.call @dynamic_index_in_dim_6(%iterArg, %107) : (tensor<3x4x6x2x4xf32>, tensor<i32>) -> tensor<4x6x2x4xf32>
      %109 = func.call @dynamic_index_in_dim_7(%iterArg_19, %107) : (tensor<3x4x6x16xf32>, tensor<i32>) -> tensor<4x6x16xf32>
      %110 = func.call @dynamic_index_in_dim(%iterArg_20, %107) : (tensor<3x16x2x4xf32>, tensor<i32>) -> tensor<16x2x4xf32>
      %111 = func.call @dynamic_index_in_dim_0(%iterArg_21, %107) : (tensor<3x4x4x16xf32>, tensor<i32>) -> tensor<4x4x16xf32>
      %112 = func.call @dynamic_index_in_dim_1(%iterArg_22, %107) : (tensor<3x16x4x4xf32>, tensor<i32>) -> tensor<16x4x4xf32>
      %113 = func.call @dynamic_index_in_dim(%iterArg_23, %107) : (tensor<3x16x2x4xf32>, tensor<i32>) -> tensor<16x2x4xf32>
      %114:5 = func.call @closed_call_8(%iterArg_24, %iterArg_25, %iterArg_27, %108, %109, %110, %111, %112, %113) : (tensor<4x7xi32>, tensor<4x1x6x6xi1>, tensor<4x6x16xf32>, tensor<4x6x2x4xf32>, tensor<4x6x16xf32>, tensor<16x2x4xf32>, tensor<4x4x16xf32>, tensor<16x4x4xf32>, tensor<16x2x4xf32>) -> (tensor<4x6x16xf32>, tensor<16x2x4xf32>, tensor<4x4x16xf32>, tensor<16x4x4xf32>, tensor<16x2x4xf32>)
      %115 = func.call @dynamic_update_index_in_dim_12(%iterArg_28, %114#1, %107) : (tensor<3x16x2x4xf32>, tensor<16x2x4xf32>, tensor<i32>) -> tensor<3x16x2x4xf32>
      %116 = func.call @dynamic_update_index_in_dim_13(%iterArg_29, %114#2, %107) : (tensor<3x4x4x16xf32>, tensor<4x4x16xf32>, tensor<i32>) -> tensor<3x4x4x16xf32>
      %117 = func.call @dynamic_update_index_in_dim_14(%iterArg_30, %114#3, %107) : (tensor<3x16x4x4xf32>, tensor<16x4x4xf32>, tensor<i32>) -> tensor<3x16x4x4xf32>
      %118 = func.call @dynamic_update_index_in_dim_12(%iterArg_31, %114#4, %107) : (tensor<3x16x2x4xf32>, tensor<16x2x4xf32>, tensor<i32>) -> tensor<3x16x2x4xf32>
      %c_34 = stablehlo.constant dense<1> : tensor<i32>
      %119 = stablehlo.add %iterArg_26, %c_34 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %119, %114#0, %115, %116, %117, %118 : tensor<3x4x6x2x4xf32>, tensor<3x4x6x16xf32>, tensor<3x16x2x4xf32>, tensor<3x4x4x16xf32>, tensor<3x16x4x4xf32>, tensor<3x16x2x4xf32>, tensor<4x7xi32>, tensor<4x1x6x6xi1>, tensor<i32>, tensor<4x6x16xf32>, tensor<3x16x2x4xf32>, tensor<3x4x4x16xf32>, tensor<3x16x4x4xf32>, tensor<3x16x2x4xf32>
    }
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<13x16xf32>
    %104 = "stablehlo.scatter"(%103, %13, %102#9) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %106 = stablehlo.add %arg8, %arg9 : tensor<f32>
      stablehlo.return %106 : tensor<f32>
    }) : (tensor<13x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<13x16xf32>
    %105 = stablehlo.add %97, %104 : tensor<13x16xf32>
    return %86, %105, %102#10, %102#11, %102#12, %102#13 : tensor<f32>, tensor<13x16xf32>, tensor<3x16x2x4xf32>, tensor<3x4x4x16xf32>, tensor<3x16x4x4xf32>, tensor<3x16x2x4xf32>
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
  func.func private @_where(%arg0: tensor<2x4x2x6x6xi1>, %arg1: tensor<f32>) -> tensor<2x4x2x6x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3, 4] : (tensor<4x2x6x6xf32>) -> tensor<2x4x2x6x6xf32>
    return %1 : tensor<2x4x2x6x6xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x16x2x4xf32>, %arg1: tensor<i32>) -> tensor<16x2x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 16, 2, 4] : (tensor<3x16x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x2x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x2x4xf32>) -> tensor<16x2x4xf32>
    return %1 : tensor<16x2x4xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x4x4x16xf32>, %arg1: tensor<i32>) -> tensor<4x4x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 4, 16] : (tensor<3x4x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x4x16xf32>) -> tensor<4x4x16xf32>
    return %1 : tensor<4x4x16xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x16x4x4xf32>, %arg1: tensor<i32>) -> tensor<16x4x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 16, 4, 4] : (tensor<3x16x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x4x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x4x4xf32>) -> tensor<16x4x4xf32>
    return %1 : tensor<16x4x4xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x6x1x2xf32>, %arg1: tensor<4x6x1x2xf32>, %arg2: tensor<4x6x1x2xf32>, %arg3: tensor<4x6x1x2xf32>, %arg4: tensor<4x6x1x2xf32>, %arg5: tensor<4x6x1x2xf32>, %arg6: tensor<4x6x1x2xf32>, %arg7: tensor<4x6x1x2xf32>, %arg8: tensor<2x4x2x6x6xi1>, %arg9: tensor<2x4x2x6x6xf32>, %arg10: tensor<4x6x16xf32>, %arg11: tensor<16x2x4xf32>, %arg12: tensor<4x4x16xf32>, %arg13: tensor<16x4x4xf32>, %arg14: tensor<16x2x4xf32>) -> (tensor<4x6x16xf32>, tensor<4x6x2x4xf32>, tensor<4x6x16xf32>) {
    %0 = stablehlo.multiply %arg10, %arg10 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<4x6x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<4x6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %9 = stablehlo.multiply %arg10, %8 : tensor<4x6x16xf32>
    %10 = stablehlo.dot_general %9, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x4x4xf32>) -> tensor<4x6x4x4xf32>
    %11 = stablehlo.dot_general %9, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x2x4xf32>) -> tensor<4x6x2x4xf32>
    %12 = stablehlo.dot_general %9, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x2x4xf32>) -> tensor<4x6x2x4xf32>
    %13 = stablehlo.slice %11 [0:4, 0:6, 0:2, 0:2] : (tensor<4x6x2x4xf32>) -> tensor<4x6x2x2xf32>
    %14 = stablehlo.slice %11 [0:4, 0:6, 0:2, 2:4] : (tensor<4x6x2x4xf32>) -> tensor<4x6x2x2xf32>
    %15 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %16 = stablehlo.multiply %13, %15 : tensor<4x6x2x2xf32>
    %17 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %18 = stablehlo.multiply %14, %17 : tensor<4x6x2x2xf32>
    %19 = stablehlo.subtract %16, %18 : tensor<4x6x2x2xf32>
    %20 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %21 = stablehlo.multiply %14, %20 : tensor<4x6x2x2xf32>
    %22 = stablehlo.broadcast_in_dim %arg7, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %23 = stablehlo.multiply %13, %22 : tensor<4x6x2x2xf32>
    %24 = stablehlo.add %21, %23 : tensor<4x6x2x2xf32>
    %25 = stablehlo.concatenate %19, %24, dim = 3 : (tensor<4x6x2x2xf32>, tensor<4x6x2x2xf32>) -> tensor<4x6x2x4xf32>
    %26 = stablehlo.reduce_precision %25, format = e8m23 : tensor<4x6x2x4xf32>
    %27 = stablehlo.slice %10 [0:4, 0:6, 0:4, 0:2] : (tensor<4x6x4x4xf32>) -> tensor<4x6x4x2xf32>
    %28 = stablehlo.slice %10 [0:4, 0:6, 0:4, 2:4] : (tensor<4x6x4x4xf32>) -> tensor<4x6x4x2xf32>
    %29 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %30 = stablehlo.multiply %27, %29 : tensor<4x6x4x2xf32>
    %31 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %32 = stablehlo.multiply %28, %31 : tensor<4x6x4x2xf32>
    %33 = stablehlo.subtract %30, %32 : tensor<4x6x4x2xf32>
    %34 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %35 = stablehlo.multiply %28, %34 : tensor<4x6x4x2xf32>
    %36 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %37 = stablehlo.multiply %27, %36 : tensor<4x6x4x2xf32>
    %38 = stablehlo.add %35, %37 : tensor<4x6x4x2xf32>
    %39 = stablehlo.concatenate %33, %38, dim = 3 : (tensor<4x6x4x2xf32>, tensor<4x6x4x2xf32>) -> tensor<4x6x4x4xf32>
    %40 = stablehlo.reshape %39 : (tensor<4x6x4x4xf32>) -> tensor<4x6x2x2x4xf32>
    %41 = stablehlo.dot_general %40, %26, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x2x6x2x6xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x2x6x2x6xf32>
    %43 = stablehlo.multiply %41, %42 : tensor<4x2x6x2x6xf32>
    %44 = call @_where_2(%43, %arg8, %arg9) : (tensor<4x2x6x2x6xf32>, tensor<2x4x2x6x6xi1>, tensor<2x4x2x6x6xf32>) -> tensor<2x4x2x6x6xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_3) applies stablehlo.maximum across dimensions = [4] : (tensor<2x4x2x6x6xf32>, tensor<f32>) -> tensor<2x4x2x6xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x4x2x6xf32>
    %47 = stablehlo.maximum %46, %45 : tensor<2x4x2x6xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<2x4x2x6xf32>) -> tensor<2x4x2x6x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3, 4] : (tensor<2x4x2x6x1xf32>) -> tensor<2x4x2x6x6xf32>
    %50 = stablehlo.subtract %44, %49 : tensor<2x4x2x6x6xf32>
    %51 = stablehlo.exponential %50 : tensor<2x4x2x6x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_5) applies stablehlo.add across dimensions = [4] : (tensor<2x4x2x6x6xf32>, tensor<f32>) -> tensor<2x4x2x6xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<2x4x2x6xf32>) -> tensor<2x4x2x6x1xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 3, 4] : (tensor<2x4x2x6x1xf32>) -> tensor<2x4x2x6x6xf32>
    %55 = stablehlo.divide %51, %54 : tensor<2x4x2x6x6xf32>
    %56 = stablehlo.dot_general %12, %55, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<2x4x2x6x6xf32>) -> tensor<4x2x4x2x6xf32>
    %57 = stablehlo.transpose %56, dims = [3, 0, 4, 1, 2] : (tensor<4x2x4x2x6xf32>) -> tensor<2x4x6x2x4xf32>
    %58 = stablehlo.transpose %57, dims = [1, 2, 3, 0, 4] : (tensor<2x4x6x2x4xf32>) -> tensor<4x6x2x2x4xf32>
    %59 = stablehlo.reshape %58 : (tensor<4x6x2x2x4xf32>) -> tensor<4x6x4x4xf32>
    %60 = stablehlo.dot_general %59, %arg12, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x4xf32>, tensor<4x4x16xf32>) -> tensor<4x6x16xf32>
    %61 = stablehlo.add %arg10, %60 : tensor<4x6x16xf32>
    return %61, %26, %arg10 : tensor<4x6x16xf32>, tensor<4x6x2x4xf32>, tensor<4x6x16xf32>
  }
  func.func private @_where_2(%arg0: tensor<4x2x6x2x6xf32>, %arg1: tensor<2x4x2x6x6xi1>, %arg2: tensor<2x4x2x6x6xf32>) -> tensor<2x4x2x6x6xf32> {
    %0 = stablehlo.transpose %arg0, dims = [3, 0, 1, 2, 4] : (tensor<4x2x6x2x6xf32>) -> tensor<2x4x2x6x6xf32>
    %1 = stablehlo.select %arg1, %0, %arg2 : tensor<2x4x2x6x6xi1>, tensor<2x4x2x6x6xf32>
    return %1 : tensor<2x4x2x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x4x6x2x4xf32>, %arg1: tensor<4x6x2x4xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x2x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<4x6x2x4xf32>) -> tensor<1x4x6x2x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x4x6x2x4xf32>, tensor<1x4x6x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x2x4xf32>
    return %1 : tensor<3x4x6x2x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<4x6x16xf32>, %arg2: tensor<i32>) -> tensor<3x4x6x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x6x16xf32>) -> tensor<1x4x6x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x6x16xf32>, tensor<1x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6x16xf32>
    return %1 : tensor<3x4x6x16xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x6x13xf32>) -> (tensor<4x6x13xf32>, tensor<4x6x13xf32>, tensor<4x6x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x13xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x13xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x6x13xf32>
    %6 = stablehlo.exponential %5 : tensor<4x6x13xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x13xf32>, tensor<f32>) -> tensor<4x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %9 = stablehlo.log %8 : tensor<4x6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x13xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x6x13xf32>
    return %11, %6, %8 : tensor<4x6x13xf32>, tensor<4x6x13xf32>, tensor<4x6x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6x13xf32>, %arg1: tensor<4x6x1xi32>) -> (tensor<4x6x1xf32>, tensor<4x6x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x6x1xi32>, tensor<4x6x1xi32>) -> tensor<4x6x1xi1>
    %c_0 = stablehlo.constant dense<13> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x6x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x6x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4x6x1xi1>, tensor<4x6x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<4x6x1xi32>) -> tensor<4x6x1x1xi32>
    %c_1 = stablehlo.constant dense<12> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x6x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<4x6x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x6x1x1xi32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x6x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<4x6x1x1xi1>, tensor<i1>) -> tensor<4x6x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x6x13xf32>, tensor<4x6x1x1xi32>) -> tensor<4x6x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4x6x1xi1>, tensor<4x6x1xf32>
    return %15, %5 : tensor<4x6x1xf32>, tensor<4x6x1x1xi32>
  }
  func.func private @take_along_axis_4(%arg0: tensor<4x6x1x1xi32>, %arg1: tensor<4x6x1xf32>) -> tensor<4x6x13xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6x13xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6x13xf32>, tensor<4x6x1x1xi32>, tensor<4x6x1xf32>) -> tensor<4x6x13xf32>
    return %1 : tensor<4x6x13xf32>
  }
  func.func private @log_softmax_5(%arg0: tensor<4x6x13xf32>, %arg1: tensor<4x6x1xf32>, %arg2: tensor<4x6x13xf32>) -> tensor<4x6x13xf32> {
    %0 = stablehlo.negate %arg2 : tensor<4x6x13xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x13xf32>, tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x13xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<4x6x13xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<4x6x13xf32>
    return %7 : tensor<4x6x13xf32>
  }
  func.func private @dynamic_index_in_dim_6(%arg0: tensor<3x4x6x2x4xf32>, %arg1: tensor<i32>) -> tensor<4x6x2x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 4, 6, 2, 4] : (tensor<3x4x6x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x2x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x2x4xf32>) -> tensor<4x6x2x4xf32>
    return %1 : tensor<4x6x2x4xf32>
  }
  func.func private @dynamic_index_in_dim_7(%arg0: tensor<3x4x6x16xf32>, %arg1: tensor<i32>) -> tensor<4x6x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 6, 16] : (tensor<3x4x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x6x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x6x16xf32>) -> tensor<4x6x16xf32>
    return %1 : tensor<4x6x16xf32>
  }
  func.func private @closed_call_8(%arg0: tensor<4x7xi32>, %arg1: tensor<4x1x6x6xi1>, %arg2: tensor<4x6x16xf32>, %arg3: tensor<4x6x2x4xf32>, %arg4: tensor<4x6x16xf32>, %arg5: tensor<16x2x4xf32>, %arg6: tensor<4x4x16xf32>, %arg7: tensor<16x4x4xf32>, %arg8: tensor<16x2x4xf32>) -> (tensor<4x6x16xf32>, tensor<16x2x4xf32>, tensor<4x4x16xf32>, tensor<16x4x4xf32>, tensor<16x2x4xf32>) {
    %0 = stablehlo.multiply %arg4, %arg4 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<4x6x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<4x6x1xf32>
    %8 = stablehlo.divide %7, %6 : tensor<4x6x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<4x6x1xf32>
    %11 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %12 = stablehlo.multiply %arg4, %11 : tensor<4x6x16xf32>
    %13 = stablehlo.dot_general %12, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x4x4xf32>) -> tensor<4x6x4x4xf32>
    %14 = stablehlo.dot_general %12, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x2x4xf32>) -> tensor<4x6x2x4xf32>
    %15 = stablehlo.slice %arg0 [0:4, 0:6] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %17 = stablehlo.iota dim = 0 : tensor<2xi32>
    %18 = stablehlo.convert %17 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %20 = stablehlo.divide %18, %19 : tensor<2xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %22 = stablehlo.power %21, %20 : tensor<2xf32>
    %23 = stablehlo.convert %16 : (tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %25 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x2xf32>
    %26 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x6x2xf32>
    %27 = stablehlo.divide %25, %26 : tensor<4x6x2xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 3] : (tensor<4x6x2xf32>) -> tensor<4x6x1x2xf32>
    %29 = stablehlo.cosine %28 : tensor<4x6x1x2xf32>
    %30 = stablehlo.sine %28 : tensor<4x6x1x2xf32>
    %31 = stablehlo.cosine %28 : tensor<4x6x1x2xf32>
    %32 = stablehlo.sine %28 : tensor<4x6x1x2xf32>
    %33 = stablehlo.slice %arg0 [0:4, 0:6] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %35 = stablehlo.iota dim = 0 : tensor<2xi32>
    %36 = stablehlo.convert %35 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %38 = stablehlo.divide %36, %37 : tensor<2xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %40 = stablehlo.power %39, %38 : tensor<2xf32>
    %41 = stablehlo.convert %34 : (tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %42 = stablehlo.broadcast_in_dim %40, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %43 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x2xf32>
    %44 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x6x2xf32>
    %45 = stablehlo.divide %43, %44 : tensor<4x6x2xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 3] : (tensor<4x6x2xf32>) -> tensor<4x6x1x2xf32>
    %47 = stablehlo.slice %13 [0:4, 0:6, 0:4, 0:2] : (tensor<4x6x4x4xf32>) -> tensor<4x6x4x2xf32>
    %48 = stablehlo.slice %13 [0:4, 0:6, 0:4, 2:4] : (tensor<4x6x4x4xf32>) -> tensor<4x6x4x2xf32>
    %49 = stablehlo.cosine %46 : tensor<4x6x1x2xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %51 = stablehlo.multiply %47, %50 : tensor<4x6x4x2xf32>
    %52 = stablehlo.sine %46 : tensor<4x6x1x2xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %54 = stablehlo.multiply %48, %53 : tensor<4x6x4x2xf32>
    %55 = stablehlo.subtract %51, %54 : tensor<4x6x4x2xf32>
    %56 = stablehlo.cosine %46 : tensor<4x6x1x2xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %58 = stablehlo.multiply %48, %57 : tensor<4x6x4x2xf32>
    %59 = stablehlo.sine %46 : tensor<4x6x1x2xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %61 = stablehlo.multiply %47, %60 : tensor<4x6x4x2xf32>
    %62 = stablehlo.add %58, %61 : tensor<4x6x4x2xf32>
    %63 = stablehlo.concatenate %55, %62, dim = 3 : (tensor<4x6x4x2xf32>, tensor<4x6x4x2xf32>) -> tensor<4x6x4x4xf32>
    %64 = stablehlo.reshape %63 : (tensor<4x6x4x4xf32>) -> tensor<4x6x2x2x4xf32>
    %65 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 3, 4] : (tensor<4x1x6x6xi1>) -> tensor<4x1x1x6x6xi1>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2, 3, 4] : (tensor<4x1x1x6x6xi1>) -> tensor<4x1x2x6x6xi1>
    %67 = stablehlo.dot_general %64, %arg3, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x2x6x2x6xf32>
    %cst_7 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x2x6x2x6xf32>
    %69 = stablehlo.multiply %67, %68 : tensor<4x2x6x2x6xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %70 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<4x2x6x6xi1>
    %71 = stablehlo.broadcast_in_dim %70, dims = [1, 2, 3, 4] : (tensor<4x2x6x6xi1>) -> tensor<1x4x2x6x6xi1>
    %72 = stablehlo.transpose %66, dims = [2, 0, 1, 3, 4] : (tensor<4x1x2x6x6xi1>) -> tensor<2x4x1x6x6xi1>
    %73 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2, 3, 4] : (tensor<1x4x2x6x6xi1>) -> tensor<2x4x2x6x6xi1>
    %74 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3, 4] : (tensor<2x4x1x6x6xi1>) -> tensor<2x4x2x6x6xi1>
    %75 = stablehlo.and %73, %74 : tensor<2x4x2x6x6xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %76 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %77 = call @tril_9(%76) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %78 = stablehlo.broadcast_in_dim %77, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<1x1x6x6xi1>
    %79 = stablehlo.broadcast_in_dim %78, dims = [1, 2, 3, 4] : (tensor<1x1x6x6xi1>) -> tensor<1x1x1x6x6xi1>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x6x6xi1>) -> tensor<2x4x2x6x6xi1>
    %81 = stablehlo.and %75, %80 : tensor<2x4x2x6x6xi1>
    %cst_9 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %82:2 = call @_where_10(%81, %69, %cst_9) : (tensor<2x4x2x6x6xi1>, tensor<4x2x6x2x6xf32>, tensor<f32>) -> (tensor<2x4x2x6x6xf32>, tensor<2x4x2x6x6xf32>)
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %83 = stablehlo.reduce(%82#0 init: %cst_10) applies stablehlo.maximum across dimensions = [4] : (tensor<2x4x2x6x6xf32>, tensor<f32>) -> tensor<2x4x2x6xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x4x2x6xf32>
    %85 = stablehlo.maximum %84, %83 : tensor<2x4x2x6xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2, 3] : (tensor<2x4x2x6xf32>) -> tensor<2x4x2x6x1xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2, 3, 4] : (tensor<2x4x2x6x1xf32>) -> tensor<2x4x2x6x6xf32>
    %88 = stablehlo.subtract %82#0, %87 : tensor<2x4x2x6x6xf32>
    %89 = stablehlo.exponential %88 : tensor<2x4x2x6x6xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_12) applies stablehlo.add across dimensions = [4] : (tensor<2x4x2x6x6xf32>, tensor<f32>) -> tensor<2x4x2x6xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1, 2, 3] : (tensor<2x4x2x6xf32>) -> tensor<2x4x2x6x1xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2, 3, 4] : (tensor<2x4x2x6x1xf32>) -> tensor<2x4x2x6x6xf32>
    %93 = stablehlo.divide %89, %92 : tensor<2x4x2x6x6xf32>
    %94 = stablehlo.multiply %91, %91 : tensor<2x4x2x6x1xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x4x2x6x1xf32>
    %96 = stablehlo.divide %95, %94 : tensor<2x4x2x6x1xf32>
    %97 = stablehlo.dot_general %14, %93, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<2x4x2x6x6xf32>) -> tensor<4x2x4x2x6xf32>
    %98 = stablehlo.transpose %97, dims = [3, 0, 4, 1, 2] : (tensor<4x2x4x2x6xf32>) -> tensor<2x4x6x2x4xf32>
    %99 = stablehlo.transpose %98, dims = [1, 2, 3, 0, 4] : (tensor<2x4x6x2x4xf32>) -> tensor<4x6x2x2x4xf32>
    %100 = stablehlo.reshape %99 : (tensor<4x6x2x2x4xf32>) -> tensor<4x6x4x4xf32>
    %101 = stablehlo.dot_general %arg2, %100, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x6x4x4xf32>) -> tensor<16x4x4xf32>
    %102 = stablehlo.transpose %101, dims = [1, 2, 0] : (tensor<16x4x4xf32>) -> tensor<4x4x16xf32>
    %103 = stablehlo.dot_general %arg2, %arg6, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<4x4x16xf32>) -> tensor<4x6x4x4xf32>
    %104 = stablehlo.reshape %103 : (tensor<4x6x4x4xf32>) -> tensor<4x6x2x2x4xf32>
    %105 = stablehlo.transpose %104, dims = [3, 0, 1, 2, 4] : (tensor<4x6x2x2x4xf32>) -> tensor<2x4x6x2x4xf32>
    %106 = stablehlo.transpose %105, dims = [1, 3, 4, 0, 2] : (tensor<2x4x6x2x4xf32>) -> tensor<4x2x4x2x6xf32>
    %107 = stablehlo.dot_general %106, %14, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x2x6xf32>, tensor<4x6x2x4xf32>) -> tensor<4x2x2x6x6xf32>
    %108 = stablehlo.transpose %107, dims = [2, 0, 1, 3, 4] : (tensor<4x2x2x6x6xf32>) -> tensor<2x4x2x6x6xf32>
    %109 = stablehlo.dot_general %106, %93, batching_dims = [0, 1] x [1, 2], contracting_dims = [3, 4] x [0, 3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x4x2x6xf32>, tensor<2x4x2x6x6xf32>) -> tensor<4x2x4x6xf32>
    %110 = stablehlo.transpose %109, dims = [0, 3, 1, 2] : (tensor<4x2x4x6xf32>) -> tensor<4x6x2x4xf32>
    %111 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2, 3, 4] : (tensor<2x4x2x6x1xf32>) -> tensor<2x4x2x6x6xf32>
    %112 = stablehlo.multiply %108, %111 : tensor<2x4x2x6x6xf32>
    %113 = stablehlo.multiply %112, %89 : tensor<2x4x2x6x6xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %114 = stablehlo.reduce(%113 init: %cst_14) applies stablehlo.add across dimensions = [4] : (tensor<2x4x2x6x6xf32>, tensor<f32>) -> tensor<2x4x2x6xf32>
    %115 = stablehlo.reshape %114 : (tensor<2x4x2x6xf32>) -> tensor<2x4x2x6x1xf32>
    %116 = stablehlo.negate %115 : tensor<2x4x2x6x1xf32>
    %117 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2, 3, 4] : (tensor<2x4x2x6x1xf32>) -> tensor<2x4x2x6x6xf32>
    %118 = stablehlo.divide %108, %117 : tensor<2x4x2x6x6xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.reduce(%116 init: %cst_15) applies stablehlo.add across dimensions = [4] : (tensor<2x4x2x6x1xf32>, tensor<f32>) -> tensor<2x4x2x6xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1, 2, 3] : (tensor<2x4x2x6xf32>) -> tensor<2x4x2x6x6xf32>
    %121 = stablehlo.add %118, %120 : tensor<2x4x2x6x6xf32>
    %122 = stablehlo.multiply %121, %89 : tensor<2x4x2x6x6xf32>
    %123 = call @_where_11(%81, %82#1, %122) : (tensor<2x4x2x6x6xi1>, tensor<2x4x2x6x6xf32>, tensor<2x4x2x6x6xf32>) -> tensor<4x2x6x2x6xf32>
    %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x2x6x2x6xf32>
    %125 = stablehlo.multiply %123, %124 : tensor<4x2x6x2x6xf32>
    %126 = stablehlo.dot_general %125, %64, batching_dims = [0, 1] x [0, 2], contracting_dims = [2, 3] x [1, 3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x2x6xf32>, tensor<4x6x2x2x4xf32>) -> tensor<4x2x6x4xf32>
    %127 = stablehlo.transpose %126, dims = [0, 2, 1, 3] : (tensor<4x2x6x4xf32>) -> tensor<4x6x2x4xf32>
    %128 = stablehlo.dot_general %125, %arg3, batching_dims = [0, 1] x [0, 2], contracting_dims = [4] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x6x2x6xf32>, tensor<4x6x2x4xf32>) -> tensor<4x2x6x2x4xf32>
    %129 = stablehlo.transpose %128, dims = [0, 2, 1, 3, 4] : (tensor<4x2x6x2x4xf32>) -> tensor<4x6x2x2x4xf32>
    %130 = stablehlo.reshape %129 : (tensor<4x6x2x2x4xf32>) -> tensor<4x6x4x4xf32>
    %131 = stablehlo.slice %130 [0:4, 0:6, 0:4, 0:2] : (tensor<4x6x4x4xf32>) -> tensor<4x6x4x2xf32>
    %132 = stablehlo.slice %130 [0:4, 0:6, 0:4, 2:4] : (tensor<4x6x4x4xf32>) -> tensor<4x6x4x2xf32>
    %133 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %134 = stablehlo.multiply %132, %133 : tensor<4x6x4x2xf32>
    %135 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %136 = stablehlo.multiply %132, %135 : tensor<4x6x4x2xf32>
    %137 = stablehlo.negate %131 : tensor<4x6x4x2xf32>
    %138 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %139 = stablehlo.multiply %137, %138 : tensor<4x6x4x2xf32>
    %140 = stablehlo.add %136, %139 : tensor<4x6x4x2xf32>
    %141 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %142 = stablehlo.multiply %131, %141 : tensor<4x6x4x2xf32>
    %143 = stablehlo.add %134, %142 : tensor<4x6x4x2xf32>
    %144 = stablehlo.concatenate %143, %140, dim = 3 : (tensor<4x6x4x2xf32>, tensor<4x6x4x2xf32>) -> tensor<4x6x4x4xf32>
    %145 = stablehlo.slice %127 [0:4, 0:6, 0:2, 0:2] : (tensor<4x6x2x4xf32>) -> tensor<4x6x2x2xf32>
    %146 = stablehlo.slice %127 [0:4, 0:6, 0:2, 2:4] : (tensor<4x6x2x4xf32>) -> tensor<4x6x2x2xf32>
    %147 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %148 = stablehlo.multiply %146, %147 : tensor<4x6x2x2xf32>
    %149 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %150 = stablehlo.multiply %146, %149 : tensor<4x6x2x2xf32>
    %151 = stablehlo.negate %145 : tensor<4x6x2x2xf32>
    %152 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %153 = stablehlo.multiply %151, %152 : tensor<4x6x2x2xf32>
    %154 = stablehlo.add %150, %153 : tensor<4x6x2x2xf32>
    %155 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %156 = stablehlo.multiply %145, %155 : tensor<4x6x2x2xf32>
    %157 = stablehlo.add %148, %156 : tensor<4x6x2x2xf32>
    %158 = stablehlo.concatenate %157, %154, dim = 3 : (tensor<4x6x2x2xf32>, tensor<4x6x2x2xf32>) -> tensor<4x6x2x4xf32>
    %159 = stablehlo.dot_general %110, %12, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<4x6x16xf32>) -> tensor<2x4x16xf32>
    %160 = stablehlo.transpose %159, dims = [2, 0, 1] : (tensor<2x4x16xf32>) -> tensor<16x2x4xf32>
    %161 = stablehlo.dot_general %110, %arg8, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<16x2x4xf32>) -> tensor<4x6x16xf32>
    %162 = stablehlo.dot_general %158, %12, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<4x6x16xf32>) -> tensor<2x4x16xf32>
    %163 = stablehlo.transpose %162, dims = [2, 0, 1] : (tensor<2x4x16xf32>) -> tensor<16x2x4xf32>
    %164 = stablehlo.dot_general %158, %arg5, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<16x2x4xf32>) -> tensor<4x6x16xf32>
    %165 = stablehlo.add %161, %164 : tensor<4x6x16xf32>
    %166 = stablehlo.dot_general %144, %12, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x4xf32>, tensor<4x6x16xf32>) -> tensor<4x4x16xf32>
    %167 = stablehlo.transpose %166, dims = [2, 0, 1] : (tensor<4x4x16xf32>) -> tensor<16x4x4xf32>
    %168 = stablehlo.dot_general %144, %arg7, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x4xf32>, tensor<16x4x4xf32>) -> tensor<4x6x16xf32>
    %169 = stablehlo.add %165, %168 : tensor<4x6x16xf32>
    %170 = stablehlo.multiply %arg4, %169 : tensor<4x6x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %171 = stablehlo.reduce(%170 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %172 = stablehlo.reshape %171 : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %173 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %174 = stablehlo.multiply %169, %173 : tensor<4x6x16xf32>
    %175 = stablehlo.add %arg2, %174 : tensor<4x6x16xf32>
    %176 = stablehlo.multiply %172, %10 : tensor<4x6x1xf32>
    %cst_18 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %178 = stablehlo.divide %176, %177 : tensor<4x6x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.reduce(%178 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<4x6x1xf32>, tensor<f32>) -> tensor<4x6xf32>
    %180 = stablehlo.broadcast_in_dim %179, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %181 = stablehlo.multiply %arg4, %180 : tensor<4x6x16xf32>
    %182 = stablehlo.add %175, %181 : tensor<4x6x16xf32>
    %183 = stablehlo.multiply %180, %arg4 : tensor<4x6x16xf32>
    %184 = stablehlo.add %182, %183 : tensor<4x6x16xf32>
    return %184, %163, %102, %167, %160 : tensor<4x6x16xf32>, tensor<16x2x4xf32>, tensor<4x4x16xf32>, tensor<16x4x4xf32>, tensor<16x2x4xf32>
  }
  func.func private @tril_9(%arg0: tensor<6x6xi1>) -> tensor<6x6xi1> {
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
  func.func private @_where_10(%arg0: tensor<2x4x2x6x6xi1>, %arg1: tensor<4x2x6x2x6xf32>, %arg2: tensor<f32>) -> (tensor<2x4x2x6x6xf32>, tensor<2x4x2x6x6xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3, 4] : (tensor<4x2x6x6xf32>) -> tensor<2x4x2x6x6xf32>
    %2 = stablehlo.transpose %arg1, dims = [3, 0, 1, 2, 4] : (tensor<4x2x6x2x6xf32>) -> tensor<2x4x2x6x6xf32>
    %3 = stablehlo.select %arg0, %2, %1 : tensor<2x4x2x6x6xi1>, tensor<2x4x2x6x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x2x6x6xf32>
    return %3, %4 : tensor<2x4x2x6x6xf32>, tensor<2x4x2x6x6xf32>
  }
  func.func private @_where_11(%arg0: tensor<2x4x2x6x6xi1>, %arg1: tensor<2x4x2x6x6xf32>, %arg2: tensor<2x4x2x6x6xf32>) -> tensor<4x2x6x2x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x2x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<2x4x2x6x6xi1>, tensor<2x4x2x6x6xf32>
    %2 = stablehlo.transpose %1, dims = [1, 2, 3, 0, 4] : (tensor<2x4x2x6x6xf32>) -> tensor<4x2x6x2x6xf32>
    return %2 : tensor<4x2x6x2x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_12(%arg0: tensor<3x16x2x4xf32>, %arg1: tensor<16x2x4xf32>, %arg2: tensor<i32>) -> tensor<3x16x2x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<16x2x4xf32>) -> tensor<1x16x2x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x16x2x4xf32>, tensor<1x16x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x2x4xf32>
    return %1 : tensor<3x16x2x4xf32>
  }
  func.func private @dynamic_update_index_in_dim_13(%arg0: tensor<3x4x4x16xf32>, %arg1: tensor<4x4x16xf32>, %arg2: tensor<i32>) -> tensor<3x4x4x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x4x16xf32>) -> tensor<1x4x4x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x4x4x16xf32>, tensor<1x4x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x4x16xf32>
    return %1 : tensor<3x4x4x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<3x16x4x4xf32>, %arg1: tensor<16x4x4xf32>, %arg2: tensor<i32>) -> tensor<3x16x4x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<16x4x4xf32>) -> tensor<1x16x4x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x4x4xf32>
    return %1 : tensor<3x16x4x4xf32>
  }
}
