// Tensor instructions: WGMMA (latency, rate, what it takes from other warps) and mma.sync (latency, rate).
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o tensor tensor.cu && ./tensor
//
// Lines: case, quantity, unit, value, separated by tabs. One block on one SM; the longest of its warps.
#include <cstdio>
#include <cstdlib>

typedef unsigned long long u64;
typedef long long i64;
static i64 *device, *out; // results, there and here
constexpr size_t RESULTS = 1 << 18;
static void row(const char* name, const char* quantity, const char* unit, double value) { printf("%s\t%s\t%s\t%.6g\n", name, quantity, unit, value); }
static bool wait() {
  cudaError_t error = cudaMemcpy(out, device, RESULTS, cudaMemcpyDeviceToHost);
  if (error) printf("error\t%s\t\t\n", cudaGetErrorString(error));
  return !error;
}

// ---- WGMMA ----

enum Kind { F16, BF16, TF32, E4M3, S8, F16ACC };
static const char* const KINDS[] = {"f16 k16", "bf16 k16", "tf32 k8", "e4m3 k32", "s8 k32", "f16 k16 (f16 accumulators)"};

#define T(p) p "0," p "1," p "2," p "3," p "4," p "5," p "6," p "7," p "8," p "9"
#define L2 "d0,d1"
#define L4 "d0,d1,d2,d3"
#define L8 L4 ",d4,d5,d6,d7"
#define L16 T("d") ",d10,d11,d12,d13,d14,d15"
#define L32 T("d") "," T("d1") "," T("d2") ",d30,d31"
#define L64 T("d") "," T("d1") "," T("d2") "," T("d3") "," T("d4") "," T("d5") ",d60,d61,d62,d63"
#define L90 T("d") "," T("d1") "," T("d2") "," T("d3") "," T("d4") "," T("d5") "," T("d6") "," T("d7") "," T("d8")
#define L96 L90 ",d90,d91,d92,d93,d94,d95"
#define L128 L90 "," T("d9") "," T("d10") "," T("d11") ",d120,d121,d122,d123,d124,d125,d126,d127"

#define ISSUE(SHAPE, TYPES, LIST, FROM_SHARED, FROM_REGISTERS)                                                              \
  do {                                                                                                                      \
    if constexpr (REGS)                                                                                                     \
      asm volatile("{.reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned." SHAPE "." TYPES " {" LIST            \
                   "}, {a0,a1,a2,a3}, %0, p" FROM_REGISTERS ";}" ::"l"(b) : "memory");                                      \
    else                                                                                                                    \
      asm volatile("{.reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned." SHAPE "." TYPES " {" LIST            \
                   "}, %0, %1, p" FROM_SHARED ";}" ::"l"(a), "l"(b) : "memory");                                            \
  } while (0)
