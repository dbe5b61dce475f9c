// Thread-block clusters: where their CTAs are put, how many fit, cluster barriers, distributed shared memory.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o clusters clusters.cu && ./clusters
//
// Lines: case, quantity, unit, value, separated by tabs; lines that begin with # list SMs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

typedef long long i64;
static i64 *device, *out; // results, there and here
constexpr size_t RESULTS = 1 << 18;
static void row(const char* name, const char* quantity, const char* unit, double value) { printf("%s\t%s\t%s\t%.6g\n", name, quantity, unit, value); }
static bool wait() {
  cudaError_t error = cudaMemcpy(out, device, RESULTS, cudaMemcpyDeviceToHost);
  if (error) { printf("error\t%s\t\t\n", cudaGetErrorString(error)); cudaGetLastError(); }
  return !error;
}
__device__ __forceinline__ i64 now() { i64 t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory"); return t; }
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned smid() { unsigned r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }
__device__ __forceinline__ unsigned rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ i64 globaltimer() { i64 t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory"); return t; }
__device__ __forceinline__ unsigned peer(const void* p, unsigned cta) { unsigned r; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(at(p)), "r"(cta)); return r; }
__device__ __forceinline__ void clusterSync() { asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory"); }
__device__ __forceinline__ void init(i64* b, unsigned count) { asm volatile("mbarrier.init.shared.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(at(b)), "r"(count) : "memory"); }
__device__ __forceinline__ void expect(i64* b, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(at(b)), "r"(bytes) : "memory"); }
__device__ __forceinline__ void waitCta(i64* b, unsigned parity) { // as the libraries do: not an acquire of the cluster's memory
  asm volatile("{.reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra done; bra again; done: }" ::"r"(at(b)), "r"(parity) : "memory");
}
__device__ __forceinline__ void waitFor(i64* b, unsigned parity) {
  asm volatile("{.reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1; @p bra done; bra again; done: }" ::"r"(at(b)), "r"(parity) : "memory");
}

template <class F> static cudaLaunchConfig_t configure(F kernel, int blocks, int threads, int ctas, int shared, cudaLaunchAttribute* attribute) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  cudaLaunchConfig_t config = {};
  attribute->id = cudaLaunchAttributeClusterDimension;
  attribute->val.clusterDim.x = ctas; attribute->val.clusterDim.y = attribute->val.clusterDim.z = 1;
  config.gridDim = dim3(blocks); config.blockDim = dim3(threads); config.dynamicSmemBytes = shared;
  config.attrs = attribute; config.numAttrs = ctas ? 1 : 0;
  return config;
}
template <class F, class... A> static bool launch(F kernel, int blocks, int threads, int ctas, int shared, A... arguments) {
  cudaLaunchAttribute attribute;
  cudaLaunchConfig_t config = configure(kernel, blocks, threads, ctas, shared, &attribute);
  cudaError_t error = cudaLaunchKernelEx(&config, kernel, arguments...);
  if (error) { printf("error\t%s, clusters of %d\t\t\n", cudaGetErrorString(error), ctas); cudaGetLastError(); return false; }
  return true;
}

// ---- placement ----

/** Where every CTA runs, when it begins, and how many have begun by then; holds its place for some time. */
__global__ void place(i64* out, unsigned* begun, i64 hold) {
  i64 begin = now(), t = globaltimer();
  if (!threadIdx.x) {
    out[blockIdx.x * 4] = smid();
    out[blockIdx.x * 4 + 1] = begin;
    out[blockIdx.x * 4 + 2] = t;
    out[blockIdx.x * 4 + 3] = atomicAdd(begun, 1);
  }
  while (now() - begin < hold) { }
}

static unsigned* begun;
static std::map<int, int> gpcOf; // by SM

static void placement(int ctas, int shared, int clusters, int print) {
  if (cudaMemset(begun, 0, 4) || !launch(place, clusters * ctas, 32, ctas, shared, device, begun, i64(400000)) || !wait()) return;
  // CTAs that began in the first 100 us were there at once
  i64 first = out[2];
  for (int b = 0; b < clusters * ctas; b++) first = std::min(first, out[b * 4 + 2]);
  int resident = 0;
  std::set<i64> sms;
  for (int b = 0; b < clusters * ctas; b++) if (out[b * 4 + 2] - first < 100000) { resident++; sms.insert(out[b * 4]); }
  char name[200];
  snprintf(name, 200, "clusters of %d CTAs with %d KB of shared memory", ctas, shared >> 10);
  row(name, "CTAs resident at once", "blocks", resident);
  row(name, "SMs that hold one", "SMs", double(sms.size()));
  cudaLaunchAttribute attribute;
  cudaLaunchConfig_t config = configure(place, clusters * ctas, 32, ctas, shared, &attribute);
  int most = 0;
  if (cudaOccupancyMaxActiveClusters(&most, place, &config)) cudaGetLastError();
  row(name, "clusters resident at once by cudaOccupancyMaxActiveClusters", "clusters", most);
  printf("# %s, SMs by cluster:", name);
  for (int c = 0; c < std::min(clusters, print); c++) {
    printf(" [");
    for (int i = 0; i < ctas; i++) printf(i ? ",%lld" : "%lld", out[(c * ctas + i) * 4]);
    printf("]");
  }
  puts("");
  int pairs = 0, counted = 0; // CTAs 2n and 2n + 1 on SMs 2m and 2m + 1
  for (int b = 0; b + 1 < clusters * ctas && ctas > 1; b += 2, counted++) pairs += out[b * 4] / 2 == out[b * 4 + 4] / 2;
  if (counted) row(name, "share of pairs of CTAs on SMs 2n and 2n + 1", "", double(pairs) / counted);
  printf("# %s, order of beginning by cluster (ns after the first):", name);
  for (int c = 0; c < std::min(clusters, print); c++) printf(" %lld", out[c * ctas * 4 + 2] - first);
  puts("");
}

/** SMs whose CTAs were ever in one cluster are of one GPC. */
static void gpcs(int ctas) {
  std::vector<int> parent(132);
  for (int i = 0; i < 132; i++) parent[i] = i;
  auto root = [&](int i) { while (parent[i] != i) i = parent[i]; return i; };
  for (int round = 0; round < 20; round++) {
    int blocks = 132 / ctas * ctas * 2;
    if (cudaMemset(begun, 0, 4) || !launch(place, blocks, 32, ctas, 100 << 10, device, begun, i64(20000 + round * 997)) || !wait()) return;
    for (int b = 0; b < blocks; b++) parent[root(int(out[b * 4]))] = root(int(out[b / ctas * ctas * 4]));
  }
  std::map<int, std::vector<int>> groups;
  for (int i = 0; i < 132; i++) groups[root(i)].push_back(i);
  printf("# SMs connected by clusters of %d: %d groups\n", ctas, int(groups.size()));
  int number = 0;
  for (auto& g : groups) {
    printf("#  %d:", int(g.second.size()));
    for (int i : g.second) { printf(" %d", i); gpcOf[i] = number; }
    puts("");
    number++;
  }
}

/** Time of many empty clusters. */
__global__ void nothing() { }
static void rates() {
  for (int ctas : {0, 1, 2, 4, 8}) {
    cudaEvent_t a, b;
    cudaEventCreate(&a); cudaEventCreate(&b);
    float ms[2];
    for (int big = 0; big < 2; big++)
      for (int i = 0; i < 3; i++) {
        cudaEventRecord(a);
        launch(nothing, big ? 132 * 512 : 8, 32, ctas, 0);
        cudaEventRecord(b);
        if (!wait()) return;
        cudaEventElapsedTime(&ms[big], a, b);
      }
    char name[100];
    snprintf(name, 100, ctas ? "empty blocks of 32 threads in clusters of %d" : "empty blocks of 32 threads without clusters", ctas);
    row(name, "time per block", "cycles", (ms[1] - ms[0]) * 1e6 * 1.98 / (132 * 512 - 8));
    row(name, "time of 8 blocks", "us", ms[0] * 1e3);
  }
}

// ---- clocks, barriers ----

/** Difference of the clocks of two CTAs' SMs: each writes to the other's shared memory. Then the time from CTA 0's first instruction to each other's. */
__global__ void skew(i64* out) {
  i64 first = now();
  __shared__ volatile unsigned ping, pong;
  unsigned me = rank(), ctas;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(ctas));
  i64 begin = first, synced;
  if (!threadIdx.x) { ping = 0; pong = 0; }
  clusterSync();
  synced = now();
  for (unsigned other = 1; other < ctas; other++) {
    i64 best = 1 << 30, offset = 0;
    for (unsigned k = 1; k <= 32; k++) {
      unsigned n = other * 64 + k;
      if (me == 0 && !threadIdx.x) {
        i64 t0 = now();
        asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(peer((const void*)&ping, other)), "r"(n) : "memory");
        while (pong != n) { }
        i64 t3 = now();
        if (t3 - t0 < best) { best = t3 - t0; out[other * 4] = t0; out[other * 4 + 1] = t3; offset = k; }
      } else if (me == other && !threadIdx.x) {
        while (ping != n) { }
        i64 t1 = now();
        asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(peer((const void*)&pong, 0)), "r"(n) : "memory");
        out[256 + other * 64 + k] = t1;
      }
    }
    if (me == 0 && !threadIdx.x) out[other * 4 + 2] = offset;
    clusterSync();
  }
  if (!threadIdx.x) { out[128 + me] = begin; out[144 + me] = synced; out[160 + me] = smid(); }
  clusterSync();
}

