package org.polyphony.config;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.config.WorkloadConfig.Kind;
import org.polyphony.input.Decimal;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** Makes the records of workloads; checks that files exist. */
final class WorkloadBinder {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String APPROXIMATE = "approximate";
  private static final String ARRIVALS = "arrivals";
  private static final String FILE = "file";
  private static final String TIMES = "times";
  private static final String ARRIVAL = "arrival_us"; // column of a CSV file

  private final ConfigTree tree; // what names workloads
  private final Path folder; // where relative paths start

  WorkloadBinder(ConfigTree tree, Path folder) {
    this.tree = tree;
    this.folder = folder;
  }

  /** Returns the workload at a path, which fits the schema; further errors are recorded. */
  WorkloadConfig bind(String path) {
    JsonNode node = tree.at(path);
    return node.isTextual()
        ? bind(MAPPER.createObjectNode().set(key(Kind.BENCHMARK), node), path)
        : bind((ObjectNode) node, path);
  }

  private WorkloadConfig bind(ObjectNode node, String path) {
    Kind kind =
        Arrays.stream(Kind.values()).filter(k -> node.has(key(k))).findFirst().orElseThrow();
    String reference = node.get(key(kind)).asText();
    String defaultName = reference;
    if (kind != Kind.BENCHMARK) {
      Path file = folder.resolve(reference).normalize();
      requireExists(file, node.get(key(kind)), JsonPath.key(path, key(kind)));
      reference = file.toString();
      defaultName = defaultName(kind, file);
    }
    Map<String, Object> values =
        MAPPER.convertValue(node, new TypeReference<Map<String, Object>>() {});
    values.put("kind", kind);
    values.put("reference", reference);
    values.putIfAbsent("name", defaultName);
    values.putIfAbsent("instructionBudget", WorkloadConfig.BUDGET_OF_EXPERIMENT);
    if (node.path(ARRIVALS).isObject()) {
      values.put(ARRIVALS, arrivals(node.get(ARRIVALS), JsonPath.key(path, ARRIVALS)));
    }
    if (tree.root().has(APPROXIMATE)) { // of the experiment, for workloads that state none
      values.putIfAbsent(APPROXIMATE, tree.root().get(APPROXIMATE).asBoolean());
    }
    return Keys.bind(WorkloadConfig.class, values);
  }

  /** Returns the values of arrivals; those of a file stand for its times. */
  private Map<String, Object> arrivals(JsonNode node, String path) {
    Map<String, Object> values =
        MAPPER.convertValue(node, new TypeReference<Map<String, Object>>() {});
    Object file = values.remove(FILE);
    if (file != null) {
      Path csv = folder.resolve(file.toString()).normalize();
      requireExists(csv, node.get(FILE), JsonPath.key(path, FILE));
      values.put(TIMES, tree.isValid() ? times(csv) : List.of(0.0));
    }
    return values;
  }

  /** Returns the times of a CSV file in microseconds, not yet checked for order. */
  private static List<Double> times(Path file) {
    List<Double> times = new ArrayList<>();
    try (CsvReader<NamedCsvRecord> reader =
        CsvReader.builder().ofNamedCsvRecord(InputFile.text(file))) {
      for (NamedCsvRecord row : reader) {
        times.add(time(file, row));
      }
    } catch (CsvParseException e) {
      throw new InvalidInputException(file + ": invalid CSV: " + e.getMessage(), e);
    } catch (IOException e) {
      String found = ": cannot be read";
      throw new InvalidInputException(
          file + found + "; give a CSV file with the column arrival_us", e);
    }
    return times;
  }

  private static double time(Path file, NamedCsvRecord row) {
    String text = row.findField(ARRIVAL).orElse("").strip();
    return Decimal.of(text).stream()
        .filter(time -> time >= 0)
        .findFirst()
        .orElseThrow(() -> wrong(file, row, text));
  }

  private static InvalidInputException wrong(Path file, NamedCsvRecord row, String text) {
    String found = text.isEmpty() ? "" : '"' + text + '"';
    return new Violation(ARRIVAL, found, "a time in us of 0 or more")
        .errorAt(file + ":" + row.getStartingLineNumber());
  }

  private void requireExists(Path file, JsonNode written, String path) {
    if (!Files.exists(file)) {
      String found = JsonPath.describe(written) + ", which does not exist";
      tree.wrong(path, found, "a path relative to the config file");
    }
  }

  /** A trace is called after its folder, a model after its file. */
  private static String defaultName(Kind kind, Path file) {
    boolean inside = kind == Kind.TRACE && !Files.isDirectory(file);
    String name = String.valueOf((inside ? file.getParent() : file).getFileName());
    return kind == Kind.MODEL ? name.replaceFirst("\\.json$", "") : name;
  }

  private static String key(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
