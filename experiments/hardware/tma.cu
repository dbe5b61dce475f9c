// The bulk tensor copy engine (TMA): latency, rate, what an instruction and a row cost, multicast, stores, reductions.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o tma tma.cu && ./tma
//
// Lines: case, quantity, unit, value, separated by tabs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <vector>

typedef long long i64;
static i64 *device, *out; // results, there and here
constexpr size_t RESULTS = 1 << 18;
static char* memory;
static const size_t BYTES = size_t(4) << 30;
static void row(const char* name, const char* quantity, const char* unit, double value) { printf("%s\t%s\t%s\t%.6g\n", name, quantity, unit, value); }
static bool wait() {
  cudaError_t error = cudaMemcpy(out, device, RESULTS, cudaMemcpyDeviceToHost);
  if (error) printf("error\t%s\t\t\n", cudaGetErrorString(error));
  return !error;
}
__device__ __forceinline__ i64 now() { i64 t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory"); return t; }
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
/** One lane of the warp. The compiler knows it, so that it needs no loop over lanes around an instruction of the engine. */
__device__ __forceinline__ bool elected() {
  unsigned one;
  asm volatile("{.reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p;}" : "=r"(one));
  return one;
}
__device__ __forceinline__ void init(i64* b, unsigned count) { asm volatile("mbarrier.init.shared.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(at(b)), "r"(count) : "memory"); }
__device__ __forceinline__ void expect(i64* b, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(at(b)), "r"(bytes) : "memory"); }
__device__ __forceinline__ void waitFor(i64* b, unsigned parity) {
  asm volatile("{.reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @p bra done; bra again; done: }" ::"r"(at(b)), "r"(parity) : "memory");
}

// WAYS to move a box; the coordinates are in elements of 4 B, `from` in bytes.
enum Way { TENSOR, BULK };
__device__ __forceinline__ void load2(unsigned to, const CUtensorMap* map, int x, int y, i64* b) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(at(b)) : "memory");
}
__device__ __forceinline__ void load2multi(unsigned to, const CUtensorMap* map, int x, int y, i64* b, unsigned short mask) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(at(b)), "h"(mask) : "memory");
}
__device__ __forceinline__ void load1(unsigned to, const char* from, unsigned bytes, i64* b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(from), "r"(bytes), "r"(at(b)) : "memory");
}
__device__ __forceinline__ void store2(const CUtensorMap* map, int x, int y, unsigned from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(x), "r"(y), "r"(from) : "memory");
}
__device__ __forceinline__ void reduce2(const CUtensorMap* map, int x, int y, unsigned from) {
  asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(x), "r"(y), "r"(from) : "memory");
}
__device__ __forceinline__ void store1(char* to, unsigned from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(from), "r"(bytes) : "memory");
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int LEFT> __device__ __forceinline__ void waitGroup() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(LEFT) : "memory"); }
template <int LEFT> __device__ __forceinline__ void waitRead() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(LEFT) : "memory"); }

/** One box after another, each waited for: boxes at (k * dx, k * dy); all of them twice. times: issue, completion. */
template <int WAY> __global__ void latency(const __grid_constant__ CUtensorMap map, const char* memory, int bytes, int dx, int dy, int pitch, int count, i64* out) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ i64 b;
  if (!elected()) return;
  init(&b, 1);
  unsigned to = (at(shared) + 1023) & ~1023u, phase = 0;
#pragma unroll 1
  for (int k = 0; k < 2 * count; k++) {
    int i = k % count, x = i * dx, y = i * dy;
    const char* from = memory + size_t(y) * pitch + x * 4;
    expect(&b, bytes);
    i64 begin = now();
    if (WAY == TENSOR) load2(to, &map, x, y, &b); else load1(to, from, bytes, &b);
    i64 issued = now();
    waitFor(&b, phase);
    i64 end = now();
    phase ^= 1;
    out[2 * k] = issued - begin;
    out[2 * k + 1] = end - begin;
  }
}

