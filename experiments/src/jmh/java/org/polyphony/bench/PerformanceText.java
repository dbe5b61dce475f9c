package org.polyphony.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.run.Provenance;
import org.polyphony.study.pairs.Variant;

/** The page on performance as Markdown. */
final class PerformanceText {
  private final List<MeasuredRow> rows;
  private final StackSamples samples;
  private final Map<String, Double> reference; // warp instructions per second, by trace
  private final double seconds;
  private final long budget;
  private final StringBuilder text = new StringBuilder();

  PerformanceText(
      List<MeasuredRow> rows,
      StackSamples samples,
      Map<String, Double> reference,
      double seconds,
      long budget) {
    this.rows = List.copyOf(rows);
    this.samples = samples;
    this.reference = Map.copyOf(reference);
    this.seconds = seconds;
    this.budget = budget;
  }

  /**
   * Returns the page.
   *
   * @param notes what follows the tables
   */
  String page(String notes) {
    addHead();
    addTraces();
    addPairs();
    new PerformanceCosts(rows, samples).addTo(text);
    return text.append('\n').append(notes.strip()).append('\n').toString();
  }

  private void addHead() {
    Provenance program = Provenance.current();
    add(
        """
        # Performance

        How fast Polyphony simulates: warp instructions per second of processor time, on one thread and with warm code. Each workload
        ran for %s s to warm up and as long to be measured, at least once each, in one JVM, one after another. Each run did the same
        work as the one before, or the program would have stopped.

        Made by `org.polyphony.bench.PerformancePage`, which says how; "What was tried" and below are from `experiments/notes/performance.md`.
        Measured on %s, %d processors, Java %s, commit %s.
        """,
        plain(seconds),
        processor(),
        Runtime.getRuntime().availableProcessors(),
        program.java(),
        program.gitCommit() == null ? "unknown" : program.gitCommit());
  }

  private void addTraces() {
    List<MeasuredRow> traces = of(MeasuredRow.TRACES);
    if (traces.isEmpty()) {
      return;
    }
    add(
        """

        ## Traces

        Each alone on `%s`. The reference is Accel-Sim (GPGPU-Sim 4.2), with the same device and traces, per processor second
        of one thread; its speed was measured once, and is read from a file.

        | trace | warp instructions | Polyphony, per s | reference, per s | ratio |
        |---|--:|--:|--:|--:|
        """,
        PerformancePage.TRACE_GPU);
    List<MeasuredSpeed> speeds = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (MeasuredRow row : traces) {
      double speed = row.speed().perSecond();
      Optional<Double> other = Optional.ofNullable(reference.get(row.name()));
      other.ifPresent(o -> ratios.add(speed / o));
      speeds.add(row.speed());
      add(
          "| %s | %,d | %,.0f | %s | %s |%n",
          row.name(),
          row.speed().work().warpInstructions(),
          speed,
          other.map(o -> format("%,.0f", o)).orElse(""),
          other.map(o -> format("%.1f", speed / o)).orElse(""));
    }
    add(
        "| **geometric mean** | | **%,.0f** | | %s |%n",
        mean(speeds.stream().map(MeasuredSpeed::perSecond).toList()),
        ratios.isEmpty() ? "" : format("**%.1f**", mean(ratios)));
  }

  private void addPairs() {
    List<String> names =
        BenchmarkPairs.NAMES.stream().filter(n -> speed(n, 0).isPresent()).toList();
    if (names.isEmpty()) {
      return;
    }
    List<String> policies = BenchmarkPairs.VARIANTS.stream().map(Variant::policy).toList();
    add(
        """

        ## Pairs

        On `%s`, as `reproduce fig11` runs them, but with rounds of %,d thread instructions; a run ends after
        some three million warp instructions at the latest. Warp instructions per second.

        | pair | category | `%s` | `%s` |
        |---|---|--:|--:|
        """,
        BenchmarkPairs.GPU, budget, policies.get(0), policies.get(1));
    for (String name : names) {
      add(
          "| %s | %s | %,.0f | %,.0f |%n",
          name, BenchmarkPairs.category(name).label(), speed(name, 0).get(), speed(name, 1).get());
    }
    add(
        "| **geometric mean** | | **%,.0f** | **%,.0f** |%n",
        mean(names.stream().map(n -> speed(n, 0).get()).toList()),
        mean(names.stream().map(n -> speed(n, 1).get()).toList()));
  }

  private Optional<Double> speed(String pair, int variant) {
    String policy = BenchmarkPairs.VARIANTS.get(variant).policy();
    return rows.stream()
        .filter(row -> row.name().equals(pair) && row.policy().equals(policy))
        .map(row -> row.speed().perSecond())
        .findFirst();
  }

  private List<MeasuredRow> of(String group) {
    return rows.stream().filter(row -> row.group().equals(group)).toList();
  }

  private static double mean(List<Double> values) {
    double logarithms = values.stream().mapToDouble(Math::log).sum();
    return Math.exp(logarithms / values.size());
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch"); // not Linux
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? format("%.0f", value) : Double.toString(value);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private void add(String format, Object... values) {
    text.append(format(format, values));
  }
}
