package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.SmConfig;

/**
 * Where instructions go from issue: ports are numbered as the pipes of the config; three more
 * follow, to global, local and texture memory, to shared memory where it has a path of its own, and
 * to the constant unit.
 */
public final class Ports {
  private Ports() {}

  /** Returns the port of global memory, and of all memory that has no port of its own. */
  public static int memory(SmConfig sm) {
    return sm.pipes().size();
  }

  /** Returns the port of shared memory where it has a path of its own. */
  public static int shared(SmConfig sm) {
    return sm.pipes().size() + 1;
  }

  /** Returns the port of the constant unit, the last. */
  public static int constants(SmConfig sm) {
    return sm.pipes().size() + 2;
  }

  public static int count(SmConfig sm) {
    return sm.pipes().size() + 3;
  }
}
