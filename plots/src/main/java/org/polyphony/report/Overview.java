package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.polyphony.plot.RunRecord;

/** What was run, and its most important numbers. */
final class Overview implements Part {
  private static final int MOST_VALUES = 12;
  private static final Map<String, String> FACTS = new LinkedHashMap<>();

  static {
    FACTS.put("gpu", "GPU");
    FACTS.put("policy", "Policy");
    FACTS.put("objective", "Objective");
    FACTS.put("preemption", "Preemption");
    FACTS.put("warpScheduler", "Warp scheduler");
    FACTS.put("kernelScheduler", "Kernel scheduler");
    FACTS.put("seed", "Seed");
  }

  @Override
  public Optional<Section> section(Source source) {
    List<RunRecord> runs = source.runs().stream().map(Source.Run::record).toList();
    int failed = source.results().failures().size();
    if (runs.isEmpty() && failed == 0) {
      return Optional.empty();
    }
    Section section = new Section("overview", "Overview");
    if (source.isSingle()) {
      putRun(section, runs.get(0));
    } else {
      putRuns(section, runs, failed);
    }
    FACTS.forEach((key, name) -> section.fact(name, values(runs, run -> text(run, key))));
    section.fact(
        source.isSingle() ? "Workloads" : "Sets of workloads", values(runs, RunRecord::workloads));
    axes(runs).forEach((axis, values) -> section.fact("Axis " + axis, shown(values)));
    return Optional.of(section);
  }

  private static void putRun(Section section, RunRecord run) {
    if (run.summary().path("partial").asBoolean()) {
      section.paragraph("The run was interrupted: these are partial results.");
    }
    section.keyNumber("STP", Numbers.ratio(run.stp()), "higher is better");
    section.keyNumber("ANTT", Numbers.ratio(run.antt()), "lower is better");
    section.keyNumber("core cycles", Numbers.count(run.number("/cycles")), "");
    section.keyNumber("warp instructions", Numbers.count(run.number("/warpInstructions")), "");
  }

  private static void putRuns(Section section, List<RunRecord> runs, int failed) {
    section.keyNumber("runs", Numbers.count(runs.size()), "that have ended");
    section.keyNumber("failed runs", Numbers.count(failed), "");
    section.keyNumber("sets of workloads", distinct(runs, RunRecord::workloads), "");
    section.keyNumber("settings", distinct(runs, RunRecord::setting), "policy and other axes");
  }

  private static String distinct(List<RunRecord> runs, Function<RunRecord, String> value) {
    return Numbers.count(Math.toIntExact(runs.stream().map(value).distinct().count()));
  }

  private static String text(RunRecord run, String key) {
    return run.summary().path(key).asText("");
  }

  private static String values(List<RunRecord> runs, Function<RunRecord, String> value) {
    Set<String> values = new LinkedHashSet<>();
    runs.stream().map(value).filter(v -> !v.isEmpty() && !v.equals("null")).forEach(values::add);
    return shown(values);
  }

  private static String shown(Collection<String> values) {
    List<String> some = values.stream().limit(MOST_VALUES).toList();
    int more = values.size() - some.size();
    return String.join(", ", some) + (more > 0 ? " and " + more + " more" : "");
  }

  /** Returns the values of each axis but those that have a fact of their own. */
  private static Map<String, Set<String>> axes(List<RunRecord> runs) {
    Map<String, Set<String>> axes = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      for (Map.Entry<String, JsonNode> axis : run.summary().path("axes").properties()) {
        if (!axis.getKey().equals("workloads") && !FACTS.containsKey(axis.getKey())) {
          axes.computeIfAbsent(axis.getKey(), a -> new LinkedHashSet<>())
              .add(RunRecord.text(axis.getValue()));
        }
      }
    }
    return axes;
  }
}
