// When does a later kernel of equal priority place thread blocks: beside an earlier one that has blocks left but no room for them?
// A has one block an SM (150 KB of shared memory) and several waves; B's blocks are small. Times in us from A's first block.
#include <algorithm>
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
struct Note { unsigned long long begin, end; unsigned sm; };
__device__ unsigned long long now() { unsigned long long t; asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t)); return t; }
__global__ void spin(Note* notes, unsigned ns) {
  unsigned long long t = now();
  while (now() - t < ns) { }
  if (threadIdx.x == 0) { unsigned sm; asm("mov.u32 %0, %smid;" : "=r"(sm)); notes[blockIdx.x] = {t, now(), sm}; }
}
static void launch(Note* notes, int blocks, int threads, int bytes, unsigned ns, cudaStream_t s, int cluster) {
  cudaLaunchConfig_t c = {}; c.gridDim = blocks; c.blockDim = threads; c.dynamicSmemBytes = bytes; c.stream = s;
  cudaLaunchAttribute a; a.id = cudaLaunchAttributeClusterDimension; a.val.clusterDim = {(unsigned)cluster, 1, 1};
  c.attrs = &a; c.numAttrs = cluster > 1; cudaLaunchKernelEx(&c, spin, notes, ns);
}
int main() {
  int least, greatest; cudaDeviceGetStreamPriorityRange(&least, &greatest);
  cudaStream_t s, t, u, high; for (auto p : {&s, &t, &u}) cudaStreamCreateWithPriority(p, cudaStreamNonBlocking, least);
  cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest);
  cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
  const int most = 1000; std::vector<Note> notes(3 * most); Note* n; cudaMalloc(&n, notes.size() * sizeof(Note));
  Note *a = notes.data(), *b = a + most, *c = b + most;
  struct Case { const char* name; int blocksA, bytesA, clusterA, blocksB, threadsB, bytesB, clusterB; bool high; int blocksC; } cases[] = {
    {"warm", 132, 150, 1, 132, 64, 0, 1, false, 0},
    {"B fits beside A; A has 4 waves", 528, 150, 1, 132, 64, 0, 1, false, 0},
    {"the same, B of high priority", 528, 150, 1, 132, 64, 0, 1, true, 0},
    {"the same, A has 1 wave", 132, 150, 1, 132, 64, 0, 1, false, 0},
    {"the same, A has 100 blocks", 100, 150, 1, 132, 64, 0, 1, false, 0},
    {"B does not fit; A has 4 waves and 1 block", 529, 150, 1, 132, 64, 150, 1, false, 0},
    {"B of clusters of 2 that do not fit beside A; A has 1 wave and 1 block; C, small, fits", 133, 150, 1, 66, 64, 150, 2, false, 132},
    {"the same, B of single blocks", 133, 150, 1, 66, 64, 150, 1, false, 132},
    {"A of clusters of 2 in 4 waves; B fits beside", 528, 150, 2, 132, 64, 0, 1, false, 0},
    {"A of clusters of 2 in 1 wave and one cluster; B of single blocks does not fit", 134, 150, 2, 132, 64, 150, 1, false, 0},
  };
  for (auto& x : cases) {
    launch(n, x.blocksA, 64, x.bytesA * 1024, 200000, s, x.clusterA);
    unsigned long long w = 0; for (volatile int i = 0; i < 60000; i++) w += i;  // some 100 us
    launch(n + most, x.blocksB, x.threadsB, x.bytesB * 1024, 20000, x.high ? high : t, x.clusterB);
    if (x.blocksC) launch(n + 2 * most, x.blocksC, 64, 0, 20000, u, 1);
    if (cudaDeviceSynchronize() != cudaSuccess) { printf("%s\n", cudaGetErrorString(cudaGetLastError())); return 1; }
    cudaMemcpy(a, n, notes.size() * sizeof(Note), cudaMemcpyDeviceToHost);
    auto starts = [&](Note* of, int count) { std::vector<double> v; unsigned long long z = ~0ull; for (int i = 0; i < x.blocksA; i++) z = std::min(z, a[i].begin);
      for (int i = 0; i < count; i++) v.push_back(((double)of[i].begin - (double)z) / 1e3); std::sort(v.begin(), v.end()); return v; };
    auto A = starts(a, x.blocksA), B = starts(b, x.blocksB);
    printf("%s: A's last block starts at %.1f; B's blocks start at %.1f (first), %.1f (median), %.1f (last)", x.name, A.back(), B[0], B[B.size() / 2], B.back());
    if (x.blocksC) { auto C = starts(c, x.blocksC); printf("; C's at %.1f, %.1f", C[0], C.back()); }
    printf("\n");
  }
}
