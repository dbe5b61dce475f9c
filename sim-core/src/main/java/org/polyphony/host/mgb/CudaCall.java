package org.polyphony.host.mgb;

import java.util.List;
import org.polyphony.host.app.HostKernel;

/**
 * One thing that a CUDA program does, as far as MGB's compiler pass looks at it. Memory objects are
 * named by the pointer variable that cudaMalloc sets; each name is allocated once.
 */
public sealed interface CudaCall {
  default List<String> objects() {
    return List.of();
  }

  /** A call about one memory object. */
  sealed interface OfObject extends CudaCall {
    String object();

    @Override
    default List<String> objects() {
      return List.of(object());
    }
  }

  /**
   * Allocates a memory object (cudaMalloc).
   *
   * @param object its name
   * @param bytes at least 0
   */
  record Malloc(String object, long bytes) implements OfObject {}

  /**
   * Copies to or from a memory object (cudaMemcpy).
   *
   * @param object on the device
   * @param bytes at least 0
   * @param toDevice the direction
   */
  record Copy(String object, long bytes, boolean toDevice) implements OfObject {}

  /**
   * Sets a memory object (cudaMemset).
   *
   * @param object on the device
   * @param bytes at least 0
   */
  record Memset(String object, long bytes) implements OfObject {}

  /**
   * Launches a kernel.
   *
   * @param kernel with its grid and its thread blocks
   * @param objects its pointer arguments
   * @param waits whether the program waits for its end, as before a {@link Synchronize}; else for
   *     the next call that does
   */
  record Launch(HostKernel kernel, List<String> objects, boolean waits) implements CudaCall {
    /** Keeps its own copy of the list. */
    public Launch {
      objects = List.copyOf(objects);
    }
  }

  /**
   * Frees a memory object (cudaFree).
   *
   * @param object its name
   */
  record Free(String object) implements OfObject {}

  /**
   * Sets the heap from which kernels allocate (cudaDeviceSetLimit, cudaLimitMallocHeapSize).
   *
   * @param bytes at least 0
   */
  record HeapLimit(long bytes) implements CudaCall {}

  /** Waits for all kernels that were launched (cudaDeviceSynchronize on every device). */
  record Synchronize() implements CudaCall {}

  /**
   * Computes on the CPU between CUDA calls.
   *
   * @param nanos time at the highest clock, at least 0
   */
  record Host(long nanos) implements CudaCall {}
}
