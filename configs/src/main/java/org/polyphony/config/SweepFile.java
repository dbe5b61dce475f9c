package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.polyphony.gpu.config.Resource;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.SmkEven;

/**
 * A sweep: an experiment, on one device or of a host, and the axes to vary; its runs are the cross
 * product. With repeats, each point of it runs with several seeds.
 */
public final class SweepFile {
  private static final int ALL_CHECKED = 500; // of a larger sweep, a part
  private static final double MOST_EXACT = 1e15; // integers below are exact

  private static final String GPU = "gpu";
  private static final String ROUND = "roundCycles";
  private static final String WORKLOADS = "workloads";
  private static final String VARIANTS = "variants";
  private static final String ALL_PAIRS = "all-pairs";
  private static final String PAIRS_OF = "pairs-of";

  private static final Pattern JOB = Pattern.compile("^jobs\\[(\\d+)]");

  /** Axes that change how workloads share a device, not what they execute. */
  private static final Predicate<String> SHARING =
      Pattern.compile(
              "(policy|variant|warpScheduler|kernelScheduler|allocation|preemption|copies).*")
          .asMatchPredicate();

  /** Axes that change what a workload executes alone in a given time. */
  private static final Predicate<String> DEVICE =
      Pattern.compile("(gpu|warpScheduler)([.\\[].*)?").asMatchPredicate();

  /** Axes whose values speak for themselves. */
  private static final Pattern PLAIN =
      Pattern.compile("workloads|policy|variant|machine|schedulers(\\[\\d+])?");

  private final ConfigTree tree;
  private final SweepConfig config;
  private final Path folder;
  private final String name;
  private final List<String> sets;
  private final Map<String, List<JsonNode>> axes; // values by path
  private final List<Run> runs; // each made when it is asked for
  private final Map<String, SoftReference<LoadedExperiment>> loaded = new ConcurrentHashMap<>();
  private PointSettings base; // made when it is asked for
  private List<Run> samples; // made when they are asked for

  private SweepFile(ConfigTree tree, Path folder, List<String> sets, List<String> bundled) {
    this.tree = tree;
    this.folder = folder;
    this.sets = List.copyOf(sets);
    this.config = tree.bind(SweepConfig.class);
    String usual = word(tree.origin("").replaceAll(":\\d+$", ""));
    this.name = config.name() == null ? usual : config.name();
    this.axes = axes(bundled);
    this.runs = cross(axes);
    checkIds();
    sets.forEach(this::checkSet);
  }

