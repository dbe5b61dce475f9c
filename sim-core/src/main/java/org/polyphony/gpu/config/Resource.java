package org.polyphony.gpu.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A resource of a device for which processes compete. */
public enum Resource {
  /** The dispatcher of thread blocks. */
  DISPATCH,
  /** The issue slots of the warp schedulers. */
  ISSUE,
  /** The execution pipes, with the operand collectors before them. */
  PIPES,
  /**
   * L1D with its ports, the load/store unit before it and the constant caches; with shared memory
   * where one path serves both.
   */
  L1,
  /** The path to shared memory and its banks, where it is not part of {@link #L1}. */
  SHARED_MEMORY,
  /** The ports of an SM to the crossbar and from it. */
  CROSSBAR,
  /** Everything in an SM but the room for thread blocks, with its crossbar ports. */
  SM,
  /** The lines of L2. */
  L2_CAPACITY,
  /** The slices of L2, with their crossbar ports, queues, data ports and MSHRs. */
  L2_BANDWIDTH,
  /** The rows that are open in DRAM banks. */
  DRAM_ROWS,
  /** DRAM channels, with their controllers, banks and open rows. */
  DRAM;

  /** Returns the names of all resources, as files have them. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Resource::toString).toList();
  }

  /**
   * Returns a resource by its name.
   *
   * @throws IllegalArgumentException if no resource has it
   */
  public static Resource of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns whether it is a part of {@link #SM}: copies of that include it. */
  public boolean isOfSm() {
    return ordinal() >= ISSUE.ordinal() && ordinal() < SM.ordinal();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
