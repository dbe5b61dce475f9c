package org.polyphony.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.input.Violation;
import org.polyphony.results.CsvTable;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;

/**
 * A statement of a paper and its measurement.
 *
 * @param paper the paper's number; empty if it states none
 * @param measured the result, with a confidence interval if it is a mean
 */
public record Finding(String statement, String paper, String measured, Verdict verdict) {
  /** Definition of the file in a figure's folder. */
  public static final Table<Recorded> TABLE =
      new Table<Recorded>("findings.csv")
          .text("statement", of -> of.finding.statement)
          .text("paper", of -> of.finding.paper)
          .text("measured", of -> of.finding.measured)
          .text("verdict", of -> of.finding.verdict.text())
          .text("conditions", Recorded::conditions);

  /** The table shown on pages and in the terminal. */
  static final Table<Finding> SHOWN =
      new Table<Finding>()
          .text("statement", Finding::statement)
          .number("paper", finding -> finding.paper.isEmpty() ? "-" : finding.paper)
          .number("measured", Finding::measured)
          .text("verdict", finding -> finding.verdict.text());

  /**
   * A stored finding.
   *
   * @param conditions device, length and number of pairs, in words
   */
  public record Recorded(Finding finding, String conditions) {}

  /** Writes the findings of a figure. */
  public static void write(OutputFolder folder, String conditions, List<Finding> findings) {
    TABLE.write(folder, findings.stream().map(finding -> new Recorded(finding, conditions)));
  }

  /**
   * Reads the findings of a figure.
   *
   * @return empty if none have been written
   * @throws org.polyphony.input.InvalidInputException if the file has other contents
   */
  public static List<Recorded> read(Path folder) {
    Path file = folder.resolve(TABLE.file());
    if (!Files.exists(file)) {
      return List.of();
    }
    CsvTable table = CsvTable.read(file);
    return IntStream.range(0, table.rows()).mapToObj(row -> recorded(file, table, row)).toList();
  }

  private static Recorded recorded(Path file, CsvTable table, int row) {
    return new Recorded(
        new Finding(
            table.text(row, "statement"),
            table.text(row, "paper"),
            table.text(row, "measured"),
            verdict(file, table.text(row, "verdict"))),
        table.text(row, "conditions"));
  }

  private static Verdict verdict(Path file, String text) {
    for (Verdict verdict : Verdict.values()) {
      if (verdict.text().equals(text)) {
        return verdict;
      }
    }
    String allowed =
        Arrays.stream(Verdict.values()).map(Verdict::text).collect(Collectors.joining(", "));
    throw new Violation("verdict", "'" + text + "'", allowed).errorAt(file.toString());
  }
}
