// How many small kernels a second a device begins when several processes launch them: each launches
// kernels of one thread block without waiting, and waits after every so many.
//
//   nvcc -O2 -arch=native -o launch-rate launch-rate.cu
//   ./launch-rate        # under MPS when its server runs
//
// A line is the processes, the cycles that a kernel spins, the launches between two waits, the
// microseconds of a launch of one process, and the launches of all in a microsecond.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(call)                                                          \
  do {                                                                       \
    cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                              \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));         \
      _exit(1);                                                              \
    }                                                                        \
  } while (0)

constexpr int MOST = 8;           // processes
constexpr double SECONDS = 1.0;   // of each measurement

struct Shared {
  std::atomic<int> ready;
  std::atomic<int> failed;
  double launches[MOST];
  double seconds[MOST];
};

__global__ void spin(long long cycles, int *out) {
  long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
  if (cycles < 0) *out = 1;
}

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void launch(Shared *shared, int process, int processes, long long cycles, int between) {
  int *out;
  CHECK(cudaMalloc(&out, sizeof(int)));
  for (int i = 0; i < 1000; i++) spin<<<1, 128>>>(cycles, out);
  CHECK(cudaDeviceSynchronize());
  shared->ready++;
  while (shared->ready < processes) usleep(100);
  double begin = now(), launches = 0;
  while (now() - begin < SECONDS) {
    for (int i = 0; i < between; i++) spin<<<1, 128>>>(cycles, out);
    CHECK(cudaDeviceSynchronize());
    launches += between;
  }
  shared->launches[process] = launches;
  shared->seconds[process] = now() - begin;
  _exit(0);
}

int main() {
  void *at = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (long long cycles : {0LL, 2000LL, 6000LL}) {
    for (int between : {1, 90, 1000}) {
      for (int processes : {1, 2, 4, 8}) {
        Shared *shared = new (at) Shared();
        for (int process = 0; process < processes; process++) {
          if (fork() == 0) launch(shared, process, processes, cycles, between);
        }
        for (int process = 0; process < processes; process++) {
          int status = 0;
          wait(&status);
          shared->failed += status != 0;
        }
        if (shared->failed) return 1;
        double rate = 0, micros = 0;
        for (int process = 0; process < processes; process++) {
          rate += shared->launches[process] / shared->seconds[process] / 1e6;
          micros += shared->seconds[process] / shared->launches[process] * 1e6 / processes;
        }
        printf("%d %lld %d %.3f %.3f\n", processes, cycles, between, micros, rate);
        fflush(stdout);
      }
    }
  }
}
