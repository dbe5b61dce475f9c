package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.kernel.Expression.Call;
import org.polyphony.workload.kernel.Expression.Constant;
import org.polyphony.workload.kernel.Expression.Name;
import org.polyphony.workload.kernel.Expression.Operation;

/**
 * Reads an integer expression with the operators and precedences of C and Java: {@code ?: || && | ^
 * & == != < <= > >= << >> + - * / % ! -}, parentheses, numbers, names, calls.
 */
final class ExpressionParser {
  private static final String[][] LEVELS = {
    {"||"},
    {"&&"},
    {"|"},
    {"^"},
    {"&"},
    {"==", "!="},
    {"<=", ">=", "<", ">"},
    {"<<", ">>"},
    {"+", "-"},
    {"*", "/", "%"}
  };

  private static final Operator[][] OPERATORS = {
    {Operator.OR},
    {Operator.AND},
    {Operator.BIT_OR},
    {Operator.BIT_XOR},
    {Operator.BIT_AND},
    {Operator.EQUAL, Operator.NOT_EQUAL},
    {Operator.LESS_EQUAL, Operator.GREATER_EQUAL, Operator.LESS, Operator.GREATER},
    {Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT},
    {Operator.ADD, Operator.SUBTRACT},
    {Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER}
  };

  private static final int MOST_NESTED = 100; // each takes a dozen calls to read
  private static final int MOST_OPERANDS = 500;

  private final String text;
  private final Place place;
  private int at;
  private int nested;
  private int operands;

  private ExpressionParser(String text, Place place) {
    this.text = text;
    this.place = place;
  }

  /**
   * Reads a whole text.
   *
   * @throws InvalidInputException on a syntax error; or what is too long; the message names the
   *     column
   */
  static Expression parse(String text, Place place) {
    ExpressionParser parser = new ExpressionParser(text, place);
    Expression expression = parser.choice();
    parser.skipBlanks();
    if (parser.at < text.length()) {
      throw parser.error("an operator or the end of the expression");
    }
    return expression;
  }

  private Expression choice() {
    limit(++nested, MOST_NESTED, "levels of parentheses, signs and choices");
    Expression read = binary(0);
    if (accept("?")) {
      Expression ifTrue = choice();
      expect(":");
      read = new Operation(Operator.CHOOSE, List.of(read, ifTrue, choice()));
    }
    nested--;
    return read;
  }

  private void limit(int count, int most, String what) {
    if (count > most) {
      throw place.error("more than " + most + " " + what, "at most " + most);
    }
  }

  private Expression binary(int level) {
    if (level == LEVELS.length) {
      return unary();
    }
    Expression left = binary(level + 1);
    for (int match = match(level); match >= 0; match = match(level)) {
      left = Expression.of(OPERATORS[level][match], left, binary(level + 1));
    }
    return left;
  }

  private int match(int level) {
    skipBlanks();
    String[] symbols = LEVELS[level];
    for (int i = 0; i < symbols.length; i++) {
      if (text.startsWith(symbols[i], at) && !isLongerOperator(symbols[i])) {
        at += symbols[i].length();
        return i;
      }
    }
    return -1;
  }

  private boolean isLongerOperator(String symbol) {
    if (symbol.length() != 1 || at + 1 >= text.length()) {
      return false;
    }
    char first = symbol.charAt(0);
    char next = text.charAt(at + 1);
    return (first == '|' || first == '&' || first == '<' || first == '>') && next == first;
  }

  private Expression unary() {
    if (accept("-")) {
      return signed(Operator.NEGATE);
    }
    return accept("!") ? signed(Operator.NOT) : primary();
  }

  private Expression signed(Operator sign) {
    limit(++nested, MOST_NESTED, "levels of parentheses, signs and choices");
    Expression read = new Operation(sign, List.of(unary()));
    nested--;
    return read;
  }

  private Expression primary() {
    limit(++operands, MOST_OPERANDS, "operands");
    skipBlanks();
    if (accept("(")) {
      Expression inner = choice();
      expect(")");
      return inner;
    }
    char c = at < text.length() ? text.charAt(at) : ' ';
    if (Character.isDigit(c)) {
      return number();
    }
    if (Character.isLetter(c)) {
      String name = name();
      return accept("(") ? new Call(name, arguments()) : new Name(name);
    }
    throw error("a number, a name or (");
  }

  private Expression number() {
    int start = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    try {
      String digits = text.substring(start, at);
      boolean isHexadecimal = digits.startsWith("0x") || digits.startsWith("0X");
      return new Constant(isHexadecimal ? Long.decode(digits) : Long.parseLong(digits));
    } catch (NumberFormatException e) {
      at = start;
      throw error("an integer (decimal, or 0x and hexadecimal digits)");
    }
  }

  private String name() {
    int start = at;
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.';
  }

  private List<Expression> arguments() {
    List<Expression> arguments = new ArrayList<>();
    do {
      arguments.add(choice());
    } while (accept(","));
    expect(")");
    return arguments;
  }

  private boolean accept(String symbol) {
    skipBlanks();
    if (!text.startsWith(symbol, at) || (symbol.equals("!") && text.startsWith("!=", at))) {
      return false;
    }
    at += symbol.length();
    return true;
  }

  private void expect(String symbol) {
    if (!accept(symbol)) {
      throw error("\"" + symbol + "\"");
    }
  }

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private InvalidInputException error(String expected) {
    String found = at < text.length() ? "\"" + text.charAt(at) + "\"" : "its end";
    return place.error(found + " at column " + (at + 1) + " of \"" + text + "\"", expected);
  }
}
