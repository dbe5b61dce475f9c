package org.polyphony.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.run.RunResult;

/** How far a workload was at which time of a run: straight lines between the ends of windows. */
final class ProgressCurve {
  private final double[] instructions; // issued since the start, ascending, from 0
  private final double[] cycles; // when that many were

  /**
   * Makes the curve of a workload.
   *
   * @param windows of a run, in order of time
   * @param workload index in config order
   */
  ProgressCurve(List<RunResult.WindowRow> windows, int workload) {
    List<Double> issued = new ArrayList<>(List.of(0.0));
    List<Double> ends = new ArrayList<>(List.of(0.0));
    for (RunResult.WindowRow row : windows) {
      if (row.workload() == workload && row.threadInstructions() > 0) {
        issued.add(issued.get(issued.size() - 1) + row.threadInstructions());
        ends.add((double) row.endCycle());
      }
    }
    instructions = issued.stream().mapToDouble(Double::doubleValue).toArray();
    cycles = ends.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Returns how many instructions the curve knows of. */
  double end() {
    return instructions[instructions.length - 1];
  }

  /**
   * Returns the core cycles that the first instructions took.
   *
   * @param position 0 to {@link #end}
   */
  double cyclesTo(double position) {
    int i = segment(position);
    return cycles[i] + (position - instructions[i]) / rate(i);
  }

  /**
   * Returns the instructions per core cycle at a place of the program.
   *
   * @param position 0 to {@link #end}
   */
  double rateAt(double position) {
    return rate(segment(position));
  }

  private double rate(int i) {
    return (instructions[i + 1] - instructions[i]) / (cycles[i + 1] - cycles[i]);
  }

  private int segment(double position) {
    int found = Arrays.binarySearch(instructions, position);
    int index = found >= 0 ? found : -found - 2;
    return Math.max(0, Math.min(index, instructions.length - 2));
  }
}
