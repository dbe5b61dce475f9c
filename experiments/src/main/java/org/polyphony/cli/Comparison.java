package org.polyphony.cli;

import static org.polyphony.results.table.Formats.finite;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
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

  /** The file that {@code --csv} writes. */
  static final Table<List<String>> CSV =
      Table.ofCells("kind", "name", "unit", "of", "value", "difference", "ratio");

  private List<String> names(Function<Compared, Map<String, ?>> values) {
    return all.stream().flatMap(one -> values.apply(one).keySet().stream()).distinct().toList();
  }

  /** Returns the names of the values that differ, in order. */
  private List<String> differing() {
    return names(Compared::config).stream()
        .filter(name -> all.stream().map(one -> value(one, name)).distinct().count() > 1)
        .toList();
  }

  private static String value(Compared of, String name) {
    return of.config().getOrDefault(name, NOTHING);
  }

  /** Returns the names of the metrics, in order. */
  List<String> metrics() {
    return names(Compared::metrics);
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
  private double ratio(Compared of, String metric) {
    double ratio = of.number(metric) / base.number(metric);
    return Double.isFinite(ratio) ? ratio : Double.NaN;
  }

  private double difference(Compared of, String metric) {
    return of.number(metric) - base.number(metric);
  }

  /** Returns the config values that differ as a table. */
  String configTable() {
    Table<String> table = new Table<String>().text("config", name -> name);
    for (Compared one : all) {
      table = table.text(one.label(), name -> value(one, name));
    }
    List<String> differing = differing();
    return differing.isEmpty() ? "config: no differences\n" : table.lines(differing);
  }

  /**
   * Returns the metrics as a table.
   *
   * @param isNormalized true for ratios to the base, false for values with their differences
   */
  String metricTable(boolean isNormalized) {
    Table<String> table =
        new Table<String>()
            .text("metric", metric -> metric)
            .text("unit", this::unit)
            .text(base.label(), metric -> shown(base.number(metric)));
    for (Compared one : all) {
      if (!one.equals(base)) {
        table = isNormalized ? withRatio(table, one) : withDifference(table, one);
      }
    }
    List<RunRecord> runs =
        all.stream().flatMap(one -> one.runs().stream()).flatMap(r -> r.runs().stream()).toList();
    return table.lines(metrics())
        + SoloRuns.difference(runs).map(sentence -> sentence + "\n").orElse("");
  }

  private Table<String> withRatio(Table<String> table, Compared of) {
    String heading = of.label() + " / " + base.label();
    return table.text(heading, metric -> finite("%.4f", ratio(of, metric)));
  }

  private Table<String> withDifference(Table<String> table, Compared of) {
    return table
        .text(of.label(), metric -> shown(of.number(metric)))
        .text(
            "difference",
            metric -> (difference(of, metric) > 0 ? "+" : "") + shown(difference(of, metric)))
        .text("%", metric -> finite("%+.2f%%", 100 * (ratio(of, metric) - 1)));
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

  /**
   * Returns the mean shares of the causes of slowdowns in folders that have explained them, as a
   * table; empty unless there are two.
   */
  String causeTable() {
    Map<String, Map<String, Double>> means = new LinkedHashMap<>(); // by label
    for (Compared one : all) {
      one.runs()
          .flatMap(results -> results.table(ResultFile.EXPLANATION))
          .ifPresent(csv -> means.put(one.label(), means(csv)));
    }
    Set<String> causes = new LinkedHashSet<>();
    Table<String> table = new Table<String>().text("mean share of slowdowns", cause -> cause);
    for (Map.Entry<String, Map<String, Double>> of : means.entrySet()) {
      causes.addAll(of.getValue().keySet());
      table =
          table.text(
              of.getKey(), cause -> finite("%.3f", of.getValue().getOrDefault(cause, Double.NaN)));
    }
    return means.size() < 2 ? "" : "\n" + table.lines(causes);
  }

  private static Map<String, Double> means(CsvTable csv) {
    Map<String, Double> means = new LinkedHashMap<>();
    csv.rowsBy(ResultColumn.CAUSE)
        .forEach(
            (cause, rows) ->
                means.put(
                    cause,
                    rows.stream()
                        .mapToDouble(row -> csv.number(row, ResultColumn.MEAN))
                        .average()
                        .orElseThrow()));
    return means;
  }

  Stream<List<String>> rows() {
    Stream<List<String>> config =
        differing().stream()
            .flatMap(
                name ->
                    all.stream()
                        .map(
                            of ->
                                List.of("config", name, "", of.label(), value(of, name), "", "")));
    return Stream.concat(
        config, metrics().stream().flatMap(name -> all.stream().map(of -> row(of, name))));
  }

  private List<String> row(Compared of, String metric) {
    return List.of(
        "metric",
        metric,
        unit(metric),
        of.label(),
        Json.field(of.number(metric)),
        Json.field(difference(of, metric)),
        Json.field(ratio(of, metric)));
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
