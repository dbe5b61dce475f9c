package org.polyphony.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.compare.Choices;

/** Damages a file, mostly by its kind: a field of a table, a value of JSON, a word of text. */
final class FileMutator {
  private static final int BY_KIND_PERCENT = 80;

  private FileMutator() {}

  static void damage(Path file, Choices choices) throws IOException {
    String name = file.getFileName().toString();
    boolean isByKind = choices.percent(BY_KIND_PERCENT);
    if (isByKind && name.endsWith(".csv") && Files.readString(file).lines().count() > 1) {
      Seeds.write(file, field(Files.readString(file), choices));
    } else if (isByKind && name.endsWith(".json")) {
      Seeds.write(file, new JsonMutator(choices).mutant(Seeds.json(file)));
    } else {
      damageText(file, choices);
    }
  }

  static void damageText(Path file, Choices choices) throws IOException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    Seeds.write(file, new TextMutator(choices).mutant(text));
  }

  static void damageBytes(Path file, Choices choices) throws IOException {
    Files.write(file, new ByteMutator(choices).mutant(Files.readAllBytes(file)));
  }

  /** Changes one field of a table, so that most tables are whole. */
  private static String field(String text, Choices choices) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    int line = choices.between(1, lines.size() - 1);
    String[] fields = lines.get(line).split(",", -1);
    int at = choices.between(0, fields.length - 1);
    fields[at] =
        choices.percent(70)
            ? OddValues.number(choices).asText()
            : new TextMutator(choices).mutant(fields[at]);
    lines.set(line, String.join(",", fields));
    return String.join("\n", lines) + "\n";
  }
}
