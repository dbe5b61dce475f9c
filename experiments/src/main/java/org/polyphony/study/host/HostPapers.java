package org.polyphony.study.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.results.CsvTable;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;

/**
 * Agreement of all figures and tables of schedGPU's and MGB's evaluations, and the missing inputs
 * behind gaps. Reads the files of the figures and runs nothing.
 */
public final class HostPapers {
  private static final String NONE = "-";

  /** A figure: counts of its rows by agreement, and its missing input. */
  private record Row(Figure figure, Map<String, Long> counts) {
    long near() {
      return counts.getOrDefault("near", 0L);
    }

    long numbers() {
      return near() + counts.getOrDefault("far", 0L);
    }

    String nearOfNumbers() {
      return numbers() == 0 ? NONE : Formats.text("%d of %d", near(), numbers());
    }

    String count(String agreement) {
      return counts.containsKey(agreement) ? counts.get(agreement).toString() : NONE;
    }
  }

  private HostPapers() {}

  public static Figure figure(List<Figure> figures) {
    return new Figure(
        "host-papers", List.of(), true, (figure, context) -> make(figure, context, figures));
  }

  private static void make(Figure figure, FigureContext context, List<Figure> figures) {
    Path own = context.folder().path();
    List<Row> rows =
        figures.stream()
            .map(each -> new Row(each, agreements(own.resolveSibling(each.name()))))
            .toList();
    String note = total(rows) + figure.note() + "\n\n";
    figure.finish(context, note + table().markdown(rows), table().lines(rows));
  }

  private static String total(List<Row> rows) {
    return Formats.text(
        "%d of %d numbers are near the paper's. ",
        rows.stream().mapToLong(Row::near).sum(), rows.stream().mapToLong(Row::numbers).sum());
  }

  /** Counts the rows of a figure by agreement; empty if it has not been written. */
  static Map<String, Long> agreements(Path folder) {
    Path file = folder.resolve(HostFigure.TABLE.file());
    if (!Files.exists(file)) {
      return Map.of();
    }
    CsvTable table = CsvTable.read(file);
    return IntStream.range(0, table.rows())
        .mapToObj(row -> table.text(row, "agreement"))
        .filter(agreement -> !agreement.isEmpty())
        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }

  private static Table<Row> table() {
    return new Table<Row>()
        .text("figure", row -> row.figure.source())
        .number("near the paper's", Row::nearOfNumbers)
        .number("chosen after", row -> row.count("chosen"))
        .number("inputs", row -> row.count("input"))
        .text("what is missing", row -> row.figure.missing());
  }
}
