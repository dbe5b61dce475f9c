// cp.async (LDGSTS): cost of issuing, latency, rate from L2, copies in flight, what it does to L1.
//
//   nvcc -O2 -arch=sm_90 -o async-copy async-copy.cu && ./async-copy
//
// Lines: case, quantity, unit, value, separated by tabs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef long long i64;
static i64 *device, *out; // results, there and here
constexpr size_t RESULTS = 1 << 18;
static char* memory;
static const size_t BYTES = size_t(1) << 30;
static void row(const char* name, const char* quantity, const char* unit, double value) { printf("%s\t%s\t%s\t%.6g\n", name, quantity, unit, value); }
static bool wait() {
  cudaError_t error = cudaMemcpy(out, device, RESULTS, cudaMemcpyDeviceToHost);
  if (error) printf("error\t%s\t\t\n", cudaGetErrorString(error));
  return !error;
}
__device__ __forceinline__ i64 now() { i64 t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory"); return t; }
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int LEFT> __device__ __forceinline__ void waitGroup() { asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory"); }

enum Op { CA4, CA8, CA16, CG16, LDCA4, LDCA16, LDCG16 };
static const char* const OPS[] = {"cp.async.ca 4 B", "cp.async.ca 8 B", "cp.async.ca 16 B", "cp.async.cg 16 B", "ld.global.ca 4 B", "ld.global.ca 16 B", "ld.global.cg 16 B"};
__host__ __device__ constexpr int bytesOf(int op) { return op == CA4 || op == LDCA4 ? 4 : op == CA8 ? 8 : 16; }

template <int OP> __device__ __forceinline__ void copy(unsigned to, const char* from, unsigned* v) {
  if (OP == CA4) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from) : "memory");
  if (OP == CA8) asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(from) : "memory");
  if (OP == CA16) asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  if (OP == CG16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  if (OP == LDCA4) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[0]) : "l"(from) : "memory");
  if (OP == LDCA16) asm volatile("ld.global.ca.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "l"(from) : "memory");
  if (OP == LDCG16) asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "l"(from) : "memory");
}
__device__ unsigned sink;

__global__ void fill(unsigned* memory, size_t words) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < words; i += size_t(gridDim.x) * blockDim.x) {
    unsigned h = unsigned(i) * 2654435761u;
    h ^= h >> 15; h *= 2246822519u; h ^= h >> 13;
    memory[i] = h;
  }
}

/** Brings [0, bytes) into L2, near the SM. */
__global__ void touch(const char* memory, int bytes) {
  unsigned sum = 0, v;
  for (int i = threadIdx.x * 32; i < bytes; i += blockDim.x * 32) {
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(memory + i) : "memory");
    sum += v;
  }
  if (sum == 12345) sink = sum;
}

/** Issues COUNT copies and waits for all; 32 times, each at lines not used before, then the same lines again. */
template <int OP, int COUNT, bool LOADED> __global__ void times(const char* memory, i64* out) {
  __shared__ __align__(128) char shared[COUNT * 512];
  unsigned to = (unsigned)__cvta_generic_to_shared(shared) + threadIdx.x * bytesOf(OP), v[COUNT][4] = {}, sum = 0;
#pragma unroll 1
  for (int again = 0; again < 2; again++)
#pragma unroll 1
    for (int k = 0; k < 32; k++) {
      const char* from = memory + (again ? k % 16 : k) * 4096 + threadIdx.x * bytesOf(OP);
      if (LOADED) {
        copy<LDCA16>(0, from, v[0]);
        shared[0] = v[0][0] + v[0][1] + v[0][2] + v[0][3];
      }
      i64 begin = now();
#pragma unroll
      for (int i = 0; i < COUNT; i++) copy<OP>(to + i * 512, from + i * 512, v[i]);
      i64 issued = now();
      if (OP <= CG16) { commit(); waitGroup<0>(); }
      else for (int i = 0; i < COUNT; i++) sum += v[i][0] + v[i][1] + v[i][2] + v[i][3];
      if (sum == 12345) sink = sum;
      i64 end = now();
      if (!threadIdx.x) { out[(again * 32 + k) * 2] = issued - begin; out[(again * 32 + k) * 2 + 1] = end - begin; }
      __syncwarp();
    }
}

