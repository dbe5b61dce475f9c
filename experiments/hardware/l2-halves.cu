// How long a load takes whose line belongs to the near or the far half of L2, in what pieces memory
// is divided between the halves, and what a round of a streaming loop takes by the warps that run it.
//
//   nvcc -O2 -arch=native -o l2-halves l2-halves.cu && ./l2-halves

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(call)                                                   \
  do {                                                                \
    cudaError_t error = (call);                                       \
    if (error != cudaSuccess) {                                       \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static const uint32_t LINE_WORDS = 32;
static const uint32_t PAGE_WORDS = 512 * 1024; // 2 MB
static const size_t WORDS = size_t(1) << 28;   // 1 GB
static const int LINES = 2048;
static const int PIECES = 8192; // lines in a row
__device__ unsigned sink;

__device__ uint32_t load(const uint32_t* at) {
  uint32_t value;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}

/** Cycles from a load's issue to the use of what it brings. */
__device__ uint32_t cyclesOfLoad(const uint32_t* at) {
  uint32_t begin, end;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(begin) : : "memory");
  uint32_t value = load(at);
  if (value == 12345) atomicAdd(&sink, 1u); // the branch waits for the value
  asm volatile("mov.u32 %0, %%clock;" : "=r"(end) : : "memory");
  return end - begin;
}

__device__ unsigned smId() {
  unsigned id;
  asm("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}

/** One thread of one SM loads each line twice; the first load of its page goes before, untimed. */
__global__ void lines(unsigned sm, const uint32_t* memory, const uint32_t* words, int count,
                      uint32_t* first, uint32_t* second) {
  if (smId() != sm || threadIdx.x > 0) return;
  for (int i = 0; i < count; i++) {
    const uint32_t* line = memory + words[i];
    uint32_t page = words[i] / PAGE_WORDS * PAGE_WORDS;
    if (load(memory + (words[i] + PAGE_WORDS / 2 - page) % PAGE_WORDS + page) == 12345) atomicAdd(&sink, 1u);
    first[i] = cyclesOfLoad(line);
    second[i] = cyclesOfLoad(line);
  }
}

enum Loop { LOAD, TWO_LOADS, SAXPY, LOOPS };
static const char* LOOP[] = {"a load", "two loads", "two loads, a store"};

/** Rounds of a streaming loop; each warp has its own part of the arrays. */
template <int LOOP>
__global__ void rounds(float* x, float* y, size_t words, int count, int sms, uint32_t* cycles) {
  if (blockIdx.x >= sms) return;
  size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x, threads = size_t(sms) * blockDim.x;
  size_t i = thread % words;
  float sum = 0;
  uint32_t begin, end;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(begin) : : "memory");
#pragma unroll 1
  for (int r = 0; r < count; r++) {
    if (LOOP == LOAD) sum = __ldcg(x + i) + sum * 0.5f;
    else if (LOOP == TWO_LOADS) sum = __ldcg(x + i) * 0.5f + __ldcg(y + i) + sum * 0.5f;
    else y[i] = 0.5f * __ldcg(x + i) + __ldcg(y + i);
    i += threads + (sum == 1234.5f);
    if (i >= words) i -= words;
  }
  asm volatile("mov.u32 %0, %%clock;" : "=r"(end) : "f"(sum) : "memory");
  if (sum == 12345.f) atomicAdd(&sink, 1u);
  if (threadIdx.x % 32 == 0) cycles[thread / 32] = end - begin;
}

enum Stream { READ, WRITE, COPY, SAXPY_STREAM, STREAMS };
static const char* STREAM[] = {"read", "write", "copy", "two reads, a write"};

template <int STREAM>
__global__ void stream(float4* x, float4* y, size_t count) {
  float4 sum = {0, 0, 0, 0};
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
    if (STREAM == WRITE) { y[i] = sum; continue; }
    float4 v = x[i];
    if (STREAM == COPY) { y[i] = v; continue; }
    if (STREAM == SAXPY_STREAM) { float4 w = y[i]; w.x += v.x; w.y += v.y; w.z += v.z; w.w += v.w; y[i] = w; continue; }
    sum.x += v.x + v.y + v.z + v.w;
  }
  if (sum.x == 12345.f) atomicAdd(&sink, 1u);
}

static uint64_t randomState = 88172645463325252ull;
static uint64_t random64() {
  randomState ^= randomState << 13, randomState ^= randomState >> 7, randomState ^= randomState << 17;
  return randomState;
}

static uint32_t *memory, *words, *first, *second;
static float *other;
static int sms;

/** Empties L2 of what was loaded. */
static void flush() { CHECK(cudaMemset(other, 0, size_t(512) << 20)); }

static void measure(unsigned sm, int count) {
  flush();
  lines<<<sms, 32>>>(sm, memory, words, count, first, second);
  CHECK(cudaDeviceSynchronize());
}

static double mean(const std::vector<double>& all) {
  double sum = 0;
  for (double one : all) sum += one;
  return all.empty() ? 0 : sum / all.size();
}

/** The value between two groups, by two means. */
static double border(const std::vector<double>& all) {
  double border = mean(all);
  for (int i = 0; i < 50; i++) {
    std::vector<double> low, high;
    for (double one : all) (one < border ? low : high).push_back(one);
    border = (mean(low) + mean(high)) / 2;
  }
  return border;
}

/** What loads take whose line is in the near, or the far, half of the SMs that see it so. */
static void distribution(const char* what, std::vector<double> cycles) {
  std::sort(cycles.begin(), cycles.end());
  printf("  %s, %zu loads: mean %.0f;", what, cycles.size(), mean(cycles));
  for (int p : {1, 10, 25, 50, 75, 85, 90, 92, 94, 96, 98, 99})
    printf(" %d%%: %.0f", p, cycles[cycles.size() * p / 100]);
  printf("\n");
}

static void halves() {
  for (int i = 0; i < LINES; i++) words[i] = random64() % (WORDS / LINE_WORDS) * LINE_WORDS;
  std::vector<std::vector<double>> dram(sms, std::vector<double>(LINES));
  std::vector<double> hits;
  for (int s = 0; s < sms; s++) {
    measure(s, LINES);
    for (int i = 0; i < LINES; i++) dram[s][i] = first[i], hits.push_back(second[i]);
  }
  double b = border(dram[0]);
  std::string group;
  for (int s = 0; s < sms; s++) {
    int same = 0;
    for (int i = 0; i < LINES; i++) same += (dram[s][i] < b) == (dram[0][i] < b);
    group += same > LINES * 0.7 ? 'a' : same < LINES * 0.3 ? 'b' : '?';
  }
  printf("SMs that see lines alike: %s\n", group.c_str());
  std::vector<double> all[2];
  for (int i = 0; i < LINES; i++) {
    double least[2] = {1e9, 1e9}; // of a group: of no load that met a refresh
    for (int s = 0; s < sms; s++)
      if (group[s] != '?') least[group[s] == 'b'] = std::min(least[group[s] == 'b'], dram[s][i]);
    for (int s = 0; s < sms; s++)
      if (group[s] != '?') all[least[group[s] == 'b'] > least[group[s] == 'a']].push_back(dram[s][i]);
  }
  distribution("near half, from DRAM", all[0]);
  distribution("far half, from DRAM", all[1]);
  distribution("again, from L2", hits);
}

static void pieces() {
  for (int i = 0; i < PIECES; i++) words[i] = i * LINE_WORDS;
  measure(0, PIECES);
  for (const uint32_t* of : {first, second}) {
    std::vector<double> all(of, of + PIECES);
    double b = border(all);
    std::vector<int> runs(65, 0);
    int run = 1, far = all[0] >= b;
    for (int i = 1; i < PIECES; i++) {
      far += all[i] >= b;
      if ((all[i] < b) == (all[i - 1] < b)) run++;
      else runs[std::min(64, run)]++, run = 1;
    }
    printf("lines in a row, %s loads: border %.0f, %d of %d far; runs of lines in one half:", of == first ? "first" : "second", b, far, PIECES);
    for (int r = 1; r <= 64; r++) if (runs[r]) printf(" %d lines %d", r, runs[r]);
    printf("\n ");
    for (int i = 0; i < 256; i++) printf("%c", all[i] < b ? '.' : '#');
    printf("\n");
  }
}

template <int L>
static void loop(int warps, int onSms, size_t loopWords) {
  const int count = 64;
  flush();
  for (int i = 0; i < (loopWords < (size_t(8) << 20) ? 2 : 1); i++)
    rounds<L><<<sms, warps * 32>>>(other, (float*)memory, loopWords, count, onSms, first);
  CHECK(cudaDeviceSynchronize());
  double sum = 0;
  for (int w = 0; w < warps * onSms; w++) sum += first[w];
  printf(" %6.0f", sum / (warps * onSms) / count);
}

template <int L>
static void loops() {
  for (size_t loopWords : {size_t(2) << 20, size_t(128) << 20}) {
    printf("%s, %s:\n", LOOP[L], loopWords < (size_t(8) << 20) ? "in L2" : "from DRAM");
    for (int onSms : {1, 16, 132}) {
      printf("  %3d SMs, 1 2 4 8 warps:", onSms);
      for (int warps : {1, 2, 4, 8}) loop<L>(warps, std::min(sms, onSms), loopWords);
      printf("\n");
    }
  }
}

template <int S>
static void throughput() {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  size_t count = size_t(32) << 20; // 512 MB
  float best = 1e9;
  for (int i = 0; i < 6; i++) {
    cudaEventRecord(begin);
    stream<S><<<sms * 8, 256>>>((float4*)other, (float4*)memory, count);
    cudaEventRecord(end);
    CHECK(cudaEventSynchronize(end));
    float ms;
    cudaEventElapsedTime(&ms, begin, end);
    best = std::min(best, ms);
  }
  double moved = (S == READ || S == WRITE ? 1 : S == COPY ? 2 : 3) * 512.0 * 1048576;
  printf("%s: %.2f TB/s\n", STREAM[S], moved / best / 1e9);
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  sms = device.multiProcessorCount;
  CHECK(cudaMalloc(&memory, WORDS * 4));
  CHECK(cudaMemset(memory, 0, WORDS * 4));
  CHECK(cudaMalloc(&other, size_t(512) << 20));
  CHECK(cudaMallocManaged(&words, PIECES * 4));
  CHECK(cudaMallocManaged(&first, 65536 * 4));
  CHECK(cudaMallocManaged(&second, 65536 * 4));
  printf("%s\n", device.name);
  halves();
  pieces();
  loops<LOAD>();
  loops<TWO_LOADS>();
  loops<SAXPY>();
  throughput<READ>();
  throughput<WRITE>();
  throughput<COPY>();
  throughput<SAXPY_STREAM>();
}