#define BY_KIND(N, LIST, HALF)                                                                                              \
  do {                                                                                                                      \
    if constexpr (KIND == F16) ISSUE("m64n" #N "k16", "f32.f16.f16", LIST, ", 1, 1, 0, 0", ", 1, 1, 0");                    \
    if constexpr (KIND == BF16) ISSUE("m64n" #N "k16", "f32.bf16.bf16", LIST, ", 1, 1, 0, 0", ", 1, 1, 0");                 \
    if constexpr (KIND == TF32) ISSUE("m64n" #N "k8", "f32.tf32.tf32", LIST, ", 1, 1", ", 1, 1");                           \
    if constexpr (KIND == E4M3) ISSUE("m64n" #N "k32", "f32.e4m3.e4m3", LIST, ", 1, 1", ", 1, 1");                          \
    if constexpr (KIND == S8) ISSUE("m64n" #N "k32", "s32.s8.s8", LIST, "", "");                                            \
    if constexpr (KIND == F16ACC) ISSUE("m64n" #N "k16", "f16.f16.f16", HALF, ", 1, 1, 0, 0", ", 1, 1, 0");                 \
  } while (0)

template <int KIND, int N, bool REGS> __device__ __forceinline__ void wgmma(u64 a, u64 b) {
  if constexpr (N == 8) BY_KIND(8, L4, L2);
  if constexpr (N == 16) BY_KIND(16, L8, L4);
  if constexpr (N == 32) BY_KIND(32, L16, L8);
  if constexpr (N == 64) BY_KIND(64, L32, L16);
  if constexpr (N == 128) BY_KIND(128, L64, L32);
  if constexpr (N == 192) BY_KIND(192, L96, L96);
  if constexpr (N == 256) BY_KIND(256, L128, L64);
}
__device__ __forceinline__ void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int LEFT> __device__ __forceinline__ void waitGroup() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(LEFT) : "memory"); }
__device__ __forceinline__ i64 now() { i64 t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory"); return t; }
#define ZERO(p) "mov.b32 " p "0, %0; mov.b32 " p "1, %0; mov.b32 " p "2, %0; mov.b32 " p "3, %0; mov.b32 " p "4, %0; mov.b32 " p "5, %0; mov.b32 " p "6, %0; mov.b32 " p "7, %0; mov.b32 " p "8, %0; mov.b32 " p "9, %0; "
#define XOR(p) "xor.b32 %0, %0, " p "0; xor.b32 %0, %0, " p "1; xor.b32 %0, %0, " p "2; xor.b32 %0, %0, " p "3; xor.b32 %0, %0, " p "4; xor.b32 %0, %0, " p "5; xor.b32 %0, %0, " p "6; xor.b32 %0, %0, " p "7; xor.b32 %0, %0, " p "8; xor.b32 %0, %0, " p "9; "
#define ALL(F) F("d") F("d1") F("d2") F("d3") F("d4") F("d5") F("d6") F("d7") F("d8") F("d9") F("d10") F("d11") F("d12")
/** Registers of the accumulators and of A; those that no instruction uses take none. */
#define ACCUMULATORS asm volatile(".reg .b32 d<130>; .reg .b32 a<4>; " ALL(ZERO) "mov.b32 a0, %0; mov.b32 a1, %0; mov.b32 a2, %0; mov.b32 a3, %0;" ::"r"(zero))
#define KEEP                                                        \
  do {                                                              \
    unsigned sum = 0;                                               \
    asm volatile(ALL(XOR) : "+r"(sum));                             \
    if (sum == 12345) out[1000] = sum;                              \
  } while (0)

/** 128-byte swizzle, rows of 128 bytes, eight rows 1,024 bytes apart. */
__device__ inline u64 descriptor(const void* shared) {
  u64 at = __cvta_generic_to_shared(shared);
  return (at & 0x3ffff) >> 4 | u64(1) << 16 | u64(1024 >> 4) << 32 | u64(1) << 62;
}

template <int KIND, int N, bool REGS, int K> __device__ __forceinline__ void group(u64 a, u64 b, i64* to) {
#pragma unroll 1
  for (int twice = 0; twice < 3; twice++) {
    __syncthreads();
    fence();
    i64 begin = now();
#pragma unroll
    for (int i = 0; i < K; i++) wgmma<KIND, N, REGS>(a, b);
    i64 issued = now();
    commit();
    waitGroup<0>();
    i64 end = now();
    if (threadIdx.x % 32 == 0) { to[0] = begin; to[1] = issued; to[2] = end; }
  }
}

constexpr int PLACES = 16; // measurements of a kernel, of 3 times each for up to 16 warps

template <int KIND, int N, bool REGS, int GROUPS> __global__ void __launch_bounds__(128 * GROUPS) single(i64* out, unsigned zero) {
  extern __shared__ __align__(1024) char shared[];
  ACCUMULATORS;
  for (int i = threadIdx.x; i < 40960 / 4; i += blockDim.x) ((unsigned*)shared)[i] = 0;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  u64 a = descriptor(shared), b = descriptor(shared + 8192);
  i64* to = out + threadIdx.x / 32 * PLACES * 3;
  if constexpr (GROUPS == 1) {
    group<KIND, N, REGS, 1>(a, b, to + 3); group<KIND, N, REGS, 2>(a, b, to + 6); group<KIND, N, REGS, 3>(a, b, to + 9);
    group<KIND, N, REGS, 4>(a, b, to + 12); group<KIND, N, REGS, 6>(a, b, to + 18); group<KIND, N, REGS, 8>(a, b, to + 24);
    group<KIND, N, REGS, 16>(a, b, to + 30);
  }
#pragma unroll 1
  for (int twice = 0; twice < 2; twice++) { // 64 groups of 8, two in flight
    __syncthreads();
    fence();
    i64 begin = now();
#pragma unroll 1
    for (int k = 0; k < 64; k++) {
      fence();
#pragma unroll
      for (int i = 0; i < 8; i++) wgmma<KIND, N, REGS>(a, b);
      commit();
      waitGroup<1>();
    }
    waitGroup<0>();
    i64 end = now();
    if (threadIdx.x % 32 == 0) { to[0] = begin; to[2] = end; }
  }
  KEEP;
}

static double span(int warps, int place, int last) {
  i64 begin = out[place * 3], end = out[place * 3 + last];
  for (int w = 1; w < warps; w++) {
    i64* of = out + (w * PLACES + place) * 3;
    if (of[0] < begin) begin = of[0];
    if (of[last] > end) end = of[last];
  }
  return double(end - begin);
}

template <int KIND, int N, bool REGS, int GROUPS> void stream() {
  char name[200];
  auto kernel = single<KIND, N, REGS, GROUPS>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 40960);
  kernel<<<1, 128 * GROUPS, 40960>>>(device, 0);
  if (!wait()) return;
  snprintf(name, 200, "wgmma %s, N = %d, A in %s, %d warpgroup%s of an SM", KINDS[KIND], N, REGS ? "registers" : "shared memory", GROUPS, GROUPS > 1 ? "s" : "");
  row(name, "time per instruction", "cycles", span(4 * GROUPS, 0, 2) / 512 / GROUPS);
  if (GROUPS == 1)
    for (int k : {1, 2, 3, 4, 6, 8, 16}) {
      int place = k == 16 ? 10 : k;
      snprintf(name, 200, "wgmma %s, N = %d, A in %s, %d in a group", KINDS[KIND], N, REGS ? "registers" : "shared memory", k);
      row(name, "first issue to end of wait_group 0", "cycles", span(4, place, 2));
      row(name, "first to last issue", "cycles", span(4, place, 1));
    }
}

template <int KIND, int N, bool REGS> void groups() {
  stream<KIND, N, REGS, 1>();
  stream<KIND, N, REGS, 2>();
  if constexpr (N <= 128) stream<KIND, N, REGS, 4>();
}
template <int KIND, int N> void both() { groups<KIND, N, false>(); groups<KIND, N, true>(); }

/** Cost of fence, commit and wait with nothing in flight. */
__global__ void empty(i64* out) {
  for (int twice = 0; twice < 3; twice++) {
    i64 a = now();
    fence();
    i64 b = now();
    commit(); waitGroup<0>();
    i64 c = now();
    i64 d = now();
    if (!threadIdx.x) { out[0] = b - a; out[1] = c - b; out[2] = d - c; }
  }
}

// ---- WGMMA beside other warps ----

enum Other { NONE, FFMA, IADD, LDS, STS };
static const char* const OTHERS[] = {"nothing", "FFMA", "IADD3", "LDS.128", "STS.128"};

template <int KIND, int N, bool REGS, int OTHER> __global__ void __launch_bounds__(384) together(i64* out, bool multiply, unsigned zero) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ volatile int done;
  ACCUMULATORS;
  for (int i = threadIdx.x; i < 65536 / 4; i += blockDim.x) ((unsigned*)shared)[i] = 0;
  if (!threadIdx.x) done = 0;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  i64* to = out + threadIdx.x / 32 * 3;
  if (threadIdx.x < 128) {
    u64 a = descriptor(shared), b = descriptor(shared + 8192);
    i64 begin = now();
    if (multiply) {
#pragma unroll 1
      for (int k = 0; k < 256; k++) {
        if (k == 64) begin = now();
        fence();
#pragma unroll
        for (int i = 0; i < 8; i++) wgmma<KIND, N, REGS>(a, b);
        commit();
        waitGroup<1>();
      }
      waitGroup<0>();
    } else while (now() - begin < 30000) __nanosleep(200);
    i64 end = now();
    done = 1;
    if (threadIdx.x % 32 == 0) { to[0] = begin; to[1] = end; to[2] = 192 * 8; }
    KEEP;
  } else {
    float c[8] = {1, 2, 3, 4, 5, 6, 7, threadIdx.x * 1.0f};
    unsigned at = (unsigned)__cvta_generic_to_shared(shared + 40960 + threadIdx.x % 128 * 16), v[8][4] = {}, n = 0, sum = 0;
    i64 begin = now();
    while (!done) {
      if (n == 1) begin = now();
      n++;
      at += zero; // so that the compiler takes no load for the same as another
#pragma unroll
      for (int i = 0; i < 128; i++) {
        if (OTHER == FFMA) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(c[i % 8]) : "f"(0.999f), "f"(0.25f));
        if (OTHER == IADD) asm volatile("add.u32 %0, %0, %1;" : "+r"(v[i % 8][0]) : "r"(at));
        if (OTHER == LDS && i < 32) asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[i % 8][0]), "=r"(v[i % 8][1]), "=r"(v[i % 8][2]), "=r"(v[i % 8][3]) : "r"(at + i * 512));
        if (OTHER == STS && i < 32) asm volatile("st.shared.v4.u32 [%0], {%1,%1,%1,%1};" ::"r"(at + i * 512), "r"(n));
        if (OTHER == LDS && i < 32 && i % 8 == 7)
#pragma unroll
          for (int j = 0; j < 8; j++) sum ^= v[j][0] ^ v[j][1] ^ v[j][2] ^ v[j][3];
      }
    }
    i64 end = now();
    for (int i = 0; i < 8; i++) sum += v[i][0] + v[i][3] + __float_as_uint(c[i]);
    if (threadIdx.x % 32 == 0) { to[0] = begin; to[1] = end; to[2] = n < 2 ? 0 : (n - 1) * (i64)(OTHER == LDS || OTHER == STS ? 32 : 128); }
    if (sum == 12345) out[100] = sum;
  }
}