static void skews(int ctas) {
  for (int i = 0; i < 3; i++) if (!launch(skew, ctas, 32, ctas, 0, device) || !wait()) return;
  char name[200];
  for (int other = 1; other < ctas; other++) {
    double t0 = double(out[other * 4]), t3 = double(out[other * 4 + 1]), t1 = double(out[256 + other * 64 + out[other * 4 + 2]]), offset = t1 - (t0 + t3) / 2;
    snprintf(name, 200, "cluster of %d, CTA 0 on SM %lld and CTA %d on SM %lld", ctas, out[160], other, out[160 + other]);
    row(name, "store to the other's shared memory until seen there by a polling thread", "cycles", (t3 - t0) / 2);
    row(name, "first instruction after CTA 0's, by the SMs' own clocks", "cycles", double(out[128 + other] - out[128]));
    row(name, "end of barrier.cluster after CTA 0's, by the SMs' own clocks", "cycles", double(out[144 + other] - out[144]));
    row(name, "difference of the SMs' clocks if both ways take the same time", "cycles", offset);
  }
}

template <int HOW> __global__ void __launch_bounds__(1024) barriers(i64* out) {
  i64 begin = 0;
#pragma unroll 1
  for (int k = 0; k < 40; k++) {
    if (k == 8) begin = now();
    if (HOW == 0) asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    if (HOW == 1) asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    if (HOW == 2) __syncthreads();
  }
  i64 end = now();
  if (!threadIdx.x && !blockIdx.x) out[0] = end - begin;
  clusterSync();
}

