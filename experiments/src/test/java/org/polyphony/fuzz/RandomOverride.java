package org.polyphony.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.compare.Choices;

/** The argument of {@code --set}: mostly a key that there is, or may be, with any value. */
final class RandomOverride {
  private static final List<String> KEYS = Seeds.words("overrides");

  private final Choices choices;

  RandomOverride(Choices choices) {
    this.choices = choices;
  }

  /** Returns an override of a config. */
  String of(JsonNode config) {
    List<String> paths = new ArrayList<>(KEYS);
    collect(config, "", paths);
    String path = choices.of(paths);
    if (choices.percent(2)) {
      path += ".a".repeat(choices.of(10, 100, 10_000));
    } else if (choices.percent(4)) {
      path = new TextMutator(choices).mutant(path);
    }
    return choices.percent(3) ? OddValues.text(choices) : path + "=" + value(config, path);
  }

  private static void collect(JsonNode node, String path, List<String> paths) {
    node.properties()
        .forEach(
            entry -> {
              String key = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
              paths.add(key);
              collect(entry.getValue(), key, paths);
            });
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      paths.add(path + "[" + i + "]");
      collect(node.get(i), path + "[" + i + "]", paths);
    }
  }

  private String value(JsonNode config, String path) {
    return switch (choices.between(0, 9)) {
      case 0, 1 -> OddValues.number(choices).toString();
      case 2 -> OddValues.any(choices).toString();
      case 3 -> OddValues.text(choices);
      case 4 -> new TextMutator(choices).mutant(config.path(path).toString());
      case 5, 6 -> Integer.toString(1 << choices.between(0, 20));
      default -> Integer.toString(choices.between(0, 40));
    };
  }
}