template <int KIND, int N, bool REGS, int OTHER> void beside() {
  auto kernel = together<KIND, N, REGS, OTHER>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  for (int warps : {4, 8})
    for (bool multiply : {false, true}) {
      kernel<<<1, 128 + warps * 32, 65536>>>(device, multiply, 0);
      if (!wait()) return;
      char name[200];
      if (multiply) snprintf(name, 200, "wgmma %s, N = %d, A in %s, beside %d warps of %s", KINDS[KIND], N, REGS ? "registers" : "shared memory", warps, OTHERS[OTHER]);
      else snprintf(name, 200, "%d warps of %s alone", warps, OTHERS[OTHER]);
      if (multiply) row(name, "time per wgmma", "cycles", double(out[1] - out[0]) / out[2]);
      double rate = 0;
      for (int w = 4; w < 4 + warps; w++) rate += double(out[w * 3 + 2]) / (out[w * 3 + 1] - out[w * 3]);
      char quantity[60];
      snprintf(quantity, 60, "%s instructions of the SM", OTHERS[OTHER]);
      row(name, quantity, "1/cycle", rate);
    }
}

// ---- mma.sync ----

#define MMA(NAME, TEXT, D, C, AB, ABT, NC, CT)                                                                              \
  struct NAME {                                                                                                             \
    typedef CT Acc; typedef ABT In;                                                                                         \
    static constexpr int ACC = NC;                                                                                          \
    static const char* name() { return TEXT; }                                                                              \
    static __device__ __forceinline__ void step(CT* c, const ABT* a) { asm volatile("mma.sync.aligned." TEXT " " D : C : AB); } \
  };
