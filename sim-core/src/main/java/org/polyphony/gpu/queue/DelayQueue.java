package org.polyphony.gpu.queue;

/**
 * A fixed-length pipeline modelled as a shift register: one entry enters per cycle, none leaves
 * before it has passed all stages, and entries behind a stalled head close up.
 */
public final class DelayQueue {
  private final int stages;
  private final TimedFifo entries; // time: earliest exit cycle without stalls
  private long headReady = Long.MAX_VALUE; // MAX_VALUE if empty
  private long lastEntry = -1;

  /** Creates an empty register; one with 0 stages accepts nothing. */
  public DelayQueue(int stages) {
    this.stages = stages;
    this.entries = new TimedFifo(stages);
  }

  /** Returns whether the first stage is free in this cycle. */
  public boolean canEnter(long cycle) {
    return entries.size() < stages && lastEntry != cycle;
  }

  public void enter(long cycle, int entry) {
    entries.push(entry, cycle + stages);
    headReady = Math.min(headReady, cycle + stages);
    lastEntry = cycle;
  }

  /** Returns whether the head has passed all stages. */
  public boolean isReady(long cycle) {
    return headReady <= cycle;
  }

  /** Returns the cycle in which the head has passed all stages, or {@code Long.MAX_VALUE}. */
  public long readyAt() {
    return headReady;
  }

  /** Returns the oldest entry; there must be one. */
  public int head() {
    return entries.peek();
  }

  /** Removes the head in this cycle; the next entry leaves in the next cycle at the earliest. */
  public void leave(long cycle) {
    entries.pop();
    headReady = Math.max(entries.peekTime(), cycle + 1);
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }
}
