package org.polyphony.study.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.study.table.Misread;
import org.polyphony.study.table.Row;

/**
 * A condition about a row, as {@code variant = smk}: a formula, an operator, and a formula or a
 * text. It does not hold where a value is missing.
 *
 * @param isText whether the right side is a text
 */
record Condition(Formula left, String operator, Formula right, boolean isText)
    implements Predicate<Row> {
  private static final Pattern PARTS = Pattern.compile("(.+?) (=|!=|<|<=|>|>=) (.+)");

  /**
   * Reads a condition.
   *
   * @param columns that it may name
   */
  static Condition of(String text, Set<String> columns) {
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches()) {
      String allowed = "a condition such as variant = smk, with blanks around the operator";
      throw new Misread("", "'" + text + "'", allowed);
    }
    Formula left = Formula.of(parts.group(1)).require(columns);
    Formula right = Formula.of(parts.group(3));
    boolean isText = parts.group(2).matches("!?=") && !right.isKnown(columns);
    return new Condition(left, parts.group(2), isText ? right : right.require(columns), isText);
  }

  /** Reads conditions; a wrong one is named by its index in the list. */
  static List<Condition> list(List<String> texts, Set<String> columns) {
    return Misread.each("", texts, text -> of(text, columns));
  }

  /** Reads conditions that all have to hold. */
  static Predicate<Row> all(List<String> texts, Set<String> columns) {
    List<Condition> conditions = list(texts, columns);
    return row -> conditions.stream().allMatch(condition -> condition.test(row));
  }

  @Override
  public boolean test(Row row) {
    Optional<Object> one = left.in(row);
    Optional<Object> other = isText ? Optional.of(right.text()) : right.in(row);
    if (one.isEmpty() || other.isEmpty()) {
      return false;
    }
    return (one.get() instanceof Number a && other.get() instanceof Number b)
        ? holds(Double.compare(a.doubleValue(), b.doubleValue()))
        : holds(one.get().toString().compareTo(other.get().toString()));
  }

  private boolean holds(int comparison) {
    return switch (operator) {
      case "=" -> comparison == 0;
      case "!=" -> comparison != 0;
      case "<" -> comparison < 0;
      case "<=" -> comparison <= 0;
      case ">" -> comparison > 0;
      default -> comparison >= 0;
    };
  }
}
