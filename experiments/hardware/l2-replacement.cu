// Which line L2 replaces: how many loads of one thread hit, by the size of the buffer that it reads again
// and again, line after line in the order of addresses or in a random one that stays the same.
//
//   nvcc -O2 -arch=native -o l2-replacement l2-replacement.cu && ./l2-replacement
//
// With LRU and an even spread over the sets, a buffer that is a little larger than L2 never hits.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#define CHECK(call)                                                   \
  do {                                                                \
    cudaError_t error = (call);                                       \
    if (error != cudaSuccess) {                                       \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static const int LINE = 128;
static const int BUCKETS = 64, BUCKET = 25; // cycles
static const size_t BYTES = size_t(1) << 28;

__global__ void chase(char* memory, uint32_t first, int loads, unsigned* histogram) {
  __shared__ unsigned counts[BUCKETS];
  __shared__ volatile uint32_t came;
  for (int i = threadIdx.x; i < BUCKETS; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    uint32_t line = first;
    for (int i = 0; i < loads; i++) {
      const char* at = memory + size_t(line) * LINE;
      uint32_t begin = clock();
      asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(line) : "l"(at) : "memory");
      came = line; // in order, so that the clock is read when the line is there
      uint32_t end = clock();
      unsigned took = (end - begin) / BUCKET;
      counts[took < BUCKETS ? took : BUCKETS - 1]++;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < BUCKETS; i += blockDim.x) histogram[i] = counts[i];
}

__global__ void link(char* memory, const uint32_t* order, uint32_t lines) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < lines) *(uint32_t*)(memory + size_t(order[i]) * LINE) = order[i + 1 == lines ? 0 : i + 1];
}

int main() {
  char* memory;
  uint32_t* order;
  unsigned* histogram;
  CHECK(cudaMalloc(&memory, BYTES));
  CHECK(cudaMalloc(&order, BYTES / LINE * sizeof(uint32_t)));
  CHECK(cudaMalloc(&histogram, BUCKETS * sizeof(unsigned)));
  const char* names[] = {"in order", "random"};
  for (int shuffled = 0; shuffled < 2; shuffled++) {
    for (int mib = 8; mib <= 64; mib += mib < 20 ? 4 : 2) {
      uint32_t lines = mib * ((1u << 20) / LINE);
      std::vector<uint32_t> host(lines);
      std::iota(host.begin(), host.end(), 0u);
      if (shuffled) std::shuffle(host.begin(), host.end(), std::mt19937(1));
      CHECK(cudaMemcpy(order, host.data(), lines * sizeof(uint32_t), cudaMemcpyHostToDevice));
      link<<<(lines + 255) / 256, 256>>>(memory, order, lines);
      for (int pass = 0; pass < 3; pass++) chase<<<1, 32>>>(memory, host[0], lines, histogram);
      CHECK(cudaDeviceSynchronize());
      std::vector<unsigned> counts(BUCKETS);
      CHECK(cudaMemcpy(counts.data(), histogram, BUCKETS * sizeof(unsigned), cudaMemcpyDeviceToHost));
      printf("%s %d MiB:", names[shuffled], mib);
      for (int i = 0; i < BUCKETS; i++)
        if (counts[i] * 200u > lines) printf(" %d:%.3f", i * BUCKET, double(counts[i]) / lines);
      printf("\n");
      fflush(stdout);
    }
  }
}
