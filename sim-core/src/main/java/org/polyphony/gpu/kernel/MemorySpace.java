package org.polyphony.gpu.kernel;

/** The memory space of a load, store or atomic. */
public enum MemorySpace {
  /** Not a memory instruction. */
  NONE,
  /** Global memory: L1D (where cached), L2, DRAM. */
  GLOBAL,
  /** Thread-private memory in DRAM, cached like global memory. */
  LOCAL,
  /** The thread block's shared memory on the SM. */
  SHARED,
  /** Constant memory with lane addresses (indexed LDC); kernel parameters have no address. */
  CONSTANT
}
