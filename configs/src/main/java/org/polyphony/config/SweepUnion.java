package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.input.Keys;

/** The sweep over the values of several sweeps with one base, in order of first appearance. */
public final class SweepUnion {
  private static final String REPEATS = "repeats";
  private static final String VARIANTS = "variants";

  private final List<SweepFile> parts;
  private final SweepFile first;

  private SweepUnion(List<SweepFile> parts) {
    this.parts = parts;
    this.first = parts.get(0);
  }

  /**
   * Returns the union.
   *
   * @param parts one or more, with the same base but for what their axes set
   * @param benchmarks what {@code all-pairs} stands for
   * @throws org.polyphony.input.InvalidInputException when variants of one name differ, or a part
   *     has no value for an axis of another
   */
  public static SweepFile of(List<SweepFile> parts, List<String> benchmarks) {
    boolean areEqual = parts.stream().map(SweepFile::identity).distinct().count() == 1;
    return areEqual
        ? parts.get(0)
        : SweepFile.of(new SweepUnion(parts).file(), parts.get(0), benchmarks);
  }

  private ObjectNode file() {
    Set<String> paths = new LinkedHashSet<>();
    parts.forEach(part -> paths.addAll(part.axes().keySet()));
    paths.remove(SweepConfig.VARIANT);
    ObjectNode file = first.asFile();
    file.remove(REPEATS);
    ObjectNode axes = JsonNodeFactory.instance.objectNode();
    for (String path : paths) {
      ArrayNode values = axes.putArray(path);
      Set<JsonNode> all = new LinkedHashSet<>();
      parts.forEach(part -> all.addAll(values(part, path)));
      all.forEach(values::add);
    }
    file.set("axes", axes);
    ArrayNode variants = JsonNodeFactory.instance.arrayNode();
    variants().values().forEach(variants::add);
    if (!variants.isEmpty()) {
      file.set(VARIANTS, variants);
    }
    return file;
  }

  /** Returns the values of an axis, or the one value of a base. */
  private List<JsonNode> values(SweepFile part, String path) {
    if (part.axes().containsKey(path)) {
      return part.axes().get(path);
    }
    JsonNode ofBase = part.tree().at("base." + path);
    RecordComponent key = Keys.of(ExperimentConfig.class).get(path);
    if (ofBase.isMissingNode() && (key == null || Keys.isRequired(key))) {
      throw part.tree().invalid("axes", "no axis " + path + " as in the other parts; add it", "");
    }
    return List.of(
        ofBase.isMissingNode() ? ConfigTree.MAPPER.valueToTree(Keys.absent(key)) : ofBase);
  }

  private Map<String, JsonNode> variants() {
    Map<String, JsonNode> variants = new LinkedHashMap<>();
    for (SweepFile part : parts) {
      JsonNode own = part.tree().at(VARIANTS);
      if (own.size() == 0 && first.tree().at(VARIANTS).size() > 0) {
        throw part.tree().invalid(VARIANTS, "", "variants as in the other parts");
      }
      for (JsonNode variant : own) {
        String name = variant.path("name").asText();
        JsonNode known = variants.putIfAbsent(name, variant);
        if (known != null && !known.equals(variant)) {
          String sentence = "'" + name + "' differs from that of another part; rename one";
          throw part.tree().invalid(VARIANTS, sentence, "");
        }
      }
    }
    return variants;
  }
}
