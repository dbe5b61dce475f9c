package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.host.app.HostKernel;

/** What the elements of a list are: each has one of several keys, and others that go with it. */
final class ElementKinds {
  private final List<String> kinds;
  private final Map<String, List<String>> companions;

  /**
   * Names the keys.
   *
   * @param kinds of which an element has one
   * @param companions keys beside it, and which kinds they go with
   */
  ElementKinds(List<String> kinds, Map<String, List<String>> companions) {
    this.kinds = kinds;
    this.companions = companions;
  }

  /** Returns the kind of an element; what is wrong with its keys is noted. */
  Optional<String> of(ConfigTree tree, JsonNode element, String path) {
    List<String> found = kinds.stream().filter(element::has).toList();
    if (found.size() != 1) {
      String words = found.isEmpty() ? "none of them" : String.join(" and ", found);
      tree.wrong(path, words, "one of " + String.join(", ", kinds));
      return Optional.empty();
    }
    String kind = found.get(0);
    for (Map.Entry<String, JsonNode> entry : element.properties()) {
      List<String> users = companions.getOrDefault(entry.getKey(), List.of(kind));
      if (!users.contains(kind)) {
        String at = JsonPath.key(path, entry.getKey());
        tree.wrong(
            at, JsonPath.describe(entry.getValue()), "only with " + String.join(" or ", users));
      }
    }
    return Optional.of(kind);
  }

  /** Notes that an element lacks a key that its kind cannot do without. */
  static void require(ConfigTree tree, JsonNode element, String path, String key, String kind) {
    if (!element.has(key)) {
      tree.wrong(JsonPath.key(path, key), "nothing", "a value, with " + kind);
    }
  }

  /** Notes that what a kernel takes is not stated once. */
  static void requireTime(ConfigTree tree, JsonNode element, String path, String kind) {
    if (element.has("seconds") == element.has("workload")) {
      String found = element.has("seconds") ? "both seconds and workload" : "neither";
      tree.wrong(path, found, "either seconds or workload, with " + kind);
    }
  }

  /**
   * Returns the kernel of an element whose kind names it; one without seconds runs as a workload.
   */
  static HostKernel kernel(JsonNode element, String kind) {
    return new HostKernel(
        element.get(kind).asText(),
        element.has("seconds")
            ? Math.max(1, Seconds.nanos(element.get("seconds")))
            : HostKernel.UNKNOWN,
        element.path("threadBlocks").asInt(1),
        element.path("warpsPerThreadBlock").asInt(1));
  }
}
