// Do copies into shared memory, or out of it, slow down those who read and write it? One thread block on one SM.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o shared-writes shared-writes.cu && ./shared-writes
//
// Lines: who works beside which copies, cycles of an instruction of 4 (WGMMA) or 8 warps, bytes copied per cycle, separated by tabs.
#include <cstdio>
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long i64;
constexpr int BOX = 32768, STAGES = 4, BOXES = 256, ROOM = 65536, TRIPS = 4096;
enum User { NOBODY, WGMMA8, WGMMA64, WGMMA128, WGMMA256, LOADS, STORES, USERS };
enum Copies { NONE, BULK_IN, ASYNC_IN, BULK_OUT, KINDS };
static const char* const NAMES[] = {"nobody", "WGMMA, N = 8", "WGMMA, N = 64", "WGMMA, N = 128", "WGMMA, N = 256", "LDS.128", "STS.128"};
static const char* const COPIES[] = {"no copies", "bulk copies in", "cp.async.cg", "bulk copies out"};

__device__ u32 shared(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ u64 descriptor(const void* p) { return (shared(p) & 0x3ffff) >> 4 | u64(1) << 16 | u64(64) << 32 | u64(1) << 62; }
__device__ void await(const i64* barrier, u32 phase) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra again; }" ::"r"(shared(barrier)), "r"(phase) : "memory");
}
#define D8(p) p "0," p "1," p "2," p "3," p "4," p "5," p "6," p "7"
#define D32 D8("d") "," D8("d1") "," D8("d2") "," D8("d3")
#define D128 D32 "," D8("d4") "," D8("d5") "," D8("d6") "," D8("d7") "," D8("d8") "," D8("d9") "," D8("e1") "," D8("e2") "," D8("e3") "," D8("e4") "," D8("e5") "," D8("e6")
#define WGMMA(N, LIST) asm volatile("{.reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n" #N "k16.f32.f16.f16 {" LIST "}, %0, %1, p, 1, 1, 0, 0;}" ::"l"(a), "l"(b) : "memory")
template <int USER> __device__ void multiply(u64 a, u64 b) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int i = 0; i < 8; i++) {
    if (USER == WGMMA8) WGMMA(8, "d0,d1,d2,d3");
    if (USER == WGMMA64) WGMMA(64, D32);
    if (USER == WGMMA128) WGMMA(128, D32 "," D8("d4") "," D8("d5") "," D8("d6") "," D8("d7"));
    if (USER == WGMMA256) WGMMA(256, D128);
  }
  asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 1;" ::: "memory");
}
/** One thread copies boxes; it looks only now and then, since loads wait for the tensor cores. */
__device__ i64 bulk(char* data, char* room, i64* full, volatile int& done, bool in) {
  int n = 0;
  for (; n % 64 || !done; n++) {
    char *there = data + n % BOXES * BOX, *here = room + n % STAGES * BOX;
    if (in) {
      i64* barrier = full + n % STAGES;
      if (n >= STAGES) await(barrier, (n / STAGES - 1) % 2);
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared(barrier)), "r"(BOX));
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared(here)), "l"(there), "r"(BOX), "r"(shared(barrier)) : "memory");
    } else {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2; cp.async.bulk.commit_group; cp.async.bulk.wait_group 3;" ::"l"(there), "r"(shared(here)), "r"(BOX) : "memory");
    }
  }
  if (in)
    for (int i = n - STAGES; i < n; i++) await(full + i % STAGES, i / STAGES % 2);
  else asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  return n * (i64)BOX;
}
__device__ i64 async(const char* data, char* room, volatile int& done, int lane) { // four warps, 2 KB a trip
  int n = 0;
  for (; n % 64 || !done; n++) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16; cp.async.commit_group; cp.async.wait_group 24;" ::"r"(shared(room) + n % 32 * 2048 + lane * 16), "l"(data + n % 4096 * 2048 + lane * 16) : "memory");
  }
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  return n * 2048ll;
}
template <int USER> __global__ void __launch_bounds__(384) together(char* data, Copies kind, i64* out, u32 zero) {
  extern __shared__ __align__(1024) char room[];
  __shared__ i64 full[STAGES];
  __shared__ volatile int done;
  asm volatile(".reg .b32 d<100>; .reg .b32 e<70>;");
  for (int i = threadIdx.x; i < ROOM / 4; i += blockDim.x) ((u32*)room)[i] = 0;
  if (threadIdx.x < STAGES) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared(full + threadIdx.x)));
  if (!threadIdx.x) done = 0;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  i64 begin = clock64();
  if (threadIdx.x >= 256) { // the copies
    i64 bytes = 0;
    if ((kind == BULK_IN || kind == BULK_OUT) && threadIdx.x == 256) bytes = bulk(data, room + ROOM, full, done, kind == BULK_IN);
    if (kind == ASYNC_IN) bytes = async(data, room + ROOM, done, threadIdx.x - 256);
    if (threadIdx.x == 256) { out[2] = clock64() - begin; out[3] = bytes; }
    return;
  }
  const bool multiplies = USER >= WGMMA8 && USER <= WGMMA256;
  if (multiplies && threadIdx.x >= 128) return;
  asm volatile("mov.b32 d0, %0; mov.b32 d1, %0;" ::"r"(zero));
  u32 at = shared(room) + threadIdx.x * 16, sum = 0, v[4];
  u64 a = descriptor(room), b = descriptor(room + 8192);
