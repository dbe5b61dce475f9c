package org.polyphony.study.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.polyphony.config.Quantity;
import org.polyphony.input.Keys;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;

/** Each operator of a quantity, on two pairs under two variants. */
class QuantitiesTest {
  private static final LongTable TABLE =
      LongTable.planned(
          List.of("pair", "variant"),
          List.of(
              row("A/B", "base", 1.0, 4),
              row("A/B", "new", 2.0, 2),
              row("C/D", "base", 1.5, 8),
              row("C/D", "new", 1.5, 8)),
          SummaryRows.COLUMNS,
          Map.of());

  private static Row row(String pair, String variant, double stp, int cycles) {
    return new Row(Map.of("pair", pair, "variant", variant, "stp", stp, "cycles", cycles));
  }

  private static LongTable wider(String column) {
    return TABLE.with(TABLE.columns().with(Columns.Column.ofNumbers(column)));
  }

  /** Returns a quantity of keys and values in turn. */
  static Quantity quantity(Object... keys) {
    Map<String, Object> values = new TreeMap<>();
    for (int i = 0; i < keys.length; i += 2) {
      values.put((String) keys[i], keys[i + 1]);
    }
    return Keys.bind(Quantity.class, values);
  }

  private static Measured measure(Object... keys) {
    return Quantities.of(TABLE, List.of()).measure(quantity(keys), row -> true);
  }

  private static Misread refused(Object... keys) {
    return assertThrows(Misread.class, () -> measure(keys));
  }

  @Test
  void anOutcomeThatNoRunHasIsItsNumberForMissingOnes() {
    Row only =
        new Row(Map.of("pair", "A/B", "variant", "new", "partitioning.decisions.spatial", 0.25));
    LongTable ran = TABLE.ran(List.of(only), Map.of());

    Quantities quantities =
        Quantities.of(
            ran,
            List.of(
                quantity(
                    "name", "other", "of", "partitioning.decisions.smkOther", "missing", 0.0)));

    assertEquals(0, quantities.measure(quantity("of", "other"), row -> true).value());
    Quantity wrong = quantity("name", "other", "of", "partitioning.decision.x", "missing", 0.0);
    assertThrows(Misread.class, () -> Quantities.of(ran, List.of(wrong)));
  }

  @Test
  void theBestOfSeveralPartnersThatMeetAllConditionsCounts() {
    LongTable three =
        LongTable.planned(
            List.of("variant"),
            List.of(
                row("A/B", "base", 1.0, 4),
                row("A/B", "new", 2.0, 2),
                row("A/B", "newer", 4.0, 2),
                row("A/B", "slow", 5.0, 8)),
            SummaryRows.COLUMNS,
            Map.of());
    Quantities quantities = Quantities.of(three, List.of());
    List<String> base = List.of("variant = base");
    List<String> over = List.of("variant != base", "cycles < 8");

    for (Object[] best : new Object[][] {{"max", 0.25}, {"min", 0.5}}) {
      Quantity of = quantity("of", "stp", "where", base, "over", over, "partner", best[0]);
      assertEquals(best[1], quantities.measure(of, row -> true).value());
    }
    Quantity of = quantity("of", "stp", "where", base, "over", over);
    assertThrows(Misread.class, () -> quantities.measure(of, row -> true));
  }

  @Test
  void whereKeepsRowsThatMeetAllConditions() {
    Measured only = measure("of", "stp", "where", List.of("variant = new", "cycles < 4"));

    assertEquals(2.0, only.value());
  }

  @Test
  void aConditionAboutAMissingValueDoesNotHold() {
    LongTable table =
        wider("power").with(List.of(TABLE.rows().get(0), TABLE.rows().get(1).with("power", 3.0)));
    Quantities quantities = Quantities.of(table, List.of());

    Quantity other = quantity("by", "count", "where", List.of("power != 4"));
    assertEquals(1, quantities.measure(other, row -> true).value());
  }

  @Test
  void overDividesByThePartnerAndUnderThePartnerByTheRow() {
    List<String> base = List.of("variant = base");
    List<String> where = List.of("pair = A/B", "variant = new");

    assertEquals(2.0, measure("of", "stp", "over", base, "where", where).value());
    assertEquals(2.0, measure("of", "cycles", "under", base, "where", where).value());
  }

