module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32>, %arg1: tensor<2x8x24xf32>, %arg2: tensor<2x8x8xf32>, %arg3: tensor<2x8xf32>, %arg4: tensor<6x5xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}) {
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
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %8:5 = stablehlo.while(%iterArg = %arg1, %iterArg_6 = %arg2, %iterArg_7 = %arg3, %iterArg_8 = %c_1, %iterArg_9 = %7) : tensor<2x8x24xf32>, tensor<2x8x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<6x4x8xf32>
    cond {
      %c_10 = stablehlo.constant dense<2> : tensor<i32>
      %28 = stablehlo.compare LT, %iterArg_8, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %28 : tensor<i1>
    } do {
      %c_10 = stablehlo.constant dense<0> : tensor<i32>
      %c_11 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.dynamic_slice %iterArg, %iterArg_8, %c_10, %c_11, sizes = [1, 8, 24] : (tensor<2x8x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x24xf32>
      %29 = stablehlo.reshape %28 : (tensor<1x8x24xf32>) -> tensor<8x24xf32>
      %c_12 = stablehlo.constant dense<0> : tensor<i32>
      %c_13 = stablehlo.constant dense<0> : tensor<i32>
      %30 = stablehlo.dynamic_slice %iterArg_6, %iterArg_8, %c_12, %c_13, sizes = [1, 8, 8] : (tensor<2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
      %31 = stablehlo.reshape %30 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %c_14 = stablehlo.constant dense<0> : tensor<i32>
      %32 = stablehlo.dynamic_slice %iterArg_7, %iterArg_8, %c_14, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %33 = stablehlo.reshape %32 : (tensor<1x8xf32>) -> tensor<8xf32>
      %34 = func.call @closed_call(%iterArg_9, %29, %31, %33) : (tensor<6x4x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<6x4x8xf32>
      %c_15 = stablehlo.constant dense<1> : tensor<i32>
      %35 = stablehlo.add %iterArg_8, %c_15 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_6, %iterArg_7, %35, %34 : tensor<2x8x24xf32>, tensor<2x8x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<6x4x8xf32>
    }
    %9 = stablehlo.multiply %8#4, %8#4 : tensor<6x4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %cst_2 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<6x4x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x4x1xf32>
    %15 = stablehlo.add %13, %14 : tensor<6x4x1xf32>
    %16 = stablehlo.rsqrt %15 : tensor<6x4x1xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %18 = stablehlo.multiply %8#4, %17 : tensor<6x4x8xf32>
    %19 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<12x8xf32>) -> tensor<8x12xf32>
    %20 = stablehlo.dot_general %18, %19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x12xf32>) -> tensor<6x4x12xf32>
    %21 = call @log_softmax(%20) : (tensor<6x4x12xf32>) -> tensor<6x4x12xf32>
    %22 = stablehlo.slice %arg4 [0:6, 1:5] : (tensor<6x5xi32>) -> tensor<6x4xi32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<6x4xi32>) -> tensor<6x4x1xi32>
    %24 = call @take_along_axis(%21, %23) : (tensor<6x4x12xf32>, tensor<6x4x1xi32>) -> tensor<6x4x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<6x4x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %26 = stablehlo.divide %25, %cst_5 : tensor<f32>
    %27 = stablehlo.negate %26 : tensor<f32>
    return %27 : tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<6x4x8xf32>, %arg1: tensor<8x24xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<8xf32>) -> tensor<6x4x8xf32> {
    %0:4 = stablehlo.optimization_barrier %arg0, %arg1, %arg2, %arg3 : tensor<6x4x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>
    %1 = stablehlo.multiply %0#0, %0#0 : tensor<6x4x8xf32>
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
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
    %10 = stablehlo.multiply %0#0, %9 : tensor<6x4x8xf32>
    %11 = stablehlo.broadcast_in_dim %0#3, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<6x4x8xf32>
    %13 = stablehlo.multiply %10, %12 : tensor<6x4x8xf32>
    %14 = stablehlo.dot_general %13, %0#1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x24xf32>) -> tensor<6x4x24xf32>
    %15 = stablehlo.reshape %14 : (tensor<6x4x24xf32>) -> tensor<6x4x3x2x4xf32>
    %16 = stablehlo.slice %15 [0:6, 0:4, 0:1, 0:2, 0:4] : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %17 = stablehlo.reshape %16 : (tensor<6x4x1x2x4xf32>) -> tensor<6x4x2x4xf32>
    %18 = stablehlo.iota dim = 0 : tensor<4xi32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<4xi32>) -> tensor<4x1x1xi32>
    %20 = stablehlo.iota dim = 0 : tensor<2xi32>
    %21 = stablehlo.negate %20 : tensor<2xi32>
    %22 = stablehlo.convert %21 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %24 = stablehlo.divide %22, %23 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %26 = stablehlo.power %25, %24 : tensor<2xf32>
    %27 = stablehlo.convert %19 : (tensor<4x1x1xi32>) -> tensor<4x1x1xf32>
    %28 = stablehlo.broadcast_in_dim %26, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %29 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x1x2xf32>
    %30 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x1x2xf32>
    %31 = stablehlo.multiply %29, %30 : tensor<4x1x2xf32>
    %32 = stablehlo.slice %17 [0:6, 0:4, 0:2, 0:2] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %33 = stablehlo.slice %17 [0:6, 0:4, 0:2, 2:4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %34 = stablehlo.cosine %31 : tensor<4x1x2xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %37 = stablehlo.multiply %32, %36 : tensor<6x4x2x2xf32>
    %38 = stablehlo.sine %31 : tensor<4x1x2xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %41 = stablehlo.multiply %33, %40 : tensor<6x4x2x2xf32>
    %42 = stablehlo.subtract %37, %41 : tensor<6x4x2x2xf32>
    %43 = stablehlo.cosine %31 : tensor<4x1x2xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %46 = stablehlo.multiply %33, %45 : tensor<6x4x2x2xf32>
    %47 = stablehlo.sine %31 : tensor<4x1x2xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %50 = stablehlo.multiply %32, %49 : tensor<6x4x2x2xf32>
    %51 = stablehlo.add %46, %50 : tensor<6x4x2x2xf32>
    %52 = stablehlo.concatenate %42, %51, dim = 3 : (tensor<6x4x2x2xf32>, tensor<6x4x2x2xf32>) -> tensor<6x4x2x4xf32>
    %53 = stablehlo.slice %15 [0:6, 0:4, 1:2, 0:2, 0:4] : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %54 = stablehlo.reshape %53 : (tensor<6x4x1x2x4xf32>) -> tensor<6x4x2x4xf32>
    %55 = stablehlo.iota dim = 0 : tensor<4xi32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0] : (tensor<4xi32>) -> tensor<4x1x1xi32>
    %57 = stablehlo.iota dim = 0 : tensor<2xi32>
    %58 = stablehlo.negate %57 : tensor<2xi32>
    %59 = stablehlo.convert %58 : (tensor<2xi32>) -> tensor<2xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %61 = stablehlo.divide %59, %60 : tensor<2xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %63 = stablehlo.power %62, %61 : tensor<2xf32>
    %64 = stablehlo.convert %56 : (tensor<4x1x1xi32>) -> tensor<4x1x1xf32>
    %65 = stablehlo.broadcast_in_dim %63, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %66 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x1x2xf32>
    %67 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x1x2xf32>
    %68 = stablehlo.multiply %66, %67 : tensor<4x1x2xf32>
    %69 = stablehlo.slice %54 [0:6, 0:4, 0:2, 0:2] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %70 = stablehlo.slice %54 [0:6, 0:4, 0:2, 2:4] : (tensor<6x4x2x4xf32>) -> tensor<6x4x2x2xf32>
    %71 = stablehlo.cosine %68 : tensor<4x1x2xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %74 = stablehlo.multiply %69, %73 : tensor<6x4x2x2xf32>
    %75 = stablehlo.sine %68 : tensor<4x1x2xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %78 = stablehlo.multiply %70, %77 : tensor<6x4x2x2xf32>
    %79 = stablehlo.subtract %74, %78 : tensor<6x4x2x2xf32>
    %80 = stablehlo.cosine %68 : tensor<4x1x2xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %83 = stablehlo.multiply %70, %82 : tensor<6x4x2x2xf32>
    %84 = stablehlo.sine %68 : tensor<4x1x2xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [1, 2, 3] : (tensor<4x1x2xf32>) -> tensor<1x4x1x2xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2, 3] : (tensor<1x4x1x2xf32>) -> tensor<6x4x2x2xf32>
    %87 = stablehlo.multiply %69, %86 : tensor<6x4x2x2xf32>
    %88 = stablehlo.add %83, %87 : tensor<6x4x2x2xf32>
    %89 = stablehlo.concatenate %79, %88, dim = 3 : (tensor<6x4x2x2xf32>, tensor<6x4x2x2xf32>) -> tensor<6x4x2x4xf32>
    %90 = stablehlo.slice %15 [0:6, 0:4, 2:3, 0:2, 0:4] : (tensor<6x4x3x2x4xf32>) -> tensor<6x4x1x2x4xf32>
    %91 = stablehlo.reshape %90 : (tensor<6x4x1x2x4xf32>) -> tensor<6x4x2x4xf32>
    %92 = stablehlo.dot_general %52, %89, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x4x2x4xf32>, tensor<6x4x2x4xf32>) -> tensor<6x2x4x4xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<6x2x4x4xf32>
    %94 = stablehlo.divide %92, %93 : tensor<6x2x4x4xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %95 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %96 = call @tril(%95) : (tensor<4x4xi1>) -> tensor<4x4xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %97 = call @_where(%96, %94, %cst_7) : (tensor<4x4xi1>, tensor<6x2x4x4xf32>, tensor<f32>) -> tensor<6x2x4x4xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %98 = stablehlo.reduce(%97 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<6x2x4x4xf32>, tensor<f32>) -> tensor<6x2x4xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6x2x4xf32>
    %100 = stablehlo.maximum %99, %98 : tensor<6x2x4xf32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1, 2] : (tensor<6x2x4xf32>) -> tensor<6x2x4x1xf32>
    %102 = stablehlo.custom_call @motley.stop_gradient(%101) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>]} : (tensor<6x2x4x1xf32>) -> tensor<6x2x4x1xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2, 3] : (tensor<6x2x4x1xf32>) -> tensor<6x2x4x4xf32>
    %104 = stablehlo.subtract %97, %103 : tensor<6x2x4x4xf32>
    %105 = stablehlo.exponential %104 : tensor<6x2x4x4xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<6x2x4x4xf32>, tensor<f32>) -> tensor<6x2x4xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<6x2x4xf32>) -> tensor<6x2x4x1xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2, 3] : (tensor<6x2x4x1xf32>) -> tensor<6x2x4x4xf32>
    %109 = stablehlo.divide %105, %108 : tensor<6x2x4x4xf32>
    %110 = stablehlo.dot_general %91, %109, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x4x2x4xf32>, tensor<6x2x4x4xf32>) -> tensor<6x2x4x4xf32>
    %111 = stablehlo.transpose %110, dims = [0, 3, 1, 2] : (tensor<6x2x4x4xf32>) -> tensor<6x4x2x4xf32>
    %112 = stablehlo.reshape %111 : (tensor<6x4x2x4xf32>) -> tensor<6x4x8xf32>
    %113 = stablehlo.dot_general %112, %0#2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4x8xf32>, tensor<8x8xf32>) -> tensor<6x4x8xf32>
    %114 = stablehlo.add %0#0, %113 : tensor<6x4x8xf32>
    %115 = stablehlo.optimization_barrier %114 : tensor<6x4x8xf32>
    return %115 : tensor<6x4x8xf32>
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
  func.func private @_where(%arg0: tensor<4x4xi1>, %arg1: tensor<6x2x4x4xf32>, %arg2: tensor<f32>) -> tensor<6x2x4x4xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<4x4xi1>) -> tensor<6x2x4x4xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x2x4x4xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<6x2x4x4xi1>, tensor<6x2x4x4xf32>
    return %3 : tensor<6x2x4x4xf32>
  }
  func.func private @log_softmax(%arg0: tensor<6x4x12xf32>) -> tensor<6x4x12xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<6x4x12xf32>, tensor<f32>) -> tensor<6x4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<6x4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %4 = stablehlo.custom_call @motley.stop_gradient(%3) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>]} : (tensor<6x4x1xf32>) -> tensor<6x4x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x12xf32>
    %6 = stablehlo.subtract %arg0, %5 : tensor<6x4x12xf32>
    %7 = stablehlo.exponential %6 : tensor<6x4x12xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<6x4x12xf32>, tensor<f32>) -> tensor<6x4xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<6x4xf32>) -> tensor<6x4x1xf32>
    %10 = stablehlo.log %9 : tensor<6x4x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<6x4x1xf32>) -> tensor<6x4x12xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<6x4x12xf32>
    return %12 : tensor<6x4x12xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<6x4x12xf32>, %arg1: tensor<6x4x1xi32>) -> tensor<6x4x1xf32> {
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
    return %15 : tensor<6x4x1xf32>
  }
}