#pragma unroll 1
  for (int i = 0; i < TRIPS; i++) {
    at += zero; // so that no load is taken for the same as another
    if (multiplies) multiply<USER>(a, b);
    if (USER == LOADS)
#pragma unroll
      for (int j = 0; j < 8; j++) {
        asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(at + j * 4096) : "memory");
        sum ^= v[0] ^ v[1] ^ v[2] ^ v[3];
      }
    if (USER == STORES)
#pragma unroll
      for (int j = 0; j < 8; j++) asm volatile("st.shared.v4.u32 [%0], {%1,%1,%1,%1};" ::"r"(at + j * 4096), "r"(i));
    if (USER == NOBODY) __nanosleep(100);
  }
  if (multiplies) asm volatile("wgmma.wait_group.sync.aligned 0; xor.b32 %0, d0, d1;" : "=r"(sum)::"memory"); // else they are left out
  if (multiplies) asm volatile("barrier.sync 1, 128;" ::: "memory");
  else asm volatile("barrier.sync 1, 256;" ::: "memory");
  if (threadIdx.x == 0) { out[0] = clock64() - begin; out[1] = 8 * TRIPS; done = 1; }
  if (sum == 12345 + zero) out[10] = sum;
}
template <int USER> void run(char* data, i64* out) {
  cudaFuncSetAttribute(together<USER>, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM + STAGES * BOX);
  for (int kind = 0; kind < KINDS; kind++) {
    together<USER><<<1, 384, ROOM + STAGES * BOX>>>(data, Copies(kind), out, 0);
    cudaError_t error = cudaDeviceSynchronize();
    if (error) printf("error\t%s\n", cudaGetErrorString(error));
    else printf("%s beside %s\t%.2f\t%.1f\n", NAMES[USER], COPIES[kind], double(out[0]) / out[1], double(out[3]) / out[2]);
  }
}
int main() {
  char* data;
  i64* out;
  cudaMalloc(&data, BOX * BOXES);
  cudaMemset(data, 0, BOX * BOXES);
  cudaMallocManaged(&out, 4096);
  run<NOBODY>(data, out); run<WGMMA8>(data, out); run<WGMMA64>(data, out); run<WGMMA128>(data, out); run<WGMMA256>(data, out); run<LOADS>(data, out); run<STORES>(data, out);
}
