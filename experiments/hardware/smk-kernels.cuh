// The kernels of smk.cu and arrivals.cu.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)

constexpr int THREADS = 256;          // per block, every kernel
constexpr int SLOTS = 8;              // blocks per SM: 2048 threads
constexpr int MAX_SMS = 256;
#ifndef FMA_STEPS
#define FMA_STEPS 4096                // length of a block of fma
#endif
constexpr int SHARED = 7168;          // bytes per block; with the 1 KiB that the system takes, 8 blocks fill 64 KiB
constexpr int CARVEOUT_PERCENT = 25;

// ---------------------------------------------------------------------------------------------------------------- inputs

__host__ __device__ inline unsigned mix(unsigned x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16; return x; }
__host__ __device__ inline float uniform(unsigned i, unsigned seed) { return 1 + (float)(mix(i + seed) >> 9) * 1.1920929e-7f; }  // [1, 2)
constexpr unsigned SEED_X = 0x1234567u, SEED_Z = 0x89abcdeu, SEED_Y = 0x5555555u, SEED_INDEX = 0x3333333u;

struct Data {          // arrays of one instance of a kernel
  const float* x;      // input
  const float* z;      // second input
  float* y;            // output
  const int* index;    // gather
  const unsigned char* bytes;  // histogram
  unsigned* bins;      // histogram
  int n;               // sgemm: edge of the matrices
};
__constant__ Data instances[2];  // of A and B of the grid that runs

__global__ void fillFloats(float* p, size_t n, unsigned seed) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = uniform((unsigned)i, seed);
}
__global__ void fillIndex(int* p, size_t n, unsigned mask) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = (int)(mix((unsigned)i + SEED_INDEX) & mask);
}
__global__ void fillBytes(unsigned char* p, size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = (unsigned char)mix((unsigned)i);
}

template <class T> T* allocate(size_t n) { T* p; CHECK(cudaMalloc(&p, n * sizeof(T))); CHECK(cudaMemset(p, 0xff, n * sizeof(T))); return p; }
static float* floats(size_t n, unsigned seed) { float* p = allocate<float>(n); fillFloats<<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError()); return p; }

// --------------------------------------------------------------------------------------------------------------- kernels
// t = threadIdx.x. All loads and stores are 4 bytes unless said otherwise. The first six are those of samples.cu, with ROUNDS thread blocks of the sample done
// by one block one after the other where a sample's block lives for only a few microseconds.

// Streaming from DRAM: per round two coalesced loads, one FMA, one store.
struct Saxpy {
  static constexpr const char* name = "saxpy";
  static constexpr int ROUNDS = 64;
  static constexpr unsigned units = (1u << 26) / (ROUNDS * THREADS);  // x, y of 256 MiB each
  static void make(Data& d) { d.x = floats(1u << 26, SEED_X); d.y = floats(1u << 26, SEED_Y); }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    unsigned i = u * (ROUNDS * THREADS) + threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < ROUNDS; r++, i += THREADS) d.y[i] = 0.5f * d.x[i] + d.y[i];
  }
};

// Shared-memory tiles: 1024 x 1024 matrices (4 MiB each, all in L2), tiles of 16 x 16, 64 steps of 2 loads, 2 barriers, 16 FMAs from shared memory.
struct Sgemm {
  static constexpr const char* name = "sgemm";
  static constexpr int N = 1024;
  static constexpr unsigned units = (N / 16) * (N / 16);
  static void make(Data& d) { d.n = Sgemm::N; d.x = floats(Sgemm::N * Sgemm::N, SEED_X); d.z = floats(Sgemm::N * Sgemm::N, SEED_Z); d.y = allocate<float>(Sgemm::N * Sgemm::N); }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    __shared__ __align__(16) float ta[16][16], tb[16][16];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, n = d.n;
    int row = (int)(u / (N / 16)) * 16 + ty, col = (int)(u % (N / 16)) * 16 + tx;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k += 16) {
      ta[ty][tx] = d.x[row * n + k + tx];
      tb[ty][tx] = d.z[(k + ty) * n + col];
      __syncthreads();
#pragma unroll
      for (int j = 0; j < 16; j++) sum += ta[ty][j] * tb[j][tx];
      __syncthreads();
    }
    d.y[row * n + col] = sum;
  }
};

