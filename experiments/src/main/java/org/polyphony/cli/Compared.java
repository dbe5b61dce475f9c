package org.polyphony.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.config.FileKind;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Violation;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.run.Summary;
import org.polyphony.results.store.Json;

/**
 * One of the things that {@code compare} sets side by side.
 *
 * @param label by which tables and charts call it
 * @param kind what it is, in words
 * @param config its values by path
 * @param metrics what was measured, by path, with the names of workloads; nothing of a sweep
 * @param runs of results
 */
record Compared(
    String label,
    String kind,
    Map<String, String> config,
    Map<String, Value> metrics,
    Optional<Results> runs) {
  /** What one has of a metric. */
  record Value(Metric metric, double number) {}

  private static final String DEVICE = "a device";
  private static final String ALLOWED =
      "the results of a run or a sweep, or a device by name or file";
  private static final String RUN = "the results of a run";
  private static final String SWEEP = "the results of a sweep";
  private static final Pattern BENCHMARK = Pattern.compile("benchmarks\\[(.+)]\\.([\\w.]+)");
  private static final int DIGEST = 8; // digits that are shown

  /**
   * Reads the user's arguments.
   *
   * @param given a folder, a file or the name of a device
   * @param label by which tables and charts call it
   * @throws org.polyphony.input.InvalidInputException for anything else
   */
  static Compared of(String given, String label) {
    if (FileKind.GPU.names().contains(given)) {
      return device(given, label);
    }
    Path path = Path.of(given);
    Optional<FolderKind> folder = FolderKind.of(path);
    if (folder.equals(Optional.of(FolderKind.RUN))
        && Files.exists(path.resolve(ResultFile.SUMMARY.file()))) {
      return run(label, Results.read(path));
    }
    if (folder.equals(Optional.of(FolderKind.SWEEP))) {
      return sweep(label, Results.read(path));
    }
    if (FileKind.of(path).equals(Optional.of(FileKind.GPU))) {
      return device(given, label);
    }
    GivenFile.refuseOurs(path, ALLOWED);
    String wrong = Files.exists(path) ? "neither results nor a device" : "no such file or folder";
    throw new Violation("", wrong + "; give " + ALLOWED, "").errorAt(given);
  }

  private static Compared device(String given, String label) {
    Map<String, String> config = new LinkedHashMap<>();
    flatten(
        Json.tree(GpuConfigs.load(given)), "", (path, value) -> config.put(path, value.asText()));
    return new Compared(label, DEVICE, config, Map.of(), Optional.empty());
  }

  private static Compared run(String label, Results results) {
    RunRecord run = results.runs().get(0);
    Map<String, String> config = new LinkedHashMap<>();
    results
        .json(ResultFile.RESOLVED)
        .ifPresent(json -> flatten(json, "", (path, value) -> put(config, path, value, run)));
    provenance(List.of(run), config);
    boolean isPartial = run.summary().path("partial").asBoolean();
    config.put("ended", isPartial ? "interrupted, partial results" : "normally");
    Map<String, Value> metrics = new LinkedHashMap<>();
    flatten(run.summary(), "", (path, value) -> metric(metrics, path, value, run.names()));
    return new Compared(label, RUN, config, metrics, Optional.of(results));
  }

  /** A workload is known by its name and the digest of its files. */
  private static void put(Map<String, String> config, String path, JsonNode value, RunRecord run) {
    if (path.matches("workloads\\[\\d+]\\.content")) {
      int index = Integer.parseInt(path.replaceAll("\\D", ""));
      String digest = value.asText().substring(0, Math.min(DIGEST, value.asText().length()));
      config.put("workloads[" + index + "]", run.names().get(index) + " (" + digest + ")");
    } else {
      config.put(path, value.asText());
    }
  }

  private static void metric(
      Map<String, Value> metrics, String path, JsonNode value, List<String> names) {
    Optional<Metric> metric = Summary.metric(path.replaceAll("\\[[^]]*]", "[]"));
    if (metric.isEmpty() || !value.isNumber() || !isCompared(metric.get())) {
      return;
    }
    Matcher benchmark = BENCHMARK.matcher(path);
    String shown = path;
    if (benchmark.matches()) {
      String name = benchmark.group(1); // or an index, of workloads that are called alike
      int index = name.matches("\\d+") ? Integer.parseInt(name) : 0;
      boolean isIndex = name.matches("\\d+") && !names.contains(name);
      shown = (isIndex ? names.get(index) + " #" + (index + 1) : name) + ": " + benchmark.group(2);
    }
    metrics.put(shown, new Value(metric.get(), value.asDouble()));
  }

  /** Counts and measurements are, but for those of the program and of parts of a composed run. */
  private static boolean isCompared(Metric metric) {
    return metric.form() != Metric.Form.WORD && !metric.path().matches("(host\\.|parts\\[).*");
  }

  private static Compared sweep(String label, Results results) {
    if (!results.isOfDevice()) {
      throw new Violation("", "a sweep of host experiments", ALLOWED)
          .errorAt(results.folder().toString());
    }
    Map<String, String> config = new LinkedHashMap<>();
    JsonNode file = results.json(ResultFile.CONFIG).orElse(NullNode.getInstance());
    JsonNode base = results.isSweep() ? file.path("base") : file;
    flatten(base, "", (path, value) -> config.put(path, value.asText()));
    config.keySet().removeAll(List.of("schemaVersion", "name", "folder")); // of a run
    file.path("axes")
        .forEachEntry((path, values) -> config.put("axes." + path, Json.plain(values)));
    config.put("repeats", file.path("repeats").asText("1"));
    config.put("progressOver", file.path("progressOver").asText("own"));
    JsonNode variants = file.path("variants");
    variants.forEach(
        variant ->
            config.put(
                "variant " + variant.path("name").asText(), Json.plain(variant.path("set"))));
    provenance(results.runs(), config);
    return new Compared(label, SWEEP, config, Map.of(), Optional.of(results));
  }

  boolean isSweep() {
    return kind.equals(SWEEP);
  }

  /** Returns a run as a sweep of one point, to be compared with other sweeps. */
  Compared asSweep() {
    return kind.equals(RUN) ? sweep(label, runs.orElseThrow()) : this;
  }

  /** What made the results counts as config: two builds may differ in nothing else. */
  private static void provenance(List<RunRecord> runs, Map<String, String> config) {
    Map<String, Set<String>> made = new TreeMap<>();
    for (RunRecord run : runs) {
      for (String key : List.of("version", "gitCommit", "java")) {
        String value = Json.plain(run.summary().path("provenance").path(key));
        made.computeIfAbsent("provenance." + key, k -> new LinkedHashSet<>()).add(value);
      }
    }
    made.forEach((key, values) -> config.put(key, String.join(" ", values)));
  }

  /** Hears each value and where it stands. */
  private static void flatten(JsonNode node, String path, BiConsumer<String, JsonNode> leaf) {
    if (node.isObject()) {
      String prefix = path.isEmpty() ? "" : path + ".";
      node.properties().forEach(e -> flatten(e.getValue(), prefix + e.getKey(), leaf));
    } else if (node.isArray() && !node.isEmpty()) {
      for (int i = 0; i < node.size(); i++) {
        flatten(node.get(i), path + "[" + element(node, i) + "]", leaf);
      }
    } else {
      leaf.accept(path, node);
    }
  }

  /**
   * Returns the name of an element, where no other has it, so that equal parts meet; else its
   * index.
   */
  private static String element(JsonNode array, int index) {
    for (String key : List.of("name", "opClass")) {
      String name = array.get(index).path(key).asText();
      long equal = array.valueStream().filter(e -> e.path(key).asText().equals(name)).count();
      if (!name.isEmpty() && equal == 1) {
        return name;
      }
    }
    return Integer.toString(index);
  }

  /** Returns the value of a metric; NaN if there is none. */
  double number(String name) {
    return metrics.containsKey(name) ? metrics.get(name).number() : Double.NaN;
  }
}
