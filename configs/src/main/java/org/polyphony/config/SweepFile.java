package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.SmkEven;

/**
 * A sweep: an experiment, on one device or of a host, and the axes to vary; its runs are the cross
 * product. With repeats, each point of it runs with several seeds.
 */
public final class SweepFile {
  private static final int MOST_KEPT = 500; // experiments, which are asked for several times

  private static final String GPU = "gpu";
  private static final String ROUND = "roundCycles";

  /** Axes that change how workloads share a device, not what they execute. */
  private static final Predicate<String> SHARING =
      Pattern.compile(
              "(policy|variant|warpScheduler|kernelScheduler|allocation|preemption|copies).*")
          .asMatchPredicate();

  /** Axes that change what a workload executes alone in a given time. */
  private static final Predicate<String> DEVICE =
      Pattern.compile("(gpu|warpScheduler)([.\\[].*)?").asMatchPredicate();

  private final ConfigTree tree;
  private final SweepConfig config;
  private final Path folder;
  private final String name;
  private final List<Setting> sets;
  private final ObjectNode file;
  private final PointSettings base;
  private final SweepAxes axes;
  private final List<Run> runs;
  private final Map<String, SoftReference<LoadedExperiment>> loaded = new ConcurrentHashMap<>();

  private SweepFile(ConfigTree tree, Path folder, List<String> sets, List<String> benchmarks) {
    this.tree = tree;
    this.folder = folder;
    this.sets = Setting.all(sets);
    this.config = tree.bind(SweepConfig.class);
    String usual = SweepAxes.word(tree.origin("").replaceAll(":\\d+$", ""));
    this.name = config.name() == null ? usual : config.name();
    this.file = whole();
    this.base = new PointSettings((ObjectNode) file.path("base"));
    this.axes = new SweepAxes(tree, config, file.path("base"), benchmarks);
    this.runs = axes.runs();
    this.sets.forEach(this::requireNoAxis);
  }

  /** Makes a copy that has other runs. */
  private SweepFile(SweepFile of, List<Run> runs) {
    this.tree = of.tree;
    this.folder = of.folder;
    this.sets = of.sets;
    this.config = of.config;
    this.name = of.name;
    this.file = of.file;
    this.base = of.base;
    this.axes = of.axes;
    this.runs = List.copyOf(runs);
  }

  /**
   * One run of a sweep.
   *
   * @param id unique and stable: what the axes say, with letters, digits and {@code + - . = _}
   * @param axes value of each axis by its path, in the order of the file
   */
  public record Run(String id, Map<String, JsonNode> axes) {
    /**
     * Returns which runs take about as long, from the particular to the general: those that differ
     * in their seeds, in their policies or variants, and in their devices.
     */
    public List<String> kinds() {
      Map<String, JsonNode> others = new LinkedHashMap<>(axes);
      others.remove(Seeds.KEY);
      String anySeed = others.toString();
      others.keySet().removeIf(SHARING);
      String anyPolicy = others.toString();
      others.keySet().removeIf(path -> path.equals("gpu") || path.startsWith("gpu."));
      return List.of(anySeed, anyPolicy, others.toString());
    }
  }

  /**
   * Loads a sweep and checks {@linkplain #samples() every run of a small one}, else as many runs as
   * have each value of each axis.
   *
   * @param file the sweep; relative paths in it start from its folder
   * @param sets overrides of the base as {@code path=value}
   * @param bundled names of all workloads that are bundled
   * @param benchmarks those of them that {@code all-pairs} stands for
   * @throws InvalidInputException with what is wrong in the file, or in the first run checked that
   *     is
   */
  public static SweepFile load(
      Path file, List<String> sets, List<String> bundled, List<String> benchmarks) {
    ConfigTree tree = JsonFile.read(file);
    return of(tree, JsonFile.folder(tree, file), sets, bundled, benchmarks);
  }

