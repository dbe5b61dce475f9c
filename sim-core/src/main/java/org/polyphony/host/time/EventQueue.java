package org.polyphony.host.time;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * What is due when: each id, counted from 0, has at most one pending event.
 *
 * <p>Events come out in the order (time, sequence of scheduling), so that a run never depends on
 * anything but its input. An event comes, moves or goes in O(log n) on average.
 */
public final class EventQueue {
  /** No event is due, ever. */
  public static final long NEVER = Long.MAX_VALUE;

  /** No id. */
  public static final int NONE = -1;

  private final long[] times; // by id, NEVER when not pending
  private final long[] sequences; // by id
  private final PriorityQueue<Event> events = new PriorityQueue<>(); // replaced ones go when first
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
   * Makes an empty queue at time 0.
   *
   * @param ids how many there are
   */
  public EventQueue(int ids) {
    times = new long[ids];
    sequences = new long[ids];
    Arrays.fill(times, NEVER);
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

  public boolean isEmpty() {
    return first() == null;
  }

  /** Returns when the next event is due, {@link #NEVER} when nothing is pending. */
  public long nextTime() {
    Event first = first();
    return first == null ? NEVER : first.time();
  }

  /** Returns when an id is due, {@link #NEVER} when it is not pending. */
  public long timeOf(int id) {
    return times[id];
  }

  /**
   * Sets when an id is due; an earlier setting is replaced. {@link #NEVER} cancels it.
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
      return; // keeps its place among equals
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
   * Takes the first event out and moves {@link #now} to its time.
   *
   * @return its id, {@link #NONE} when nothing is pending
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
