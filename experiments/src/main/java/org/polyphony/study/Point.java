package org.polyphony.study;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.config.SweepFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.Row;

/** The columns that identify a point of a sweep. */
public final class Point {
  private Point() {}

  /** Returns the value of each axis, and the parts of a list or an object by their paths. */
  public static Map<String, Object> columns(SweepFile.Run run) {
    Map<String, Object> columns = new LinkedHashMap<>();
    run.axes().forEach((path, value) -> put(path, value, columns));
    return columns;
  }

  private static void put(String path, JsonNode value, Map<String, Object> columns) {
    if (value.isContainerNode()) {
      columns.put(path, whole(value));
    }
    Row.flatten(value, path, columns);
  }

  private static String whole(JsonNode value) {
    if (!value.isArray()) {
      return Json.plain(value);
    }
    List<String> names = new ArrayList<>();
    value.forEach(each -> names.add(name(each)));
    return String.join("/", names);
  }

  /** Returns the name of a file that a workload only consists of; all of any other element. */
  private static String name(JsonNode element) {
    String file = element.path("model").asText(element.path("trace").asText());
    return element.size() == 1 && !file.isEmpty()
        ? file.replaceAll("^.*/|\\.json$", "")
        : Json.plain(element);
  }
}
