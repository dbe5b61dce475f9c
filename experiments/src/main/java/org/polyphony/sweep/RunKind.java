package org.polyphony.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.polyphony.config.SweepFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.OwnCode;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;

/**
 * What one run of a sweep does; what a sweep keeps, repeats, divides and shows is the same for all
 * kinds. Used by several threads at once.
 */
public interface RunKind {
  /**
   * Returns what the runs of a sweep do.
   *
   * @param device what runs experiments on one device
   * @throws InvalidInputException when a file that runs need is wrong
   */
  static RunKind of(SweepFile sweep, Sweep.Device device) {
    return switch (sweep.kind()) {
      case HOST -> new HostSweep(sweep, device.hostTools(), Provenance.current());
      default -> new GpuRuns(sweep, device);
    };
  }

  /**
   * Returns the work whose results several runs share, each piece once, in a fixed order. Runs do
   * not depend on it: they do what is missing themselves.
   *
   * @param runs of the sweep
   */
  List<Preparation> preparations(List<SweepFile.Run> runs);

  /**
   * Returns about how long a run can take at most, in seconds of one thread.
   *
   * @param run of the sweep
   */
  double estimateSeconds(SweepFile.Run run);

  /**
   * Returns the user's own code that a run depends on.
   *
   * @param run of the sweep
   */
  OwnCode ownCode(SweepFile.Run run);

  /**
   * Runs one to its end.
   *
   * @param run of the sweep
   * @param progress shows how far it is
   * @param stop ends it early
   * @return its results, a function of the sweep file and of the program alone; empty after a stop
   * @throws InvalidInputException when its input is wrong
   * @throws SimulationFailure when it cannot go on
   */
  Optional<ObjectNode> run(SweepFile.Run run, Progress progress, StopFlag stop);

  /** A piece of work whose result is kept for all runs that need it. */
  @FunctionalInterface
  interface Preparation {
    /**
     * Does it, unless it is done.
     *
     * @param progress shows how far it is
     * @param stop ends it early; nothing is then kept
     */
    void make(Progress progress, StopFlag stop);
  }
}
