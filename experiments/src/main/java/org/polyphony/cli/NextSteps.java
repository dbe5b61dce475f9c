package org.polyphony.cli;

import static java.util.stream.Collectors.joining;
import static org.polyphony.results.table.Formats.text;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Home;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.results.CsvTable;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.table.Table;
import org.polyphony.simulation.RunRequest;

/** What a user may want to know or do after a run. */
final class NextSteps {
  private static final double WIDE = 0.03; // of the mean

  private NextSteps() {}

  /** Returns that a policy which decides had no time to, a line feed at its end; else nothing. */
  static String undecided(Outcome outcome) {
    if (!outcome.isUndecided() || outcome.shared().partial()) {
      return "";
    }
    RunRequest request = outcome.experiment().request();
    return text("%s made no decision: %s%n", request.sharing().policy(), why(outcome));
  }

  private static String why(Outcome outcome) {
    RunRequest request = outcome.experiment().request();
    String policy = request.sharing().policy();
    String obstacle =
        PartitionPolicies.create(policy, request.sharing().parameters())
            .obstacle(request.gpu(), request.workloads().size());
    long cycles = outcome.shared().cycles();
    if (!obstacle.isEmpty()) {
      return obstacle;
    }
    return cycles < 2L * request.epochCycles()
        ? text("the run ended at cycle %,d; increase instructionBudget or roundCycles", cycles)
        : "its kernels did not share SMs for a whole epoch because they finish sooner or do"
            + " not fit together";
  }

  /**
   * Returns that STP of a pair is known to vary much between seeds, a line feed at its end; else
   * nothing.
   *
   * @param known pairs, as they were measured
   */
  static String noise(Experiment experiment, List<KnownNoise> known) {
    return known.stream()
        .filter(noise -> noise.spread() > WIDE && isOf(noise, experiment))
        .findFirst()
        .map(
            noise ->
                text(
                    "STP of this pair varies by %.1f%% between seeds; use --repeat 5%n",
                    100 * noise.spread()))
        .orElse("");
  }

  private static boolean isOf(KnownNoise noise, Experiment experiment) {
    List<Experiment.Input> inputs = experiment.inputs();
    return inputs.stream().map(Experiment.Input::name).collect(joining("/")).equals(noise.pair())
        && inputs.stream().noneMatch(input -> input.type().isEmpty()) // benchmarks, not traces
        && experiment.request().sharing().policy().equals(noise.policy())
        && GpuConfigs.names().contains(noise.gpu())
        && experiment.request().gpu().equals(GpuConfigs.load(noise.gpu()));
  }

  /**
   * Returns commands that look at the results, a line each.
   *
   * @param folders of the run, and of the runs beside it
   */
  static String of(Outcome outcome, List<Path> folders) {
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

  /**
   * How much STP of a pair varies between seeds, as {@code study noise} measured it.
   *
   * @param pair names of both benchmarks, as {@code BS/LC}
   * @param gpu name of the device
   * @param policy name of the partition policy
   * @param spread largest STP less smallest, over the mean
   */
  record KnownNoise(String pair, String gpu, String policy, double spread) {
    private static final String SHIPPED = "experiments/studies/noise/results/noise.csv";

    /** Returns what the project ships; empty without the file. */
    static List<KnownNoise> shipped() {
      return read(Home.find().resolve(SHIPPED));
    }

    static List<KnownNoise> read(Path file) {
      if (!Files.exists(file)) {
        return List.of();
      }
      CsvTable table = CsvTable.read(file);
      return IntStream.range(0, table.rows())
          .mapToObj(
              row ->
                  new KnownNoise(
                      table.text(row, "pair"),
                      table.text(row, "gpu"),
                      table.text(row, "policy"),
                      table.number(row, "spread")))
          .toList();
    }
  }
}
