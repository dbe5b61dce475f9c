package org.polyphony.config;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.Alone;
import org.polyphony.policy.partition.SmkEven;

/** Loads experiments. */
public final class ExperimentLoader {
  private static final String WORKLOADS = "workloads";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ConfigTree tree;
  private final Path folder;

  private ExperimentLoader(ConfigTree tree, Path folder) {
    this.tree = tree;
    this.folder = folder;
  }

  /**
   * Loads an experiment, changes it, and checks it.
   *
   * @param file the experiment; relative paths in it start from its folder
   * @param sets overrides as {@code path=value}, applied in order; a value that is not JSON is a
   *     string
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static LoadedExperiment load(Path file, List<String> sets) {
    ConfigTree tree = JsonFile.read(file);
    Path folder = JsonFile.folder(tree, file);
    String fileName = String.valueOf(file.getFileName());
    return new ExperimentLoader(tree, folder).load(fileName.replaceFirst("\\.json$", ""), sets);
  }

  /**
   * Makes the experiment of a trace alone on gtx980, changes it, and checks it.
   *
   * @param trace a folder, a {@code kernelslist.g} or the trace of one kernel
   * @param sets overrides, as for {@link #load(Path, List)}
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static LoadedExperiment ofTrace(Path trace, List<String> sets) {
    Path path = trace.toAbsolutePath().normalize();
    boolean isList = String.valueOf(path.getFileName()).startsWith("kernelslist");
    Path named = isList ? path.getParent() : path;
    return alone("trace", path.toString(), String.valueOf(named.getFileName()), sets);
  }

  /**
   * Makes the experiment of a kernel model alone on gtx980, changes it, and checks it.
   *
   * @param model its file
   * @param sets overrides, as for {@link #load(Path, List)}
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static LoadedExperiment ofModel(Path model, List<String> sets) {
    String name = String.valueOf(model.getFileName()).replaceFirst("\\.json$", "");
    return alone("model", model.toAbsolutePath().normalize().toString(), name, sets);
  }

  /**
   * Makes the experiment of a bundled benchmark or sample alone on gtx980, changes it, and checks
   * it.
   *
   * @param name of what is bundled
   * @param sets overrides, as for {@link #load(Path, List)}
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static LoadedExperiment ofBenchmark(String name, List<String> sets) {
    return alone("benchmark", name, name, sets);
  }

  private static LoadedExperiment alone(String key, String value, String name, List<String> sets) {
    ObjectNode root = MAPPER.createObjectNode().put("gpu", "gtx980");
    root.putArray(WORKLOADS).addObject().put(key, value);
    return of(value, name, root, Path.of(""), sets);
  }

  /**
   * Makes an experiment that stands in no file, changes it, and checks it.
   *
   * @param origin where it comes from, for messages
   * @param root the experiment; changed
   * @param folder where relative paths in it start
   * @param sets overrides, as for {@link #load(Path, List)}
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static LoadedExperiment of(
      String origin, ObjectNode root, Path folder, List<String> sets) {
    return of(origin, origin, root, folder, sets);
  }

  private static LoadedExperiment of(
      String origin, String name, ObjectNode root, Path folder, List<String> sets) {
    ConfigTree tree = new ConfigTree(origin, root, Map.of());
    return new ExperimentLoader(tree, folder.toAbsolutePath()).load(name, sets);
  }

  /** Makes an experiment of a part of a file; the tree is changed. */
  static LoadedExperiment ofTree(ConfigTree tree, String name, Path folder, List<String> sets) {
    return new ExperimentLoader(tree, folder).load(name, sets);
  }

  private LoadedExperiment load(String defaultName, List<String> sets) {
    sets.forEach(set -> Overrides.apply(tree, set, folder));
    GpuConfigs.expand(tree, folder);
    if (tree.at("gpu") instanceof ObjectNode gpu) {
      GpuConfigs.locateParts(gpu, folder);
    }
    Quantities.resolve(tree.root(), ExperimentConfig.class);
    int coreKhz = tree.at("gpu.coreKhz").asInt();
    if (coreKhz > 0) {
      Quantities.resolveCycles(tree.root(), ExperimentConfig.class, coreKhz);
    }
    tree.check(ExperimentConfig.class).forEach(v -> tree.wrong(withinGpu(v)));
    requireValid(sets);
    ExperimentConfig config = bind(defaultName);
    config.violations().forEach(v -> tree.wrong(asWritten(v)));
    requireValid(sets);
    return new LoadedExperiment(config, tree, folder);
  }

  /** A key that no experiment has and a GPU has is meant within it. */
  private Violation withinGpu(Violation violation) {
    String key = violation.path();
    boolean isOfGpu = Keys.of(GpuConfig.class).containsKey(key);
    if (!isOfGpu || Keys.of(ExperimentConfig.class).containsKey(key)) {
      return violation;
    }
    String inner = key;
    JsonNode value = tree.at(key);
    while (value.isObject() && value.size() == 1) {
      String only = value.fieldNames().next();
      inner = JsonPath.key(inner, only);
      value = value.get(only);
    }
    return new Violation(inner, "an unknown key", JsonPath.key("gpu", inner));
  }

  /** A policy given by its name alone has no keys. */
  private Violation asWritten(Violation violation) {
    boolean byName =
        violation.path().startsWith("policy.") && !tree.root().path("policy").isObject();
    return byName ? new Violation("policy", violation.found(), violation.allowed()) : violation;
  }

  /** What is wrong may stand in a file and yet come from an override: then they are named. */
  private void requireValid(List<String> sets) {
    try {
      tree.requireValid();
    } catch (InvalidInputException e) {
      if (sets.isEmpty() || e.getMessage().contains(Overrides.ORIGIN)) {
        throw e;
      }
      String all = sets.stream().map(set -> Overrides.ORIGIN + set).collect(joining(", "));
      throw new InvalidInputException(e.getMessage() + "\nwith " + all, e);
    }
  }

  private ExperimentConfig bind(String defaultName) {
    WorkloadBinder binder = new WorkloadBinder(tree, folder);
    List<WorkloadConfig> workloads = new ArrayList<>();
    for (int i = 0; i < tree.at(WORKLOADS).size(); i++) {
      workloads.add(binder.bind(JsonPath.index(WORKLOADS, i)));
    }
    Map<String, Object> values = tree.values();
    values.putIfAbsent("name", defaultName);
    values.put("gpu", gpu());
    values.put(WORKLOADS, workloads);
    String usual = workloads.size() == 1 ? Alone.NAME : SmkEven.NAME;
    values.putIfAbsent("policy", usual);
    ExperimentConfig config = Keys.bind(ExperimentConfig.class, values);
    return Keys.with(config, Map.of("policy", config.policy().withDefaults()));
  }

  private GpuConfig gpu() {
    ObjectNode gpu = (ObjectNode) tree.at("gpu").deepCopy();
    if (tree.root().has("watchdogCycles")) {
      gpu.set("watchdogCycles", tree.root().get("watchdogCycles"));
    }
    return GpuConfigs.bind(gpu);
  }
}
