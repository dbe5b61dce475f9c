package org.polyphony.study.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.NearestName;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Columns.Column;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;

/**
 * A condition about a row: a column of texts that has or has not a text, as {@code variant = smk},
 * or two formulas that are compared. It does not hold where a value is missing.
 */
interface Condition extends Predicate<Row> {
  /** Two sides with an operator between blanks; the first operator counts. */
  Pattern PARTS = Pattern.compile("(.+?) (=|!=|<|<=|>|>=) (.+)", Pattern.DOTALL);

  /** Returns its subject: a column or a formula. */
  String subject();

  /** Returns whether a row meets it; empty where a value is missing. */
  Optional<Boolean> in(Row row);

  @Override
  default boolean test(Row row) {
    return in(row).orElse(false);
  }

  /** A condition about the text in a column. */
  record OfText(String subject, boolean isEqual, String text) implements Condition {
    @Override
    public Optional<Boolean> in(Row row) {
      return row.cell(subject).map(cell -> cell.toString().equals(text) == isEqual);
    }
  }

  /** A condition about numbers. */
  record OfNumbers(Formula left, String operator, Formula right) implements Condition {
    @Override
    public String subject() {
      return left.text();
    }

    @Override
    public Optional<Boolean> in(Row row) {
      return left.in(row)
          .flatMap(a -> right.in(row).map(b -> holds(a.doubleValue(), operator, b.doubleValue())));
    }
  }

  /** Compares two numbers. */
  static boolean holds(double a, String operator, double b) {
    return switch (operator) {
      case "=" -> a == b;
      case "!=" -> a != b;
      case "<" -> a < b;
      case "<=" -> a <= b;
      case ">" -> a > b;
      default -> a >= b;
    };
  }

  static boolean isOne(String text) {
    return PARTS.matcher(text).matches();
  }

  /**
   * Reads a condition.
   *
   * @param columns that it may name
   */
  static Condition of(String text, Columns columns) {
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches()) {
      String allowed = "a condition such as variant = smk, with blanks around the operator";
      throw new Misread("", "'" + text + "'", allowed);
    }
    String right = parts.group(3);
    Optional<Column> column = columns.find(parts.group(1));
    if (column.filter(Column::isText).isPresent()) {
      return ofText(column.get().named(parts.group(1)), parts.group(2), right);
    }
    Formula left = Formula.of(parts.group(1)).requireNumbers(columns);
    return new OfNumbers(left, parts.group(2), Formula.of(right).requireNumbers(columns));
  }

  private static Condition ofText(Column column, String operator, String text) {
    if (!operator.matches("!?=")) {
      String found = "'" + operator + "' beside " + column.name() + ", a column of texts";
      throw new Misread("", found, "= or !=");
    }
    if (!column.texts().isEmpty() && !column.texts().contains(text)) {
      throw new Misread("", "'" + text + "'", NearestName.oneOf(text, column.texts()));
    }
    return new OfText(column.name(), operator.equals("="), text);
  }

  /** Reads conditions; a wrong one is named by its index in the list. */
  static List<Condition> list(List<String> texts, Columns columns) {
    return Misread.each("", texts, text -> of(text, columns));
  }

  /** Reads conditions that all have to hold. */
  static Predicate<Row> all(List<String> texts, Columns columns) {
    List<Condition> conditions = list(texts, columns);
    return row -> conditions.stream().allMatch(condition -> condition.test(row));
  }
}