// ---- distributed shared memory ----

/** A chain of loads from the shared memory of a CTA of the cluster. */
__global__ void chain(i64* out, int from, int of) {
  __shared__ unsigned word[32];
  word[threadIdx.x] = 0;
  clusterSync();
  if (rank() == from && !threadIdx.x) {
    unsigned base = peer(word, of), next = base;
    i64 begin = 0;
#pragma unroll 1
    for (int k = 0; k < 9; k++) {
      if (k == 1) begin = now();
#pragma unroll
      for (int i = 0; i < 32; i++) {
        unsigned v;
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(next) : "memory");
        next = base + v;
      }
    }
    out[0] = now() - begin;
    if (next == 12345) out[99] = 1;
  }
  if (!threadIdx.x) out[1 + rank()] = smid();
  clusterSync();
}

/** Ping-pong between CTAs 0 and 1 or another. HOW 0: remote mbarrier.arrive.release.cluster, 4: remote mbarrier.arrive; 1: st.async of 4 B; 2: bulk copy of `bytes`; 3: st.async of 16 B. CTA: waits of the CTA's scope. */
template <int HOW, bool CTA> __global__ void pingPong(i64* out, int other, int bytes) {
  extern __shared__ __align__(128) char shared[];
  __shared__ __align__(16) unsigned word[4];
  __shared__ i64 b;
  int me = rank();
  if (!threadIdx.x) { init(&b, 1); if (HOW % 4) expect(&b, HOW == 1 ? 4 : HOW == 3 ? 16 : bytes); }
  clusterSync();
  if (!threadIdx.x && (me == 0 || me == other)) {
    int to = me ? 0 : other;
    unsigned theirs = peer(&b, to), where = peer(word, to), bulk = peer(shared, to);
    i64 begin = 0;
#pragma unroll 1
    for (int k = 0; k < 72; k++) {
      if (k == 8) begin = now();
      for (int turn = 0; turn < 2; turn++) {
        if ((turn == 0) == (me == 0)) {
          if (HOW == 0) asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(theirs) : "memory");
          if (HOW == 4) asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(theirs) : "memory");
          if (HOW == 1) asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(where), "r"(k), "r"(theirs) : "memory");
          if (HOW == 3) asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1,%1,%1,%1}, [%2];" ::"r"(where), "r"(k), "r"(theirs) : "memory");
          if (HOW == 2) asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(bulk), "r"(at(shared)), "r"(bytes), "r"(theirs) : "memory");
        } else {
          if (CTA) waitCta(&b, k & 1); else waitFor(&b, k & 1);
          if (HOW % 4) expect(&b, HOW == 1 ? 4 : HOW == 3 ? 16 : bytes);
        }
      }
    }
    if (!me) out[0] = now() - begin;
  }
  clusterSync();
}

