package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.polyphony.config.Claim;
import org.polyphony.config.Quantity;
import org.polyphony.results.table.Table;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.table.Misread;
import org.polyphony.study.table.Row;

/**
 * A claim, its measured values and its verdict.
 *
 * @param verdict empty without a rule or without runs
 */
record CheckedClaim(Claim claim, List<Measured> values, Optional<Verdict> verdict) {
  /** Definition of the file. */
  static final Table<CheckedClaim> TABLE =
      new Table<CheckedClaim>("claims.csv")
          .text("claim", of -> of.claim.claim())
          .text("expected", of -> Optional.ofNullable(of.claim.expected()))
          .text("source", of -> of.claim.source())
          .text("value", of -> of.first().value())
          .text("low", of -> of.first().low())
          .text("high", of -> of.first().high())
          .text("verdict", of -> of.verdict.map(Verdict::text))
          .text("timesAsMany", CheckedClaim::timesAsMany);

  /** Checks claims. */
  static List<CheckedClaim> all(List<Claim> claims, Quantities quantities) {
    return Misread.each("claims", claims, claim -> of(claim, quantities));
  }

  private static CheckedClaim of(Claim claim, Quantities quantities) {
    List<Measured> values = values(claim.values(), quantities, claim.where());
    return new CheckedClaim(
        claim, values, hasRun(values) ? verdict(claim, values) : Optional.empty());
  }

  /**
   * Measures quantities; a formula may name earlier ones.
   *
   * @param further conditions of all of them
   */
  static List<Measured> values(List<Quantity> wanted, Quantities quantities, List<String> further) {
    List<Measured> values = new ArrayList<>();
    Misread.each(
        "values", wanted, each -> values.add(value(each, row(values), quantities, further)));
    return values;
  }

  private static Measured value(
      Quantity of, Row earlier, Quantities quantities, List<String> further) {
    Formula formula = Formula.of(of.is());
    return !of.is().isEmpty() && formula.isKnown(earlier.cells().keySet())
        ? Measured.of((Double) formula.in(earlier).orElse(Double.NaN), 1)
            .named(of.name(), quantities.form(of))
        : quantities.measure(of, further);
  }

  private static Row row(List<Measured> values) {
    Map<String, Object> cells = new LinkedHashMap<>();
    values.forEach(value -> cells.put(value.name(), value.value()));
    cells.remove(""); // without a name
    return new Row(cells);
  }

  private static Optional<Verdict> verdict(Claim claim, List<Measured> values) {
    if (!claim.holds().isEmpty()) {
      Row row = row(values);
      Predicate<Row> holds =
          Misread.in("holds", () -> Condition.all(claim.holds(), row.cells().keySet()));
      return Optional.of(Verdict.of(holds.test(row)));
    }
    if (!claim.hasRange()) {
      return Optional.empty();
    }
    Measured first = values.get(0);
    Claim.Range range = claim.range();
    boolean isSure =
        !claim.interval()
            || !claim.values().get(0).isEstimate()
            || range.isSure(first.low(), first.high());
    return Optional.of(Verdict.of(range.has(first.value()), isSure));
  }

  /**
   * Returns how many times as many pairs or runs would make an uncertain verdict sure if the value
   * stayed, since an interval shrinks with the square root of their number.
   */
  Optional<Double> timesAsMany() {
    boolean isUncertain = verdict.isPresent() && !verdict.get().isSure() && first().hasInterval();
    if (!isUncertain) {
      return Optional.empty();
    }
    Claim.Range range = claim.range();
    double times = Math.max(timesAsMany(range.least()), timesAsMany(range.most()));
    return Optional.of(Math.ceil(10 * times) / 10).filter(Double::isFinite); // else at a limit
  }

  private double timesAsMany(double limit) {
    if (limit < first().low() || first().high() < limit) {
      return 1;
    }
    double end = limit < first().value() ? first().low() : first().high();
    double half = Math.log(end / first().value());
    return Math.pow(half / Math.log(limit / first().value()), 2);
  }

  private Measured first() {
    return values.get(0);
  }

  private static boolean hasRun(List<Measured> values) {
    return values.stream().allMatch(value -> value.rows() > 0);
  }

  /** Returns its value, or values by their names, as they are printed. */
  String measured() {
    return values.size() == 1
        ? first().text()
        : values.stream()
            .map(value -> value.name() + " " + value.text())
            .collect(Collectors.joining(", "));
  }

  /** Returns the finding; empty without a verdict. */
  Optional<Finding> finding() {
    String expected = claim.expected() == null ? "" : first().form().text(claim.expected());
    return verdict.map(
        found -> new Finding(claim.claim(), expected, measured(), found, timesAsMany()));
  }
}
