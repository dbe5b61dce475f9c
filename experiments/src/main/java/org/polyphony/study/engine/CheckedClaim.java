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
import org.polyphony.input.NearestName;
import org.polyphony.results.table.Table;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.table.Columns;
import org.polyphony.study.table.Columns.Column;
import org.polyphony.study.table.Misread;
import org.polyphony.study.table.Row;

/** A claim, its measured values and its verdict. */
record CheckedClaim(Claim claim, List<Measured> values, Verdict verdict) {
  /** Definition of the file. */
  static final Table<CheckedClaim> TABLE =
      new Table<CheckedClaim>("claims.csv")
          .text("claim", of -> of.claim.claim())
          .text("expected", of -> Optional.ofNullable(of.claim.expected()))
          .text("source", of -> of.claim.source())
          .text("value", of -> of.first().value())
          .text("low", of -> of.first().low())
          .text("high", of -> of.first().high())
          .text("verdict", of -> of.verdict.text())
          .text("timesAsMany", CheckedClaim::timesAsMany);

  /** Checks claims. */
  static List<CheckedClaim> all(List<Claim> claims, Quantities quantities) {
    return Misread.each("claims", claims, claim -> of(claim, quantities));
  }

  private static CheckedClaim of(Claim claim, Quantities quantities) {
    List<Measured> values = values(claim.values(), quantities, quantities.condition(claim.where()));
    return new CheckedClaim(claim, values, verdict(claim, values));
  }

  /**
   * Measures quantities; a formula may name earlier ones.
   *
   * @param further condition of all of them
   */
  static List<Measured> values(
      List<Quantity> wanted, Quantities quantities, Predicate<Row> further) {
    List<Measured> values = new ArrayList<>();
    Misread.each("values", wanted, each -> values.add(value(each, values, quantities, further)));
    return values;
  }

  private static Measured value(
      Quantity of, List<Measured> earlier, Quantities quantities, Predicate<Row> further) {
    Columns names = names(earlier);
    if (!of.name().isEmpty()) {
      Misread.in("name", () -> Formula.declare(Column.ofNumbers(of.name()), names));
    }
    Formula formula = Formula.of(of.is());
    List<String> others = formula.names().filter(name -> names.find(name).isEmpty()).toList();
    if (!others.isEmpty() && others.size() < formula.names().count()) {
      String found = "'" + others.get(0) + "' beside an earlier value";
      throw new Misread("is", found, NearestName.oneOf(others.get(0), names.names()));
    } else if (!others.isEmpty()) {
      return quantities.measure(of, further);
    }
    double value = formula.in(row(earlier)).map(Number::doubleValue).orElse(Double.NaN);
    return Measured.of(value, 1).named(of.name(), quantities.form(of));
  }

  private static Columns names(List<Measured> values) {
    return new Columns(
        values.stream().map(Measured::name).filter(name -> !name.isEmpty()).map(Column::ofNumbers));
  }

  private static Row row(List<Measured> values) {
    Map<String, Object> cells = new LinkedHashMap<>();
    values.forEach(value -> cells.put(value.name(), value.value()));
    cells.remove(""); // without a name
    return new Row(cells);
  }

  private static Verdict verdict(Claim claim, List<Measured> values) {
    List<Condition> conditions =
        Misread.in("holds", () -> Condition.list(claim.holds(), names(values)));
    if (values.stream().anyMatch(value -> value.rows() == 0 || !Double.isFinite(value.value()))) {
      return Verdict.NONE;
    }
    return claim.hasRange() ? ofRange(claim, values.get(0)) : ofConditions(conditions, row(values));
  }

  private static Verdict ofConditions(List<Condition> conditions, Row row) {
    List<Optional<Boolean>> met = conditions.stream().map(condition -> condition.in(row)).toList();
    return met.isEmpty() || met.contains(Optional.<Boolean>empty())
        ? Verdict.NONE
        : Verdict.of(met.stream().allMatch(Optional::get));
  }

  private static Verdict ofRange(Claim claim, Measured first) {
    Claim.Range range = claim.range();
    boolean isSure =
        !claim.interval()
            || !claim.values().get(0).isEstimate()
            || range.isSure(first.low(), first.high());
    return Verdict.of(range.has(first.value()), isSure);
  }

  /**
   * Returns how many times as many pairs or runs would make an uncertain verdict sure if the value
   * stayed, since an interval shrinks with the square root of their number.
   */
  Optional<Double> timesAsMany() {
    if (!verdict.isUncertain() || !first().hasInterval()) {
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

  /** Returns its value, or values by their names, as they are printed. */
  String measured() {
    return values.size() == 1
        ? first().text()
        : values.stream()
            .map(value -> value.name() + " " + value.text())
            .collect(Collectors.joining(", "));
  }

  Finding finding() {
    String expected = claim.expected() == null ? "" : first().form().text(claim.expected());
    return new Finding(claim.claim(), expected, measured(), verdict, timesAsMany());
  }
}
