package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.results.CsvTable;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/**
 * The requests to one workload of a run that have ended, by arrival; times in microseconds.
 *
 * @param of one or more
 * @param deadline from arrival to end; not a number for none
 */
record Requests(String workload, List<Request> of, double deadline) {
  private static final double PERCENT = 100;
  private static final int[] PERCENTILES = {50, 95, 99};

  /**
   * A request.
   *
   * @param waiting from arrival to the first thread block
   * @param latency from arrival to end
   */
  record Request(double arrival, double waiting, double latency, boolean isLate) {}

  /** A unit of time for an axis. */
  record Unit(String name, double micros) {
    private static final double THOUSAND = 1e3;
    private static final double MOST = 1e4; // on an axis

    /** Returns the unit for times up to a length in microseconds. */
    static Unit of(double longest) {
      return longest < MOST
          ? new Unit("us", 1)
          : longest < THOUSAND * MOST
              ? new Unit("ms", THOUSAND)
              : new Unit("s", THOUSAND * THOUSAND);
    }

    String text(double time) {
      return DisplayNames.plain(time / micros);
    }
  }

  /** Returns those of each workload of a run, in config order; none without arrivals. */
  static List<Requests> read(Results run) {
    Optional<CsvTable> table = run.table(ResultFile.REQUESTS);
    if (table.isEmpty() || run.runs().isEmpty()) {
      return List.of();
    }
    RunRecord record = run.runs().get(0);
    double microsPerCycle = record.number("/microseconds") / record.number("/cycles");
    JsonNode config = run.json(ResultFile.RESOLVED).orElse(record.summary());
    Map<String, List<Integer>> rows = table.get().rowsBy(ResultColumn.BENCHMARK);
    List<Requests> all = new ArrayList<>();
    for (int i = 0; i < record.names().size(); i++) {
      String name = record.names().get(i);
      List<Integer> some = rows.getOrDefault(name, List.of());
      if (!some.isEmpty()) {
        List<Request> of =
            some.stream().map(row -> request(table.get(), row, microsPerCycle)).toList();
        double deadline = RunRecord.number(config.at("/workloads/" + i + "/deadline"));
        all.add(new Requests(name, of, deadline));
        rows.remove(name); // workloads that are called alike are shown as one
      }
    }
    return all;
  }

  /**
   * Returns those of each workload of each run; of several runs, with the names of their folders.
   */
  static Map<String, Requests> byName(Results results) {
    Map<String, Requests> all = new LinkedHashMap<>();
    List<Results> runs = results.singleRuns();
    for (Results run : runs) {
      String suffix = runs.size() > 1 ? ", " + run.folder().getFileName() : "";
      read(run).forEach(requests -> all.put(requests.workload() + suffix, requests));
    }
    return all;
  }

  private static Request request(CsvTable table, int row, double microsPerCycle) {
    double arrival = table.number(row, ResultColumn.ARRIVAL_CYCLE);
    double start = table.number(row, ResultColumn.START_CYCLE);
    double latency = table.number(row, ResultColumn.LATENCY_MICROS);
    return new Request(
        arrival * microsPerCycle,
        Double.isNaN(start) ? latency : (start - arrival) * microsPerCycle,
        latency,
        Boolean.parseBoolean(table.text(row, ResultColumn.LATE)));
  }

  boolean hasDeadline() {
    return !Double.isNaN(deadline);
  }

  long late() {
    return of.stream().filter(Request::isLate).count();
  }

  /** Returns the latencies in ascending order. */
  double[] latencies() {
    return of.stream().mapToDouble(Request::latency).sorted().toArray();
  }

  double longest() {
    return of.stream().mapToDouble(Request::latency).max().orElseThrow();
  }

  /** Returns the latencies of the percentiles that are below the longest one by definition. */
  Map<Integer, Double> percentiles() {
    double[] ascending = latencies();
    Map<Integer, Double> values = new LinkedHashMap<>();
    for (int percent : PERCENTILES) {
      int rank = (int) Math.ceil(percent / PERCENT * ascending.length); // as METRICS.md has it
      if (rank < ascending.length) {
        values.put(percent, ascending[rank - 1]);
      }
    }
    return values;
  }

  /** Returns the percentiles and the longest latency, as {@code p50 13.1, max 15.8 us}. */
  String words(Unit unit) {
    StringBuilder words = new StringBuilder();
    percentiles()
        .forEach((percent, micros) -> words.append("p" + percent + " " + unit.text(micros) + ", "));
    return words + "max " + unit.text(longest()) + " " + unit.name();
  }
}
