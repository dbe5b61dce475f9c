package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.plot.RunRecord;

/** Every run, with a link to all of it. */
final class Runs implements Part {
  @Override
  public Optional<Section> section(Source source) {
    if (source.isSingle() || source.runs().isEmpty()) {
      return Optional.empty();
    }
    Table table = new Table("Runs that have ended").text("Run").text("Workloads").text("Setting");
    table.number("STP").number("ANTT").text("Normalized progress").number("Core cycles");
    table.number("Issue slots used").number("DRAM used").number("Preempted blocks");
    for (Source.Run run : source.runs()) {
      RunRecord record = run.record();
      table.row(
          Table.Cell.link(run.name(), source.links().to(run.file())),
          Table.Cell.of(record.workloads()),
          Table.Cell.of(record.setting()),
          Table.Cell.number("%.3f", record.stp()),
          Table.Cell.number("%.3f", record.antt()),
          Table.Cell.of(progress(record)),
          Table.Cell.number("%,.0f", record.number("/cycles")),
          Table.Cell.percent(record.number("/device/issueUtilization")),
          Table.Cell.percent(record.number("/device/dramUtilization")),
          Table.Cell.number("%,.0f", preempted(record)));
    }
    return Optional.of(new Section("runs", "Runs").table(table));
  }

  private static String progress(RunRecord run) {
    List<String> words = new ArrayList<>();
    for (JsonNode benchmark : run.summary().path("benchmarks")) {
      double progress = RunRecord.number(benchmark.path("normalizedProgress"));
      words.add(benchmark.path("name").asText() + " " + Numbers.ratio(progress));
    }
    return String.join(", ", words);
  }

  private static double preempted(RunRecord run) {
    double sum = 0;
    for (JsonNode count : run.summary().at("/partitioning/preemptions")) {
      sum += count.asDouble();
    }
    return sum;
  }
}
