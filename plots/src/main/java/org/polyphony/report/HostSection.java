package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.results.CsvTable;
import org.polyphony.results.HostRecord;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.statistics.MeanInterval;

/** Jobs on a machine of GPUs under each scheduler, or on nodes under each policy. */
final class HostSection {
  private static final double HOUR = 3600; // seconds

  private HostSection() {}

  static Section of(Source source) {
    Section section = new Section("host", "Host runs");
    Results results = source.results();
    List<HostRecord> records = results.hostRuns();
    results.json(ResultFile.HOST_SUMMARY).ifPresent(summary -> describe(summary, section));
    section.table(means(results));
    results.table(ResultFile.CLUSTER_RUNS).ifPresent(csv -> section.table(replays(csv)));
    if (records.isEmpty()) {
      return section;
    }
    return results.isSweep()
        ? section.table(
            withNumbers(
                new HtmlTable<>("Finished runs", records)
                    .link(
                        "Run",
                        HostRecord::id,
                        record -> source.link("runs/" + record.id() + ".json"))
                    .text("Setting", HostRecord::setting)
                    .text("Scheduler", HostRecord::scheduler)))
        : section
            .table(
                withNumbers(
                    new HtmlTable<>("Schedulers", records).text("Run", HostRecord::scheduler)))
            .table(jobs(records));
  }

  private static void describe(JsonNode summary, Section section) {
    section
        .fact("Experiment", summary.path("experiment").asText())
        .fact("Mode", summary.path("mode").asText(""))
        .fact("Nodes", summary.path("nodes").asText(""))
        .fact("GPUs", summary.path("gpus").asText(""))
        .fact("Seeds", summary.path("seeds").asText(""));
    if (summary.path("partial").asBoolean()) {
      section.paragraph("The experiment was interrupted; these are partial results.");
    }
  }

  /** A mean of jobs placed on nodes, in a sweep with the values of the axes. */
  private record Placed(String setting, JsonNode mean) {
    private String text(String key) {
      return mean.path(key).asText();
    }

    private double number(String key) {
      return RunRecord.number(mean.path(key));
    }

    /** Returns a mean with its 95% interval. */
    private HtmlTable.Cell interval(String format, String key, String low, String high) {
      MeanInterval of = new MeanInterval(number(key), number(low), number(high), 0);
      return HtmlTable.Cell.number(of.text(format), of.mean());
    }
  }

  private static HtmlTable<Placed> means(Results results) {
    List<Placed> means = new ArrayList<>();
    for (JsonNode summary : results.hostSummaries()) {
      String setting = HostRecord.setting(summary, results.view().names());
      summary.path("means").forEach(mean -> means.add(new Placed(setting, mean)));
    }
    HtmlTable<Placed> table =
        new HtmlTable<>(
                "Means over seeds and differences to the first policy, 95% intervals", means)
            .text("Metric", mean -> mean.text("metric"));
    if (results.isSweep()) {
      table.text("Setting", Placed::setting);
    }
    return table
        .text("At", mean -> mean.text("group"))
        .text("Policy", mean -> mean.text("policy"))
        .cell("Mean", true, mean -> mean.interval("%.2f", "mean", "low", "high"))
        .cell(
            "Difference",
            true,
            mean -> mean.interval("%+.2f", "difference", "differenceLow", "differenceHigh"));
  }

  private static HtmlTable<Integer> replays(CsvTable csv) {
    return new HtmlTable<>("Replays", IntStream.range(0, csv.rows()).boxed().toList())
        .text("Policy", row -> csv.text(row, ResultColumn.POLICY))
        .text("Load", row -> csv.text(row, "load"))
        .text("Seed", row -> csv.text(row, "seed"))
        .number("Jobs", "%,.0f", row -> csv.number(row, "jobs"))
        .number("Mean wait (h)", "%,.2f", row -> csv.number(row, "mean_wait_s") / HOUR)
        .number("95th percentile of wait (h)", "%,.2f", row -> csv.number(row, "p95_wait_s") / HOUR)
        .percent("Jobs delayed", row -> csv.number(row, "waited"))
        .percent("GPUs allocated", row -> csv.number(row, "allocated"))
        .percent("Fragmented GPUs", row -> csv.number(row, ResultColumn.FRAGMENTS));
  }

  private static HtmlTable<HostRecord> withNumbers(HtmlTable<HostRecord> table) {
    return table
        .number("Makespan (s)", "%,.2f", record -> record.number("makespanSeconds"))
        .number("Mean turnaround (s)", "%,.2f", record -> record.number("meanTurnaroundSeconds"))
        .number("Mean wait (s)", "%,.2f", record -> record.number("meanWaitSeconds"))
        .percent("CPU utilization", record -> record.number("cpuUtilisation"))
        .percent("GPU utilization", record -> record.number("gpuUtilisation"))
        .percent("GPU memory utilization", record -> record.number("gpuMemoryUtilisation"))
        .text("Jobs", record -> outcomes(record.run().path("outcomes")));
  }

  private static String outcomes(JsonNode counts) {
    return counts
        .propertyStream()
        .map(count -> count.getValue().asText() + " " + count.getKey())
        .collect(Collectors.joining(", "));
  }

  /** A job of a run. */
  private record Job(String run, JsonNode job) {
    private String text(String key) {
      return job.path(key).asText();
    }

    private double number(String key) {
      return RunRecord.number(job.path(key));
    }
  }

  private static HtmlTable<Job> jobs(List<HostRecord> records) {
    return new HtmlTable<>(
            "Jobs",
            records.stream()
                .flatMap(
                    record ->
                        record
                            .run()
                            .path("applications")
                            .valueStream()
                            .map(job -> new Job(record.scheduler(), job)))
                .toList())
        .text("Job", job -> job.text("id"))
        .text("Run", Job::run)
        .text("Outcome", job -> job.text("outcome"))
        .number("Device", "%.0f", job -> job.number("device"))
        .number("Start (s)", "%,.2f", job -> job.number("startSeconds"))
        .number("Turnaround (s)", "%,.2f", job -> job.number("turnaroundSeconds"))
        .number("Wait (s)", "%,.2f", job -> job.number("waitSeconds"))
        .number("Slow-down", "%,.2f", job -> job.number("kernelSlowdown"));
  }
}