  /** Makes a copy that has other runs. */
  private SweepFile(SweepFile of, List<Run> runs) {
    this.tree = of.tree;
    this.folder = of.folder;
    this.sets = of.sets;
    this.config = of.config;
    this.name = of.name;
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

  private void check(Run run, List<String> bundled) {
    if (isOfHosts()) {
      hostExperiment(run);
      return;
    }
    LoadedExperiment experiment = experiment(run);
    List<WorkloadConfig> workloads = experiment.config().workloads();
    for (int i = 0; i < workloads.size(); i++) {
      boolean isName = workloads.get(i).kind() == WorkloadConfig.Kind.BENCHMARK;
      if (isName && !bundled.contains(workloads.get(i).reference())) {
        throw asOfAxes(experiment.unknownWorkload(i, bundled));
      }
    }
  }

  /** Returns the axes, the names of variants, the ends of a search, copies and seeds of repeats. */
  private Map<String, List<JsonNode>> axes(List<String> bundled) {
    Map<String, List<JsonNode>> axes = new LinkedHashMap<>();
    tree.at("axes").forEachEntry((path, values) -> axes.put(path, values(path, bundled)));
    if (!config.variants().isEmpty()) {
      axes.put(
          SweepVariant.AXIS,
          tree.at(VARIANTS).valueStream().map(variant -> variant.path("name")).toList());
    }
    search().ifPresent(of -> axes.put(of.key(), List.of(searched(of.low()), searched(of.high()))));
    if (config.explain()) {
      axes.put(
          SweepConfig.COPIES, ResourceFamily.copies().stream().map(SweepFile::copies).toList());
    }
    if (config.repeats() != null) {
      List<JsonNode> seeds = new ArrayList<>();
      new Seeds(baseSeed(), repeats()).all().forEach(seed -> seeds.add(LongNode.valueOf(seed)));
      axes.put(Seeds.KEY, seeds);
    }
    return axes;
  }

  /** Returns resources as the value of a key {@code copies}. */
  public static JsonNode copies(Set<Resource> resources) {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    resources.forEach(resource -> names.add(resource.toString()));
    return names;
  }

  private List<JsonNode> values(String path, List<String> benchmarks) {
    JsonNode values = tree.at("axes").get(path);
    if (!JsonPath.isValid(path)) {
      throw wrongAxis(path, "'" + path + "'", "a path in an experiment, such as gpu.l2.bytes");
    }
    if (path.equals(WORKLOADS) && !values.isArray()) {
      return pairs(values, benchmarks);
    }
    if (!values.isArray() || values.isEmpty()) {
      throw wrongAxis(path, JsonPath.describe(values), "an array of values" + orPairs(path));
    }
    return values.valueStream().map(value -> ConfigKeys.number(path, value)).toList();
  }

  private static String orPairs(String path) {
    return path.equals(WORKLOADS) ? ", \"all-pairs\" or {\"pairs-of\": [...]}" : "";
  }

  private List<JsonNode> pairs(JsonNode values, List<String> benchmarks) {
    List<JsonNode> names = new ArrayList<>();
    if (values.asText().equals(ALL_PAIRS)) {
      benchmarks.forEach(name -> names.add(JsonNodeFactory.instance.textNode(name)));
    } else if (values.size() == 1 && values.path(PAIRS_OF).isArray()) {
      values.path(PAIRS_OF).forEach(names::add);
    }
    if (names.size() < 2) {
      throw wrongAxis(
          WORKLOADS,
          JsonPath.describe(values),
          "a list of lists, or of pairs of two names or more");
    }
    List<JsonNode> pairs = new ArrayList<>();
    for (int a = 0; a < names.size(); a++) {
      for (int b = a + 1; b < names.size(); b++) {
        ArrayNode pair = JsonNodeFactory.instance.arrayNode();
        pairs.add(pair.add(names.get(a)).add(names.get(b)));
      }
    }
    return pairs;
  }

  private InvalidInputException wrongAxis(String path, String found, String allowed) {
    return tree.invalid("axes." + path, found, allowed);
  }

  private long baseSeed() {
    String key = Seeds.KEY + "=";
    Object usual = Keys.absent(Keys.of(ExperimentConfig.class).get(Seeds.KEY));
    String seed = tree.at("base").path(Seeds.KEY).asText(usual.toString());
    for (String set : sets) {
      seed = set.startsWith(key) ? set.substring(key.length()) : seed;
    }
    try {
      return Long.parseLong(seed);
    } catch (NumberFormatException e) {
      throw tree.invalid("base.seed", "'" + seed + "'", "an integer of 0 or more");
    }
  }

  public int repeats() {
    return config.repeats() == null ? 1 : config.repeats();
  }

  /** The first axis varies slowest. */
  private List<Run> cross(Map<String, List<JsonNode>> axes) {
    double count = axes.values().stream().mapToDouble(List::size).reduce(1, (a, b) -> a * b);
    if (count > SweepConfig.MOST_RUNS) {
      String found = String.format(Locale.ROOT, "%.0f runs", count);
      throw tree.invalid("axes", found, SweepConfig.MOST_RUNS + " or fewer");
    }
    int size = (int) count;
    Map<String, List<String>> words = new HashMap<>(); // made once: ids are asked for often
    axes.forEach((path, all) -> words.put(path, all.stream().map(v -> words(path, v)).toList()));
    return new AbstractList<>() {
      @Override
      public Run get(int index) {
        return point(axes, words, Objects.checkIndex(index, size), size);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  private static Run point(
      Map<String, List<JsonNode>> axes, Map<String, List<String>> words, int index, int size) {
    Map<String, JsonNode> point = new LinkedHashMap<>();
    StringJoiner id = new StringJoiner("_");
    int stride = size;
    for (Map.Entry<String, List<JsonNode>> axis : axes.entrySet()) {
      String path = axis.getKey();
      int values = axis.getValue().size();
      stride /= values;
      point.put(path, axis.getValue().get(index / stride % values));
      id.add(words.get(path).get(index / stride % values));
    }
    return new Run(shortened(id.toString()), point);
  }

  /**
   * Returns one run of each setting, whatever its seed, of a sweep of at most {@value #ALL_CHECKED}
   * settings; of a larger one, runs that have each value of each axis between them. A run with a
   * wrong seed is among them.
   */
  public synchronized List<Run> samples() {
    if (samples == null) {
      samples = sample();
    }
    return samples;
  }

  private List<Run> sample() {
    List<Integer> sizes = axes.values().stream().map(List::size).toList();
    List<Integer> varied = new ArrayList<>(sizes);
    int ofSeeds = List.copyOf(axes.keySet()).indexOf(Seeds.KEY);
    if (ofSeeds >= 0) {
      varied.set(ofSeeds, 1);
    }
    long settings = varied.stream().mapToLong(size -> size).reduce(1, (a, b) -> a * b);
    int longest = varied.stream().mapToInt(size -> size).max().orElse(0);
    List<Run> samples = new ArrayList<>();
    for (int i = 0; i < (settings <= ALL_CHECKED ? settings : longest); i++) {
      long rest = i;
      int index = 0;
      long stride = settings;
      for (int axis = 0; axis < sizes.size(); axis++) {
        stride /= varied.get(axis);
        long value = settings <= ALL_CHECKED ? rest / stride : i % varied.get(axis);
        rest %= stride;
        index = index * sizes.get(axis) + (int) value;
      }
      samples.add(runs.get(index));
    }
    List<JsonNode> seeds = axes.getOrDefault(Seeds.KEY, List.of());
    for (int i = 0; i < seeds.size(); i++) {
      if (!seeds.get(i).canConvertToLong() || seeds.get(i).asLong() < 0) {
        samples.add(runs.get(i * sizes.stream().skip(ofSeeds + 1L).reduce(1, (a, b) -> a * b)));
      }
    }
    return samples;
  }

  /** Returns what ids say of a value of an axis. */
  private static String words(String path, JsonNode value) {
    boolean isPlain = PLAIN.matcher(path).matches();
    return (isPlain ? "" : word(JOB.matcher(path).replaceAll("job$1")) + "=") + words(value);
  }

  private static String shortened(String id) {
    return id.length() <= 120 ? id : id.substring(0, 100) + "-" + CanonicalJson.hash(id);
  }

  private static String words(JsonNode value) {
    if (value.isArray()) {
      StringJoiner words = new StringJoiner("+");
      value.forEach(element -> words.add(words(element)));
      return words.toString();
    }
    if (value.isObject()) {
      StringJoiner words = new StringJoiner("-");
      value
          .properties()
          .forEach(
              e ->
                  words.add(
                      (e.getKey().matches("name|benchmark") ? "" : word(e.getKey()) + "=")
                          + words(e.getValue())));
      return words.toString();
    }
    return word(value.asText());
  }

  private static String word(String text) {
    String last = text.replaceAll("^.*/", "").replaceAll("\\.json$", "");
    return last.replaceAll("[^A-Za-z0-9.+=-]+", "-");
  }

  /** Runs have ids of their own when the values of each axis have. */
  private void checkIds() {
    int stride = runs.size();
    for (List<JsonNode> values : axes.values()) {
      stride /= values.size();
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < values.size(); i++) {
        if (!seen.add(words(values.get(i)))) {
          String found = "the run " + runs.get(i * stride).id() + " twice";
          throw tree.invalid("axes", found, "each run once");
        }
      }
    }
  }

  /** What an axis sets anew in each run cannot be set for all, but to name one of its values. */
  private void checkSet(String set) {
    String[] parts = set.split("=", 2);
    for (String axis : axes.keySet()) {
      boolean isOfAxis = parts[0].equals(axis) || parts[0].startsWith(axis + ".");
      if (isOfAxis && !hasValue(axis, parts)) {
        throw new Violation(
                parts[0], "a key set by the axis " + axis, "another key, or a value of the axis")
            .errorAt("--set " + set);
      }
    }
  }

  private boolean hasValue(String axis, String[] set) {
    return set[0].equals(axis)
        && set.length == 2
        && axes.get(axis).stream().anyMatch(value -> value.asText().equals(set[1]));
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

  /** Returns the values of each axis by its path, in the order of the file, seeds last. */
  public Map<String, List<JsonNode>> axes() {
    return Collections.unmodifiableMap(axes);
  }

  /** Returns what is searched; its runs are at first those at the ends of the range. */
  public Optional<SearchConfig> search() {
    return Optional.ofNullable(config.search());
  }

  /** Returns the run that differs from another in the searched value. */
  public Run searching(Run run, double value) {
    Map<String, JsonNode> point = new LinkedHashMap<>(run.axes());
    point.put(config.search().key(), searched(value));
    StringJoiner id = new StringJoiner("_");
    point.forEach((path, each) -> id.add(words(path, each)));
    return new Run(shortened(id.toString()), point);
  }

  /** Returns a searched value as runs have it: an integer where it is one. */
  public static JsonNode searched(double value) {
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < MOST_EXACT;
    return isWhole ? LongNode.valueOf((long) value) : DoubleNode.valueOf(value);
  }

  /** Returns this sweep with the runs of a step of its search. */
  public SweepFile withRuns(List<Run> searched) {
    return new SweepFile(this, searched);
  }

  /** Returns the error about a value of the file. */
  public InvalidInputException wrong(String path, String found, String allowed) {
    return tree.invalid(path, found, allowed);
  }

  /** Returns all runs, in the order in which results list them. */
  public List<Run> runs() {
    return runs;
  }

  /** Returns all that tells this sweep from others, as canonical JSON. */
  public String identity() {
    return CanonicalJson.write(JsonFile.withoutPlace(asFile()));
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

  /**
   * Returns a digest of what a point sets, the same in every sweep that has the point.
   *
   * @param axes of a run of this sweep
   */
  public String settingsDigest(Map<String, JsonNode> axes) {
    Map<String, JsonNode> settings = settings(axes);
    onBase(settings)
        .map(base()::digest)
        .ifPresent(of -> settings.put("onBase", TextNode.valueOf(config.progressOver() + of)));
    return base().digest(settings);
  }

  /**
   * Returns the settings of a point on the device of the base, whose solo runs determine the work
   * of a round and, on request, are the denominators of progress; empty if the point is on this
   * device or needs neither. A base without a device has that of the first point.
   */
  private Optional<Map<String, JsonNode>> onBase(Map<String, JsonNode> settings) {
    Map<String, JsonNode> others = new LinkedHashMap<>(settings);
    boolean isVaried = !isOfHosts() && others.keySet().removeIf(DEVICE);
    if (!isVaried || !(isOverBase() || base().has(ROUND, settings))) {
      return Optional.empty();
    }
    Map<String, JsonNode> first = new LinkedHashMap<>();
    axes.forEach((path, values) -> first.put(path, values.get(0)));
    JsonNode gpu = settings(first).get(GPU);
    if (gpu != null && !base().has(GPU, Map.of())) {
      others.put(GPU, gpu);
    }
    return base().digest(others).equals(base().digest(settings))
        ? Optional.empty()
        : Optional.of(others);
  }

  private boolean isOverBase() {
    return config.progressOver().equals(SweepConfig.BASE);
  }

  /** Returns the values of the axes of a run but numbers, which name nothing. */
  public String texts(Run run) {
    StringBuilder texts = new StringBuilder();
    run.axes()
        .forEach((path, value) -> texts.append(value.isNumber() ? "" : path + '=' + value + '\n'));
    return texts.toString();
  }

  /**
   * Requires that points of another sweep can be points of this one: that both have progress over
   * the same device and the same base, but for what the axes of either set.
   *
   * @param where the other sweep is
   * @throws InvalidInputException with the first value that differs
   */
  public void requireBaseOf(SweepFile other, Path where) {
    String over = other.config.progressOver();
    if (!over.equals(config.progressOver())) {
      String allowed = over + " as in " + JsonFile.display(where);
      throw wrong("progressOver", config.progressOver(), allowed);
    }
    Set<String> varied = new HashSet<>(varied());
    varied.addAll(other.varied());
    base()
        .difference(other.base(), varied, "in " + JsonFile.display(where))
        .ifPresent(
            violation -> {
              throw tree.invalid(List.of(violation));
            });
  }

  private synchronized PointSettings base() {
    if (base == null) {
      base = new PointSettings((ObjectNode) asFile().path("base"));
    }
    return base;
  }

  /** Returns the sweep of all points of some sweeps with the same base. */
  static SweepFile of(ObjectNode file, SweepFile like, List<String> benchmarks) {
    return new SweepFile(
        new ConfigTree(like.tree.origin(""), file, Map.of()), like.folder, List.of(), benchmarks);
  }

  /** Returns the tree of the file. */
  ConfigTree tree() {
    return tree;
  }

  /** Returns the paths that each of its points sets. */
  private Set<String> varied() {
    Set<String> varied = new HashSet<>(axes.keySet());
    if (varied.remove(SweepVariant.AXIS)) {
      Set<String> ofAll = new HashSet<>(config.variants().get(0).set().keySet());
      config.variants().forEach(variant -> ofAll.retainAll(variant.set().keySet()));
      varied.addAll(ofAll);
    }
    return varied;
  }

  /** Returns the sweep as a file that runs it again, from any folder: what was set is in it. */
  public ObjectNode asFile() {
    ConfigTree base = tree.subtree("base");
    sets.forEach(set -> Overrides.apply(base, set, folder));
    ObjectNode file = JsonFile.movable(tree.root(), name, folder);
    if (base.at("gpu").has("sm")) { // something was set in it
      base.root().set("gpu", GpuConfigs.shortest((ObjectNode) base.at("gpu")));
    }
    file.set("base", base.root());
    return file;
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
      if (loaded.size() < ALL_CHECKED) { // samples are asked for several times
        loaded.put(run.id(), new SoftReference<>(experiment));
      }
    }
    return experiment;
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

  private LoadedExperiment loadOnBase(Run run) {
    Map<String, JsonNode> settings = settings(run.axes());
    LoadedExperiment experiment = load(run.id(), settings, ExperimentLoader::ofTree);
    return onBase(settings)
        .map(
            of -> experiment.over(load(run.id(), solo(of), ExperimentLoader::ofTree), isOverBase()))
        .orElse(experiment);
  }

  /** How workloads share the device of a point need not be possible on that of the base. */
  private static Map<String, JsonNode> solo(Map<String, JsonNode> settings) {
    Map<String, JsonNode> solo = new LinkedHashMap<>(settings);
    for (String shared : List.of("policy", "partitions", SweepConfig.COPIES)) {
      solo.keySet().removeIf(path -> path.startsWith(shared));
    }
    solo.put("policy", TextNode.valueOf(SmkEven.NAME));
    solo.put("partitions", JsonNodeFactory.instance.arrayNode());
    solo.put(SweepConfig.COPIES, JsonNodeFactory.instance.arrayNode());
    return solo;
  }

  /** Makes an experiment of the base and the overrides of a run. */
  private interface Loader<T> {
    T load(ConfigTree base, String name, Path folder, List<String> sets);
  }

  private <T> T load(String id, Map<String, JsonNode> settings, Loader<T> loader) {
    List<String> overrides = new ArrayList<>(sets);
    settings.forEach(
        (path, value) -> overrides.add(path + "=" + Overrides.absolute(value, path, folder)));
    try {
      return loader.load(tree.subtree("base"), id, folder, overrides);
    } catch (InvalidInputException e) {
      throw asOfAxes(e);
    }
  }

  /** Returns the values of a point by path, where its variant stands for what it sets. */
  private Map<String, JsonNode> settings(Map<String, JsonNode> axes) {
    Map<String, JsonNode> settings = new LinkedHashMap<>();
    axes.forEach(
        (path, value) -> {
          if (path.equals(SweepVariant.AXIS)) {
            variant(value)
                .path("set")
                .forEachEntry((at, each) -> settings.put(at, number(at, each)));
          } else {
            settings.put(path, value);
          }
        });
    return settings;
  }

  private static JsonNode number(String path, JsonNode value) {
    return ConfigKeys.number(path, value);
  }

  private JsonNode variant(JsonNode name) {
    return tree.at(VARIANTS)
        .valueStream()
        .filter(variant -> variant.path("name").equals(name))
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  /** An error names the axis, or the variant, that has set the wrong value. */
  private InvalidInputException asOfAxes(InvalidInputException e) {
    String message = e.getMessage();
    for (int i = 0; i < config.variants().size(); i++) {
      String at = JsonPath.index(VARIANTS, i);
      String origin = tree.origin(at + ".set") + ": " + at + ".set: ";
      for (String path : config.variants().get(i).set().keySet()) {
        message = message.replace(Overrides.ORIGIN + path + "=", origin + path + "=");
      }
    }
    if (config.search() != null) {
      String set = Overrides.ORIGIN + config.search().key() + "=";
      message =
          message.replace(
              set, tree.origin("search.key") + ": search: " + config.search().key() + "=");
    }
    String axes = tree.origin("axes") + ": axes: ";
    return new InvalidInputException(message.replace(Overrides.ORIGIN, axes), e);
  }
}
