package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.polyphony.input.KernelName;
import org.polyphony.results.CsvTable;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.RunRecord;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.run.DeviceMetrics;
import org.polyphony.results.run.Latencies;
import org.polyphony.results.run.WorkloadMetrics;

/** One run: its workloads and kernels, what the device did, and what the policy did with it. */
final class RunSections {
  private RunSections() {}

  static Section workloads(Source source) {
    Section section = new Section("workloads", "Workloads");
    if (source.isSingle()) {
      section.table(workloads(source.records().get(0)));
      section.table(hardware(source.records().get(0)));
      source.results().table(ResultFile.KERNELS).ifPresent(csv -> section.table(kernels(csv)));
    }
    return section;
  }

  private static HtmlTable<JsonNode> workloads(RunRecord run) {
    return new HtmlTable<>(
            "Workloads (first rounds)", run.summary().path("benchmarks").valueStream().toList())
        .text("Workload", of -> of.path("name").asText())
        .text("Type", of -> of.path("type").asText("").replace("null", HtmlTable.UNKNOWN))
        .metrics(WorkloadMetrics.ofFirstRounds(), of -> of)
        .text("First round", of -> of.path("finished").asBoolean() ? "finished" : "stopped");
  }

  private static HtmlTable<JsonNode> hardware(RunRecord run) {
    List<JsonNode> workloads = run.summary().path("benchmarks").valueStream().toList();
    return new HtmlTable<>(
            "Hardware use of each workload over the whole run",
            workloads.stream().filter(of -> of.has("occupancy")).toList())
        .text("Workload", of -> of.path("name").asText())
        .metrics(WorkloadMetrics.ofHardware(), of -> of);
  }

  /** Requests to one workload of a run, as its summary has them. */
  private record Served(Source.Run run, JsonNode benchmark) {}

  /** Latency and throughput of requests: of each workload, and of each run if there are several. */
  static Section requests(Source source) {
    List<Served> all = new ArrayList<>();
    for (Source.Run run : source.runs()) {
      for (JsonNode benchmark : run.record().summary().path("benchmarks")) {
        if (benchmark.has("requests")) {
          all.add(new Served(run, benchmark));
        }
      }
    }
    HtmlTable<Served> table =
        new HtmlTable<>("Requests that have ended; latency from arrival to end", all);
    if (!source.isSingle()) {
      table
          .link("Run", of -> of.run().name(), of -> source.link(of.run().file()))
          .text("Setting", of -> of.run().record().setting());
    }
    table
        .text("Workload", of -> of.benchmark().path("name").asText())
        .metrics(WorkloadMetrics.ofRequests(), of -> of.benchmark().path("requests"));
    Section section = new Section("requests", "Requests").table(table);
    long fewest =
        all.stream()
            .mapToLong(of -> of.benchmark().at("/requests/ended").asLong(Long.MAX_VALUE))
            .min()
            .orElse(Long.MAX_VALUE);
    String warning = Latencies.warning(fewest, 95, 99);
    return warning.isEmpty() ? section : section.paragraph(warning);
  }

  /** What the launches of a kernel add up to. */
  private record Launches(int count, double cycles, double instructions, double blocks) {
    private static Launches of(CsvTable csv, int row) {
      return new Launches(
          1,
          csv.number(row, ResultColumn.CYCLES),
          csv.number(row, ResultColumn.THREAD_INSTRUCTIONS),
          csv.number(row, ResultColumn.THREAD_BLOCKS));
    }

    private Launches plus(Launches other) {
      return new Launches(
          count + other.count,
          cycles + other.cycles,
          instructions + other.instructions,
          blocks + other.blocks);
    }
  }

  private static HtmlTable<Entry<String, Launches>> kernels(CsvTable csv) {
    Map<String, Launches> byKernel = new LinkedHashMap<>();
    for (int row = 0; row < csv.rows(); row++) {
      String kernel = KernelName.shown(csv.text(row, ResultColumn.KERNEL));
      byKernel.merge(
          csv.text(row, ResultColumn.BENCHMARK) + " · " + kernel,
          Launches.of(csv, row),
          Launches::plus);
    }
    return new HtmlTable<>(
            "Kernels of the first rounds, summed over launches", List.copyOf(byKernel.entrySet()))
        .text("Kernel", Entry::getKey)
        .number("Launches", "%,.0f", of -> of.getValue().count)
        .number("Cycles", "%,.0f", of -> of.getValue().cycles)
        .number("Thread blocks", "%,.0f", of -> of.getValue().blocks)
        .number("IPC", "%.1f", of -> of.getValue().instructions / of.getValue().cycles);
  }

  static Section device(Source source) {
    Section section = new Section("device", "Device and policy");
    if (!source.isSingle()) {
      return section;
    }
    RunRecord run = source.records().get(0);
    for (Metric metric : DeviceMetrics.counters()) {
      double value = run.number("/device/" + metric.name());
      section.fact(metric.heading(), HtmlTable.shown(metric, value));
    }
    section.fact(
        "SM cycles lost to preemption", HtmlTable.percent(run.number("/partitioning/overhead")));
    JsonNode stalls = run.summary().at("/device/stalls");
    double lost = stalls.valueStream().mapToDouble(JsonNode::asDouble).sum();
    JsonNode latencies = run.summary().at("/partitioning/preemptionCycles");
    return section
        .table(
            table("Decisions of the policy", run.summary().at("/partitioning/decisions"))
                .text("Outcome", share -> outcome(share.getKey()))
                .percent("Share", share -> RunRecord.number(share.getValue())))
        .table(
            table("Preempted thread blocks", run.summary().at("/partitioning/preemptions"))
                .text("Technique", Entry::getKey)
                .number("Thread blocks", "%,.0f", count -> RunRecord.number(count.getValue()))
                .number(
                    "Mean latency (core cycles)",
                    "%,.1f",
                    count -> RunRecord.number(latencies.path(count.getKey()))))
        .table(
            table("Idle issue slots by cause", stalls)
                .text("Cause", cause -> DisplayNames.words(cause.getKey()))
                .number("Issue slots", "%,.0f", cause -> RunRecord.number(cause.getValue()))
                .percent("Share of idle slots", c -> RunRecord.number(c.getValue()) / lost))
        .table(inexact(run.summary().at("/instructions/inexact")));
  }

  private static HtmlTable<JsonNode> inexact(JsonNode counts) {
    return new HtmlTable<>(
            "Instructions that are not executed exactly", counts.valueStream().toList())
        .text("Instruction", of -> of.path("mnemonic").asText())
        .text("Treatment", of -> of.path("treatment").asText())
        .text("What the device does", of -> of.path("how").asText())
        .number("Warp instructions", "%,.0f", of -> RunRecord.number(of.path("warpInstructions")));
  }

  private static HtmlTable<Entry<String, JsonNode>> table(String caption, JsonNode object) {
    return new HtmlTable<>(caption, new ArrayList<>(object.properties()));
  }

  private static String outcome(String key) {
    return switch (key) {
      case "smkEven" -> "SMK, even";
      case "smkOther" -> "SMK, other partition";
      case "smkOtherByOne" -> "of these, one thread block from even";
      default -> key;
    };
  }
}
