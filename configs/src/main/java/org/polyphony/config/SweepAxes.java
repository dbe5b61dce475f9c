package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.polyphony.config.SweepFile.Run;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;

/** The axes of a sweep and their cross product: runs, whose ids say what the axes say. */
final class SweepAxes {
  private static final int ALL_CHECKED = 500; // of a larger sweep, a part
  private static final int LONGEST_ID = 120; // characters, else cut and hashed
  private static final int CUT_ID = 100;
  private static final String WORKLOADS = "workloads";

  private static final Pattern JOB = Pattern.compile("^jobs\\[(\\d+)]");

  /** Axes whose values speak for themselves. */
  private static final Pattern PLAIN =
      Pattern.compile("workloads|policy|variant|machine|schedulers(\\[\\d+])?");

  private final ConfigTree tree;
  private final Map<String, List<JsonNode>> axes = new LinkedHashMap<>(); // values by path

  /**
   * Reads the axes, and makes those of variants, the ends of a search, copies and seeds of repeats.
   *
   * @param base of the sweep, with the overrides of the command line
   * @param benchmarks what {@code all-pairs} stands for
   */
  SweepAxes(ConfigTree tree, SweepConfig config, JsonNode base, List<String> benchmarks) {
    this.tree = tree;
    tree.at("axes").forEachEntry((path, of) -> axes.put(path, values(path, of, benchmarks)));
    if (!config.variants().isEmpty()) {
      axes.put(
          SweepConfig.VARIANT,
          tree.at("variants").valueStream().map(variant -> variant.path("name")).toList());
    }
    if (config.search() != null) {
      SearchConfig of = config.search();
      axes.put(of.key(), List.of(SearchConfig.node(of.low()), SearchConfig.node(of.high())));
    }
    if (config.explain()) {
      axes.put(
          SweepConfig.COPIES, ResourceFamily.copies().stream().map(ResourceFamily::names).toList());
    }
    if (config.repeats() != null) {
      Seeds seeds = new Seeds(seed(base.path(Seeds.KEY), "base"), config.repeats());
      axes.put(Seeds.KEY, seeds.all().stream().<JsonNode>map(LongNode::valueOf).toList());
    }
    checkRuns();
  }

  private List<JsonNode> values(String path, JsonNode values, List<String> benchmarks) {
    if (!JsonPath.isValid(path)) {
      throw wrong(path, "'" + path + "'", "a path in an experiment, such as gpu.l2.bytes");
    }
    if (path.equals(WORKLOADS) && !values.isArray()) {
      return pairs(values, benchmarks);
    }
    if (!values.isArray() || values.isEmpty()) {
      String pairs = path.equals(WORKLOADS) ? ", \"all-pairs\" or {\"pairs-of\": [...]}" : "";
      throw wrong(path, JsonPath.describe(values), "an array of values" + pairs);
    }
    if (path.equals(Seeds.KEY)) {
      values.forEach(value -> seed(value, "axes"));
    }
    return values.valueStream().map(value -> ConfigKeys.number(path, value)).toList();
  }

