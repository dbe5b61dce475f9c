// How much a kernel slows down beside another one on the same SMs that stresses one resource, at five intensities.
//
// A stressor has a thread block on every SM that runs until it is told to stop: of each 8 units of its time it works for
// some (its intensity, 0 to 8) and sleeps for the others. Beside it a victim runs twice on every SM; the second run is
// measured. Both are bound by the same resource. The SMs of all thread blocks and their times are checked. Victims of
// `issue` and `pipes` have many short thread blocks: of those that stay, the oldest would go first and the last one
// decide. `slots` is the block scheduler: stressors sleep and hold 256 threads of every SM, 1, 2, 3, 4 and 5
// times at intensities 1, 2, 4, 6 and 8, so that fewer of the victim's short thread blocks run at a time.
//
//   nvcc -O3 -arch=sm_90 -o interference interference.cu
//   ./interference [REPEATS] > interference.csv       # medians; intensities 0, 1, 2, 4, 6 and 8, then each
//                                                     # victim beside the other stressors at intensities 0 and 8
//   ./interference l1                                 # cycles of a load beside stressors by the KB of a table: how large L1 is
//
// Columns: time of the victim from its first to its last instruction on any SM, median cycles of its thread blocks,
// and units of the stressor's work in the victim's time, per SM.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#define BOTH __host__ __device__
#define CHECK(call)                                                  \
  do {                                                               \
    cudaError_t error = (call);                                      \
    if (error != cudaSuccess) {                                      \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1);                                                       \
    }                                                                \
  } while (0)

typedef unsigned long long u64;
typedef unsigned u32;

enum Kind { SLOTS, L2_CAPACITY, L2_BANDWIDTH, DRAM, L1_CAPACITY, L1_PORTS, ISSUE, PIPES, SHARED, KINDS };
static const char* NAMES[] = {"slots", "l2-capacity", "l2-bandwidth", "dram", "l1-capacity",
                              "l1-ports", "issue", "pipes", "shared-memory"};

static const int MOST_THREADS = 512, STRESSOR_THREADS = 288;  // of a stressor: 8 warps, and one that watches the flag
static const int SHORT_THREADS = 256;                         // of a short thread block
static const int MOST_SMS = 256, MOST_BLOCKS = 65536;
static const int CARVEOUT_PERCENT = 7;                        // 16 KB of shared memory
static const u64 PATIENCE = 20'000'000;                       // ns after which a stressor stops by itself
static const u32 LINE = 32;                                   // words

// Sizes of the tables in words, as powers of two: of each SM for L1, of the device for L2. l2-capacity: 5/8 of that.
BOTH constexpr int bits(int kind) {
  return kind == L1_CAPACITY ? 15 : kind == L1_PORTS ? 13 : kind == L2_CAPACITY ? 23 : 21;
}

struct Times {
  u64 begin, end;
  u32 sm, cycles, firstUnit, lastUnit;
};

struct alignas(512) Sm {      // lines of its own: accesses of all SMs to one line slow the whole device down
  u32 stop;
  alignas(256) u32 units;     // of the stressor's first warp
};

struct Shared {               // what victim, stressor and host share, on the device
  Sm sms[MOST_SMS];
  Times victim[MOST_BLOCKS], stressor[8 * MOST_SMS];
};

__device__ inline u32 smId() { u32 r; asm volatile("mov.u32 %0, %%smid;" : "=r"(r)); return r; }
__device__ inline u64 now() { u64 r; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(r)); return r; }
__device__ inline u32 peek(const u32* at) {
  u32 v;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(at));
  return v;
}
__device__ inline void post(u32* at, u32 v) { asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" :: "l"(at), "r"(v)); }
__device__ inline u32 cycle() { u32 r; asm volatile("mov.u32 %0, %%clock;" : "=r"(r)); return r; }

template <int KIND> __device__ inline u32 load(const u32* at) {
  u32 v;
  if (KIND == L1_CAPACITY || KIND == L1_PORTS) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(at));
  else asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at));
  return v;
}