#define D4 "{%0,%1,%2,%3}"
#define C4f "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
#define C4r "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
#define C4d "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
#define C2r "+r"(c[0]), "+r"(c[1])
#define C2d "+d"(c[0]), "+d"(c[1])
#define X42 D4 ", {%4,%5,%6,%7}, {%8,%9}, " D4 ";"
#define X21 D4 ", {%4,%5}, {%6}, " D4 ";"
#define Y42 "{%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
#define Y21 "{%0,%1}, {%2,%3}, {%4}, {%0,%1};"
#define I6r "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5])
#define I3r "r"(a[0]), "r"(a[1]), "r"(a[2])
#define I6d "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5])
#define I3d "d"(a[0]), "d"(a[1]), "d"(a[2])
#define I12d I6d, "d"(a[6]), "d"(a[7]), "d"(a[8]), "d"(a[9]), "d"(a[10]), "d"(a[11])
MMA(F16K8, "m16n8k8.row.col.f32.f16.f16.f32", X21, C4f, I3r, unsigned, 4, float)
MMA(F16K16, "m16n8k16.row.col.f32.f16.f16.f32", X42, C4f, I6r, unsigned, 4, float)
MMA(BF16K8, "m16n8k8.row.col.f32.bf16.bf16.f32", X21, C4f, I3r, unsigned, 4, float)
MMA(BF16K16, "m16n8k16.row.col.f32.bf16.bf16.f32", X42, C4f, I6r, unsigned, 4, float)
MMA(H16K8, "m16n8k8.row.col.f16.f16.f16.f16", Y21, C2r, I3r, unsigned, 2, unsigned)
MMA(H16K16, "m16n8k16.row.col.f16.f16.f16.f16", Y42, C2r, I6r, unsigned, 2, unsigned)
MMA(TF32K4, "m16n8k4.row.col.f32.tf32.tf32.f32", X21, C4f, I3r, unsigned, 4, float)
MMA(TF32K8, "m16n8k8.row.col.f32.tf32.tf32.f32", X42, C4f, I6r, unsigned, 4, float)
MMA(S8K16, "m16n8k16.row.col.s32.s8.s8.s32", X21, C4r, I3r, unsigned, 4, unsigned)
MMA(S8K32, "m16n8k32.row.col.s32.s8.s8.s32", X42, C4r, I6r, unsigned, 4, unsigned)
MMA(F64M8, "m8n8k4.row.col.f64.f64.f64.f64", "{%0,%1}, {%2}, {%3}, {%0,%1};", C2d, I3d, double, 2, double)
MMA(F64K4, "m16n8k4.row.col.f64.f64.f64.f64", X21, C4d, I3d, double, 4, double)
MMA(F64K8, "m16n8k8.row.col.f64.f64.f64.f64", X42, C4d, I6d, double, 4, double)
MMA(F64K16, "m16n8k16.row.col.f64.f64.f64.f64", D4 ", {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, " D4 ";", C4d, I12d, double, 4, double)

