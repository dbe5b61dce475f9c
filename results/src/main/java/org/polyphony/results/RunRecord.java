package org.polyphony.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One finished run: a {@code summary.json}, or a line of {@code results.jsonl}.
 *
 * @param summary summary.json; a line of a sweep also has {@code run} and {@code axes}
 * @param shown what its workloads and its policy are called
 */
public record RunRecord(JsonNode summary, DisplayNames shown) {
  /** Keys whose value says what an object is. */
  private static final Set<String> NAMES = Set.of("name", "benchmark", "trace", "model", "extends");

  private static final String UNKNOWN = "other";
  private static final String VARIANT = "variant";
  private static final List<String> UNNAMED = List.of("policy", VARIANT, "workloads", "seed");

  /** Returns its id in a sweep; empty outside of one. */
  public String id() {
    return summary.path("run").asText("");
  }

  public String experiment() {
    return summary.path("experiment").asText("");
  }

  /** Returns the number at a JSON pointer; not a number when there is none. */
  public double number(String pointer) {
    return number(summary.at(pointer));
  }

  /** Returns the names of its workloads, as {@code LC/BS}. */
  public String workloads() {
    return String.join("/", names());
  }

  /** Returns the names of its workloads as they are shown, in config order. */
  public List<String> names() {
    Stream<JsonNode> benchmarks = summary.path("benchmarks").valueStream();
    return benchmarks.map(benchmark -> shown.of(benchmark.path("name").asText())).toList();
  }

  /** Returns the kinds of its workloads in alphabetical order, as {@code COM/MEM}. */
  public String category() {
    Stream<JsonNode> benchmarks = summary.path("benchmarks").valueStream();
    List<String> types = benchmarks.map(b -> b.path("type").asText("")).sorted().toList();
    boolean isKnown = types.stream().allMatch(type -> type.equals("COM") || type.equals("MEM"));
    return isKnown ? String.join("/", types) : UNKNOWN;
  }

  /** Returns the policy and the values of all other axes but workloads and seed. */
  public String setting() {
    return setting("");
  }

  /** Returns the setting but for one axis; empty for all. */
  public String setting(String without) {
    List<String> words = new ArrayList<>(List.of(policyWord()));
    Axes axes = new Axes(summary.path("axes"), shown);
    axes.paths().stream()
        .filter(path -> !UNNAMED.contains(path) && !path.equals(without))
        .map(axes::word)
        .forEach(words::add);
    return String.join(", ", words);
  }

  /**
   * Returns the variant, or the policy with its parameters where the runs of a sweep have others.
   */
  String policyWord() {
    JsonNode variant = summary.path("axes").path(VARIANT);
    boolean hasPolicies = summary.path("axes").has("policy");
    if (variant.isTextual()) {
      return shown.of(variant.asText()) + (hasPolicies ? ", " + wordOfPolicy() : "");
    }
    return wordOfPolicy();
  }

  private String wordOfPolicy() {
    JsonNode axis = summary.path("axes").path("policy");
    if (!axis.isObject()) {
      return shown.of(axis.isMissingNode() ? policy() : text(axis));
    }
    List<String> parameters = new ArrayList<>();
    for (Map.Entry<String, JsonNode> parameter : axis.properties()) {
      if (!parameter.getKey().equals("name")) {
        parameters.add(parameter.getKey() + "=" + text(parameter.getValue()));
      }
    }
    String name = shown.of(axis.path("name").asText());
    return parameters.isEmpty() ? name : name + " (" + String.join(", ", parameters) + ")";
  }

  /** Returns whether it ran under a policy, which is named as the results or as charts name it. */
  public boolean isOf(String policy) {
    return policyWord().equals(policy)
        || new RunRecord(summary, DisplayNames.none()).policyWord().equals(policy);
  }

