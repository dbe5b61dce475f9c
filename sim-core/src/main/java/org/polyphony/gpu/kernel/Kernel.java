package org.polyphony.gpu.kernel;

/** One kernel launch: its geometry, the resources of a thread block, and its program. */
public interface Kernel {
  /** Lanes per warp. */
  int WARP_SIZE = 32;

  /** Returns the kernel's name as in its source. */
  String name();

  /** Returns the number of thread blocks in the grid, at least 1. */
  long threadBlocks();

  /** Returns the threads per thread block, 1 to 1024. */
  int threadsPerBlock();

  /** Returns the architectural registers per thread, 1 to 255. */
  int registersPerThread();

  /** Returns the shared memory per thread block in bytes, static plus dynamic, at least 0. */
  int sharedMemoryBytes();

  InstructionTable instructions();

  /**
   * Returns the thread blocks of a cluster, 1 to 16: those from a multiple of this number on, by
   * rank; the grid has whole clusters.
   */
  default int clusterSize() {
    return 1;
  }

  /**
   * Returns the number of tiles that clusters draw while they run, 0 if none: the numbers 0 to
   * {@code tiles() - 1}, each of which goes to one cluster, or to one thread block of a kernel
   * without clusters.
   */
  default long tiles() {
    return 0;
  }

  /**
   * Opens the launch for execution.
   *
   * @param slots maximum number of resident thread blocks on the device
   * @return a new, independent stream positioned at its start
   */
  InstructionStream open(int slots);

  /** Returns the warps per thread block: threads over 32, rounded up. */
  default int warpsPerBlock() {
    return (threadsPerBlock() + WARP_SIZE - 1) / WARP_SIZE;
  }
}
