// How long memory instructions of a warp take beside warps of the same SM that keep its load/store
// unit busy: what waits behind their misses, and what does not.
//
// One thread block per SM. Warp 0 makes a chain of dependent accesses of one kind (the probe) while
// the other warps load or store without pause, until it is done.
//
//   nvcc -O2 -arch=native -o memory-path memory-path.cu && ./memory-path && ./memory-path lines
//
// lines: the waits of a shared load and of an L1 hit beside more and more loads, to see where they form a line.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call)                                                   \
  do {                                                                \
    cudaError_t error = (call);                                       \
    if (error != cudaSuccess) {                                       \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

enum Probe { ALU, SHARED, L1_HIT, L2_HIT, DRAM, CONSTANT, PROBES };
enum Beside { NOTHING, STREAM, SCATTER, STORE, BANK_CONFLICTS, BESIDES, HITS = BESIDES };
static const char* PROBE[] = {"arithmetic", "shared load", "L1 hit", "L2 hit", "DRAM load", "constant"};
static const char* BESIDE[] = {"nothing", "streamed loads", "scattered loads", "streamed stores",
                               "bank conflicts"};

static const uint32_t LINE_WORDS = 32;
static const uint32_t CHAIN_WORDS = 64u << 20; // 256 MB, more than any L2
static const size_t STREAM_WORDS = size_t(1) << 30;
static const size_t TABLE_WORDS = 16384; // 64 KiB, in L1D
static const int SHARED_BYTES = 120 * 1024; // one thread block per SM
static const int WARM_UP = 200'000;         // cycles

__constant__ int constantChain[64];
__device__ unsigned long long sink;

__device__ uint32_t loadCached(const uint32_t* at) {
  uint32_t value;
  asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(at));
  return value;
}

__device__ uint32_t loadFromL2(const uint32_t* at) {
  uint32_t value;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at));
  return value;
}

/** Makes a chain of accesses; returns its cycles. */
__device__ long long chain(int probe, int steps, volatile uint32_t* shared, const uint32_t* memory,
                           const uint32_t* zeros) {
  uint32_t x = probe == DRAM ? blockIdx.x * 7919u % (CHAIN_WORDS / LINE_WORDS) * LINE_WORDS : 0;
  float f = threadIdx.x;
  for (int i = 0; i < 64 && probe == L1_HIT; i++) x = loadCached(zeros + x);
  long long begin = clock64();
  switch (probe) {
    case ALU: for (int i = 0; i < steps; i++) f = f * 1.0001f + 0.5f; break;
    case SHARED: for (int i = 0; i < steps; i++) x = shared[64 + x]; break;
    case L1_HIT: for (int i = 0; i < steps; i++) x = loadCached(zeros + x); break;
    case L2_HIT: for (int i = 0; i < steps; i++) x = loadFromL2(zeros + x); break;
    case CONSTANT: for (int i = 0; i < steps; i++) x = constantChain[x]; break;
    default: for (int i = 0; i < steps; i++) x = loadFromL2(memory + x);
  }
  long long cycles = clock64() - begin;
  atomicAdd(&sink, (unsigned long long)(x + f));
  return cycles;
}

/** Keeps the memory path of the SM filled until a flag is set, with so many accesses at a time. */
template <int AT_A_TIME>
__device__ void press(int beside, volatile uint32_t* shared, uint32_t* stream) {
  int lane = threadIdx.x % 32;
  size_t warp = size_t(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  size_t at = warp * 1024 + lane;
  size_t stride = size_t(gridDim.x) * (blockDim.x / 32) * 1024;
  uint32_t sum = 0;
  while (!shared[0]) {
    uint32_t value[AT_A_TIME];
#pragma unroll
    for (int i = 0; i < AT_A_TIME; i++) {
      size_t scattered = (at + i * 977) * 2654435761ull;
      switch (beside) {
        case STREAM: value[i] = loadCached(stream + (at + i * 32) % STREAM_WORDS); break;
        case SCATTER: value[i] = loadCached(stream + scattered % STREAM_WORDS); break;
        case HITS: value[i] = loadCached(stream + scattered % TABLE_WORDS); break;
        case STORE: stream[(at + i * 32) % STREAM_WORDS] = sum; break;
        default: value[i] = shared[4096 + (lane * 32 + i * 7) % 4096];
      }
    }
    for (int i = 0; i < AT_A_TIME && beside != STORE; i++) sum += value[i];
    at += stride;
  }
  atomicAdd(&sink, (unsigned long long)sum);
}

__global__ void run(int probe, int beside, int atATime, int steps, const uint32_t* memory,
                    const uint32_t* zeros, uint32_t* stream, long long* cycles) {
  extern __shared__ uint32_t shared[]; // word 0: the probe is done; from word 64: a chain
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) shared[64 + i] = (i + 33) % 1024;
  if (threadIdx.x == 0) shared[0] = 0;
  __syncthreads();
  if (threadIdx.x >= 32) {
    if (beside == NOTHING) return;
    switch (atATime) {
      case 1: press<1>(beside, shared, stream); break;
      case 2: press<2>(beside, shared, stream); break;
      case 4: press<4>(beside, shared, stream); break;
      default: press<8>(beside, shared, stream);
    }
    return;
  }
  for (long long begin = clock64(); clock64() - begin < WARM_UP;) {
  }
  long long taken = chain(probe, steps, shared, memory, zeros);
  if (threadIdx.x == 0) {
    cycles[blockIdx.x] = taken;
    *(volatile uint32_t*)shared = 1;
  }
}

