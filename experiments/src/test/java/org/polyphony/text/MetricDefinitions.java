package org.polyphony.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultFile;
import org.polyphony.results.run.Summary;

/** Units and meanings of the values of each result file, as {@code list metrics} prints them. */
public final class MetricDefinitions {
  private MetricDefinitions() {}

  /** A value of a result file. */
  record Value(String name, String unit, String meaning) {}

  /** Returns the values of each file, in the order of {@code polyphony list metrics}. */
  static Map<String, List<Value>> all() {
    Map<String, List<Value>> files = new LinkedHashMap<>();
    files.put(
        ResultFile.SUMMARY.file(),
        Summary.metrics().stream()
            .map(of -> new Value(of.path(), of.unit(), of.definition()))
            .toList());
    CsvTable others = CsvTable.read(Path.of("metrics.csv"));
    for (int row = 0; row < others.rows(); row++) {
      files
          .computeIfAbsent(others.text(row, "file"), file -> new ArrayList<>())
          .add(
              new Value(
                  others.text(row, "value"),
                  others.text(row, "unit"),
                  others.text(row, "meaning")));
    }
    return files;
  }

  /** Returns the names of the values of a file, in their order. */
  public static List<String> names(String file) {
    return all().getOrDefault(file, List.of()).stream().map(Value::name).toList();
  }

  /**
   * Returns the paths of all values of a result file, {@code []} for elements of lists.
   *
   * @param free objects whose keys are names of their own: {@code *} stands for these
   */
  public static Set<String> paths(JsonNode file, Set<String> free) {
    Set<String> found = new TreeSet<>();
    collect(file, "", free, found);
    return found;
  }

  private static void collect(JsonNode node, String path, Set<String> free, Set<String> found) {
    if (node.isArray()) {
      node.forEach(item -> collect(item, path + "[]", free, found));
    } else if (node.isObject()) {
      String prefix = path.isEmpty() ? "" : path + ".";
      node.properties()
          .forEach(
              field -> {
                String key = free.contains(path) ? "*" : field.getKey();
                collect(field.getValue(), prefix + key, free, found);
              });
    } else {
      found.add(path);
    }
  }
}
