// How many atomic operations L2 performs, and which lines share what performs them. Prints cycles of the SM's clock at
// 1,980 MHz from one warp instruction of the device to the next.
#include <algorithm>
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

constexpr int BLOCKS = 1056, WARPS = 8, LINE = 128;

// The first lanes of warp w add to words of a line, one of so many at a distance; apart: words between two lanes.
__global__ void __launch_bounds__(32 * WARPS)
    add(unsigned *memory, int lines, size_t distance, int lanes, int apart, int times, bool answered) {
  int lane = threadIdx.x % 32;
  int warp = blockIdx.x * WARPS + threadIdx.x / 32;
  unsigned *word = memory + warp % lines * distance / 4 + lane * apart;
  if (lane >= lanes) {
    return;
  }
  unsigned old = 1;
  for (int i = 0; i < times; i++) {
    if (answered) {
      old = atomicAdd(word, old | 1);
    } else {
      atomicAdd(word, 1u + i);
    }
  }
  if (old == 77) {
    memory[0] = old;
  }
}

static unsigned *memory;
static bool answered;

static double cycles(int lines, size_t distance, int lanes, int apart) {
  float best[2];
  for (int more = 0; more < 2; more++) {
    best[more] = 1e9;
    for (int run = 0; run < 4; run++) {
      cudaEvent_t start, end;
      CHECK(cudaEventCreate(&start));
      CHECK(cudaEventCreate(&end));
      CHECK(cudaEventRecord(start));
      add<<<BLOCKS, 32 * WARPS>>>(memory, lines, distance, lanes, apart, more ? 96 : 32, answered);
      CHECK(cudaEventRecord(end));
      CHECK(cudaDeviceSynchronize());
      float ms;
      CHECK(cudaEventElapsedTime(&ms, start, end));
      best[more] = std::min(best[more], ms);
    }
  }
  return (best[1] - best[0]) * 1.98e6 / (64.0 * BLOCKS * WARPS);
}

int main() {
  CHECK(cudaMalloc(&memory, 256 << 20));
  CHECK(cudaMemset(memory, 0, 256 << 20));
  for (int kind = 0; kind < 2; kind++) {
    answered = kind;
    printf("%s\n  one line, 1 to 32 lanes in order:", answered ? "with an answer" : "without an answer");
    for (int lanes = 1; lanes <= 32; lanes *= 2) {
      printf(" %.2f", cycles(1, LINE, lanes, 1));
    }
    printf("\n  32 lanes at one word: %.2f\n  32 lanes, 1 to 8,192 lines in order:", cycles(1, LINE, 32, 0));
    for (int lines = 1; lines <= 8192; lines *= 2) {
      printf(" %.2f", cycles(lines, LINE, 32, 1));
    }
    printf("\n  32 lanes, two lines 128 to 32,768 bytes apart:");
    for (size_t distance = LINE; distance <= 32768; distance *= 2) {
      printf(" %.2f", cycles(2, distance, 32, 1));
    }
    printf("\n");
  }
}