/** `count` boxes into one mbarrier at once. times: all issued, all complete. */
template <int WAY> __global__ void burst(const __grid_constant__ CUtensorMap map, const char* memory, int bytes, int dx, int dy, int pitch, int count, int slots, i64* out) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ i64 b;
  if (!elected()) return;
  init(&b, 1);
  unsigned to = (at(shared) + 1023) & ~1023u, phase = 0, apart = (bytes + 127) & ~127u;
#pragma unroll 1
  for (int k = 0; k < 5; k++) {
    expect(&b, bytes * count);
    i64 begin = now();
    int x = 0, y = 0, slot = 0;
    const char* from = memory;
    size_t step = size_t(dy) * pitch + dx * 4;
#pragma unroll 4
    for (int i = 0; i < count; i++) {
      if (WAY == TENSOR) load2(to + slot * apart, &map, x, y, &b); else load1(to + slot * apart, from, bytes, &b);
      x += dx; y += dy; from += step;
      slot = slot + 1 == slots ? 0 : slot + 1;
    }
    i64 issued = now();
    waitFor(&b, phase);
    i64 end = now();
    phase ^= 1;
    out[0] = issued - begin;
    out[1] = end - begin;
  }
}

/** The same instruction again and again, by one lane of each warp: 16 of them, or 48. BULK: of `bytes`. */
template <int WAY, int COUNT> __global__ void rapid(const __grid_constant__ CUtensorMap map, const char* memory, int bytes, i64* out) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ i64 b[4];
  int warp = threadIdx.x / 32;
  unsigned to = ((at(shared) + 1023) & ~1023u) + warp * 4096;
  if (elected()) {
    init(&b[warp], 1);
    for (int k = 0; k < 4; k++) {
      expect(&b[warp], bytes * COUNT);
      i64 begin = now();
#pragma unroll
      for (int i = 0; i < COUNT; i++) if (WAY == TENSOR) load2(to, &map, 0, 0, &b[warp]); else load1(to, memory, bytes, &b[warp]);
      i64 issued = now();
      waitFor(&b[warp], k & 1);
      i64 end = now();
      out[warp * 3] = begin; out[warp * 3 + 1] = issued; out[warp * 3 + 2] = end;
    }
  }
}

/** A ring of stages, each loaded again as soon as it is full. Block i begins at box i * apart of `boxes`, each at (0, rows * box). */
template <int WAY> __global__ void ring(const __grid_constant__ CUtensorMap map, const char* memory, int bytes, int rows, int pitch, int stages, int boxes, int apart, int steps, i64* out) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ i64 full[16];
  unsigned to = (at(shared) + 1023) & ~1023u;
  if (!threadIdx.x) for (int i = 0; i < stages; i++) init(&full[i], 1);
  __syncthreads();
  if (!elected()) return;
  int at = int(i64(blockIdx.x) * apart % boxes), stage = 0;
  unsigned phase = 0;
  i64 begin = 0;
  for (int k = -2 * stages; k < steps; k++) {
    if (!k) begin = now();
    if (k >= -stages) {
      waitFor(&full[stage], phase);
      if (stage + 1 == stages) phase ^= 1;
    }
    expect(&full[stage], bytes);
    if (WAY == TENSOR) load2(to + stage * bytes, &map, 0, at * rows, &full[stage]);
    else load1(to + stage * bytes, memory + size_t(at) * bytes, bytes, &full[stage]);
    at = at + 1 == boxes ? 0 : at + 1;
    stage = stage + 1 == stages ? 0 : stage + 1;
  }
  for (int i = 0; i < stages; i++) {
    waitFor(&full[stage], phase);
    if (stage + 1 == stages) phase ^= 1;
    stage = stage + 1 == stages ? 0 : stage + 1;
  }
  out[blockIdx.x * 2] = begin;
  out[blockIdx.x * 2 + 1] = now();
}

/** The same by clusters of CTAs that all want the same boxes: each loads a part of a box and multicasts it (HOW 1), or each loads all of it (0).
 *  Warp 0 loads, warp 1 waits until a stage is full and lets it be filled again. */