/** Chains of dependent operations that use one resource. */
template <int KIND, int CHAINS> struct Work {
  u32 index[CHAINS];
  float f;
  double d[CHAINS];
  const u32* table;
  const float4* stream;
  u32 here;

  __device__ Work(const u32* tables, u32 sharedTable) {
    u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    bool byLane = KIND == L1_PORTS || KIND == L2_BANDWIDTH;
    table = tables + (KIND == L1_CAPACITY || KIND == L1_PORTS ? size_t(blockIdx.x) << bits(KIND) : 0);
    if (!byLane) table += lane;
    stream = (const float4*)tables + size_t(blockIdx.x * blockDim.x + threadIdx.x);
    here = sharedTable + lane * 32;
    for (int c = 0; c < CHAINS; c++) {
      index[c] = KIND == SHARED ? here : ((byLane ? warp * 32 + lane : warp) * CHAINS + c + 1) * 2654435761u;
      d[c] = lane + c;
    }
    f = lane;
  }

  /** One operation of each chain; of issue, three: two FMAs and a logical one. */
  __device__ inline void step() {
    if (KIND == ISSUE) {
      asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f) : "f"(0.999f), "f"(0.25f));
      asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f) : "f"(0.999f), "f"(0.25f));
      u32 bits = __float_as_uint(f);
      asm volatile("xor.b32 %0, %0, %1;" : "+r"(bits) : "r"(0x5555));
      f = __uint_as_float(bits);
    } else if (KIND == PIPES) {
#pragma unroll
      for (int c = 0; c < CHAINS; c++) asm volatile("fma.rn.f64 %0, %0, %1, %1;" : "+d"(d[c]) : "d"(0.5));
    } else if (KIND == SHARED) {
#pragma unroll
      for (int c = 0; c < CHAINS; c++) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(index[c]));
    } else if (KIND == DRAM) {
      float4 v[CHAINS];
#pragma unroll
      for (int c = 0; c < CHAINS; c++) {
        asm volatile("ld.global.cg.v4.f32 {%0,%1,%2,%3}, [%4];"
                     : "=f"(v[c].x), "=f"(v[c].y), "=f"(v[c].z), "=f"(v[c].w) : "l"(stream));
        stream += gridDim.x * blockDim.x;
      }
#pragma unroll
      for (int c = 0; c < CHAINS; c++) f += v[c].x + v[c].y + v[c].z + v[c].w;
    } else {
      u32 v[CHAINS];
#pragma unroll
      for (int c = 0; c < CHAINS; c++) {
        u32 i = index[c] >> (32 - bits(KIND));
        if (KIND == L2_CAPACITY) i = __umulhi(index[c], 5u << bits(KIND) - 3);
        if (KIND == L1_CAPACITY || KIND == L2_CAPACITY) i &= ~(LINE - 1);
        v[c] = load<KIND>(table + i);
      }
#pragma unroll
      for (int c = 0; c < CHAINS; c++) index[c] = (index[c] + v[c]) * 1664525u + 1013904223u;
    }
  }

  __device__ u32 result() {
    u32 r = __float_as_uint(f);
    for (int c = 0; c < CHAINS; c++) r ^= index[c] ^ (u32)d[c];
    return r;
  }
};

/** Rounds of a victim's thread blocks, 1 where they are not short; trips of its loop, steps of a trip, parallel operations of a warp. */
BOTH constexpr int rounds(int kind) { return kind == SLOTS ? 14 : kind == ISSUE || kind == PIPES ? 7 : 1; }
BOTH constexpr int threads(int kind) { return rounds(kind) > 1 ? SHORT_THREADS : MOST_THREADS; }
constexpr int blocksOfRound(int kind) { return kind == SLOTS ? 8 : rounds(kind) > 1 ? 6 : 1; }
constexpr int trips(int kind) {
  return kind == L2_CAPACITY ? 66 : kind == L2_BANDWIDTH ? 40 : kind == DRAM ? 100 : kind == L1_CAPACITY ? 150
       : kind == L1_PORTS ? 56 : kind == ISSUE ? 10 : kind == PIPES ? 15 : 40;
}
BOTH constexpr int unrolled(int kind) {
  return kind == L2_CAPACITY ? 4 : kind == L2_BANDWIDTH ? 2 : kind == DRAM ? 1 : kind == L1_CAPACITY || kind == L1_PORTS ? 8
       : kind == SHARED ? 16 : 32;
}
BOTH constexpr int victimChains(int kind) { return kind == DRAM ? 2 : 1; }

/** Parallel operations of a stressor's warp, steps of its unit of work, and its sleep instead: of about the same time. */
BOTH constexpr int stressorChains(int kind) { return kind == ISSUE || kind == PIPES ? 1 : kind == DRAM ? 4 : 2; }
BOTH constexpr int unitSteps(int kind) {
  return kind == ISSUE ? 16 : kind == PIPES ? 28 : kind == SHARED ? 4 : kind == L1_PORTS || kind == L2_CAPACITY ? 3
       : kind == L1_CAPACITY ? 8 : 1;
}
BOTH constexpr int sleep(int kind) {  // ns: 222, 475 or 982 cycles
  return kind == ISSUE || kind == PIPES ? 100 : kind == SHARED || kind == L1_PORTS || kind == L1_CAPACITY ? 200 : 500;
}

