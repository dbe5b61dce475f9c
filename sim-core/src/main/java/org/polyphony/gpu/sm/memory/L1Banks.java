package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.queue.DelayQueue;

/**
 * The banks of L1D: requests pass the latency of the cache, and the first of a bank is looked up
 * then, or blocks it.
 *
 * <p>A head that was refused is looked up again when data has come or a request has left, whichever
 * it lacked: until then the answer would be the same. Bit b of a mask is bank b.
 */
final class L1Banks {
  private final DelayQueue[] queues;
  private final int shift;
  private final boolean takesTurns;
  private final boolean allocatesOnMiss;
  private int first;
  private int waitForData; // banks whose head was refused, and would be until data comes
  private int waitForRoom; // banks whose head was refused, and would be until a request leaves

  L1Banks(L1dConfig config) {
    queues = new DelayQueue[config.banks()];
    for (int b = 0; b < queues.length; b++) {
      queues[b] = new DelayQueue(config.hitLatency());
    }
    shift = Integer.numberOfTrailingZeros(config.fillBytes());
    takesTurns = config.banksApart();
    allocatesOnMiss = config.allocatesOnMiss();
  }

  int count() {
    return queues.length;
  }

  private int bank(long address) {
    return (int) (address >>> shift) & queues.length - 1;
  }

  boolean canEnter(long address, long cycle) {
    return queues[bank(address)].canEnter(cycle);
  }

  void enter(long cycle, int request, long address) {
    queues[bank(address)].enter(cycle, request);
  }

  /**
   * Returns the bank that is looked up first: where banks are apart, the one after the last that
   * got what it asked for, so that the sectors of a line leave together.
   */
  int first() {
    return first;
  }

  /** Returns true when the request at the end of a bank is to be looked up. */
  boolean isDue(int bank, long cycle) {
    return queues[bank].isReady(cycle) && ((waitForData | waitForRoom) >>> bank & 1) == 0;
  }

  int head(int bank) {
    return queues[bank].head();
  }

  /** Takes the request at the end of a bank, which got what it asked for. */
  void leave(int bank, long cycle) {
    queues[bank].leave(cycle);
    first = takesTurns ? (bank + 1) & (queues.length - 1) : 0;
  }

  /** Lets a bank wait whose head was refused: for room in the miss queue, or else for data. */
  void refuse(int bank, boolean needsRoom) {
    if (needsRoom) {
      waitForRoom |= 1 << bank;
    } else {
      waitForData |= 1 << bank;
    }
  }

  void dataHasCome() {
    waitForData = 0;
  }

  void requestHasLeft() {
    waitForRoom = 0;
    waitForData = allocatesOnMiss ? 0 : waitForData; // another bank may have made a line
  }

  /**
   * Returns the next cycle after {@code cycle} at which a request can be looked up, unless data
   * comes or a request leaves.
   */
  long nextLookUp(long cycle) {
    long next = Long.MAX_VALUE;
    int waiting = waitForData | waitForRoom;
    for (int b = 0; b < queues.length; b++) {
      next = (waiting >>> b & 1) == 0 ? Math.min(next, queues[b].readyAt()) : next;
    }
    return Math.max(next, cycle + 1);
  }

  boolean isEmpty() {
    boolean empty = true;
    for (DelayQueue queue : queues) {
      empty &= queue.isEmpty();
    }
    return empty;
  }
}
