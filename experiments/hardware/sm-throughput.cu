// What one SM loads, stores and copies in a cycle, and how many bytes it has in flight: 1 or 2 thread
// blocks of 1,024 threads on one SM, each thread with 1 to 8 independent accesses of 4 or 16 bytes.
//
// Bytes in flight are those per cycle times the latency of a chase in the same memory (Little's law).
//
//   nvcc -O2 -arch=native -o sm-throughput sm-throughput.cu && ./sm-throughput

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                   \
  do {                                                                \
    cudaError_t error = (call);                                       \
    if (error != cudaSuccess) {                                       \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static const int THREADS = 1024;
static const int STEPS = 64;
static const size_t DRAM_BYTES = size_t(4) << 30;
static const size_t CHUNK = size_t(64) << 20; // read once
static const size_t L2_BYTES = size_t(8) << 20;

__device__ unsigned sink;

__device__ unsigned sum(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }
__device__ unsigned sum(unsigned v) { return v; }
template <typename T> __device__ T made(unsigned v);
template <> __device__ uint4 made<uint4>(unsigned v) { return make_uint4(v, v, v, v); }
template <> __device__ unsigned made<unsigned>(unsigned v) { return v; }

enum Kind { LOAD, STORE, COPY };

/** Thread blocks that are not on SM 0 leave; those that are take turns at the memory. */
template <typename T, int IN_FLIGHT, Kind KIND, bool CACHED>
__global__ void __launch_bounds__(THREADS, 2) access(const T* from, T* to, size_t count, int blocks, long long* cycles, int* places) {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  __shared__ int place;
  if (sm != 0) return;
  if (threadIdx.x == 0) place = atomicAdd(places, 1);
  __syncthreads();
  if (place >= blocks) return;
  if (threadIdx.x == 0) {
    atomicAdd(places + 1, 1);
    while (atomicAdd(places + 1, 0) < blocks) {}
  }
  __syncthreads();
  unsigned all = 0;
  size_t at = size_t(place) * THREADS + threadIdx.x;
  size_t step = size_t(blocks) * THREADS;
  long long begin = clock64();
  for (int i = 0; i < STEPS; i++) {
    T value[IN_FLIGHT];
#pragma unroll
    for (int j = 0; j < IN_FLIGHT; j++) {
      size_t index = (at + step * (i * IN_FLIGHT + j)) & (count - 1);
      if (KIND != STORE) value[j] = CACHED ? __ldca(from + index) : __ldcg(from + index);
    }
#pragma unroll
    for (int j = 0; j < IN_FLIGHT; j++) {
      size_t index = (at + step * (i * IN_FLIGHT + j)) & (count - 1);
      if (KIND == LOAD) all ^= sum(value[j]);
      if (KIND == STORE) to[index] = made<T>(i + j);
      if (KIND == COPY) to[index] = value[j];
    }
  }
  if (all == 0x12345678) sink = all;
  __syncthreads();
  long long end = clock64();
  if (threadIdx.x == 0) {
    cycles[2 * place] = begin;
    cycles[2 * place + 1] = end;
  }
}

static char *from, *to;
static long long* cycles;
static int* places;

template <typename T, int IN_FLIGHT, Kind KIND, bool CACHED>
void measure(const char* name, size_t bytes, const char* memory) {
  for (int blocks = 1; blocks <= 2; blocks++) {
    double best = 0;
    for (int run = 0; run < 5; run++) {
      if (bytes == DRAM_BYTES) { // evicts what is in L2
        CHECK(cudaMemset(to + DRAM_BYTES / 2, run, size_t(200) << 20));
      }
      CHECK(cudaMemset(places, 0, 8));
      size_t offset = bytes == DRAM_BYTES ? size_t(run) * CHUNK : 0;
      access<T, IN_FLIGHT, KIND, CACHED><<<264, THREADS>>>(
          (const T*)(from + offset), (T*)(to + offset), (bytes == DRAM_BYTES ? CHUNK : bytes) / sizeof(T), blocks, cycles, places);
      CHECK(cudaDeviceSynchronize());
      long long host[4];
      CHECK(cudaMemcpy(host, cycles, sizeof host, cudaMemcpyDeviceToHost));
      long long begin = host[0], end = host[1];
      if (blocks == 2) begin = std::min(begin, host[2]), end = std::max(end, host[3]);
      double rate = double(blocks) * THREADS * STEPS * IN_FLIGHT * sizeof(T) / double(end - begin);
      if (run > 0) best = std::max(best, rate);
    }
    printf("%s of %zu B, %d in flight, %d warps, %s: %.1f B/cycle\n", name, sizeof(T), IN_FLIGHT, 32 * blocks, memory, best);
  }
}

template <typename T, Kind KIND, bool CACHED>
void all(const char* name) {
  for (int dram = 0; dram < 2; dram++) {
    size_t bytes = dram ? DRAM_BYTES : L2_BYTES;
    const char* memory = dram ? "DRAM" : "L2";
    measure<T, 1, KIND, CACHED>(name, bytes, memory);
    measure<T, 2, KIND, CACHED>(name, bytes, memory);
    measure<T, 4, KIND, CACHED>(name, bytes, memory);
    measure<T, 8, KIND, CACHED>(name, bytes, memory);
  }
}

int main() {
  CHECK(cudaMalloc(&from, DRAM_BYTES));
  CHECK(cudaMalloc(&to, DRAM_BYTES));
  CHECK(cudaMalloc(&cycles, 64));
  CHECK(cudaMalloc(&places, 8));
  CHECK(cudaMemset(from, 1, DRAM_BYTES));
  all<uint4, LOAD, true>("ld.ca");
  all<uint4, LOAD, false>("ld.cg");
  all<unsigned, LOAD, true>("ld.ca");
  all<uint4, STORE, true>("st");
  all<unsigned, STORE, true>("st");
  all<uint4, COPY, true>("ld.ca and st");
  all<unsigned, COPY, true>("ld.ca and st");
  return 0;
}
