package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.polyphony.plot.Charts;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/** What any folder of results has: what was run, charts, files, and what made them. */
final class FolderSections {
  private static final int MOST_VALUES = 12; // of a fact
  private static final int MOST_PROVENANCES = 4;
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

  private FolderSections() {}

  /** What was run, and its most important numbers. */
  static Section overview(Source source) {
    Section section = new Section("overview", "Overview");
    List<RunRecord> runs = source.records();
    int failed = source.results().failures().size();
    if (runs.isEmpty() && failed == 0) {
      return section;
    }
    if (source.isSingle()) {
      addRun(section, runs.get(0));
    } else {
      source.results().leftOut().forEach(section::paragraph);
      section
          .keyNumber("runs", count(runs.size()), "finished")
          .keyNumber("failed runs", count(failed), "")
          .keyNumber("sets of workloads", distinct(runs, RunRecord::workloads), "")
          .keyNumber("settings", distinct(runs, RunRecord::setting), "policy and other axes");
    }
    RunRecord.undecided(runs).forEach(line -> section.paragraph(line + "."));
    FACTS.forEach(
        (key, name) -> section.fact(name, values(runs, run -> run.summary().path(key).asText(""))));
    section.fact(
        source.isSingle() ? "Workloads" : "Sets of workloads", values(runs, RunRecord::workloads));
    axes(runs).forEach((axis, values) -> section.fact("Axis " + axis, shown(values)));
    return section;
  }

  private static void addRun(Section section, RunRecord run) {
    if (run.summary().path("partial").asBoolean()) {
      section.paragraph("The run was interrupted; these are partial results.");
    }
    section
        .keyNumber("STP", HtmlTable.text("%.3f", run.stp()), "higher is better")
        .keyNumber("ANTT", HtmlTable.text("%.3f", run.antt()), "lower is better")
        .keyNumber("core cycles", count(run.number("/cycles")), "")
        .keyNumber("warp instructions", count(run.number("/warpInstructions")), "");
  }

  private static String count(double value) {
    return HtmlTable.text("%,.0f", value);
  }

  private static String distinct(List<RunRecord> runs, Function<RunRecord, String> value) {
    return count(runs.stream().map(value).distinct().toList().size());
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
              .add(run.shown().value(axis.getKey(), axis.getValue()));
        }
      }
    }
    return axes;
  }

  /** All charts that fit. */
  static Section charts(Source source) {
    Section section = new Section("charts", "Charts");
    Charts.heldBack(source.results()).forEach(section::paragraph);
    for (Charts.Drawn drawn : Charts.drawAll(source.results())) {
      String about = drawn.kind().about();
      String title = about.substring(0, 1).toUpperCase(Locale.ROOT) + about.substring(1);
      section.galleries().add(new Section.Gallery(title, drawn.pictures()));
    }
    return section;
  }

  /** Links to the files of the folder, and the config of a run. */
  static Section files(Source source) {
    Section section = new Section(Report.FILES, "Files");
    for (String file : source.results().files()) {
      String meaning = ResultFile.meaning(file).orElse("result");
      section.facts().add(new Section.Fact(meaning, file, source.link(file)));
    }
    Results results = source.results();
    results
        .json(results.has(ResultFile.RESOLVED) ? ResultFile.RESOLVED : ResultFile.CONFIG)
        .map(config -> new Section.Code("Config", config.toPrettyString()))
        .ifPresent(section.codes()::add);
    return section;
  }

  /** What made the results. */
  static Section provenance(Source source) {
    Section section = new Section("provenance", "Provenance");
    List<JsonNode> summaries = new ArrayList<>(source.results().hostSummaries());
    source.records().forEach(run -> summaries.add(run.summary()));
    if (!summaries.isEmpty()) {
      section
          .fact("Polyphony", provenance(summaries, "version"))
          .fact("Commit", provenance(summaries, "gitCommit"))
          .fact("Java", provenance(summaries, "java"))
          .fact("Config hash", provenance(summaries, "configHash"));
    }
    return section;
  }

  private static String provenance(List<JsonNode> summaries, String key) {
    Set<String> values = new LinkedHashSet<>();
    for (JsonNode summary : summaries) {
      String value = summary.at("/provenance/" + key).asText("");
      values.add(value.isEmpty() || value.equals("null") ? "unknown" : value);
    }
    return values.size() > MOST_PROVENANCES
        ? values.size() + " different ones, in the files of the runs"
        : String.join(", ", values);
  }
}
