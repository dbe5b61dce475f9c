package org.polyphony.fuzz;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.cli.CommandRun;
import org.polyphony.compare.Choices;

/** Results of a run or of a host experiment, one or two files of which are damaged: drawn, read. */
@Immutable
final class ResultsSubject implements Subject {
  private static final String EXPERIMENT =
      "{\"gpu\": {\"extends\": \"gtx980\", \"sms\": 2}, \"instructionBudget\": 5000, \"workloads\":"
          + " [{\"trace\": \"t/kernel-1.traceg\"}, {\"model\": \"model.json\", \"arrivals\":"
          + " {\"times\": [0, 5], \"count\": 2}}]}";

  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    Path whole = folder.resolveSibling("whole-results");
    if (!Files.exists(whole)) {
      fill(whole);
    }
    Path results = Files.createDirectories(folder.resolve("results"));
    List<Path> copies = new ArrayList<>();
    try (Stream<Path> files = Files.list(whole.resolve(choices.of("run", "host")))) {
      for (Path file : files.sorted().toList()) {
        copies.add(Files.copy(file, results.resolve(file.getFileName().toString())));
      }
    }
    for (int i = choices.of(1, 1, 2); i > 0; i--) {
      damage(choices.of(copies), choices);
    }
    return List.of(
        choices.of("plot", "plot", "plot", "report", "timeline", "compare"), results.toString());
  }

  private static void fill(Path whole) throws IOException {
    Seeds.copy(whole, "model.json", "cycles.json", "co-run.json");
    Seeds.write(whole.resolve("e.json"), EXPERIMENT);
    Seeds.write(
        whole.resolve("t").resolve("kernel-1.traceg"), SketchedTrace.random(new Choices(1)).text());
    fill(whole, "run", "e.json");
    fill(whole, "host", "co-run.json");
  }

  private static void fill(Path whole, String command, String config) {
    CommandRun.of(
        new ShortDevice(),
        whole.resolve("cache"),
        command,
        whole.resolve(config).toString(),
        "--quiet",
        "--out",
        whole.resolve(command).toString());
  }

  private static void damage(Path file, Choices choices) throws IOException {
    String text = Files.readString(file);
    boolean isTable = file.toString().endsWith(".csv") && text.lines().count() > 1;
    if (isTable && choices.percent(80)) {
      Seeds.write(file, field(text, choices));
    } else if (file.toString().endsWith(".json") && choices.percent(80)) {
      Seeds.write(file, new JsonMutator(choices).mutant(Seeds.json(file)));
    } else {
      Seeds.write(file, new TextMutator(choices).mutant(text));
    }
  }

  private static String field(String text, Choices choices) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    int line = choices.between(1, lines.size() - 1);
    String[] fields = lines.get(line).split(",", -1);
    int at = choices.between(0, fields.length - 1);
    String odd = OddValues.number(choices).asText();
    fields[at] = choices.percent(50) && !odd.startsWith("-") ? "-" + odd : odd;
    lines.set(line, String.join(",", fields));
    return String.join("\n", lines) + "\n";
  }
}