template <int HOW> __global__ void shared2(const __grid_constant__ CUtensorMap map, int rows, int ctas, int stages, int boxes, int apart, int steps, i64* out) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ i64 full[16], empty[16];
  unsigned to = (at(shared) + 1023) & ~1023u, rank, bytes = rows * 128;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (!threadIdx.x) for (int i = 0; i < stages; i++) { init(&full[i], 1); init(&empty[i], HOW ? ctas : 1); }
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
  if (!elected()) return;
  int stage = 0;
  unsigned phase = 0;
  if (threadIdx.x < 32) {
    int box = int(i64(blockIdx.x / ctas) * apart % boxes), part = rows / ctas;
    i64 begin = now();
    for (int k = 0; k < steps; k++) {
      if (k == 4 * stages) begin = now();
      waitFor(&empty[stage], phase ^ 1);
      expect(&full[stage], bytes);
      if (HOW) load2multi(to + stage * bytes + rank * part * 128, &map, 0, box * rows + rank * part, &full[stage], (unsigned short)((1 << ctas) - 1));
      else load2(to + stage * bytes, &map, 0, box * rows, &full[stage]);
      box = box + 1 == boxes ? 0 : box + 1;
      if (++stage == stages) { stage = 0; phase ^= 1; }
    }
    out[blockIdx.x * 2] = begin;
  } else {
    for (int k = 0; k < steps; k++) {
      waitFor(&full[stage], phase);
      if (HOW)
        for (int c = 0; c < ctas; c++)
          asm volatile("{.reg .b32 r; mapa.shared::cluster.u32 r, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [r];}" ::"r"(at(&empty[stage])), "r"(c) : "memory");
      else asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at(&empty[stage])) : "memory");
      if (++stage == stages) { stage = 0; phase ^= 1; }
    }
    out[blockIdx.x * 2 + 1] = now();
  }
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

/** One multicast, waited for; by CTA 0 only, to all. */
__global__ void multicastLatency(const __grid_constant__ CUtensorMap map, int rows, int ctas, i64* out) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ i64 full;
  unsigned to = (at(shared) + 1023) & ~1023u, rank, bytes = rows * 128;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (!threadIdx.x) init(&full, 1);
  for (int k = 0; k < 16; k++) {
    if (!threadIdx.x) expect(&full, bytes);
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    if (elected()) {
      unsigned short mask = (unsigned short)((1 << ctas) - 1);
      i64 begin = now();
      if (!rank) load2multi(to, &map, 0, 0, &full, mask);
      waitFor(&full, k & 1);
      out[rank * 16 + k] = now() - begin;
    }
  }
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

/** Stores of a box, each waited for: issued, read, complete; then a stream of them with four groups in flight. HOW: 0 store, 1 add, 2 1D store. */
template <int HOW> __global__ void stores(const __grid_constant__ CUtensorMap map, char* memory, int bytes, int rows, int boxes, int apart, int steps, bool single, i64* out) {
  extern __shared__ __align__(1024) char shared[];
  unsigned from = (at(shared) + 1023) & ~1023u;
  for (int i = threadIdx.x; i < bytes / 4; i += blockDim.x) *(unsigned*)(shared + (from - at(shared)) + i * 4) = 0;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (!elected()) return;
  int box = int(i64(blockIdx.x) * apart % boxes);
  if (single) {
    for (int k = 0; k < 16; k++) {
      if (k == 8) box -= 8; // the same boxes again, with only one of the two waits
      i64 begin = now();
      if (HOW == 0) store2(&map, 0, (box + k) * rows, from);
      if (HOW == 1) reduce2(&map, 0, (box + k) * rows, from);
      if (HOW == 2) store1(memory + size_t(box + k) * bytes, from, bytes);
      i64 issued = now();
      commit();
      if (k < 8) waitRead<0>();
      i64 read = now();
      waitGroup<0>();
      i64 end = now();
      out[k * 3] = issued - begin; out[k * 3 + 1] = read - begin; out[k * 3 + 2] = end - begin;
    }
    return;
  }
  i64 begin = now();
  for (int k = -8; k < steps; k++) {
    if (!k) begin = now();
    if (HOW == 0) store2(&map, 0, box * rows, from);
    if (HOW == 1) reduce2(&map, 0, box * rows, from);
    if (HOW == 2) store1(memory + size_t(box) * bytes, from, bytes);
    commit();
    waitRead<4>();
    box = box + 1 == boxes ? 0 : box + 1;
  }
  waitGroup<0>();
  out[blockIdx.x * 2] = begin;
  out[blockIdx.x * 2 + 1] = now();
}

