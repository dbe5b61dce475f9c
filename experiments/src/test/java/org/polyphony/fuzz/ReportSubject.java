package org.polyphony.fuzz;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.Immutable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.polyphony.cli.CommandRun;
import org.polyphony.compare.Choices;
import org.polyphony.results.store.Json;

/**
 * A profiler's report, which is imported; the models of one that is taken run on a small device. Of
 * a report that lacks counters, or is written in another encoding, a model is the same or says so.
 */
@Immutable
final class ReportSubject implements Subject {
  private static final String EXPERIMENT = "e.json";
  private static final String WHOLE = "whole"; // folder of the models of the whole report

  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    ReportPages pages = ReportPages.some(choices);
    if (choices.percent(25)) {
      return writeLess(pages, folder, choices);
    }
    boolean isWhole = choices.percent(15);
    if (!isWhole) {
      new ReportMutator(choices).damage(pages);
    }
    boolean inSource = choices.percent(60);
    Path source = folder.resolve(choices.of("source.csv", "source.csv.gz"));
    Path raw = folder.resolve(choices.of("raw.csv", "raw.csv", "raw.csv.gz"));
    Files.write(source, file(source, pages.sourceText(), isWhole && inSource, choices));
    Files.write(raw, file(raw, pages.rawText(), isWhole && !inSource, choices));
    if (choices.percent(2)) {
      Files.delete(choices.of(source, raw));
    }
    return choices.percent(2)
        ? List.of("import", raw.toString(), source.toString())
        : List.of("import", source.toString(), raw.toString());
  }

  /** Imports the whole report, then takes counters out of it. */
  private static List<String> writeLess(ReportPages pages, Path folder, Choices choices)
      throws IOException {
    Path source = folder.resolve("source.csv");
    Path raw = folder.resolve("raw.csv");
    List<String> arguments = List.of("import", source.toString(), raw.toString());
    Seeds.write(source, pages.sourceText());
    Seeds.write(raw, pages.rawText());
    List<String> whole = new ArrayList<>(arguments);
    whole.addAll(List.of("--out", folder.resolve(WHOLE).toString()));
    CommandRun.of(new ShortDevice(), folder.resolve("cache"), whole.toArray(String[]::new));
    new ReportMutator(choices).lessen(pages);
    Files.write(source, encoded(pages.sourceText(), choices));
    Files.write(raw, encoded(pages.rawText(), choices));
    return arguments;
  }

  private static byte[] encoded(String text, Choices choices) {
    Charset charset =
        choices.of(
            StandardCharsets.UTF_8,
            StandardCharsets.UTF_8,
            StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE);
    boolean hasMark = !charset.equals(StandardCharsets.UTF_8) || choices.percent(30);
    return ((hasMark ? "\uFEFF" : "") + text).getBytes(charset);
  }

  /** A model is that of the whole report, or says what the report lacks. */
  @Override
  public Optional<String> harm(Path folder, int exitCode) throws IOException {
    Path whole = folder.resolve(WHOLE);
    if (exitCode != 0 || !Files.isDirectory(whole)) {
      return Optional.empty();
    }
    try (Stream<Path> models = Files.list(folder.resolve("out"))) {
      for (Path model : models.toList()) {
        String text = Files.readString(model);
        String expected = Files.readString(whole.resolve(model.getFileName()));
        boolean isTold = text.contains("The measured time is unknown");
        if (!text.equals(expected) && !(isTold && sameButAbout(text, expected))) {
          return Optional.of("another model without a word: " + model.getFileName());
        }
      }
    }
    return Optional.empty();
  }

  private static boolean sameButAbout(String one, String other) {
    String about = "\"about\": .*";
    return one.replaceFirst(about, "").equals(other.replaceFirst(about, ""));
  }

  private static byte[] file(Path path, String text, boolean isDamaged, Choices choices)
      throws IOException {
    boolean isPacked = path.toString().endsWith(".gz");
    byte[] bytes = isDamaged ? damaged(text, choices) : text.getBytes(StandardCharsets.UTF_8);
    if (!isPacked || (isDamaged && choices.percent(10))) {
      return bytes;
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return isDamaged && choices.percent(50)
        ? new ByteMutator(choices).mutant(packed.toByteArray())
        : packed.toByteArray();
  }

  private static byte[] damaged(String text, Choices choices) {
    Charset utf8 = StandardCharsets.UTF_8;
    return switch (choices.between(0, 7)) {
      case 0 -> new byte[0];
      case 1 -> text.substring(0, choices.between(0, text.length())).getBytes(utf8);
      case 2 -> text.replace("\"", choices.of("", "'", "\"\"")).getBytes(utf8);
      case 3 -> text.replace("\n", choices.of("\r\n", "\r", "\n\n", " ")).getBytes(utf8);
      case 4 -> text.getBytes(choices.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE));
      case 5 ->
          ("\uFEFF" + text + "\u00e4").getBytes(choices.of(utf8, StandardCharsets.ISO_8859_1));
      case 6 -> new ByteMutator(choices).mutant(text.getBytes(utf8));
      default -> new TextMutator(choices).mutant(text).getBytes(utf8);
    };
  }

  /** Describes or runs what was imported: each model is valid, fits on the device and ends. */
  @Override
  public Optional<List<String>> use(Path folder) throws IOException {
    if (Files.exists(folder.resolve(WHOLE))) {
      try (Stream<Path> models = Files.list(folder.resolve("out"))) {
        return models.sorted().findFirst().map(model -> List.of("describe", model.toString()));
      }
    }
    ObjectNode experiment = Json.object().put("schemaVersion", 1).put("name", "imported");
    experiment.putObject("gpu").put("extends", "hopper-h200").put("sms", 4);
    ArrayNode workloads = experiment.putArray("workloads");
    try (var models = Files.list(folder.resolve("out"))) {
      models
          .sorted()
          .limit(2)
          .forEach(
              model ->
                  workloads
                      .addObject()
                      .put("model", model.toString())
                      .put("scale", 0.02)
                      .put("approximate", true));
    }
    experiment.put("policy", workloads.size() == 1 ? "alone" : "smk-even");
    experiment.put("instructionBudget", 50_000);
    Seeds.write(folder.resolve(EXPERIMENT), Json.text(experiment));
    return Optional.of(List.of("run", folder.resolve(EXPERIMENT).toString(), "--quiet"));
  }
}
