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
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.polyphony.compare.Choices;
import org.polyphony.results.store.Json;

/**
 * A profiler's report, which is imported; the models of one that is taken run on a small device.
 */
@Immutable
final class ReportSubject implements Subject {
  private static final String EXPERIMENT = "e.json";

  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    ReportPages pages = ReportPages.some(choices);
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

  /** Runs what was imported: each model is valid, fits on the device and ends. */
  @Override
  public Optional<List<String>> use(Path folder) throws IOException {
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
