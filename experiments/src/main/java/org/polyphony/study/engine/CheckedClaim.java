package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.config.Claim;
import org.polyphony.config.Quantity;
import org.polyphony.config.Quantity.Form;
import org.polyphony.input.NearestName;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Columns.Column;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;
import org.polyphony.results.table.Table;
import org.polyphony.study.Verdict;

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
          .text("stated", CheckedClaim::stated)
          .text("measured", CheckedClaim::measured)
          .text("verdict", of -> of.verdict.text());

  /** The table on pages and in the terminal. */
  static final Table<CheckedClaim> SHOWN =
      new Table<CheckedClaim>()
          .text("statement", of -> of.claim.claim())
          .number("paper", of -> of.stated().isEmpty() ? "-" : of.stated())
          .number("measured", CheckedClaim::measured)
          .text("verdict", of -> of.verdict.text());

  /** Checks claims. */
  static List<CheckedClaim> all(List<Claim> claims, Quantities quantities) {
    return Misread.each("claims", claims, claim -> of(claim, quantities));
  }

  private static CheckedClaim of(Claim claim, Quantities quantities) {
    List<Measured> values = values(claim.values(), quantities, quantities.condition(claim.where()));
    Verdict tested = verdict(claim, values, quantities);
    String exemption = claim.exemption().toUpperCase(Locale.ROOT);
    return new CheckedClaim(
        claim, values, exemption.isEmpty() ? tested : Verdict.valueOf(exemption));
  }

  /** Returns this claim with the range of its first value under alternative inputs as interval. */
  CheckedClaim over(List<CheckedClaim> alternatives) {
    List<Measured> ranged = new ArrayList<>(values);
    double[] all =
        Stream.concat(Stream.of(this), alternatives.stream())
            .mapToDouble(of -> of.first().value())
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    Form form = first().form();
    if (all.length > 1 && !form.text(all[0]).equals(form.text(all[all.length - 1]))) {
      ranged.set(0, first().between(all[0], all[all.length - 1]));
    }
    return new CheckedClaim(claim, ranged, verdict);
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
    return formula(formula, earlier, quantities).named(of.name(), quantities.form(of));
  }

  private static Columns names(List<Measured> values) {
    return new Columns(
        values.stream().map(Measured::name).filter(name -> !name.isEmpty()).map(Column::ofNumbers));
  }

  /** Returns the value of a formula; two means over the same members are divided by member. */
  private static Measured formula(Formula of, List<Measured> values, Quantities quantities) {
    Measured left = operand(of.left(), values);
    if (of.operator().isEmpty()) {
      return left;
    }
    Measured right = operand(of.right(), values);
    return Measured.ofMembers(left, of.operator(), right, quantities.table().keys())
        .orElseGet(
            () -> Measured.of(left.number().combined(of.operator(), right.number()), 1, List.of()));
  }

  private static Measured operand(String operand, List<Measured> values) {
    return Formula.number(operand)
        .map(number -> Measured.of(number, 1))
        .or(() -> values.stream().filter(value -> value.name().equals(operand)).findFirst())
        .orElseThrow();
  }

  private static Verdict verdict(Claim claim, List<Measured> values, Quantities quantities) {
    List<Condition> conditions =
        Misread.in("holds", () -> Condition.list(claim.holds(), names(values)));
    if (values.stream().anyMatch(value -> value.rows() == 0 || !Double.isFinite(value.value()))) {
      return Verdict.NONE;
    }
    if (claim.hasRange()) {
      return ofRange(claim, values.get(0));
    }
    Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
    conditions.forEach(
        each -> verdicts.add(compared((Condition.OfNumbers) each, values, quantities)));
    return Stream.of(Verdict.NONE, Verdict.FAILS, Verdict.NOT_SHOWN, Verdict.HOLDS)
        .filter(verdicts::contains)
        .findFirst()
        .orElse(Verdict.NONE);
  }

  private static Verdict compared(
      Condition.OfNumbers condition, List<Measured> values, Quantities quantities) {
    Measured left = formula(condition.left(), values, quantities);
    Measured right = formula(condition.right(), values, quantities);
    if (!Double.isFinite(left.value()) || !Double.isFinite(right.value())) {
      return Verdict.NONE;
    }
    Optional<Measured> ratio = Measured.pairedRatio(left, right, quantities.table().keys());
    return ratio.isPresent()
        ? ratio.get().number().compared(condition.operator(), Estimate.exact(1))
        : left.number().compared(condition.operator(), right.number());
  }

  private static Verdict ofRange(Claim claim, Measured first) {
    Claim.Range range = claim.range();
    boolean isSure = !claim.interval() || range.isSure(first.number().low(), first.number().high());
    return Verdict.of(range.has(first.value()), isSure);
  }

  private Measured first() {
    return values.get(0);
  }

  /** Returns its value, or values by their names, as they are printed. */
  private String measured() {
    return values.size() == 1
        ? first().text()
        : values.stream()
            .map(value -> value.name() + " " + value.text())
            .collect(Collectors.joining(", "));
  }

  /** Returns the published number as its value is printed; empty without one. */
  private String stated() {
    return claim.expected() == null ? "" : first().form().text(claim.expected());
  }
}
