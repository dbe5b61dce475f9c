package org.polyphony.run;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.RunResult;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;
import org.polyphony.text.Table;

/**
 * Writes what an experiment has given: its canonical form, its tables; the summary last, so that it
 * vouches for the rest.
 */
public final class ResultFiles {
  /** What every warp waited for when the run could not go on; only then. */
  public static final String FAILURE = "failure.txt";

  private static final String ALL_SMS = "all";

  /** One row per workload and epoch. */
  private static final Table<Row<RunResult.EpochRow>> EPOCHS =
      new Table<Row<RunResult.EpochRow>>("epochs.csv")
          .text("epoch", r -> r.of.epoch())
          .text("endCycle", r -> r.of.endCycle())
          .text("benchmark", r -> r.name(r.of.workload()))
          .text("kernel", r -> r.of.kernel())
          .text("warpInstructions", r -> r.of.warpInstructions())
          .text("threadInstructions", r -> r.of.threadInstructions())
          .text("ipc", r -> ipc(r.of.threadInstructions(), r.of.endCycle() - r.of.startCycle()))
          .text("quota", r -> r.of.quota())
          .text("resident", r -> r.of.resident())
          .text("decisionCycle", r -> r.of.decision().map(PolicyDecision::cycle))
          .text("decision", r -> r.of.decision().map(PolicyDecision::winner))
          .text("outcome", r -> r.of.decision().map(d -> d.outcomes().get(0)))
          .text("roles", r -> r.of.decision().map(DecisionText::roles))
          .text("partitions", r -> decision(r.of, DecisionText::partitions))
          .text("measured", r -> decision(r.of, DecisionText::measured))
          .text("scores", r -> decision(r.of, DecisionText::scores))
          .text("moved", r -> r.of.decision().map(PolicyDecision::moved))
          .text("settleCycles", r -> r.of.decision().map(PolicyDecision::settleCycles));

  /** One row per candidate and workload of each of the policy's decisions. */
  private static final Table<DecisionRow> DECISIONS =
      new Table<DecisionRow>("decisions.csv")
          .text("epoch", DecisionRow::epoch)
          .text("cycle", r -> r.decision().cycle())
          .text("pair", DecisionRow::pair)
          .text("candidate", r -> r.candidate().name())
          .text("benchmark", DecisionRow::benchmark)
          .text("threadBlocks", DecisionRow::threadBlocks)
          .text("ipc", r -> r.share().ipc())
          .text("score", r -> r.candidate().score())
          .text("chosen", r -> r.decision().isChosen(r.candidate()));

  /** One row per kernel launch of the first rounds. */
  private static final Table<Row<RunResult.Launch>> KERNELS =
      new Table<Row<RunResult.Launch>>("kernels.csv")
          .text("benchmark", r -> r.name(r.of.workload()))
          .text("launch", r -> r.number)
          .text("kernel", r -> r.of.kernel())
          .text("startCycle", r -> r.of.startCycle())
          .text("cycles", r -> r.of.cycles())
          .text("warpInstructions", r -> r.of.warpInstructions())
          .text("threadInstructions", r -> r.of.threadInstructions())
          .text("ipc", r -> ipc(r.of.threadInstructions(), r.of.cycles()))
          .text("threadBlocks", r -> r.of.threadBlocks());

  /** One row per workload and IPC window; only when windows were asked for. */
  private static final Table<Window> WINDOWS =
      new Table<Window>("ipc.csv")
          .text("sm", Window::sm)
          .text("window", w -> w.row.window())
          .text("startCycle", w -> w.row.startCycle())
          .text("endCycle", w -> w.row.endCycle())
          .text("issuedPerSm", w -> w.issued / w.sms)
          .text("benchmark", Window::name)
          .text("kernel", w -> w.row.kernel())
          .text("warpInstructions", w -> w.sm.equals(ALL_SMS) ? w.row.warpInstructions() : "")
          .text("threadInstructions", w -> w.row.threadInstructions())
          .text("ipc", w -> ipc(w.row.threadInstructions(), w.cycles()))
          .text("ipcPerSm", w -> ipc(w.row.threadInstructions(), w.cycles() * w.sms));

  /** What the policy used each SM for. */
  private static final Table<Row<RunResult.SmUse>> ROLES =
      new Table<Row<RunResult.SmUse>>("roles.csv")
          .text("cycle", r -> r.of.cycle())
          .text("sm", r -> r.of.sm())
          .text("role", r -> r.of.role())
          .text("benchmark", r -> r.name(r.number))
          .text("quota", r -> r.of.quotas().get(r.number));

