package org.polyphony.results.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.store.OutputFolder;

class TableTest {
  private record Row(String name, double share, Optional<Integer> count) {}

  private static final List<Row> ROWS =
      List.of(new Row("a", 0.105, Optional.of(3)), new Row("b,c", Double.NaN, Optional.empty()));

  @TempDir private Path folder;

  @Test
  void alignsNumbersToTheRightAndTextToTheLeft() {
    Table<List<String>> table =
        new Table<List<String>>()
            .text("name", row -> row.get(0))
            .text("IPC", row -> row.get(1))
            .text("note", row -> row.get(2));

    assertEquals(
        "name   IPC  note\na     10.5  x\nbb       -\n",
        table.lines(List.of(List.of("a", "10.5", "x"), List.of("bb", "-", ""))));
  }

  @Test
  void setsNumbersOfMarkdownToTheRightWithADashForNone() {
    Table<Row> table =
        new Table<Row>()
            .text("", Row::name)
            .number("share", "%.1f%%", row -> 100 * row.share)
            .number("twice", "%.2f", row -> 2 * row.share);

    assertEquals(
        "| | share | twice |\n|---|--:|--:|\n| a | 10.5% | 0.21 |\n| b,c | - | - |\n",
        table.markdown(ROWS));
  }

  @Test
  void writesCsvWithSixDigitsAndWithoutWhatIsNotThere() throws IOException {
    Table<Row> table =
        new Table<Row>("rows.csv")
            .text("name", Row::name)
            .text("share", row -> row.share / 3)
            .text("count", Row::count);

    table.write(OutputFolder.open(folder), ROWS.stream());

    assertEquals(
        "name,share,count\na,0.035,3\n\"b,c\",,\n", Files.readString(folder.resolve("rows.csv")));
  }

  @Test
  void staysAsItIsWhenAColumnIsAdded() {
    Table<Row> table = new Table<Row>("rows.csv").text("name", Row::name);

    assertEquals(List.of("name", "share"), table.text("share", Row::share).names());
    assertEquals(List.of("name"), table.names());
  }

  @Test
  void showsControlCharactersOnATerminalAsEscapes() {
    Table<String> table = new Table<String>().text("name", name -> name);

    assertEquals("name\na\\u001b[2J\\nb\n", table.lines(List.of("a\u001b[2J\nb")));
  }

  @Test
  void quotesWhatASpreadsheetWouldTakeForAFormula() {
    assertEquals(
        List.of(
            "'=1+1",
            "'@x",
            "'+A1",
            "'-1+1",
            "+1% (-1% to +2%)",
            "-1",
            "+0.5%",
            "-1.5e-7",
            "-",
            "a=b"),
        Stream.of(
                "=1+1",
                "@x",
                "+A1",
                "-1+1",
                "+1% (-1% to +2%)",
                "-1",
                "+0.5%",
                "-1.5e-7",
                "-",
                "a=b")
            .map(Table::unlikeFormula)
            .toList());
  }
}
