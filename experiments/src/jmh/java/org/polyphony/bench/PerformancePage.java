package org.polyphony.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.Home;
import org.polyphony.run.Experiment;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.study.TraceFolders;
import org.polyphony.study.pairs.Variant;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Makes {@code experiments/PERFORMANCE.md}. From the root of the project:
 *
 * <pre>{@code
 * mvn -q -Pperformance -pl experiments -am -DskipTests package -Dperformance.args="--seconds 5
 *   --traces traces --reference facts/reference-cycles.json
 *   --out experiments/PERFORMANCE.md"
 * }</pre>
 *
 * <p>Everything runs one after another in the one JVM, on its main thread.
 */
@Command(
    name = "performance",
    mixinStandardHelpOptions = true,
    usageHelpWidth = 100,
    description =
        "Measures how fast traces and pairs are simulated, and writes a page of Markdown.")
public final class PerformancePage implements Callable<Integer> {
  static final String TRACE_GPU = "gtx980-reference";
  private static final Path NOTES = Path.of("experiments", "notes", "performance.md");

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = "each folder below DIR with a kernelslist.g (default: the bundled samples)")
  private Path traces;

  @Option(
      names = "--reference",
      paramLabel = "FILE",
      description = "has the reference simulator's own speed, as reference-cycles.json")
  private Path reference;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "of processor time to warm up and again to measure, each workload (default 5)")
  private double seconds;

  @Option(
      names = "--budget",
      paramLabel = "N",
      defaultValue = "" + BenchmarkPairs.BUDGET,
      description = "thread instructions of each benchmark of a pair (default 20000000)")
  private long budget;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "measures these traces and pairs only, as bfs or BS/NW; may be given often")
  private List<String> only = new ArrayList<>();

  @Option(names = "--out", paramLabel = "FILE", description = "writes there, not to the screen")
  private Path out;

  private final List<MeasuredRow> rows = new ArrayList<>();

  private PerformancePage() {}

  /**
   * Runs the command and ends the JVM with its exit code.
   *
   * @param args as {@code --help} says
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new PerformancePage()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    Map<String, Double> referenceSpeeds = referenceSpeeds(); // refuses a bad file at once
    StackSamples samples = new StackSamples();
    measureTraces();
    measurePairs();
    samples.stop();
    String page =
        new PerformanceText(rows, samples, referenceSpeeds, seconds, budget).page(notes());
    if (out == null) {
      System.out.print(page);
    } else {
      AtomicFile.write(out, page);
    }
    return 0;
  }

  private Map<String, Double> referenceSpeeds() throws IOException {
    Map<String, Double> speeds = new TreeMap<>();
    if (reference != null) {
      Json.parse(Files.readString(reference))
          .path("applications")
          .properties()
          .forEach(
              application ->
                  speeds.put(
                      application.getKey(),
                      application.getValue().path("warpInstructionsPerSecond").asDouble()));
    }
    return speeds;
  }

  private void measureTraces() {
    Map<String, Path> folders =
        traces == null ? TraceFolders.bundled() : TraceFolders.below(traces);
    folders.forEach(
        (name, folder) -> {
          if (isWanted(name)) {
            measure(MeasuredRow.TRACES, name, "alone", () -> alone(name, folder));
          }
        });
  }

  private static RunRequest alone(String name, Path folder) {
    return Experiment.alone(
            name, BenchmarkWorkload.open(folder.toString()), GpuConfigs.load(TRACE_GPU))
        .request();
  }

  private void measurePairs() {
    for (String pair : BenchmarkPairs.NAMES) {
      String group = BenchmarkPairs.category(pair).label();
      for (Variant variant : isWanted(pair) ? BenchmarkPairs.VARIANTS : List.<Variant>of()) {
        String policy = variant.policy();
        measure(
            group,
            pair,
            policy,
            () -> BenchmarkPairs.request(pair, policy, BenchmarkPairs.GPU, budget));
      }
    }
  }

  private boolean isWanted(String name) {
    return only.isEmpty() || only.contains(name);
  }

  private void measure(String group, String name, String policy, Callable<RunRequest> request) {
    boolean isTrace = group.equals(MeasuredRow.TRACES);
    RunWatcher watcher = isTrace ? RunWatcher.NONE : BenchmarkPairs.END;
    try {
      MeasuredRow row =
          new MeasuredRow(group, name, policy, MeasuredSpeed.of(request.call(), watcher, seconds));
      System.err.printf("%s %s: %,.0f/s%n", name, policy, row.speed().perSecond());
      rows.add(row);
    } catch (Exception e) {
      throw new IllegalStateException(name + " " + policy + ": " + e.getMessage(), e);
    }
  }

  private static String notes() {
    try {
      return Files.readString(Home.find().resolve(NOTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
