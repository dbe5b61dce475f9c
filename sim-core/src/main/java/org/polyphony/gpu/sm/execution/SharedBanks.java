package org.polyphony.gpu.sm.execution;

/**
 * The banks of an SM's shared memory, which serve one pass of {@value #PASS_BYTES} bytes a cycle.
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

  private long queuedUntil; // in cycles times PASS_BYTES
  private long last = -SHARE;

  /** Queues passes; returns the cycle in which they are done. */
  public long queue(long cycle, int passes) {
    return queueBytes(cycle, passes * PASS_BYTES);
  }

  /** Queues passes of so many bytes, which may share one; returns the cycle when they are done. */
  public long queueBytes(long cycle, int bytes) {
    long from = Math.max(queuedUntil, cycle * PASS_BYTES);
    queuedUntil = Math.min(from + bytes, (cycle + MOST_QUEUED) * PASS_BYTES);
    return (queuedUntil + PASS_BYTES - 1) / PASS_BYTES;
  }

  /** Makes a pass for an instruction, unless it is the turn of a queued one. */
  public boolean tryPass(long cycle) {
    if (queuedUntil <= cycle * PASS_BYTES) {
      return true;
    }
    if (cycle - last < SHARE) {
      return false;
    }
    last = cycle;
    queuedUntil += PASS_BYTES;
    return true;
  }
}
