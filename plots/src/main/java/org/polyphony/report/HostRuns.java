package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.plot.RunRecord;

/** Jobs on a machine of GPUs under each scheduler, from {@code host-summary.json}. */
final class HostRuns implements Part {
  private static final String FILE = "host-summary.json";

  @Override
  public Optional<Section> section(Source source) {
    return source.results().json(FILE).map(HostRuns::section);
  }

  private static Section section(JsonNode summary) {
    Section section = new Section("host", "Host runs");
    section.fact("Experiment", summary.path("experiment").asText());
    Table runs = new Table("Schedulers").text("Run").number("Makespan (s)");
    runs.number("Mean turnaround (s)").number("Mean wait (s)").number("CPU used");
    runs.number("GPU used").number("GPU memory used").text("Jobs");
    Table jobs = new Table("Jobs").text("Job").text("Run").text("Outcome").number("Device");
    jobs.number("Start (s)").number("Turnaround (s)").number("Wait (s)").number("Slow-down");
    for (JsonNode run : summary.path("runs")) {
      addRun(runs, run);
      run.path("applications").forEach(job -> addJob(jobs, run.path("run").asText(), job));
    }
    return section.table(runs).table(jobs);
  }

  private static void addRun(Table table, JsonNode run) {
    table.row(
        Table.Cell.of(run.path("run").asText()),
        number(run, "makespanSeconds"),
        number(run, "meanTurnaroundSeconds"),
        number(run, "meanWaitSeconds"),
        share(run, "cpuUtilisation"),
        share(run, "gpuUtilisation"),
        share(run, "gpuMemoryUtilisation"),
        Table.Cell.of(outcomes(run.path("outcomes"))));
  }

  private static void addJob(Table table, String run, JsonNode job) {
    table.row(
        Table.Cell.of(job.path("id").asText()),
        Table.Cell.of(run),
        Table.Cell.of(job.path("outcome").asText()),
        Table.Cell.number("%.0f", RunRecord.number(job.path("device"))),
        number(job, "startSeconds"),
        number(job, "turnaroundSeconds"),
        number(job, "waitSeconds"),
        number(job, "kernelSlowdown"));
  }

  private static String outcomes(JsonNode counts) {
    List<String> words = new ArrayList<>();
    for (Map.Entry<String, JsonNode> count : counts.properties()) {
      words.add(count.getValue().asText() + " " + count.getKey());
    }
    return String.join(", ", words);
  }

  private static Table.Cell number(JsonNode node, String key) {
    return Table.Cell.number("%,.2f", RunRecord.number(node.path(key)));
  }

  private static Table.Cell share(JsonNode node, String key) {
    double share = RunRecord.number(node.path(key));
    return Double.isFinite(share)
        ? Table.Cell.sorted(Numbers.percent(share), share)
        : Table.Cell.number("%.1f", share);
  }
}