/** The first instruction that uses a tensor map, the second one. */
__global__ void firstUse(const __grid_constant__ CUtensorMap map, const CUtensorMap* other, i64* out) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ i64 b;
  if (!elected()) return;
  init(&b, 1);
  unsigned to = (at(shared) + 1023) & ~1023u;
  for (int k = 0; k < 6; k++) {
    if (k == 4) { // a map that this SM has not used, in L2 or not; its descriptor is fetched ahead for the next kernel run
      asm volatile("prefetch.tensormap [%0];" ::"l"(other) : "memory");
      i64 begin = now();
      while (now() - begin < 5000) { }
    }
    expect(&b, 128);
    i64 begin = now();
    load2(to, k < 2 ? &map : k < 4 ? other + 1 : other, 0, k, &b);
    waitFor(&b, k & 1);
    out[k] = now() - begin;
  }
}

/** Loads of one thread from the same lines, for comparison. */
__global__ void loads(const char* memory, i64* out) {
  unsigned v;
  for (int k = 0; k < 32; k++) {
    i64 begin = now();
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(memory + k % 16 * 128) : "memory");
    if (v == 12345) out[999] = v;
    out[k] = now() - begin;
  }
}

/** Floats that no compression can shorten. */
__global__ void fill(unsigned* memory, size_t words) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < words; i += size_t(gridDim.x) * blockDim.x) {
    unsigned h = unsigned(i) * 2654435761u;
    h ^= h >> 15; h *= 2246822519u; h ^= h >> 13;
    memory[i] = (h & 0x807fffff) | 0x3f000000;
  }
}

static decltype(&cuTensorMapEncodeTiled) encode;
/** `width` floats a row, `pitch` bytes from row to row, boxes of x floats and y rows. */
static CUtensorMap tensor(size_t width, size_t pitch, size_t height, unsigned x, unsigned y, CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE, int offset = 0) {
  CUtensorMap map;
  cuuint64_t size[] = {width, height}, strides[] = {pitch};
  cuuint32_t box[] = {x, y}, steps[] = {1, 1};
  CUresult result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, memory + offset, size, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result) printf("error\tcuTensorMapEncodeTiled %d\t\t\n", result);
  return map;
}

static const int SHARED = 200 << 10;
static double median(int first, int count, int step, int place) {
  std::vector<i64> all;
  for (int i = first; i < first + count; i++) all.push_back(out[i * step + place]);
  std::sort(all.begin(), all.end());
  return double(all[count / 2]);
}

static void evict() { cudaMemset(memory + BYTES / 2, 0, BYTES / 2); }