static double median(int from, int count, int place) {
  std::vector<i64> all;
  for (int i = from; i < from + count; i++) all.push_back(out[i * 2 + place]);
  std::sort(all.begin(), all.end());
  return double(all[count / 2]);
}

template <int OP, int COUNT, bool LOADED = false> void latency() {
  touch<<<1, 1024>>>(memory, 1 << 20);
  times<OP, COUNT, LOADED><<<1, 32>>>(memory, device);
  if (!wait()) return;
  char name[200];
  snprintf(name, 200, "%s, %d in a row by one warp, data in %s", OPS[OP], COUNT, LOADED ? "L1 by ld.global.ca" : "L2");
  row(name, "first issue to end of wait_group 0", "cycles", median(2, 30, 1));
  row(name, "first issue to last issue", "cycles", median(2, 30, 0));
  if (LOADED) return;
  snprintf(name, 200, "%s, %d in a row by one warp, data used before", OPS[OP], COUNT);
  row(name, "first issue to end of wait_group 0", "cycles", median(50, 14, 1));
  row(name, "first issue to last issue", "cycles", median(50, 14, 0));
}
template <int OP> void latencies() { latency<OP, 1>(); latency<OP, 2>(); latency<OP, 4>(); latency<OP, 8>(); }

/** A commit and a wait with nothing in flight; with the mbarrier form of the wait. */
__global__ void bookkeeping(const char* memory, i64* out) {
  __shared__ __align__(128) char shared[1024];
  __shared__ i64 barrier;
  unsigned at = (unsigned)__cvta_generic_to_shared(&barrier), to = (unsigned)__cvta_generic_to_shared(shared) + threadIdx.x * 16;
  if (!threadIdx.x) asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(at) : "memory");
  __syncwarp();
  for (int k = 0; k < 4; k++) {
    i64 a = now();
    commit();
    i64 b = now();
    waitGroup<0>();
    i64 c = now();
    for (int i = 0; i < 8; i++) { commit(); waitGroup<0>(); }
    i64 d = now();
    for (int i = 0; i < 8; i++) commit();
    i64 e = now();
    waitGroup<0>();
    copy<CG16>(to, memory + threadIdx.x * 16, nullptr);
    waitGroup<0>();
    asm volatile("cp.async.wait_all;" ::: "memory");
    i64 f = now();
    copy<CG16>(to, memory + threadIdx.x * 16, nullptr);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at) : "memory");
    i64 g = now();
    unsigned ready = 0;
    while (!ready) asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" : "=r"(ready) : "r"(at), "r"(k & 1) : "memory");
    i64 h = now();
    if (!threadIdx.x) { out[0] = b - a; out[1] = c - b; out[2] = d - c; out[3] = e - d; out[4] = g - f; out[5] = h - f; }
  }
}

constexpr int COPIES = 25;

/** When each of 25 copies of every warp has been issued: do they stall, and after how many? */
template <int OP> __global__ void __launch_bounds__(512) issues(const char* memory, i64* out, int span) {
  extern __shared__ __align__(128) char shared[];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  unsigned to = (unsigned)__cvta_generic_to_shared(shared) + warp * COPIES * 512 + lane * 16, v[4];
  i64 at[COPIES], end;
  const char* from = memory + warp * (COPIES * 512) + lane * span;
  for (int twice = 0; twice < 2; twice++) { // the first time is for the code
    __syncthreads();
#pragma unroll
    for (int i = 0; i < COPIES; i++) {
      at[i] = now();
      copy<OP>(to + i * 512, from + i * 512, v);
    }
    commit();
    waitGroup<0>();
    end = now();
    if (!lane) {
#pragma unroll
      for (int i = 0; i < COPIES; i++) out[warp * (COPIES + 1) + i] = at[i];
      out[warp * (COPIES + 1) + COPIES] = end;
    }
    from += 1 << 20;
  }
}

