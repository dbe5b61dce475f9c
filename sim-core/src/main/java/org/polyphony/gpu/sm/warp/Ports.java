package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.SmConfig;

/**
 * Where instructions go from issue: ports are numbered as the pipes of the config; two more follow,
 * to the load/store unit and to the constant unit.
 */
public final class Ports {
  private Ports() {}

  /** Returns the port of the load/store unit. */
  public static int memory(SmConfig sm) {
    return sm.pipes().size();
  }

  /** Returns the port of the constant unit, the last. */
  public static int constants(SmConfig sm) {
    return sm.pipes().size() + 1;
  }

  /** Returns how many ports there are. */
  public static int count(SmConfig sm) {
    return sm.pipes().size() + 2;
  }
}