  /**
   * Makes the sweep of a tree that no file has.
   *
   * @param origin what error messages call it
   * @param bundled names of all workloads that are bundled
   */
  public static SweepFile of(String origin, ObjectNode root, Path folder, List<String> bundled) {
    return of(new ConfigTree(origin, root, Map.of()), folder, List.of(), bundled, List.of());
  }

  /** Makes the sweep of a tree, as {@link #load} does. */
  static SweepFile of(
      ConfigTree tree,
      Path folder,
      List<String> sets,
      List<String> bundled,
      List<String> benchmarks) {
    SweepFile sweep = new SweepFile(tree, folder, sets, benchmarks);
    sweep.samples().forEach(run -> sweep.check(run, bundled));
    return sweep;
  }

  /** Returns the sweep of all points of some sweeps with the same base. */
  static SweepFile of(ObjectNode file, SweepFile like, List<String> benchmarks) {
    ConfigTree tree = new ConfigTree(like.tree.origin(""), file, Map.of());
    return new SweepFile(tree, like.folder, List.of(), benchmarks);
  }

  /**
   * Returns the sweep that made a folder of results, as its config has it; its runs are not
   * checked.
   *
   * @param config the file in the folder
   * @param benchmarks what {@code all-pairs} stands for
   */
  public static SweepFile kept(Path config, List<String> benchmarks) {
    ConfigTree tree = JsonFile.read(config);
    return new SweepFile(tree, JsonFile.folder(tree, config), List.of(), benchmarks);
  }

  private void check(Run run, List<String> bundled) {
    if (isOfHosts()) {
      hostExperiment(run);
    } else {
      LoadedExperiment experiment = experiment(run);
      for (int i = 0; i < experiment.config().workloads().size(); i++) {
        experiment.requireBundled(i, bundled);
      }
    }
  }

  /** What an axis sets anew in each run cannot be set for all, but to name one of its values. */
  private void requireNoAxis(Setting set) {
    for (Map.Entry<String, List<JsonNode>> axis : axes().entrySet()) {
      String path = axis.getKey();
      boolean isValue =
          set.path().equals(path)
              && axis.getValue().stream()
                  .anyMatch(v -> v.toString().equals(set.value().toString()));
      if (set.path().equals(path) ? !isValue : set.path().startsWith(path + ".")) {
        String allowed = "another key, or a value of the axis";
        throw new Violation(set.path(), "a key set by the axis " + path, allowed)
            .errorAt(set.origin());
      }
    }
  }

  public String name() {
    return name;
  }

  /**
   * Returns whether its runs are host experiments, as base or axes name a machine or a job stream;
   * otherwise they are experiments on one device.
   */
  public boolean isOfHosts() {
    return config.isOfHosts();
  }

  public int repeats() {
    return config.repeats() == null ? 1 : config.repeats();
  }

  /** Returns the values of each axis by its path, in the order of the file, seeds last. */
  public Map<String, List<JsonNode>> axes() {
    return axes.values();
  }

  /** Returns all runs, in the order in which results list them. */
  public List<Run> runs() {
    return runs;
  }

  /**
   * Returns one run of each setting, whatever its seed; of a sweep of many settings, runs that have
   * each value of each axis between them.
   */
  public List<Run> samples() {
    return axes.samples();
  }

  /** Returns the searched value; its first runs are at the ends of the range. */
  public Optional<SearchConfig> search() {
    return Optional.ofNullable(config.search());
  }

  /** Returns the run that differs from another in the searched value. */
  public Run searching(Run run, double value) {
    Map<String, JsonNode> point = new LinkedHashMap<>(run.axes());
    point.put(config.search().key(), SearchConfig.node(value));
    return SweepAxes.run(point);
  }

  /** Returns this sweep with the runs of a step of its search. */
  public SweepFile withRuns(List<Run> searched) {
    return new SweepFile(this, searched);
  }

  /** Returns the error about a value of the file. */
  public InvalidInputException wrong(String path, String found, String allowed) {
    return tree.invalid(path, found, allowed);
  }

