package org.polyphony.run.host;

import org.polyphony.simulation.SimulationFailure;

/** A policy failed under one scheduler or more; keeps the results of the other schedulers. */
public final class HostFailure extends SimulationFailure {
  private static final long serialVersionUID = 1L;

  private final transient HostResults results;

  HostFailure(HostResults results, SimulationFailure first) {
    super(first.getMessage(), "", first);
    this.results = results;
  }

  /** Returns the results of the schedulers that finished, perhaps none. */
  public HostResults results() {
    return results;
  }
}
