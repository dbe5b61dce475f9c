package org.polyphony.fuzz;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.polyphony.compare.Choices;
import org.polyphony.results.CsvTable;
import org.polyphony.results.store.Json;

/**
 * A study whose variants, columns, values and conditions have odd names. Its runs are made once and
 * lie in its folder, so that no case simulates.
 */
@Immutable
final class StudySubject implements Subject {
  private static final String NAN = "no number";
  private static final List<String> COLUMNS = Seeds.words("study columns");
  private static final List<String> ODD = Seeds.words("study names");

  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    Path runs = folder.resolveSibling("runs.jsonl");
    if (!Files.exists(runs)) {
      fill(folder.resolveSibling("whole-study"), runs);
    }
    Path study = Files.createDirectories(folder.resolve("study"));
    Files.copy(runs, study.resolve("runs.jsonl"));
    String variant = name(choices);
    ObjectNode file = study(variant, name(choices));
    if (choices.percent(20)) {
      Seeds.write(study.resolve("j.csv"), measurements(variant, choices));
      file.putArray("joins").addObject().put("file", "j.csv").putArray("on").add("variant");
    }
    ArrayNode columns = file.putArray("columns");
    for (int i = choices.of(0, 0, 1, 2); i > 0; i--) {
      quantity(columns.addObject(), variant, choices).remove(List.of("where", "by"));
    }
    for (int i = choices.of(0, 1, 2); i > 0; i--) {
      claim(file.withArray("claims").addObject(), variant, choices);
    }
    infinite(file.withArray("claims").addObject(), choices);
    ArrayNode table = file.putArray("tables").addObject().put("file", "t.csv").putArray("columns");
    quantity(table.addObject(), variant, choices).remove(List.of("where", "by"));
    boolean isWhole = choices.percent(90);
    Seeds.write(
        study.resolve("study.json"),
        isWhole ? Json.text(file) : new JsonMutator(choices).mutant(file));
    return List.of("study", study.toString(), "--quiet", "--pairs", "1");
  }

  private static void fill(Path whole, Path runs) throws IOException {
    Seeds.write(whole.resolve("study.json"), Json.text(study("one", "other")));
    Path out = whole.resolve("out");
    Whole.run(
        whole.resolve("cache"),
        List.of("study", whole.toString(), "--quiet", "--out", out.toString()));
    Files.copy(out.resolve("runs.jsonl"), runs);
  }

  private static ObjectNode study(String one, String other) {
    ObjectNode file = Json.object().put("name", "odd").put("about", "odd names");
    ObjectNode pairs = file.putObject("runs").putObject("pairs").put("cycles", 1000);
    pairs.putArray("benchmarks").add("LC").add("BS");
    ArrayNode variants = pairs.putArray("variants");
    variants.addObject().put("name", one).put("policy", "smk-even");
    variants.addObject().put("name", other).put("policy", "spatial-even");
    return file;
  }

  /** Returns a new name, or one that is taken. */
  private static String name(Choices choices) {
    return switch (choices.between(0, 9)) {
      case 0 -> choices.percent(20) ? OddValues.text(choices) : choices.of(ODD);
      case 1, 2 -> choices.of(COLUMNS);
      default -> choices.of("a", "b", "c", "d", "e", "a-b", "over all");
    };
  }

  private static String column(Choices choices) {
    return choices.percent(75) ? choices.of("stp", "antt", "seed", "cycles") : name(choices);
  }

  private static String measurements(String variant, Choices choices) {
    String key = choices.percent(80) ? variant : name(choices);
    String text = "variant," + cell(name(choices)) + "\n" + cell(key) + "," + cell(name(choices));
    return choices.percent(90) ? text + "\n" : new TextMutator(choices).mutant(text);
  }

  private static String cell(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  private static ObjectNode quantity(ObjectNode to, String variant, Choices choices) {
    to.put("name", name(choices));
    if (choices.percent(50)) {
      to.put(
          "is", operand(choices) + " " + choices.of("+", "-", "*", "/") + " " + operand(choices));
    } else {
      to.put("of", column(choices));
      if (choices.percent(40)) {
        to.putArray(choices.of("over", "under")).add(condition(variant, choices));
      }
    }
    if (choices.percent(40)) {
      to.putArray("where").add(condition(variant, choices));
    }
    return to.put("by", choices.of("geomean", "max", "mean", "count", "sum", "wins"));
  }

  private static String operand(Choices choices) {
    return choices.percent(20) ? choices.of("0", "1", "1e400") : column(choices);
  }

  private static String condition(String variant, Choices choices) {
    if (choices.percent(60)) {
      return "variant " + choices.of("=", "=", "=", "!=", "<") + " " + variant;
    }
    String operator = choices.of("=", "!=", "<", "<=", ">", ">=");
    return column(choices) + " " + operator + " " + operand(choices);
  }

  private static void claim(ObjectNode to, String variant, Choices choices) {
    to.put("claim", name(choices));
    ArrayNode values = to.putArray("values");
    for (int i = choices.of(1, 1, 3); i > 0; i--) {
      quantity(values.addObject(), variant, choices);
    }
    if (choices.percent(50)) {
      to.put(choices.of("above", "below"), 1);
    } else {
      to.putArray("holds").add(condition("1", choices).replaceFirst("^\\w+", "a"));
    }
  }

  /** A claim about a quotient by zero, by any rule. */
  private static void infinite(ObjectNode to, Choices choices) {
    to.put("claim", NAN);
    ArrayNode values = to.putArray("values");
    String first = choices.of("z", "stp", "y");
    values.addObject().put("name", first).put("of", "stp").put("by", "max");
    String zero = choices.of("0", "0.0", "-0");
    values.addObject().put("name", "q").put("is", first + " / " + zero);
    to.putArray("holds")
        .add("q " + choices.of("=", "!=", "<", ">=") + " " + choices.of(first, "1"));
  }

  @Override
  public Optional<String> fault(Path out) {
    if (!Files.exists(out.resolve("claims.csv"))) { // no run has ended
      return Optional.empty();
    }
    CsvTable claims = CsvTable.read(out.resolve("claims.csv"));
    for (int row = 0; row < claims.rows(); row++) {
      boolean isNumber =
          !claims.text(row, "value").isEmpty() && !claims.text(row, "claim").equals(NAN);
      if (!isNumber && !claims.text(row, "verdict").equals("no verdict")) {
        return Optional.of("a verdict from nothing: " + claims.text(row, "claim"));
      }
    }
    return Optional.empty();
  }
}
