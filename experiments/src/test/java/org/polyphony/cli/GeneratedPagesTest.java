package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.part.arbitration.Arbiters;
import org.polyphony.gpu.part.dram.DramSchedulers;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.input.Home;
import org.polyphony.input.Key;
import org.polyphony.input.KeyRule;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.workload.fidelity.SassFidelity;

/**
 * The generated sections of pages are what the program says. {@code -Dpolyphony.update=true} writes
 * them anew.
 */
class GeneratedPagesTest {
  private static final String BEGIN = "<!-- generated: begin -->\n";
  private static final String END = "<!-- generated: end -->\n";

  /** What each treatment means, in the order of the page. */
  private static final Map<String, String> TREATMENTS =
      Map.of(
          "NOT_MODELLED",
          "Not modeled: stops the run, or runs as stated with `--approximate`",
          "APPROXIMATED",
          "Approximated: has a known error in its timing and is counted",
          "IGNORED",
          "Ignored: takes an issue slot, has no other effect, and is counted",
          "EXACT",
          "Exact: pipe, latency and throughput of its class in the device file, its accesses and its waits");

  @Test
  void builtInPolicies() throws IOException {
    assertGenerated(
        "docs/built-in-policies.md",
        section("Partition policies (`policy`)", PartitionPolicies.descriptions())
            + section(
                "Warp schedulers within a kernel (`warpScheduler`)", WarpSchedulers.withinKernel())
            + section(
                "Warp schedulers between kernels (`kernelScheduler`)",
                WarpSchedulers.betweenKernels())
            + section("Preemption techniques (`preemption`)", Preemptions.list())
            + section(
                "Replacement (`gpu.l1d.replacement`, `gpu.l2.replacement`,"
                    + " `gpu.constantCache.replacement`)",
                PolicyCatalog.ofParts(ReplacementPolicies.KIND))
            + section(
                "DRAM schedulers (`gpu.dram.scheduler`)",
                PolicyCatalog.ofParts(DramSchedulers.KIND))
            + section(
                "Arbiters (`gpu.crossbar.arbiter`, `gpu.l2.arbiter`)",
                PolicyCatalog.ofParts(Arbiters.KIND))
            + section(
                "Prefetchers (`gpu.l1d.prefetcher`, `gpu.l2.prefetcher`)",
                PolicyCatalog.ofParts(Prefetchers.KIND)));
  }

  @Test
  void limits() throws IOException {
    StringBuilder text = new StringBuilder("\n");
    for (String treatment : List.of("NOT_MODELLED", "APPROXIMATED", "IGNORED", "EXACT")) {
      text.append("**").append(TREATMENTS.get(treatment)).append(".**\n\n");
      text.append(
          treatment.equals("EXACT")
              ? "| class | opcodes |\n"
              : "| opcodes | what the device does instead |\n");
      text.append("|---|---|\n").append(rows(treatment)).append('\n');
    }
    assertGenerated("docs/limits.md", text.toString());
  }

  @Test
  void howPoliciesCompare() throws IOException {
    String page = "experiments/studies/policies/results/POLICIES.md";
    assertGenerated(
        "README.md",
        generated(Files.readString(Home.find().resolve(page)))
            .lines()
            .filter(line -> line.startsWith("|"))
            .map(row -> String.join("|", List.of(row.split("\\|", -1)).subList(0, 4)) + "|\n")
            .collect(Collectors.joining()));
  }

  private static String generated(String text) {
    return text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END));
  }

  private static String rows(String treatment) throws IOException {
    StringBuilder rows = new StringBuilder();
    try (InputStream in = SassFidelity.class.getResourceAsStream("sass-fidelity.json")) {
      for (JsonNode group : new ObjectMapper().readTree(in).path("opcodes")) {
        if (group.path("treatment").asText().equals(treatment)) {
          group
              .properties()
              .forEach(
                  names -> {
                    if (names.getKey().equals("opcodes")) {
                      rows.append(row(names.getValue().asText(), group.path("how").asText()));
                    } else if (!List.of("treatment", "how").contains(names.getKey())) {
                      rows.append(row(names.getKey(), names.getValue().asText()));
                    }
                  });
        }
      }
    }
    String unknown = SassFidelity.UNKNOWN.how();
    return treatment.equals("NOT_MODELLED") ? rows + row("any other", unknown) : rows.toString();
  }

  private static String row(String first, String second) {
    return "| " + first + " | " + second + " |\n";
  }

  private static String section(String heading, List<PolicyDescription> policies) {
    String table =
        policies.stream()
            .map(each -> "| `%s` | %s | %s |\n".formatted(each.name(), each.line(), each.source()))
            .collect(Collectors.joining());
    String parameters =
        policies.stream()
            .filter(each -> !each.parameters().isEmpty())
            .map(GeneratedPagesTest::parameters)
            .collect(Collectors.joining());
    return "\n## "
        + heading
        + "\n\n| name | what it does | source |\n|---|---|---|\n"
        + table
        + parameters;
  }

  private static String parameters(PolicyDescription policy) {
    String rows =
        policy.parameters().stream()
            .map(GeneratedPagesTest::parameter)
            .collect(Collectors.joining());
    return "\nParameters of `%s`:\n\n| parameter | meaning | values | default |\n|---|---|---|---|\n%s"
        .formatted(policy.name(), rows);
  }

  private static String parameter(RecordComponent parameter) {
    Key key = parameter.getAnnotation(Key.class);
    String unit = key.unit().isEmpty() ? "" : ", " + key.unit();
    boolean hasDefault = parameter.getType() != List.class && !key.absent().equals(Key.REQUIRED);
    String absent = hasDefault ? "`" + key.absent() + "`" : "";
    return "| `%s` | %s | %s | %s |\n"
        .formatted(
            parameter.getName(), key.value(), KeyRule.of(parameter).allowed() + unit, absent);
  }

  private static void assertGenerated(String name, String expected) throws IOException {
    Path page = Home.find().resolve(name);
    String text = Files.readString(page);
    if (System.getProperty("polyphony.update") != null) {
      int begin = text.indexOf(BEGIN) + BEGIN.length();
      Files.writeString(
          page, text.substring(0, begin) + expected + text.substring(text.indexOf(END)));
      return;
    }
    assertEquals(expected, generated(text), "run this test with -Dpolyphony.update=true");
  }
}
