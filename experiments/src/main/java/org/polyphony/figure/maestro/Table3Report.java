package org.polyphony.figure.maestro;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.figure.Scale;
import org.polyphony.store.Json;

/**
 * The classification as text, Markdown and CSV.
 *
 * @param gpu device whose number of SMs was varied
 * @param scale how much of each benchmark was run
 * @param runs every benchmark on every number of SMs
 */
record Table3Report(String gpu, Scale scale, List<BenchmarkRun> runs) {
  private static final double LIMIT = 12;

  /** A benchmark's runs, by SMs. */
  private record Row(String name, String paperType, Map<Integer, BenchmarkRun> bySms) {
    double speedup(int sms) {
      return bySms.get(sms).ipc() / bySms.get(1).ipc();
    }

    String type() {
      return speedup(16) > LIMIT ? "COM" : "MEM";
    }

    boolean agrees() {
      return type().equals(paperType);
    }
  }

  private List<Row> rows() {
    Map<String, Row> rows = new TreeMap<>();
    for (BenchmarkRun run : runs) {
      rows.computeIfAbsent(run.benchmark(), name -> new Row(name, run.paperType(), new TreeMap<>()))
          .bySms()
          .put(run.sms(), run);
    }
    return new ArrayList<>(rows.values());
  }

  /** Returns how many benchmarks have the paper's class, in words. */
  private String agreement() {
    List<Row> rows = rows();
    long agree = rows.stream().filter(Row::agrees).count();
    List<String> others = rows.stream().filter(row -> !row.agrees()).map(row -> row.name).toList();
    return "agreement with the paper: "
        + agree
        + " of "
        + rows.size()
        + (others.isEmpty() ? "" : "; different: " + String.join(", ", others));
  }

  /** Returns the table for a terminal. */
  String summary() {
    StringBuilder text = new StringBuilder("benchmark  paper  measured");
    Table3.SMS.forEach(sms -> text.append(format("  %5d", sms)));
    text.append(" SMs\n");
    for (Row row : rows()) {
      text.append(
          format("%-9s  %-5s  %-6s%s ", row.name(), row.paperType(), row.type(), mark(row)));
      Table3.SMS.forEach(sms -> text.append(format("  %4.1fx", row.speedup(sms))));
      text.append('\n');
    }
    return text + agreement() + "\n";
  }

  private static String mark(Row row) {
    return row.agrees() ? " " : "!";
  }

  /** Returns the table with what it means. */
  String markdown() {
    StringBuilder text = new StringBuilder("## GPU Maestro Table 3\n\n");
    text.append("Speed-up (IPC over IPC on one SM) of each benchmark alone on ").append(gpu);
    text.append(" with fewer SMs, L2 and DRAM\nunchanged; ");
    text.append(format("%,d", scale.aloneBudget()));
    text.append(" thread instructions of each, or all. GPU Maestro calls a benchmark COM when");
    text.append("\n16 SMs are more than 12 times as fast as one, else MEM.\n\n");
    text.append(agreement()).append("\n\n");
    text.append("| benchmark | paper | measured |");
    Table3.SMS.forEach(sms -> text.append(' ').append(sms).append(" |"));
    text.append("\n|---|---|---|").append("--:|".repeat(Table3.SMS.size())).append('\n');
    for (Row row : rows()) {
      String measured = row.agrees() ? row.type() : "**" + row.type() + "**";
      text.append(format("| %s | %s | %s |", row.name(), row.paperType(), measured));
      Table3.SMS.forEach(sms -> text.append(format(" %.2f |", row.speedup(sms))));
      text.append('\n');
    }
    return text.toString();
  }

  /** Returns every run, a row each. */
  String csv() {
    StringBuilder text =
        new StringBuilder("benchmark,paperType,type,sms,cycles,threadInstructions,ipc,speedup\n");
    for (Row row : rows()) {
      row.bySms()
          .forEach(
              (sms, run) ->
                  text.append(
                      format(
                          "%s,%s,%s,%d,%.0f,%.0f,%s,%s\n",
                          row.name(),
                          row.paperType(),
                          row.type(),
                          sms,
                          run.count("cycles"),
                          run.count("threadInstructions"),
                          Json.field(run.ipc()),
                          Json.field(row.speedup(sms)))));
    }
    return text.toString();
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
