// How far kernels of Rodinia's kinds stay behind the roofline of a device: the longest of their
// bytes, double precision instructions and warp instructions at its peak rates.
//
// The kernels are written anew after what those of srad_v1 and lavaMD compute.
//
//   nvcc -O2 -arch=native -o roofline roofline.cu && ./roofline BYTES FP64 WARPS
//
// BYTES, FP64 and WARPS are the peaks: bytes, double precision instructions of threads and warp
// instructions a second, e.g. 4.8e12 16.7e12 1.05e12 for an H200.

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

static const int SIDE = 20000;            // of the image
static const long PIXELS = (long)SIDE * SIDE;
static const int THREADS = 512;
static const int BLOCKS = (PIXELS + THREADS - 1) / THREADS;
static const int BOXES = 40;              // a side of the box of boxes
static const int PARTICLES = 100;         // in a box

struct __align__(32) Place {
  double w, x, y, z;
};

struct Image {
  float *image, *sums, *squares, *north, *south, *west, *east, *c;
  int *up, *down, *left, *right;
};

__global__ void extract(long n, float* image) {
  long e = blockIdx.x * (long)THREADS + threadIdx.x;
  if (e < n) {
    image[e] = exp(image[e] / 255);
  }
}

__global__ void prepare(long n, const float* image, float* sums, float* squares) {
  long e = blockIdx.x * (long)THREADS + threadIdx.x;
  if (e < n) {
    sums[e] = image[e];
    squares[e] = image[e] * image[e];
  }
}

/** A tree in shared memory whose active threads lie ever farther apart. */
__global__ void reduce(long n, float* sums, float* squares) {
  __shared__ float sum[THREADS];
  __shared__ float square[THREADS];
  int t = threadIdx.x;
  long e = blockIdx.x * (long)THREADS + t;
  sum[t] = e < n ? sums[e] : 0;
  square[t] = e < n ? squares[e] : 0;
  __syncthreads();
  for (int step = 2; step <= THREADS; step *= 2) {
    if ((t + 1) % step == 0) {
      sum[t] += sum[t - step / 2];
      square[t] += square[t - step / 2];
    }
    __syncthreads();
  }
  if (t == THREADS - 1) {
    sums[blockIdx.x * (long)THREADS] = sum[t];
    squares[blockIdx.x * (long)THREADS] = square[t];
  }
}

/** Finds the row and column of a pixel; rows are counted from 1 on the way, as in srad_v1. */
__device__ void place(long e, int rows, int& row, int& column) {
  row = (e + 1) % rows - 1;
  column = (e + 1) / rows;
  if ((e + 1) % rows == 0) {
    row = rows - 1;
    column--;
  }
}

/** Differences to four neighbours, found through index arrays, and a coefficient of them. */
__global__ void differences(Image i, int rows, long n, float q0) {
  long e = blockIdx.x * (long)THREADS + threadIdx.x;
  int row, column;
  place(e, rows, row, column);
  if (e < n) {
    float own = i.image[e];
    float n1 = i.image[i.up[row] + (long)rows * column] - own;
    float s1 = i.image[i.down[row] + (long)rows * column] - own;
    float w1 = i.image[row + (long)rows * i.left[column]] - own;
    float e1 = i.image[row + (long)rows * i.right[column]] - own;
    float g = (n1 * n1 + s1 * s1 + w1 * w1 + e1 * e1) / (own * own);
    float l = (n1 + s1 + w1 + e1) / own;
    float number = 0.5 * g - 1.0 / 16.0 * (l * l);
    float denominator = 1 + 0.25 * l;
    float q = number / (denominator * denominator);
    denominator = (q - q0) / (q0 * (1 + q0));
    float c = 1.0 / (1.0 + denominator);
    i.c[e] = c < 0 ? 0 : c > 1 ? 1 : c;
    i.north[e] = n1;
    i.south[e] = s1;
    i.west[e] = w1;
    i.east[e] = e1;
  }
}

__global__ void update(Image i, int rows, long n, float lambda) {
  long e = blockIdx.x * (long)THREADS + threadIdx.x;
  int row, column;
  place(e, rows, row, column);
  if (e < n) {
    float own = i.c[e];
    float south = i.c[i.down[row] + (long)rows * column];
    float east = i.c[row + (long)rows * i.right[column]];
    float d = own * i.north[e] + south * i.south[e] + own * i.west[e] + east * i.east[e];
    i.image[e] += 0.25 * lambda * d;
  }
}

