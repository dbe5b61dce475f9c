// A warp that reads shared memory in a chain, beside warps that issue bursts of 64 FMAs, a taken branch behind each, in another thread
// block; all of one scheduler. Prints the cycles of a step of the chain, and when in a piece of the run steps ended [in brackets] and
// bursts began (A is the oldest). Control codes are changed by bursts.py.
// Run: ./bursts WARPS_OF_FMAS (of each scheduler) 1|0 (the chain came first, or last)
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

constexpr int SMS = 132, STEPS = 16, TRIPS = 24, FIRST = 12, LAST = 22, BURSTS = 1024, MOST = 6, HEADER = 16;
__device__ unsigned arrivals[SMS], ready[SMS];
__device__ volatile unsigned done[SMS];
__device__ unsigned steps[TRIPS][STEPS], bursts[MOST][BURSTS];
__device__ float sink[SMS * 768];

__device__ inline unsigned smid() { unsigned r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }
__device__ inline unsigned warpid() { unsigned r; asm volatile("mov.u32 %0, %%warpid;" : "=r"(r)); return r; }

// What each read gives is the address of the next one.
__device__ __noinline__ void reads(bool noted, unsigned at) {
#pragma unroll 1
  for (int trip = 0; trip < TRIPS; trip++) {
    unsigned long long t[STEPS];
#pragma unroll
    for (int i = 0; i < STEPS; i++)
      asm volatile("ld.volatile.shared.u32 %0, [%0];\n mov.u64 %1, %%clock64;" : "+r"(at), "=l"(t[i]));
    if (noted) for (int i = 0; i < STEPS; i++) steps[trip][i] = t[i] + (at & 1);
  }
}

// Notes in a ring in shared memory when each burst begins.
__device__ __noinline__ void fmas(int sm, unsigned ring, float* out) {
  float c[4] = {1.5f, 1.25f, 1.125f, threadIdx.x * 1.0f};
  unsigned gone = 0;
  do {
#pragma unroll 1
    for (int k = 0; k < 16; k++) {
      asm volatile("{ .reg .u64 t; .reg .u32 low; mov.u64 t, %%clock64; cvt.u32.u64 low, t; st.volatile.shared.u32 [%0], low; "
                   "add.u32 %0, %0, 4; }" : "+r"(ring));
#pragma unroll
      for (int i = 0; i < 64; i++) asm volatile("fma.rn.f32 %0, %0, 0f3F7FBE77, 0f3EC00000;" : "+f"(c[i % 4]));
    }
    gone += 16;
    if (gone == BURSTS) { gone = 0; ring -= 4 * BURSTS; }
  } while (!done[sm]);
  *out = c[0] + c[1] + c[2] + c[3];
}

extern __shared__ unsigned words[];
__global__ void __launch_bounds__(768, 2) beside(int warps, int chainFirst) {
  __shared__ unsigned turn;
  int sm = smid(), warp = threadIdx.x / 32;
  bool here = warpid() % 4 == 0;  // a warp of the scheduler that is looked at
  if (!threadIdx.x) turn = atomicAdd(&arrivals[sm], 1);
  __syncthreads();
  bool chain = turn == (chainFirst ? 0 : 1);
  if (turn > 1 || warp >= 4 * (chain ? 1 : warps)) return;
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&ready[sm], 1);
    while (*(volatile unsigned*)&ready[sm] < 4 + 4 * warps);
  }
  __syncwarp();
  unsigned base = (unsigned)__cvta_generic_to_shared(words);
  if (!chain) {
    int ring = HEADER + (here ? warp / 4 : MOST) * BURSTS;
    fmas(sm, base + 4 * ring, &sink[sm * 768 + threadIdx.x]);
    if (sm == 0 && here && threadIdx.x % 32 == 0) for (int i = 0; i < BURSTS; i++) bursts[warp / 4][i] = words[ring + i];
    return;
  }
  words[0] = base;
  __syncwarp();
  for (long long from = clock64(); clock64() < from + 20000;);
  reads(sm == 0 && here, base);
  if (here) done[sm] = 1;
}

int main(int, char** argv) {
  int warps = atoi(argv[1]), bytes = 4 * (HEADER + (MOST + 1) * BURSTS);
  cudaFuncSetAttribute(beside, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  beside<<<SMS * 2, 768, bytes>>>(warps, atoi(argv[2]));
  cudaError_t error = cudaDeviceSynchronize();
  if (error) { printf("%s\n", cudaGetErrorString(error)); return 1; }
  static unsigned t[TRIPS][STEPS], f[MOST][BURSTS];
  cudaMemcpyFromSymbol(t, steps, sizeof t);
  cudaMemcpyFromSymbol(f, bursts, sizeof f);
  double sum = 0;
  for (int k = FIRST; k < LAST; k++) sum += t[k][STEPS - 1] - t[k][0];
  printf("%.0f cycles a step:", sum / (LAST - FIRST) / (STEPS - 1));
  unsigned from = t[LAST - 1][0], until = std::min(t[LAST - 1][STEPS - 1], from + 1500);
  std::vector<std::pair<int, char>> all;
  for (int i = 0; i < STEPS; i++) all.push_back({(int)(t[LAST - 1][i] - from), '['});
  for (int w = 0; w < warps; w++) for (int i = 0; i < BURSTS; i++) all.push_back({(int)(f[w][i] - from), 'A' + w});
  std::sort(all.begin(), all.end());
  for (auto [at, what] : all) {
    if (at < 0 || at > (int)(until - from)) continue;
    if (what == '[') printf(" [%d]", at);
    else printf(" %c%d", what, at);
  }
  printf("\n");
}
