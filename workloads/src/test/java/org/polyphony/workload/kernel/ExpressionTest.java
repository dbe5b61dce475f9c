package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.InvalidInputException;

class ExpressionTest {
  private static final Place PLACE = new Place("f.json", "$.x");

  private static long value(String text, double scale) {
    Scope scope = new Scope(scale, 1);
    scope.constant("n", 100);
    return scope.value(text, PLACE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1 + 2 * 3 ;7",
        "(1 + 2) * 3 ;9",
        "10 - 3 - 2 ;5",
        "-7 / 2 ;-4",
        "-7 % 4 ;1",
        "5 / 0 ;0",
        "0x10 ;16",
        "010 ;10",
        "1 << 4 ;16",
        "256 >> 4 ;16",
        "6 & 3 ;2",
        "6 ^ 3 ;5",
        "6 | 3 ;7",
        "3 < 4 && 4 <= 4 ;1",
        "3 > 4 || 4 >= 5 ;0",
        "!0 ;1",
        "1 != 1 ;0",
        "n == 100 ? 5 : 6 ;5",
        "min(3, n) + max(3, 4) ;7",
        "ceildiv(7, 2) ;4",
        "abs(-5) ;5",
        "hash(1, 2) ;464588988066156300" // on every machine
      })
  void hasTheValueThatIntegerArithmeticSays(String text, long expected) {
    assertEquals(expected, value(text, 1.0));
  }

  @Test
  void scalesASizeToAMultipleAndASquaresSideWithTheRoot() {
    assertEquals(1000, value("scaled(1000, 128)", 1.0));
    assertEquals(256, value("scaled(1000, 128)", 0.25));
    assertEquals(500, value("scaled2(1000, 4)", 0.25));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + | its end at column 4",
        "1 2 | \"2\" at column 3",
        "(1 | its end at column 3",
        "1 ; 2 | \";\" at column 3",
        "12ab | \"1\" at column 1"
      })
  void namesTheColumnOfASyntaxError(String text, String part) {
    String message = assertThrows(InvalidInputException.class, () -> value(text, 1.0)).getMessage();

    assertEquals("f.json: $.x: found " + part, message.substring(0, message.indexOf(" of")));
  }

  @Test
  void offersTheNearestNameForAnUndefinedVariable() {
    Scope scope = new Scope(1.0, 1);
    scope.constant("width", 1);

    String message =
        assertThrows(InvalidInputException.class, () -> scope.value("wdith", PLACE)).getMessage();

    assertEquals(
        "f.json: $.x: found unknown variable \"wdith\" (did you mean width?), allowed: width",
        message);
  }

  @Test
  void refusesAbbreviationsThatReferToEachOther() {
    Scope scope = new Scope(1.0, 1);
    scope.abbreviation("a", ExpressionParser.parse("b + 1", PLACE));
    scope.abbreviation("b", ExpressionParser.parse("a + 1", PLACE));

    assertThrows(InvalidInputException.class, () -> scope.value("a", PLACE));
  }

  private static String refusal(String text) {
    return assertThrows(InvalidInputException.class, () -> value(text, 1.0)).getMessage();
  }

  @ParameterizedTest
  @CsvSource({"(, )", "-, ''", "!, ''", "1 ? 1 :, ''"})
  void limitsHowDeepAnExpressionIsNested(String open, String close) {
    int most = 99; // and the expression itself
    assertDoesNotThrow(() -> value(open.repeat(most) + "1" + close.repeat(most), 1.0));
    assertEquals(
        "f.json: $.x: found more than 100 levels of parentheses, signs and choices, allowed:"
            + " at most 100",
        refusal(open.repeat(most + 1) + "1" + close.repeat(most + 1)));
    refusal(open.repeat(50_000) + "1" + close.repeat(50_000));
  }

  @Test
  void limitsTheOperandsOfAnExpression() {
    assertEquals(500, value("1" + "+1".repeat(499), 1.0));
    assertEquals(
        "f.json: $.x: found more than 500 operands, allowed: at most 500",
        refusal("1" + "+1".repeat(500)));
  }
}
