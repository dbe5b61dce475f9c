package org.polyphony.results.run;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.RunResult;

/**
 * Writes the result files of an experiment: its canonical form and its tables, then the summary
 * last, so that a summary implies complete results.
 */
public final class ResultFiles {
  /** What each warp was waiting for; written only if the run could not continue. */
  public static final String FAILURE = ResultFile.FAILURE.file();

  private static final String ALL_SMS = "all";

  /** One row per workload and epoch. */
  private static final Table<Row<RunResult.EpochRow>> EPOCHS =
      new Table<Row<RunResult.EpochRow>>(ResultFile.EPOCHS)
          .text(ResultColumn.EPOCH, r -> r.of.epoch())
          .text(ResultColumn.END_CYCLE, r -> r.of.endCycle())
          .text(ResultColumn.BENCHMARK, r -> r.name(r.of.workload()))
          .text(ResultColumn.KERNEL, r -> r.of.kernel())
          .text(ResultColumn.WARP_INSTRUCTIONS, r -> r.of.warpInstructions())
          .text(ResultColumn.THREAD_INSTRUCTIONS, r -> r.of.threadInstructions())
          .text(
              ResultColumn.IPC,
              r -> ipc(r.of.threadInstructions(), r.of.endCycle() - r.of.startCycle()))
          .text(ResultColumn.QUOTA, r -> r.of.quota())
          .text(ResultColumn.RESIDENT, r -> r.of.resident())
          .text(ResultColumn.DECISION_CYCLE, r -> r.of.decision().map(PolicyDecision::cycle))
          .text(ResultColumn.DECISION, r -> r.of.decision().map(PolicyDecision::winner))
          .text(ResultColumn.OUTCOME, r -> r.of.decision().map(d -> d.outcomes().get(0)))
          .text(ResultColumn.ROLES, r -> r.of.decision().map(DecisionText::roles))
          .text(ResultColumn.PARTITIONS, r -> decision(r.of, DecisionText::partitions))
          .text(ResultColumn.MEASURED, r -> decision(r.of, DecisionText::measured))
          .text(ResultColumn.SCORES, r -> decision(r.of, DecisionText::scores))
          .text(ResultColumn.MOVED, r -> r.of.decision().map(PolicyDecision::moved))
          .text(ResultColumn.SETTLE_CYCLES, r -> r.of.decision().map(PolicyDecision::settleCycles));

  /** One row per candidate and workload of each of the policy's decisions. */
  private static final Table<DecisionRow> DECISIONS =
      new Table<DecisionRow>(ResultFile.DECISIONS)
          .text(ResultColumn.EPOCH, DecisionRow::epoch)
          .text(ResultColumn.CYCLE, r -> r.decision().cycle())
          .text(ResultColumn.PAIR, DecisionRow::pair)
          .text(ResultColumn.CANDIDATE, r -> r.candidate().name())
          .text(ResultColumn.BENCHMARK, DecisionRow::benchmark)
          .text(ResultColumn.THREAD_BLOCKS, DecisionRow::threadBlocks)
          .text(ResultColumn.IPC, r -> r.share().ipc())
          .text(ResultColumn.SCORE, r -> r.candidate().score())
          .text(ResultColumn.CHOSEN, r -> r.decision().isChosen(r.candidate()));

  /** One row per kernel launch of the first rounds. */
  private static final Table<Row<RunResult.Launch>> KERNELS =
      new Table<Row<RunResult.Launch>>(ResultFile.KERNELS)
          .text(ResultColumn.BENCHMARK, r -> r.name(r.of.workload()))
          .text(ResultColumn.LAUNCH, r -> r.number)
          .text(ResultColumn.KERNEL, r -> r.of.kernel())
          .text(ResultColumn.START_CYCLE, r -> r.of.startCycle())
          .text(ResultColumn.CYCLES, r -> r.of.cycles())
          .text(ResultColumn.WARP_INSTRUCTIONS, r -> r.of.warpInstructions())
          .text(ResultColumn.THREAD_INSTRUCTIONS, r -> r.of.threadInstructions())
          .text(ResultColumn.IPC, r -> ipc(r.of.threadInstructions(), r.of.cycles()))
          .text(ResultColumn.THREAD_BLOCKS, r -> r.of.threadBlocks());

  /** One row per request; only if a workload has arrivals. */
  private static final Table<Row<RunResult.Request>> REQUESTS =
      new Table<Row<RunResult.Request>>(ResultFile.REQUESTS)
          .text(ResultColumn.BENCHMARK, r -> r.name(r.of.workload()))
          .text(ResultColumn.REQUEST, r -> r.of.request())
          .text(ResultColumn.ARRIVAL_CYCLE, r -> r.of.arrival())
          .text(ResultColumn.START_CYCLE, r -> r.of.start() < 0 ? "" : r.of.start())
          .text(ResultColumn.END_CYCLE, r -> r.of.end())
          .text(ResultColumn.LATENCY_MICROS, r -> r.micros(r.of.latency()))
          .text(ResultColumn.SLOWDOWN, r -> r.outcome.slowdown(r.of))
          .text(ResultColumn.LATE, r -> r.of.isLate());

