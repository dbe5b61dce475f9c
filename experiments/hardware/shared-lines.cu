// Bytes per cycle and SM when groups of neighboring SMs read the same lines of L2 at the same time: are requests merged on the way to L2?
#include <cstdio>
#include <cstdlib>
__global__ void __launch_bounds__(512) read(const uint4* data, size_t lines, int group, int trips, unsigned* out, long long* cycles, int skew) {
  unsigned sm; asm("mov.u32 %0, %smid;" : "=r"(sm));
  size_t at = (sm / group) * (lines / 132) * 8 + (sm % group) * (size_t)skew * 8;  // in 16 B
  unsigned sum = 0; size_t n = lines * 8; long long t = clock64();
  for (int i = 0; i < trips; i++) {
    uint4 v[8];
    for (int j = 0; j < 8; j++) { const uint4* p = data + (at + threadIdx.x + j * 512) % n; asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[j].x), "=r"(v[j].y), "=r"(v[j].z), "=r"(v[j].w) : "l"(p)); }
    for (int j = 0; j < 8; j++) sum += v[j].x ^ v[j].y ^ v[j].z ^ v[j].w;
    at += 4096;
  }
  t = clock64() - t; if (sum == 12345) out[0] = sum; if (threadIdx.x == 0) cycles[blockIdx.x] = t;
}
int main(int c, char** v) {
  size_t bytes = 16 << 20; uint4* d; unsigned* o; long long* t; cudaMalloc(&d, bytes); cudaMemset(d, 1, bytes); cudaMalloc(&o, 4); cudaMalloc(&t, 132 * 8);
  long long h[132];
  int only = c > 1 ? atoi(v[1]) : 0;
  for (int group : {1, 2, 4, 8, 16, 18, 66, 132}) for (int skew : {0, 512, 4096}) {
    if (only && (only != group || skew)) continue;
    for (int rep = 0; rep < 2; rep++) { read<<<132, 512>>>(d, bytes / 128, group, 400, o, t, skew); cudaDeviceSynchronize(); }
    cudaMemcpy(h, t, sizeof h, cudaMemcpyDeviceToHost);
    double m = 0; for (int i = 0; i < 132; i++) m += h[i]; m /= 132;
    printf("groups of %d SMs, %d lines apart within a group: %.1f B per cycle and SM\n", group, skew, 400 * 8 * 512 * 16 / m);
  }
}
