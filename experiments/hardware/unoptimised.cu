// What device code built for a debugger costs: a wavelet transform (5/3, one level, forward) by
// thread blocks of 192 threads that slide windows of 8 rows down the image, written with small
// functions and function objects as dwt2d is. Prints the time over that of its bytes.
//
//   nvcc -O2 -arch=native -o optimised unoptimised.cu && ./optimised 4.8e12
//   nvcc -G -arch=native -o unoptimised unoptimised.cu && ./unoptimised 4.8e12
//
// The number is the peak of the device's memory in bytes a second.

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                   \
  do {                                                                \
    cudaError_t error = (call);                                       \
    if (error != cudaSuccess) {                                       \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static const int SIDE = 8192;
static const int WIDTH = 192;  // of a window
static const int ROWS = 8;     // of a window
static const int STEPS = 8;    // windows that a thread block works on
static const int HALO = 2;

struct Predict {
  __device__ void operator()(int before, int& value, int after) const {
    value -= (before + after) / 2;
  }
};

struct Update {
  __device__ void operator()(int before, int& value, int after) const {
    value += (before + after + 2) / 4;
  }
};

/** A window in shared memory with the rows above and columns beside it that lifting needs. */
struct Window {
  int samples[ROWS + 2 * HALO][WIDTH + 2 * HALO];

  __device__ int& at(int row, int column) { return samples[row + HALO][column + HALO]; }

  /** Lifts every second sample of this thread's column by those above and below it. */
  template <typename Lift>
  __device__ void vertical(int column, int first, const Lift& lift) {
    for (int row = first; row < ROWS + 1; row += 2) {
      lift(at(row - 1, column), at(row, column), at(row + 1, column));
    }
  }

  /** Lifts every second sample of all rows by those beside it. */
  template <typename Lift>
  __device__ void horizontal(int thread, int first, const Lift& lift) {
    for (int i = thread; i < ROWS * WIDTH / 2; i += WIDTH) {
      int row = i / (WIDTH / 2);
      int column = i % (WIDTH / 2) * 2 + first;
      lift(at(row, column - 1), at(row, column), at(row, column + 1));
    }
  }
};

struct Picture {
  const int* in;
  int* out;
  int side;

  __device__ int clamped(int position) const {
    return position < 0 ? -position : position >= side ? 2 * side - 2 - position : position;
  }

  __device__ int load(int row, int column) const {
    return in[clamped(row) * side + clamped(column)];
  }

  /** Low samples go to the first half, high ones to the second. */
  __device__ int placed(int position) const { return position / 2 + position % 2 * (side / 2); }

  __device__ void store(int row, int column, int value) const {
    if (row < side && column < side) {
      out[placed(row) * side + placed(column)] = value;
    }
  }
};

__global__ void transform(Picture picture) {
  __shared__ Window window;
  int thread = threadIdx.x;
  int left = blockIdx.x * WIDTH;
  for (int step = 0; step < STEPS; step++) {
    int top = (blockIdx.y * STEPS + step) * ROWS;
    if (top >= picture.side) {
      return;
    }
    for (int row = -HALO; row < ROWS + HALO; row++) {
      window.at(row, thread) = picture.load(top + row, left + thread);
      if (thread < 2 * HALO) {
        int column = thread < HALO ? thread - HALO : WIDTH + thread - HALO;
        window.at(row, column) = picture.load(top + row, left + column);
      }
    }
    __syncthreads();
    window.horizontal(thread, 1, Predict());
    __syncthreads();
    window.horizontal(thread, 0, Update());
    __syncthreads();
    window.vertical(thread, -1, Predict());
    window.vertical(thread, 0, Update());
    for (int row = 0; row < ROWS; row++) {
      picture.store(top + row, left + thread, window.at(row, thread));
    }
    __syncthreads();
  }
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: unoptimised BYTES\n");
    return 2;
  }
  Picture picture;
  picture.side = SIDE;
  size_t bytes = sizeof(int) * (size_t)SIDE * SIDE;
  int *in, *out;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemset(in, 1, bytes));
  picture.in = in;
  picture.out = out;
  dim3 grid((SIDE + WIDTH - 1) / WIDTH, SIDE / (ROWS * STEPS));
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  float least = 1e30f;
  for (int run = 0; run < 5; run++) {
    CHECK(cudaEventRecord(begin));
    transform<<<grid, WIDTH>>>(picture);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float millis;
    CHECK(cudaEventElapsedTime(&millis, begin, end));
    least = std::min(least, millis);
  }
  double bound = 2e3 * bytes / atof(argv[1]);
  printf("%.3f ms, bytes %.3f ms, %.1f\n", least, bound, least / bound);
  return 0;
}
