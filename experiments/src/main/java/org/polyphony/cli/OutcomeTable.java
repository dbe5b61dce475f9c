package org.polyphony.cli;

import static org.polyphony.results.table.Formats.finite;
import static org.polyphony.results.table.Formats.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.config.Seeds;
import org.polyphony.policy.partition.Alone;
import org.polyphony.results.RunRecord;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Latencies;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.Repeats;
import org.polyphony.results.table.Table;
import org.polyphony.simulation.PolicyFacts;
import org.polyphony.simulation.Tenant;
import org.polyphony.workload.fidelity.InstructionCount;

/** What a run shows on standard output. */
final class OutcomeTable {
  private static final String RATIO = "%.3f";
  private static final String MICROS = "%.1f";
  private static final int MOST_SHOWN = 3; // kinds of instructions

  private OutcomeTable() {}

  static String of(Outcome outcome) {
    boolean isAlone = outcome.experiment().spec().policy().equals(Alone.NAME);
    return (isAlone ? ofOne(outcome) : ofSeveral(outcome)) + undecided(outcome);
  }

  /** Returns that a policy which decides had no time to, a line feed at its end; else nothing. */
  private static String undecided(Outcome outcome) {
    if (!outcome.isUndecided() || outcome.shared().partial()) {
      return "";
    }
    String policy = outcome.experiment().spec().policy();
    return text("%s made no decision: %s%n", policy, why(outcome));
  }

  private static String why(Outcome outcome) {
    PolicyFacts policy = outcome.shared().partitioning().policy();
    long cycles = outcome.shared().cycles();
    if (!policy.obstacle().isEmpty()) {
      return policy.obstacle();
    }
    return cycles < 2L * policy.epochCycles()
        ? text("the run ended at cycle %,d; increase instructionBudget or roundCycles", cycles)
        : "its kernels did not share SMs for a whole epoch because they finish sooner or do"
            + " not fit together";
  }

  /**
   * Returns commands that look at the results, a line each.
   *
   * @param folders of the run, and of the runs beside it
   */
  static String next(Outcome outcome, List<Path> folders) {
    Path folder = folders.get(0);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  polyphony report " + folder, "tables and charts on one page"));
    rows.add(List.of("  polyphony timeline " + folder, "what each SM did, for Perfetto"));
    for (Path other : folders.subList(1, folders.size())) {
      String compare = "  polyphony compare " + folder + " " + other;
      rows.add(List.of(compare, "differences of all metrics"));
    }
    if (!outcome.shared().partitioning().decisions().isEmpty()) {
      rows.add(
          List.of(
              "  " + folder.resolve("decisions.csv"), "measurements and decisions of the policy"));
    }
    return Table.ofCells("next:", "").lines(rows);
  }

  /** A solo run has nothing to be compared with. */
  private static String ofOne(Outcome outcome) {
    Experiment experiment = outcome.experiment();
    double ipc = outcome.shared().benchmarks().get(0).ipc();
    return text(
        "%s alone on %s: IPC %s%n%s%s",
        experiment.inputs().get(0).name(),
        experiment.spec().gpu().name(),
        finite("%.1f", ipc),
        requests(outcome),
        simulated(outcome));
  }

  private static String ofSeveral(Outcome outcome) {
    return new Table<Integer>()
            .text("benchmark", i -> outcome.experiment().inputs().get(i).name())
            .text("type", i -> type(outcome.experiment().inputs().get(i)))
            .text("solo IPC", i -> finite("%.1f", outcome.ipcAlone(i)))
            .text("IPC shared", i -> finite("%.1f", outcome.shared().benchmarks().get(i).ipc()))
            .text("progress", i -> finite(RATIO, outcome.normalizedProgress(i)))
            .lines(IntStream.range(0, outcome.alone().size()).boxed().toList())
        + requests(outcome)
        + text("STP %s  ANTT %s  ", finite(RATIO, outcome.stp()), finite(RATIO, outcome.antt()))
        + simulated(outcome);
  }

  /** Returns a line for each workload with requests; nothing without such. */
  private static String requests(Outcome outcome) {
    List<Integer> workloads =
        IntStream.range(0, outcome.alone().size()).filter(outcome::hasRequests).boxed().toList();
    Table<Integer> table =
        new Table<Integer>()
            .text("requests to", i -> outcome.experiment().inputs().get(i).name())
            .text("ended", i -> text("%,d", outcome.latencies(i).count()));
    for (int percent : List.of(50, 95, 99)) {
      table =
          table.text(
              "p" + percent + " (us)",
              i -> finite(MICROS, outcome.latencies(i).percentile(percent)));
    }
    return workloads.isEmpty()
        ? ""
        : table.text("deadline misses", i -> misses(outcome, i)).lines(workloads)
            + warning(outcome, workloads);
  }

