package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.polyphony.plot.DisplayNames;
import org.polyphony.plot.RunRecord;

/** What the device did in one run, and what the policy did with it. */
final class Device implements Part {
  @Override
  public Optional<Section> section(Source source) {
    if (!source.isSingle()) {
      return Optional.empty();
    }
    RunRecord run = source.runs().get(0).record();
    Section section = new Section("device", "Device and policy");
    section.fact("Issue slots used", Numbers.percent(run.number("/device/issueUtilization")));
    section.fact("L1D hit rate", Numbers.percent(run.number("/device/l1HitRate")));
    section.fact("L2 hit rate", Numbers.percent(run.number("/device/l2HitRate")));
    section.fact("DRAM bandwidth used", Numbers.percent(run.number("/device/dramUtilization")));
    section.fact("DRAM bytes", Numbers.count(run.number("/device/dramBytes")));
    section.fact(
        "SM cycles lost to preemption", Numbers.percent(run.number("/partitioning/overhead")));
    addIfAny(section, decisions(run.summary().at("/partitioning/decisions")));
    addIfAny(section, preemptions(run.summary().path("partitioning")));
    addIfAny(section, stalls(run));
    return Optional.of(section);
  }

  private static void addIfAny(Section section, Table table) {
    if (!table.isEmpty()) {
      section.table(table);
    }
  }

  private static Table decisions(JsonNode shares) {
    Table table = new Table("Decisions of the policy").text("Outcome").number("Share");
    for (var share : shares.properties()) {
      table.row(
          Table.Cell.of(outcome(share.getKey())), percent(RunRecord.number(share.getValue())));
    }
    return table;
  }

  private static String outcome(String key) {
    return switch (key) {
      case "smkEven" -> "SMK, even";
      case "smkOther" -> "SMK, another partition";
      case "smkOtherByOne" -> "of these: one thread block from even";
      default -> key;
    };
  }

  private static Table preemptions(JsonNode partitioning) {
    Table table = new Table("Preempted thread blocks").text("Technique");
    table.number("Thread blocks").number("Mean latency (core cycles)");
    for (var count : partitioning.path("preemptions").properties()) {
      JsonNode latency = partitioning.path("preemptionCycles").path(count.getKey());
      table.row(
          Table.Cell.of(count.getKey()),
          Table.Cell.number("%,.0f", RunRecord.number(count.getValue())),
          Table.Cell.number("%,.1f", RunRecord.number(latency)));
    }
    return table;
  }

  private static Table stalls(RunRecord run) {
    Table table = new Table("Issue slots that issued nothing, by cause");
    table.text("Cause").number("Issue slots").number("Share of those lost");
    double lost = 0;
    for (JsonNode slots : run.summary().at("/device/stalls")) {
      lost += slots.asDouble();
    }
    for (var cause : run.summary().at("/device/stalls").properties()) {
      double slots = RunRecord.number(cause.getValue());
      table.row(
          Table.Cell.of(DisplayNames.words(cause.getKey())),
          Table.Cell.number("%,.0f", slots),
          percent(slots / lost));
    }
    return table;
  }

  private static Table.Cell percent(double share) {
    return Table.Cell.sorted(Numbers.percent(share), share);
  }
}
