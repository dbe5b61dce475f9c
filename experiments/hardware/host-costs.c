// What operations of a benchmark's host code cost on one core, in nanoseconds of processor time.
//
// The loops are of the kinds that make the inputs of Rodinia's benchmarks and write their results.
// Results are written beside a second thread that sleeps, as the CUDA runtime's threads do: with
// it, stdio takes its locks. Samples are clamped without optimisation, as dwt2d is built.
//
//   gcc -O1 -pthread -o host-costs host-costs.c -lm && ./host-costs FOLDER
//
// FOLDER takes files of up to 2 GB.

#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SIDE = 20000, ROW = 17, MILLION = 1000000 };
static const long MATRIX = (long)SIDE * SIDE;
static float sink;

static double processor_seconds(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return use.ru_utime.tv_sec + use.ru_stime.tv_sec
      + 1e-6 * (use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

static void report(const char* what, double since, double operations) {
  printf("%-14s %8.3f\n", what, 1e9 * (processor_seconds() - since) / operations);
  fflush(stdout);
}

static void* sleeper(void* unused) {
  pause();
  return unused;
}

static void random_numbers(void) {
  long count = 50L * MILLION;
  float values[1024];
  double since = processor_seconds();
  for (long i = 0; i < count; i++) {
    values[i & 1023] = (rand() % 10 + 1) / 10.0;
  }
  report("rand", since, count);
  sink += values[7];
}

static void exponentials(void) {
  long count = 50L * MILLION;
  float values[1024];
  for (int i = 0; i < 1024; i++) {
    values[i] = i / 1024.0f;
  }
  double since = processor_seconds();
  for (long i = 0; i < count; i++) {
    sink += (float)exp(values[i & 1023]);
  }
  report("exp", since, count);
}

/** First writes to large memory: page faults, and the clearing of pages. */
static float* touched(void) {
  float* matrix = malloc(MATRIX * sizeof(float));
  double since = processor_seconds();
  for (long i = 0; i < MATRIX; i += 1024) { // one float of a page of 4 KiB
    matrix[i] = 1;
  }
  report("touchByte", since, (double)MATRIX * sizeof(float));
  return matrix;
}

/** A float read and a float written, both streamed. */
static void elements(float* matrix) {
  double since = processor_seconds();
  for (long i = 0; i < MATRIX / 2; i++) {
    matrix[MATRIX / 2 + i] = matrix[i] + 1;
  }
  report("element", since, (double)MATRIX);
}

/** Rows of a few floats, allocated one by one. */
static void rows(void) {
  long count = 10L * MILLION;
  float** all = malloc(count * sizeof(float*));
  double since = processor_seconds();
  for (long i = 0; i < count; i++) {
    all[i] = malloc(ROW * sizeof(float));
    all[i][0] = 0;
  }
  report("malloc", since, count);
  since = processor_seconds();
  for (long i = 0; i < count; i++) {
    free(all[i]);
  }
  report("free", since, count);
  free(all);
}

static FILE* opened(const char* folder, const char* mode, char* name) {
  snprintf(name, 4096, "%s/host-costs.txt", folder);
  FILE* file = fopen(name, mode);
  if (file == NULL) {
    perror(name);
    exit(1);
  }
  return file;
}

static void write_integers(FILE* file, long count) {
  for (long i = 0; i < count; i++) {
    fprintf(file, "%d ", (int)(i & 0xffffff));
  }
  fclose(file);
}

static void scanned(const char* folder) {
  char name[4096];
  long count = 20L * MILLION;
  write_integers(opened(folder, "w", name), count);
  FILE* file = opened(folder, "r", name);
  int value = 0;
  double since = processor_seconds();
  for (long i = 0; i < count && fscanf(file, "%d", &value) == 1; i++) {
    sink += value;
  }
  report("scanInteger", since, count);
  fclose(file);
  unlink(name);
}

static void printed(const char* folder) {
  char name[4096];
  long count = 20L * MILLION;
  FILE* file = opened(folder, "w", name);
  double since = processor_seconds();
  write_integers(file, count);
  report("printInteger", since, count);
  unlink(name);
}

/** An image kept by columns, written by rows: every pixel lies a column further. */
static void pixels(const char* folder, float* image) {
  char name[4096];
  for (long i = 0; i < MATRIX; i++) {
    image[i] = i * 2654435761u >> 24; // 0 to 255
  }
  int written = SIDE / 5;
  FILE* file = opened(folder, "w", name);
  double since = processor_seconds();
  for (int i = 0; i < written; i++) {
    for (int j = 0; j < SIDE; j++) {
      fprintf(file, "%d ", (int)image[(long)j * SIDE + i]);
    }
    fprintf(file, "\n");
  }
  fclose(file);
  report("printPixel", since, (double)written * SIDE);
  unlink(name);
}

__attribute__((noinline, optimize("O0")))
static void clamp(unsigned char* to, int* from, long count) {
  for (long i = 0; i < count; i++) {
    int r = from[i] + 128;
    if (r > 255) {
      r = 255;
    }
    if (r < 0) {
      r = 0;
    }
    to[i] = (unsigned char)r;
  }
}

/** Samples of 4 bytes clamped to one byte, then written and read as a whole. */
static void bytes(const char* folder, float* matrix) {
  char name[4096];
  long count = 256L << 20;
  unsigned char* result = malloc(count);
  memset(result, 0, count);
  double since = processor_seconds();
  clamp(result, (int*)matrix, count);
  report("clampSample", since, count);
  fclose(opened(folder, "w", name));
  int file = open(name, O_RDWR);
  since = processor_seconds();
  long moved = write(file, result, count);
  report("writeByte", since, moved);
  lseek(file, 0, SEEK_SET);
  since = processor_seconds();
  moved = read(file, result, count);
  report("readByte", since, moved);
  close(file);
  unlink(name);
  sink += result[count / 2];
  free(result);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: host-costs FOLDER\n");
    return 2;
  }
  random_numbers();
  exponentials();
  rows();
  float* matrix = touched();
  elements(matrix);
  scanned(argv[1]);
  pthread_t other;
  pthread_create(&other, NULL, sleeper, NULL);
  printed(argv[1]);
  pixels(argv[1], matrix);
  bytes(argv[1], matrix);
  return sink == 1 ? 3 : 0;
}
