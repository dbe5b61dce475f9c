package org.polyphony.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The axes of a run of a sweep, in words.
 *
 * @param values by path, as {@code gpu.l2.bytes}
 */
record Axes(JsonNode values, DisplayNames shown) {
  List<String> paths() {
    List<String> paths = new ArrayList<>();
    values.fieldNames().forEachRemaining(paths::add);
    return paths;
  }

  /** Returns an axis with its value, as {@code l2.bytes=2 MiB}. */
  String word(String path) {
    return shown.ofKey(path, paths()) + "=" + shown.value(path, values.path(path));
  }
}
