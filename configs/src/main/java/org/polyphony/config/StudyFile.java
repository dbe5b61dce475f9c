package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;

/** The file of a study, and where each of its values was written. */
public final class StudyFile {
  /** Name of the file in the folder of a study. */
  public static final String NAME = "study.json";

  private final ConfigTree tree;
  private final Path folder;
  private final StudyConfig config;

  private StudyFile(ConfigTree tree, Path folder) {
    this.tree = tree;
    this.folder = folder;
    this.config = tree.bind(StudyConfig.class);
  }

  /**
   * Loads a study.
   *
   * @param folder of the study
   * @throws InvalidInputException with everything that is wrong
   */
  public static StudyFile load(Path folder) {
    return load(folder, Map.of());
  }

  /**
   * Loads a study of pairs, with more policies than its file has.
   *
   * @param entered policies by the names of their variants; all else of a variant is the default
   * @throws InvalidInputException with everything that is wrong
   */
  public static StudyFile load(Path folder, Map<String, String> entered) {
    ConfigTree tree = JsonFile.read(folder.resolve(NAME));
    JsonNode variants = tree.root().at("/runs/pairs/variants");
    if (!entered.isEmpty() && !(variants instanceof ArrayNode)) {
      throw tree.invalid("runs", "no pairs", "a study of pairs, where --policy is given");
    }
    entered.forEach(
        (name, policy) ->
            ((ArrayNode) variants).addObject().put("name", name).put("policy", policy));
    return new StudyFile(tree, folder);
  }

  /**
   * Returns the folder of a study that is given by its folder or its file.
   *
   * @throws InvalidInputException if the file has another name
   */
  public static Path folder(Path given) {
    if (Files.isRegularFile(given) && !given.endsWith(NAME)) {
      throw new Violation("", "a study in a file of another name", NAME).errorAt(given.toString());
    }
    return Files.isRegularFile(given) ? given.toAbsolutePath().getParent() : given;
  }

  /** Returns the content of a study's file without checking it. */
  public static ObjectNode read(Path folder) {
    return JsonFile.read(folder.resolve(NAME)).root();
  }

  public StudyConfig config() {
    return config;
  }

  public Path folder() {
    return folder;
  }

  /**
   * Returns the sweep that it runs.
   *
   * @param sets overrides of the base, as {@code path=value}
   * @param bundled names of all bundled workloads
   * @param benchmarks those of them that {@code all-pairs} stands for
   * @throws InvalidInputException with what is wrong in it
   */
  public SweepFile sweep(List<String> sets, List<String> bundled, List<String> benchmarks) {
    return SweepFile.of(tree.subtree("runs.sweep"), folder, sets, bundled, benchmarks);
  }

  /**
   * Returns the host experiment that a value names.
   *
   * @throws InvalidInputException if there is none
   */
  public Path hostExperiment(String path) {
    return FileKind.HOST.file(tree, path, folder);
  }

  /** Returns where a value was written: file and line. */
  public String origin(String path) {
    return tree.origin(path);
  }

  /** Requires that a value is one of some names. */
  public void requireOneOf(String path, String found, Collection<String> known) {
    if (!known.contains(found)) {
      throw wrong(path, "'" + found + "'", NearestName.oneOf(found, known));
    }
  }

  /** Requires that each value of a list is one of some names. */
  public void requireEachOf(String path, List<String> found, Collection<String> known) {
    for (int i = 0; i < found.size(); i++) {
      requireOneOf(JsonPath.index(path, i), found.get(i), known);
    }
  }

  /** Returns the error about a value. */
  public InvalidInputException wrong(String path, String found, String allowed) {
    return tree.invalid(path, found, allowed);
  }
}
