package org.polyphony.study.engine;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.input.Decimal;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Columns.Column;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;

/**
 * One operand, or two with an operator between blanks. An operand is a number or a column.
 *
 * @param text as it is written
 * @param operator one of + - * /; empty for one operand
 */
record Formula(String text, String left, String operator, String right) {
  private static final Pattern TWO_OPERANDS = Pattern.compile("(\\S+) ([-+*/]) (\\S+)");

  static Formula of(String text) {
    Matcher two = TWO_OPERANDS.matcher(text);
    return two.matches()
        ? new Formula(text, two.group(1), two.group(2), two.group(3))
        : new Formula(text, text, "", text);
  }

  /**
   * Returns columns and another one.
   *
   * @throws Misread if its name is taken, or formulas and conditions would read it as something
   *     else
   */
  static Columns declare(Column column, Columns columns) {
    String name = column.name();
    boolean isFormula = !of(name).operator.isEmpty() || number(name).isPresent();
    if (isFormula || Condition.isOne(name)) {
      throw new Misread("", "'" + name + "'", "a name that is no number, formula or condition");
    }
    return columns.with(column);
  }

  /** Returns the operands that are not numbers. */
  Stream<String> names() {
    return Stream.of(left, right).distinct().filter(operand -> number(operand).isEmpty());
  }

  /**
   * Returns it if its value is a number.
   *
   * @throws Misread if an operand is neither a number nor a column of numbers
   */
  Formula requireNumbers(Columns columns) {
    names().forEach(columns::requireNumbers);
    return this;
  }

  static Optional<Double> number(String operand) {
    return Decimal.of(operand).stream().boxed().findFirst();
  }

  /** Returns its value in a row; empty if an operand is missing or the value is no number. */
  Optional<Number> in(Row row) {
    if (operator.isEmpty() && number(left).isEmpty()) {
      return row.cell(left).filter(Number.class::isInstance).map(Number.class::cast);
    }
    double result = apply(operand(left, row), operator, operand(right, row));
    return Double.isFinite(result) ? Optional.of(result) : Optional.empty();
  }

  /** Combines two operands; without an operator the first counts. */
  static double apply(double a, String operator, double b) {
    return switch (operator) {
      case "" -> a;
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      default -> a / b;
    };
  }

  private static double operand(String name, Row row) {
    return number(name).orElseGet(() -> row.number(name));
  }
}
