// How soon a memory instruction follows another: groups of independent loads, alone on an SM and beside FMAs. Cycles of a group.
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int SMS = 132;
__device__ volatile unsigned running[SMS], done[SMS];
__device__ float stepCycles[SMS], sink[SMS * 2048];
__device__ unsigned words[SMS * 64], arrivals[SMS];

__device__ inline unsigned smid() { unsigned r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }
__device__ inline unsigned now() { unsigned r; asm volatile("mov.u32 %0, %%clock;" : "=r"(r)); return r; }

enum Kind { SHARED, GLOBAL };

// GROUP independent accesses, and what reads them.
template <int KIND, int GROUP> __device__ __forceinline__ unsigned group(unsigned shared, const unsigned* global, unsigned at) {
  unsigned v[GROUP], sum = 0;
#pragma unroll
  for (int i = 0; i < GROUP; i++) {
    if (KIND == SHARED) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v[i]) : "r"(shared + at + i * 4));
    if (KIND == GLOBAL) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[i]) : "l"(global + at + i));
  }
#pragma unroll
  for (int i = 0; i < GROUP; i++) sum |= v[i];
  return sum;
}

template <int KIND, int GROUP> __global__ void __launch_bounds__(1024) work(int warps, int others) {
  __shared__ unsigned here[64], turn;
  int sm = smid(), warp = threadIdx.x / 32;
  if (threadIdx.x < 64) here[threadIdx.x] = 0;
  if (!threadIdx.x) turn = atomicAdd(&arrivals[sm], 1);
  __syncthreads();
  if (!turn) {
    if (warp >= warps) return;
    while (others && !running[sm]) __nanosleep(1000);
    unsigned shared = (unsigned)__cvta_generic_to_shared(here), at = 0;
    const unsigned* global = words + sm * 64;
    for (int k = 0; k < 2; k++) at |= group<KIND, GROUP>(shared, global, at);
    unsigned begin = now();
#pragma unroll 1
    for (int k = 0; k < 400; k++) at |= group<KIND, GROUP>(shared, global, at);
    unsigned end = now();
    if (!warp && !(threadIdx.x & 31)) { stepCycles[sm] = (end - begin) / 400.0f; done[sm] = 1; }
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

template <int KIND, int GROUP> float measure(int warps, int others) {
  std::vector<unsigned> zero(SMS);
  for (int twice = 0; twice < 2; twice++) {
    cudaMemcpyToSymbol(arrivals, zero.data(), SMS * 4);
    cudaMemcpyToSymbol(running, zero.data(), SMS * 4);
    cudaMemcpyToSymbol(done, zero.data(), SMS * 4);
    work<KIND, GROUP><<<SMS * (others ? 2 : 1), 1024>>>(warps, others);
    if (cudaDeviceSynchronize()) puts("error");
  }
  std::vector<float> steps(SMS);
  cudaMemcpyFromSymbol(steps.data(), stepCycles, SMS * 4);
  std::sort(steps.begin(), steps.end());
  return steps[SMS / 2];
}

template <int KIND> void table(const char* name) {
  for (int warps : {1, 4, 8, 16, 32})
    printf("%s, %d warps of an SM, groups of 1, 2, 4, 8, 16: %.1f %.1f %.1f %.1f %.1f\n", name, warps, measure<KIND, 1>(warps, 0), measure<KIND, 2>(warps, 0), measure<KIND, 4>(warps, 0), measure<KIND, 8>(warps, 0), measure<KIND, 16>(warps, 0));
  for (int others : {1, 2, 4})
    printf("%s, 4 warps, first, beside %d of FMAs a scheduler, groups of 1, 2, 4, 8, 16: %.1f %.1f %.1f %.1f %.1f\n", name, others, measure<KIND, 1>(4, others), measure<KIND, 2>(4, others), measure<KIND, 4>(4, others), measure<KIND, 8>(4, others), measure<KIND, 16>(4, others));
}

int main() { table<SHARED>("shared loads"); table<GLOBAL>("L1 hits"); }
