// mbarriers in shared memory: what an operation costs, how soon a waiting warp sees an arrival, how often it asks.
//
//   nvcc -O2 -arch=sm_90 -o mbarrier mbarrier.cu && ./mbarrier
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
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void init(i64* b, unsigned count) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at(b)), "r"(count) : "memory"); }
__device__ __forceinline__ void arrive(i64* b) { asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at(b)) : "memory"); }
__device__ __forceinline__ void expect(i64* b, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(at(b)), "r"(bytes) : "memory"); }
__device__ __forceinline__ bool tryWait(i64* b, unsigned parity) {
  unsigned done;
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(at(b)), "r"(parity) : "memory");
  return done;
}
__device__ __forceinline__ bool testWait(i64* b, unsigned parity) {
  unsigned done;
  asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(at(b)), "r"(parity) : "memory");
  return done;
}

/** Two warps answer each other; TEST: they ask with test_wait. One lane waits, or all do. */
template <bool TEST, bool ALL> __global__ void pingPong(i64* out, int first, int second) {
  __shared__ i64 to[2];
  if (!threadIdx.x) { init(&to[0], 1); init(&to[1], 1); }
  __syncthreads();
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp != first && warp != second) return;
  if (!ALL && lane) return;
  i64 begin = 0;
  int me = warp == second;
#pragma unroll 1
  for (int k = 0; k < 264; k++) {
    if (k == 8) begin = now();
    if (!me && !lane) arrive(&to[1]);
    if (TEST) while (!testWait(&to[me], k & 1)) { }
    else while (!tryWait(&to[me], k & 1)) { }
    if (me && !lane) arrive(&to[0]);
    if (ALL) __syncwarp();
  }
  if (!me && !lane) out[0] = now() - begin;
}

/** Cost of operations for the warp that issues them, alone on the SM. */
__global__ void costs(i64* out) {
  __shared__ i64 b[16];
  if (!threadIdx.x) for (int i = 0; i < 16; i++) init(&b[i], 1000000);
  __syncwarp();
  for (int k = 0; k < 3; k++) {
    i64 t[16];
    t[0] = now();
    if (!threadIdx.x) {
#pragma unroll
      for (int i = 0; i < 8; i++) arrive(&b[i]);
    }
    __syncwarp();
    t[1] = now(); // one lane, 8 mbarriers
#pragma unroll
    for (int i = 0; i < 8; i++) arrive(&b[0]);
    t[2] = now(); // 32 lanes, one mbarrier
    if (!threadIdx.x) {
#pragma unroll
      for (int i = 0; i < 8; i++) arrive(&b[1]);
    }
    __syncwarp();
    t[3] = now(); // one lane, one mbarrier
    if (!threadIdx.x) {
#pragma unroll
      for (int i = 0; i < 8; i++) expect(&b[2], 16);
    }
    __syncwarp();
    t[4] = now();
    t[5] = now();
    if (!tryWait(&b[3], 1)) out[99] = 1; // the phase before the first counts as complete
    t[6] = now();
#pragma unroll
    for (int i = 0; i < 8; i++) if (!tryWait(&b[3], 1)) out[100 + i] = 1;
    t[7] = now();
    if (testWait(&b[3], 0)) out[98] = 1;
    t[8] = now();
    i64 state = 0;
    if (!threadIdx.x) {
#pragma unroll
      for (int i = 0; i < 8; i++) { i64 s; asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(s) : "r"(at(&b[4])) : "memory"); state += s; }
    }
    if (state == 77) out[99] = state;
    t[9] = now();
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    t[10] = now();
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    t[11] = now();
    if (!threadIdx.x) {
#pragma unroll
      for (int i = 0; i < 8; i++) asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(at(&b[5])) : "memory");
    }
    __syncwarp();
    t[12] = now();
    if (!threadIdx.x) for (int i = 0; i < 12; i++) out[i] = t[i + 1] - t[i];
  }
}

/** Warps wait on one mbarrier; when does each go on after the last arrival? The others arrive, one lane or 32 of each. */
__global__ void __launch_bounds__(1024) release(i64* out, int waiting, int arriving, int lanes) {
  __shared__ i64 b, go;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (!threadIdx.x) { init(&b, arriving * lanes); init(&go, 1); }
  __syncthreads();
  for (int k = 0; k < 3; k++) {
    __syncthreads();
    if (warp < waiting) {
      while (!tryWait(&b, k & 1)) { }
      i64 t = now();
      if (!lane) out[warp] = t;
    } else if (warp < waiting + arriving) {
      i64 begin = now();
      while (now() - begin < 3000) { }
      i64 t = now();
      if (lane < lanes) arrive(&b);
      i64 after = now();
      if (!lane) { out[warp] = t; out[64 + warp] = after; }
    }
  }
}

/** How often a warp asks in the time until the arrival, which comes after so many cycles; and how late it goes on. */
template <int HOW> __global__ void asks(i64* out, int cycles) {
  __shared__ i64 b;
  if (!threadIdx.x) init(&b, 1);
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    __syncthreads();
    i64 begin = now();
    if (threadIdx.x < 32) {
      unsigned n = 1;
      if (HOW == 0) while (!tryWait(&b, k & 1)) n++;
      if (HOW == 1) while (!testWait(&b, k & 1)) n++;
      if (HOW == 2) { // a long suggested suspension
        unsigned done = 0;
        for (n = 0; !done; n++)
          asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2, 10000000; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(at(&b)), "r"(k & 1) : "memory");
      }
      i64 end = now();
      if (!threadIdx.x) { out[0] = n; out[1] = end; }
    } else {
      while (now() - begin < cycles) { }
      i64 t = now();
      if (threadIdx.x == 32) { arrive(&b); out[2] = t; }
    }
  }
}