/** All threads of a CTA load from or store to the next CTA's shared memory (or CTA 0's). OP 0: loads of 4 B, 1: of 16 B, 2: stores of 4 B, 3: of 16 B, 4: st.async of 16 B. */
template <int OP> __global__ void __launch_bounds__(1024) traffic(i64* out, int active, int hot, unsigned zero) {
  extern __shared__ __align__(128) char shared[];
  __shared__ i64 b;
  unsigned me = rank(), ctas;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(ctas));
  unsigned target = hot ? 0 : (me + 1) % ctas, size = OP == 0 || OP == 2 ? 4 : 16, base = peer(shared, target) + threadIdx.x * size, sum = 0, theirs = peer(&b, target);
  for (int i = threadIdx.x; i < 131072 / 4; i += blockDim.x) ((unsigned*)shared)[i] = 0;
  if (!threadIdx.x) { init(&b, 1); if (OP == 4) expect(&b, 0xffff0); }
  clusterSync();
  i64 begin = now();
  if (int(me) < active && !(hot && me == 0)) {
#pragma unroll 1
    for (int k = 0; k < 32; k++) {
      unsigned v[8][4] = {};
      base += zero; // so that the compiler takes no load for the same as another
#pragma unroll
      for (int i = 0; i < 8; i++) {
        if (OP == 0) asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v[i][0]) : "r"(base + i * 16384) : "memory");
        if (OP == 1) asm volatile("ld.shared::cluster.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[i][0]), "=r"(v[i][1]), "=r"(v[i][2]), "=r"(v[i][3]) : "r"(base + i * 16384) : "memory");
        if (OP == 2) asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(base + i * 16384), "r"(k) : "memory");
        if (OP == 3) asm volatile("st.shared::cluster.v4.u32 [%0], {%1,%1,%1,%1};" ::"r"(base + i * 16384), "r"(k) : "memory");
        if (OP == 4) asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1,%1,%1,%1}, [%2];" ::"r"(base + i * 16384), "r"(k), "r"(theirs) : "memory");
      }
#pragma unroll
      for (int i = 0; i < 8; i++) sum += v[i][0] + v[i][1] + v[i][2] + v[i][3];
    }
  }
  if (sum == 12345) out[1000] = 1;
  clusterSync(); // the stores are done
  i64 end = now();
  if (!threadIdx.x) out[blockIdx.x] = end - begin;
}

template <int OP> static void traffics() {
  const char* ops[] = {"loads of 4 B", "loads of 16 B", "stores of 4 B", "stores of 16 B", "st.async of 16 B"};
  char name[200];
  struct { int ctas, active, hot, blocks; const char* text; } cases[] = {{1, 1, 0, 1, "own CTA through shared::cluster"}, {2, 1, 0, 2, "1 of 2 CTAs, from the other"}, {2, 2, 0, 2, "both of 2 CTAs, from each other"},
    {8, 8, 0, 8, "8 CTAs, each from the next"}, {8, 8, 1, 8, "7 CTAs, all from CTA 0"}, {2, 2, 0, 132, "66 clusters of 2 CTAs, from each other"}, {4, 4, 0, 120, "30 clusters of 4, each from the next"}};
  for (auto& c : cases)
    for (int threads : {256, 1024}) {
      if (OP == 4 && (threads == 1024 || c.hot)) continue; // the transaction count has 20 bits
      bool ok = true;
      for (int i = 0; i < 2 && ok; i++) ok = launch(traffic<OP>, c.blocks, threads, c.ctas, 131072, device, c.active, c.hot, 0u) && wait();
      if (!ok) return;
      double most = 0;
      for (int b = 0; b < c.blocks; b++) most = std::max(most, double(out[b]));
      snprintf(name, 200, "distributed shared memory, %s by %d threads of %s", ops[OP], threads, c.text);
      row(name, "bytes per active SM", "B/cycle", 256.0 * threads * (OP == 0 || OP == 2 ? 4 : 16) / most);
    }
}

