// MOTLEY_HOST_DEVICE: marks functions of headers that are compiled for the host and, by nvcc, for a
// CUDA device.
#pragma once

#ifdef __CUDACC__
#define MOTLEY_HOST_DEVICE __host__ __device__
#else
#define MOTLEY_HOST_DEVICE
#endif
