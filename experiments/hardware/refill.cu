// What lies between a thread block and the next one in its room: cycles from the last instruction of a thread block to the
// first of the next, on SMs that are full.
//
//   nvcc -O2 -arch=native -o refill refill.cu && ./refill
//
// Thread blocks spin until their clock says so. On each SM the i-th to begin takes the room of the i-th to end.
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

struct Times {
  unsigned sm, begin, end;
};

static __device__ __forceinline__ unsigned now() {
  unsigned cycle;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(cycle)::"memory");
  return cycle;
}

// Each thread block notes its SM, its first cycle and its last; it may store a word for each thread at its end.
__global__ void __launch_bounds__(1024) spin(Times *times, unsigned *words, unsigned cycles, bool stores) {
  unsigned begin = now(), sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  while (now() - begin < cycles) {
  }
  if (stores) {
    words[blockIdx.x * blockDim.x + threadIdx.x] = begin;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    times[blockIdx.x] = {sm, begin, now()};
  }
}

// Cycles between a thread block and its successor, in ascending order.
static std::vector<int> gaps(const std::vector<Times> &times, int sms, size_t resident) {
  std::vector<int> found;
  for (int sm = 0; sm < sms; sm++) {
    std::vector<int> begins, ends;
    for (const Times &each : times) {
      if (each.sm == sm) {
        begins.push_back(each.begin - times[0].begin);
        ends.push_back(each.end - times[0].begin);
      }
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    for (size_t i = resident; i < begins.size(); i++) {
      found.push_back(begins[i] - ends[i - resident]);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  int sms = device.multiProcessorCount;
  Times *onDevice;
  unsigned *words;
  CHECK(cudaMalloc(&onDevice, sizeof(Times) * sms * 32 * 12));
  CHECK(cudaMalloc(&words, size_t(4) * 2048 * sms * 12));
  for (bool stores : {false, true}) {
    for (int threads : {32, 512, 1024}) { // of these few enough spin for the oldest not to hold up the others
      int resident = std::min(32, 2048 / threads);
      std::vector<Times> times(sms * resident * 12);
      for (int run = 0; run < 3; run++) {
        spin<<<times.size(), threads>>>(onDevice, words, 64000, stores);
        CHECK(cudaDeviceSynchronize());
      }
      CHECK(cudaMemcpy(times.data(), onDevice, times.size() * sizeof(Times), cudaMemcpyDeviceToHost));
      std::vector<int> found = gaps(times, sms, resident);
      printf("%4d threads%s: 10%% %d, median %d, 90%% %d cycles\n", threads, stores ? ", each stores" : "",
             found[found.size() / 10], found[found.size() / 2], found[found.size() * 9 / 10]);
    }
  }
}