  private static String warning(Outcome outcome, List<Integer> workloads) {
    int fewest = workloads.stream().mapToInt(i -> outcome.latencies(i).count()).min().orElse(0);
    String words = Latencies.warning(fewest, 95, 99);
    return words.isEmpty() ? "" : words + "\n";
  }

  private static String misses(Outcome outcome, int workload) {
    boolean hasDeadline =
        outcome.experiment().spec().tenants().get(workload).deadline() != Tenant.NONE;
    return hasDeadline ? text("%,d", outcome.latencies(workload).late()) : "-";
  }

  /** Returns a line for each policy; of several seeds, their means, under a heading. */
  static String means(List<Repeats> policies) {
    Repeats first = policies.get(0);
    Seeds seeds = new Seeds(first.runs().get(0).seed(), first.runs().size());
    Table<Repeats> table =
        new Table<Repeats>()
            .text("policy", of -> of.experiment().spec().policy())
            .text("STP", of -> of.mean(Repeats.Repeat::stp).text(RATIO))
            .text("ANTT", of -> of.mean(Repeats.Repeat::antt).text(RATIO));
    for (int i = 0; i < first.experiment().inputs().size(); i++) {
      int workload = i;
      String name = first.experiment().inputs().get(i).name();
      table = table.text(name + " progress", of -> of.progress(workload).text(RATIO));
      if (first.runs().get(0).latencies().get(i).isPresent()) {
        table =
            table.text(name + " p95 (us)", of -> of.mean(run -> p95(run, workload)).text(MICROS));
      }
    }
    if (seeds.count() == 1) {
      return table.lines(policies) + undecided(policies.subList(1, policies.size())); // own: said
    }
    return "means over "
        + seeds.words()
        + " with 95% intervals\n"
        + table.text("cycles", of -> of.mean(Repeats.Repeat::cycles).text("%,.0f")).lines(policies)
        + undecided(policies)
        + approximated(policies);
  }

  private static String undecided(List<Repeats> policies) {
    StringBuilder lines = new StringBuilder();
    for (Repeats of : policies) {
      List<Boolean> decided = of.runs().stream().flatMap(run -> run.decided().stream()).toList();
      RunRecord.undecided(of.experiment().spec().policy(), decided)
          .ifPresent(line -> lines.append(line + "\n"));
    }
    return lines.toString();
  }

  private static String approximated(List<Repeats> policies) {
    long count =
        policies.stream()
            .flatMap(of -> of.runs().stream())
            .mapToLong(Repeats.Repeat::approximated)
            .sum();
    return count == 0
        ? ""
        : text("approximated %,d warp instructions; which ones: summary.json%n", count);
  }

  private static double p95(Repeats.Repeat run, int workload) {
    return run.latencies().get(workload).orElseThrow().percentile(95);
  }

  private static String type(Experiment.Input input) {
    return input.type().isEmpty() ? "-" : input.type();
  }

  private static String simulated(Outcome outcome) {
    return text(
            "cycles %,d  warp instructions %,d%nsimulated %,d warp instructions in"
                + " %.2f s: %.2f M/s%n",
            outcome.shared().cycles(),
            outcome.shared().warpInstructions(),
            outcome.simulatedWarpInstructions(),
            outcome.seconds(),
            outcome.warpInstructionsPerSecond() / 1e6)
        + inexact(outcome);
  }

  /** Returns a line about instructions that are not exact; nothing without such. */
  private static String inexact(Outcome outcome) {
    if (outcome.inexact().isEmpty()) {
      return "";
    }
    String which =
        outcome.inexact().stream()
            .sorted(Comparator.comparing(InstructionCount::warpInstructions).reversed())
            .limit(MOST_SHOWN)
            .map(count -> count.mnemonic() + " (" + count.fidelity().how() + ")")
            .collect(Collectors.joining(", "));
    return text(
        "approximated %,d and ignored %,d warp instructions: %s%s%n",
        outcome.approximated(),
        outcome.ignored(),
        which,
        outcome.inexact().size() > MOST_SHOWN ? ", ... (all in summary.json)" : "");
  }
}
