package org.polyphony.run.host;

import org.polyphony.policy.PolicyException;
import org.polyphony.simulation.SimulationFailure;

/** A policy failed under one scheduler or more; keeps the results of the other schedulers. */
public final class HostFailure extends SimulationFailure {
  private static final long serialVersionUID = 1L;

  private final transient HostResults results;
  private final String stack;

  HostFailure(HostResults results, SimulationFailure first) {
    super(first.getMessage(), "", first);
    this.results = results;
    this.stack = first.getCause() instanceof PolicyException policy ? policy.stack() : "";
  }

  /** Returns the stack of the policy's exception, each frame after a line feed. */
  public String stack() {
    return stack;
  }

  /** Returns the results of the schedulers that finished, perhaps none. */
  public HostResults results() {
    return results;
  }
}
