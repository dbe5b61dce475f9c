package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.SmConfig;

/**
 * Issue ports of an SM: one per pipe, in config order, then three for global, local and texture
 * memory, for shared memory if it has its own path, and for the constant unit.
 */
public final class Ports {
  private Ports() {}

  /** Returns the port of global memory and of all memory without its own port. */
  public static int memory(SmConfig sm) {
    return sm.pipes().size();
  }

  /** Returns the port of shared memory if it has its own path. */
  public static int shared(SmConfig sm) {
    return sm.pipes().size() + 1;
  }

  /** Returns the port of the constant unit, the last one. */
  public static int constants(SmConfig sm) {
    return sm.pipes().size() + 2;
  }

  public static int count(SmConfig sm) {
    return sm.pipes().size() + 3;
  }
}
