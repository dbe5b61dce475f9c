package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.input.NearestName;

/** Finds GPU files and merges each with those that it extends. */
final class GpuFiles {
  private static final String SUFFIX = ".json";
  private static final String MODIFIED = "-modified";

  private GpuFiles() {}

  /** Returns a GPU file merged with its chain, not yet checked; relative to the working folder. */
  static ConfigTree load(String reference) {
    ConfigTree user = new ConfigTree("GPU", JsonNodeFactory.instance.objectNode(), Map.of());
    return load(user, "", reference, Path.of(""), List.of());
  }

  /** Returns the same of a GPU that a file names at a path; relative to the working folder. */
  static ConfigTree load(ConfigTree user, String path) {
    return load(user, path, user.at(path).asText(), Path.of(""), List.of());
  }

  /**
   * Replaces the GPU of an experiment, a reference or an object that extends one, by the merged
   * GPU; leaves alone what is complete or neither.
   *
   * @param folder where relative paths start
   */
  static void expand(ConfigTree experiment, Path folder) {
    JsonNode gpu = experiment.at("gpu");
    if (gpu.isTextual()) {
      experiment.graft("gpu", load(experiment, "gpu", gpu.asText(), folder, List.of()));
    } else if (gpu.path("extends").isTextual()) {
      ConfigTree over = experiment.subtree("gpu");
      Sources.spread(over.root());
      String reference = gpu.get("extends").asText();
      ConfigTree base = load(experiment, "gpu.extends", reference, folder, List.of());
      over.remove("extends");
      base.overlay(over);
      if (!over.root().has("name")) {
        markModified(base.root());
      }
      experiment.graft("gpu", base);
    } else if (gpu.isObject() && !gpu.has("sm")) {
      String allowed = "a name under configs/gpus, or the path of a GPU file";
      throw experiment.invalid("gpu.extends", "nothing", allowed);
    }
  }

  /** Renames a GPU that differs from the file it is named after. */
  static void markModified(ObjectNode gpu) {
    String name = gpu.path("name").asText();
    if (!name.endsWith(MODIFIED)) {
      gpu.put("name", name + MODIFIED);
    }
  }

  private static ConfigTree load(
      ConfigTree from, String path, String reference, Path folder, List<Path> chain) {
    Path file = find(from, path, reference, folder).toAbsolutePath().normalize();
    if (chain.contains(file)) {
      String allowed = "a GPU that does not extend this one in turn";
      throw from.invalid(path, quoted(reference), allowed);
    }
    ConfigTree tree = JsonFile.read(file);
    Sources.spread(tree.root());
    if (!tree.root().has("name")) {
      tree.root().put("name", file.getFileName().toString().replaceFirst("\\.json$", ""));
    }
    JsonNode base = tree.root().path("extends");
    if (!base.isTextual()) {
      return tree;
    }
    List<Path> longer = Stream.concat(chain.stream(), Stream.of(file)).toList();
    ConfigTree merged = load(tree, "extends", base.asText(), file.getParent(), longer);
    tree.remove("extends");
    merged.overlay(tree);
    return merged;
  }

  private static Path find(ConfigTree from, String path, String reference, Path folder) {
    boolean isPath = reference.contains("/") || reference.endsWith(SUFFIX);
    Path file = isPath ? folder.resolve(reference) : BundledFiles.GPUS.file(reference);
    if (!Files.exists(file)) {
      String names =
          NearestName.oneOf(reference, GpuConfigs.names()) + ", or the path of a GPU file";
      String allowed = isPath ? "a GPU file that exists" : names;
      throw from.invalid(path, quoted(reference), allowed);
    }
    return file;
  }

  private static String quoted(String text) {
    return JsonNodeFactory.instance.textNode(text).toString();
  }
}
