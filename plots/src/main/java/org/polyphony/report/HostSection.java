package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import org.polyphony.results.HostRecord;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/** Jobs on a machine of GPUs under each scheduler. */
final class HostSection {
  private HostSection() {}

  static Section of(Source source) {
    Section section = new Section("host", "Host runs");
    Results results = source.results();
    List<HostRecord> records = results.hostRuns();
    results.json(ResultFile.HOST_SUMMARY).ifPresent(summary -> describe(summary, section));
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
    section.fact("Experiment", summary.path("experiment").asText());
    if (summary.path("partial").asBoolean()) {
      section.paragraph("The experiment was interrupted; these are partial results.");
    }
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
