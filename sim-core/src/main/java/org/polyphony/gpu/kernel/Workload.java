package org.polyphony.gpu.kernel;

/**
 * A benchmark: the launches and copies of a host program. The host issues them in order; kernels of
 * one stream run one after another, kernels of different streams may run at once. A copy waits for
 * everything issued before it, and everything issued after it waits for the copy.
 */
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

  /** Returns the number of streams, at least 1; each launch names one of them. */
  default int streams() {
    return 1;
  }

  /** An operation of the host on the device. */
  sealed interface Step permits Launch, HostCopy, EventRecord, EventWait {}

  /**
   * A kernel launch; starts when the previous launch of the same stream has ended.
   *
   * @param streamId 0 to {@link #streams} - 1
   */
  record Launch(Kernel kernel, int streamId) implements Step {
    /** Launches a kernel in the first stream. */
    public Launch(Kernel kernel) {
      this(kernel, 0);
    }
  }

  /**
   * Records an event: it occurs once everything issued to the stream before has ended.
   *
   * @param event number of the event, at least 0
   */
  record EventRecord(int streamId, int event) implements Step {}

  /** Makes a stream wait for the last recording of an event before this step, if there is one. */
  record EventWait(int streamId, int event) implements Step {}

  /**
   * A copy from host to device memory; on some devices it leaves its lines in L2.
   *
   * @param address first byte written
   * @param bytes length, at least 0
   */
  record HostCopy(long address, long bytes) implements Step {}
}
