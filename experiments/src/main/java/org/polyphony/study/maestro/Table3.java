package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.polyphony.plot.ResultColumn;
import org.polyphony.plot.ResultFile;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.text.Table;

/**
 * The classification of the benchmarks by the paper's rule: more than 12 times faster on 16 SMs
 * than on one is compute-intensive. Source: GPU Maestro Table 3 and section 5.
 */
final class Table3 {
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

  private Table3() {}

  private static void reproduce(Figure figure, FigureContext context) {
    List<BenchmarkRun> ended = new BenchmarkRuns(context).all(SMS);
    if (context.stop().isRequested()) {
      return;
    }
    List<Row> rows = rows(ended);
    TABLE.write(context.folder(), rows.stream().flatMap(Row::runs));
    Table<Row> table =
        new Table<Row>()
            .text("benchmark", Row::name)
            .text("paper", Row::paperType)
            .text("measured", Row::type);
    for (int sms : SMS) {
      table = table.number(sms + " SMs", "%.2f", row -> row.speedup(sms));
    }
    figure.report(
        context,
        text(
            "%s, %,d thread instructions of each or all",
            context.conditions(BenchmarkRuns.GPU).words(), context.effort().scale().aloneBudget()),
        List.of(finding(rows)),
        "Speed-up over one SM, L2 and DRAM unchanged; COM is more than 12 on 16 SMs.\n\n"
            + table.markdown(rows));
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

  private static Finding finding(List<Row> rows) {
    List<String> others = rows.stream().filter(row -> !row.agrees()).map(row -> row.name).toList();
    String agreement =
        text("%d of %d", rows.size() - others.size(), rows.size())
            + (others.isEmpty() ? "" : "; different: " + String.join(", ", others));
    return new Finding(
        "classes of the benchmarks",
        text("%1$d of %1$d", rows.size()),
        agreement,
        Verdict.of(others.isEmpty()));
  }
}