  /** Returns the tree of the file. */
  ConfigTree tree() {
    return tree;
  }

  /** Returns the values of the axes of a run but numbers, which name nothing. */
  public String texts(Run run) {
    StringBuilder texts = new StringBuilder();
    run.axes()
        .forEach((path, value) -> texts.append(value.isNumber() ? "" : path + '=' + value + '\n'));
    return texts.toString();
  }

  /** Returns the sweep as a file that runs it again from any folder, with all settings. */
  public ObjectNode asFile() {
    return file.deepCopy();
  }

  private ObjectNode whole() {
    ConfigTree ofBase = tree.subtree("base");
    sets.forEach(set -> set.apply(ofBase, folder));
    ObjectNode whole = JsonFile.movable(tree.root(), name, folder);
    if (ofBase.at(GPU).has("sm")) { // something was set in it
      GpuConfigs.nameDifferences(ofBase);
      ofBase.root().set(GPU, GpuConfigs.shortest((ObjectNode) ofBase.at(GPU)));
    }
    whole.set("base", ofBase.root());
    return whole;
  }

  /** Returns all that tells this sweep from others, as canonical JSON. */
  public String identity() {
    return CanonicalJson.write(JsonFile.withoutPlace(file));
  }

  /**
   * Returns a digest of what a point sets, the same in every sweep that has the point.
   *
   * @param axes of a run of this sweep
   */
  public String settingsDigest(Map<String, JsonNode> axes) {
    Map<String, JsonNode> settings = settings(axes);
    onBase(settings)
        .map(base::digest)
        .ifPresent(of -> settings.put("onBase", TextNode.valueOf(config.progressOver() + of)));
    return base.digest(settings);
  }

  /**
   * Returns the settings of a point on the device of the base, whose solo runs determine the work
   * of a round and, on request, are the denominators of progress; empty if the point is on this
   * device or needs neither. A base without a device has that of the first point.
   */
  private Optional<Map<String, JsonNode>> onBase(Map<String, JsonNode> settings) {
    Map<String, JsonNode> others = new LinkedHashMap<>(settings);
    boolean isVaried = !isOfHosts() && others.keySet().removeIf(DEVICE);
    if (!isVaried || !(isOverBase() || base.has(ROUND, settings))) {
      return Optional.empty();
    }
    Map<String, JsonNode> first = new LinkedHashMap<>();
    axes().forEach((path, values) -> first.put(path, values.get(0)));
    JsonNode gpu = settings(first).get(GPU);
    if (gpu != null && !base.has(GPU, Map.of())) {
      others.put(GPU, gpu);
    }
    return base.digest(others).equals(base.digest(settings))
        ? Optional.empty()
        : Optional.of(others);
  }

  private boolean isOverBase() {
    return config.progressOver().equals(SweepConfig.BASE);
  }

  /**
   * Requires that points of another sweep can be points of this one: that both have progress over
   * the same device and the same base, but for what the axes of either set.
   *
   * @param where the other sweep is
   * @throws InvalidInputException with the first value that differs
   */
  public void requireBaseOf(SweepFile other, Path where) {
    String there = " as in " + JsonFile.display(where);
    String over = other.config.progressOver();
    if (!over.equals(config.progressOver())) {
      throw wrong("progressOver", config.progressOver(), over + there);
    }
    Set<String> varied = new HashSet<>(varied());
    varied.addAll(other.varied());
    base.difference(other.base, varied, there).ifPresent(tree::wrong);
    tree.requireValid();
  }

  /** Returns the paths that each of its points sets. */
  private Set<String> varied() {
    Set<String> varied = new HashSet<>(axes().keySet());
    if (varied.remove(SweepConfig.VARIANT)) {
      Set<String> ofAll = new HashSet<>(config.variants().get(0).set().keySet());
      config.variants().forEach(variant -> ofAll.retainAll(variant.set().keySet()));
      varied.addAll(ofAll);
    }
    return varied;
  }

