package org.polyphony.cli;

import java.util.Locale;
import org.polyphony.run.Experiment;
import org.polyphony.run.Outcome;

/** What a run shows on standard output. */
final class OutcomeTable {
  private OutcomeTable() {}

  /** Returns the table of an experiment, a line feed at its end. */
  static String of(Outcome outcome) {
    TextTable table = new TextTable("benchmark", "type", "IPC alone", "IPC shared", "progress");
    for (int i = 0; i < outcome.alone().size(); i++) {
      Experiment.Input input = outcome.experiment().inputs().get(i);
      table.row(
          input.name(),
          input.type().isEmpty() ? "-" : input.type(),
          fixed(outcome.ipcAlone(i), 1),
          fixed(outcome.shared().benchmarks().get(i).ipc(), 1),
          fixed(outcome.normalizedProgress(i), 3));
    }
    return table + totals(outcome);
  }

  private static String totals(Outcome outcome) {
    return String.format(
        Locale.ROOT,
        "STP %s  ANTT %s  cycles %,d  warp instructions %,d%nsimulated %,d warp instructions in"
            + " %.2f s: %.2f M/s%n",
        fixed(outcome.stp(), 3),
        fixed(outcome.antt(), 3),
        outcome.shared().cycles(),
        outcome.shared().warpInstructions(),
        outcome.simulatedWarpInstructions(),
        outcome.seconds(),
        outcome.warpInstructionsPerSecond() / 1e6);
  }

  private static String fixed(double value, int decimals) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + decimals + "f", value) : "-";
  }
}