  /** What began and ended on the SMs. */
  private static final Table<Row<EventLog>> TIMELINE =
      new Table<Row<EventLog>>("timeline.csv")
          .text("cycle", r -> r.of.cycle(r.number))
          .text("event", r -> r.of.kind(r.number).name().toLowerCase(Locale.ROOT))
          .text("sm", r -> r.of.sm(r.number))
          .text("slot", r -> r.of.slot(r.number))
          .text("benchmark", r -> r.name(r.of.workload(r.number)))
          .text("launch", r -> r.of.launch(r.number))
          .text("threadBlock", r -> r.of.threadBlock(r.number));

  /** The tables among them. */
  public static final List<Table<?>> TABLES =
      List.of(EPOCHS, DECISIONS, KERNELS, WINDOWS, ROLES, TIMELINE);

  private ResultFiles() {}

  /**
   * A row.
   *
   * @param of what it is about
   * @param number which of several of it
   */
  private record Row<T>(Outcome outcome, T of, int number) {
    String name(int workload) {
      return outcome.experiment().inputs().get(workload).name();
    }
  }

  /**
   * A workload in an IPC window of some SMs.
   *
   * @param sm which of them
   * @param issued thread instructions of all workloads to the end of the window
   */
  private record Window(String name, RunResult.WindowRow row, String sm, int sms, long issued) {
    long cycles() {
      return row.endCycle() - row.startCycle();
    }
  }

  /**
   * Writes all result files.
   *
   * @param folder where to
   * @param outcome what the experiment gave
   * @param provenance what made it
   * @throws java.io.UncheckedIOException when one cannot be written
   */
  public static void write(OutputFolder folder, Outcome outcome, Provenance provenance) {
    RunResult shared = outcome.shared();
    AtomicFile.write(folder.file("config.json"), outcome.experiment().config());
    EPOCHS.write(folder, shared.epochs().stream().map(e -> new Row<>(outcome, e, 0)));
    DECISIONS.write(folder, DecisionRow.of(outcome).stream());
    int[] launches = new int[outcome.alone().size()];
    KERNELS.write(
        folder,
        shared.launches().stream()
            .map(launch -> new Row<>(outcome, launch, launches[launch.workload()]++)));
    if (outcome.experiment().request().ipcWindow() > 0) {
      int sms = outcome.experiment().request().gpu().sms();
      WINDOWS.write(
          folder,
          Stream.concat(
              windows(outcome, shared.windows(), ALL_SMS, sms),
              windows(outcome, shared.windowsOfSm(), "0", 1)));
    }
    ROLES.write(folder, shared.uses().stream().flatMap(use -> uses(outcome, use)));
    provenance.ownCode().write(folder.path());
    TIMELINE.write(
        folder,
        IntStream.range(0, shared.events().size())
            .mapToObj(i -> new Row<>(outcome, shared.events(), i)));
    AtomicFile.write(folder.file("summary.json"), Json.text(Summary.of(outcome, provenance)));
  }

  private static Stream<Row<RunResult.SmUse>> uses(Outcome outcome, RunResult.SmUse use) {
    return IntStream.range(0, use.quotas().size()).mapToObj(w -> new Row<>(outcome, use, w));
  }

  private static Stream<Window> windows(
      Outcome outcome, List<RunResult.WindowRow> rows, String sm, int sms) {
    int workloads = outcome.alone().size();
    long[] issued = {0};
    return IntStream.range(0, rows.size())
        .mapToObj(
            i -> {
              RunResult.WindowRow row = rows.get(i);
              if (i % workloads == 0) {
                issued[0] += threadInstructions(rows.subList(i, i + workloads));
              }
              String name = outcome.experiment().inputs().get(row.workload()).name();
              return new Window(name, row, sm, sms, issued[0]);
            });
  }

  private static long threadInstructions(List<RunResult.WindowRow> rows) {
    return rows.stream().mapToLong(RunResult.WindowRow::threadInstructions).sum();
  }

  private static Optional<String> decision(
      RunResult.EpochRow row, BiFunction<PolicyDecision, Integer, String> text) {
    return row.decision().map(decision -> text.apply(decision, row.workload()));
  }

  private static double ipc(long threadInstructions, long cycles) {
    return (double) threadInstructions / cycles;
  }
}
