// What lies between two kernels of a stream, from the last instruction of one to the first of the next, by what the
// first ends with. Prints medians of 34 launches, nanoseconds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

static void check(cudaError_t error, int line) {
  if (error != cudaSuccess) {
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
    exit(1);
  }
}
#define CHECK(call) check(call, __LINE__)

constexpr int LAUNCHES = 40, FIRST = 6, CYCLES = 40000, MOST_BLOCKS = 4224;

__device__ inline unsigned long long now() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

// Thread blocks wait for as long, then add to words or store, and note when they began and ended.
__global__ void __launch_bounds__(1024)
    wait(ulonglong2 *times, int additions, unsigned *words, int stores, float *data) {
  unsigned long long begin = now();
  long long start = clock64();
  while (clock64() - start < CYCLES) {
  }
  __syncthreads();
  for (int i = 0; i < additions; i++) {
    atomicAdd(&words[threadIdx.x], 1u + i);
  }
  for (int i = 0; i < stores; i++) {
    data[(size_t)(i * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = i;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    times[blockIdx.x] = {begin, now()};
  }
}

static unsigned long long median(std::vector<unsigned long long> of) {
  std::sort(of.begin(), of.end());
  return of[of.size() / 2];
}

int main() {
  ulonglong2 *times;
  unsigned *words;
  float *data;
  CHECK(cudaMalloc(&times, sizeof(ulonglong2) * LAUNCHES * MOST_BLOCKS));
  CHECK(cudaMalloc(&words, 4096));
  CHECK(cudaMalloc(&data, 1 << 26));
  struct {
    int blocks, threads, additions, stores;
  } rows[] = {{1, 32, 0, 0},     {132, 256, 0, 0},  {264, 1024, 0, 0}, {1056, 256, 0, 0}, {4224, 64, 0, 0},
              {1056, 256, 0, 1}, {1056, 256, 0, 16}, {132, 256, 1, 0},  {1056, 256, 1, 0}, {1056, 256, 2, 0}};
  for (auto row : rows) {
    for (int launch = 0; launch < LAUNCHES; launch++) {
      wait<<<row.blocks, row.threads>>>(times + launch * row.blocks, row.additions, words, row.stores, data);
    }
    CHECK(cudaDeviceSynchronize());
    std::vector<ulonglong2> all(LAUNCHES * row.blocks);
    CHECK(cudaMemcpy(all.data(), times, sizeof(ulonglong2) * all.size(), cudaMemcpyDeviceToHost));
    std::vector<unsigned long long> gaps, begins;
    unsigned long long ended = 0;
    for (int launch = 0; launch < LAUNCHES; launch++) {
      unsigned long long first = ~0ull, last = 0, end = 0;
      for (int block = 0; block < row.blocks; block++) {
        ulonglong2 time = all[launch * row.blocks + block];
        first = std::min(first, time.x);
        last = std::max(last, time.x);
        end = std::max(end, time.y);
      }
      if (launch >= FIRST) {
        gaps.push_back(first - ended);
        begins.push_back(last - first);
      }
      ended = end;
    }
    printf("%4d thread blocks of %4d, %d additions to a word, %2d stores: %5llu between, began within %3llu\n",
           row.blocks, row.threads, row.additions, row.stores, median(gaps), median(begins));
  }
}
