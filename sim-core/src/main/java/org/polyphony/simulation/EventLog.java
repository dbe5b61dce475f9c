package org.polyphony.simulation;

import java.util.Arrays;

/**
 * What began and ended on the SMs, in order of time: one array per field, indexed by event, which
 * grow as needed.
 */
public final class EventLog {
  /** What happened to a thread block. */
  public enum Kind {
    /** It was given a slot. */
    LAUNCH,
    /** Its last warp ended. */
    END,
    /** It left its slot before its end, to run again. */
    DROP,
    /** Its context began to leave for memory. */
    SUSPEND,
    /** It was given a slot again, and its context began to come back. */
    RESUME,
    /** It is to leave when it ends, and comes before others until then. */
    DRAIN,
    /** It was to leave when it ends, and may stay. */
    KEEP,
    /** It is to be dropped at once and to run again from its start. */
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
   * Appends an event.
   *
   * @param cycle core cycle, not before the last event's
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
   * Says what the event added last was about.
   *
   * @param workload index in config order, 0 to 63
   * @param launch kernel launch of the workload, from 0, rounds counted through
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

  /** Returns the workload of event {@code i}, an index in config order. */
  public int workload(int i) {
    return launches[i] & ((1 << WORKLOAD_BITS) - 1);
  }

  /** Returns the launch of event {@code i}, rounds counted through. */
  public int launch(int i) {
    return launches[i] >>> WORKLOAD_BITS;
  }

  /** Returns the thread block of event {@code i}, its index in the grid. */
  public long threadBlock(int i) {
    return threadBlocks[i];
  }
}