static void latencies() {
  char name[200];
  // rows of 128 B, 4 KB from row to row or next to one another
  for (int pitch : {128, 4096})
    for (int rows : {1, 8, 32, 64, 128, 256}) {
      CUtensorMap map = tensor(pitch / 4, pitch, BYTES / pitch, 32, rows);
      int bytes = rows * 128, count = 16;
      evict();
      latency<TENSOR><<<1, 32, SHARED>>>(map, memory, bytes, 0, rows, pitch, count, device);
      if (!wait()) return;
      snprintf(name, 200, "tensor load of %d rows of 128 B, %d B from row to row", rows, pitch);
      row(name, "issue to completion, data in DRAM, median", "cycles", median(1, count - 1, 2, 1));
      row(name, "issue to completion, data in L2, median", "cycles", median(count, count, 2, 1));
      row(name, "issue to completion, data in L2, shortest", "cycles", double(std::min(std::min(out[2 * count + 1], out[2 * count + 3]), std::min(out[2 * count + 5], out[2 * count + 7]))));
      row(name, "issue", "cycles", median(count, count, 2, 0));
    }
  for (int bytes : {16, 64, 128, 512, 1024, 4096, 8192, 16384, 32768, 65536}) {
    CUtensorMap map = tensor(32, 128, 1 << 20, 32, 1);
    int count = 16;
    evict();
    latency<BULK><<<1, 32, SHARED>>>(map, memory, bytes, 0, 1, bytes < 128 ? 128 : bytes, count, device);
    if (!wait()) return;
    snprintf(name, 200, "1D bulk load of %d B", bytes);
    row(name, "issue to completion, data in DRAM, median", "cycles", median(1, count - 1, 2, 1));
    row(name, "issue to completion, data in L2, median", "cycles", median(count, count, 2, 1));
    row(name, "issue", "cycles", median(count, count, 2, 0));
  }
}

/** Time per box from bursts of 8 and 40. */
static void perBox(const char* name, const CUtensorMap& map, bool tensor, int bytes, int dx, int dy, int pitch) {
  double issued[2], complete[2];
  int counts[] = {8, bytes * 40 < 1 << 20 ? 40 : 24}, slots = std::max(1, std::min(40, (SHARED - 2048) / ((bytes + 127) & ~127)));
  for (int i = 0; i < 2; i++) {
    auto kernel = tensor ? burst<TENSOR> : burst<BULK>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
    kernel<<<1, 32, SHARED>>>(map, memory, bytes, dx, dy, pitch, counts[i], slots, device);
    if (!wait()) return;
    issued[i] = double(out[0]); complete[i] = double(out[1]);
  }
  row(name, "time per box, complete", "cycles", (complete[1] - complete[0]) / (counts[1] - 8));
  row(name, "time per box, issued", "cycles", (issued[1] - issued[0]) / (counts[1] - 8));
  row(name, "8 boxes", "cycles", complete[0]);
}

static void shapes() {
  char name[200];
  // one row of some bytes
  for (int floats : {4, 8, 16, 32, 64, 128, 256}) {
    CUtensorMap map = tensor(1024, 4096, BYTES / 4096, floats, 1);
    snprintf(name, 200, "tensor boxes of 1 row of %d B, data in L2", floats * 4);
    perBox(name, map, true, floats * 4, 0, 1, 4096);
  }
  // 4 KB in rows of different length
  for (int floats : {4, 8, 16, 32, 64, 128, 256}) {
    CUtensorMap map = tensor(1024, 4096, BYTES / 4096, floats, std::min(256, 1024 / floats));
    snprintf(name, 200, "tensor boxes of %d rows of %d B, 4096 B from row to row, data in L2", std::min(256, 1024 / floats), floats * 4);
    perBox(name, map, true, 4096, 0, std::min(256, 1024 / floats), 4096);
  }
  // rows of 128 B
  for (int rows : {2, 4, 8, 16, 64, 128, 256}) {
    CUtensorMap map = tensor(1024, 4096, BYTES / 4096, 32, rows);
    snprintf(name, 200, "tensor boxes of %d rows of 128 B, 4096 B from row to row, data in L2", rows);
    perBox(name, map, true, rows * 128, 0, rows, 4096);
  }
  CUtensorMapSwizzle swizzles[] = {CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B};
  const char* names[] = {"no", "32 B", "64 B", "128 B"};
  for (int s = 0; s < 4; s++) {
    int floats = s == 1 ? 8 : s == 2 ? 16 : 32;
    CUtensorMap map = tensor(1024, 4096, BYTES / 4096, floats, 64, swizzles[s]);
    snprintf(name, 200, "tensor boxes of 64 rows of %d B, 4096 B from row to row, %s swizzle, data in L2", floats * 4, names[s]);
    perBox(name, map, true, floats * 256, 0, 64, 4096);
  }
  { // contiguous, and beginning beside a line
    CUtensorMap map = tensor(32, 128, BYTES / 128, 32, 64);
    perBox("tensor boxes of 64 rows of 128 B, 128 B from row to row, data in L2", map, true, 8192, 0, 64, 128);
    map = tensor(1000, 4096, BYTES / 4096 - 1, 32, 64, CU_TENSOR_MAP_SWIZZLE_NONE, 16);
    perBox("tensor boxes of 64 rows of 128 B, 4096 B from row to row, 16 B beside a line, data in L2", map, true, 8192, 0, 64, 4096);
    map = tensor(1000, 4096, BYTES / 4096 - 1, 32, 64, CU_TENSOR_MAP_SWIZZLE_NONE, 64);
    perBox("tensor boxes of 64 rows of 128 B, 4096 B from row to row, 64 B beside a line, data in L2", map, true, 8192, 0, 64, 4096);
    map = tensor(1024, 4096, 8, 32, 64);
    perBox("tensor boxes of 64 rows of 128 B of which 8 are inside the tensor", map, true, 8192, 0, 0, 4096);
  }
  for (int bytes : {16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192}) {
    CUtensorMap map = tensor(32, 128, BYTES / 128, 32, 1);
    snprintf(name, 200, "1D bulk loads of %d B, data in L2", bytes);
    perBox(name, map, false, bytes, 0, 1, std::max(bytes, 128));
  }
}

