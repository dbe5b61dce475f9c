package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.polyphony.input.KernelName;
import org.polyphony.plot.CsvTable;
import org.polyphony.plot.RunRecord;

/** The workloads of one run, and their kernels. */
final class Benchmarks implements Part {
  @Override
  public Optional<Section> section(Source source) {
    if (!source.isSingle()) {
      return Optional.empty();
    }
    Section section = new Section("workloads", "Workloads");
    section.table(workloads(source.runs().get(0).record()));
    source.results().table("kernels.csv").map(Benchmarks::kernels).ifPresent(section::table);
    return Optional.of(section);
  }

  private static Table workloads(RunRecord run) {
    Table table = new Table("Workloads, first rounds; IPC in thread instructions per core cycle");
    table.text("Workload").text("Type").number("IPC alone").number("IPC shared");
    table.number("Normalized progress").number("Cycles").number("Thread instructions");
    table.number("Restarts").text("First round");
    for (JsonNode benchmark : run.summary().path("benchmarks")) {
      table.row(
          Table.Cell.of(benchmark.path("name").asText()),
          Table.Cell.of(benchmark.path("type").asText("").replace("null", Numbers.UNKNOWN)),
          Table.Cell.number("%.1f", RunRecord.number(benchmark.path("ipcAlone"))),
          Table.Cell.number("%.1f", RunRecord.number(benchmark.path("ipc"))),
          Table.Cell.number("%.3f", RunRecord.number(benchmark.path("normalizedProgress"))),
          Table.Cell.number("%,.0f", RunRecord.number(benchmark.path("cycles"))),
          Table.Cell.number("%,.0f", RunRecord.number(benchmark.path("threadInstructions"))),
          Table.Cell.number("%,.0f", RunRecord.number(benchmark.path("restarts"))),
          Table.Cell.of(benchmark.path("finished").asBoolean() ? "finished" : "stopped"));
    }
    return table;
  }

  /** What the launches of a kernel add up to. */
  private static final class Launches {
    private int count;
    private double cycles;
    private double instructions;
    private double blocks;
  }

  private static Table kernels(CsvTable csv) {
    Map<String, Launches> byKernel = new LinkedHashMap<>();
    for (int row = 0; row < csv.rows(); row++) {
      String kernel = KernelName.shown(csv.text(row, "kernel"));
      String name = csv.text(row, "benchmark") + " · " + kernel;
      Launches launches = byKernel.computeIfAbsent(name, n -> new Launches());
      launches.count++;
      launches.cycles += csv.number(row, "cycles");
      launches.instructions += csv.number(row, "threadInstructions");
      launches.blocks += csv.number(row, "threadBlocks");
    }
    Table table = new Table("Kernels of the first rounds, launches added up");
    table.text("Kernel").number("Launches").number("Cycles").number("Thread blocks").number("IPC");
    byKernel.forEach(
        (name, launches) ->
            table.row(
                Table.Cell.of(name),
                Table.Cell.number("%,.0f", launches.count),
                Table.Cell.number("%,.0f", launches.cycles),
                Table.Cell.number("%,.0f", launches.blocks),
                Table.Cell.number("%.1f", launches.instructions / launches.cycles)));
    return table;
  }
}