// Irregular: per round one load of an index (coalesced), one load through it (up to 32 sectors per warp, table of 32 MiB), one store.
struct Gather {
  static constexpr const char* name = "gather";
  static constexpr int ROUNDS = 16;
  static constexpr unsigned units = (1u << 25) / (ROUNDS * THREADS);  // index, y of 128 MiB each, x of 32 MiB
  static void make(Data& d) { int* p = allocate<int>(1u << 25); fillIndex<<<2048, 256>>>(p, 1u << 25, (1u << 23) - 1); d.index = p; d.x = floats(1u << 23, SEED_X); d.y = allocate<float>(1u << 25); }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    unsigned i = u * (ROUNDS * THREADS) + threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < ROUNDS; r++, i += THREADS) d.y[i] = d.x[d.index[i]];
  }
};

// Shared-memory atomics: 256 steps of one byte load (32 bytes per warp) and one atomic on one of 256 bins; then 256 global atomics.
struct Histogram {
  static constexpr const char* name = "histogram";
  static constexpr int STEPS = 256;
  static constexpr unsigned units = (1u << 28) / (STEPS * THREADS);  // 256 MiB
  static void make(Data& d) { unsigned char* p = allocate<unsigned char>(1u << 28); fillBytes<<<2048, 256>>>(p, 1u << 28); d.bytes = p; d.bins = allocate<unsigned>(256); }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    const unsigned char* p = d.bytes + (size_t)u * STEPS * THREADS + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < STEPS; s++) atomicAdd(&local[p[s * THREADS]], 1u);
    __syncthreads();
    atomicAdd(&d.bins[threadIdx.x], local[threadIdx.x]);
  }
};

// Divergent integer work: per round the Collatz steps of one number per thread (32-bit, wrapping), then one store.
struct Collatz {
  static constexpr const char* name = "collatz";
  static constexpr int ROUNDS = 4;
  static constexpr unsigned units = (1u << 23) / (ROUNDS * THREADS);  // y of 32 MiB
  static void make(Data& d) { d.y = allocate<float>(1u << 23); }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    unsigned i = u * THREADS + threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < ROUNDS; r++, i += units * THREADS) {  // one stretch of 256 numbers of each quarter, so that units cost about the same
      unsigned v = i + 1;
      int s = 0;
      while (v != 1) { v = (v & 1) ? 3 * v + 1 : v / 2; s++; }
      ((int*)d.y)[i] = s;
    }
  }
};

// Special functions: per round one load, 16 steps of sine, exponential and reciprocal square root in a dependent chain (48 MUFU per thread), one store.
struct Transcendental {
  static constexpr const char* name = "transcendental";
  static constexpr int ROUNDS = 16;
  static constexpr unsigned units = (1u << 25) / (ROUNDS * THREADS);  // x, y of 128 MiB each
  static void make(Data& d) { d.x = floats(1u << 25, SEED_X); d.y = allocate<float>(1u << 25); }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    unsigned i = u * (ROUNDS * THREADS) + threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < ROUNDS; r++, i += THREADS) {
      float v = d.x[i];
#pragma unroll 4
      for (int k = 0; k < 16; k++) v = __sinf(v) + __expf(-v) + rsqrtf(v + 1.5f);
      d.y[i] = v;
    }
  }
};

// Shared-memory stencil with barriers, after hotspot: 4096 x 4096 cells; per round one tile of 16 x 16 threads, 2 time steps, 12 x 12 cells stored, 5 barriers.
struct Hotspot {
  static constexpr const char* name = "hotspot";
  static constexpr int N = 4096, TILE = 16, STEPS = 2, INNER = TILE - 2 * STEPS, TILES = (N + INNER - 1) / INNER, ROUNDS = 18;
  static_assert(TILES % ROUNDS == 0, "a unit lies in one row of tiles");
  static constexpr unsigned units = TILES * TILES / ROUNDS;  // 342 x 342 tiles; x (temperature), z (power), y (result) of 64 MiB each
  static void make(Data& d) { size_t n = (size_t)Hotspot::N * Hotspot::N; d.x = floats(n, SEED_X); d.z = floats(n, SEED_Z); d.y = allocate<float>(n); }
  static __host__ __device__ float step(float c, float up, float down, float left, float right, float power) {
    return c + 0.1f * (power + (up + down - 2 * c) * 0.3f + (left + right - 2 * c) * 0.2f + (80 - c) * 0.01f);
  }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    __shared__ float now[TILE][TILE], next[TILE][TILE], power[TILE][TILE];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    int col = (int)(u % (TILES / ROUNDS)) * (ROUNDS * INNER) + tx - STEPS, row = (int)(u / (TILES / ROUNDS)) * INNER + ty - STEPS;
#pragma unroll 1
    for (int r = 0; r < ROUNDS; r++, col += INNER) {
      int at = min(max(row, 0), N - 1) * N + min(max(col, 0), N - 1);
      now[ty][tx] = d.x[at];
      power[ty][tx] = d.z[at];
      __syncthreads();
#pragma unroll
      for (int s = 0; s < STEPS; s++) {
        bool inside = tx > s && tx < TILE - 1 - s && ty > s && ty < TILE - 1 - s;
        if (inside) next[ty][tx] = step(now[ty][tx], now[ty - 1][tx], now[ty + 1][tx], now[ty][tx - 1], now[ty][tx + 1], power[ty][tx]);
        __syncthreads();
        if (s == STEPS - 1) break;
        if (inside) now[ty][tx] = next[ty][tx];
        __syncthreads();
      }
      if (tx >= STEPS && tx < TILE - STEPS && ty >= STEPS && ty < TILE - STEPS && row < N && col < N) d.y[at] = next[ty][tx];
      __syncthreads();
    }
  }
};