__device__ u32 sink[65536];

template <int KIND> __global__ void __launch_bounds__(MOST_THREADS) victim(Shared* shared, const u32* tables, int trips) {
  __shared__ u32 table[256];
  u32 from = cycle(), sm = smId(), round = blockIdx.x / (gridDim.x / rounds(KIND));
  bool isFirst = round == 0, isLast = (int)round >= rounds(KIND) - 2;  // to look at timer and units is slow
  u64 begin = isFirst ? now() : ~0ull;
  u32 first = isFirst ? peek(&shared->sms[sm].units) : ~0u;
  u32 at = (u32)__cvta_generic_to_shared(table);
  if (threadIdx.x < 256) table[threadIdx.x] = at + threadIdx.x / 8 * 32;
  __syncthreads();
  if (KIND == SLOTS) {
    u32 here = at;
    if (threadIdx.x < 32) {
#pragma unroll 1
      for (int k = 0; k < 15; k++)
#pragma unroll
        for (int i = 0; i < 16; i++) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(here));
      sink[threadIdx.x] = here;
    }
  } else {
    Work<KIND, victimChains(KIND)> work(tables, at);
#pragma unroll 1
    for (int k = 0; k < trips; k++)
#pragma unroll
      for (int n = 0; n < unrolled(KIND); n++) work.step();
    sink[(blockIdx.x * blockDim.x + threadIdx.x) & 65535] = work.result();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    u32 to = cycle();
    u64 end = isLast ? now() : 0;
    u32 last = isLast ? peek(&shared->sms[sm].units) : 0;
    shared->victim[blockIdx.x] = Times{begin, end, sm, to - from, first, last};
  }
}

template <int KIND>
__global__ void __launch_bounds__(STRESSOR_THREADS)
stressor(Shared* shared, const u32* tables, int intensity, u32* arrived, u32 wrap) {
  __shared__ u32 table[256];
  __shared__ volatile u32 stop;
  u64 begin = now();
  u32 at = (u32)__cvta_generic_to_shared(table), sm = smId();
  if (threadIdx.x < 256) table[threadIdx.x] = at + threadIdx.x / 8 * 32;
  if (threadIdx.x == 0) stop = 0;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd_system(arrived, 1);
  if (threadIdx.x / 32 == blockDim.x / 32 - 1) {  // the last warp
    while (!peek(&shared->sms[sm].stop) && now() - begin < PATIENCE) __nanosleep(4000);
    stop = 1;
  } else if (KIND == SLOTS) {
    while (!stop) __nanosleep(1000);
  } else if constexpr (KIND != SLOTS) {
    Work<KIND, stressorChains(KIND)> work(tables, at);
    const float4* first = work.stream;
    u32 units = 0, trip = 0;
#pragma unroll 1
    do {
#pragma unroll 1
      for (int u = 0; u < intensity; u++)
#pragma unroll
        for (int n = 0; n < unitSteps(KIND); n++) work.step();
#pragma unroll 1
      for (int u = intensity; u < 8; u++) __nanosleep(sleep(KIND));
      units += intensity;
      if (threadIdx.x == 0) post(&shared->sms[sm].units, units);
      if (KIND == DRAM && intensity && ++trip == wrap / intensity) trip = 0, work.stream = first;
    } while (!stop);
    sink[(blockIdx.x * STRESSOR_THREADS + threadIdx.x) & 65535] = work.result();
  }
  __syncthreads();
  if (threadIdx.x == 0) shared->stressor[blockIdx.x] = Times{begin, now(), sm, 0, 0, 0};
}

// ---------------------------------------------------------------------------------------------------------------- host

static int sms;
static Shared* shared;
static u32 *arrived, *victimTables, *stressorTables;
static size_t stressorBytes = size_t(2) << 30, victimBytes = size_t(1) << 30;
static cudaStream_t victims, stressors, flags;

typedef void (*VictimKernel)(Shared*, const u32*, int);
typedef void (*StressorKernel)(Shared*, const u32*, int, u32*, u32);
static const VictimKernel VICTIMS[] = {victim<0>, victim<1>, victim<2>, victim<3>, victim<4>,
                                       victim<5>, victim<6>, victim<7>, victim<8>};
