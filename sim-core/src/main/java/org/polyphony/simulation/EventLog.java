package org.polyphony.simulation;

import java.util.Arrays;

/**
 * Chronological log of thread blocks that start, end or are preempted on the SMs. One growing array
 * per field, indexed by event.
 */
public final class EventLog {
  /** The kind of an event. */
  public enum Kind {
    /** It was launched into a slot. */
    LAUNCH,
    /** Its last warp ended. */
    END,
    /** It was dropped before its end, to be executed again. */
    DROP,
    /** Its context save started. */
    SUSPEND,
    /** It was placed in a slot again and its context restore started. */
    RESUME,
    /** It was chosen to drain: it runs to its end with issue priority. */
    DRAIN,
    /** Its drain was canceled. */
    KEEP,
    /** It was chosen to be flushed: dropped at once and executed again from its start. */
    FLUSH
  }

  private static final Kind[] KINDS = Kind.values();
  private static final int SLOT_BITS = 6;
  private static final int KIND_BITS = 3;
  private static final int WORKLOAD_BITS = 6;

  private int size;
  private long[] cycles = new long[1024];
  private long[] threadBlocks = new long[1024];
  private int[] places = new int[1024]; // sm, slot and kind
  private int[] launches = new int[1024]; // workload and launch

  /**
   * Appends an event; {@link #about} must follow.
   *
   * @param cycle core cycle, not before that of the last event
   * @param slot thread-block slot of the SM, 0 to 63
   */
  public void add(long cycle, Kind kind, int sm, int slot) {
    if (size == cycles.length) {
      grow();
    }
    cycles[size] = cycle;
    places[size] = (((sm << SLOT_BITS) + slot) << KIND_BITS) + kind.ordinal();
    size++;
  }

  /**
   * Sets the thread block of the last event.
   *
   * @param workload index in config order, 0 to 63
   * @param launch kernel launch of the workload, from 0, counted across rounds
   */
  public void about(int workload, int launch, long threadBlock) {
    launches[size - 1] = (launch << WORKLOAD_BITS) + workload;
    threadBlocks[size - 1] = threadBlock;
  }

  private void grow() {
    cycles = Arrays.copyOf(cycles, 2 * size);
    threadBlocks = Arrays.copyOf(threadBlocks, 2 * size);
    places = Arrays.copyOf(places, 2 * size);
    launches = Arrays.copyOf(launches, 2 * size);
  }

  public int size() {
    return size;
  }

  /** Returns the core cycle of event {@code i}. */
  public long cycle(int i) {
    return cycles[i];
  }

  public Kind kind(int i) {
    return KINDS[places[i] & ((1 << KIND_BITS) - 1)];
  }

  public int sm(int i) {
    return places[i] >>> (KIND_BITS + SLOT_BITS);
  }

  public int slot(int i) {
    return (places[i] >>> KIND_BITS) & ((1 << SLOT_BITS) - 1);
  }

  /** Returns the workload of event {@code i}, as an index in config order. */
  public int workload(int i) {
    return launches[i] & ((1 << WORKLOAD_BITS) - 1);
  }

  /** Returns the launch of event {@code i}, counted across rounds. */
  public int launch(int i) {
    return launches[i] >>> WORKLOAD_BITS;
  }

  /** Returns the grid index of the thread block of event {@code i}. */
  public long threadBlock(int i) {
    return threadBlocks[i];
  }
}
