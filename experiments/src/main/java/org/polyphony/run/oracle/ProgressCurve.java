package org.polyphony.run.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.simulation.RunResult;

/**
 * Progress of a workload over time, in rounds: its first round in a run, interpolated linearly
 * between the ends of instruction windows, and repeated.
 */
final class ProgressCurve {
  private final double[] instructions; // thread instructions issued in the round, ascending, from 0
  private final double[] cycles; // core cycle of each

  /**
   * Creates the curve of a workload.
   *
   * @param run with instruction windows and a complete first round
   * @param workload index in config order
   */
  ProgressCurve(RunResult run, int workload) {
    RunResult.Benchmark round = run.benchmarks().get(workload);
    List<Double> issued = new ArrayList<>(List.of(0.0));
    List<Double> ends = new ArrayList<>(List.of(0.0));
    double sum = 0;
    for (RunResult.WindowRow row : run.windows()) {
      sum += row.workload() == workload ? row.threadInstructions() : 0;
      boolean isNew = sum > issued.get(issued.size() - 1);
      if (isNew && sum < round.threadInstructions() && row.endCycle() < round.cycles()) {
        issued.add(sum);
        ends.add((double) row.endCycle());
      }
    }
    issued.add((double) round.threadInstructions());
    ends.add((double) round.cycles());
    instructions = issued.stream().mapToDouble(Double::doubleValue).toArray();
    cycles = ends.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Returns the core cycles needed for a number of rounds.
   *
   * @param rounds 0 or more
   */
  double cyclesTo(double rounds) {
    double whole = Math.floor(rounds);
    double place = (rounds - whole) * last(instructions);
    return whole * last(cycles) + interpolate(instructions, cycles, place);
  }

  /**
   * Returns the rounds completed in a number of core cycles.
   *
   * @param time 0 or more
   */
  double roundsAfter(double time) {
    double whole = Math.floor(time / last(cycles));
    double place = time - whole * last(cycles);
    return whole + interpolate(cycles, instructions, place) / last(instructions);
  }

  private static double last(double[] values) {
    return values[values.length - 1];
  }

  private static double interpolate(double[] from, double[] to, double at) {
    int found = Arrays.binarySearch(from, at);
    int i = Math.max(0, Math.min(found >= 0 ? found : -found - 2, from.length - 2));
    return to[i] + (at - from[i]) * (to[i + 1] - to[i]) / (from[i + 1] - from[i]);
  }
}
