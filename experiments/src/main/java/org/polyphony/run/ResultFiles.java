package org.polyphony.run;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;

/** Writes what an experiment has given; the summary last, so that it vouches for the rest. */
public final class ResultFiles {
  /** The experiment in canonical form. */
  public static final String CONFIG = "config.json";

  /** One row per workload and epoch. */
  public static final String EPOCHS = "epochs.csv";

  /** One row per candidate and workload of each of the policy's decisions. */
  public static final String DECISIONS = "decisions.csv";

  /** One row per kernel launch of the first rounds. */
  public static final String KERNELS = "kernels.csv";

  /** One row per workload and IPC window; only when windows were asked for. */
  public static final String IPC = "ipc.csv";

  /** What the policy used each SM for. */
  public static final String ROLES = "roles.csv";

  /** What began and ended on the SMs. */
  public static final String TIMELINE = "timeline.csv";

  /** What every warp waited for when the run could not go on; only then. */
  public static final String FAILURE = "failure.txt";

  /** The summary. */
  public static final String SUMMARY = "summary.json";

  private static final String ALL_SMS = "all";

  private ResultFiles() {}

  /**
   * Writes all result files.
   *
   * @param folder where to
   * @param outcome what the experiment gave
   * @param provenance what made it
   * @throws java.io.UncheckedIOException when one cannot be written
   */
  public static void write(OutputFolder folder, Outcome outcome, Provenance provenance) {
    AtomicFile.write(folder.file(CONFIG), outcome.experiment().config());
    csv(folder, EPOCHS, csv -> writeEpochs(csv, outcome));
    csv(folder, DECISIONS, csv -> writeDecisions(csv, outcome));
    csv(folder, KERNELS, csv -> writeKernels(csv, outcome));
    if (outcome.experiment().request().ipcWindow() > 0) {
      csv(folder, IPC, csv -> writeWindows(csv, outcome));
    }
    csv(folder, ROLES, csv -> writeUses(csv, outcome));
    csv(folder, TIMELINE, csv -> writeTimeline(csv, outcome));
    AtomicFile.write(folder.file(SUMMARY), Json.text(Summary.of(outcome, provenance)));
  }

  private static void csv(OutputFolder folder, String file, Consumer<CsvWriter> rows) {
    AtomicFile.writeCsv(
        folder.file(file),
        csv -> {
          csv.writeRecord(Metrics.columns(file));
          rows.accept(csv);
        });
  }

  private static void writeEpochs(CsvWriter csv, Outcome outcome) {
    for (RunResult.EpochRow row : outcome.shared().epochs()) {
      csv.writeRecord(
          Integer.toString(row.epoch()),
          Long.toString(row.endCycle()),
          name(outcome, row.workload()),
          row.kernel(),
          Long.toString(row.warpInstructions()),
          Long.toString(row.threadInstructions()),
          ipc(row.threadInstructions(), row.endCycle() - row.startCycle()),
          Integer.toString(row.quota()),
          Integer.toString(row.resident()),
          decision(row, d -> Long.toString(d.cycle())),
          decision(row, PolicyDecision::winner),
          decision(row, d -> d.outcomes().get(0)),
          decision(row, DecisionText::roles),
          decision(row, d -> DecisionText.partitions(d, row.workload())),
          decision(row, d -> DecisionText.measured(d, row.workload())),
          decision(row, d -> DecisionText.scores(d, row.workload())),
          decision(row, d -> Integer.toString(d.moved())),
          decision(row, d -> Long.toString(d.settleCycles())));
    }
  }

  private static String decision(RunResult.EpochRow row, Function<PolicyDecision, String> column) {
    return row.decision().map(column).orElse("");
  }

  private static void writeDecisions(CsvWriter csv, Outcome outcome) {
    List<String> names =
        outcome.experiment().inputs().stream().map(Experiment.Input::name).toList();
    new DecisionRows(outcome.shared(), names).forEach(csv::writeRecord);
  }

  private static void writeKernels(CsvWriter csv, Outcome outcome) {
    int[] launches = new int[outcome.alone().size()];
    for (RunResult.Launch launch : outcome.shared().launches()) {
      csv.writeRecord(
          name(outcome, launch.workload()),
          Integer.toString(launches[launch.workload()]++),
          launch.kernel(),
          Long.toString(launch.startCycle()),
          Long.toString(launch.cycles()),
          Long.toString(launch.warpInstructions()),
          Long.toString(launch.threadInstructions()),
          ipc(launch.threadInstructions(), launch.cycles()),
          Long.toString(launch.threadBlocks()));
    }
  }

  private static void writeTimeline(CsvWriter csv, Outcome outcome) {
    EventLog events = outcome.shared().events();
    for (int i = 0; i < events.size(); i++) {
      csv.writeRecord(
          Long.toString(events.cycle(i)),
          events.kind(i).name().toLowerCase(Locale.ROOT),
          Integer.toString(events.sm(i)),
          Integer.toString(events.slot(i)),
          name(outcome, events.workload(i)),
          Integer.toString(events.launch(i)),
          Long.toString(events.threadBlock(i)));
    }
  }

  private static void writeUses(CsvWriter csv, Outcome outcome) {
    for (RunResult.SmUse use : outcome.shared().uses()) {
      for (int w = 0; w < use.quotas().size(); w++) {
        csv.writeRecord(
            Long.toString(use.cycle()),
            Integer.toString(use.sm()),
            use.role(),
            name(outcome, w),
            Integer.toString(use.quotas().get(w)));
      }
    }
  }

  private static void writeWindows(CsvWriter csv, Outcome outcome) {
    int sms = outcome.experiment().request().gpu().sms();
    writeWindows(csv, outcome, outcome.shared().windows(), ALL_SMS, sms);
    writeWindows(csv, outcome, outcome.shared().windowsOfSm(), "0", 1);
  }

  private static void writeWindows(
      CsvWriter csv, Outcome outcome, List<RunResult.WindowRow> rows, String of, int sms) {
    int workloads = outcome.alone().size();
    long issued = 0;
    for (int i = 0; i < rows.size(); i++) {
      RunResult.WindowRow row = rows.get(i);
      if (i % workloads == 0) {
        issued += threadInstructions(rows.subList(i, i + workloads));
      }
      long cycles = row.endCycle() - row.startCycle();
      csv.writeRecord(
          of,
          Integer.toString(row.window()),
          Long.toString(row.startCycle()),
          Long.toString(row.endCycle()),
          Long.toString(issued / sms),
          name(outcome, row.workload()),
          row.kernel(),
          of.equals(ALL_SMS) ? Long.toString(row.warpInstructions()) : "",
          Long.toString(row.threadInstructions()),
          ipc(row.threadInstructions(), cycles),
          ipc(row.threadInstructions(), cycles * sms));
    }
  }

  private static long threadInstructions(List<RunResult.WindowRow> rows) {
    return rows.stream().mapToLong(RunResult.WindowRow::threadInstructions).sum();
  }

  private static String ipc(long threadInstructions, long cycles) {
    return Json.field((double) threadInstructions / cycles);
  }

  private static String name(Outcome outcome, int workload) {
    return outcome.experiment().inputs().get(workload).name();
  }
}
