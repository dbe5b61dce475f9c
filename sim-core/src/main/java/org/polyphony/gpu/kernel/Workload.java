package org.polyphony.gpu.kernel;

/** A benchmark: the launches and copies of a host program, executed in order. */
public interface Workload {
  String name();

  int steps();

  /**
   * Returns a step of the host program.
   *
   * @param index 0 to {@link #steps} - 1; may be requested in any order and repeatedly
   */
  Step step(int index);

  /** Returns the number of steps after which the sequence repeats; a divisor of {@link #steps}. */
  default int period() {
    return steps();
  }

  /** An operation of the host on the device. */
  sealed interface Step permits Launch, HostCopy {}

  /** A kernel launch; starts when the previous launch of the same workload has ended. */
  record Launch(Kernel kernel) implements Step {}

  /**
   * A copy from host to device memory; on some devices it leaves its lines in L2.
   *
   * @param address first byte written
   * @param bytes length, at least 0
   */
  record HostCopy(long address, long bytes) implements Step {}
}
