// What an instruction of one warp waits for: comparisons, branches, parted lanes, addresses.
#include <cstdio>

__device__ long long cycles;
__device__ void* sink;

#define BEGIN long long start = clock64();
#define END(VALUE) { long long end = clock64(); sink = (void*)(size_t)(VALUE); cycles = end - start; }

// A comparison, then an addition that it guards or a selection that reads it.
template <bool GUARDS> __global__ void comparison(int x, int trips) {
  int a = threadIdx.x + x;
  BEGIN
#pragma unroll 1
  for (int k = 0; k < trips; k++) {
#pragma unroll
    for (int i = 0; i < 64; i++) {
      if (GUARDS) asm volatile("{.reg .pred p; setp.ne.s32 p, %0, %1; @p add.s32 %0, %0, %2;}" : "+r"(a) : "r"(x), "r"(trips));
      else asm volatile("{.reg .pred p; setp.ne.s32 p, %0, %1; selp.s32 %0, %2, %0, p;}" : "+r"(a) : "r"(x), "r"(trips + i));
    }
  }
  END(a)
}

// A loop of FMAs in four chains, one a cycle, whose comparison is long done when its branch comes.
template <int FMAS> __global__ void loop(float x, int trips) {
  float c[4] = {x, x + 1, x + 2, x + 3};
  BEGIN
#pragma unroll 1
  for (int k = 0; k < trips; k++)
#pragma unroll
    for (int i = 0; i < FMAS; i++) c[i % 4] = fmaf(c[i % 4], 0.999f, 0.25f);
  END(c[0] + c[1] + c[2] + c[3])
}

// A trip with 24 dependent FMAs for the first lanes.
__global__ void parted(int trips, int lanes) {
  float a = threadIdx.x + trips, b = threadIdx.x;
  BEGIN
#pragma unroll 1
  for (int k = 0; k < trips; k++) {
    if (((threadIdx.x ^ k) & 31) < lanes) {
#pragma unroll
      for (int i = 0; i < 24; i++) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(a) : "f"(b));
    }
    __syncwarp();
  }
  END(a)
}

// Loads of which each finds the address of the next: as it is, or with additions in between.
template <bool ADDS> __global__ void sharedChain(int trips) {
  extern __shared__ unsigned words[];
  for (int i = threadIdx.x; i < 64; i += 32) words[i] = 4;
  unsigned a = trips & 4;
  BEGIN
#pragma unroll 1
  for (int k = 0; k < trips; k++)
#pragma unroll
    for (int j = 0; j < 16; j++) {
      a = *(volatile unsigned*)((char*)words + a);
      if (ADDS) asm volatile("xor.b32 %0, %0, %1; add.u32 %0, %0, %2;" : "+r"(a) : "r"(trips & 16), "r"(trips & 32));
    }
  END(a)
}

template <typename T, bool L1> __device__ T load(const T* at) { return L1 ? __ldca(at) : __ldcg(at); }

template <bool L1> __global__ void pointers(unsigned long long* first, int steps) {
  unsigned long long at = (unsigned long long)first;
  for (int i = 0; i < steps; i++) at = load<unsigned long long, L1>((unsigned long long*)at);
  BEGIN
#pragma unroll 16
  for (int i = 0; i < steps; i++) at = load<unsigned long long, L1>((unsigned long long*)at);
  if (at == 1) sink = 0; // the loads are done
  END(at)
}

template <bool L1> __global__ void indices(unsigned* first, int steps) {
  unsigned at = 0;
  for (int i = 0; i < steps; i++) at = load<unsigned, L1>(first + at);
  BEGIN
#pragma unroll 16
  for (int i = 0; i < steps; i++) at = load<unsigned, L1>(first + at);
  if (at == 1) sink = 0;
  END(at)
}

__global__ void link(unsigned long long* words, int n) {
  for (int i = threadIdx.x; i < n; i += 32) words[4 * i] = (unsigned long long)(words + 4 * ((i + 1) % n));
}
__global__ void number(unsigned* words, int n) {
  for (int i = threadIdx.x; i < n; i += 32) words[8 * i] = 8 * ((i + 1) % n);
}

static double measured() {
  long long host = 0;
  cudaError_t error = cudaDeviceSynchronize();
  if (error) { printf("%s\n", cudaGetErrorString(error)); return 0; }
  cudaMemcpyFromSymbol(&host, cycles, sizeof host);
  return host;
}

// Runs it twice, since the first run fetches its code.
#define PRINT(NAME, STEPS, ...) { __VA_ARGS__; __VA_ARGS__; printf("%s: %.1f\n", NAME, measured() / (STEPS)); }

int main() {
  PRINT("comparison and the addition that it guards", 6400, (comparison<true><<<1, 32>>>(-5, 100)));
  PRINT("comparison and the selection that reads it", 6400, (comparison<false><<<1, 32>>>(-5, 100)));
  PRINT("trip with 64 FMAs", 1000, (loop<64><<<1, 32>>>(1.5f, 1000)));
  PRINT("trip with 128 FMAs", 1000, (loop<128><<<1, 32>>>(1.5f, 1000)));
  PRINT("trip with 24 dependent FMAs for no lane", 320, (parted<<<1, 32>>>(320, 0)));
  PRINT("for half of the lanes", 320, (parted<<<1, 32>>>(320, 16)));
  PRINT("for one lane", 320, (parted<<<1, 32>>>(320, 1)));
  PRINT("for all lanes", 320, (parted<<<1, 32>>>(320, 32)));
  PRINT("shared load to shared load", 4800, (sharedChain<false><<<1, 32, 256>>>(300)));
  PRINT("with two additions", 4800, (sharedChain<true><<<1, 32, 256>>>(300)));
  const int n = 1024;
  unsigned long long* words;
  cudaMalloc(&words, n * 32);
  link<<<1, 32>>>(words, n);
  PRINT("pointer to pointer, L1", n, (pointers<true><<<1, 1>>>(words, n)));
  PRINT("pointer to pointer, L2", n, (pointers<false><<<1, 1>>>(words, n)));
  number<<<1, 32>>>((unsigned*)words, n);
  PRINT("index to index, L1", n, (indices<true><<<1, 1>>>((unsigned*)words, n)));
  PRINT("index to index, L2", n, (indices<false><<<1, 1>>>((unsigned*)words, n)));
}
