package org.polyphony.gpu.sm.execution;

import java.util.Arrays;

/**
 * The banks of an SM's shared memory, which serve one pass of {@value #PASS_BYTES} bytes a cycle;
 * or those of each process.
 *
 * <p>Shared-memory instructions make their passes one by one, from their dispatch register. Passes
 * of asynchronous users (data of copies, operands of tensor units) queue up; while some are queued,
 * instructions get every fourth cycle. State: {@code queuedUntil}, the cycle in which the queued
 * passes are done; {@code last}, the last cycle with an instruction's pass while some were queued.
 * A pass of an instruction delays the passes that are queued after it, not those before. Source:
 * LDS beside WGMMA on an H200; 128 B a cycle and SM, CUDA C Programming Guide.
 */
public final class SharedBanks {
  /** Cycles for which passes can be queued; what comes on top is lost. */
  static final int MOST_QUEUED = 512;

  /** Cycles of which an instruction gets one while passes are queued; measured on an H200. */
  private static final int SHARE = 4;

  /** Of a pass. */
  public static final int PASS_BYTES = 128;

  // by process, or of all
  private final long[] queuedUntil; // in cycles times PASS_BYTES
  private final long[] last;

  /**
   * Creates banks without queued passes.
   *
   * @param processes that have banks of their own, or 1
   */
  public SharedBanks(int processes) {
    queuedUntil = new long[processes];
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
    int at = of(process);
    long from = Math.max(queuedUntil[at], cycle * PASS_BYTES);
    queuedUntil[at] = Math.min(from + bytes, (cycle + MOST_QUEUED) * PASS_BYTES);
    return (queuedUntil[at] + PASS_BYTES - 1) / PASS_BYTES;
  }

  /** Makes a pass for an instruction, unless it is the turn of a queued one. */
  public boolean tryPass(long cycle, int process) {
    int at = of(process);
    if (queuedUntil[at] <= cycle * PASS_BYTES) {
      return true;
    }
    if (cycle - last[at] < SHARE) {
      return false;
    }
    last[at] = cycle;
    queuedUntil[at] += PASS_BYTES;
    return true;
  }
}