  /** Returns the values of all axes but the policy, which runs under different policies share. */
  public String place() {
    Axes axes = new Axes(summary.path("axes"), shown);
    return axes.paths().stream()
        .filter(path -> !path.equals("policy") && !path.equals(VARIANT))
        .map(path -> path + "=" + axes.values().path(path))
        .collect(Collectors.joining(" ", workloads() + " ", ""));
  }

  /** Returns the run with STP and ANTT as ratios to those of another run. */
  public RunRecord over(RunRecord base) {
    ObjectNode ratios = summary.deepCopy();
    ratios.put("stp", stp() / base.stp()).put("antt", antt() / base.antt());
    return new RunRecord(ratios, shown);
  }

  /**
   * Returns a value as it is shown: {@code HS} and {@code 4} as they are, {@code HS+BS} for a list,
   * {@code HS poisson 4000 per s} for an object, whose name comes first.
   */
  public static String text(JsonNode value) {
    if (value.isArray()) {
      return value.valueStream().map(RunRecord::text).collect(Collectors.joining("+"));
    }
    if (!value.isObject()) {
      return value.asText();
    }
    return value.properties().stream()
        .map(
            entry -> {
              String key = NAMES.contains(entry.getKey()) ? "" : entry.getKey() + " ";
              String text = text(entry.getValue());
              return key + (entry.getValue().isObject() ? "(" + text + ")" : text);
            })
        .collect(Collectors.joining(" "));
  }

  /** Returns the name of its policy, as configs have it. */
  public String policy() {
    return summary.path("policy").asText();
  }

  /** Returns whether two or more workloads shared the device to the end of the first rounds. */
  public boolean isShared() {
    return summary.path("benchmarks").size() > 1 && Double.isFinite(stp());
  }

  /** Returns, by policy, how many runs of those that decide at run time made no decision. */
  public static List<String> undecided(List<RunRecord> runs) {
    Map<String, List<Boolean>> decided = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      JsonNode has = run.summary.at("/partitioning/decided");
      if (has.isBoolean()) {
        decided.computeIfAbsent(run.policyWord(), p -> new ArrayList<>()).add(has.asBoolean());
      }
    }
    return decided.entrySet().stream()
        .map(of -> undecided(of.getKey(), of.getValue()))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Returns in how many runs a policy that decides at run time made no decision; empty for none.
   *
   * @param decided whether it did, of each run
   */
  public static Optional<String> undecided(String policy, List<Boolean> decided) {
    int without = Collections.frequency(decided, false);
    String of = decided.size() == 1 ? "" : " in " + without + " of " + decided.size() + " runs";
    return without == 0 ? Optional.empty() : Optional.of(policy + " made no decision" + of);
  }

  /** Returns system throughput; not a number when it is not known. */
  public double stp() {
    return number(summary.path("stp"));
  }

  /** Returns its STP in words that say what it is of. */
  public String stpWords() {
    boolean hasRequests = !summary.path("benchmarks").findValues("requests").isEmpty();
    String of = hasRequests ? "first rounds and requests" : "first rounds";
    return String.format(Locale.ROOT, "%s: STP %.3f", of, stp());
  }

  /**
   * Returns the STP of an epoch, later rounds included.
   *
   * @param epochs {@code epochs.csv}
   * @param first row of the epoch, which has one for each workload
   */
  public double stp(CsvTable epochs, int first) {
    double stp = 0;
    for (int i = 0; i < summary.path("benchmarks").size(); i++) {
      stp += epochs.number(first + i, ResultColumn.IPC) / number("/benchmarks/" + i + "/ipcAlone");
    }
    return stp;
  }

  /** Returns average normalized turnaround time; not a number when it is not known. */
  public double antt() {
    return number(summary.path("antt"));
  }

  /** Returns the share of an SM's threads that the first workload has by {@code smk-fixed}. */
  public double firstThreadShare() {
    return number(summary.at("/axes/policy/threadShares/0"));
  }

  /** Returns a number; not a number for any other value. */
  public static double number(JsonNode node) {
    return node.isNumber() ? node.asDouble() : Double.NaN;
  }
}
