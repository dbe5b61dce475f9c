// Two groups of warps on each SM, in thread blocks that came one after the other, each in a loop of 128 FMAs of its own. Prints what
// each group issues in a cycle of a scheduler. Control codes of the loops are changed by turns.py.
// Run: ./turns WARPS_OF_THE_OLDER WARPS_OF_THE_YOUNGER (of each scheduler)
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int SMS = 132, LENGTH = 2000000;
__device__ unsigned arrivals[SMS], ready[SMS];
__device__ unsigned long long trips[SMS][2];
__device__ float sink[SMS * 2 * 1024];

__device__ inline unsigned smid() { unsigned r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }

// Returns its trips of 16 x 128 FMAs between two times; the addend tells the loops of the two groups apart.
template <int YOUNGER> __device__ __noinline__ unsigned loop(long long from, float* out) {
  float c[4] = {1.5f, 1.25f, 1.125f, threadIdx.x * 1.0f};
  unsigned inside = 0;
  long long now;
  do {
#pragma unroll 1
    for (int k = 0; k < 16; k++)
#pragma unroll
      for (int i = 0; i < 128; i++) {
        if (YOUNGER) asm volatile("fma.rn.f32 %0, %0, 0f3F7FBE77, 0f3EC00000;" : "+f"(c[i % 4]));
        else asm volatile("fma.rn.f32 %0, %0, 0f3F7FBE77, 0f3E800000;" : "+f"(c[i % 4]));
      }
    now = clock64();
    inside += now >= from && now < from + LENGTH;
  } while (now < from + LENGTH + 20000);
  *out = c[0] + c[1] + c[2] + c[3];
  return inside;
}

__global__ void __launch_bounds__(1024) beside(int older, int younger) {
  __shared__ unsigned turn;
  int sm = smid(), warp = threadIdx.x / 32;
  if (!threadIdx.x) turn = atomicAdd(&arrivals[sm], 1);
  __syncthreads();
  if (turn > 1 || warp >= (turn ? younger : older)) return;
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&ready[sm], 1);
    while (*(volatile unsigned*)&ready[sm] < older + younger);
  }
  __syncwarp();
  long long from = clock64() + 100000;
  float* out = &sink[(sm * 2 + turn) * 1024 + threadIdx.x];
  unsigned n = turn ? loop<1>(from, out) : loop<0>(from, out);
  if (threadIdx.x % 32 == 0) atomicAdd(&trips[sm][turn], n);
}

int main(int, char** argv) {
  cudaFuncSetAttribute(beside, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10);
  std::vector<char> zero(sizeof(unsigned long long) * SMS * 2);
  for (int twice = 0; twice < 2; twice++) {
    cudaMemcpyToSymbol(arrivals, zero.data(), SMS * 4);
    cudaMemcpyToSymbol(ready, zero.data(), SMS * 4);
    cudaMemcpyToSymbol(trips, zero.data(), SMS * 16);
    beside<<<SMS * 2, 1024, 100 << 10>>>(4 * atoi(argv[1]), 4 * atoi(argv[2]));
    cudaError_t error = cudaDeviceSynchronize();
    if (error) { printf("%s\n", cudaGetErrorString(error)); return 1; }
  }
  std::vector<unsigned long long> t(SMS * 2);
  cudaMemcpyFromSymbol(t.data(), trips, SMS * 16);
  for (int group = 0; group < 2; group++) {
    std::vector<double> rates;
    for (int s = 0; s < SMS; s++) rates.push_back(t[s * 2 + group] * 2048.0 / 4 / LENGTH);
    std::sort(rates.begin(), rates.end());
    printf("%.3f ", rates[SMS / 2]);
  }
  printf("\n");
}
