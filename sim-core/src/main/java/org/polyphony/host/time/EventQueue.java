package org.polyphony.host.time;

import java.util.Arrays;

/**
 * What is due when: each id, counted from 0, has at most one pending event.
 *
 * <p>Events come out in the order (time, sequence of scheduling), so that a run never depends on
 * anything but its input. A binary heap of ids with a position for each, all flat arrays: an event
 * moves or goes in O(log n), and nothing is allocated after construction.
 */
public final class EventQueue {
  /** No event is due, ever. */
  public static final long NEVER = Long.MAX_VALUE;

  /** No id. */
  public static final int NONE = -1;

  private final long[] times; // by id
  private final long[] sequences; // by id
  private final int[] positions; // by id: place in the heap, NONE when not pending
  private final int[] heap;
  private int size;
  private long nextSequence;
  private long now;

  /**
   * Makes an empty queue at time 0.
   *
   * @param ids how many there are
   */
  public EventQueue(int ids) {
    times = new long[ids];
    sequences = new long[ids];
    positions = new int[ids];
    heap = new int[ids];
    Arrays.fill(positions, NONE);
  }

  /**
   * Returns the time so much later, rounded up; the last one before {@link #NEVER} where that is
   * more than times can say.
   *
   * @param now not negative
   * @param nanos not negative
   */
  public static long after(long now, double nanos) {
    return now + Math.min((long) Math.ceil(nanos), NEVER - 1 - now);
  }

  /** Returns the time of the event that came out last, 0 before. */
  public long now() {
    return now;
  }

  /** Returns whether nothing is pending. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** Returns when the next event is due, {@link #NEVER} when nothing is pending. */
  public long nextTime() {
    return size == 0 ? NEVER : times[heap[0]];
  }

  /** Returns when an id is due, {@link #NEVER} when it is not pending. */
  public long timeOf(int id) {
    return positions[id] == NONE ? NEVER : times[id];
  }

  /**
   * Sets when an id is due; an earlier setting is replaced. {@link #NEVER} cancels it.
   *
   * @param id from 0
   * @param time not before {@link #now}
   * @throws IllegalArgumentException if the time has passed
   */
  public void schedule(int id, long time) {
    if (time == NEVER) {
      cancel(id);
      return;
    }
    if (time < now) {
      throw new IllegalArgumentException("time " + time + " is before now, " + now);
    }
    if (positions[id] != NONE && times[id] == time) {
      return; // keeps its place among equals
    }
    times[id] = time;
    sequences[id] = nextSequence++;
    if (positions[id] == NONE) {
      positions[id] = size;
      heap[size++] = id;
      up(size - 1);
    } else {
      down(up(positions[id]));
    }
  }

  /** Makes an id not pending. */
  public void cancel(int id) {
    int at = positions[id];
    if (at == NONE) {
      return;
    }
    positions[id] = NONE;
    int last = heap[--size];
    if (last != id) {
      place(last, at);
      down(up(at));
    }
  }

  /**
   * Takes the first event out and moves {@link #now} to its time.
   *
   * @return its id, {@link #NONE} when nothing is pending
   */
  public int poll() {
    if (size == 0) {
      return NONE;
    }
    int id = heap[0];
    now = times[id];
    cancel(id);
    return id;
  }

  private boolean isBefore(int id, int other) {
    return times[id] != times[other] ? times[id] < times[other] : sequences[id] < sequences[other];
  }

  private void place(int id, int at) {
    heap[at] = id;
    positions[id] = at;
  }

  private int up(int start) {
    int at = start;
    int id = heap[at];
    while (at > 0 && isBefore(id, heap[(at - 1) >> 1])) {
      place(heap[(at - 1) >> 1], at);
      at = (at - 1) >> 1;
    }
    place(id, at);
    return at;
  }

  private void down(int start) {
    int at = start;
    int id = heap[at];
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], id)) {
        break;
      }
      place(heap[child], at);
      at = child;
    }
    place(id, at);
  }
}
