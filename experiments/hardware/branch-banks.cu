// What a trip of a loop takes one warp, and how fast loads of 32 random words come from L1.
#include <cstdio>

__device__ long long cycles;
__device__ int sink[1024];
__device__ float table[65536];

// One addition, the counter, its comparison and the branch.
__global__ void emptyLoop(int trips) {
  int a = threadIdx.x;
  long long start = clock64();
#pragma unroll 1
  for (int i = 0; i < trips; i++) asm volatile("add.s32 %0,%0,%1;" : "+r"(a) : "r"(trips));
  cycles = clock64() - start;
  sink[threadIdx.x] = a;
}

// Collatz steps of one number, all lanes alike: 111 for 27.
__global__ void collatz(unsigned v) {
  int steps = 0;
  long long start = clock64();
#pragma unroll 1
  while (v != 1) { v = v & 1 ? 3 * v + 1 : v / 2; steps++; }
  cycles = clock64() - start;
  sink[threadIdx.x] = steps;
}

// 32 warps, four loads each in flight. PATTERN 0: random words of 64 KiB; 1: first words of random lines, all in one bank of data;
// 2: 32 lines in order, of each a random sector.
template <int PATTERN> __global__ void loads(int trips) {
  float sum = 0;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  __syncthreads();
  long long start = clock64();
#pragma unroll 1
  for (int i = 0; i < trips; i++) {
    float r[4];
#pragma unroll
    for (int j = 0; j < 4; j++) {
      unsigned h = (lane * 64 + warp * 7919 + i * 4 + j) * 2654435761u;
      h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 13;
      int at = PATTERN == 0 ? h & 16383 : PATTERN == 1 ? (h & 511) * 32 : lane * 32 + (h & 3) * 8 + j * 1024;
      asm volatile("ld.global.ca.f32 %0,[%1];" : "=f"(r[j]) : "l"(table + at));
    }
    for (int j = 0; j < 4; j++) sum += r[j];
  }
  __syncthreads();
  if (!threadIdx.x) cycles = clock64() - start;
  sink[threadIdx.x] = sum;
}

static double measured() {
  long long host;
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&host, cycles, sizeof host);
  return host;
}

int main() {
  const int trips = 1000;
  for (int warmUp = 0; warmUp < 2; warmUp++) emptyLoop<<<1, 32>>>(trips);
  printf("trip of an empty loop: %.1f cycles\n", measured() / trips);
  for (int warmUp = 0; warmUp < 2; warmUp++) collatz<<<1, 32>>>(27);
  printf("collatz step: %.1f cycles\n", measured() / 111);
  for (int warmUp = 0; warmUp < 2; warmUp++) loads<0><<<1, 1024>>>(trips);
  printf("load of 32 random words: %.2f cycles\n", measured() / (trips * 4 * 32));
  for (int warmUp = 0; warmUp < 2; warmUp++) loads<1><<<1, 1024>>>(trips);
  printf("load of 32 first words of random lines: %.2f cycles\n", measured() / (trips * 4 * 32));
  for (int warmUp = 0; warmUp < 2; warmUp++) loads<2><<<1, 1024>>>(trips);
  printf("load of a random sector of each of 32 lines: %.2f cycles\n", measured() / (trips * 4 * 32));
}
