// What a short kernel pays before its work: instructions and constants that no cache holds yet, and the launch itself.
// Prints a line for each measurement: cycles of the SM's clock for the same code or constants read first and again.
// For the cycles of whole launches: ncu --metrics sm__cycles_elapsed.max,sm__cycles_active.max ./launch-costs
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

__global__ void empty() {}

__global__ void parameter(float *out, float value) {
  if (value != 0) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
  }
}

__global__ void copyOne(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__global__ void chase(const int *next, int steps, int *out) {
  int place = blockIdx.x * 4096;
  for (int i = 0; i < steps; i++) {
    place = next[place];
  }
  out[blockIdx.x] = place;
}

template <int N> struct Chain {
  static __device__ __forceinline__ float of(float x, float y) {
    float half = Chain<N / 2>::of(x, y);
    return Chain<N - N / 2>::of(half, y);
  }
};
template <> struct Chain<1> {
  static __device__ __forceinline__ float of(float x, float y) {
    asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(y));
    return x;
  }
};

// N dependent FFMA in a straight line (16 B each), passed three times.
template <int N> __global__ void straight(float y, long long *cycles, float *out) {
  float x = threadIdx.x;
  for (int pass = 0; pass < 3; pass++) {
    long long start = clock64();
    x = Chain<N>::of(x, y);
    long long end = clock64();
    if (threadIdx.x == 0) {
      cycles[blockIdx.x * 3 + pass] = end - start;
    }
  }
  out[blockIdx.x] = x;
}

__constant__ float table[16384];

// N words of constant memory at immediate addresses, a word in every 64 B, passed three times.
template <int N, int I> struct Immediate {
  static __device__ __forceinline__ float of(float x) {
    float half = Immediate<N / 2, I>::of(x);
    return Immediate<N - N / 2, I + N / 2>::of(half);
  }
};
template <int I> struct Immediate<1, I> {
  static __device__ __forceinline__ float of(float x) {
    asm volatile("fma.rn.f32 %0, %0, %0, %1;" : "+f"(x) : "f"(table[16 * I]));
    return x;
  }
};

template <int N> __global__ void immediate(long long *cycles, float *out) {
  float x = threadIdx.x;
  for (int pass = 0; pass < 3; pass++) {
    long long start = clock64();
    x = Immediate<N, 0>::of(x);
    long long end = clock64();
    if (threadIdx.x == 0) {
      cycles[blockIdx.x * 3 + pass] = end - start;
    }
  }
  out[blockIdx.x] = x;
}

// The same by an index that all lanes share, as loops over a table in constant memory do: words in order.
__global__ void indexed(int words, long long *cycles, float *out) {
  float x = threadIdx.x;
  for (int pass = 0; pass < 3; pass++) {
    long long start = clock64();
#pragma unroll 4
    for (int i = 0; i < words; i++) {
      x = x * x + table[i];
    }
    long long end = clock64();
    if (threadIdx.x == 0) {
      cycles[blockIdx.x * 3 + pass] = end - start;
    }
  }
  out[blockIdx.x] = x;
}

static long long *cycles;
static float *out;

static void print(const char *name, int count, int blocks) {
  CHECK(cudaDeviceSynchronize());
  long long host[3 * 132];
  CHECK(cudaMemcpy(host, cycles, sizeof(long long) * 3 * blocks, cudaMemcpyDeviceToHost));
  double sum[3] = {0, 0, 0};
  for (int i = 0; i < 3 * blocks; i++) {
    sum[i % 3] += host[i];
  }
  printf("%s %d, %d blocks: %.2f %.2f %.2f cycles each\n", name, count, blocks, sum[0] / blocks / count,
      sum[1] / blocks / count, sum[2] / blocks / count);
}

template <int N> static void straightLines() {
  for (int blocks = 1; blocks <= 132; blocks += 131) {
    straight<N><<<blocks, 32>>>(0.5f, cycles, out);
    print("straight line", N, blocks);
  }
}

template <int N> static void immediates() {
  for (int blocks = 1; blocks <= 132; blocks += 131) {
    immediate<N><<<blocks, 32>>>(cycles, out);
    print("constants at immediate addresses, 64 B apart,", N, blocks);
  }
}

int main() {
  int *next;
  float *in;
  int words = 132 * 4096;
  CHECK(cudaMalloc(&cycles, sizeof(long long) * 3 * 132));
  CHECK(cudaMalloc(&out, 1 << 24));
  CHECK(cudaMalloc(&in, 1 << 24));
  CHECK(cudaMalloc(&next, sizeof(int) * words));
  CHECK(cudaMemset(in, 0, 1 << 24));
  int *host = (int *) malloc(sizeof(int) * words);
  for (int i = 0; i < words; i++) {
    host[i] = i / 4096 * 4096 + (i % 4096 + 64) % 4096;
  }
  CHECK(cudaMemcpy(next, host, sizeof(int) * words, cudaMemcpyHostToDevice));
  for (int blocks : {1, 132, 1056}) {
    for (int threads : {32, 256, 512}) {
      empty<<<blocks, threads>>>();
      parameter<<<blocks, threads>>>(out, 1.0f);
      copyOne<<<blocks, threads>>>(in, out);
    }
  }
  for (int steps : {1, 2, 4, 8}) {
    chase<<<1, 1>>>(next, steps, (int *) out);
    chase<<<132, 1>>>(next, steps, (int *) out);
  }
  straightLines<64>();
  straightLines<256>();
  straightLines<1024>();
  straightLines<4096>();
  straightLines<8192>();
  immediates<16>();
  immediates<32>();
  immediates<64>();
  immediates<256>();
  immediates<1024>();
  for (int count : {16, 64, 256, 512, 1024, 4096, 16384}) {
    indexed<<<1, 32>>>(count, cycles, out);
    print("constants by a shared index, in order,", count, 1);
    indexed<<<132, 256>>>(count, cycles, out);
    print("constants by a shared index, in order, 8 warps an SM,", count, 132);
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
