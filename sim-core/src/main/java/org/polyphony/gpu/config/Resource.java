package org.polyphony.gpu.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A resource of a device for which processes compete. */
public enum Resource {
  /** Everything in an SM but the room for thread blocks, with its crossbar ports. */
  SM,
  /** The ports of an SM to the crossbar and from it. */
  CROSSBAR,
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

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
