package org.polyphony.study.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.config.Quantity;
import org.polyphony.input.Keys;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;

/** Each operator of a quantity, on two pairs under two variants. */
class QuantitiesTest {
  private static final LongTable TABLE =
      table(
          List.of("pair", "variant"),
          row("A/B", "base", 1.0, 4),
          row("A/B", "new", 2.0, 2),
          row("C/D", "base", 1.5, 8),
          row("C/D", "new", 1.5, 8));

  private static LongTable table(List<String> keys, Row... rows) {
    return LongTable.planned(keys, List.of(rows), SummaryRows.COLUMNS, Map.of());
  }

  private static Row row(String pair, String variant, double stp, int cycles) {
    return new Row(Map.of("pair", pair, "variant", variant, "stp", stp, "cycles", cycles));
  }

  private static LongTable wider(String column) {
    return TABLE.with(TABLE.columns().with(Columns.Column.ofNumbers(column)));
  }

  /** Returns a quantity of JSON with single quotes. */
  private static Quantity quantity(String json) {
    try {
      return Keys.bind(
          Quantity.class,
          new ObjectMapper()
              .readValue(json.replace('\'', '"'), new TypeReference<Map<String, Object>>() {}));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  private static Measured measure(LongTable table, String json) {
    return Quantities.of(table, List.of()).measure(quantity(json), row -> true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'of': 'stp', 'where': ['variant = new', 'cycles < 4']} | 2.000
          {'of': 'stp', 'over': ['variant = base'], 'where': ['pair = A/B', 'variant = new']} | 2.000
          {'of': 'cycles', 'under': ['variant = base'], 'where': ['pair = A/B', 'variant = new']} | 2.000
          {'of': 'stp', 'over': ['variant = base'], 'where': ['variant = new'], 'by': 'geomean', \
              'shownAs': 'change'} | +41.4%
          {'of': 'stp', 'over': ['variant = base'], 'where': ['variant = new'], 'by': 'wins'} \
              | 1 wins, 1 ties, 0 losses
          {'of': 'stp', 'by': 'mean'}    | 1.500
          {'of': 'stp', 'by': 'median'}  | 1.500
          {'of': 'stp', 'by': 'max'}     | 2.000
          {'of': 'stp', 'by': 'min'}     | 1.000
          {'of': 'stp', 'by': 'sum'}     | 6.000
          {'of': 'stp', 'by': 'count'}   | 4
          """)
  void isWhatItsOperatorSays(String quantity, String text) {
    assertEquals(text, measure(TABLE, quantity).text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'of': 'stp', 'over': ['cycles = 4']}    | over[0]  | pair, variant
          {'of': 'stp', 'where': ['variant = new']} | where    | 2 rows
          {'of': 'stp', 'where': ['seed=1']}       | where[0] | seed=1
          {'of': 'sttp'}                           | of       | (nearest: stp)
          """)
  void refusesWhatHasNoMeaning(String quantity, String path, String message) {
    Misread wrong = assertThrows(Misread.class, () -> measure(TABLE, quantity));

    assertEquals(path, wrong.violation().path());
    assertTrue(wrong.getMessage().contains(message), wrong.getMessage());
  }

  @Test
  void anOutcomeThatNoRunHasIsItsNumberForMissingOnes() {
    Row only =
        new Row(Map.of("pair", "A/B", "variant", "new", "partitioning.decisions.spatial", 0.25));
    LongTable ran = TABLE.ran(List.of(only), Map.of());
    String other = "{'name': 'other', 'of': 'partitioning.decision%s', 'missing': 0.0}";

    Quantities quantities = Quantities.of(ran, List.of(quantity(other.formatted("s.smkOther"))));

    assertEquals(0, quantities.measure(quantity("{'of': 'other'}"), row -> true).value());
    Quantity wrong = quantity(other.formatted(".x"));
    assertThrows(Misread.class, () -> Quantities.of(ran, List.of(wrong)));
  }

  @Test
  void theBestOfSeveralPartnersThatMeetAllConditionsCounts() {
    LongTable three =
        table(
            List.of("variant"),
            row("A/B", "base", 1.0, 4),
            row("A/B", "new", 2.0, 2),
            row("A/B", "newer", 4.0, 2),
            row("A/B", "slow", 5.0, 8));
    String of =
        "{'of': 'stp', 'where': ['variant = base'], 'over': ['variant != base', 'cycles < 8']%s}";

    assertEquals(0.25, measure(three, of.formatted(", 'partner': 'max'")).value());
    assertEquals(0.5, measure(three, of.formatted(", 'partner': 'min'")).value());
    assertThrows(Misread.class, () -> measure(three, of.formatted("")));
  }

  @Test
  void aConditionAboutAMissingValueDoesNotHold() {
    LongTable table =
        wider("power").with(List.of(TABLE.rows().get(0), TABLE.rows().get(1).with("power", 3.0)));

    assertEquals(1, measure(table, "{'by': 'count', 'where': ['power != 4']}").value());
  }

  @Test
  void aRowWithoutAPartnerHasNoValue() {
    LongTable table = TABLE.with(TABLE.rows().subList(1, 4));
    String ratio = "{'of': 'stp', 'over': ['variant = base'], 'by': ";

    assertEquals(2, measure(table, ratio + "'count', 'where': ['variant = new']}").value());
    assertEquals(2, measure(table, ratio + "'max'}").rows());
  }

  @Test
  void aFormulaHasTwoOperandsAndIsAColumn() {
    Quantities wider =
        Quantities.of(TABLE, List.of(quantity("{'name': 'x', 'is': 'stp * cycles'}")));

    Quantity most = quantity("{'of': 'x', 'by': 'max', 'at': 'pair'}");
    assertEquals("12.000 at C/D", wider.measure(most, row -> true).text());
  }

  @Test
  void errorComparesWithAMeasuredColumn() {
    List<Row> rows = new ArrayList<>();
    TABLE.rows().forEach(row -> rows.add(row.with("measured", 1.0)));

    Measured found =
        measure(
            wider("measured").with(rows),
            "{'of': 'stp', 'against': 'measured', 'by': 'error', 'at': 'pair'}");

    assertEquals(0.5, found.value());
    assertTrue(
        found
            .text()
            .startsWith(
                "mean absolute error 50.0% (median 50.0%), bias +50.0% (0 of 4 too low), worst"),
        found.text());
  }

  @Test
  void columnsOfARunCountOnceForAllItsWorkloads() {
    Row run = TABLE.rows().get(0);
    LongTable table =
        TABLE.with(
            List.of(
                run.with("workload", "A").with(LongTable.NUMBER, 1),
                run.with("workload", "B").with(LongTable.NUMBER, 2)));

    assertEquals(1, measure(table, "{'of': 'stp', 'by': 'count'}").value());
    assertEquals(2, measure(table, "{'of': '" + LongTable.NUMBER + "', 'by': 'count'}").value());
  }
}