// Scattered loads that hit L1: 256 independent loads per thread at random places of a table of 64 KiB (up to 32 lines per warp); one store.
struct Lookup {
  static constexpr const char* name = "lookup";
  static constexpr int LOADS = 256, BITS = 14;
  static constexpr unsigned units = (1u << 21) / THREADS;  // y of 8 MiB
  static void make(Data& d) { d.x = floats(1u << Lookup::BITS, SEED_X); d.y = allocate<float>(1u << 21); }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    unsigned i = u * THREADS + threadIdx.x, v = i * 2654435761u;
    float sum = 0;
#pragma unroll 4
    for (int k = 0; k < LOADS; k++) { v = v * 1664525u + 1013904223u; sum += d.x[v >> (32 - BITS)]; }
    d.y[i] = sum;
  }
};

// Scattered loads that miss L2: 32 loads per thread, 8 at a time, at random places of a table of 256 MiB; one store.
struct Probe {
  static constexpr const char* name = "probe";
  static constexpr int LOADS = 32, BITS = 26;
  static constexpr unsigned units = (1u << 21) / THREADS;  // y of 8 MiB
  static void make(Data& d) { d.x = floats(1u << Probe::BITS, SEED_X); d.y = allocate<float>(1u << 21); }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    unsigned i = u * THREADS + threadIdx.x, v = mix(i);
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < LOADS; k++) { v = v * 1664525u + 1013904223u; sum += d.x[v >> (32 - BITS)]; }
    d.y[i] = sum;
  }
};

// Issue-bound arithmetic: 4 independent chains of FMA_STEPS FMAs per thread; one load, one store.
struct Fma {
  static constexpr const char* name = "fma";
  static constexpr int STEPS = FMA_STEPS;
  static constexpr unsigned units = (1u << 23) / THREADS;  // x, y of 32 MiB each
  static void make(Data& d) { d.x = floats(1u << 23, SEED_X); d.y = allocate<float>(1u << 23); }
  static __host__ __device__ float work(float v) {
    float a = v, b = v + 1, c = v + 2, e = v + 3;
#pragma unroll 16
    for (int k = 0; k < STEPS; k++) { a = fmaf(a, 0.999f, 0.25f); b = fmaf(b, 0.999f, 0.25f); c = fmaf(c, 0.999f, 0.25f); e = fmaf(e, 0.999f, 0.25f); }
    return (a + b) + (c + e);
  }
  static __device__ __noinline__ void unit(int who, unsigned u) {
    const Data& d = instances[who];
    unsigned i = u * THREADS + threadIdx.x;
    d.y[i] = work(d.x[i]);
  }
};

// ------------------------------------------------------------------------------------------------------ for grids of them

typedef unsigned long long u64;

__device__ inline unsigned smid() { unsigned r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }
__device__ inline unsigned cycles() { unsigned r; asm volatile("mov.u32 %0, %%clock;" : "=r"(r)); return r; }
__device__ inline unsigned nanoseconds() { unsigned r; asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(r)); return r; }  // differences hold for 4 s

static int fill(const void* f) { cudaFuncAttributes p; CHECK(cudaFuncGetAttributes(&p, f)); return SHARED - (int)p.sharedSizeBytes; }  // dynamic shared memory
static void use(int who, const Data& d) { CHECK(cudaMemcpyToSymbol(instances, &d, sizeof d, who * sizeof d)); }
