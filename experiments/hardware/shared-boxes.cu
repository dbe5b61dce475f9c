// Bytes per cycle when several SMs copy the same data from L2 to shared memory: whose requests are merged on the way to L2, and for how long?
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o shared-boxes shared-boxes.cu && ./shared-boxes [CASE]
//
// CASE: run only the case of this number, once (for a profiler: lts__t_requests_srcunit_tex.sum over the requests printed is what L2 sees).
// Lines: number, case, B per cycle and SM, requests of all SMs, separated by tabs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
typedef unsigned u32;
typedef long long i64;
constexpr int SMS = 132, BOX = 32768, STAGES = 6, TRIPS = 600, BOXES = 512, APART = 67, NOT = -1;
enum How { BULK, COPIES, LOADS };
/** The first box of an SM, or NOT, and how many cycles later it begins than others. */
struct Part { int first, lag; };
struct Parts { Part of[SMS]; };

__device__ u32 shared(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ void wait(u32 barrier, u32 phase) {
  asm volatile("{ .reg .pred done; again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1; @!done bra again; }" ::"r"(barrier), "r"(phase) : "memory");
}
__device__ void bulk(const char* data, u32 room, u32 full, u32 box) { // one thread loads ahead
  for (int i = 0; i < TRIPS + STAGES; i++) {
    int s = i % STAGES;
    if (i >= STAGES) wait(full + 8 * s, (i / STAGES - 1) % 2);
    if (i >= TRIPS) continue;
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(full + 8 * s), "r"(BOX));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(room + s * BOX), "l"(data + (box++ % BOXES) * BOX), "r"(BOX), "r"(full + 8 * s) : "memory");
  }
}
__global__ void __launch_bounds__(1024) copy(const char* data, How how, Parts parts, u32* ready, i64* cycles, u32* out) {
  extern __shared__ __align__(128) char room[];
  __shared__ i64 full[STAGES];
  u32 sm, sum = 0;
  asm("mov.u32 %0, %smid;" : "=r"(sm));
  Part part = parts.of[sm];
  if (threadIdx.x == 0) {
    for (int s = 0; s < STAGES; s++) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared(full + s)));
    atomicAdd(ready, 1);
    while (*(volatile u32*)ready < SMS) {}
  }
  __syncthreads();
  cycles[sm] = 0;
  if (part.first == NOT) return;
  i64 start = clock64();
  while (clock64() - start < part.lag) {}
  i64 t = clock64();
  if (how == BULK && threadIdx.x == 0) bulk(data, shared(room), shared(full), part.first);
  if (how != BULK)
    for (int i = 0; i < TRIPS; i++) {
      const char* from = data + (part.first + i) % BOXES * BOX + threadIdx.x * 16;
      if (how == COPIES) {
        for (int j = 0; j < BOX; j += 16384) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared(room + i % STAGES * BOX + j + threadIdx.x * 16)), "l"(from + j) : "memory");
        asm volatile("cp.async.commit_group; cp.async.wait_group 4;" ::: "memory");
      } else {
        uint4 v[2];
        for (int j = 0; j < 2; j++) asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[j].x), "=r"(v[j].y), "=r"(v[j].z), "=r"(v[j].w) : "l"(from + j * 16384));
        for (int j = 0; j < 2; j++) sum += v[j].x ^ v[j].y ^ v[j].z ^ v[j].w;
      }
    }
  if (sum == 12345) out[0] = sum;
  if (threadIdx.x == 0) cycles[sm] = clock64() - t;
}
constexpr int PULSES = 50, PERIOD = 8000, PULSE = 4096;
/** An SM whose first box is 0 copies 4 KB once in a period, and others boxes of their own without a pause. */
__global__ void pulses(const char* data, Parts parts, u32* ready, i64* cycles) {
  extern __shared__ __align__(128) char room[];
  __shared__ i64 full[STAGES];
  u32 sm;
  asm("mov.u32 %0, %smid;" : "=r"(sm));
  Part part = parts.of[sm];
  for (int s = 0; s < STAGES; s++) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared(full + s)));
  atomicAdd(ready, 1);
  while (*(volatile u32*)ready < SMS) {}
  i64 start = clock64(), sum = 0;
  if (part.first > 0) bulk(data, shared(room), shared(full), part.first);
  for (int i = 0; part.first == 0 && i < PULSES; i++) {
    while (clock64() - start < 20000 + i * PERIOD + part.lag) {}
    i64 t = clock64();
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared(full)), "r"(PULSE));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared(room)), "l"(data + (BOXES + i) * BOX), "r"(PULSE), "r"(shared(full)) : "memory");
    wait(shared(full), i % 2);
    sum += clock64() - t;
  }
  cycles[sm] = sum / PULSES;
}
static int only, number;
static char* data;
static i64 *cycles, host[SMS];
static u32* ready;
static void run(How how, const char* name, std::function<Part(int)> part) {
  static const char* names[] = {"bulk copies", "cp.async.cg", "ld.global.cg"};
  if (number++, only && only != number) return;
  Parts parts;
  for (int sm = 0; sm < SMS; sm++) parts.of[sm] = part(sm);
  for (int i = 0; i < (only ? 1 : 2); i++) {
    cudaMemset(ready, 0, 4);
    copy<<<SMS, how == BULK ? 32 : 1024, BOX * STAGES>>>(data, how, parts, ready, cycles, ready + 1);
    cudaError_t e = cudaDeviceSynchronize();
    if (e) { printf("%d\terror\t%s\n", number, cudaGetErrorString(e)); exit(1); }
  }
  cudaMemcpy(host, cycles, sizeof host, cudaMemcpyDeviceToHost);
  double sum = 0;
  int active = 0;
  for (i64 each : host) sum += each, active += each > 0;
  printf("%d\t%s, %s\t%.1f\t%.0f\n", number, names[how], name, double(TRIPS) * BOX * active / sum, double(TRIPS) * BOX / 128 * active);
}
static void runPulses(const char* name, std::function<Part(int)> part) {
  if (number++, only && only != number) return;
  Parts parts;
  int busy = 0, pulsing = 0;
  for (int sm = 0; sm < SMS; sm++) parts.of[sm] = part(sm), busy += parts.of[sm].first > 0, pulsing += parts.of[sm].first == 0;
  cudaMemset(ready, 0, 4);
  pulses<<<SMS, 1, BOX * STAGES>>>(data, parts, ready, cycles);
  cudaMemcpy(host, cycles, sizeof host, cudaMemcpyDeviceToHost);
  i64 longest = *std::max_element(host, host + SMS);
  printf("%d\t4 KB once in %d cycles, %s\t%lld cycles\t%.0f\n", number, PERIOD, name, longest, double(TRIPS) * BOX / 128 * busy + double(PULSES) * PULSE / 128 * pulsing);
}
__global__ void whereAmI(int* sms) {
  u32 sm;
  asm("mov.u32 %0, %smid;" : "=r"(sm));
  sms[blockIdx.x] = sm;
}
static int gpc[SMS], place[SMS];
/** Finds the GPC of each SM, and its place there: thread blocks of a cluster are in one GPC. */
static void findGpcs() {
  int *sms, ids[SMS];
  cudaMalloc(&sms, sizeof ids);
  cudaFuncSetAttribute(whereAmI, cudaFuncAttributeMaxDynamicSharedMemorySize, BOX * STAGES);
  cudaFuncSetAttribute(whereAmI, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  for (int sm = 0; sm < SMS; sm++) gpc[sm] = sm;
  for (u32 size : {2, 4, 8, 16, 6, 10, 12, 14})
    for (int again = 0; again < 4; again++) {
      cudaLaunchConfig_t config = {};
      cudaLaunchAttribute attribute;
      attribute.id = cudaLaunchAttributeClusterDimension, attribute.val.clusterDim = {size, 1, 1};
      config.gridDim = SMS / size * size, config.blockDim = 32, config.dynamicSmemBytes = BOX * STAGES, config.attrs = &attribute, config.numAttrs = 1;
      if (cudaLaunchKernelEx(&config, whereAmI, sms) || cudaDeviceSynchronize()) { cudaGetLastError(); continue; }
      cudaMemcpy(ids, sms, sizeof ids, cudaMemcpyDeviceToHost);
      for (u32 i = 0; i < config.gridDim.x; i++) {
        int a = gpc[ids[i]], b = gpc[ids[i / size * size]], from = a > b ? a : b, to = a > b ? b : a;
        for (int& each : gpc) if (each == from) each = to;
      }
    }
  int names[SMS] = {}, count = 0;
  for (int sm = 0; sm < SMS; sm++) {
    if (gpc[sm] == sm) names[sm] = count++;
  }
  for (int sm = 0; sm < SMS; sm++) {
    place[sm] = 0;
    for (int other = 0; other < sm; other++) place[sm] += gpc[other] == gpc[sm];
  }
  for (int& each : gpc) each = names[each];
  if (!only) for (int g = 0; g < count; g++) {
    printf("GPC %d:", g);
    for (int sm = 0; sm < SMS; sm++) if (gpc[sm] == g) printf(" %d", sm);
    printf("\n");
  }
}
int main(int c, char** v) {
  only = c > 1 ? atoi(v[1]) : 0;
  cudaMalloc(&data, (BOXES + PULSES) * BOX), cudaMemset(data, 1, (BOXES + PULSES) * BOX), cudaMalloc(&cycles, sizeof host), cudaMalloc(&ready, 8);
  cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize, BOX * STAGES);
  cudaFuncSetAttribute(pulses, cudaFuncAttributeMaxDynamicSharedMemorySize, BOX * STAGES);
  findGpcs();
  for (How how : {BULK, COPIES, LOADS}) {
    run(how, "each its own", [](int sm) { return Part{sm * APART % BOXES, 0}; });
    run(how, "pairs of a TPC", [](int sm) { return Part{sm / 2 * APART % BOXES, 0}; });
    run(how, "pairs of TPCs of a GPC, of each TPC one SM", [](int sm) { return Part{(place[sm] / 4 * 2 + sm % 2 + gpc[sm] * 10) * APART % BOXES, 0}; });
    run(how, "fours, two TPCs of a GPC", [](int sm) { return Part{(place[sm] / 4 + gpc[sm] * 10) * APART % BOXES, 0}; });
    run(how, "eights of a GPC", [](int sm) { return Part{(place[sm] / 8 + gpc[sm] * 10) * APART % BOXES, 0}; });
    run(how, "all of a GPC", [](int sm) { return Part{gpc[sm] * APART % BOXES, 0}; });
    run(how, "TPCs of eight GPCs", [](int sm) { return Part{place[sm] / 2 * APART % BOXES, 0}; });
    run(how, "all", [](int) { return Part{0, 0}; });
  }
  int one = gpc[0]; // the GPC with the most SMs
  for (int sm = 0; sm < SMS; sm++) one = place[sm] == *std::max_element(place, place + SMS) ? gpc[sm] : one;
  char name[200];
  auto of = [&](const char* format, auto... values) { snprintf(name, 200, format, values...); return name; };
  for (int count : {1, 2, 3, 4, 5, 6, 8, 12, 16}) {
    run(BULK, of("%d SMs of one GPC, no others", count), [=](int sm) { return Part{gpc[sm] == one && place[sm] < count ? 0 : NOT, 0}; });
    if (count <= 8) run(BULK, of("%d SMs of one GPC, each of another TPC, no others", count), [=](int sm) { return Part{gpc[sm] == one && place[sm] < 2 * count && place[sm] % 2 == 0 ? 0 : NOT, 0}; });
  }
  for (int lag : {0, 200, 400, 600, 1000, 2000, 4000, 8000})
    for (int second : {1, 2})
      run(BULK, of("two SMs of %s, one %d cycles later", second == 1 ? "a TPC" : "two TPCs of a GPC", lag), [=](int sm) { return Part{gpc[sm] == one && (place[sm] == 0 || place[sm] == second) ? 0 : NOT, place[sm] == second ? lag : 0}; });
  for (int busy : {0, 1})
    for (int lag : {0, 100, 200, 300, 400, 500, 600, 800, 1200})
      for (int second : {1, 2})
        runPulses(of("two SMs of %s, one %d cycles later, the others of the GPC %s", second == 1 ? "a TPC" : "two TPCs of a GPC", lag, busy ? "busy" : "idle"), [=](int sm) {
          bool pulsing = gpc[sm] == one && (place[sm] == 0 || place[sm] == second);
          return pulsing ? Part{0, place[sm] == second ? lag : 0} : Part{busy && gpc[sm] == one ? 1 + sm * APART % (BOXES - 1) : NOT, 0};
        });
}
