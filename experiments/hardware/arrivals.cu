// One process of arrivals.py: a batch kernel launched back to back, a small kernel launched at random times, or both in
// two streams. The kernels are those of smk.cu in ordinary grids, and `wait:MICROS`, whose thread blocks only wait.
//
//   nvcc -O3 -arch=native -o arrivals arrivals.cu -lpthread
//   ./arrivals batch KERNEL BLOCKS SECONDS
//   ./arrivals small KERNEL BLOCKS SECONDS MEAN_MICROS normal|high SEED     # high: priority of the stream
//   ./arrivals watch                 # one warp that notes when it did not run
//
// A process can have a batch and a small kernel. It prints `ready`, then reads commands: `calibrate` (the host's clock against
// the device's), `go`, `wait` (for the end of the last request), `stop` (the batch), `untimed` (a launch that notes no times),
// `report`. SECONDS: for the small kernel, how long requests arrive; for the batch, the launches to allocate memory for.
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <ctime>
#include <iostream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "smk-kernels.cuh"

constexpr int QUEUED = 4;               // launches of the batch beyond the one that started last
constexpr double BATCH_BEFORE = 0.2;    // seconds before the first request
constexpr u64 ROOM = 3ull << 30;        // most bytes for the times of a role's thread blocks
constexpr int MOST_LAUNCHES = 6000;     // of a batch per second
constexpr int CALIBRATIONS = 4000, GAPS = 1 << 16;
constexpr unsigned SHORTEST_GAP = 5000;  // ns
constexpr unsigned AT_ONCE = 10000;      // ns after the first thread block of a launch
constexpr int UNTIMED = 200;             // launches

struct Life {  // of a thread block
  u64 begin, clock;  // ns and SM cycles at its begin
  unsigned nanos, sm;
};

