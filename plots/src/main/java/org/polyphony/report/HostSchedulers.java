package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.polyphony.plot.HostRecord;
import org.polyphony.plot.RunRecord;

/** Jobs on a machine of GPUs under each scheduler. */
final class HostSchedulers implements Part {
  private static final String FILE = "host-summary.json";

  @Override
  public Optional<Section> section(Source source) {
    List<HostRecord> records = source.results().hostRuns();
    if (records.isEmpty()) {
      return Optional.empty();
    }
    Section section = new Section("host", "Host runs");
    source.results().json(FILE).ifPresent(summary -> describe(summary, section));
    return Optional.of(
        source.results().isSweep()
            ? section.table(sweepRuns(records, source))
            : section.table(runs(records)).table(jobs(records)));
  }

  private static void describe(JsonNode summary, Section section) {
    section.fact("Experiment", summary.path("experiment").asText());
    if (summary.path("partial").asBoolean()) {
      section.paragraph("The experiment was interrupted: these are partial results.");
    }
  }

  private static Table runs(List<HostRecord> records) {
    Table table = withNumbers(new Table("Schedulers").text("Run"));
    for (HostRecord record : records) {
      table.row(Table.Cell.of(record.scheduler()), numbers(record.run()));
    }
    return table;
  }

  private static Table sweepRuns(List<HostRecord> records, Source source) {
    Table table =
        withNumbers(
            new Table("Runs that have ended").text("Run").text("Setting").text("Scheduler"));
    for (HostRecord record : records) {
      List<Table.Cell> cells = new ArrayList<>();
      cells.add(Table.Cell.of(record.setting()));
      cells.add(Table.Cell.of(record.scheduler()));
      cells.addAll(numbers(record.run()));
      String file = "runs/" + record.id() + ".json";
      table.row(
          source.results().has(file)
              ? Table.Cell.link(record.id(), source.links().to(file))
              : Table.Cell.of(record.id()),
          cells);
    }
    return table;
  }

  private static Table jobs(List<HostRecord> records) {
    Table jobs = new Table("Jobs").text("Job").text("Run").text("Outcome").number("Device");
    jobs.number("Start (s)").number("Turnaround (s)").number("Wait (s)").number("Slow-down");
    for (HostRecord record : records) {
      record.run().path("applications").forEach(job -> addJob(jobs, record.scheduler(), job));
    }
    return jobs;
  }

  private static Table withNumbers(Table table) {
    table.number("Makespan (s)").number("Mean turnaround (s)").number("Mean wait (s)");
    return table.number("CPU used").number("GPU used").number("GPU memory used").text("Jobs");
  }

  private static List<Table.Cell> numbers(JsonNode run) {
    return List.of(
        number(run, "makespanSeconds"),
        number(run, "meanTurnaroundSeconds"),
        number(run, "meanWaitSeconds"),
        Table.Cell.percent(RunRecord.number(run.path("cpuUtilisation"))),
        Table.Cell.percent(RunRecord.number(run.path("gpuUtilisation"))),
        Table.Cell.percent(RunRecord.number(run.path("gpuMemoryUtilisation"))),
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
    return counts
        .propertyStream()
        .map(count -> count.getValue().asText() + " " + count.getKey())
        .collect(Collectors.joining(", "));
  }

  private static Table.Cell number(JsonNode node, String key) {
    return Table.Cell.number("%,.2f", RunRecord.number(node.path(key)));
  }
}
