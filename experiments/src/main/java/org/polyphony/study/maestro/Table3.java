package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.polyphony.plot.ResultColumn;
import org.polyphony.plot.ResultFile;
import org.polyphony.store.AtomicFile;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Scale;
import org.polyphony.study.Verdict;
import org.polyphony.text.Table;

/**
 * The classification of the benchmarks by the paper's rule: more than 12 times faster on 16 SMs
 * than on one is compute-intensive. Source: GPU Maestro Table 3 and section 5.
 *
 * @param device whose number of SMs was varied
 * @param scale how much of each benchmark was run
 * @param rows every benchmark
 */
record Table3(String device, Scale scale, List<Row> rows) {
  static final Figure FIGURE = new Figure("table3", Table3::reproduce);

  private static final List<Integer> SMS = List.of(1, 2, 4, 8, 12, 16);
  private static final double LIMIT = 12;

  static final Table<Run> TABLE =
      new Table<Run>(ResultFile.SPEEDUPS)
          .text(ResultColumn.BENCHMARK, run -> run.of.name)
          .text("paperType", run -> run.of.paperType)
          .text(ResultColumn.TYPE, run -> run.of.type())
          .text(ResultColumn.SMS, Run::sms)
          .text(ResultColumn.CYCLES, run -> run.whole("cycles"))
          .text(ResultColumn.THREAD_INSTRUCTIONS, run -> run.whole("threadInstructions"))
          .text(ResultColumn.IPC, run -> run.run().ipc())
          .text(ResultColumn.SPEEDUP, run -> run.of.speedup(run.sms));

  /** A benchmark's runs, by SMs. */
  record Row(String name, String paperType, Map<Integer, BenchmarkRun> bySms) {
    double speedup(int sms) {
      return bySms.get(sms).ipc() / bySms.get(1).ipc();
    }

    String type() {
      return speedup(16) > LIMIT ? "COM" : "MEM";
    }

    Stream<Run> runs() {
      return bySms.keySet().stream().map(sms -> new Run(this, sms));
    }

    boolean agrees() {
      return type().equals(paperType);
    }
  }

  /** A benchmark on a number of SMs. */
  record Run(Row of, int sms) {
    BenchmarkRun run() {
      return of.bySms.get(sms);
    }

    long whole(String count) {
      return run().whole(count);
    }
  }

  private static void reproduce(Figure figure, FigureContext context) {
    List<BenchmarkRun> ended = new BenchmarkRuns(context).all(SMS);
    if (context.stop().isRequested()) {
      return;
    }
    Table3 table =
        new Table3(
            context.conditions(BenchmarkRuns.GPU).words(), context.effort().scale(), rows(ended));
    TABLE.write(context.folder(), table.rows.stream().flatMap(Row::runs));
    AtomicFile.write(context.folder().file(figure.textFile()), table.markdown());
    Finding.write(context.folder(), table.extent(), List.of(table.finding()));
    figure.draw(context.folder());
    context.show(table.summary());
  }

  /** Puts the runs of each benchmark together. */
  private static List<Row> rows(List<BenchmarkRun> runs) {
    Map<String, Row> rows = new TreeMap<>();
    for (BenchmarkRun run : runs) {
      rows.computeIfAbsent(run.benchmark(), name -> new Row(name, run.paperType(), new TreeMap<>()))
          .bySms()
          .put(run.sms(), run);
    }
    return new ArrayList<>(rows.values());
  }

  private String extent() {
    return text("%s, %,d thread instructions of each or all", device, scale.aloneBudget());
  }

  private Finding finding() {
    return new Finding(
        "classes of the benchmarks",
        text("%1$d of %1$d", rows.size()),
        agreement(),
        Verdict.of(rows.stream().allMatch(Row::agrees)));
  }

  private String agreement() {
    List<String> others = rows.stream().filter(row -> !row.agrees()).map(row -> row.name).toList();
    return text("%d of %d", rows.size() - others.size(), rows.size())
        + (others.isEmpty() ? "" : "; different: " + String.join(", ", others));
  }

  String summary() {
    StringBuilder text = new StringBuilder("benchmark  paper  measured");
    SMS.forEach(sms -> text.append(text("  %5d", sms)));
    text.append(" SMs\n");
    for (Row row : rows) {
      String mark = row.agrees() ? " " : "!";
      text.append(text("%-9s  %-5s  %-6s%s ", row.name(), row.paperType(), row.type(), mark));
      SMS.forEach(sms -> text.append(text("  %4.1fx", row.speedup(sms))));
      text.append('\n');
    }
    return text + "agreement with the paper: " + agreement() + "\n";
  }

  /** Returns the table with what it means. */
  String markdown() {
    Table<Row> table =
        new Table<Row>()
            .text("benchmark", Row::name)
            .text("paper", Row::paperType)
            .text("measured", row -> row.agrees() ? row.type() : "**" + row.type() + "**");
    for (int sms : SMS) {
      table = table.number(Integer.toString(sms), "%.2f", row -> row.speedup(sms));
    }
    return text(
            """
            ## GPU Maestro Table 3

            Speed-up (IPC over IPC on one SM) of each benchmark alone on %s with fewer SMs, L2 and DRAM
            unchanged; %,d thread instructions of each, or all. GPU Maestro calls a benchmark COM when
            16 SMs are more than 12 times as fast as one, else MEM.

            agreement with the paper: %s

            """,
            device, scale.aloneBudget(), agreement())
        + table.markdown(rows);
  }
}