__device__ inline u64 now() {
  u64 time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

/** Thread blocks wait for instances[].n cycles. */
struct Wait {
  static constexpr unsigned units = 1;
  static __device__ void unit(int who, unsigned) {
    for (unsigned begin = cycles(); cycles() - begin < instances[who].n;) {
    }
  }
};

/** started: a word of host memory where the launch notes that it has started, or null. */
template <class K>
__global__ void __launch_bounds__(THREADS, SLOTS) timed(int who, Life* lives, volatile unsigned* started, unsigned launch) {
  u64 begin = now(), clock = clock64();
  if (started && blockIdx.x == 0 && threadIdx.x == 0) *started = launch;
  K::unit(who, blockIdx.x % K::units);
  __syncthreads();
  if (threadIdx.x == 0) lives[blockIdx.x] = {begin, clock, (unsigned)(now() - begin), smid()};
}

__global__ void answer(volatile unsigned* asked, volatile u64* answered, unsigned questions) {
  for (unsigned i = 1; i <= questions; i++) {
    while (*asked != i) {
    }
    *answered = now();
  }
}

/** The kernel of smk.cu, which notes no times. */
template <class K> __global__ void __launch_bounds__(THREADS, SLOTS) plain(int who) { K::unit(who, blockIdx.x % K::units); }

struct Gap {
  u64 begin, end;
};

__global__ void watch(Gap* gaps, unsigned* count, volatile unsigned* stop) {
  unsigned seen = 0;
  u64 last = now();
  for (int i = 0; i++ % 64 || !*stop;) {
    u64 time = now();
    if (time - last > SHORTEST_GAP && seen < GAPS) gaps[seen++] = {last, time};
    last = time;
  }
  *count = seen;
}

static double nanos() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static void sleepFor(double seconds) {
  timespec time{(time_t)seconds, (long)(fmod(seconds, 1) * 1e9)};
  nanosleep(&time, nullptr);
}

template <class T> static T* mapped(size_t count) {
  T* p;
  CHECK(cudaHostAlloc(&p, count * sizeof(T), cudaHostAllocMapped));
  memset(p, 0, count * sizeof(T));
  return p;
}

struct Kernel {
  void (*timed)(int, Life*, volatile unsigned*, unsigned);
  void (*plain)(int);
  Data data;
};

template <class K> static bool is(const std::string& name, Kernel& kernel) {
  if (name != K::name) return false;
  kernel = {timed<K>, plain<K>, {}};
  K::make(kernel.data);
  return true;
}

static Kernel kernelOf(const std::string& name) {
  Kernel k{};
  if (name.rfind("wait:", 0) == 0) {
    k = {timed<Wait>, plain<Wait>, {}};
    k.data.n = atoi(name.c_str() + 5) * 1980;
  } else if (!(is<Saxpy>(name, k) || is<Sgemm>(name, k) || is<Gather>(name, k) || is<Histogram>(name, k) ||
               is<Collatz>(name, k) || is<Transcendental>(name, k) || is<Hotspot>(name, k) || is<Lookup>(name, k) ||
               is<Probe>(name, k) || is<Fma>(name, k))) {
    fprintf(stderr, "no kernel %s\n", name.c_str());
    exit(2);
  }
  return k;
}

/** A kernel launched again and again in a stream of its own. */
struct Role {
  int who, blocks, sharedBytes;
  Kernel kernel;
  size_t room;  // launches
  Life* lives;
  cudaStream_t stream;
  unsigned launches = 0;
  std::vector<double> arrivals;  // host ns

  Role(int who, const std::string& name, int blocks, size_t wanted, int priority) : who(who), blocks(blocks), kernel(kernelOf(name)) {
    use(who, kernel.data);
    for (const void* f : {(const void*)kernel.timed, (const void*)kernel.plain})
      CHECK(cudaFuncSetAttribute(f, cudaFuncAttributePreferredSharedMemoryCarveout, CARVEOUT_PERCENT));
    sharedBytes = fill((const void*)kernel.timed);
    room = std::min<size_t>(wanted, ROOM / (blocks * sizeof(Life)));
    CHECK(cudaMalloc(&lives, room * blocks * sizeof(Life)));
    CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; i++) launch(nullptr);
    CHECK(cudaStreamSynchronize(stream));
    launches = 0;
  }

  void launch(unsigned* started) {
    kernel.timed<<<blocks, THREADS, sharedBytes, stream>>>(who, lives + (size_t)launches * blocks, started, launches + 1);
    launches++;
  }

  /** Prints U and the microseconds per launch of plain launches back to back. */
  void untimed() {
    cudaEvent_t begin, end;
    float millis;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(begin, stream));
    for (int i = 0; i < UNTIMED; i++) kernel.plain<<<blocks, THREADS, sharedBytes, stream>>>(who);
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&millis, begin, end));
    printf("U %.2f\n", millis * 1e3 / UNTIMED);
  }

  /**
   * Prints L [ARRIVAL] BEGIN END ATONCE for each launch, of which ATONCE thread blocks begin at once; B and percentiles of the
   * thread blocks' durations; and for each SM, C with the time and its clock when its first and its last thread block began.
   */
  void report(const char* name, long double (*deviceTime)(double)) {
    std::vector<Life> all((size_t)launches * blocks);
    CHECK(cudaMemcpy(all.data(), lives, all.size() * sizeof(Life), cudaMemcpyDeviceToHost));
    std::vector<unsigned> durations;  // of every 16th launch
    unsigned longest = 0;
    std::vector<Life> first(MAX_SMS), last(MAX_SMS);
    for (unsigned l = 0; l < launches; l++) {
      const Life* of = &all[(size_t)l * blocks];
      u64 begin = ~0ull, end = 0;
      for (int b = 0; b < blocks; b++) {
        begin = std::min(begin, of[b].begin);
        end = std::max(end, of[b].begin + of[b].nanos);
        if (l % 16 == 0) durations.push_back(of[b].nanos);
        longest = std::max(longest, of[b].nanos);
        if (!first[of[b].sm].begin) first[of[b].sm] = of[b];
        last[of[b].sm] = of[b];
      }
      printf(arrivals.empty() ? "L" : "L %.0Lf", arrivals.empty() ? 0 : deviceTime(arrivals[l]));
      printf(" %llu %llu %d\n", begin, end, int(std::count_if(of, of + blocks, [&](const Life& o) { return o.begin < begin + AT_ONCE; })));
    }
    std::sort(durations.begin(), durations.end());
    auto at = [&](double part) { return durations.empty() ? 0 : durations[size_t(part * (durations.size() - 1))]; };
    printf("B %u %u %u %u\n", at(.01), at(.5), at(.99), longest);
    for (int sm = 0; sm < MAX_SMS; sm++)
      if (first[sm].begin) printf("C %d %llu %llu %llu %llu\n", sm, first[sm].begin, first[sm].clock, last[sm].begin, last[sm].clock);
    printf("E %s\n", name);
  }
};

static std::vector<std::pair<double, long double>> calibrations;  // host ns, device ns at the same moment

static void calibrate() {
  static unsigned* asked = mapped<unsigned>(1);
  static u64* answered = mapped<u64>(1);
  *asked = 0;
  answer<<<1, 1>>>(asked, answered, CALIBRATIONS);
  double shortest = 1e18;
  std::pair<double, long double> best;
  for (unsigned i = 1; i <= CALIBRATIONS; i++) {
    volatile u64* answer = answered;
    u64 before = *answer;
    double asking = nanos();
    *(volatile unsigned*)asked = i;
    while (*answer == before) {
    }
    double took = nanos() - asking;
    if (took < shortest) {
      shortest = took;
      best = {asking + took / 2, *answer};
    }
  }
  CHECK(cudaDeviceSynchronize());
  calibrations.push_back(best);
  printf("calibrated %.0f\n", shortest);
}

