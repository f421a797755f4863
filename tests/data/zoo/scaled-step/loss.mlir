module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x3xf32>, %arg2: tensor<i32>, %arg3: tensor<6x8xf32>, %arg4: tensor<8x3xf32>, %arg5: tensor<6x8xf32>, %arg6: tensor<8x3xf32>, %arg7: tensor<f32>, %arg8: tensor<8x6xf32>, %arg9: tensor<8xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6x8xf32> {jax.result_info = "result[1]"}, tensor<8x3xf32> {jax.result_info = "result[2]"}, tensor<i32> {jax.result_info = "result[3]"}, tensor<6x8xf32> {jax.result_info = "result[4]"}, tensor<8x3xf32> {jax.result_info = "result[5]"}, tensor<6x8xf32> {jax.result_info = "result[6]"}, tensor<8x3xf32> {jax.result_info = "result[7]"}, tensor<f32> {jax.result_info = "result[8]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<6x8xf32>) -> tensor<6x8xf16>
    %1 = stablehlo.convert %arg1 : (tensor<8x3xf32>) -> tensor<8x3xf16>
    %2 = stablehlo.convert %arg8 : (tensor<8x6xf32>) -> tensor<8x6xf16>
    %3 = stablehlo.dot_general %2, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf16>, tensor<6x8xf16>) -> tensor<8x8xf16>
    %4 = call @relu(%3) : (tensor<8x8xf16>) -> tensor<8x8xf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<8x8xf16>
    %6 = stablehlo.compare LE, %3, %5, FLOAT : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f16>) -> tensor<8x8xf16>
    %8 = stablehlo.select %6, %7, %3 : tensor<8x8xi1>, tensor<8x8xf16>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f16>) -> tensor<8x8xf16>
    %10 = stablehlo.compare GT, %3, %9, FLOAT : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f16>) -> tensor<8x8xf16>
    %12 = stablehlo.dot_general %8, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf16>, tensor<8x3xf16>) -> tensor<8x3xf16>
    %13 = stablehlo.convert %12 : (tensor<8x3xf16>) -> tensor<8x3xf32>
    %14:3 = call @log_softmax(%13) : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x1xf32>)
    %15 = stablehlo.broadcast_in_dim %arg9, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %16:2 = call @take_along_axis(%14#0, %15) : (tensor<8x3xf32>, tensor<8x1xi32>) -> (tensor<8x1xf32>, tensor<8x1x1xi32>)
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16#0 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %18 = stablehlo.divide %17, %cst_4 : tensor<f32>
    %19 = stablehlo.negate %18 : tensor<f32>
    %20 = stablehlo.multiply %19, %arg7 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.multiply %cst_5, %arg7 : tensor<f32>
    %22 = stablehlo.negate %21 : tensor<f32>
    %cst_6 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %23 = stablehlo.divide %22, %cst_6 : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %25 = call @take_along_axis_0(%16#1, %24) : (tensor<8x1x1xi32>, tensor<8x1xf32>) -> tensor<8x3xf32>
    %26 = call @log_softmax_1(%14#1, %14#2, %25) : (tensor<8x3xf32>, tensor<8x1xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    %27 = stablehlo.convert %26 : (tensor<8x3xf32>) -> tensor<8x3xf16>
    %28 = stablehlo.dot_general %27, %8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf16>, tensor<8x8xf16>) -> tensor<3x8xf16>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<3x8xf16>) -> tensor<8x3xf16>
    %30 = stablehlo.dot_general %27, %1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf16>, tensor<8x3xf16>) -> tensor<8x8xf16>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %31 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f16>) -> tensor<8x8xf16>
    %32 = stablehlo.select %10, %30, %31 : tensor<8x8xi1>, tensor<8x8xf16>
    %33 = stablehlo.dot_general %32, %2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf16>, tensor<8x6xf16>) -> tensor<8x6xf16>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<8x6xf16>) -> tensor<6x8xf16>
    %35 = stablehlo.convert %29 : (tensor<8x3xf16>) -> tensor<8x3xf32>
    %36 = stablehlo.convert %34 : (tensor<6x8xf16>) -> tensor<6x8xf32>
    %37 = stablehlo.broadcast_in_dim %arg7, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %38 = stablehlo.divide %36, %37 : tensor<6x8xf32>
    %39 = stablehlo.broadcast_in_dim %arg7, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %40 = stablehlo.divide %35, %39 : tensor<8x3xf32>
    %41 = stablehlo.is_finite %38 : (tensor<6x8xf32>) -> tensor<6x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %42 = stablehlo.reduce(%41 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<6x8xi1>, tensor<i1>) -> tensor<i1>
    %43 = stablehlo.is_finite %40 : (tensor<8x3xf32>) -> tensor<8x3xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %44 = stablehlo.reduce(%43 init: %c_8) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x3xi1>, tensor<i1>) -> tensor<i1>
    %45 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %46 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %47 = stablehlo.concatenate %45, %46, dim = 0 : (tensor<1xi1>, tensor<1xi1>) -> tensor<2xi1>
    %c_9 = stablehlo.constant dense<true> : tensor<i1>
    %48 = stablehlo.reduce(%47 init: %c_9) applies stablehlo.and across dimensions = [0] : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
    %49 = stablehlo.convert %48 : (tensor<i1>) -> tensor<i32>
    %50:7 = "stablehlo.case"(%49) ({
      stablehlo.return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6 : tensor<6x8xf32>, tensor<8x3xf32>, tensor<i32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<6x8xf32>, tensor<8x3xf32>
    }, {
      %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %54 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %55 = stablehlo.multiply %54, %38 : tensor<6x8xf32>
      %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
      %56 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %57 = stablehlo.multiply %56, %arg3 : tensor<6x8xf32>
      %58 = stablehlo.add %55, %57 : tensor<6x8xf32>
      %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %59 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %60 = stablehlo.multiply %59, %40 : tensor<8x3xf32>
      %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
      %61 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %62 = stablehlo.multiply %61, %arg4 : tensor<8x3xf32>
      %63 = stablehlo.add %60, %62 : tensor<8x3xf32>
      %64 = stablehlo.multiply %38, %38 : tensor<6x8xf32>
      %cst_15 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
      %65 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %66 = stablehlo.multiply %65, %64 : tensor<6x8xf32>
      %cst_16 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %68 = stablehlo.multiply %67, %arg5 : tensor<6x8xf32>
      %69 = stablehlo.add %66, %68 : tensor<6x8xf32>
      %70 = stablehlo.multiply %40, %40 : tensor<8x3xf32>
      %cst_17 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
      %71 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %72 = stablehlo.multiply %71, %70 : tensor<8x3xf32>
      %cst_18 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
      %73 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %74 = stablehlo.multiply %73, %arg6 : tensor<8x3xf32>
      %75 = stablehlo.add %72, %74 : tensor<8x3xf32>
      %c_19 = stablehlo.constant dense<2147483647> : tensor<i32>
      %76 = stablehlo.compare LT, %arg2, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_20 = stablehlo.constant dense<1> : tensor<i32>
      %77 = stablehlo.add %arg2, %c_20 : tensor<i32>
      %c_21 = stablehlo.constant dense<2147483647> : tensor<i32>
      %78 = func.call @_where(%76, %77, %c_21) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %79 = stablehlo.convert %78 : (tensor<i32>) -> tensor<f32>
      %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
      %80 = stablehlo.convert %78 : (tensor<i32>) -> tensor<f32>
      %81 = stablehlo.power %cst_22, %80 : tensor<f32>
      %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %82 = stablehlo.subtract %cst_23, %81 : tensor<f32>
      %83 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %84 = stablehlo.divide %58, %83 : tensor<6x8xf32>
      %85 = stablehlo.broadcast_in_dim %82, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %86 = stablehlo.divide %63, %85 : tensor<8x3xf32>
      %87 = stablehlo.convert %78 : (tensor<i32>) -> tensor<f32>
      %cst_24 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
      %88 = stablehlo.convert %78 : (tensor<i32>) -> tensor<f32>
      %89 = stablehlo.power %cst_24, %88 : tensor<f32>
      %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %90 = stablehlo.subtract %cst_25, %89 : tensor<f32>
      %91 = stablehlo.broadcast_in_dim %90, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %92 = stablehlo.divide %69, %91 : tensor<6x8xf32>
      %93 = stablehlo.broadcast_in_dim %90, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %94 = stablehlo.divide %75, %93 : tensor<8x3xf32>
      %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %95 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %96 = stablehlo.add %92, %95 : tensor<6x8xf32>
      %97 = stablehlo.sqrt %96 : tensor<6x8xf32>
      %cst_27 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
      %98 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %99 = stablehlo.add %97, %98 : tensor<6x8xf32>
      %100 = stablehlo.divide %84, %99 : tensor<6x8xf32>
      %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %101 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %102 = stablehlo.add %94, %101 : tensor<8x3xf32>
      %103 = stablehlo.sqrt %102 : tensor<8x3xf32>
      %cst_29 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
      %104 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %105 = stablehlo.add %103, %104 : tensor<8x3xf32>
      %106 = stablehlo.divide %86, %105 : tensor<8x3xf32>
      %cst_30 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
      %107 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %108 = stablehlo.multiply %107, %arg0 : tensor<6x8xf32>
      %109 = stablehlo.add %100, %108 : tensor<6x8xf32>
      %cst_31 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
      %110 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %111 = stablehlo.multiply %110, %arg1 : tensor<8x3xf32>
      %112 = stablehlo.add %106, %111 : tensor<8x3xf32>
      %cst_32 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
      %113 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %114 = stablehlo.multiply %113, %109 : tensor<6x8xf32>
      %cst_33 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
      %115 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
      %116 = stablehlo.multiply %115, %112 : tensor<8x3xf32>
      %117 = stablehlo.add %arg0, %114 : tensor<6x8xf32>
      %118 = stablehlo.add %arg1, %116 : tensor<8x3xf32>
      stablehlo.return %117, %118, %78, %58, %63, %69, %75 : tensor<6x8xf32>, tensor<8x3xf32>, tensor<i32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<6x8xf32>, tensor<8x3xf32>
    }) : (tensor<i32>) -> (tensor<6x8xf32>, tensor<8x3xf32>, tensor<i32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<6x8xf32>, tensor<8x3xf32>)
    %51 = stablehlo.divide %20, %arg7 : tensor<f32>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %52 = stablehlo.divide %arg7, %cst_10 : tensor<f32>
    %53 = call @_where_2(%48, %arg7, %52) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    return %51, %50#0, %50#1, %50#2, %50#3, %50#4, %50#5, %50#6, %53 : tensor<f32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<i32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<6x8xf32>, tensor<8x3xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<8x8xf16>) -> tensor<8x8xf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<8x8xf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x8xf16>
    return %1 : tensor<8x8xf16>
  }
  func.func private @log_softmax(%arg0: tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %4 = stablehlo.custom_call @motley.stop_gradient(%3) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x1xf32>) -> tensor<8x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x3xf32>
    %6 = stablehlo.subtract %arg0, %5 : tensor<8x3xf32>
    %7 = stablehlo.exponential %6 : tensor<8x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %10 = stablehlo.log %9 : tensor<8x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x3xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<8x3xf32>
    return %12, %7, %9 : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x3xf32>, %arg1: tensor<8x1xi32>) -> (tensor<8x1xf32>, tensor<8x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x1xi1>
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x1xi1>, tensor<8x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x1xi32>) -> tensor<8x1x1xi32>
    %c_1 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x1x1xi32>, tensor<8x1x1xi32>) -> tensor<8x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<8x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x1x1xi32>, tensor<8x1x1xi32>) -> tensor<8x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<8x1x1xi1>, tensor<i1>) -> tensor<8x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x3xf32>, tensor<8x1x1xi32>) -> tensor<8x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x1xi1>, tensor<8x1xf32>
    return %15, %5 : tensor<8x1xf32>, tensor<8x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<8x1x1xi32>, %arg1: tensor<8x1xf32>) -> tensor<8x3xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x3xf32>, tensor<8x1x1xi32>, tensor<8x1xf32>) -> tensor<8x3xf32>
    return %1 : tensor<8x3xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<8x3xf32>, %arg1: tensor<8x1xf32>, %arg2: tensor<8x3xf32>) -> tensor<8x3xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x3xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x3xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x3xf32>
    return %7 : tensor<8x3xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_where_2(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
}
