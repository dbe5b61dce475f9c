package org.polyphony.cli;

import static org.polyphony.results.table.Formats.finite;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.results.RunRecord;
import org.polyphony.results.SoloRuns;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.Table;

/**
 * Two or more things of a kind side by side: the values of their configs that differ, and each
 * metric with its difference to one of them, the base.
 *
 * @param all what is compared, two or more
 * @param base one of them
 */
record Comparison(List<Compared> all, Compared base) {
  private static final int DIGITS = 6;
  private static final String NOTHING = "-";

  /** A row of the file of a comparison: what one of those compared has of a config or metric. */
  record Row(
      String kind,
      String name,
      String unit,
      Compared of,
      String value,
      double difference,
      double ratio) {}

  /** The file that {@code --csv} writes. */
  static final Table<Row> CSV =
      new Table<Row>()
          .text("kind", Row::kind)
          .text("name", Row::name)
          .text("unit", Row::unit)
          .text("of", row -> row.of().label())
          .text("value", Row::value)
          .text("difference", Row::difference)
          .text("ratio", Row::ratio);

  /** Returns the names of the values that differ, in order. */
  List<String> differing() {
    Set<String> names = new LinkedHashSet<>();
    all.forEach(one -> names.addAll(one.config().keySet()));
    return names.stream()
        .filter(n -> all.stream().map(one -> value(one, n)).distinct().count() > 1)
        .toList();
  }

  private static String value(Compared of, String name) {
    return of.config().getOrDefault(name, NOTHING);
  }

  /** Returns the names of the metrics, in order. */
  List<String> metrics() {
    Set<String> names = new LinkedHashSet<>();
    all.forEach(one -> names.addAll(one.metrics().keySet()));
    return List.copyOf(names);
  }

  /** Returns each other sweep over the base; nothing where no sweeps are compared. */
  List<PairedSweeps> sweeps() {
    return all.stream()
        .filter(one -> !one.equals(base) && one.isSweep())
        .map(one -> new PairedSweeps(base, one))
        .toList();
  }

  /**
   * Returns a metric over that of the base; not a number when either is missing or the base is 0.
   */
  double ratio(Compared of, String metric) {
    double ratio = of.number(metric) / base.number(metric);
    return Double.isFinite(ratio) ? ratio : Double.NaN;
  }

  /** Returns the config values that differ as a table. */
  String configTable() {
    List<String> headings = new ArrayList<>(List.of("config"));
    all.forEach(one -> headings.add(one.label()));
    List<List<String>> rows = new ArrayList<>();
    for (String name : differing()) {
      List<String> row = new ArrayList<>(List.of(name));
      all.forEach(one -> row.add(value(one, name)));
      rows.add(row);
    }
    return rows.isEmpty() ? "config: no differences\n" : lines(headings, rows);
  }

  /**
   * Returns the metrics as a table.
   *
   * @param isNormalized true for ratios to the base, false for values with their differences
   */
  String metricTable(boolean isNormalized) {
    List<Compared> others = all.stream().filter(one -> !one.equals(base)).toList();
    List<String> headings = new ArrayList<>(List.of("metric", "unit", base.label()));
    for (Compared other : others) {
      headings.addAll(
          isNormalized
              ? List.of(other.label() + " / " + base.label())
              : List.of(other.label(), "difference", "%"));
    }
    List<List<String>> rows = new ArrayList<>();
    for (String metric : metrics()) {
      List<String> row = new ArrayList<>(List.of(metric, unit(metric), shown(base.number(metric))));
      others.forEach(other -> row.addAll(cells(other, metric, isNormalized)));
      rows.add(row);
    }
    List<RunRecord> runs =
        all.stream().flatMap(one -> one.runs().stream()).flatMap(r -> r.runs().stream()).toList();
    return lines(headings, rows)
        + SoloRuns.difference(runs).map(sentence -> sentence + "\n").orElse("");
  }

  private List<String> cells(Compared of, String metric, boolean isNormalized) {
    double ratio = ratio(of, metric);
    if (isNormalized) {
      return List.of(finite("%.4f", ratio));
    }
    double difference = of.number(metric) - base.number(metric);
    String sign = difference > 0 ? "+" : "";
    return List.of(
        shown(of.number(metric)),
        Double.isFinite(difference) ? sign + shown(difference) : NOTHING,
        finite("%+.2f%%", 100 * (ratio - 1)));
  }

  private static String lines(List<String> headings, List<List<String>> rows) {
    return Table.ofCells(headings.toArray(String[]::new)).lines(rows);
  }

  /** Returns a number with six significant digits, without an exponent. */
  private static String shown(double value) {
    if (!Double.isFinite(value)) {
      return NOTHING;
    }
    BigDecimal exact = new BigDecimal(value);
    boolean isWhole = value == Math.rint(value);
    BigDecimal rounded =
        isWhole ? exact : exact.round(new MathContext(DIGITS)).stripTrailingZeros();
    return rounded.toPlainString();
  }

  Stream<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (String name : differing()) {
      all.forEach(
          one ->
              rows.add(new Row("config", name, "", one, value(one, name), Double.NaN, Double.NaN)));
    }
    for (String metric : metrics()) {
      for (Compared one : all) {
        double number = one.number(metric);
        double difference = number - base.number(metric);
        rows.add(
            new Row(
                "metric",
                metric,
                unit(metric),
                one,
                Json.field(number),
                difference,
                ratio(one, metric)));
      }
    }
    return rows.stream();
  }

  /** Returns the ratios that a chart shows: throughput, turnaround and speed, not their causes. */
  Map<String, Map<String, Double>> charted() {
    Map<String, Map<String, Double>> series = new LinkedHashMap<>();
    List<String> shown =
        metrics().stream()
            .filter(m -> m.matches("stp|antt|.*: (ipc|requests\\.p95Micros)"))
            .toList();
    for (Compared one : all) {
      Map<String, Double> ratios = new LinkedHashMap<>();
      shown.forEach(metric -> ratios.put(inChart(metric), ratio(one, metric)));
      series.put(one.label(), ratios);
    }
    return series;
  }

  private static String inChart(String metric) {
    return metric
        .replaceAll("\\bstp\\b", "STP")
        .replaceAll("\\bantt\\b", "ANTT")
        .replace("requests.p95Micros", "p95 latency");
  }

  /** Returns the unit of a metric. */
  private String unit(String name) {
    return all.stream()
        .map(one -> one.metrics().get(name))
        .filter(Objects::nonNull)
        .map(value -> value.metric().unit())
        .findFirst()
        .orElse("1");
  }
}
