// Who goes first, the warp that came first or the one in the first place? A chain of dependent loads beside FMAs, each in a
// thread block of its own, on one SM, in either order; and in the place of a block that came before both.
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int SMS = 132;
__device__ unsigned arrivals[SMS];
__device__ volatile unsigned running[SMS], done[SMS];
__device__ float stepCycles[SMS], sink[SMS * 3 * 1024];

__device__ inline unsigned smid() { unsigned r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }

// FMAs in four chains, 64 in a trip, until the chain of loads has ended.
__device__ void fmas(int sm) {
  float c[4] = {1.5f, 1.25f, 1.125f, threadIdx.x * 1.0f};
  do {
#pragma unroll 1
    for (int k = 0; k < 64; k++)
#pragma unroll
      for (int i = 0; i < 64; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(c[i % 4]) : "f"(0.999f), "f"(0.25f));
    running[sm] = 1;
  } while (!done[sm]);
  sink[blockIdx.x * 1024 + threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}

// Loads from shared memory of which each finds the address of the next.
__device__ void chain(int sm, unsigned* words, int steps) {
  unsigned at = 0;
  for (int i = threadIdx.x & 31; i < 64; i += 32) words[i] = 0;
  while (!running[sm]) __nanosleep(1000);
  long long start = clock64();
#pragma unroll 1
  for (int k = 0; k < steps; k++)
#pragma unroll
    for (int j = 0; j < 16; j++) at = *(volatile unsigned*)((char*)words + at);
  long long end = clock64();
  if (threadIdx.x == 0) { stepCycles[sm] = (end - start) / (16.0f * steps); done[sm] = 1; }
  sink[blockIdx.x * 1024 + threadIdx.x] = at;
}

// What the blocks of an SM do, in the order in which they come: 'X' the chain, 'F' the FMAs, 'D' leaves when the FMAs run. Two fit.
__global__ void __launch_bounds__(1024) beside(const char* roles, int chains, int others) {
  extern __shared__ unsigned words[];
  __shared__ unsigned turn;
  int sm = smid(), warp = threadIdx.x / 32;
  if (!threadIdx.x) turn = atomicAdd(&arrivals[sm], 1);
  __syncthreads();
  char role = turn < 3 ? roles[turn] : 0;
  if (role == 'X' && warp < chains) chain(sm, words, 2000);
  if (role == 'F' && warp < others) fmas(sm);
  if (role == 'D' && warp < 4) while (!running[sm]) __nanosleep(1000);
}

static void measure(const char* name, const char* roles, int blocks, int chains, int others) {
  char* onDevice;
  cudaMalloc(&onDevice, 4);
  cudaMemcpy(onDevice, roles, blocks, cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(beside, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10);
  std::vector<unsigned> zero(SMS);
  for (int twice = 0; twice < 2; twice++) {
    cudaMemcpyToSymbol(arrivals, zero.data(), SMS * 4);
    cudaMemcpyToSymbol(running, zero.data(), SMS * 4);
    cudaMemcpyToSymbol(done, zero.data(), SMS * 4);
    beside<<<SMS * blocks, 1024, 100 << 10>>>(onDevice, 4 * chains, 4 * others);
    cudaError_t error = cudaDeviceSynchronize();
    if (error) { printf("%s\n", cudaGetErrorString(error)); return; }
  }
  std::vector<float> steps(SMS);
  cudaMemcpyFromSymbol(steps.data(), stepCycles, SMS * 4);
  std::sort(steps.begin(), steps.end());
  printf("%d warps of the chain and %d of FMAs a scheduler, %s: %.0f cycles a step (%.0f to %.0f)\n", chains, others, name, steps[SMS / 2], steps[0], steps[SMS - 1]);
}

int main() {
  for (int others : {1, 2, 4})
    for (int chains : {1, 2, 8}) {
      measure("the chain first", "XF", 2, chains, others);
      measure("the FMAs first", "FX", 2, chains, others);
      measure("the FMAs first, the chain in an older place", "DFX", 3, chains, others);
    }
}
