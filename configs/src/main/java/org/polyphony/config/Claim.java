package org.polyphony.config;

import java.util.List;
import java.util.stream.Stream;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** A statement about numbers of a study and the rule by which it holds. */
public record Claim(
    @Key("the statement") String claim,
    @Key(value = "published number", min = -Key.LONGEST) Double expected,
    @Key(value = "where it is published", absent = "") String source,
    @Key(value = "conditions of all values", absent = "[]") List<String> where,
    @Key(value = "numbers; the rule is about the first", min = 1, max = 32) List<Quantity> values,
    @Key(value = "holds if the value is larger", min = -Key.LONGEST) Double above,
    @Key(value = "holds if the value is smaller", min = -Key.LONGEST) Double below,
    @Key(value = "holds from this value on", min = -Key.LONGEST) Double from,
    @Key(value = "holds up to this value", min = -Key.LONGEST) Double to,
    @Key(value = "largest difference from expected") Double within,
    @Key(value = "largest difference from expected in percent of it") Double withinPercent,
    @Key(value = "conditions about the names of the values", absent = "[]") List<String> holds,
    @Key(value = "whether the interval counts, not only the value", absent = "true")
        boolean interval,
    @Key(
            value = "why it is no reproduction: an input, chosen after the result, or another case",
            oneOf = {"", "input", "chosen", "other"},
            absent = "")
        String exemption)
    implements Keys.Related {
  /** Values that confirm a claim. */
  public record Range(double least, double most, boolean isOpen) {
    /** Returns whether it has a value. */
    public boolean has(double value) {
      return isOpen ? least < value && value < most : least <= value && value <= most;
    }

    /** Returns whether both ends of an interval are on the same side of each limit. */
    public boolean isSure(double low, double high) {
      return (has(low) && has(high)) || high < least || most < low;
    }
  }

  @Override
  public void check(Violation.Checks checks) {
    Quantity.requireNoColumns(values, "values", checks);
    long rules =
        Stream.of(above, below, within, withinPercent).filter(rule -> rule != null).count()
            + (from != null || to != null ? 1 : 0)
            + (holds.isEmpty() ? 0 : 1);
    checks.require(rules <= 1, "", rules + " rules", "one rule, or none");
    boolean isAboutExpected = within != null || withinPercent != null;
    checks.require(
        !isAboutExpected || expected != null, "expected", "", "a number, as the rule is about it");
  }

  /** Returns whether it has a rule about the range of its value. */
  public boolean hasRange() {
    return Stream.of(above, below, from, to, within, withinPercent).anyMatch(rule -> rule != null);
  }

  /** Returns the values that confirm it. */
  public Range range() {
    if (above != null || below != null) {
      return new Range(least(above), most(below), true);
    } else if (within != null || withinPercent != null) {
      double near = within != null ? within : withinPercent / 100 * Math.abs(expected);
      return new Range(expected - near, expected + near, false);
    }
    return new Range(least(from), most(to), false);
  }

  private static double least(Double limit) {
    return limit == null ? Double.NEGATIVE_INFINITY : limit;
  }

  private static double most(Double limit) {
    return limit == null ? Double.POSITIVE_INFINITY : limit;
  }
}
