// Named barriers (bar.sync, bar.arrive), the barrier of a warp, and setmaxnreg.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o named-barriers named-barriers.cu && ./named-barriers
//
// Lines: case, quantity, unit, value, separated by tabs.
#include <cstdio>
#include <cstdlib>

typedef long long i64;
static i64 *device, *out; // results, there and here
constexpr size_t RESULTS = 1 << 18;
static void row(const char* name, const char* quantity, const char* unit, double value) { printf("%s\t%s\t%s\t%.6g\n", name, quantity, unit, value); }
static bool wait() {
  cudaError_t error = cudaMemcpy(out, device, RESULTS, cudaMemcpyDeviceToHost);
  if (error) printf("error\t%s\t\t\n", cudaGetErrorString(error));
  return !error;
}
__device__ __forceinline__ i64 now() { i64 t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory"); return t; }
#define SYNC(id, threads) asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory")
#define ARRIVE(id, threads) asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory")

/** A read of the clock does not wait for the barrier before it; what depends on a load does. Takes LOAD cycles itself. */
__device__ __forceinline__ i64 after(i64* out) {
  unsigned word, at = 1024; // the first variable
  asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
  if (word == 12345) out[1000] = 1;
  return now();
}
__global__ void calibrate(i64* out) {
  __shared__ volatile unsigned word;
  word = 0;
  __syncthreads();
  for (int k = 0; k < 3; k++) { i64 a = now(), b = after(out); out[0] = b - a; }
}
static double load; // cycles of `after`

/** All warps: one barrier after another. */
__global__ void __launch_bounds__(1024) chain(i64* out, int threads) {
  i64 begin = 0;
#pragma unroll 1
  for (int k = 0; k < 9; k++) {
    if (k == 1) begin = now();
#pragma unroll
    for (int i = 0; i < 32; i++) asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");
  }
  if (!threadIdx.x) out[0] = now() - begin;
}

/** The same with barrier 0 of all threads. */
__global__ void __launch_bounds__(1024) chain0(i64* out) {
  i64 begin = 0;
#pragma unroll 1
  for (int k = 0; k < 9; k++) {
    if (k == 1) begin = now();
#pragma unroll
    for (int i = 0; i < 32; i++) __syncthreads();
  }
  if (!threadIdx.x) out[0] = now() - begin;
}
/** The same with a count that the compiler knows. */
__global__ void __launch_bounds__(1024) chain128(i64* out) {
  i64 begin = 0;
#pragma unroll 1
  for (int k = 0; k < 9; k++) {
    if (k == 1) begin = now();
#pragma unroll
    for (int i = 0; i < 32; i++) asm volatile("bar.sync 1, 128;" ::: "memory");
  }
  if (!threadIdx.x) out[0] = now() - begin;
}

/** Groups of warps, each with a barrier of its own. */
__global__ void __launch_bounds__(1024) apart(i64* out, int threads) {
  int id = 1 + threadIdx.x / threads;
  i64 begin = 0;
#pragma unroll 1
  for (int k = 0; k < 9; k++) {
    if (k == 1) { __syncthreads(); begin = now(); }
#pragma unroll
    for (int i = 0; i < 32; i++) SYNC(id, threads);
  }
  i64 end = now();
  __syncthreads();
  if (!threadIdx.x) out[0] = end - begin;
}

/** The last warp comes late. When does each other go on? */
__global__ void __launch_bounds__(1024) late(i64* out) {
  __shared__ volatile unsigned word;
  word = 0;
  int warp = threadIdx.x / 32, last = blockDim.x / 32 - 1;
  for (int k = 0; k < 3; k++) {
    __syncthreads();
    i64 begin = now();
    if (warp == last) while (now() - begin < 3000) { }
    i64 before = now();
    SYNC(1, blockDim.x);
    i64 end = after(out);
    if (threadIdx.x % 32 == 0) { out[warp] = end; out[64 + warp] = before; }
  }
}

/** Producers arrive, consumers wait; the producers come late. */
__global__ void __launch_bounds__(1024) handOver(i64* out, int producers) {
  __shared__ volatile unsigned word;
  word = 0;
  int warp = threadIdx.x / 32;
  for (int k = 0; k < 3; k++) {
    __syncthreads();
    i64 begin = now();
    if (warp < producers) {
      while (now() - begin < 3000) { }
      i64 before = now();
      ARRIVE(1, blockDim.x);
      i64 after = now();
      if (threadIdx.x % 32 == 0) { out[warp] = before; out[64 + warp] = after; }
    } else {
      SYNC(1, blockDim.x);
      i64 end = after(out);
      if (threadIdx.x % 32 == 0) out[warp] = end;
    }
  }
}

/** A warp arrives at eight barriers in turn, where others wait. */
__global__ void __launch_bounds__(1024) arrivals(i64* out) {
  int warp = threadIdx.x / 32;
  for (int k = 0; k < 3; k++) {
    __syncthreads();
    i64 begin = now();
    if (!warp) {
      while (now() - begin < 3000) { }
      begin = now();
      asm volatile("bar.arrive 1, 64; bar.arrive 2, 64; bar.arrive 3, 64; bar.arrive 4, 64; bar.arrive 5, 64; bar.arrive 6, 64; bar.arrive 7, 64; bar.arrive 8, 64;" ::: "memory");
      i64 end = now();
      if (!threadIdx.x) out[0] = end - begin;
    } else SYNC(warp, 64);
  }
}

/** Two groups of warps hand over to each other. */
__global__ void __launch_bounds__(1024) pingPong(i64* out, int first) {
  int me = threadIdx.x / 32 >= first, threads = blockDim.x;
  i64 begin = 0;
#pragma unroll 1
  for (int k = 0; k < 136; k++) {
    if (k == 8) begin = now();
    if (!me) { ARRIVE(1, threads); SYNC(2, threads); }
    else { SYNC(1, threads); ARRIVE(2, threads); }
  }
  if (!threadIdx.x) out[0] = now() - begin;
}

__global__ void warpBarrier(i64* out) {
  i64 a = 0, b = 0;
  for (int k = 0; k < 3; k++) {
    a = now();
#pragma unroll
    for (int i = 0; i < 16; i++) asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    b = now();
  }
  if (!threadIdx.x) out[0] = b - a;
}

/** One warpgroup gives registers up, two take them; before or after that. */
__global__ void __launch_bounds__(384, 1) registers(i64* out, int giveLater, int takeLater) {
  int group = threadIdx.x / 128;
  __syncthreads();
  i64 begin = now();
  if (!group) {
    while (now() - begin < giveLater) { }
    i64 a = now();
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;" ::: "memory");
    i64 b = now();
    if (threadIdx.x % 32 == 0) { out[threadIdx.x / 32 * 2] = a - begin; out[threadIdx.x / 32 * 2 + 1] = b - begin; }
  } else {
    while (now() - begin < takeLater) { }
    i64 a = now();
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;" ::: "memory");
    i64 b = now();
    if (threadIdx.x % 32 == 0) { out[threadIdx.x / 32 * 2] = a - begin; out[threadIdx.x / 32 * 2 + 1] = b - begin; }
  }
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  out = (i64*)malloc(RESULTS);
  cudaMalloc(&device, RESULTS);
  cudaMemset(device, 0, RESULTS);
  char name[200];
  calibrate<<<1, 32>>>(device);
  if (wait()) load = double(out[0]);
  row("shared load, branch and clock read, subtracted below", "time", "cycles", load);
  for (int warps : {1, 2, 4, 8, 16, 32}) {
    chain<<<1, 32 * warps>>>(device, 32 * warps);
    if (!wait()) break;
    snprintf(name, 200, "bar.sync of %d threads, one after another", 32 * warps);
    row(name, "time of one", "cycles", out[0] / 256.0);
  }
  for (int warps : {1, 2, 4, 8, 16, 32}) {
    chain0<<<1, 32 * warps>>>(device);
    if (!wait()) break;
    snprintf(name, 200, "__syncthreads of %d threads, one after another", 32 * warps);
    row(name, "time of one", "cycles", out[0] / 256.0);
  }
  chain128<<<1, 128>>>(device);
  if (wait()) row("bar.sync 1, 128 with immediate operands, one after another", "time of one", "cycles", out[0] / 256.0);
  for (int groups : {2, 4, 8}) {
    apart<<<1, 128 * groups>>>(device, 128);
    if (!wait()) break;
    snprintf(name, 200, "%d groups of 128 threads, each with a barrier of its own, one after another", groups);
    row(name, "time of one", "cycles", out[0] / 256.0);
  }
  for (int warps : {2, 4, 8, 16, 32}) {
    late<<<1, 32 * warps>>>(device);
    if (!wait()) break;
    i64 before = out[64 + warps - 1], first = out[0], last = out[0];
    for (int w = 1; w < warps - 1; w++) { if (out[w] < first) first = out[w]; if (out[w] > last) last = out[w]; }
    snprintf(name, 200, "bar.sync of %d threads, one warp comes late", 32 * warps);
    row(name, "until the first other warp goes on", "cycles", double(first - before) - load);
    row(name, "until the last other warp goes on", "cycles", double(last - before) - load);
    row(name, "until the late warp goes on", "cycles", double(out[warps - 1] - before) - load);
  }
  for (int producers : {1, 4, 8})
    for (int consumers : {1, 4, 8}) {
      handOver<<<1, 32 * (producers + consumers)>>>(device, producers);
      if (!wait()) break;
      i64 begin = out[0], issued = out[64], first = out[producers], last = first;
      for (int w = 0; w < producers; w++) { if (out[w] < begin) begin = out[w]; if (out[64 + w] > issued) issued = out[64 + w]; }
      for (int w = producers; w < producers + consumers; w++) { if (out[w] < first) first = out[w]; if (out[w] > last) last = out[w]; }
      snprintf(name, 200, "bar.arrive by %d warps, bar.sync by %d that wait", producers, consumers);
      row(name, "first arrive until all arrives have issued", "cycles", double(issued - begin));
      row(name, "first arrive until the first waiting warp goes on", "cycles", double(first - begin) - load);
      row(name, "first arrive until the last waiting warp goes on", "cycles", double(last - begin) - load);
    }
  arrivals<<<1, 9 * 32>>>(device);
  if (wait()) row("a warp arrives at 8 named barriers in turn", "time per bar.arrive", "cycles", out[0] / 8.0);
  for (int warps : {1, 4, 8}) {
    pingPong<<<1, 64 * warps>>>(device, warps);
    if (!wait()) break;
    snprintf(name, 200, "%d and %d warps hand over to each other with bar.arrive and bar.sync", warps, warps);
    row(name, "time of a hand-over", "cycles", out[0] / 256.0);
  }
  warpBarrier<<<1, 32>>>(device);
  if (wait()) row("bar.warp.sync of a full warp", "time", "cycles", out[0] / 16.0);
  for (int late : {0, 1, 2}) {
    registers<<<1, 384>>>(device, late == 1 ? 5000 : 0, late == 2 ? 5000 : 0);
    if (!wait()) break;
    snprintf(name, 200, "setmaxnreg: dec of 4 warps %s inc of 8 warps", late == 1 ? "5,000 cycles after" : late == 2 ? "5,000 cycles before" : "at once with");
    i64 given = 0, least = 1 << 30, most = 0, decMost = 0, decLeast = 1 << 30;
    for (int w = 0; w < 12; w++) {
      i64 cost = out[w * 2 + 1] - out[w * 2];
      if (w < 4) { if (out[w * 2] > given) given = out[w * 2]; if (cost > decMost) decMost = cost; if (cost < decLeast) decLeast = cost; }
      else if (late == 1) cost = out[w * 2 + 1] - given;
      if (w >= 4) { if (cost < least) least = cost; if (cost > most) most = cost; }
    }
    row(name, "dec, shortest", "cycles", double(decLeast));
    row(name, "dec, longest", "cycles", double(decMost));
    row(name, late == 1 ? "last dec until the first inc is done" : "inc, shortest", "cycles", double(least));
    row(name, late == 1 ? "last dec until the last inc is done" : "inc, longest", "cycles", double(most));
  }
}
