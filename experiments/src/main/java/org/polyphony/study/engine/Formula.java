package org.polyphony.study.engine;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.input.Decimal;
import org.polyphony.input.NearestName;
import org.polyphony.study.table.Misread;
import org.polyphony.study.table.Row;

/**
 * One operand, or two with an operator between blanks. An operand is a number or a column.
 *
 * @param text as it is written
 * @param operator one of + - * /; empty for one operand
 */
record Formula(String text, String left, String operator, String right) {
  private static final Pattern TWO_OPERANDS = Pattern.compile("(\\S+) ([-+*/]) (\\S+)");

  private static final int FEW = 8; // names that a message lists

  static Formula of(String text) {
    Matcher two = TWO_OPERANDS.matcher(text);
    return two.matches()
        ? new Formula(text, two.group(1), two.group(2), two.group(3))
        : new Formula(text, text, "", text);
  }

  boolean isKnown(Set<String> columns) {
    return Stream.of(left, right).allMatch(each -> isKnown(each, columns));
  }

  private static boolean isKnown(String operand, Set<String> columns) {
    return columns.contains(operand) || number(operand).isPresent();
  }

  /** Returns it if its operands are numbers or columns. */
  Formula require(Set<String> columns) {
    Stream.of(left, right)
        .filter(each -> !isKnown(each, columns))
        .findFirst()
        .ifPresent(
            unknown -> {
              throw unknownColumn(unknown, columns);
            });
    return this;
  }

  static Misread unknownColumn(String name, Set<String> columns) {
    String known =
        columns.size() <= FEW
            ? NearestName.oneOf(name, columns)
            : NearestName.of(name, columns)
                .map(nearest -> "a column of the table (nearest: " + nearest + ")")
                .orElse("a column of the table, such as " + columns.stream().limit(FEW).toList());
    String formula = name.matches(".+[-+*/].+") ? ", or a formula as 'a / b' with blanks" : "";
    return new Misread("", "'" + name + "'", known + formula);
  }

  static Optional<Double> number(String operand) {
    return Decimal.of(operand).stream().boxed().findFirst();
  }

  /** Returns its value in a row, a number or the text of a column; empty if one is missing. */
  Optional<Object> in(Row row) {
    if (operator.isEmpty()) {
      return number(left).<Object>map(value -> value).or(() -> row.cell(left));
    }
    double a = number(left).orElseGet(() -> row.number(left));
    double b = number(right).orElseGet(() -> row.number(right));
    double result =
        switch (operator) {
          case "+" -> a + b;
          case "-" -> a - b;
          case "*" -> a * b;
          default -> a / b;
        };
    return Double.isFinite(result) ? Optional.of(result) : Optional.empty();
  }
}
