// How much L2 of two halves holds: how fast all SMs read a buffer again and again, by its size. And how
// long a load takes of a line that an SM near to the other half has brought.
//
//   nvcc -O2 -arch=native -o l2-room l2-room.cu && ./l2-room
//
// same: each SM reads the same part in each pass; turns: another part in each pass, so that SMs near to
// either half of L2 read every line; half: as same, but only the SMs that are near to one half read.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                   \
  do {                                                                \
    cudaError_t error = (call);                                       \
    if (error != cudaSuccess) {                                       \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static const int PIECE = 4096; // bytes that belong to one half
static const int THREADS = 256;
static const int SHARED = 200 * 1024; // leaves no room for a second thread block on an SM
static const size_t BYTES = size_t(1) << 31;
static const int LINES = 2048;
static const int WARM_UP = 10, PASSES = 40;
__device__ unsigned sink;

__device__ unsigned smId() {
  unsigned id;
  asm("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}

/** The SM of rank r of n reads the pieces r + shift, r + shift + n, ...; without a rank, none. */
__global__ void pass(const char* memory, int pieces, const int* rank, int n, int shift) {
  int r = rank[smId()];
  if (r < 0) return;
  unsigned found = 0;
  for (int p = (r + shift) % n; p < pieces; p += n) {
    const uint4* at = (const uint4*)(memory + size_t(p) * PIECE) + threadIdx.x;
    uint4 v;
    asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(at)
                 : "memory");
    found |= v.x | v.y | v.z | v.w;
  }
  if (found == 12345) atomicAdd(&sink, 1u);
}

/** One thread of one SM loads lines of many pieces. */
__global__ void distance(unsigned sm, const char* memory, uint32_t* cycles) {
  if (smId() != sm || threadIdx.x > 0) return;
  for (int i = 0; i < LINES; i++) {
    uint32_t begin, end, value;
    const char* at = memory + size_t(i) * (BYTES / LINES / 2);
    asm volatile("mov.u32 %0, %%clock;" : "=r"(begin) : : "memory");
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    if (value == 12345) atomicAdd(&sink, 1u); // the branch waits for the value
    asm volatile("mov.u32 %0, %%clock;" : "=r"(end) : : "memory");
    cycles[i] = end - begin;
  }
}

static std::vector<uint32_t> load(char* memory, uint32_t* device, int sms, int sm) {
  std::vector<uint32_t> cycles(LINES);
  distance<<<8 * sms, 1>>>(sm, memory, device);
  CHECK(cudaMemcpy(cycles.data(), device, LINES * 4, cudaMemcpyDeviceToHost));
  return cycles;
}

static std::vector<bool> isSlow(char* memory, uint32_t* device, int sms, int sm) {
  CHECK(cudaMemset(memory, 0, BYTES)); // takes the lines out of L2
  std::vector<uint32_t> cycles = load(memory, device, sms, sm);
  std::vector<uint32_t> sorted = cycles;
  std::sort(sorted.begin(), sorted.end());
  std::vector<bool> slow(LINES);
  for (int i = 0; i < LINES; i++) slow[i] = cycles[i] > sorted[LINES / 2];
  return slow;
}

static uint32_t median(const std::vector<uint32_t>& cycles, const std::vector<bool>& which, bool is) {
  std::vector<uint32_t> some;
  for (int i = 0; i < LINES; i++)
    if (which[i] == is) some.push_back(cycles[i]);
  std::sort(some.begin(), some.end());
  return some[some.size() / 2];
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  int sms = device.multiProcessorCount;
  char* memory;
  uint32_t* cycles;
  int* rank;
  CHECK(cudaMalloc(&memory, BYTES));
  CHECK(cudaMalloc(&cycles, LINES * 4));
  CHECK(cudaMalloc(&rank, sms * 4));
  CHECK(cudaFuncSetAttribute(pass, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));

  // SMs for which the same lines are slow are near to the same half
  std::vector<int> all(sms), half(sms, -1);
  std::vector<bool> first = isSlow(memory, cycles, sms, 0);
  int near = 0;
  for (int sm = 0; sm < sms; sm++) {
    all[sm] = sm;
    std::vector<bool> slow = isSlow(memory, cycles, sms, sm);
    int agree = 0;
    for (int i = 0; i < LINES; i++) agree += slow[i] == first[i];
    if (2 * agree > LINES) half[sm] = near++;
  }
  printf("%d SMs, %d of them near to one half\n", sms, near);

  // what is slow for SM 0 belongs to the other half than its own
  int other = int(std::find(half.begin(), half.end(), -1) - half.begin());
  isSlow(memory, cycles, sms, 0); // brings the lines
  for (const char* time : {"first", "again"}) {
    std::vector<uint32_t> taken = load(memory, cycles, sms, other);
    printf("SM %d after SM 0, %s: lines of its own half %u cycles, of the other %u\n", other, time,
           median(taken, first, true), median(taken, first, false));
  }
  printf("GB/s\n%4s %6s %6s %6s\n", "MB", "same", "turns", "half");

  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  for (int mb = 12; mb <= 96; mb += mb < 72 ? 2 : 8) {
    int pieces = size_t(mb) * 1000000 / PIECE;
    printf("%4d", mb);
    for (int mode = 0; mode < 3; mode++) {
      int n = mode == 2 ? near : sms;
      CHECK(cudaMemcpy(rank, (mode == 2 ? half : all).data(), sms * 4, cudaMemcpyHostToDevice));
      for (int i = 0; i < WARM_UP + PASSES; i++) {
        if (i == WARM_UP) CHECK(cudaEventRecord(begin));
        pass<<<sms, THREADS, SHARED>>>(memory, pieces, rank, n, mode == 1 ? i * 37 : 0);
      }
      CHECK(cudaEventRecord(end));
      CHECK(cudaEventSynchronize(end));
      float ms;
      CHECK(cudaEventElapsedTime(&ms, begin, end));
      printf(" %6.0f", double(pieces) * PIECE * PASSES / ms * 1e-6);
    }
    puts("");
  }
}
