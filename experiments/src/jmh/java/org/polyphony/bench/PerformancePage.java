package org.polyphony.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.polyphony.input.Home;
import org.polyphony.results.store.Json;

/**
 * Prints {@code experiments/PERFORMANCE.md} from what JMH measured of {@link DeviceBenchmark} and
 * {@link PairBenchmark}; {@code CONTRIBUTING.md} has the commands.
 */
public final class PerformancePage {
  private static final Path PAGE = Path.of("experiments", "PERFORMANCE.md");
  private static final String NOTES = "## What was tried"; // from here on written by hand

  private final StringBuilder page = new StringBuilder();

  private PerformancePage() {}

  /**
   * Prints the page.
   *
   * @param args JMH's results as JSON; then, if given, a file with the speed of the reference
   *     simulator as {@code applications.NAME.warpInstructionsPerSecond}
   * @throws IOException a file cannot be read
   */
  public static void main(String[] args) throws IOException {
    JsonNode results = Json.parse(Files.readString(Path.of(args[0])));
    JsonNode reference =
        args.length > 1
            ? Json.parse(Files.readString(Path.of(args[1]))).path("applications")
            : Json.object();
    String now = Files.readString(Home.find().resolve(PAGE));
    String notes = now.substring(now.indexOf(NOTES));
    System.out.print(page(results, reference, notes));
  }

  static String page(JsonNode results, JsonNode reference, String notes) {
    PerformancePage page = new PerformancePage();
    page.addHead(results.path(0));
    page.addWorkloads(results, reference);
    page.addPairs(results);
    return page.page.append('\n').append(notes.strip()).append('\n').toString();
  }

  private void addHead(JsonNode any) {
    add(
        """
        # Performance

        This page states how many warp instructions Polyphony simulates per second, on one thread with warm code. A benchmark
        fails unless all its runs do the same work.

        `org.polyphony.bench.PerformancePage` generates this page from the results of JMH (Java %s, %d iterations of %s);
        the sections from "What was tried" on are written by hand and kept.
        """,
        any.path("jdkVersion").asText(),
        any.path("measurementIterations").asInt(),
        any.path("measurementTime").asText());
  }

  private void addWorkloads(JsonNode results, JsonNode reference) {
    add(
        """

        ## One workload

        These are solo runs of traces and bundled workloads. The reference is Accel-Sim (GPGPU-Sim 4.2) on one thread, with the
        same device and traces. Its speed was measured once and is read from a file.

        | workload | device | Polyphony, per s | reference, per s | ratio |
        |---|---|--:|--:|--:|
        """);
    List<Double> speeds = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (JsonNode result : of(DeviceBenchmark.class, results)) {
      String name = Path.of(param(result, "workload")).getFileName().toString();
      double speed = speed(result);
      double other =
          reference.path(name.replace('-', '_')).path("warpInstructionsPerSecond").asDouble();
      speeds.add(speed);
      String beside = " | ";
      if (other > 0) {
        ratios.add(speed / other);
        beside = text("%,.0f | %.1f", other, speed / other);
      }
      add("| %s | %s | %,.0f | %s |%n", name, param(result, "gpu"), speed, beside);
    }
    String ratio = ratios.isEmpty() ? "" : text("**%.1f**", mean(ratios));
    add("| **geometric mean** | | **%,.0f** | | %s |%n", mean(speeds), ratio);
  }

  private void addPairs(JsonNode results) {
    Map<String, Map<String, Double>> pairs = new LinkedHashMap<>(); // speed by pair and policy
    Set<String> policies = new LinkedHashSet<>();
    for (JsonNode result : of(PairBenchmark.class, results)) {
      policies.add(param(result, "policy"));
      pairs
          .computeIfAbsent(param(result, "pair"), pair -> new LinkedHashMap<>())
          .put(param(result, "policy"), speed(result));
    }
    add(
        """

        ## Pairs

        Pairs run as in `reproduce fig11`, but with shorter rounds. A run ends after at most three million warp instructions.

        | pair |%s
        |---|%s
        """,
        " `" + String.join("` | `", policies) + "` |", "--:|".repeat(policies.size()));
    pairs.forEach((pair, speeds) -> addRow(pair, "%,.0f", policies, speeds));
    Map<String, Double> means = new LinkedHashMap<>();
    for (String policy : policies) {
      means.put(policy, mean(pairs.values().stream().map(speeds -> speeds.get(policy)).toList()));
    }
    addRow("**geometric mean**", "**%,.0f**", policies, means);
  }

  private void addRow(
      String first, String format, Set<String> policies, Map<String, Double> speeds) {
    add("| %s |", first);
    policies.forEach(policy -> add(" " + format + " |", speeds.get(policy)));
    page.append('\n');
  }

  private static List<JsonNode> of(Class<?> benchmark, JsonNode results) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode result : results) {
      if (result.path("benchmark").asText().startsWith(benchmark.getName() + ".")) {
        found.add(result);
      }
    }
    return found;
  }

  private static String param(JsonNode result, String name) {
    return result.path("params").path(name).asText();
  }

  /** Returns warp instructions per second. */
  private static double speed(JsonNode result) {
    return result.path("secondaryMetrics").path("warpInstructions").path("score").asDouble();
  }

  private static double mean(List<Double> values) {
    return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(0));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private void add(String format, Object... values) {
    page.append(text(format, values));
  }
}
