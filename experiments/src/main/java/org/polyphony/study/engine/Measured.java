package org.polyphony.study.engine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.polyphony.config.Quantity.Form;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.statistics.GeometricMean.Member;
import org.polyphony.results.statistics.MeanInterval;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;

/**
 * The value of a quantity.
 *
 * @param name of the quantity; may be empty
 * @param number with its 95% interval if it is an estimate
 * @param form how it is printed
 * @param words in place of the number; empty for the number
 * @param place where it is, if that is asked for
 * @param rows of the table that it is about
 * @param drawn the members of the population whose mean it is; none for other values
 */
record Measured(
    String name,
    Estimate number,
    Form form,
    String words,
    String place,
    int rows,
    List<Drawn> drawn) {

  /** A member of a population, and the row of its first repeat. */
  record Drawn(Row row, Member member) {}

  static Measured of(double value, int rows) {
    return of(Estimate.exact(value), rows, List.of());
  }

  static Measured of(Estimate number, int rows, List<Drawn> drawn) {
    return new Measured("", number, Form.RATIO, "", "", rows, drawn);
  }

  /** Returns the geometric mean of members. */
  static Measured mean(List<Drawn> drawn, int rows) {
    MeanInterval mean = GeometricMean.of(drawn.stream().map(Drawn::member).toList());
    return of(Estimate.of(mean.mean(), mean.low(), mean.high()), rows, drawn);
  }

  Measured named(String other, Form shownAs) {
    return new Measured(other, number, shownAs, words, place, rows, drawn);
  }

  Measured between(double low, double high) {
    Estimate wider = new Estimate(value(), low, high);
    return new Measured(name, wider, form, words, place, rows, drawn);
  }

  Measured at(String column) {
    return new Measured(name, number, form, words, column, rows, drawn);
  }

  Measured inWords(String text) {
    return new Measured(name, number, form, text, place, rows, drawn);
  }

  /**
   * Returns the mean of members that a formula combines: a mean that is multiplied or divided by a
   * number, or divided by another mean over the same members. Empty for other formulas.
   */
  static Optional<Measured> ofMembers(
      Measured left, String operator, Measured right, List<String> keys) {
    boolean isDivision = operator.equals("/");
    if (isDivision && !left.drawn.isEmpty() && !right.drawn.isEmpty()) {
      return pairedRatio(left, right, keys);
    } else if (isDivision || operator.equals("*")) {
      double factor = isDivision ? 1 / right.value() : right.value();
      return left.drawn.isEmpty() || !right.drawn.isEmpty()
          ? Optional.empty()
          : Optional.of(left.times(factor));
    }
    return Optional.empty();
  }

  private Measured times(double factor) {
    return mean(
        drawn.stream()
            .map(
                each ->
                    new Drawn(
                        each.row,
                        new Member(
                            each.member.units(),
                            Arrays.stream(each.member.repeats()).map(x -> x * factor).toArray())))
            .toList(),
        rows);
  }

  /**
   * Divides two means over the same members, member by member: what differs between members cancels
   * out.
   *
   * @param keys columns that identify a run
   * @return empty unless the rows of both are equal in all keys that vary among either
   */
  static Optional<Measured> pairedRatio(Measured above, Measured below, List<String> keys) {
    List<String> varying =
        keys.stream().filter(key -> above.varies(key) || below.varies(key)).toList();
    Map<String, Drawn> partners = new HashMap<>();
    below.drawn.forEach(each -> partners.put(LongTable.member(each.row, varying), each));
    List<Drawn> ratios =
        above.drawn.stream()
            .flatMap(
                each ->
                    Stream.ofNullable(partners.get(LongTable.member(each.row, varying)))
                        .map(partner -> ratio(each, partner)))
            .toList();
    boolean isPaired =
        !ratios.isEmpty()
            && ratios.size() == above.drawn.size()
            && ratios.size() == partners.size()
            && ratios.size() == below.drawn.size();
    return isPaired ? Optional.of(mean(ratios, ratios.size())) : Optional.empty();
  }

  private boolean varies(String key) {
    return drawn.stream().map(each -> each.row.text(key)).distinct().count() > 1;
  }

  private static Drawn ratio(Drawn above, Drawn below) {
    Set<String> units = new HashSet<>(above.member.units());
    units.addAll(below.member.units());
    double ratio = StatUtils.mean(above.member.repeats()) / StatUtils.mean(below.member.repeats());
    return new Drawn(above.row, new Member(units, new double[] {ratio}));
  }

  double value() {
    return number.value();
  }

  /** Returns the lower end of its interval; not a number without one. */
  double low() {
    return hasInterval() ? number.low() : Double.NaN;
  }

  double high() {
    return hasInterval() ? number.high() : Double.NaN;
  }

  boolean hasInterval() {
    return Double.isFinite(number.low()) && number.low() < number.high();
  }

  /** Returns the value as it is printed, with its interval or place. */
  String text() {
    if (!words.isEmpty()) {
      return words;
    }
    boolean isFalling = form == Form.INVERSE_CHANGE;
    String interval =
        hasInterval()
            ? " (%s to %s)"
                .formatted(
                    form.text(isFalling ? high() : low()), form.text(isFalling ? low() : high()))
            : "";
    return form.text(value()) + interval + (place.isEmpty() ? "" : " at " + place);
  }
}
