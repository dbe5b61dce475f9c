// What a process pays for copies between host and device, and for its first use of a device.
//
//   nvcc -O2 -arch=native -o host-copies host-copies.cu && ./host-copies

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                   \
  do {                                                                \
    cudaError_t error = (call);                                       \
    if (error != cudaSuccess) {                                       \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static const size_t BYTES = 4'000'000'000;

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/** Copies once, and prints gigabytes a second. */
static void copy(const char* what, void* to, const void* from, cudaMemcpyKind kind) {
  double begin = seconds();
  CHECK(cudaMemcpy(to, from, BYTES, kind));
  CHECK(cudaDeviceSynchronize());
  printf("%-34s %6.2f GB/s\n", what, BYTES / (seconds() - begin) / 1e9);
}

int main() {
  double begin = seconds();
  CHECK(cudaFree(nullptr));
  printf("%-34s %6.3f s\n", "first use of the device", seconds() - begin);

  void* device;
  begin = seconds();
  CHECK(cudaMalloc(&device, BYTES));
  printf("%-34s %6.3f s\n", "cudaMalloc of 4 GB", seconds() - begin);

  char* pageable = static_cast<char*>(malloc(BYTES));
  memset(pageable, 1, BYTES);
  for (int i = 0; i < 3; i++) {
    copy("pageable, to the device", device, pageable, cudaMemcpyHostToDevice);
    copy("pageable, from the device", pageable, device, cudaMemcpyDeviceToHost);
  }
  char* untouched = static_cast<char*>(malloc(BYTES));
  copy("untouched, from the device", untouched, device, cudaMemcpyDeviceToHost);

  char* pinned;
  begin = seconds();
  CHECK(cudaMallocHost(&pinned, BYTES));
  printf("%-34s %6.3f s\n", "cudaMallocHost of 4 GB", seconds() - begin);
  for (int i = 0; i < 3; i++) {
    copy("pinned, to the device", device, pinned, cudaMemcpyHostToDevice);
    copy("pinned, from the device", pinned, device, cudaMemcpyDeviceToHost);
  }
  begin = seconds();
  CHECK(cudaFreeHost(pinned));
  printf("%-34s %6.3f s\n", "cudaFreeHost of 4 GB", seconds() - begin);
  begin = seconds();
  CHECK(cudaFree(device));
  printf("%-34s %6.3f s\n", "cudaFree of 4 GB", seconds() - begin);
  return 0;
}
