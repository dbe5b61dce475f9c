package org.polyphony.study.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.plot.CsvTable;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.text.Formats;
import org.polyphony.text.Table;

/**
 * Agreement of all figures and tables of schedGPU's and MGB's evaluations, and the missing inputs
 * behind gaps. Reads the files of the figures and runs nothing.
 */
public final class HostPapers {
  private static final String NONE = "-";

  /** A figure: counts of its rows by agreement, and its missing input. */
  private record Row(String source, String near, String chosen, String inputs, String missing) {}

  private HostPapers() {}

  public static Figure figure(List<Figure> figures) {
    return new Figure(
        "host-papers", List.of(), true, (figure, context) -> make(figure, context, figures));
  }

  private static void make(Figure figure, FigureContext context, List<Figure> figures) {
    List<Row> rows = figures.stream().map(each -> row(each, context.folder().path())).toList();
    String note = figure.note() + "\n\n";
    figure.finish(context, note + table().markdown(rows), table().lines(rows));
  }

  private static Row row(Figure figure, Path own) {
    Map<String, Long> counts = agreements(own.resolveSibling(figure.name()));
    long near = counts.getOrDefault("near", 0L);
    long numbers = near + counts.getOrDefault("far", 0L);
    return new Row(
        figure.source(),
        numbers == 0 ? NONE : Formats.text("%d of %d", near, numbers),
        count(counts, "chosen"),
        count(counts, "input"),
        figure.missing());
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

  private static String count(Map<String, Long> counts, String agreement) {
    return counts.containsKey(agreement) ? counts.get(agreement).toString() : NONE;
  }

  private static Table<Row> table() {
    return new Table<Row>()
        .text("figure", Row::source)
        .number("near the paper's", Row::near)
        .number("chosen after", Row::chosen)
        .number("inputs", Row::inputs)
        .text("what is missing", Row::missing);
  }
}