template <int WAY> static void rapids() {
  for (int bytes : {16, 128, 1024})
    for (int warps : {1, 2, 4}) {
      CUtensorMap map = tensor(1024, 4096, BYTES / 4096, bytes / 4, 1);
      double issued[2], complete[2];
      for (int i = 0; i < 2; i++) {
        if (i) rapid<WAY, 48><<<1, 32 * warps, 32768>>>(map, memory, bytes, device); else rapid<WAY, 16><<<1, 32 * warps, 32768>>>(map, memory, bytes, device);
        if (!wait()) return;
        i64 begin = out[0], last = out[1], end = out[2];
        for (int w = 1; w < warps; w++) { begin = std::min(begin, out[w * 3]); last = std::max(last, out[w * 3 + 1]); end = std::max(end, out[w * 3 + 2]); }
        issued[i] = double(last - begin); complete[i] = double(end - begin);
      }
      char name[200];
      snprintf(name, 200, "the same %s of %d B again and again by %d warp%s", WAY == TENSOR ? "tensor load" : "1D bulk load", bytes, warps, warps > 1 ? "s" : "");
      row(name, "time per instruction of the SM, issued", "cycles", (issued[1] - issued[0]) / 32 / warps);
      row(name, "time per instruction of the SM, complete", "cycles", (complete[1] - complete[0]) / 32 / warps);
    }
}

template <int WAY> void rings() {
  char name[200];
  auto kernel = ring<WAY>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
  for (int blocks : {1, 132})
    for (int where = 0; where < (blocks == 1 ? 1 : 2); where++)
      for (int rows : {8, 32, 64, 128, 256})
        for (int stages : {1, 2, 4, 6, 12}) {
          int bytes = rows * 128;
          if (bytes * stages > 192 << 10 || (stages == 12 && rows > 32) || (where && stages < 4)) continue;
          CUtensorMap map = tensor(32, 128, BYTES / 128, 32, rows);
          int boxes = int((where ? BYTES : size_t(8) << 20) / bytes), apart = boxes / blocks, steps = where ? apart - 3 * stages : std::max(64, (2 << 20) / bytes);
          float ms = 0;
          cudaEvent_t a, b;
          cudaEventCreate(&a); cudaEventCreate(&b);
          for (int i = 0; i < 2; i++) {
            cudaEventRecord(a);
            kernel<<<blocks, 32, SHARED>>>(map, memory, bytes, rows, 128, stages, boxes, apart, steps, device);
            cudaEventRecord(b);
          }
          if (!wait()) return;
          cudaEventElapsedTime(&ms, a, b);
          double sum = 0;
          for (int i = 0; i < blocks; i++) sum += double(out[2 * i + 1] - out[2 * i]);
          double rate = double(steps + stages) * bytes / (sum / blocks);
          snprintf(name, 200, "%s loads of %d B, %d in flight, %s, %d SM%s", WAY == TENSOR ? "tensor" : "1D bulk", bytes, stages, where ? "4 GB in DRAM" : "8 MB in L2", blocks, blocks > 1 ? "s" : "");
          row(name, "bytes per SM", "B/cycle", rate);
          if (where) row(name, "bytes of the GPU, by the time of the kernel", "GB/s", double(steps + 2 * stages) * bytes * blocks / ms / 1e6);
        }
}

