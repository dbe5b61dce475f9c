package org.polyphony.host.time;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Event queue in which each id, from 0, has at most one pending event.
 *
 * <p>Events are ordered by (time, scheduling sequence), so that a run is deterministic. Scheduling,
 * moving and canceling an event take O(log n) on average.
 */
public final class EventQueue {
  /** An event that never occurs. */
  public static final long NEVER = Long.MAX_VALUE;

  /** No id. */
  public static final int NONE = -1;

  private final long[] times; // by id, NEVER if not pending
  private final long[] sequences; // by id
  private final PriorityQueue<Event> events = new PriorityQueue<>(); // or stale
  private long nextSequence;
  private long now;

  private record Event(long time, long sequence, int id) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return time != other.time
          ? Long.compare(time, other.time)
          : Long.compare(sequence, other.sequence);
    }
  }

  /**
   * Creates an empty queue at time 0.
   *
   * @param ids number of ids
   */
  public EventQueue(int ids) {
    times = new long[ids];
    sequences = new long[ids];
    Arrays.fill(times, NEVER);
  }

  /**
   * Returns {@code now + nanos}, rounded up; saturates just below {@link #NEVER}.
   *
   * @param now not negative
   * @param nanos not negative
   */
  public static long after(long now, double nanos) {
    return now + Math.min((long) Math.ceil(nanos), NEVER - 1 - now);
  }

  /** Returns the time of the last event taken; 0 at first. */
  public long now() {
    return now;
  }

  public boolean isEmpty() {
    return first() == null;
  }

  /** Returns the time of the next event; {@link #NEVER} if none is pending. */
  public long nextTime() {
    Event first = first();
    return first == null ? NEVER : first.time();
  }

  /** Returns the time of an id's event; {@link #NEVER} if none is pending. */
  public long timeOf(int id) {
    return times[id];
  }

  /**
   * Schedules an id's event, replacing a pending one; {@link #NEVER} cancels it.
   *
   * @param id from 0
   * @param time not before {@link #now}
   * @throws IllegalArgumentException if the time has passed
   */
  public void schedule(int id, long time) {
    if (time < now) {
      throw new IllegalArgumentException("time " + time + " is before now, " + now);
    }
    if (times[id] == time) {
      return; // keeps its place among equal times
    }
    times[id] = time;
    if (time != NEVER) {
      sequences[id] = nextSequence++;
      events.add(new Event(time, sequences[id], id));
    }
  }

  public void cancel(int id) {
    times[id] = NEVER;
  }

  /**
   * Removes the next event and advances {@link #now} to its time.
   *
   * @return its id; {@link #NONE} if none is pending
   */
  public int poll() {
    Event first = first();
    if (first == null) {
      return NONE;
    }
    now = first.time();
    cancel(first.id());
    return first.id();
  }

  private Event first() {
    while (!events.isEmpty() && isReplaced(events.element())) {
      events.remove();
    }
    return events.peek();
  }

  private boolean isReplaced(Event event) {
    return times[event.id()] != event.time() || sequences[event.id()] != event.sequence();
  }
}
