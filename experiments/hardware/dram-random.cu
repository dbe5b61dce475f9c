// How many accesses to random places DRAM serves: lanes read one word each of random sectors, pairs of sectors, or lines
// among 16 GiB, past L1, with eight loads of a thread in flight. Prints accesses and bytes a second.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void check(cudaError_t error, int line) {
  if (error != cudaSuccess) {
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
    exit(1);
  }
}
#define CHECK(call) check(call, __LINE__)

static const int IN_FLIGHT = 8;

__device__ __forceinline__ unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

// `lanes` lanes in a row read the sectors of one random block of `lanes` sectors.
__global__ void read(const unsigned *memory, unsigned blocks, int lanes, int rounds, unsigned *out) {
  unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned group = thread / lanes;
  unsigned sector = thread % lanes;
  unsigned sum = 0;
  for (int round = 0; round < rounds; round++) {
    unsigned value[IN_FLIGHT];
#pragma unroll
    for (int i = 0; i < IN_FLIGHT; i++) {
      unsigned block = mixed(group + 0x9e3779b9u * (round * IN_FLIGHT + i)) % blocks;
      value[i] = __ldcg(memory + ((size_t) block * lanes + sector) * 8);
    }
#pragma unroll
    for (int i = 0; i < IN_FLIGHT; i++) {
      sum += value[i];
    }
  }
  if (sum == 12345) {
    out[thread] = sum;
  }
}

int main() {
  const size_t bytes = 16ull << 30;
  const int rounds = 64;
  unsigned *memory, *out;
  CHECK(cudaMalloc(&memory, bytes));
  CHECK(cudaMalloc(&out, 1 << 24));
  CHECK(cudaMemset(memory, 0, bytes));
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  cudaEvent_t start, end;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  for (int lanes : {1, 2, 4}) {
    for (int sms : {8, 33, 66, 132}) {
      for (int repeat = 0; repeat < 2; repeat++) { // the first warms up
        CHECK(cudaEventRecord(start));
        read<<<sms * 2, 1024>>>(memory, (unsigned) (bytes / 32 / lanes), lanes, rounds, out);
        CHECK(cudaEventRecord(end));
        CHECK(cudaDeviceSynchronize());
      }
      float ms;
      CHECK(cudaEventElapsedTime(&ms, start, end));
      double sectors = (double) sms * 2 * 1024 * rounds * IN_FLIGHT;
      printf("%d sectors in a row, %d thread blocks of 1024: %.2f G accesses/s, %.0f GB/s\n", lanes, sms * 2,
          sectors / lanes / ms / 1e6, sectors * 32 / ms / 1e6);
    }
  }
  return 0;
}