  /**
   * Returns the experiment of a run, checked.
   *
   * @param run one of {@link #runs}, of a sweep on one device
   * @throws InvalidInputException with everything that is wrong
   */
  public LoadedExperiment experiment(Run run) {
    SoftReference<LoadedExperiment> known = loaded.get(run.id());
    LoadedExperiment experiment = known == null ? null : known.get();
    if (experiment == null) {
      experiment = loadOnBase(run);
      if (loaded.size() < MOST_KEPT) {
        loaded.put(run.id(), new SoftReference<>(experiment));
      }
    }
    return experiment;
  }

  private LoadedExperiment loadOnBase(Run run) {
    Map<String, JsonNode> settings = settings(run.axes());
    LoadedExperiment experiment = load(run.id(), settings, ExperimentLoader::ofTree);
    return onBase(settings)
        .map(of -> load(run.id(), solo(of), ExperimentLoader::ofTree))
        .map(of -> experiment.over(of, isOverBase()))
        .orElse(experiment);
  }

  /** How workloads share the device of a point need not be possible on that of the base. */
  private static Map<String, JsonNode> solo(Map<String, JsonNode> settings) {
    Map<String, JsonNode> solo = new LinkedHashMap<>(settings);
    for (String shared : List.of("policy", "partitions", SweepConfig.COPIES)) {
      solo.keySet().removeIf(path -> path.startsWith(shared));
      solo.put(shared, JsonNodeFactory.instance.arrayNode());
    }
    solo.put("policy", TextNode.valueOf(SmkEven.NAME));
    return solo;
  }

  /**
   * Returns the host experiment of a run, checked.
   *
   * @param run one of {@link #runs}, of a sweep of host experiments
   * @throws InvalidInputException with everything that is wrong
   */
  public HostExperiment hostExperiment(Run run) {
    return load(run.id(), settings(run.axes()), HostExperimentLoader::ofTree);
  }

  /** Makes an experiment of the base and the settings of a run. */
  private interface Loader<T> {
    T load(ConfigTree base, String name, Path folder, List<Setting> settings);
  }

  private <T> T load(String id, Map<String, JsonNode> settings, Loader<T> loader) {
    Stream<Setting> ofRun =
        settings.entrySet().stream().map(each -> setting(each.getKey(), each.getValue()));
    List<Setting> all = Stream.concat(sets.stream(), ofRun).toList();
    return loader.load(tree.subtree("base"), id, folder, all);
  }

  /** An error names the axis, or the variant, that has set the wrong value. */
  private Setting setting(String path, JsonNode value) {
    JsonNode absolute = Setting.absolute(value, path, folder);
    String at = "axes";
    String written = "axes." + path;
    if (config.search() != null && config.search().key().equals(path)) {
      at = "search";
      written = "search.key";
    }
    for (int i = 0; i < config.variants().size(); i++) {
      if (config.variants().get(i).set().containsKey(path)) {
        at = JsonPath.index("variants", i) + ".set";
        written = at;
      }
    }
    String origin = tree.origin(written) + ": " + at + ": " + path + "=" + absolute;
    return new Setting(origin, path, absolute);
  }

  /** Returns the values of a point by path; its variant is replaced by its settings. */
  private Map<String, JsonNode> settings(Map<String, JsonNode> point) {
    Map<String, JsonNode> settings = new LinkedHashMap<>();
    point.forEach(
        (path, value) -> {
          if (path.equals(SweepConfig.VARIANT)) {
            variant(value)
                .path("set")
                .forEachEntry((at, each) -> settings.put(at, ConfigKeys.number(at, each)));
          } else {
            settings.put(path, value);
          }
        });
    return settings;
  }

  private JsonNode variant(JsonNode wanted) {
    return tree.at("variants")
        .valueStream()
        .filter(variant -> variant.path("name").equals(wanted))
        .findFirst()
        .orElse(MissingNode.getInstance());
  }
}