/** Returns the device's time, ns: linear between the first and the last calibration. */
static long double deviceTime(double host) {
  auto [host0, device0] = calibrations.front();
  auto [host1, device1] = calibrations.back();
  long double drift = host1 > host0 ? (device1 - device0) / (host1 - host0) : 1;
  return device0 + (host - host0) * drift;
}

static std::atomic<bool> stopped{false};

/** Keeps a thread on a CPU of its own: migrations and shared CPUs delay launches. */
static void pin(std::thread& thread, int cpu) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  CPU_SET(cpu, &cpus);
  pthread_setaffinity_np(thread.native_handle(), sizeof cpus, &cpus);
}

static void runBatch(Role* role, unsigned* started) {
  while (!stopped && role->launches < role->room) {
    role->launch(started);
    while (!stopped && role->launches - *(volatile unsigned*)started > QUEUED) {
    }
  }
  CHECK(cudaStreamSynchronize(role->stream));
}

/** Gaps are uniform from half the mean to one and a half. */
static void runSmall(Role* role, double seconds, double mean, int seed) {
  std::mt19937_64 random(seed);
  sleepFor(BATCH_BEFORE);
  double next = nanos(), end = next + seconds * 1e9;
  while (role->launches < role->room) {
    next += mean * 1e3 * (0.5 + (random() >> 11) * 0x1p-53);
    if (next > end) break;
    double time;
    while ((time = nanos()) < next) {
    }
    role->arrivals.push_back(time);
    role->launch(nullptr);
  }
  CHECK(cudaStreamSynchronize(role->stream));
}

int main(int count, char** words) {
  setvbuf(stdout, nullptr, _IOFBF, 1 << 20);
  Role *batch = nullptr, *small = nullptr;
  double seconds = 0, mean = 0;
  int seed = 0, least, greatest;
  bool watches = false;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  for (int i = 1; i < count;) {
    std::string role = words[i++];
    if (role == "batch" && i + 3 <= count) {
      batch = new Role(1, words[i], atoi(words[i + 1]), size_t(atof(words[i + 2]) * MOST_LAUNCHES), least);
      i += 3;
    } else if (role == "small" && i + 6 <= count) {
      seconds = atof(words[i + 2]);
      mean = atof(words[i + 3]);
      seed = atoi(words[i + 5]);
      int priority = words[i + 4][0] == 'h' ? greatest : least;
      small = new Role(0, words[i], atoi(words[i + 1]), size_t(seconds * 1.1e6 / mean) + 100, priority);
      i += 6;
    } else if (role == "watch") {
      watches = true;
    } else {
      fprintf(stderr, "usage: see arrivals.cu\n");
      return 2;
    }
  }
  unsigned* started = mapped<unsigned>(1);
  unsigned* stopWatch = mapped<unsigned>(1);
  unsigned* gapCount = mapped<unsigned>(1);
  Gap* gaps;
  CHECK(cudaMalloc(&gaps, GAPS * sizeof(Gap)));
  std::thread batchThread, smallThread;
  puts("ready");
  fflush(stdout);
  std::string command;
  while (std::cin >> command && command != "report") {
    if (command == "calibrate") {
      calibrate();
    } else if (command == "go") {
      if (watches) watch<<<1, 32>>>(gaps, gapCount, stopWatch);
      if (batch) pin(batchThread = std::thread(runBatch, batch, started), 2);
      if (small) pin(smallThread = std::thread(runSmall, small, seconds, mean, seed), 4);
    } else if (command == "wait") {
      if (small) smallThread.join();
    } else if (command == "stop") {
      stopped = true;
      *(volatile unsigned*)stopWatch = 1;
      if (batch) batchThread.join();
      CHECK(cudaDeviceSynchronize());
    } else if (command == "untimed") {
      (batch ? batch : small)->untimed();
    }
    printf("%s\n", command.c_str());
    fflush(stdout);
  }
  if (batch) batch->report("batch", deviceTime);
  if (small) small->report("small", deviceTime);
  if (watches) {
    std::vector<Gap> all(*gapCount);
    CHECK(cudaMemcpy(all.data(), gaps, all.size() * sizeof(Gap), cudaMemcpyDeviceToHost));
    for (const Gap& gap : all) printf("G %llu %llu\n", gap.begin, gap.end);
    puts("E watch");
  }
  puts("report");
  CHECK(cudaDeviceSynchronize());
}
