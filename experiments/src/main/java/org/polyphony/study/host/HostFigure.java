package org.polyphony.study.host;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Markdown;
import org.polyphony.results.table.Sentences;
import org.polyphony.results.table.Table;
import org.polyphony.run.host.HostTools;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;

/** Figures and tables about host experiments: published next to measured values. */
public final class HostFigure {
  /** Definition of the comparison file. */
  public static final Table<Compared> TABLE =
      new Table<Compared>("comparison.csv")
          .text("row", of -> of.row.what())
          .number("paper", of -> of.row.paper())
          .number("measured", of -> of.row.measured())
          .number("least", of -> of.row.over().least())
          .number("most", of -> of.row.over().most())
          .text("agreement", of -> of.row.agreement(of.exemption));

  /** A row, and why it is not a reproduction; empty if it is one. */
  private record Compared(HostRow row, String exemption) {}

  /** The result of a figure. */
  public record Made(List<HostRow> rows, Consumer<OutputFolder> results) {
    /** Returns this result with further rows. */
    public Made with(List<HostRow> more) {
      return new Made(Stream.concat(rows.stream(), more.stream()).toList(), results);
    }
  }

  private HostFigure() {}

  public static Figure of(String name, Function<HostTools, Made> plan) {
    return new Figure(name, List.of(), true, body(plan));
  }

  /** Returns the body of a figure. */
  public static Figure.Body body(Function<HostTools, Made> plan) {
    return (figure, context) -> make(figure, context, plan);
  }

  private static void make(Figure figure, FigureContext context, Function<HostTools, Made> plan) {
    Made made;
    try {
      made = plan.apply(context.hostTools());
    } catch (CancellationException e) {
      return; // stopped by the user: no result
    }
    made.results.accept(context.folder());
    write(context.folder(), figure, made.rows);
    Table<HostRow> table =
        new Table<HostRow>()
            .text("", HostRow::what)
            .number("paper", HostRow::paperText)
            .number("measured", HostRow::measuredText)
            .number("difference", HostRow::difference);
    if (made.rows.stream().anyMatch(row -> row.over().isKnown())) {
      table = table.number("over the estimates", HostRow::rangeText);
    }
    String note = figure.note();
    figure.finish(
        context,
        Markdown.text(note) + "\n\n" + table.markdown(made.rows),
        table.lines(made.rows) + Sentences.wrapped(note, ""));
  }

  static void write(OutputFolder folder, Figure figure, List<HostRow> rows) {
    TABLE.write(folder, rows.stream().map(row -> new Compared(row, figure.exemption(row.what()))));
  }
}
