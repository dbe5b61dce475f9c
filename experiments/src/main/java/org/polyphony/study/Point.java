package org.polyphony.study;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.config.SweepFile;
import org.polyphony.results.store.Json;

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
    flatten(value, path, columns);
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

  /** Adds the numbers and texts of a tree by their paths; those that are there stay. */
  public static void flatten(JsonNode node, String path, Map<String, Object> cells) {
    if (node.isObject()) {
      node.properties().forEach(e -> flatten(e.getValue(), path + "." + e.getKey(), cells));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        flatten(node.get(i), path + "[" + i + "]", cells);
      }
    } else if (!node.isNull()) {
      cells.putIfAbsent(path, cell(node));
    }
  }

  private static Object cell(JsonNode value) {
    return value.isIntegralNumber()
        ? (Object) value.longValue()
        : value.isNumber() ? (Object) value.doubleValue() : value.asText();
  }
}