template <int OP> void flight(int warps) {
  auto kernel = issues<OP>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, warps * COPIES * 512);
  touch<<<1, 1024>>>(memory, 4 << 20);
  kernel<<<1, 32 * warps, warps * COPIES * 512>>>(memory, device, bytesOf(OP));
  if (!wait()) return;
  unsigned first = ~0u;
  for (int w = 0; w < warps; w++) first = std::min(first, unsigned(out[w * (COPIES + 1)]));
  std::vector<unsigned> times; // of issues of the SM
  unsigned end = 0;
  for (int w = 0; w < warps; w++) {
    for (int i = 0; i < COPIES; i++) times.push_back(unsigned(out[w * (COPIES + 1) + i]) - first);
    end = std::max(end, unsigned(out[w * (COPIES + 1) + COPIES]) - first);
  }
  std::sort(times.begin(), times.end());
  char name[200], quantity[100];
  snprintf(name, 200, "%s, %d by each of %d warps, data in L2", OPS[OP], COPIES, warps);
  for (size_t n : {1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384})
    if (n < times.size()) {
      snprintf(quantity, 100, "time of issue %d", int(n + 1));
      row(name, quantity, "cycles", times[n]);
    }
  row(name, "time when all have come", "cycles", end);
}

/** Threads copy, U in a group, three groups in flight. APART: every copy in flight to a place of its own; otherwise those of a group to one. */
template <int OP, int U, bool APART> __global__ void __launch_bounds__(1024) copies(const char* memory, size_t bytes, i64* out, int steps) {
  extern __shared__ __align__(128) char shared[];
  unsigned to = (unsigned)__cvta_generic_to_shared(shared) + threadIdx.x * bytesOf(OP), v[U][4] = {}, sum = 0;
  size_t step = size_t(blockDim.x) * bytesOf(OP), at = (blockIdx.x * (bytes / gridDim.x) & ~size_t(511)) + threadIdx.x * bytesOf(OP);
  i64 begin = 0;
#pragma unroll 1
  for (int k = -4; k < steps; k++) {
    if (!k) { __syncthreads(); begin = now(); }
#pragma unroll
    for (int i = 0; i < U; i++) {
      copy<OP>(to + (APART ? (k & 3) * U + i : k & 3) * int(step), memory + at, v[i]);
      at += step;
      if (at >= bytes) at -= bytes;
    }
    if (OP <= CG16) { commit(); waitGroup<3>(); }
    else
#pragma unroll
      for (int i = 0; i < U; i++) sum += v[i][0] + v[i][1] + v[i][2] + v[i][3];
  }
  waitGroup<0>();
  if (sum == 12345) sink = sum;
  __syncthreads();
  if (!threadIdx.x) out[blockIdx.x] = now() - begin;
}

template <int OP, int U, bool APART = true> void stream(int threads, int blocks, size_t bytes, const char* where) {
  auto kernel = copies<OP, U, APART>;
  int shared = OP > CG16 ? 0 : threads * bytesOf(OP) * 4 * (APART ? U : 1) + 1024, steps = bytes > 64 << 20 ? int(bytes / blocks / (size_t(U) * threads * bytesOf(OP))) - 4 : 2048 / U;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  for (int i = 0; i < 3; i++) kernel<<<blocks, threads, shared>>>(memory, bytes, device, steps);
  if (!wait()) return;
  double sum = 0;
  for (int b = 0; b < blocks; b++) sum += double(out[b]);
  char name[200];
  snprintf(name, 200, "%s, %d threads, %d per thread in a group%s, %s, %d SM%s", OPS[OP], threads, U, APART ? "" : " to one place", where, blocks, blocks > 1 ? "s" : "");
  row(name, "bytes per SM", "B/cycle", double(steps) * U * threads * bytesOf(OP) / (sum / blocks));
}
template <int OP> void streams() {
  for (int blocks : {1, 132}) {
    stream<OP, 4>(128, blocks, 4 << 20, "4 MB in L2"); stream<OP, 8>(128, blocks, 4 << 20, "4 MB in L2");
    stream<OP, 4>(256, blocks, 4 << 20, "4 MB in L2"); stream<OP, 4>(512, blocks, 4 << 20, "4 MB in L2"); stream<OP, 2>(1024, blocks, 4 << 20, "4 MB in L2");
    stream<OP, 4, false>(512, blocks, 4 << 20, "4 MB in L2");
  }
  stream<OP, 4>(512, 132, size_t(1) << 30, "1 GB in DRAM"); stream<OP, 2>(1024, 132, size_t(1) << 30, "1 GB in DRAM");
  stream<OP, 4, false>(512, 132, size_t(1) << 30, "1 GB in DRAM");
}