  private List<JsonNode> pairs(JsonNode values, List<String> benchmarks) {
    JsonNode names = values.size() == 1 ? values.path("pairs-of") : values;
    if (names.asText().equals("all-pairs")) {
      names = ConfigTree.MAPPER.valueToTree(benchmarks);
    }
    if (!names.isArray() || names.size() < 2) {
      String allowed = "a list of lists, or of pairs of two names or more";
      throw wrong(WORKLOADS, JsonPath.describe(values), allowed);
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

  private InvalidInputException wrong(String path, String found, String allowed) {
    return tree.invalid("axes." + path, found, allowed);
  }

  /** Returns a value as a seed, which samples leave out. */
  private long seed(JsonNode value, String of) {
    if (value.isMissingNode()) {
      return (long) Keys.absent(Keys.of(ExperimentConfig.class).get(Seeds.KEY));
    }
    if (!value.canConvertToLong() || value.asLong() < 0) {
      throw tree.invalid(of + ".seed", JsonPath.describe(value), "an integer of 0 or more");
    }
    return value.asLong();
  }

  /** Runs have ids of their own when the values of each axis have. */
  private void checkRuns() {
    double count = axes.values().stream().mapToDouble(List::size).reduce(1, (a, b) -> a * b);
    if (count > SweepConfig.MOST_RUNS) {
      String found = String.format(Locale.ROOT, "%.0f runs", count);
      throw tree.invalid("axes", found, SweepConfig.MOST_RUNS + " or fewer");
    }
    for (List<JsonNode> values : axes.values()) {
      Set<String> seen = new HashSet<>();
      for (JsonNode value : values) {
        if (!seen.add(words(value))) {
          throw tree.invalid("axes", "the run " + words(value) + " twice", "each run once");
        }
      }
    }
  }

  /** Returns the values of each axis by its path, in the order of the file, seeds last. */
  Map<String, List<JsonNode>> values() {
    return Collections.unmodifiableMap(axes);
  }

  /** Returns all runs; each is made when it is asked for. */
  List<Run> runs() {
    return cross(axes);
  }

  /**
   * Returns one run of each setting, whatever its seed, of a sweep of at most {@value #ALL_CHECKED}
   * settings; of a larger one, runs that have each value of each axis between them.
   */
  List<Run> samples() {
    Map<String, List<JsonNode>> varied = new LinkedHashMap<>(axes);
    varied.computeIfPresent(Seeds.KEY, (path, seeds) -> seeds.subList(0, 1));
    List<Run> all = cross(varied);
    if (all.size() <= ALL_CHECKED) {
      return List.copyOf(all);
    }
    int longest = varied.values().stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, longest).mapToObj(i -> run(i, varied)).toList();
  }

  private static Run run(int index, Map<String, List<JsonNode>> axes) {
    Map<String, JsonNode> point = new LinkedHashMap<>();
    axes.forEach((path, values) -> point.put(path, values.get(index % values.size())));
    return run(point);
  }

  /** The first axis varies slowest. */
  private static List<Run> cross(Map<String, List<JsonNode>> axes) {
    int size = axes.values().stream().mapToInt(List::size).reduce(1, (a, b) -> a * b);
    return new AbstractList<>() {
      @Override
      public Run get(int index) {
        int stride = size;
        Map<String, JsonNode> point = new LinkedHashMap<>();
        for (Map.Entry<String, List<JsonNode>> axis : axes.entrySet()) {
          int count = axis.getValue().size();
          stride /= count;
          int choice = Objects.checkIndex(index, size) / stride % count;
          point.put(axis.getKey(), axis.getValue().get(choice));
        }
        return run(point);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  /** Returns the run with a value of each axis. */
  static Run run(Map<String, JsonNode> point) {
    StringJoiner words = new StringJoiner("_");
    point.forEach((path, value) -> words.add(words(path, value)));
    String id = words.toString();
    boolean isShort = id.length() <= LONGEST_ID;
    return new Run(isShort ? id : id.substring(0, CUT_ID) + "-" + CanonicalJson.hash(id), point);
  }

  private static String words(String path, JsonNode value) {
    boolean isPlain = PLAIN.matcher(path).matches();
    return (isPlain ? "" : word(JOB.matcher(path).replaceAll("job$1")) + "=") + words(value);
  }

  private static String words(JsonNode value) {
    StringJoiner words = new StringJoiner(value.isArray() ? "+" : "-");
    if (value.isArray()) {
      value.forEach(element -> words.add(words(element)));
    } else if (value.isObject()) {
      value.forEachEntry(
          (key, of) ->
              words.add((key.matches("name|benchmark") ? "" : word(key) + "=") + words(of)));
    } else {
      words.add(word(value.asText()));
    }
    return words.toString();
  }

  /** Returns the last name of a path in characters that a file name can have. */
  static String word(String text) {
    String last = text.replaceAll("^.*/", "").replaceAll("\\.json$", "");
    return last.replaceAll("[^A-Za-z0-9.+=-]+", "-");
  }
}
