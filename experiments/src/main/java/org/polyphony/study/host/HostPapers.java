package org.polyphony.study.host;

import java.nio.file.Path;
import java.util.List;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.text.Formats;
import org.polyphony.text.Table;

/**
 * Every figure and table of the evaluations of schedGPU and MGB: how near ours come, and what is
 * missing where they do not. It reads what the figures have written and runs nothing.
 */
final class HostPapers {
  private static final String NONE = "-";

  /** A figure, how many of its numbers are what, and what is missing. */
  private record Row(String source, String near, String chosen, String inputs, String missing) {}

  private HostPapers() {}

  /**
   * Makes the figure.
   *
   * @param figures of the papers, whose folders lie beside its own
   */
  static Figure figure(List<Figure> figures) {
    return new Figure(
        "host-papers", List.of(), true, (figure, context) -> make(figure, context, figures));
  }

  private static void make(Figure figure, FigureContext context, List<Figure> figures) {
    List<Row> rows = figures.stream().map(each -> row(each, context.folder().path())).toList();
    String note = figure.note() + "\n\n";
    figure.finish(context, note + table().markdown(rows), table().lines(rows));
  }

  private static Row row(Figure figure, Path own) {
    Agreement agreement = Agreement.read(own.resolveSibling(figure.name()));
    int numbers = agreement.near() + agreement.far();
    return new Row(
        figure.source(),
        numbers == 0 ? NONE : Formats.text("%d of %d", agreement.near(), numbers),
        count(agreement.chosen()),
        count(agreement.inputs()),
        figure.missing());
  }

  private static String count(int rows) {
    return rows == 0 ? NONE : Integer.toString(rows);
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