/** Accumulators of a warp are independent; each is added to again and again. */
template <class M, int CHAINS> __global__ void __launch_bounds__(512) multiply(i64* out, typename M::In zero) {
  typename M::Acc c[CHAINS][4] = {};
  typename M::In a[12];
  for (int i = 0; i < 12; i++) a[i] = zero;
  i64 begin = 0, end = 0;
#pragma unroll 1
  for (int k = 0; k < 9; k++) {
    if (k == 1) { __syncthreads(); begin = now(); }
#pragma unroll
    for (int i = 0; i < 64; i++) M::step(c[i % CHAINS], a);
  }
  typename M::Acc sum = 0;
  for (int i = 0; i < CHAINS; i++) for (int j = 0; j < 4; j++) sum += c[i][j];
  if (sum == 12345) out[1000] = 1; // the last results are waited for
  end = now();
  if (threadIdx.x % 32 == 0) { out[threadIdx.x / 32 * PLACES * 3] = begin; out[threadIdx.x / 32 * PLACES * 3 + 2] = end; }
}

template <class M, int CHAINS> void rate(int warps) {
  multiply<M, CHAINS><<<1, 32 * warps>>>(device, typename M::In(0));
  if (!wait()) return;
  char name[200];
  double cycles = span(warps, 0, 2);
  snprintf(name, 200, "mma.sync %s, %d warp%s with %d independent accumulator%s", M::name(), warps, warps > 1 ? "s" : "", CHAINS, CHAINS > 1 ? "s" : "");
  if (CHAINS == 1 && warps == 1) row(name, "time per instruction of the chain", "cycles", cycles / 512);
  else row(name, "time per instruction of a scheduler", "cycles", cycles / 512 / (warps < 4 ? 1 : warps / 4));
}
template <class M> void shape() { rate<M, 1>(1); rate<M, 4>(1); rate<M, 1>(4); rate<M, 4>(4); rate<M, 1>(8); rate<M, 4>(8); rate<M, 4>(16); }