template <class F> static bool clusters(F kernel, int blocks, int threads, int ctas, void** arguments) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = ctas; attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.gridDim = dim3(blocks); config.blockDim = dim3(threads); config.dynamicSmemBytes = SHARED; config.attrs = &attribute; config.numAttrs = 1;
  cudaError_t error = cudaLaunchKernelExC(&config, (const void*)kernel, arguments);
  if (error) printf("error\t%s\t\t\n", cudaGetErrorString(error));
  return wait();
}

static void multicasts() {
  char name[200];
  for (int rows : {8, 32, 128})
    for (int ctas : {1, 2, 4}) {
      CUtensorMap map = tensor(32, 128, BYTES / 128, 32, rows);
      void* arguments[] = {&map, &rows, &ctas, &device};
      if (!clusters(multicastLatency, ctas, 32, ctas, arguments)) return;
      snprintf(name, 200, "tensor load of %d B, multicast by CTA 0 to %d CTA%s, the map fetched again after barrier.cluster", rows * 128, ctas, ctas > 1 ? "s" : "");
      row(name, "issue to completion at CTA 0, data in L2", "cycles", median(4, 12, 1, 0));
      if (ctas > 1) row(name, "end of barrier.cluster to completion at CTA 1, data in L2", "cycles", median(20, 12, 1, 0));
    }
  for (int where = 0; where < 2; where++)
    for (int ctas : {2, 4})
      for (int rows : {32, 128, 256}) {
        for (int how = 0; how < 2; how++) {
          CUtensorMap map = tensor(32, 128, BYTES / 128, 32, how ? rows / ctas : rows);
          int stages = 4, blocks = 120, clusterCount = blocks / ctas, boxes = int((where ? BYTES : size_t(8) << 20) / (rows * 128)), apart = boxes / clusterCount, steps = where ? apart : 256;
          void* arguments[] = {&map, &rows, &ctas, &stages, &boxes, &apart, &steps, &device};
          for (int i = 0; i < 2; i++) if (how ? !clusters(shared2<1>, blocks, 64, ctas, arguments) : !clusters(shared2<0>, blocks, 64, ctas, arguments)) return;
          double sum = 0;
          for (int i = 0; i < blocks; i++) sum += double(out[2 * i + 1] - out[2 * i]);
          snprintf(name, 200, "%d CTAs of each of %d clusters want the same boxes of %d B, 4 in flight, %s; %s", ctas, clusterCount, rows * 128, where ? "4 GB in DRAM" : "8 MB in L2", how ? "each multicasts its part" : "each loads all");
          row(name, "bytes that come per SM", "B/cycle", double(steps - 3 * stages) * rows * 128 / (sum / blocks));
        }
      }
}

