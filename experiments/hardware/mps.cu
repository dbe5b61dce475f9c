// How two processes share a device under MPS: each launches its kernel again and again and waits
// for each. Prints, for each process, the microseconds from launch to launch and those of the
// kernel on the device, from its first thread block to the end of its last.
//
//   nvcc -O2 -arch=native -o mps mps.cu -lpthread
//   ./mps processes KERNEL BLOCKS STEPS [KERNEL BLOCKS STEPS]     # under MPS when its server runs
//   ./mps streams KERNEL BLOCKS STEPS [KERNEL BLOCKS STEPS]       # of one process
//   ./mps places KERNEL BLOCKS STEPS [KERNEL BLOCKS STEPS]        # processes, and where they are
//
// places prints as well on how many SMs a launch has none, one, two... of its thread blocks, on average.
// KERNEL is 0 streaming, 1 fma, 2 random, 3 sine; thread blocks have 256 threads. mps.sh runs all.

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

typedef unsigned long long Nanos;

static const unsigned MASK = (1u << 28) - 1;  // floats of an array
static const int SPANS = 1 << 16;             // launches whose times are kept
static const int BEFORE = 40000;              // where those before the window are put
static const int SMS = 256, PLACED = 2048, MOST = 32;  // SMs, launches whose places are kept, blocks of one
static const double WARM_UP = 0.15, WINDOW = 0.4, AFTER = 0.1;  // seconds

__device__ Nanos now() {
  Nanos t;
  asm volatile("mov.u64 %0,%globaltimer;" : "=l"(t));
  return t;
}

__device__ unsigned smId() {
  unsigned id;
  asm("mov.u32 %0,%smid;" : "=r"(id));
  return id;
}

/** placed: thread blocks by SM, or none. */
__global__ void kernel(int kind, int steps, float* x, float* y, Nanos* span, int* placed) {
  if (placed && threadIdx.x == 0) atomicAdd(placed + smId(), 1);
  Nanos begin = now();
  unsigned i = blockIdx.x * steps * 256u + threadIdx.x;
  float v = i, a = v, b = v + 1, c = v + 2, e = v + 3;
  if (kind == 0) {  // streams from DRAM
    for (int s = 0; s < steps; s++, i += 256) y[i & MASK] = .5f * x[i & MASK] + y[i & MASK];
  } else if (kind == 1) {  // four chains, bound by issue
    for (int s = 0; s < steps; s++) {
      a = fmaf(a, .9f, .2f);
      b = fmaf(b, .9f, .2f);
      c = fmaf(c, .9f, .2f);
      e = fmaf(e, .9f, .2f);
    }
    v = a + b + c + e;
  } else if (kind == 2) {  // at random places of DRAM
    unsigned h = i * 2654435761u;
    v = 0;
#pragma unroll 8
    for (int s = 0; s < steps; s++) {
      h = h * 1664525u + 1013904223u;
      v += x[h & MASK];
    }
  } else {  // a chain of special functions
    for (int s = 0; s < steps; s++) v = __sinf(v) + 1.f;
  }
  if (v == 12345.678f) y[0] = v;
  if (threadIdx.x == 0) {
    atomicMin(span, begin);
    atomicMax(span + 1, now());
  }
}

struct Result {
  double launches, seconds, onDevice, smsWith[MOST + 1];
};

struct Shared {
  std::atomic<int> ready;
  Result results[2];
};

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void count(const int* placed, int launches, double* smsWith) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  std::vector<int> host(PLACED * SMS);
  cudaMemcpy(host.data(), placed, PLACED * SMS * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 1; i <= launches; i++)
    for (int sm = 0; sm < device.multiProcessorCount; sm++)
      smsWith[std::min(host[SMS * i + sm], MOST)] += 1.0 / launches;
}

static void work(Shared* shared, int me, int users, int kind, int blocks, int steps, bool keepsPlaces) {
  float *x, *y;
  Nanos* spans;
  int* placed = nullptr;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&x, 4l << 28);
  cudaMalloc(&y, 4l << 28);
  cudaMalloc(&spans, SPANS * 2 * sizeof(Nanos));
  if (keepsPlaces) {
    cudaMalloc(&placed, PLACED * SMS * sizeof(int));
    cudaMemset(placed, 0, PLACED * SMS * sizeof(int));
  }
  cudaMemset(x, 0, 4l << 28);
  cudaMemset(y, 0, 4l << 28);
  std::vector<Nanos> host(2 * SPANS);
  for (int i = 0; i < SPANS; i++) host[2 * i] = ~0ull;
  cudaMemcpy(spans, host.data(), SPANS * 2 * sizeof(Nanos), cudaMemcpyHostToDevice);
  for (int i = 0; i < 3; i++) kernel<<<blocks, 256, 0, stream>>>(kind, steps, x, y, spans, nullptr);
  cudaStreamSynchronize(stream);
  shared->ready++;
  while (shared->ready < users) usleep(100);
  double begin = seconds() + WARM_UP, end = begin + WINDOW, first = 0, last = 0;
  int launches = 0, span = BEFORE;
  while (seconds() < end + AFTER) {
    int* here = placed && span < PLACED ? placed + SMS * span : nullptr;
    kernel<<<blocks, 256, 0, stream>>>(kind, steps, x, y, spans + 2 * (span++ % SPANS), here);
    cudaStreamSynchronize(stream);
    double t = seconds();
    if (t > begin && t < end) {
      if (first == 0) {
        first = t;
        span = 1;
      } else {
        launches++;
      }
      last = t;
    }
  }
  cudaMemcpy(host.data(), spans, SPANS * 2 * sizeof(Nanos), cudaMemcpyDeviceToHost);
  double onDevice = 0;
  for (int i = 1; i <= launches; i++) onDevice += host[2 * i + 1] - host[2 * i];
  shared->results[me] = {double(launches), last - first, onDevice / launches * 1e-9, {}};
  if (placed) count(placed, std::min(launches, PLACED - 1), shared->results[me].smsWith);
  if (cudaGetLastError()) fprintf(stderr, "an error of CUDA\n");
}

int main(int count, char** words) {
  if (count != 5 && count != 8) {
    fprintf(stderr, "usage: mps processes|streams|places KERNEL BLOCKS STEPS [KERNEL BLOCKS STEPS]\n");
    return 2;
  }
  int users = (count - 2) / 3;
  void* memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Shared* shared = (Shared*)memory;
  std::vector<std::thread> threads;
  for (int u = 0; u < users; u++) {
    int kind = atoi(words[2 + 3 * u]), blocks = atoi(words[3 + 3 * u]), steps = atoi(words[4 + 3 * u]);
    if (words[1][0] == 's') {
      threads.emplace_back(work, shared, u, users, kind, blocks, steps, false);
    } else if (!fork()) {
      work(shared, u, users, kind, blocks, steps, words[1][1] == 'l');
      _exit(0);
    }
  }
  for (auto& thread : threads) thread.join();
  while (words[1][0] != 's' && wait(0) > 0) {
  }
  for (int u = 0; u < users; u++) {
    Result* r = &shared->results[u];
    printf(" %.6g %.6g", r->seconds / r->launches * 1e6, r->onDevice * 1e6);
    for (int k = 0; k <= MOST; k++)
      if (r->smsWith[k] > 0) printf(" %d:%.1f", k, r->smsWith[k]);
  }
  puts("");
}
