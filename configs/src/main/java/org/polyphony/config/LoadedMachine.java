package org.polyphony.config;

import java.util.List;
import org.polyphony.host.HostMachine;

/**
 * A machine for host experiments.
 *
 * @param machine the hardware
 * @param sharing for each device of a node, how kernels of different processes share it
 */
public record LoadedMachine(HostMachine machine, List<Sharing> sharing) {
  /** Keeps its own copy of the list. */
  public LoadedMachine {
    sharing = List.copyOf(sharing);
  }

  /** How kernels of different processes share a device. */
  public enum Sharing {
    /** One after another, each to its end. */
    WHOLE_KERNELS,
    /** In turns. */
    TIME_SLICES,
    /** At once, as far as their warps fit. */
    MPS
  }
}