/** 64 lines are loaded into L1, then others are copied; how many of the 64 are still there? And do copies use lines that are there? */
template <int OP> __global__ void lines(const char* memory, i64* out, int others) {
  __shared__ __align__(128) char shared[1024];
  __shared__ volatile unsigned came;
  unsigned to = (unsigned)__cvta_generic_to_shared(shared) + threadIdx.x * 16, v[4], zero = 0;
  int hits = 0;
  for (int pass = 0; pass < 3; pass++) {
    hits = 0;
    for (int i = 0; i < 64; i++) {
      unsigned begin = unsigned(now());
      asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[0]) : "l"(memory + i * 128 + zero) : "memory");
      came = v[0];
      hits += unsigned(now()) - begin < 200;
      zero = v[0];
    }
    if (pass == 1)
      for (int i = 0; i < others; i += 4) { // 512 B per instruction
        copy<OP>(to, memory + 65536 + i * 128 + threadIdx.x * 16, v);
        if (OP > CG16) came = v[0] + v[1] + v[2] + v[3];
        commit();
        waitGroup<0>();
      }
    if (!threadIdx.x) out[pass] = hits;
  }
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  out = (i64*)malloc(RESULTS);
  cudaMalloc(&device, RESULTS);
  cudaMemset(device, 0, RESULTS);
  cudaMalloc(&memory, BYTES + (1 << 20));
  cudaMemset(memory, 0, BYTES + (1 << 20));
  bookkeeping<<<1, 32>>>(memory, device);
  if (wait()) {
    row("cp.async, nothing in flight", "commit_group", "cycles", out[0]);
    row("cp.async, nothing in flight", "wait_group 0 after commit_group", "cycles", out[1]);
    row("cp.async, nothing in flight", "commit_group and wait_group 0, of 8 in a row", "cycles", out[2] / 8.0);
    row("cp.async, nothing in flight", "commit_group, of 8 in a row", "cycles", out[3] / 8.0);
    row("cp.async.cg 16 B and cp.async.mbarrier.arrive.noinc", "issue of both", "cycles", out[4]);
    row("cp.async.cg 16 B and cp.async.mbarrier.arrive.noinc, data in L2", "first issue to end of try_wait", "cycles", out[5]);
  }
  latencies<CA4>(); latencies<CA8>(); latencies<CA16>(); latencies<CG16>(); latency<CG16, 1, true>(); latency<CA16, 1, true>(); latencies<LDCA4>(); latencies<LDCA16>(); latencies<LDCG16>();
  for (int warps : {1, 4, 8, 16}) flight<CG16>(warps);
  for (int warps : {1, 8, 16}) flight<CA4>(warps);
  fill<<<132 * 16, 512>>>((unsigned*)memory, BYTES / 4);
  streams<CG16>(); streams<CA16>(); streams<LDCG16>();
  stream<CA4, 4>(1024, 1, 4 << 20, "4 MB in L2"); stream<CA8, 4>(1024, 1, 4 << 20, "4 MB in L2");
  stream<CA4, 4>(1024, 132, size_t(1) << 30, "1 GB in DRAM");
  cudaMemset(memory, 0, 8 << 20); // words of zero are added to addresses
  for (int others : {0, 256, 1024, 4096}) {
    char name[200];
    for (int op : {CG16, CA16, LDCG16}) {
      auto kernel = op == CG16 ? lines<CG16> : op == CA16 ? lines<CA16> : lines<LDCG16>;
      cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
      kernel<<<1, 32>>>(memory, device, others);
      if (!wait()) break;
      snprintf(name, 200, "64 lines in L1, then %d others by %s", others, OPS[op]);
      row(name, "of the 64 still in L1", "lines", out[2]);
    }
  }
}
