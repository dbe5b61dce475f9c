package org.polyphony.gpu.sm.execution;

import java.util.Arrays;

/**
 * The banks of an SM's shared memory, which read {@value #PASS_BYTES} bytes in one pass a cycle,
 * and write as many that arrive; or those of each process.
 *
 * <p>Shared-memory instructions make their passes one by one, from their dispatch register. Passes
 * of asynchronous users queue up, reads (operands of tensor units, data of copies) apart from
 * arrivals (data of bulk copies). While reads are queued, instructions get every fourth cycle;
 * while arrivals are, stores do. State: {@code readingUntil} and {@code arrivingUntil}, the cycles
 * in which the queued passes are done; {@code last}, the last cycle with an instruction's pass
 * while some were queued. A pass of an instruction delays the passes that are queued after it, not
 * those before. Source: LDS beside WGMMA, and both and STS beside bulk copies, on an H200
 * (experiments/hardware/shared-writes.cu); 128 B a cycle and SM, CUDA C Programming Guide.
 */
public final class SharedBanks {
  /** Cycles for which passes can be queued; what comes on top is lost. */
  static final int MOST_QUEUED = 512;

  /** Cycles of which an instruction gets one while passes are queued; measured on an H200. */
  private static final int SHARE = 4;

  /** Of a pass. */
  public static final int PASS_BYTES = 128;

  // by process, or of all
  private final long[] readingUntil; // of reads, in cycles times PASS_BYTES
  private final long[] arrivingUntil; // likewise
  private final long[] last;

  /**
   * Creates banks without queued passes.
   *
   * @param processes that have banks of their own, or 1
   */
  public SharedBanks(int processes) {
    readingUntil = new long[processes];
    arrivingUntil = new long[processes];
    last = new long[processes];
    Arrays.fill(last, -SHARE);
  }

  private int of(int process) {
    return last.length == 1 ? 0 : process;
  }

  /** Queues passes of a process; returns the cycle in which they are done. */
  public long queue(long cycle, int process, int passes) {
    return queueBytes(cycle, process, passes * PASS_BYTES);
  }

  /** Queues passes of so many bytes, which may share one; returns the cycle when they are done. */
  public long queueBytes(long cycle, int process, int bytes) {
    return queue(readingUntil, cycle, of(process), bytes);
  }

  /** Queues passes that write the data of a bulk copy of a process. */
  public void arrive(long cycle, int process, int passes) {
    queue(arrivingUntil, cycle, of(process), passes * PASS_BYTES);
  }

  private static long queue(long[] until, long cycle, int at, int bytes) {
    long from = Math.max(until[at], cycle * PASS_BYTES);
    until[at] = Math.min(from + bytes, (cycle + MOST_QUEUED) * PASS_BYTES);
    return (until[at] + PASS_BYTES - 1) / PASS_BYTES;
  }

  /** Makes a pass for an instruction, unless it is the turn of a queued one. */
  public boolean tryPass(long cycle, int process, boolean isLoad) {
    int at = of(process);
    boolean meetsReads = readingUntil[at] > cycle * PASS_BYTES;
    boolean meetsArrivals = !isLoad && arrivingUntil[at] > cycle * PASS_BYTES;
    if (!meetsReads && !meetsArrivals) {
      return true;
    }
    if (cycle - last[at] < SHARE) {
      return false;
    }
    last[at] = cycle;
    readingUntil[at] += meetsReads ? PASS_BYTES : 0;
    arrivingUntil[at] += meetsArrivals ? PASS_BYTES : 0;
    return true;
  }
}
