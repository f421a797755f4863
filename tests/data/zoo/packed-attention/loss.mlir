module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<13x16xf32>, %arg1: tensor<3x16x2x4xf32>, %arg2: tensor<3x4x4x16xf32>, %arg3: tensor<3x16x4x4xf32>, %arg4: tensor<3x16x2x4xf32>, %arg5: tensor<4x7xi32>, %arg6: tensor<4x7xi32>, %arg7: tensor<4x7xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
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
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %15:8 = stablehlo.while(%iterArg = %arg1, %iterArg_3 = %arg2, %iterArg_4 = %arg3, %iterArg_5 = %arg4, %iterArg_6 = %arg7, %iterArg_7 = %6, %iterArg_8 = %c_1, %iterArg_9 = %14) : tensor<3x16x2x4xf32>, tensor<3x4x4x16xf32>, tensor<3x16x4x4xf32>, tensor<3x16x2x4xf32>, tensor<4x7xi32>, tensor<4x1x6x6xi1>, tensor<i32>, tensor<4x6x16xf32>
    cond {
      %c_10 = stablehlo.constant dense<3> : tensor<i32>
      %34 = stablehlo.compare LT, %iterArg_8, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %34 : tensor<i1>
    } do {
      %34 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_8) : (tensor<3x16x2x4xf32>, tensor<i32>) -> tensor<16x2x4xf32>
      %35 = func.call @dynamic_index_in_dim_0(%iterArg_3, %iterArg_8) : (tensor<3x4x4x16xf32>, tensor<i32>) -> tensor<4x4x16xf32>
      %36 = func.call @dynamic_index_in_dim_1(%iterArg_4, %iterArg_8) : (tensor<3x16x4x4xf32>, tensor<i32>) -> tensor<16x4x4xf32>
      %37 = func.call @dynamic_index_in_dim(%iterArg_5, %iterArg_8) : (tensor<3x16x2x4xf32>, tensor<i32>) -> tensor<16x2x4xf32>
      %38 = func.call @closed_call(%iterArg_6, %iterArg_7, %iterArg_9, %34, %35, %36, %37) : (tensor<4x7xi32>, tensor<4x1x6x6xi1>, tensor<4x6x16xf32>, tensor<16x2x4xf32>, tensor<4x4x16xf32>, tensor<16x4x4xf32>, tensor<16x2x4xf32>) -> tensor<4x6x16xf32>
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %39 = stablehlo.add %iterArg_8, %c_10 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %39, %38 : tensor<3x16x2x4xf32>, tensor<3x4x4x16xf32>, tensor<3x16x4x4xf32>, tensor<3x16x2x4xf32>, tensor<4x7xi32>, tensor<4x1x6x6xi1>, tensor<i32>, tensor<4x6x16xf32>
    }
    %16 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<13x16xf32>) -> tensor<16x13xf32>
    %17 = stablehlo.dot_general %15#7, %16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x13xf32>) -> tensor<4x6x13xf32>
    %18 = call @log_softmax(%17) : (tensor<4x6x13xf32>) -> tensor<4x6x13xf32>
    %19 = stablehlo.slice %arg5 [0:4, 1:7] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %21 = call @take_along_axis(%18, %20) : (tensor<4x6x13xf32>, tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %22 = stablehlo.reshape %21 : (tensor<4x6x1xf32>) -> tensor<4x6xf32>
    %23 = stablehlo.slice %arg6 [0:4, 1:7] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %24 = stablehlo.slice %arg6 [0:4, 0:6] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %25 = stablehlo.compare EQ, %23, %24, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %26 = stablehlo.convert %25 : (tensor<4x6xi1>) -> tensor<4x6xf32>
    %27 = stablehlo.multiply %22, %26 : tensor<4x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    %29 = stablehlo.negate %28 : tensor<f32>
    %30 = stablehlo.convert %25 : (tensor<4x6xi1>) -> tensor<4x6xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %31 = stablehlo.reduce(%30 init: %c_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xi32>, tensor<i32>) -> tensor<i32>
    %32 = stablehlo.convert %31 : (tensor<i32>) -> tensor<f32>
    %33 = stablehlo.divide %29, %32 : tensor<f32>
    return %33 : tensor<f32>
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
  func.func private @closed_call(%arg0: tensor<4x7xi32>, %arg1: tensor<4x1x6x6xi1>, %arg2: tensor<4x6x16xf32>, %arg3: tensor<16x2x4xf32>, %arg4: tensor<4x4x16xf32>, %arg5: tensor<16x4x4xf32>, %arg6: tensor<16x2x4xf32>) -> tensor<4x6x16xf32> {
    %0:7 = stablehlo.optimization_barrier %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6 : tensor<4x7xi32>, tensor<4x1x6x6xi1>, tensor<4x6x16xf32>, tensor<16x2x4xf32>, tensor<4x4x16xf32>, tensor<16x4x4xf32>, tensor<16x2x4xf32>
    %1 = stablehlo.multiply %0#2, %0#2 : tensor<4x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<4x6x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x6x1xf32>
    %7 = stablehlo.add %5, %6 : tensor<4x6x1xf32>
    %8 = stablehlo.rsqrt %7 : tensor<4x6x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
    %10 = stablehlo.multiply %0#2, %9 : tensor<4x6x16xf32>
    %11 = stablehlo.dot_general %10, %0#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x4x4xf32>) -> tensor<4x6x4x4xf32>
    %12 = stablehlo.dot_general %10, %0#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x2x4xf32>) -> tensor<4x6x2x4xf32>
    %13 = stablehlo.dot_general %10, %0#6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6x16xf32>, tensor<16x2x4xf32>) -> tensor<4x6x2x4xf32>
    %14 = stablehlo.slice %0#0 [0:4, 0:6] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %16 = stablehlo.iota dim = 0 : tensor<2xi32>
    %17 = stablehlo.convert %16 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %19 = stablehlo.divide %17, %18 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %21 = stablehlo.power %20, %19 : tensor<2xf32>
    %22 = stablehlo.convert %15 : (tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %23 = stablehlo.broadcast_in_dim %21, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x2xf32>
    %25 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x6x2xf32>
    %26 = stablehlo.divide %24, %25 : tensor<4x6x2xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 3] : (tensor<4x6x2xf32>) -> tensor<4x6x1x2xf32>
    %28 = stablehlo.slice %12 [0:4, 0:6, 0:2, 0:2] : (tensor<4x6x2x4xf32>) -> tensor<4x6x2x2xf32>
    %29 = stablehlo.slice %12 [0:4, 0:6, 0:2, 2:4] : (tensor<4x6x2x4xf32>) -> tensor<4x6x2x2xf32>
    %30 = stablehlo.cosine %27 : tensor<4x6x1x2xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %32 = stablehlo.multiply %28, %31 : tensor<4x6x2x2xf32>
    %33 = stablehlo.sine %27 : tensor<4x6x1x2xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %35 = stablehlo.multiply %29, %34 : tensor<4x6x2x2xf32>
    %36 = stablehlo.subtract %32, %35 : tensor<4x6x2x2xf32>
    %37 = stablehlo.cosine %27 : tensor<4x6x1x2xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %39 = stablehlo.multiply %29, %38 : tensor<4x6x2x2xf32>
    %40 = stablehlo.sine %27 : tensor<4x6x1x2xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x2x2xf32>
    %42 = stablehlo.multiply %28, %41 : tensor<4x6x2x2xf32>
    %43 = stablehlo.add %39, %42 : tensor<4x6x2x2xf32>
    %44 = stablehlo.concatenate %36, %43, dim = 3 : (tensor<4x6x2x2xf32>, tensor<4x6x2x2xf32>) -> tensor<4x6x2x4xf32>
    %45 = stablehlo.slice %0#0 [0:4, 0:6] : (tensor<4x7xi32>) -> tensor<4x6xi32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<4x6xi32>) -> tensor<4x6x1xi32>
    %47 = stablehlo.iota dim = 0 : tensor<2xi32>
    %48 = stablehlo.convert %47 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %50 = stablehlo.divide %48, %49 : tensor<2xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %52 = stablehlo.power %51, %50 : tensor<2xf32>
    %53 = stablehlo.convert %46 : (tensor<4x6x1xi32>) -> tensor<4x6x1xf32>
    %54 = stablehlo.broadcast_in_dim %52, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %55 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x2xf32>
    %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x6x2xf32>
    %57 = stablehlo.divide %55, %56 : tensor<4x6x2xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 3] : (tensor<4x6x2xf32>) -> tensor<4x6x1x2xf32>
    %59 = stablehlo.slice %11 [0:4, 0:6, 0:4, 0:2] : (tensor<4x6x4x4xf32>) -> tensor<4x6x4x2xf32>
    %60 = stablehlo.slice %11 [0:4, 0:6, 0:4, 2:4] : (tensor<4x6x4x4xf32>) -> tensor<4x6x4x2xf32>
    %61 = stablehlo.cosine %58 : tensor<4x6x1x2xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %63 = stablehlo.multiply %59, %62 : tensor<4x6x4x2xf32>
    %64 = stablehlo.sine %58 : tensor<4x6x1x2xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %66 = stablehlo.multiply %60, %65 : tensor<4x6x4x2xf32>
    %67 = stablehlo.subtract %63, %66 : tensor<4x6x4x2xf32>
    %68 = stablehlo.cosine %58 : tensor<4x6x1x2xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %70 = stablehlo.multiply %60, %69 : tensor<4x6x4x2xf32>
    %71 = stablehlo.sine %58 : tensor<4x6x1x2xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2, 3] : (tensor<4x6x1x2xf32>) -> tensor<4x6x4x2xf32>
    %73 = stablehlo.multiply %59, %72 : tensor<4x6x4x2xf32>
    %74 = stablehlo.add %70, %73 : tensor<4x6x4x2xf32>
    %75 = stablehlo.concatenate %67, %74, dim = 3 : (tensor<4x6x4x2xf32>, tensor<4x6x4x2xf32>) -> tensor<4x6x4x4xf32>
    %76 = stablehlo.reshape %75 : (tensor<4x6x4x4xf32>) -> tensor<4x6x2x2x4xf32>
    %77 = stablehlo.broadcast_in_dim %0#1, dims = [0, 1, 3, 4] : (tensor<4x1x6x6xi1>) -> tensor<4x1x1x6x6xi1>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2, 3, 4] : (tensor<4x1x1x6x6xi1>) -> tensor<4x1x2x6x6xi1>
    %79 = stablehlo.dot_general %76, %44, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x2x4xf32>, tensor<4x6x2x4xf32>) -> tensor<4x2x6x2x6xf32>
    %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x2x6x2x6xf32>
    %81 = stablehlo.multiply %79, %80 : tensor<4x2x6x2x6xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %82 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<4x2x6x6xi1>
    %83 = stablehlo.broadcast_in_dim %82, dims = [1, 2, 3, 4] : (tensor<4x2x6x6xi1>) -> tensor<1x4x2x6x6xi1>
    %84 = stablehlo.transpose %78, dims = [2, 0, 1, 3, 4] : (tensor<4x1x2x6x6xi1>) -> tensor<2x4x1x6x6xi1>
    %85 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3, 4] : (tensor<1x4x2x6x6xi1>) -> tensor<2x4x2x6x6xi1>
    %86 = stablehlo.broadcast_in_dim %84, dims = [0, 1, 2, 3, 4] : (tensor<2x4x1x6x6xi1>) -> tensor<2x4x2x6x6xi1>
    %87 = stablehlo.and %85, %86 : tensor<2x4x2x6x6xi1>
    %c_7 = stablehlo.constant dense<true> : tensor<i1>
    %88 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %89 = call @tril(%88) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %90 = stablehlo.broadcast_in_dim %89, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<1x1x6x6xi1>
    %91 = stablehlo.broadcast_in_dim %90, dims = [1, 2, 3, 4] : (tensor<1x1x6x6xi1>) -> tensor<1x1x1x6x6xi1>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x6x6xi1>) -> tensor<2x4x2x6x6xi1>
    %93 = stablehlo.and %87, %92 : tensor<2x4x2x6x6xi1>
    %cst_8 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %94 = call @_where(%93, %81, %cst_8) : (tensor<2x4x2x6x6xi1>, tensor<4x2x6x2x6xf32>, tensor<f32>) -> tensor<2x4x2x6x6xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_9) applies stablehlo.maximum across dimensions = [4] : (tensor<2x4x2x6x6xf32>, tensor<f32>) -> tensor<2x4x2x6xf32>
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x4x2x6xf32>
    %97 = stablehlo.maximum %96, %95 : tensor<2x4x2x6xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2, 3] : (tensor<2x4x2x6xf32>) -> tensor<2x4x2x6x1xf32>
    %99 = stablehlo.custom_call @motley.stop_gradient(%98) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[4, 3, 2, 1, 0]> : tensor<5xindex>], result_layouts = [dense<[4, 3, 2, 1, 0]> : tensor<5xindex>]} : (tensor<2x4x2x6x1xf32>) -> tensor<2x4x2x6x1xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2, 3, 4] : (tensor<2x4x2x6x1xf32>) -> tensor<2x4x2x6x6xf32>
    %101 = stablehlo.subtract %94, %100 : tensor<2x4x2x6x6xf32>
    %102 = stablehlo.exponential %101 : tensor<2x4x2x6x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_11) applies stablehlo.add across dimensions = [4] : (tensor<2x4x2x6x6xf32>, tensor<f32>) -> tensor<2x4x2x6xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2, 3] : (tensor<2x4x2x6xf32>) -> tensor<2x4x2x6x1xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2, 3, 4] : (tensor<2x4x2x6x1xf32>) -> tensor<2x4x2x6x6xf32>
    %106 = stablehlo.divide %102, %105 : tensor<2x4x2x6x6xf32>
    %107 = stablehlo.dot_general %13, %106, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x6x2x4xf32>, tensor<2x4x2x6x6xf32>) -> tensor<4x2x4x2x6xf32>
    %108 = stablehlo.transpose %107, dims = [3, 0, 4, 1, 2] : (tensor<4x2x4x2x6xf32>) -> tensor<2x4x6x2x4xf32>
    %109 = stablehlo.transpose %108, dims = [1, 2, 3, 0, 4] : (tensor<2x4x6x2x4xf32>) -> tensor<4x6x2x2x4xf32>
    %110 = stablehlo.reshape %109 : (tensor<4x6x2x2x4xf32>) -> tensor<4x6x4x4xf32>
    %111 = stablehlo.dot_general %110, %0#4, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x6x4x4xf32>, tensor<4x4x16xf32>) -> tensor<4x6x16xf32>
    %112 = stablehlo.add %0#2, %111 : tensor<4x6x16xf32>
    %113 = stablehlo.optimization_barrier %112 : tensor<4x6x16xf32>
    return %113 : tensor<4x6x16xf32>
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
  func.func private @_where(%arg0: tensor<2x4x2x6x6xi1>, %arg1: tensor<4x2x6x2x6xf32>, %arg2: tensor<f32>) -> tensor<2x4x2x6x6xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<4x2x6x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3, 4] : (tensor<4x2x6x6xf32>) -> tensor<2x4x2x6x6xf32>
    %2 = stablehlo.transpose %arg1, dims = [3, 0, 1, 2, 4] : (tensor<4x2x6x2x6xf32>) -> tensor<2x4x2x6x6xf32>
    %3 = stablehlo.select %arg0, %2, %1 : tensor<2x4x2x6x6xi1>, tensor<2x4x2x6x6xf32>
    return %3 : tensor<2x4x2x6x6xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x6x13xf32>) -> tensor<4x6x13xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x6x13xf32>, tensor<f32>) -> tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.custom_call @motley.stop_gradient(%3) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>]} : (tensor<4x6x1xf32>) -> tensor<4x6x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x13xf32>
    %6 = stablehlo.subtract %arg0, %5 : tensor<4x6x13xf32>
    %7 = stablehlo.exponential %6 : tensor<4x6x13xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x6x13xf32>, tensor<f32>) -> tensor<4x6xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x1xf32>
    %10 = stablehlo.log %9 : tensor<4x6x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<4x6x1xf32>) -> tensor<4x6x13xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<4x6x13xf32>
    return %12 : tensor<4x6x13xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x6x13xf32>, %arg1: tensor<4x6x1xi32>) -> tensor<4x6x1xf32> {
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
    return %15 : tensor<4x6x1xf32>
  }
}
