// How many sectors of 32 B an L2 cache gives in a cycle: lanes of a warp that read parts of lines in
// random order, from 32 lines of which each lane reads one sector to 8 whole lines.
//
// One thread block per SM, as the device places so few (placement.cu); loads go past L1. The rate is that of all SMs together while all run.
//
//   nvcc -O2 -arch=native -o l2-throughput l2-throughput.cu && ./l2-throughput

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

static const int SECTOR_WORDS = 8;
static const int LINE_WORDS = 32;
static const int THREADS = 1024;
static const int STEPS = 512;
static const int IN_FLIGHT = 8;

__device__ unsigned long long sink;

__device__ uint32_t loadFromL2(const uint32_t* at) {
  uint32_t value;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at));
  return value;
}

/** A bijection of the 32-bit numbers that leaves no order. */
__device__ uint32_t scrambled(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

/**
 * Each group of 32 / groups lanes reads neighbouring sectors of a random line; when a group has more
 * lanes than a line has sectors, several read one. Without groups lines come one after another.
 */
__global__ void readLines(const uint32_t* memory, uint32_t lines, int groups, long long* begin,
                          long long* end) {
  int lane = threadIdx.x % 32;
  uint32_t warp = (blockIdx.x * THREADS + threadIdx.x) / 32;
  int lanesOfGroup = groups == 0 ? 4 : 32 / groups;
  int sector = lane % lanesOfGroup % 4;
  if (lanesOfGroup == 1) sector = scrambled(threadIdx.x) % 4;
  uint32_t number = groups == 0 ? 8 : groups;
  uint32_t sum = 0;
  long long from = clock64();
  for (int step = 0; step < STEPS; step += IN_FLIGHT) {
#pragma unroll
    for (int i = 0; i < IN_FLIGHT; i++) {
      uint32_t n = (warp * STEPS + step + i) * number + lane / lanesOfGroup;
      uint32_t line = (groups == 0 ? n : scrambled(n)) % lines;
      sum += loadFromL2(memory + size_t(line) * LINE_WORDS + sector * SECTOR_WORDS);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    begin[blockIdx.x] = from;
    end[blockIdx.x] = clock64();
  }
  atomicAdd(&sink, (unsigned long long)sum);
}

/** Returns sectors for each cycle of an SM's clock, on so many SMs together. */
static double sectorsPerCycle(const uint32_t* memory, size_t bytes, int groups, int sms) {
  long long *begin, *end;
  CHECK(cudaMallocManaged(&begin, sms * sizeof(long long)));
  CHECK(cudaMallocManaged(&end, sms * sizeof(long long)));
  double best = 0;
  for (int repeat = 0; repeat < 5; repeat++) {
    readLines<<<sms, THREADS>>>(memory, uint32_t(bytes / (LINE_WORDS * 4)), groups, begin, end);
    CHECK(cudaDeviceSynchronize());
    long long longest = 0;
    for (int b = 0; b < sms; b++) longest = std::max(longest, end[b] - begin[b]);
    int sectorsOfWarp = groups == 0 ? 32 : groups * std::min(4, 32 / groups);
    best = std::max(best, double(sms) * (THREADS / 32) * STEPS * sectorsOfWarp / longest);
  }
  CHECK(cudaFree(begin));
  CHECK(cudaFree(end));
  return best;
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  printf("%s, %d SMs, L2 %.1f MB\n", device.name, device.multiProcessorCount,
         device.l2CacheSize / 1048576.0);
  size_t most = size_t(4) << 30;
  uint32_t* memory;
  CHECK(cudaMalloc(&memory, most));
  CHECK(cudaMemset(memory, 0, most));
  struct { const char* name; int groups; } kinds[] = {
      {"32 lines, a sector of each", 32}, {"16 lines, two sectors of each", 16},
      {"8 whole lines, in random order", 8}, {"8 whole lines, one after another", 0}};
  size_t footprints[] = {size_t(4) << 20, size_t(16) << 20, size_t(32) << 20, most};
  printf("%-36s", "one line for all");
  for (int sms : {1, 33, 66, 99, device.multiProcessorCount})
    printf("  %d SMs %6.1f", sms, sectorsPerCycle(memory, LINE_WORDS * 4, 1, sms));
  printf("\n");
  for (size_t bytes : footprints) {
    printf("%zu MB:\n", bytes >> 20);
    for (auto& kind : kinds) {
      printf("  %-34s", kind.name);
      for (int sms : {1, 33, 66, 99, device.multiProcessorCount})
        printf("  %d SMs %6.1f", sms, sectorsPerCycle(memory, bytes, kind.groups, sms));
      printf("\n");
    }
  }
}
