// Where a device sends the thread blocks of a second kernel, and how fast it launches them.
//
// A first kernel holds some SMs unevenly and waits. A second one notes on which SM each of its
// thread blocks runs. Then grids of empty thread blocks are timed.
//
//   nvcc -O2 -arch=native -o placement placement.cu && ./placement

#include <algorithm>
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

static const int MOST_BLOCKS = 8192;
static const long PATIENCE = 400'000'000; // looks at a counter before a block counts as not launched

/** Notes the SM of each thread block, and holds it until told to go. */
__global__ void hold(volatile int* go, unsigned* sm, int* arrived) {
  if (threadIdx.x == 0) {
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm[blockIdx.x]));
    __threadfence_system();
    atomicAdd_system(arrived, 1);
    while (!*go) {
    }
  }
  __syncthreads();
}

__global__ void empty() {}

/** A grid that holds its SMs, with what the host shares with it. */
struct Held {
  int* go;
  int* arrived;
  unsigned* sm;
  cudaStream_t stream;

  Held() {
    CHECK(cudaHostAlloc(&go, sizeof(int), 0));
    CHECK(cudaHostAlloc(&arrived, sizeof(int), 0));
    CHECK(cudaHostAlloc(&sm, MOST_BLOCKS * sizeof(unsigned), 0));
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }

  void launch(int blocks, int threads, int sharedBytes) {
    *go = *arrived = 0;
    if (blocks == 0) {
      return;
    }
    hold<<<blocks, threads, sharedBytes, stream>>>(go, sm, arrived);
    CHECK(cudaGetLastError());
    for (long i = 0; *(volatile int*)arrived < blocks && i < PATIENCE; i++) {
    }
  }
};

static void printPlaces(int sms, const Held& first, int blocks, const Held& second, int others) {
  std::vector<int> held(sms, 0);
  std::vector<int> received(sms, 0);
  for (int i = 0; i < blocks; i++) held[first.sm[i]]++;
  for (int i = 0; i < others; i++) received[second.sm[i]]++;
  int most = *std::max_element(held.begin(), held.end());
  for (int h = 0; h <= most; h++) {
    int count = 0, sum = 0;
    for (int s = 0; s < sms; s++) {
      count += held[s] == h;
      sum += held[s] == h ? received[s] : 0;
    }
    if (count > 0) printf("  %d SMs that hold %d: %d", count, h, sum);
  }
  printf("\n");
}

static void timeEmpty(int blocks, int threads) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  empty<<<blocks, threads>>>();
  CHECK(cudaEventRecord(begin));
  empty<<<blocks, threads>>>();
  CHECK(cudaEventRecord(end));
  CHECK(cudaDeviceSynchronize());
  float ms;
  CHECK(cudaEventElapsedTime(&ms, begin, end));
  printf("%d empty thread blocks of %d threads: %.3f ns each\n", blocks, threads, ms * 1e6 / blocks);
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  int sms = device.multiProcessorCount;
  CHECK(cudaFuncSetAttribute(hold, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024));
  printf("%s, %d SMs\n", device.name, sms);
  Held first, second;
  struct {
    int blocks, threads, sharedBytes;
  } holders[] = {{0, 0, 0}, {sms / 2, 1024, 0}, {sms / 2, 256, 0}, {sms / 2, 32, 100 * 1024}};
  for (auto& h : holders) {
    for (int sharedBytes : {0, 48 * 1024}) {
      for (int count : {1, sms / 4, sms / 2, sms, 2 * sms, 3 * sms}) {
        if (sharedBytes > 0 && count > 2 * sms) continue;
        first.launch(h.blocks, h.threads, h.sharedBytes);
        second.launch(count, 256, sharedBytes);
        *(volatile int*)second.go = 1;
        *(volatile int*)first.go = 1;
        CHECK(cudaDeviceSynchronize());
        printf("held: %d blocks of %4d threads, %3d KB; then %3d of 256 threads, %2d KB:", h.blocks,
               h.threads, h.sharedBytes / 1024, count, sharedBytes / 1024);
        printPlaces(sms, first, h.blocks, second, count);
      }
    }
  }
  for (int threads : {32, 256, 1024}) {
    timeEmpty(1'000'000, threads);
  }
}