template <int HOW> void storing() {
  char name[200];
  const char* hows[] = {"tensor store", "tensor add of floats", "1D bulk store"};
  auto kernel = stores<HOW>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
  for (int rows : {1, 8, 32, 64, 128, 256}) {
    int bytes = rows * 128;
    CUtensorMap map = tensor(32, 128, BYTES / 128, 32, rows);
    int boxes = (8 << 20) / bytes;
    kernel<<<1, 32, SHARED>>>(map, memory, bytes, rows, boxes, 1, 0, true, device);
    kernel<<<1, 32, SHARED>>>(map, memory, bytes, rows, boxes, 1, 0, true, device);
    if (!wait()) return;
    snprintf(name, 200, "%s of %d B, in L2", hows[HOW], bytes);
    row(name, "issue", "cycles", median(2, 6, 3, 0));
    row(name, "issue to end of wait_group.read 0", "cycles", median(2, 6, 3, 1));
    row(name, "issue to end of wait_group 0 after it", "cycles", median(2, 6, 3, 2));
    row(name, "issue to end of wait_group 0 alone", "cycles", median(10, 6, 3, 2));
  }
  for (int blocks : {1, 132})
    for (int where = 0; where < (blocks == 1 ? 1 : 2); where++)
      for (int rows : {8, 32, 128}) {
        int bytes = rows * 128, boxes = int((where ? BYTES : size_t(8) << 20) / bytes), apart = boxes / blocks, steps = where ? apart - 16 : std::max(64, (2 << 20) / bytes);
        CUtensorMap map = tensor(32, 128, BYTES / 128, 32, rows);
        for (int i = 0; i < 2; i++) kernel<<<blocks, 32, SHARED>>>(map, memory, bytes, rows, boxes, apart, steps, false, device);
        if (!wait()) return;
        double sum = 0;
        for (int i = 0; i < blocks; i++) sum += double(out[2 * i + 1] - out[2 * i]);
        snprintf(name, 200, "%s of boxes of %d B, 5 in flight, %s, %d SM%s", hows[HOW], bytes, where ? "4 GB in DRAM" : "8 MB in L2", blocks, blocks > 1 ? "s" : "");
        row(name, "bytes per SM", "B/cycle", double(steps) * bytes / (sum / blocks));
      }
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  out = (i64*)malloc(RESULTS);
  cudaMalloc(&device, RESULTS);
  cudaMemset(device, 0, RESULTS);
  cudaMalloc(&memory, BYTES);
  fill<<<132 * 16, 512>>>((unsigned*)memory, BYTES / 4);
  cudaDriverEntryPointQueryResult found;
  void* function = nullptr;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found);
  encode = (decltype(&cuTensorMapEncodeTiled))function;
  if (!encode) { puts("error\tno cuTensorMapEncodeTiled\t\t"); return 1; }
  cudaFuncSetAttribute(latency<TENSOR>, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
  cudaFuncSetAttribute(latency<BULK>, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
  CUtensorMap maps[2] = {tensor(32, 128, 1 << 20, 32, 1), tensor(32, 128, 1 << 20, 32, 1)}, *there;
  cudaMalloc(&there, sizeof(maps));
  cudaMemcpy(there, maps, sizeof(maps), cudaMemcpyHostToDevice);
  for (int i = 0; i < 2; i++) {
    firstUse<<<1, 32, 2048>>>(maps[0], there, device);
    if (!wait()) return 1;
  }
  row("tensor load of 128 B, map a parameter of the kernel", "first", "cycles", double(out[0]));
  row("tensor load of 128 B, map a parameter of the kernel", "second", "cycles", double(out[1]));
  row("tensor load of 128 B, map in global memory", "first", "cycles", double(out[2]));
  row("tensor load of 128 B, map in global memory", "second", "cycles", double(out[3]));
  row("tensor load of 128 B, map in global memory, after prefetch.tensormap", "first", "cycles", double(out[4]));
  row("tensor load of 128 B, map in global memory, after prefetch.tensormap", "second", "cycles", double(out[5]));
  loads<<<1, 1>>>(memory, device);
  if (!wait()) return 1;
  row("ld.global.cg of 4 B by one thread, value used", "latency, data in L2, median", "cycles", median(16, 16, 1, 0));
  latencies();
  shapes();
  rapids<TENSOR>(); rapids<BULK>();
  rings<TENSOR>(); rings<BULK>();
  multicasts();
  storing<0>(); storing<1>(); storing<2>();
}
