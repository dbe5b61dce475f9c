package org.polyphony.gpu.kernel;

/** A benchmark: kernels that are launched one after another, in the order of the host program. */
public interface Workload {
  String name();

  int steps();

  /**
   * Returns a step of the host program.
   *
   * @param index 0 to {@link #steps} - 1; asked in any order, again after a restart
   */
  Step step(int index);

  /** Returns after how many steps the same ones come again; it divides {@link #steps}. */
  default int period() {
    return steps();
  }

  /** One thing that the host does on the device. */
  sealed interface Step permits Launch, HostCopy {}

  /** A kernel launch; it starts when the launch before it in the same workload has ended. */
  record Launch(Kernel kernel) implements Step {}

  /**
   * A copy from host to device memory. It leaves its lines in L2 where the device is configured so.
   *
   * @param address first byte written
   * @param bytes length, at least 0
   */
  record HostCopy(long address, long bytes) implements Step {}
}
