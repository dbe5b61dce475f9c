package org.polyphony.config;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.config.WorkloadConfig.Kind;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
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
    return ofTree(tree, name(file), folder, Setting.all(sets));
  }

  /**
   * Makes the experiment of one workload alone on gtx980, changes it, and checks it.
   *
   * @param kind what it is
   * @param reference the name of a bundled one, or the path of a trace or a model
   * @param sets overrides, as for {@link #load(Path, List)}
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static LoadedExperiment alone(Kind kind, String reference, List<String> sets) {
    boolean isName = kind == Kind.BENCHMARK;
    Path path = Path.of(reference).toAbsolutePath().normalize();
    boolean isList = String.valueOf(path.getFileName()).startsWith("kernelslist");
    Path named = isList ? path.getParent() : path;
    ObjectNode root = MAPPER.createObjectNode().put("gpu", "gtx980");
    String value = isName ? reference : path.toString();
    root.putArray(WORKLOADS).addObject().put(kind.name().toLowerCase(Locale.ROOT), value);
    ConfigTree tree = new ConfigTree(value, root, Map.of());
    return ofTree(tree, name(named), Path.of("").toAbsolutePath(), Setting.all(sets));
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
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
    ConfigTree tree = new ConfigTree(origin, root, Map.of());
    return ofTree(tree, origin, folder.toAbsolutePath(), Setting.all(sets));
  }

  /** Makes an experiment of a part of a file; the tree is changed. */
  static LoadedExperiment ofTree(
      ConfigTree tree, String name, Path folder, List<Setting> settings) {
    return new ExperimentLoader(tree, folder).load(name, settings);
  }

  private LoadedExperiment load(String defaultName, List<Setting> settings) {
    settings.forEach(setting -> setting.apply(tree, folder));
    GpuConfigs.expand(tree, folder);
    GpuConfigs.nameDifferences(tree);
    if (tree.at("gpu") instanceof ObjectNode gpu) {
      tree.root().set("gpu", Setting.absolute(gpu, "gpu", folder));
    }
    Quantities.resolve(tree.at("gpu"), GpuConfig.class, 0);
    Quantities.resolve(tree.root(), ExperimentConfig.class, tree.at("gpu.coreKhz").asInt());
    tree.check(ExperimentConfig.class).forEach(tree::wrong);
    tree.requireValid();
    ExperimentConfig config = bind(defaultName);
    config.violations().forEach(tree::wrong);
    tree.requireValid();
    return new LoadedExperiment(config, tree, folder);
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
