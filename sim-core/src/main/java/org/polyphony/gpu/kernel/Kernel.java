package org.polyphony.gpu.kernel;

/** One launch of a kernel: geometry, the resources that a thread block needs, and its program. */
public interface Kernel {
  /** Lanes of a warp. */
  int WARP_SIZE = 32;

  /** Returns the kernel's name, as the source has it. */
  String name();

  /** Returns the number of thread blocks, at least 1. */
  long threadBlocks();

  /** Returns the threads of a thread block, 1 to 1024. */
  int threadsPerBlock();

  /** Returns the architectural registers of a thread, 1 to 255. */
  int registersPerThread();

  /** Returns the shared memory of a thread block in bytes, static and dynamic, at least 0. */
  int sharedMemoryBytes();

  InstructionTable instructions();

  /**
   * Opens the launch for execution.
   *
   * @return a stream at its start; each call returns an independent one
   */
  InstructionStream open(int slots);

  /** Returns the warps of a thread block: threads over 32, rounded up. */
  default int warpsPerBlock() {
    return (threadsPerBlock() + WARP_SIZE - 1) / WARP_SIZE;
  }
}
