package org.polyphony.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the score of a benchmark is in, beside its operations. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class WarpInstructions {
  /** Warp instructions simulated or read. */
  public long warpInstructions;
}