  /** One row per workload and IPC window; only if windows were requested. */
  private static final Table<Window> WINDOWS =
      new Table<Window>(ResultFile.IPC)
          .text(ResultColumn.SM, Window::sm)
          .text(ResultColumn.WINDOW, w -> w.row.window())
          .text(ResultColumn.START_CYCLE, w -> w.row.startCycle())
          .text(ResultColumn.END_CYCLE, w -> w.row.endCycle())
          .text(ResultColumn.ISSUED_PER_SM, w -> w.issued / w.sms)
          .text(ResultColumn.BENCHMARK, Window::name)
          .text(ResultColumn.KERNEL, w -> w.row.kernel())
          .text(
              ResultColumn.WARP_INSTRUCTIONS,
              w -> w.sm.equals(ALL_SMS) ? w.row.warpInstructions() : "")
          .text(ResultColumn.THREAD_INSTRUCTIONS, w -> w.row.threadInstructions())
          .text(ResultColumn.IPC, w -> ipc(w.row.threadInstructions(), w.cycles()))
          .text(ResultColumn.IPC_PER_SM, w -> ipc(w.row.threadInstructions(), w.cycles() * w.sms));

  /** Roles and quotas of the SMs. */
  private static final Table<Row<RunResult.SmUse>> ROLES =
      new Table<Row<RunResult.SmUse>>(ResultFile.ROLES)
          .text(ResultColumn.CYCLE, r -> r.of.cycle())
          .text(ResultColumn.SM, r -> r.of.sm())
          .text(ResultColumn.ROLE, r -> r.of.role())
          .text(ResultColumn.BENCHMARK, r -> r.name(r.number))
          .text(ResultColumn.QUOTA, r -> r.of.quotas().get(r.number));

  /** Thread-block events on the SMs. */
  private static final Table<Row<EventLog>> TIMELINE =
      new Table<Row<EventLog>>(ResultFile.TIMELINE)
          .text(ResultColumn.CYCLE, r -> r.of.cycle(r.number))
          .text(ResultColumn.EVENT, r -> r.of.kind(r.number).name().toLowerCase(Locale.ROOT))
          .text(ResultColumn.SM, r -> r.of.sm(r.number))
          .text(ResultColumn.SLOT, r -> r.of.slot(r.number))
          .text(ResultColumn.BENCHMARK, r -> r.name(r.of.workload(r.number)))
          .text(ResultColumn.LAUNCH, r -> r.of.launch(r.number))
          .text(ResultColumn.THREAD_BLOCK, r -> r.of.threadBlock(r.number));

  /** All tables. */
  public static final List<Table<?>> TABLES =
      List.of(EPOCHS, DECISIONS, KERNELS, REQUESTS, WINDOWS, ROLES, TIMELINE);

  private ResultFiles() {}

  /**
   * A row.
   *
   * @param of its subject
   * @param number its index, if the subject has several rows
   */
  private record Row<T>(Outcome outcome, T of, int number) {
    String name(int workload) {
      return outcome.experiment().inputs().get(workload).name();
    }

    double micros(long cycles) {
      return 1000.0 * cycles / outcome.experiment().spec().gpu().coreKhz();
    }
  }

  /**
   * A workload in an IPC window of some SMs.
   *
   * @param sm which SMs
   * @param issued thread instructions of all workloads up to the end of the window
   */
  private record Window(String name, RunResult.WindowRow row, String sm, int sms, long issued) {
    long cycles() {
      return row.endCycle() - row.startCycle();
    }
  }

  /**
   * Writes all result files.
   *
   * @param folder to write to
   * @param outcome of the experiment
   * @param provenance of the results
   * @throws java.io.UncheckedIOException if a file cannot be written
   */
  public static void write(OutputFolder folder, Outcome outcome, Provenance provenance) {
    RunResult shared = outcome.shared();
    AtomicFile.write(folder.file(ResultFile.CONFIG.file()), Json.text(outcome.experiment().file()));
    AtomicFile.write(folder.file(ResultFile.RESOLVED.file()), outcome.experiment().resolved());
    EPOCHS.write(folder, shared.epochs().stream().map(e -> new Row<>(outcome, e, 0)));
    DECISIONS.write(folder, DecisionRow.of(outcome).stream());
    int[] launches = new int[outcome.alone().size()];
    KERNELS.write(
        folder,
        shared.launches().stream()
            .map(launch -> new Row<>(outcome, launch, launches[launch.workload()]++)));
    if (hasRequests(outcome)) {
      REQUESTS.write(folder, shared.requests().stream().map(r -> new Row<>(outcome, r, 0)));
    }
    if (outcome.experiment().spec().ipcWindow() > 0) {
      int sms = outcome.experiment().spec().gpu().sms();
      WINDOWS.write(
          folder,
          Stream.concat(
              windows(outcome, shared.windows(), ALL_SMS, sms),
              windows(outcome, shared.windowsOfSm(), "0", 1)));
    }
    ROLES.write(folder, shared.uses().stream().flatMap(use -> uses(outcome, use)));
    provenance.ownCode().write(folder);
    TIMELINE.write(
        folder,
        IntStream.range(0, shared.events().size())
            .mapToObj(i -> new Row<>(outcome, shared.events(), i)));
    AtomicFile.write(
        folder.file(ResultFile.SUMMARY.file()), Json.text(Summary.of(outcome, provenance)));
  }

  private static boolean hasRequests(Outcome outcome) {
    return IntStream.range(0, outcome.alone().size()).anyMatch(outcome::hasRequests);
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