__global__ void sleeps(i64* out, unsigned ns) {
  for (int k = 0; k < 16; k++) {
    i64 begin = now();
    __nanosleep(ns);
    out[k] = now() - begin;
  }
}

template <bool TEST, bool ALL> void pingPong(int first, int second) {
  pingPong<TEST, ALL><<<1, 256>>>(device, first, second);
  if (!wait()) return;
  char name[200];
  snprintf(name, 200, "two warps of %s scheduler%s answer each other over two mbarriers, %s, %s", first % 4 == second % 4 ? "one" : "two", first % 4 == second % 4 ? "" : "s", TEST ? "test_wait" : "try_wait", ALL ? "all lanes wait" : "one lane waits");
  row(name, "arrive to seen", "cycles", out[0] / 512.0);
}

template <int HOW> void asks(const char* how) {
  for (int cycles : {500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 400000}) {
    asks<HOW><<<1, 64>>>(device, cycles);
    if (!wait()) return;
    char name[200];
    snprintf(name, 200, "%s in a loop, arrival after %d cycles", how, cycles);
    row(name, "instructions issued", "instructions", double(out[0]));
    row(name, "arrive to seen", "cycles", double(out[1] - out[2]));
  }
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  out = (i64*)malloc(RESULTS);
  cudaMalloc(&device, RESULTS);
  cudaMemset(device, 0, RESULTS);
  pingPong<false, false>(0, 1); pingPong<false, false>(0, 4); pingPong<false, true>(0, 1); pingPong<false, true>(0, 4);
  pingPong<true, false>(0, 1); pingPong<true, true>(0, 1);
  costs<<<1, 32>>>(device);
  if (wait()) {
    row("mbarrier, one lane, 8 mbarriers in turn", "mbarrier.arrive", "cycles", out[0] / 8.0);
    row("mbarrier, 32 lanes, one mbarrier", "mbarrier.arrive", "cycles", out[1] / 8.0);
    row("mbarrier, one lane, one mbarrier", "mbarrier.arrive", "cycles", out[2] / 8.0);
    row("mbarrier, one lane, one mbarrier", "mbarrier.arrive.expect_tx", "cycles", out[3] / 8.0);
    row("clock read twice", "time", "cycles", double(out[4]));
    row("mbarrier, phase complete", "mbarrier.try_wait and use of its result", "cycles", double(out[5]));
    row("mbarrier, phase complete", "mbarrier.try_wait and branch, of 8 in a row", "cycles", out[6] / 8.0);
    row("mbarrier, phase not complete", "mbarrier.test_wait and use of its result", "cycles", double(out[7]));
    row("mbarrier, one lane, one mbarrier", "mbarrier.arrive whose state is used", "cycles", out[8] / 8.0);
    row("mbarrier", "fence.proxy.async.shared::cta", "cycles", double(out[9]));
    row("mbarrier", "fence.mbarrier_init", "cycles", double(out[10]));
    row("mbarrier, one lane, one mbarrier", "mbarrier.expect_tx", "cycles", out[11] / 8.0);
  }
  char name[200];
  for (int waiting : {1, 2, 4, 8, 16, 31}) {
    release<<<1, 1024>>>(device, waiting, 1, 1);
    if (!wait()) break;
    i64 first = out[0], last = out[0];
    for (int w = 1; w < waiting; w++) { if (out[w] < first) first = out[w]; if (out[w] > last) last = out[w]; }
    snprintf(name, 200, "%d warps wait for one mbarrier", waiting);
    row(name, "arrive until the first goes on", "cycles", double(first - out[waiting]));
    row(name, "arrive until the last goes on", "cycles", double(last - out[waiting]));
  }
  for (int lanes : {1, 32})
    for (int arriving : {1, 4, 8, 16, 31}) {
      release<<<1, 1024>>>(device, 1, arriving, lanes);
      if (!wait()) break;
      i64 first = out[1], after = 0;
      for (int w = 1; w <= arriving; w++) { if (out[w] < first) first = out[w]; if (out[64 + w] > after) after = out[64 + w]; }
      snprintf(name, 200, "%d lane%s of each of %d warps arrive at one mbarrier at once", lanes, lanes > 1 ? "s" : "", arriving);
      row(name, "first arrive until the waiting warp goes on", "cycles", double(out[0] - first));
      row(name, "first arrive until the last has issued", "cycles", double(after - first));
    }
  asks<0>("try_wait"); asks<1>("test_wait"); asks<2>("try_wait with a time of 10 ms");
  for (unsigned ns : {0u, 20u, 50u, 100u, 200u, 500u, 1000u, 2000u, 10000u}) {
    sleeps<<<1, 1>>>(device, ns);
    if (!wait()) break;
    i64 low = out[1], high = out[1];
    double sum = 0;
    for (int k = 1; k < 16; k++) { sum += double(out[k]); if (out[k] < low) low = out[k]; if (out[k] > high) high = out[k]; }
    snprintf(name, 200, "nanosleep of %u ns, 15 times", ns);
    row(name, "shortest", "cycles", double(low));
    row(name, "mean", "cycles", sum / 15);
    row(name, "longest", "cycles", double(high));
  }
}
