// Which warp of a scheduler issues: work by the age of its thread block, and the order of its trips through a loop.
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int SMS = 132, BLOCKS = 8, WARPS = 8, LOG = 64, SCHEDULERS = 4;

struct Warp { unsigned sm, begin, trips, log[LOG]; };
__device__ Warp warps[SMS * BLOCKS * WARPS];

__device__ inline unsigned now() { unsigned r; asm volatile("mov.u32 %0, %%clock;" : "=r"(r)); return r; }
__device__ inline unsigned smid() { unsigned r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }

enum Work { FOUR_CHAINS, ONE_CHAIN, SPECIAL };

template <Work WORK> __device__ __forceinline__ void trip(float (&c)[4]) {
#pragma unroll
  for (int i = 0; i < (WORK == SPECIAL ? 16 : 64); i++) {
    if (WORK == SPECIAL) asm volatile("ex2.approx.f32 %0, %0;" : "+f"(c[i % 4]));
    else asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(c[WORK == ONE_CHAIN ? 0 : i % 4]) : "f"(0.999f), "f"(0.25f));
  }
}

// All blocks of an SM begin at one time by its clock, count their trips for 2^19 cycles, log some, and stay until all have.
template <Work WORK> __global__ void __launch_bounds__(256) work(float* sink) {
  __shared__ unsigned log[WARPS][LOG], begin;
  int warp = threadIdx.x / 32;
  if (!threadIdx.x) begin = now();
  __syncthreads();
  unsigned start = ((begin + (1u << 16)) >> 20 << 20) + (1u << 20), stop = start + (1u << 19), end = stop + (1u << 20);
  float c[4] = {1.5f, 1.25f, 1.125f, threadIdx.x * 1.0f};
  while ((int)(now() - start) < 0) trip<WORK>(c);
  unsigned trips = 0;
#pragma unroll 1
  while ((int)(now() - stop) < 0) {
#pragma unroll 1
    for (int i = 0; i < 8; i++) trip<WORK>(c);
    trips += 8;
  }
#pragma unroll 1
  for (int i = 0; i < LOG; i++) { log[warp][i] = now(); trip<WORK>(c); }
  while ((int)(now() - end) < 0) trip<WORK>(c);
  sink[blockIdx.x * 256 + threadIdx.x] = c[0] + c[1] + c[2] + c[3];
  if (threadIdx.x & 31) return;
  Warp& out = warps[blockIdx.x * WARPS + warp];
  out.sm = smid(); out.begin = begin; out.trips = trips;
  for (int i = 0; i < LOG; i++) out.log[i] = log[warp][i];
}

template <Work WORK> void measure(const char* name, int blocks, float* sink) {
  std::vector<Warp> all(SMS * blocks * WARPS);
  for (int twice = 0; twice < 2; twice++) work<WORK><<<SMS * blocks, 256>>>(sink);
  cudaError_t error = cudaDeviceSynchronize();
  if (error) { printf("%s\n", cudaGetErrorString(error)); return; }
  cudaMemcpyFromSymbol(all.data(), warps, sizeof(Warp) * all.size());
  std::vector<double> share(blocks);
  std::vector<std::pair<unsigned, int>> order; // of scheduler 0 of SM 0: when, warp from the oldest on
  double total = 0;
  for (int sm = 0; sm < SMS; sm++) {
    std::vector<std::pair<unsigned, int>> here; // begin, block
    for (int b = 0; b < SMS * blocks; b++) if (all[b * WARPS].sm == sm) here.push_back({all[b * WARPS].begin, b});
    std::sort(here.begin(), here.end());
    for (int age = 0; age < (int)here.size() && age < blocks; age++)
      for (int w = 0; w < WARPS; w++) {
        const Warp& warp = all[here[age].second * WARPS + w];
        share[age] += warp.trips;
        total += warp.trips;
        for (int i = 0; sm == 0 && w % SCHEDULERS == 0 && i < LOG; i++) order.push_back({warp.log[i], age * 2 + w / SCHEDULERS});
      }
  }
  printf("%s, %d blocks of two warps a scheduler: %.2f trips in 1,000 cycles, by age", name, blocks, total / SMS / SCHEDULERS / (1 << 19) * 1000);
  for (double s : share) printf(" %.3f", s / total);
  std::sort(order.begin(), order.end());
  printf("\n  trips begin (cycle:warp)");
  for (int i = 60; i < 80 && i < (int)order.size(); i++) printf(" %u:%d", order[i].first - order[60].first, order[i].second);
  printf("\n");
}

int main() {
  float* sink;
  cudaMalloc(&sink, SMS * BLOCKS * 256 * sizeof(float));
  for (int blocks : {1, 2, 8}) measure<FOUR_CHAINS>("64 FMAs in four chains", blocks, sink);
  for (int blocks : {1, 2, 8}) measure<ONE_CHAIN>("64 FMAs in one chain", blocks, sink);
  for (int blocks : {1, 2, 8}) measure<SPECIAL>("16 special functions", blocks, sink);
}