static const StressorKernel STRESSORS[] = {stressor<0>, stressor<1>, stressor<2>, stressor<3>, stressor<4>,
                                           stressor<5>, stressor<6>, stressor<7>, stressor<8>};

struct Outcome {
  double nanos, cycles, units;
};

static Shared host;

static int blocks(int victim) { return sms * blocksOfRound(victim) * rounds(victim); }

static void launchVictim(int kind) {
  VICTIMS[kind]<<<blocks(kind), threads(kind), 0, victims>>>(shared, victimTables, trips(kind));
  CHECK(cudaGetLastError());
}

static void fail(const char* what, int v, int s, int intensity) {
  fprintf(stderr, "%s beside %s at %d: %s\n", NAMES[v], NAMES[s], intensity, what);
  exit(1);
}

/** The victim beside the stressor, once. Without a stressor where that of slots has intensity 0. */
static Outcome measure(int v, int s, int intensity) {
  int held = s != SLOTS ? 1 : intensity < 2 ? intensity : intensity / 2 + 1, stressorBlocks = sms * held;
  CHECK(cudaMemsetAsync(shared, 0, sizeof(shared->sms), victims));
  CHECK(cudaStreamSynchronize(victims));
  *(volatile u32*)arrived = 0;
  if (stressorBlocks) {
    u32 wrap = u32(stressorBytes / 16 / stressorChains(DRAM) / sms / STRESSOR_THREADS) - 16;
    int size = s == SLOTS ? SHORT_THREADS : STRESSOR_THREADS;
    STRESSORS[s]<<<stressorBlocks, size, 0, stressors>>>(shared, stressorTables, intensity, arrived, wrap);
    CHECK(cudaGetLastError());
    auto from = std::chrono::steady_clock::now();
    while (*(volatile u32*)arrived < (u32)stressorBlocks)
      if (std::chrono::steady_clock::now() - from > std::chrono::seconds(2)) fail("not all stressors started", v, s, intensity);
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  launchVictim(v);
  launchVictim(v);
  CHECK(cudaStreamSynchronize(victims));
  CHECK(cudaMemsetAsync(shared, 1, sizeof(shared->sms), flags));  // all stop
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(&host, shared, sizeof(Shared), cudaMemcpyDeviceToHost));

  u64 begin = ~0ull, end = 0;
  std::vector<int> stressorsOf(sms), victimsOf(sms);
  std::vector<u32> cycles, first(sms, ~0u), last(sms);
  for (int b = 0; b < blocks(v); b++) {
    const Times& t = host.victim[b];
    begin = std::min(begin, t.begin);
    end = std::max(end, t.end);
    victimsOf[t.sm]++;
    cycles.push_back(t.cycles);
    first[t.sm] = std::min(first[t.sm], t.firstUnit);
    last[t.sm] = std::max(last[t.sm], t.lastUnit);
  }
  for (int b = 0; b < stressorBlocks; b++) {
    const Times& t = host.stressor[b];
    stressorsOf[t.sm]++;
    if (t.begin > begin || t.end < end) fail("the stressor ended too early", v, s, intensity);
  }
  double units = 0;
  for (int m = 0; m < sms; m++) {
    if (stressorsOf[m] != held) fail("stressors are not even over SMs", v, s, intensity);
    if (rounds(v) > 1 ? victimsOf[m] < 2 : victimsOf[m] != 1) fail("victims are not even over SMs", v, s, intensity);
    units += double(last[m] - first[m]) / sms;
  }
  std::nth_element(cycles.begin(), cycles.begin() + cycles.size() / 2, cycles.end());
  return Outcome{double(end - begin), double(cycles[cycles.size() / 2]), units};
}

static double median(std::vector<double> x) { std::sort(x.begin(), x.end()); return x[x.size() / 2]; }

/** Prints medians; returns that of the time. */
static double row(int v, int s, int intensity, int repeats, double alone) {
  std::vector<double> nanos, cycles, units;
  for (int r = 0; r < repeats; r++) {
    Outcome o = measure(v, s, intensity);
    nanos.push_back(o.nanos); cycles.push_back(o.cycles); units.push_back(o.units);
  }
  double time = median(nanos);
  printf("%s,%s,%d,%.0f,%.0f,%.0f,%.0f,%.4f,%.1f\n", NAMES[v], NAMES[s], intensity, time,
         *std::min_element(nanos.begin(), nanos.end()), *std::max_element(nanos.begin(), nanos.end()), median(cycles),
         alone > 0 ? time / alone : 1, median(units));
  fflush(stdout);
  return time;
}

