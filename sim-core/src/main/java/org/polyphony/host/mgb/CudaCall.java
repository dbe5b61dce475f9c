package org.polyphony.host.mgb;

import java.util.List;
import org.polyphony.host.app.HostKernel;

/**
 * An operation of a CUDA program, as seen by MGB's compiler pass. Memory objects are named by the
 * pointer variable that cudaMalloc sets; each name is allocated once.
 */
public sealed interface CudaCall {
  default List<String> objects() {
    return List.of();
  }

  /** An operation on one memory object. */
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
   * @param object name of the memory object
   * @param bytes at least 0
   */
  record Malloc(String object, long bytes) implements OfObject {}

  /**
   * Copies to or from a memory object (cudaMemcpy).
   *
   * @param object name of the memory object
   * @param bytes at least 0
   * @param toDevice direction: true for host to device
   */
  record Copy(String object, long bytes, boolean toDevice) implements OfObject {}

  /**
   * Sets a memory object (cudaMemset).
   *
   * @param object name of the memory object
   * @param bytes at least 0
   */
  record Memset(String object, long bytes) implements OfObject {}

  /**
   * Launches a kernel.
   *
   * @param kernel with its grid and block sizes
   * @param objects its pointer arguments
   * @param waits whether the program waits for it directly, as with {@link Synchronize}, rather
   *     than at the next operation that waits
   */
  record Launch(HostKernel kernel, List<String> objects, boolean waits) implements CudaCall {
    public Launch {
      objects = List.copyOf(objects);
    }
  }

  /**
   * Frees a memory object (cudaFree).
   *
   * @param object name of the memory object
   */
  record Free(String object) implements OfObject {}

  /**
   * Sets the size of the heap for device-side allocations (cudaDeviceSetLimit,
   * cudaLimitMallocHeapSize).
   *
   * @param bytes at least 0
   */
  record HeapLimit(long bytes) implements CudaCall {}

  /** Waits for all launched kernels (cudaDeviceSynchronize on every device). */
  record Synchronize() implements CudaCall {}

  /**
   * Computes on the CPU between CUDA calls.
   *
   * @param nanos duration at the highest clock, at least 0
   */
  record Host(long nanos) implements CudaCall {}
}
