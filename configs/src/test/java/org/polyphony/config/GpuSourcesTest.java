package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every number of a bundled device says where it comes from. */
class GpuSourcesTest {
  @ParameterizedTest
  @MethodSource("org.polyphony.config.GpuConfigs#names")
  void everyNumberOfTheFileHasASourceBesideIt(String name) {
    ObjectNode file = JsonFile.read(FileKind.GPU.file(name)).root();

    assertEquals(List.of(), withoutSource(file, "", false));
  }

  @ParameterizedTest
  @MethodSource("org.polyphony.config.GpuConfigs#names")
  void everySourceBeginsWithAReference(String name) {
    ObjectNode gpu = GpuConfigs.described(name);
    Set<String> references = new TreeSet<>();
    gpu.get("references").fieldNames().forEachRemaining(references::add);

    assertEquals(List.of(), unreferenced(gpu, references));
  }

  private static List<String> withoutSource(JsonNode node, String path, boolean covered) {
    List<String> missing = new ArrayList<>();
    JsonNode source = node.path("source");
    boolean here = covered || source.isTextual();
    for (int i = 0; i < node.size() && node.isArray(); i++) {
      missing.addAll(withoutSource(node.get(i), JsonPath.index(path, i), here));
    }
    node.properties()
        .forEach(
            field -> {
              String at = JsonPath.key(path, field.getKey());
              if (field.getValue().isNumber() && !here && !source.has(field.getKey())) {
                missing.add(at);
              }
              missing.addAll(withoutSource(field.getValue(), at, here));
            });
    return missing;
  }

  private static List<String> unreferenced(JsonNode node, Set<String> references) {
    Pattern start = Pattern.compile("(" + String.join("|", references) + ")(: .+)?");
    List<String> wrong = new ArrayList<>();
    for (JsonNode source : node.findValues("source")) {
      List<JsonNode> texts = new ArrayList<>();
      (source.isTextual() ? List.of(source) : source).forEach(texts::add);
      texts.stream()
          .map(JsonNode::asText)
          .filter(text -> !start.matcher(text).matches())
          .forEach(wrong::add);
    }
    return wrong;
  }
}
