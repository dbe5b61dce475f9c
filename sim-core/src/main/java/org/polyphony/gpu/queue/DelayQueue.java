package org.polyphony.gpu.queue;

/**
 * A shift register of a fixed number of stages: one entry enters a cycle, none leaves before it has
 * passed all stages, and a head that cannot leave lets the others close up behind it.
 */
public final class DelayQueue {
  private final int stages;
  private final TimedFifo entries; // time: when they have passed all stages, if nothing holds them
  private long headReady = Long.MAX_VALUE; // of an empty queue, never
  private long lastEntry = -1;

  /** Makes an empty register; one without stages takes nothing. */
  public DelayQueue(int stages) {
    this.stages = stages;
    this.entries = new TimedFifo(stages);
  }

  /** Returns true when the first stage is free in this cycle. */
  public boolean canEnter(long cycle) {
    return entries.size() < stages && lastEntry != cycle;
  }

  public void enter(long cycle, int entry) {
    entries.push(entry, cycle + stages);
    headReady = Math.min(headReady, cycle + stages);
    lastEntry = cycle;
  }

  /** Returns true when the head has passed all stages. */
  public boolean isReady(long cycle) {
    return headReady <= cycle;
  }

  /** Returns the cycle at which the head has passed all stages, or {@code Long.MAX_VALUE}. */
  public long readyAt() {
    return headReady;
  }

  /** Returns the entry that has come furthest; there must be one. */
  public int head() {
    return entries.peek();
  }

  /** Takes the head in this cycle; the next one leaves in the next cycle at the earliest. */
  public void leave(long cycle) {
    entries.pop();
    headReady = Math.max(entries.peekTime(), cycle + 1);
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }
}