/** Lines in a random cycle, as words that hold the index of the next. */
static std::vector<uint32_t> randomCycle() {
  uint32_t lines = CHAIN_WORDS / LINE_WORDS;
  std::vector<uint32_t> order(lines), words(CHAIN_WORDS);
  for (uint32_t i = 0; i < lines; i++) order[i] = i;
  uint64_t random = 88172645463325252ull;
  for (uint32_t i = lines - 1; i > 0; i--) {
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    std::swap(order[i], order[random % (i + 1)]);
  }
  for (uint32_t i = 0; i < lines; i++)
    words[size_t(order[i]) * LINE_WORDS] = order[(i + 1) % lines] * LINE_WORDS;
  return words;
}

static int sms;
static uint32_t *memory, *zeros, *stream;
static long long* cycles;

/** Returns the cycles of a step of a chain on each SM, from the least to the most. */
static std::vector<double> stepCycles(int probe, int beside, int warps, int atATime, int steps) {
  run<<<sms, 32 * (warps + 1), SHARED_BYTES>>>(probe, beside, atATime, steps, memory, zeros, stream, cycles);
  CHECK(cudaDeviceSynchronize());
  std::vector<double> each(cycles, cycles + sms);
  for (double& c : each) c /= steps;
  std::sort(each.begin(), each.end());
  return each;
}

static void table() {
  for (int warps : {7, 31}) {
    for (int beside = 0; beside < BESIDES; beside++) {
      if (beside == NOTHING && warps > 7) continue;
      for (int probe = 0; probe < PROBES; probe++) {
        std::vector<double> each = stepCycles(probe, beside, warps, 8, probe == DRAM ? 1000 : 4000);
        printf("%-11s beside %2d warps of %-15s %8.1f (%.1f to %.1f)\n", PROBE[probe], beside == NOTHING ? 0 : warps,
               BESIDE[beside], each[sms / 2], each[0], each[sms - 1]);
      }
    }
  }
}

static void lines() {
  double sharedAlone = stepCycles(SHARED, NOTHING, 1, 1, 400)[sms / 2];
  double hitAlone = stepCycles(L1_HIT, NOTHING, 1, 1, 400)[sms / 2];
  for (int beside : {(int)SCATTER, (int)HITS})
    for (int atATime : {1, 2, 4, 8}) {
      printf("%s, %d at a time: warps, waits of a shared load and of an L1 hit:", beside == HITS ? "random hits" : BESIDE[beside], atATime);
      for (int warps : {1, 3, 5, 7, 9, 11, 13, 15, 19, 23, 27, 31})
        printf(" %d: %.0f %.0f;", warps, stepCycles(SHARED, beside, warps, atATime, 400)[sms / 2] - sharedAlone,
               stepCycles(L1_HIT, beside, warps, atATime, 400)[sms / 2] - hitAlone);
      printf("\n");
    }
}

int main(int count, char**) {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  sms = device.multiProcessorCount;
  std::vector<uint32_t> words = randomCycle();
  CHECK(cudaMalloc(&memory, words.size() * 4));
  CHECK(cudaMemcpy(memory, words.data(), words.size() * 4, cudaMemcpyHostToDevice));
  CHECK(cudaMalloc(&zeros, 128));
  CHECK(cudaMemset(zeros, 0, 128));
  CHECK(cudaMalloc(&stream, STREAM_WORDS * 4));
  CHECK(cudaMallocManaged(&cycles, sms * sizeof(long long)));
  int ring[64];
  for (int i = 0; i < 64; i++) ring[i] = (i + 1) % 64;
  CHECK(cudaMemcpyToSymbol(constantChain, ring, sizeof ring));
  CHECK(cudaFuncSetAttribute(run, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
  printf("%s: cycles of a step of a chain, median of %d SMs (least to most)\n", device.name, sms);
  if (count > 1) lines(); else table();
}
