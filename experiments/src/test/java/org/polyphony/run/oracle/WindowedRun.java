package org.polyphony.run.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.PolicyFacts;
import org.polyphony.simulation.RunResult;

/** A run of one workload whose windows a test writes down: 100 cycles each. */
record WindowedRun(RunResult result) {
  /**
   * Makes the run.
   *
   * @param cycles of the first round
   * @param instructions of the windows; together the round's
   */
  static WindowedRun of(long cycles, long... instructions) {
    List<RunResult.WindowRow> rows = new ArrayList<>();
    long sum = 0;
    for (int i = 0; i < instructions.length; i++) {
      long start = 100L * i;
      rows.add(new RunResult.WindowRow(i, start, start + 100, 0, "k", 1, instructions[i]));
      sum += instructions[i];
    }
    RunResult.Benchmark round = new RunResult.Benchmark(sum / 32, sum, cycles, 0, true);
    return new WindowedRun(
        new RunResult(
            false,
            cycles,
            sum / 32,
            sum,
            List.of(round),
            List.of(),
            new RunResult.Device(0, 0, 0, 0, 0, 0, 0, 0, Map.of(), Map.of()),
            List.of(),
            new RunResult.Partitioning(
                new PolicyFacts(false, "", "", 50, "lrr"),
                List.of(),
                Map.of(),
                Map.of(),
                0,
                0,
                new RunResult.Fragmentation(0, 0, 0, 0)),
            List.of(),
            rows,
            List.of(),
            List.of(),
            new EventLog(),
            List.of(),
            List.of()));
  }

  /** Returns a run whose first round ended earlier. */
  static RunResult withRound(long cycles, long instructions, RunResult run) {
    return new RunResult(
        false,
        run.cycles(),
        run.warpInstructions(),
        run.threadInstructions(),
        List.of(new RunResult.Benchmark(1, instructions, cycles, 1, true)),
        List.of(),
        run.device(),
        run.hardware(),
        run.partitioning(),
        List.of(),
        run.windows(),
        List.of(),
        List.of(),
        run.events(),
        List.of(),
        List.of());
  }

  ProgressCurve curve() {
    return new ProgressCurve(result, 0);
  }
}