/** Loads lines in order, again and again; another kernel with thread blocks of the same size may have another split of L1. */
__global__ void __launch_bounds__(SHORT_THREADS) sweepLines(const u32* tables, int lines, u32* cyclesOfSweep) {
  __shared__ u32 own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const u32* table = tables + (size_t(blockIdx.x) << 17) + threadIdx.x;
  u32 v = own[threadIdx.x], from = 0, to = 0;
  for (int sweep = 0; sweep < 6; sweep++) {
    from = cycle();
    for (int i = 0; i < lines; i++) v += load<L1_CAPACITY>(table + (i + v) * LINE);
    to = cycle();
  }
  if (threadIdx.x == 0) cyclesOfSweep[blockIdx.x] = to - from + v;
}

/** Prints cycles of a load by the size of a table, beside a stressor that sleeps: how large L1 is. */
static void printL1(int s) {
  u32* cycles;
  CHECK(cudaHostAlloc(&cycles, MOST_SMS * sizeof(u32), 0));
  CHECK(cudaFuncSetAttribute(sweepLines, cudaFuncAttributePreferredSharedMemoryCarveout, CARVEOUT_PERCENT));
  for (int kb = 200; kb <= 256; kb += 4) {
    CHECK(cudaMemsetAsync(shared, 0, sizeof(shared->sms), victims));
    CHECK(cudaStreamSynchronize(victims));
    *(volatile u32*)arrived = 0;
    STRESSORS[s]<<<sms, STRESSOR_THREADS, 0, stressors>>>(shared, stressorTables, 0, arrived, 0);
    while (*(volatile u32*)arrived < (u32)sms) {
    }
    sweepLines<<<sms, SHORT_THREADS, 0, victims>>>(victimTables, kb * 8, cycles);
    CHECK(cudaStreamSynchronize(victims));
    CHECK(cudaMemsetAsync(shared, 1, sizeof(shared->sms), flags));
    CHECK(cudaDeviceSynchronize());
    std::sort(cycles, cycles + sms);
    printf("%s,%d,%.1f\n", NAMES[s], kb, cycles[sms / 2] / (kb * 8.0));
  }
}

int main(int count, char** words) {
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  int repeats = count > 1 && atoi(words[1]) > 0 ? atoi(words[1]) : 15;
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  sms = device.multiProcessorCount;
  fprintf(stderr, "%s, %d SMs\n", device.name, sms);
  CHECK(cudaMalloc(&shared, sizeof(Shared)));
  CHECK(cudaHostAlloc(&arrived, 4, 0));
  CHECK(cudaMalloc(&victimTables, victimBytes));
  CHECK(cudaMalloc(&stressorTables, stressorBytes));
  CHECK(cudaMemset(victimTables, 0, victimBytes));
  CHECK(cudaMemset(stressorTables, 0, stressorBytes));
  for (cudaStream_t* s : {&victims, &stressors, &flags}) CHECK(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
  for (int k = 0; k < KINDS; k++)
    for (const void* f : {(const void*)VICTIMS[k], (const void*)STRESSORS[k]}) {
      CHECK(cudaFuncSetAttribute(f, cudaFuncAttributePreferredSharedMemoryCarveout, CARVEOUT_PERCENT));
      cudaFuncAttributes a;
      CHECK(cudaFuncGetAttributes(&a, f));
      fprintf(stderr, "%s: %d registers, %zu B local\n", NAMES[k], a.numRegs, a.localSizeBytes);
    }
  for (int i = 0; i < 200; i++)  // wakes the clock
    for (int k = 0; k < KINDS; k++) launchVictim(k);
  CHECK(cudaDeviceSynchronize());
  if (count > 1 && !strcmp(words[1], "l1")) {
    for (int s : {L1_CAPACITY, L1_PORTS, ISSUE}) printL1(s);
    return 0;
  }
  printf("victim,stressor,intensity,ns,least ns,most ns,cycles,slowdown,units\n");
  for (int k = 0; k < KINDS; k++) {
    double alone = row(k, k, 0, repeats, 0);
    for (int i : {1, 2, 4, 6, 8}) row(k, k, i, repeats, alone);
  }
  for (int v = 0; v < KINDS; v++)
    for (int s = 0; s < KINDS; s++)
      if (v != s) row(v, s, 8, repeats, row(v, s, 0, repeats, 0));
}
