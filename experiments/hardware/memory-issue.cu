// How soon a memory instruction follows another: groups of independent loads, alone on an SM and beside FMAs. Cycles of a group.
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int SMS = 132;
__device__ volatile unsigned running[SMS], done[SMS];
__device__ float groupCycles[SMS], sink[SMS * 2048];
__device__ unsigned words[SMS * 64], arrivals[SMS];

__device__ inline unsigned smid() { unsigned r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }
__device__ inline unsigned now() { unsigned r; asm volatile("mov.u32 %0, %%clock;" : "=r"(r)); return r; }

// Every stride-th warp of an SM's first block, warps in all, loads; as many others of each scheduler of its second one run FMAs.
template <bool SHARED, int GROUP> __global__ void __launch_bounds__(1024) work(int warps, int stride, int others) {
  __shared__ unsigned here[64], turn;
  int sm = smid(), warp = threadIdx.x / 32;
  if (threadIdx.x < 64) here[threadIdx.x] = 0;
  if (!threadIdx.x) turn = atomicAdd(&arrivals[sm], 1);
  __syncthreads();
  if (!turn) {
    if (warp % stride || warp / stride >= warps) return;
    while (others && !running[sm]) __nanosleep(1000);
    unsigned shared = (unsigned)__cvta_generic_to_shared(here), at = 0, begin = 0;
    const unsigned* global = words + sm * 64;
#pragma unroll 1
    for (int k = 0; k < 402; k++) {
      if (k == 2) begin = now();
      unsigned v[GROUP];
#pragma unroll
      for (int i = 0; i < GROUP; i++) {
        if (SHARED) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v[i]) : "r"(shared + at + i * 4));
        else asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[i]) : "l"(global + at + i));
      }
#pragma unroll
      for (int i = 0; i < GROUP; i++) at |= v[i];
    }
    unsigned end = now();
    if (!threadIdx.x) { groupCycles[sm] = (end - begin) / 400.0f; done[sm] = 1; }
    sink[sm * 2048 + threadIdx.x] = at;
  } else {
    if (warp >= 4 * others) return;
    float c[4] = {1.5f, 1.25f, 1.125f, threadIdx.x * 1.0f};
    do {
#pragma unroll 1
      for (int k = 0; k < 64; k++)
#pragma unroll
        for (int i = 0; i < 64; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(c[i % 4]) : "f"(0.999f), "f"(0.25f));
      running[sm] = 1;
    } while (!done[sm]);
    sink[sm * 2048 + 1024 + threadIdx.x] = c[0] + c[1] + c[2] + c[3];
  }
}

template <bool SHARED, int GROUP> void measure(int warps, int stride, int others) {
  std::vector<unsigned> zero(SMS);
  for (int twice = 0; twice < 2; twice++) {
    cudaMemcpyToSymbol(arrivals, zero.data(), SMS * 4);
    cudaMemcpyToSymbol(running, zero.data(), SMS * 4);
    cudaMemcpyToSymbol(done, zero.data(), SMS * 4);
    work<SHARED, GROUP><<<SMS * (others ? 2 : 1), 1024>>>(warps, stride, others);
    if (cudaDeviceSynchronize()) puts("error");
  }
  std::vector<float> cycles(SMS);
  cudaMemcpyFromSymbol(cycles.data(), groupCycles, SMS * 4);
  std::sort(cycles.begin(), cycles.end());
  printf(" %.1f", cycles[SMS / 2]);
}

template <bool SHARED> void row(int warps, int stride, int others) {
  printf("%s, %d warps of %s, %d of FMAs a scheduler, groups of 1, 2, 4, 8, 16, 24:", SHARED ? "shared" : "L1", warps, stride == 4 ? "one scheduler" : "an SM", others);
  measure<SHARED, 1>(warps, stride, others); measure<SHARED, 2>(warps, stride, others); measure<SHARED, 4>(warps, stride, others);
  measure<SHARED, 8>(warps, stride, others); measure<SHARED, 16>(warps, stride, others); measure<SHARED, 24>(warps, stride, others);
  puts("");
}

template <bool SHARED> void table() {
  for (int warps : {1, 4, 8, 32}) row<SHARED>(warps, 1, 0);
  for (int warps : {2, 4, 8}) row<SHARED>(warps, 4, 0);
  for (int others : {1, 2, 4}) row<SHARED>(4, 1, others);
}

int main() { table<true>(); table<false>(); }
