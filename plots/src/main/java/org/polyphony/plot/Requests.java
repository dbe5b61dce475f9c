package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
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
   * @param latency from arrival to end
   */
  record Request(double arrival, double latency, boolean isLate) {}

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

  /** A row for each request of each run, on time before late, with the words of its workload. */
  static List<Row> rows(Results results) {
    List<Row> rows = new ArrayList<>();
    for (Results run : results.singleRuns()) {
      List<Requests> all = read(run);
      Unit time =
          Unit.of(
              all.stream()
                  .flatMap(r -> r.of.stream())
                  .mapToDouble(Request::arrival)
                  .max()
                  .orElse(0));
      for (Requests requests : all) {
        Unit unit = Unit.of(requests.longest());
        String onTime = requests.hasDeadline() ? "on time" : "request";
        Row shared =
            Row.of(run.runs().get(0))
                .with(Map.of("run", run.folder().getFileName().toString()))
                .with(Map.of("workload", requests.workload, "title", requests.title(unit)))
                .with(Map.of("time", time.name, "unit", unit.name))
                .with(Map.of("deadline", requests.deadline / unit.micros));
        requests.of.stream()
            .sorted(Comparator.comparing(Request::isLate))
            .map(
                each ->
                    shared
                        .with(Map.of("state", each.isLate ? "late" : onTime))
                        .with(Map.of("arrival", each.arrival / time.micros))
                        .with(Map.of("latency", each.latency / unit.micros)))
            .forEach(rows::add);
      }
    }
    return rows;
  }

  /**
   * The steps of the distribution of latency of each workload of each run; of several runs, with
   * the names of their folders.
   */
  static List<Row> distributions(Results results) {
    Map<String, Requests> all = new LinkedHashMap<>();
    List<Results> runs = results.singleRuns();
    for (Results run : runs) {
      String suffix = runs.size() > 1 ? ", " + run.folder().getFileName() : "";
      read(run).forEach(requests -> all.put(requests.workload + suffix, requests));
    }
    Unit unit = Unit.of(all.values().stream().mapToDouble(Requests::longest).max().orElse(0));
    List<Row> rows = new ArrayList<>();
    all.forEach((name, requests) -> rows.addAll(requests.distribution(name, unit)));
    return rows;
  }

  private List<Row> distribution(String name, Unit unit) {
    List<Row> rows = new ArrayList<>();
    Row shared =
        Row.of(Map.of("of", name + ": " + words(unit), "unit", unit.name))
            .with(Map.of("deadline", deadline / unit.micros))
            .with(
                Map.of(
                    "deadlineWords", hasDeadline() ? unit.text(deadline) + " " + unit.name : ""));
    double[] ascending = latencies();
    for (int i = 0; i < ascending.length; i++) {
      Row step = shared.with(Map.of("latency", ascending[i] / unit.micros));
      rows.add(step.with(Map.of("share", PERCENT * i / ascending.length)));
      rows.add(step.with(Map.of("share", PERCENT * (i + 1) / ascending.length)));
    }
    return rows;
  }

  /** Returns those of each workload of a run, in config order; none without arrivals. */
  private static List<Requests> read(Results run) {
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

  private static Request request(CsvTable table, int row, double microsPerCycle) {
    return new Request(
        table.number(row, ResultColumn.ARRIVAL_CYCLE) * microsPerCycle,
        table.number(row, ResultColumn.LATENCY_MICROS),
        Boolean.parseBoolean(table.text(row, ResultColumn.LATE)));
  }

  private boolean hasDeadline() {
    return !Double.isNaN(deadline);
  }

  private double[] latencies() {
    return of.stream().mapToDouble(Request::latency).sorted().toArray();
  }

  private double longest() {
    return of.stream().mapToDouble(Request::latency).max().orElseThrow();
  }

  private String title(Unit unit) {
    double late = of.stream().filter(Request::isLate).count();
    return workload
        + ": "
        + DisplayNames.plain(of.size())
        + " requests, "
        + words(unit)
        + (hasDeadline()
            ? ", "
                + DisplayNames.plain(late)
                + " later than "
                + unit.text(deadline)
                + " "
                + unit.name
            : "");
  }

  /**
   * Returns the percentiles below the longest latency, as the metrics are defined, and that one, as
   * {@code p50 13.1, max 15.8 us}.
   */
  private String words(Unit unit) {
    double[] ascending = latencies();
    StringBuilder words = new StringBuilder();
    for (int percent : PERCENTILES) {
      int rank = (int) Math.ceil(percent / PERCENT * ascending.length);
      if (rank < ascending.length) {
        words.append("p" + percent + " " + unit.text(ascending[rank - 1]) + ", ");
      }
    }
    return words + "max " + unit.text(longest()) + " " + unit.name;
  }
}
