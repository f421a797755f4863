#include <span>

#include "core/cluster/device_library.h"

namespace motley::core {
namespace {

struct ProductRow {
  double m, n, k, tflops;
};

// JAX 0.11 with CUDA 13 on one H200, random operands, bench/accelerator/rates.py. Rows of a few
// microseconds include some of the host's time.
constexpr ProductRow kBf16Products[] = {
    {256, 256, 256, 4.015},   {256, 256, 2048, 23.08},   {256, 256, 8192, 83.61},
    {256, 2048, 256, 26.73},  {256, 2048, 2048, 188.8},  {256, 2048, 8192, 457.8},
    {256, 8192, 256, 125.5},  {256, 8192, 2048, 441.3},  {256, 8192, 8192, 651.3},
    {2048, 256, 256, 24.66},  {2048, 256, 2048, 190},    {2048, 256, 8192, 455.7},
    {2048, 2048, 256, 191.8}, {2048, 2048, 2048, 675.7}, {2048, 2048, 8192, 720.3},
    {2048, 8192, 256, 421.9}, {2048, 8192, 2048, 664.5}, {2048, 8192, 8192, 702.6},
    {8192, 256, 256, 159.6},  {8192, 256, 2048, 557},    {8192, 256, 8192, 612.9},
    {8192, 2048, 256, 421.2}, {8192, 2048, 2048, 723.6}, {8192, 2048, 8192, 718.7},
    {8192, 8192, 256, 566.6}, {8192, 8192, 2048, 705.2}, {8192, 8192, 8192, 707.2},
};

constexpr ProductRow kTf32Products[] = {
    {256, 256, 256, 5.492},   {256, 256, 2048, 27.41},   {256, 256, 8192, 74.93},
    {256, 2048, 256, 30.21},  {256, 2048, 2048, 134.1},  {256, 2048, 8192, 156.1},
    {256, 8192, 256, 73.08},  {256, 8192, 2048, 267.8},  {256, 8192, 8192, 293.1},
    {2048, 256, 256, 24.57},  {2048, 256, 2048, 105.4},  {2048, 256, 8192, 223.4},
    {2048, 2048, 256, 145.6}, {2048, 2048, 2048, 344.3}, {2048, 2048, 8192, 367.3},
    {2048, 8192, 256, 197.2}, {2048, 8192, 2048, 301.4}, {2048, 8192, 8192, 362.8},
    {8192, 256, 256, 72.17},  {8192, 256, 2048, 267.5},  {8192, 256, 8192, 298.8},
    {8192, 2048, 256, 193.5}, {8192, 2048, 2048, 305.3}, {8192, 2048, 8192, 361.5},
    {8192, 8192, 256, 226.5}, {8192, 8192, 2048, 299.6}, {8192, 8192, 8192, 361.8},
};

MeasuredTable product_table(const char* kind, std::span<const ProductRow> rows) {
  MeasuredTable table{.kind = kind, .rows = {}};
  for (const ProductRow& row : rows)
    table.rows.push_back({.size = {row.m, row.n, row.k}, .rate = row.tflops * 1e12});
  return table;
}

}  // namespace

std::vector<MeasuredTable> h200_tables() {
  return {{.kind = "dispatch", .rows = {{.size = {}, .rate = 477.5e3}}},
          {.kind = "memory.write",
           .rows = {{.size = {33554432}, .rate = 3.248e12},
                    {.size = {134217728}, .rate = 3.888e12},
                    {.size = {2147483648}, .rate = 4.179e12}}},
          product_table("product.nn", kTf32Products),
          product_table("product.nn.bf16", kBf16Products)};
}

}  // namespace motley::core
