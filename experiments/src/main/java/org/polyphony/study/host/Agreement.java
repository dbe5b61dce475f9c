package org.polyphony.study.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.polyphony.plot.CsvTable;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.Figure;
import org.polyphony.text.Table;

/**
 * How near a figure comes to the numbers of its paper. Near is our choice: 10%; of parts of a whole
 * 5 points, and half of the part.
 *
 * @param near rows that are near the paper's numbers
 * @param far rows that are not
 * @param chosen rows that rest on what was chosen after the result was known
 * @param inputs rows that are made from the paper's own numbers
 */
record Agreement(int near, int far, int chosen, int inputs) {
  private static final double NEAR = 0.1;
  private static final double NEAR_PART = 0.05; // of a whole
  private static final double NEAR_OF_PART = 0.5;

  /** The file in a figure's folder. */
  static final Table<Compared> TABLE =
      new Table<Compared>("comparison.csv")
          .text("row", of -> of.row.what())
          .number("paper", of -> of.row.paper())
          .number("measured", of -> of.row.measured())
          .number("least", of -> of.row.over().least())
          .number("most", of -> of.row.over().most())
          .text("agreement", Compared::agreement);

  /**
   * A row of a figure as it is kept.
   *
   * @param exemption why it is no reproduction; empty for one that is
   */
  record Compared(HostRow row, String exemption) {
    private String agreement() {
      if (Double.isNaN(row.paper())) {
        return "";
      }
      String found = isNear() ? "near" : "far";
      return exemption.isEmpty() ? found : exemption;
    }

    private boolean isNear() {
      double off = Math.abs(row.measured() - row.paper());
      double paper = Math.abs(row.paper());
      return off <= (row.isPart() ? Math.min(NEAR_PART, NEAR_OF_PART * paper) : NEAR * paper);
    }
  }

  /** Writes what a figure has compared. */
  static void write(OutputFolder folder, Figure figure, List<HostRow> rows) {
    TABLE.write(folder, rows.stream().map(row -> new Compared(row, figure.exemption(row.what()))));
  }

  /**
   * Counts what a figure has compared.
   *
   * @param folder of the figure; nothing is counted when it has written nothing
   */
  static Agreement read(Path folder) {
    Path file = folder.resolve(TABLE.file());
    List<String> all = Files.exists(file) ? column(CsvTable.read(file)) : List.of();
    return new Agreement(
        count(all, "near"), count(all, "far"), count(all, "chosen"), count(all, "input"));
  }

  private static List<String> column(CsvTable table) {
    return IntStream.range(0, table.rows()).mapToObj(row -> table.text(row, "agreement")).toList();
  }

  private static int count(List<String> all, String wanted) {
    return (int) all.stream().filter(wanted::equals).count();
  }
}
