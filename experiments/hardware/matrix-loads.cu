// ldmatrix and stmatrix (LDSM, STSM): latency and rate, with and without bank conflicts, beside plain shared accesses.
//
//   nvcc -O2 -arch=sm_90 -o matrix-loads matrix-loads.cu && ./matrix-loads
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

enum Op { LDSM1, LDSM2, LDSM4, LDSM4T, STSM1, STSM2, STSM4, STSM4T, LDS32, LDS64, LDS128, STS32, STS64, STS128 };
static const char* const OPS[] = {"ldmatrix.x1", "ldmatrix.x2", "ldmatrix.x4", "ldmatrix.x4.trans", "stmatrix.x1", "stmatrix.x2", "stmatrix.x4",
  "stmatrix.x4.trans", "ld.shared 32 bits", "ld.shared 64 bits", "ld.shared 128 bits", "st.shared 32 bits", "st.shared 64 bits", "st.shared 128 bits"};

template <int OP> __device__ __forceinline__ void access(unsigned at, unsigned* v) {
  if (OP == LDSM1) asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v[0]) : "r"(at) : "memory");
  if (OP == LDSM2) asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(v[0]), "=r"(v[1]) : "r"(at) : "memory");
  if (OP == LDSM4) asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(at) : "memory");
  if (OP == LDSM4T) asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(at) : "memory");
  if (OP == STSM1) asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%1], {%0};" ::"r"(v[0]), "r"(at) : "memory");
  if (OP == STSM2) asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%2], {%0,%1};" ::"r"(v[0]), "r"(v[1]), "r"(at) : "memory");
  if (OP == STSM4) asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4], {%0,%1,%2,%3};" ::"r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(at) : "memory");
  if (OP == STSM4T) asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%4], {%0,%1,%2,%3};" ::"r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(at) : "memory");
  if (OP == LDS32) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v[0]) : "r"(at) : "memory");
  if (OP == LDS64) asm volatile("ld.shared.v2.u32 {%0,%1}, [%2];" : "=r"(v[0]), "=r"(v[1]) : "r"(at) : "memory");
  if (OP == LDS128) asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(at) : "memory");
  if (OP == STS32) asm volatile("st.shared.u32 [%1], %0;" ::"r"(v[0]), "r"(at) : "memory");
  if (OP == STS64) asm volatile("st.shared.v2.u32 [%2], {%0,%1};" ::"r"(v[0]), "r"(v[1]), "r"(at) : "memory");
  if (OP == STS128) asm volatile("st.shared.v4.u32 [%4], {%0,%1,%2,%3};" ::"r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(at) : "memory");
}

/** CHAIN: each load waits for the one before; a store is followed by a ldmatrix of what it stored. Otherwise they are independent. */
template <int OP, bool CHAIN> __global__ void __launch_bounds__(1024) accesses(i64* out, int stride, unsigned zero) {
  extern __shared__ __align__(1024) unsigned shared[];
  constexpr bool store = (OP >= STSM1 && OP <= STSM4T) || OP >= STS32;
  for (int i = threadIdx.x; i < 40960 / 4; i += blockDim.x) shared[i] = 0;
  __syncthreads();
  unsigned v[8][4] = {}, base = (unsigned)__cvta_generic_to_shared(shared) + threadIdx.x % 32 * stride, at = base, sum = 0;
  i64 begin = 0;
#pragma unroll 1
  for (int k = 0; k < 17; k++) {
    if (k == 1) { __syncthreads(); begin = now(); }
    base += zero; // so that the compiler takes no load for the same as another
#pragma unroll
    for (int i = 0; i < 32; i++) {
      access<OP>(CHAIN ? at : base + i * 1024, v[i % 8]);
      if (CHAIN && store) access<LDSM1>(at, v[0]);
      if (CHAIN) {
        at = base + (store ? v[0][0] : v[i % 8][0]);
        if (store) for (int j = 0; j < 8; j++) v[j][0] = v[j][1] = v[j][2] = v[j][3] = v[0][0];
      } else if (!store && i % 8 == 7)
#pragma unroll
        for (int j = 0; j < 8; j++) sum ^= v[j][0] ^ v[j][1] ^ v[j][2] ^ v[j][3];
    }
  }
  for (int i = 0; i < 8; i++) sum += v[i][0] + v[i][1] + v[i][2] + v[i][3];
  if (sum == 12345) out[1000] = sum;
  __syncthreads();
  i64 end = now();
  if (!threadIdx.x) out[0] = end - begin;
}

template <int OP> void op() {
  char name[200];
  for (int stride : {4, 8, 16, 32, 128}) {
    bool matrix = OP <= STSM4T;
    if (matrix ? stride < 16 : stride != 4 && OP != LDS128 && OP != STS128 && stride != 8) continue;
    if (!matrix && stride < (OP == LDS64 || OP == STS64 ? 8 : OP == LDS128 || OP == STS128 ? 16 : 4)) continue;
    snprintf(name, 200, "%s, lanes' addresses %d B apart", OPS[OP], stride);
    if (OP < STS32) { // the compiler does not load what it has just stored
      auto chain = accesses<OP, true>;
      cudaFuncSetAttribute(chain, cudaFuncAttributeMaxDynamicSharedMemorySize, 40960);
      chain<<<1, 32, 40960>>>(device, stride, 0);
      if (!wait()) return;
      row(name, OP >= STSM1 && OP <= STSM4T ? "store and ldmatrix.x1 of it in a chain" : "time per load of a chain", "cycles", out[0] / 512.0);
    }
    auto many = accesses<OP, false>;
    cudaFuncSetAttribute(many, cudaFuncAttributeMaxDynamicSharedMemorySize, 40960);
    for (int warps : {1, 4, 8, 16}) {
      many<<<1, 32 * warps, 40960>>>(device, stride, 0);
      if (!wait()) return;
      char quantity[100];
      snprintf(quantity, 100, "time per instruction of the SM, %d warp%s", warps, warps > 1 ? "s" : "");
      row(name, quantity, "cycles", out[0] / 512.0 / warps);
    }
  }
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  out = (i64*)malloc(RESULTS);
  cudaMalloc(&device, RESULTS);
  cudaMemset(device, 0, RESULTS);
  op<LDSM1>(); op<LDSM2>(); op<LDSM4>(); op<LDSM4T>(); op<STSM1>(); op<STSM2>(); op<STSM4>(); op<STSM4T>();
  op<LDS32>(); op<LDS64>(); op<LDS128>(); op<STS32>(); op<STS64>(); op<STS128>();
}