template <int HOW, bool CTA> static void pingPongs(const char* what, int bytes) {
  char name[200];
  for (int other : {1, 7}) {
    if (!launch(pingPong<HOW, CTA>, 8, 32, 8, 65536, device, other, bytes) || !wait()) return;
    snprintf(name, 200, "CTAs 0 and %d of a cluster of 8 answer each other, %s, %s", other, what, CTA ? "try_wait" : "try_wait.acquire.cluster");
    row(name, "issue to seen by the other", "cycles", out[0] / 128.0);
  }
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  out = (i64*)malloc(RESULTS);
  cudaMalloc(&device, RESULTS);
  cudaMemset(device, 0, RESULTS);
  cudaMalloc(&begun, 4);
  for (int ctas : {1, 2, 4, 8, 16}) placement(ctas, 200 << 10, 264 / ctas, 70);
  for (int ctas : {2, 4, 8}) placement(ctas, 100 << 10, 320 / ctas, 40);
  for (int ctas : {2, 4}) placement(ctas, 1 << 10, 4096 / ctas, 80);
  gpcs(4); gpcs(8); gpcs(16);
  rates();
  for (int ctas : {2, 4, 8}) skews(ctas);
  char name[200];
  for (int ctas : {1, 2, 4, 8, 16})
    for (int threads : {32, 128, 1024}) {
      bool ok = launch(barriers<0>, ctas, threads, ctas, 0, device) && wait();
      double full = out[0] / 32.0;
      ok = ok && launch(barriers<1>, ctas, threads, ctas, 0, device) && wait();
      double relaxed = out[0] / 32.0;
      ok = ok && launch(barriers<2>, ctas, threads, ctas, 0, device) && wait();
      if (!ok) break;
      snprintf(name, 200, "cluster of %d CTAs of %d threads", ctas, threads);
      row(name, "barrier.cluster arrive and wait", "cycles", full);
      row(name, "barrier.cluster arrive.relaxed and wait", "cycles", relaxed);
      row(name, "__syncthreads in a loop", "cycles", out[0] / 32.0);
    }
  for (int of = 0; of < 8; of++) {
    if (!launch(chain, 8, 32, 8, 0, device, 0, of) || !wait()) break;
    snprintf(name, 200, "ld.shared::cluster in a chain, by CTA 0 on SM %lld from CTA %d on SM %lld of a cluster of 8", out[1], of, out[1 + of]);
    row(name, "latency", "cycles", out[0] / 256.0);
  }
  for (int of = 0; of < 2; of++) {
    if (!launch(chain, 2, 32, 2, 0, device, 0, of) || !wait()) break;
    snprintf(name, 200, "ld.shared::cluster in a chain, by CTA 0 on SM %lld from CTA %d on SM %lld of a cluster of 2", out[1], of, out[1 + of]);
    row(name, "latency", "cycles", out[0] / 256.0);
  }
  pingPongs<0, false>("mbarrier.arrive.release.cluster", 0); pingPongs<4, true>("mbarrier.arrive", 0); pingPongs<4, false>("mbarrier.arrive", 0);
  pingPongs<1, true>("st.async of 4 B", 0); pingPongs<1, false>("st.async of 4 B", 0); pingPongs<3, true>("st.async of 16 B", 0);
  for (int bytes : {16, 128, 1024, 4096, 16384, 65536}) {
    snprintf(name, 200, "bulk copy of %d B", bytes);
    pingPongs<2, true>(name, bytes);
  }
  traffics<0>(); traffics<1>(); traffics<2>(); traffics<3>(); traffics<4>();
}