  @Test
  void aRowWithoutAPartnerHasNoValue() {
    LongTable table = TABLE.with(TABLE.rows().subList(1, 4));
    Quantity ratio =
        quantity(
            "of",
            "stp",
            "over",
            List.of("variant = base"),
            "where",
            List.of("variant = new"),
            "by",
            "count");
    Quantity mean = quantity("of", "stp", "over", List.of("variant = base"), "by", "max");

    assertEquals(2, Quantities.of(table, List.of()).measure(ratio, row -> true).value());
    assertEquals(2, Quantities.of(table, List.of()).measure(mean, row -> true).rows());
  }

  @Test
  void partnersDifferInWhatIdentifiesARun() {
    Misread wrong = refused("of", "stp", "over", List.of("cycles = 4"));

    assertEquals("over[0]", wrong.violation().path());
    assertTrue(wrong.violation().allowed().contains("pair, variant"), wrong.getMessage());
  }

  @Test
  void aFormulaHasTwoOperandsAndIsAColumn() {
    Quantities wider = Quantities.of(TABLE, List.of(quantity("name", "x", "is", "stp * cycles")));

    Quantity most = quantity("of", "x", "by", "max", "at", "pair");
    assertEquals("12.000 at C/D", wider.measure(most, row -> true).text());
  }

  @Test
  void geomeanOfTwoPairsHasNoInterval() {
    Measured mean =
        measure(
            "of",
            "stp",
            "over",
            List.of("variant = base"),
            "where",
            List.of("variant = new"),
            "by",
            "geomean",
            "shownAs",
            "change");

    assertEquals(Math.sqrt(2), mean.value(), 1e-12);
    assertEquals("+41.4%", mean.text());
  }

  @Test
  void winsCountPairsBeyondTwoPercent() {
    Measured wins =
        measure(
            "of",
            "stp",
            "over",
            List.of("variant = base"),
            "where",
            List.of("variant = new"),
            "by",
            "wins");

    assertEquals("1 wins, 1 ties, 0 losses", wins.text());
  }

  @Test
  void simpleReductionsAreWhatTheySay() {
    Map<String, Double> expected =
        Map.of("mean", 1.5, "median", 1.5, "max", 2.0, "min", 1.0, "sum", 6.0, "count", 4.0);
    Map<String, Double> found = new TreeMap<>();
    expected.keySet().forEach(by -> found.put(by, measure("of", "stp", "by", by).value()));

    assertEquals(new TreeMap<>(expected), found);
  }

  @Test
  void onlyRefusesSeveralRows() {
    Misread wrong = refused("of", "stp", "where", List.of("variant = new"));

    assertEquals("2 rows", wrong.violation().found());
  }

  @Test
  void errorComparesWithAMeasuredColumn() {
    List<Row> rows = new ArrayList<>();
    TABLE.rows().forEach(row -> rows.add(row.with("measured", 1.0)));
    Quantity error = quantity("of", "stp", "against", "measured", "by", "error", "at", "pair");

    Measured found =
        Quantities.of(wider("measured").with(rows), List.of()).measure(error, row -> true);
    assertEquals(0.5, found.value());
    assertTrue(
        found.text().startsWith("mean absolute error 50.0% (median 50.0%), worst +100.0% (A/B)"),
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
    Quantities quantities = Quantities.of(table, List.of());

    assertEquals(1, quantities.measure(quantity("of", "stp", "by", "count"), row -> true).value());
    assertEquals(
        2,
        quantities.measure(quantity("of", LongTable.NUMBER, "by", "count"), row -> true).value());
  }

  @Test
  void anUnknownColumnIsNamedWithTheNearest() {
    Misread wrong = refused("of", "sttp");

    assertEquals("of", wrong.violation().path());
    assertTrue(wrong.violation().allowed().endsWith(" (nearest: stp)"), wrong.getMessage());
  }

  @Test
  void aConditionWithoutBlanksIsRefused() {
    assertEquals("where[0]", refused("of", "stp", "where", List.of("seed=1")).violation().path());
  }
}
