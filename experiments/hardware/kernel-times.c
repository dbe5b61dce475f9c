// What a program's kernels and copies take on the device, by CUPTI, without a change of the program.
//
//   gcc -O1 -shared -fPIC -I/usr/local/cuda/include kernel-times.c -o libkernel-times.so -L/usr/local/cuda/lib64 -lcupti
//   INJECT_OUT=times.txt CUDA_INJECTION64_PATH=$PWD/libkernel-times.so PROGRAM
//
// The first line of the file is all kernels and copies; each other one thread blocks, threads of each,
// launches and seconds of the kernels of a grid.
#include <cupti.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define MAX 4096
#ifndef KERNEL // of CUDA 13
#define KERNEL CUpti_ActivityKernel10
#define MEMCPY CUpti_ActivityMemcpy6
#endif
static struct { long blocks, threads, n; double ns; } rows[MAX];
static int used;
static double copyNs[3], copyBytes[3];
static void kernel(long blocks, long threads, double ns) {
  for (int i = 0; i < used; i++)
    if (rows[i].blocks == blocks && rows[i].threads == threads) { rows[i].n++; rows[i].ns += ns; return; }
  if (used < MAX) { rows[used].blocks = blocks; rows[used].threads = threads; rows[used].n = 1; rows[used++].ns = ns; }
}
static void CUPTIAPI want(uint8_t **b, size_t *s, size_t *n) { *s = 8 << 20; *b = aligned_alloc(64, *s); *n = 0; }
static void CUPTIAPI got(CUcontext c, uint32_t id, uint8_t *b, size_t s, size_t valid) {
  CUpti_Activity *r = NULL;
  while (cuptiActivityGetNextRecord(b, valid, &r) == CUPTI_SUCCESS) {
    if (r->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL || r->kind == CUPTI_ACTIVITY_KIND_KERNEL) {
      KERNEL *k = (KERNEL *)r;
      kernel((long)k->gridX * k->gridY * k->gridZ, (long)k->blockX * k->blockY * k->blockZ, k->end - k->start);
    } else if (r->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
      MEMCPY *m = (MEMCPY *)r;
      int i = m->copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD ? 0 : m->copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ? 1 : 2;
      copyNs[i] += m->end - m->start; copyBytes[i] += m->bytes;
    }
  }
  free(b);
}
static void end(void) {
  cuptiActivityFlushAll(1);
  const char *name = getenv("INJECT_OUT");
  FILE *f = name == NULL ? NULL : fopen(name, "w");
  if (f == NULL) { fprintf(stderr, "kernel-times: INJECT_OUT is no file that can be written\n"); return; }
  double ns = 0; long n = 0;
  for (int i = 0; i < used; i++) { ns += rows[i].ns; n += rows[i].n; }
  fprintf(f, "kernels %ld s %.6f h2d_s %.6f h2d_B %.0f d2h_s %.6f d2h_B %.0f other_s %.6f other_B %.0f\n", n, ns / 1e9,
          copyNs[0] / 1e9, copyBytes[0], copyNs[1] / 1e9, copyBytes[1], copyNs[2] / 1e9, copyBytes[2]);
  for (int i = 0; i < used; i++) fprintf(f, "%ld %ld %ld %.6f\n", rows[i].blocks, rows[i].threads, rows[i].n, rows[i].ns / 1e9);
  fclose(f);
}
int InitializeInjection(void) {
  cuptiActivityRegisterCallbacks(want, got);
  int a = cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL), b = cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMCPY);
  if (a || b) fprintf(stderr, "inject: %d %d\n", a, b);
  atexit(end);
  return 1;
}