/** Forces on the particles of a box by those of all boxes next to it. */
__global__ void forces(const Place* where, const double* charge, Place* force) {
  __shared__ Place home[PARTICLES];
  __shared__ Place other[PARTICLES];
  __shared__ double charges[PARTICLES];
  int box = blockIdx.x;
  int x = box % BOXES;
  int y = box / BOXES % BOXES;
  int z = box / BOXES / BOXES;
  for (int p = threadIdx.x; p < PARTICLES; p += blockDim.x) {
    home[p] = where[box * PARTICLES + p];
  }
  __syncthreads();
  for (int k = 0; k < 27; k++) {
    int nx = x + k % 3 - 1;
    int ny = y + k / 3 % 3 - 1;
    int nz = z + k / 9 - 1;
    if (min(min(nx, ny), nz) < 0 || max(max(nx, ny), nz) >= BOXES) {
      continue;
    }
    int next = (nz * BOXES + ny) * BOXES + nx;
    for (int p = threadIdx.x; p < PARTICLES; p += blockDim.x) {
      other[p] = where[next * PARTICLES + p];
      charges[p] = charge[next * PARTICLES + p];
    }
    __syncthreads();
    for (int p = threadIdx.x; p < PARTICLES; p += blockDim.x) {
      for (int j = 0; j < PARTICLES; j++) {
        double dot = home[p].x * other[j].x + home[p].y * other[j].y + home[p].z * other[j].z;
        double r2 = home[p].w + other[j].w - dot;
        double v = exp(-0.5 * r2);
        double fs = 2 * v;
        Place* f = &force[box * PARTICLES + p];
        f->w += charges[j] * v;
        f->x += charges[j] * fs * (home[p].x - other[j].x);
        f->y += charges[j] * fs * (home[p].y - other[j].y);
        f->z += charges[j] * fs * (home[p].z - other[j].z);
      }
    }
    __syncthreads();
  }
}

/** Times a kernel as the least of five runs, and prints it over the longest of its bounds. */
template <typename Launch>
static void time(const char* what, double bound, Launch launch) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  float least = 1e30f;
  for (int run = 0; run < 5; run++) {
    CHECK(cudaEventRecord(begin));
    launch();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float millis;
    CHECK(cudaEventElapsedTime(&millis, begin, end));
    least = std::min(least, millis);
  }
  printf("%-12s %8.3f ms, bound %8.3f ms, %5.2f\n", what, least, 1e3 * bound,
         least / (1e3 * bound));
}

int main(int argc, char** argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: roofline BYTES FP64 WARPS\n");
    return 2;
  }
  double bytes = atof(argv[1]);
  double fp64 = atof(argv[2]);
  double warps = atof(argv[3]);

  Image i;
  float** floats[] = {&i.image, &i.sums, &i.squares, &i.north, &i.south, &i.west, &i.east, &i.c};
  for (float** array : floats) {
    CHECK(cudaMalloc(array, PIXELS * sizeof(float)));
    CHECK(cudaMemset(*array, 0, PIXELS * sizeof(float)));
  }
  int** indices[] = {&i.up, &i.down, &i.left, &i.right};
  int* host = new int[SIDE];
  for (int k = 0; k < 4; k++) {
    for (int j = 0; j < SIDE; j++) {
      host[j] = std::min(std::max(j + (k % 2 == 0 ? -1 : 1), 0), SIDE - 1);
    }
    CHECK(cudaMalloc(indices[k], SIDE * sizeof(int)));
    CHECK(cudaMemcpy(*indices[k], host, SIDE * sizeof(int), cudaMemcpyHostToDevice));
  }
  double image = PIXELS * sizeof(float);
  // warp instructions of a thread block: those of sm_90, as in mgb-jobs.json for the V100
  auto bound = [&](double images, double issued) {
    return std::max(images * image / bytes, BLOCKS * issued / warps);
  };
  time("extract", bound(2, 576), [&] { extract<<<BLOCKS, THREADS>>>(PIXELS, i.image); });
  time("prepare", bound(3, 368), [&] {
    prepare<<<BLOCKS, THREADS>>>(PIXELS, i.image, i.sums, i.squares);
  });
  time("reduce", bound(2, 2133), [&] {
    reduce<<<BLOCKS, THREADS>>>(PIXELS, i.sums, i.squares);
  });
  time("srad", bound(6, 2848), [&] {
    differences<<<BLOCKS, THREADS>>>(i, SIDE, PIXELS, 0.5f);
  });
  time("srad2", bound(7, 1344), [&] { update<<<BLOCKS, THREADS>>>(i, SIDE, PIXELS, 0.5f); });

  long boxes = (long)BOXES * BOXES * BOXES;
  Place *where, *force;
  double* charge;
  CHECK(cudaMalloc(&where, boxes * PARTICLES * sizeof(Place)));
  CHECK(cudaMalloc(&force, boxes * PARTICLES * sizeof(Place)));
  CHECK(cudaMalloc(&charge, boxes * PARTICLES * sizeof(double)));
  CHECK(cudaMemset(where, 0, boxes * PARTICLES * sizeof(Place)));
  CHECK(cudaMemset(charge, 0, boxes * PARTICLES * sizeof(double)));
  double side = 3.0 * BOXES - 2;
  double lanes = side * side * side * 128 * PARTICLES;
  time("lavaMD", 33 * lanes / fp64, [&] { forces<<<boxes, 128>>>(where, charge, force); });
  return 0;
}