/** The result of an instruction is an operand of the next: A, B or the accumulator. */
template <int INTO> __global__ void through(i64* out, unsigned zero) {
  unsigned d[2] = {zero, zero};
  i64 begin = 0;
#pragma unroll 1
  for (int k = 0; k < 5; k++) {
    if (k == 1) begin = now();
#pragma unroll
    for (int i = 0; i < 64; i++) {
      if (INTO == 0) asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%0,%1,%2,%2}, {%2,%2}, {%2,%2};" : "+r"(d[0]), "+r"(d[1]) : "r"(zero));
      if (INTO == 1) asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%2,%2,%2}, {%0,%1}, {%2,%2};" : "+r"(d[0]), "+r"(d[1]) : "r"(zero));
      if (INTO == 2) asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%2,%2,%2}, {%2,%2}, {%0,%1};" : "+r"(d[0]), "+r"(d[1]) : "r"(zero));
    }
  }
  if (d[0] + d[1] == 12345) out[1000] = 1;
  out[0] = now() - begin;
}

template <int INTO> void through(const char* name) {
  through<INTO><<<1, 32>>>(device, 0);
  if (wait()) row(name, "time per instruction of the chain", "cycles", out[0] / 256.0);
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  out = (i64*)malloc(RESULTS);
  cudaMalloc(&device, RESULTS);
  cudaMemset(device, 0, RESULTS);
  empty<<<1, 128>>>(device);
  if (wait()) {
    row("wgmma, nothing in flight", "wgmma.fence", "cycles", out[0]);
    row("wgmma, nothing in flight", "commit_group and wait_group 0", "cycles", out[1]);
    row("clock read twice", "time", "cycles", out[2]);
  }
  both<F16, 8>(); both<F16, 16>(); both<F16, 32>(); both<F16, 64>(); both<F16, 128>(); both<F16, 192>(); both<F16, 256>();
  both<BF16, 64>(); both<BF16, 256>();
  both<TF32, 8>(); both<TF32, 64>(); both<TF32, 128>(); both<TF32, 256>();
  both<E4M3, 8>(); both<E4M3, 64>(); both<E4M3, 128>(); both<E4M3, 256>();
  both<S8, 8>(); both<S8, 64>(); both<S8, 128>(); both<S8, 256>();
  both<F16ACC, 64>(); both<F16ACC, 128>(); both<F16ACC, 256>();
  beside<F16, 256, false, FFMA>(); beside<F16, 192, true, FFMA>(); beside<F16, 64, false, FFMA>(); beside<F16, 8, false, FFMA>();
  beside<F16, 256, false, IADD>(); beside<F16, 64, false, IADD>(); beside<F16, 8, false, IADD>(); beside<F16ACC, 256, false, FFMA>(); beside<F16ACC, 256, false, IADD>(); beside<E4M3, 256, false, IADD>();
  beside<F16, 8, false, LDS>(); beside<F16, 8, true, LDS>(); beside<F16, 32, false, LDS>(); beside<F16, 64, false, LDS>(); beside<F16, 64, true, LDS>();
  beside<F16, 128, false, LDS>(); beside<F16, 256, false, LDS>(); beside<F16, 192, true, LDS>();
  beside<F16, 64, false, STS>(); beside<F16, 256, false, STS>();
  shape<F16K8>(); shape<F16K16>(); shape<BF16K8>(); shape<BF16K16>(); shape<H16K8>(); shape<H16K16>(); shape<TF32K4>(); shape<TF32K8>();
  shape<S8K16>(); shape<S8K32>(); shape<F64M8>(); shape<F64K4>(); shape<F64K8>(); shape<F64K16>();
  through<0>("mma.sync m16n8k16 f16, result into A of the next");
  through<1>("mma.sync m16n8k16 f16, result into B of the next");
  through<2>("mma.sync m16n8k16 f16, result into C of the next");
}
