package org.polyphony.study.host;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.polyphony.run.host.HostTools;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.text.Formats;
import org.polyphony.text.Sentences;
import org.polyphony.text.Table;

/**
 * A figure or table about host experiments: what the paper states beside what runs give.
 *
 * @param name on the command line
 * @param plan runs what it needs
 */
record HostFigure(String name, Plan plan) {
  private static final String ESTIMATES = "over the estimates";

  /** Runs what a figure needs. */
  @FunctionalInterface
  interface Plan {
    /**
     * Returns what came of it.
     *
     * @param jobs runs side by side, at least 1
     */
    Made make(HostTools tools, int jobs);
  }

  /**
   * What a figure has made.
   *
   * @param rows what is compared
   * @param counts that the note tells of; usually none
   * @param heads what is compared: what others state, and what runs give
   * @param results writes what charts are drawn from
   */
  record Made(
      List<HostRow> rows, List<Object> counts, List<String> heads, Consumer<OutputFolder> results) {
    /** What is compared with a paper. */
    Made(List<HostRow> rows, Consumer<OutputFolder> results) {
      this(rows, List.of(), List.of("paper", "measured"), results);
    }

    Made with(List<HostRow> more) {
      List<HostRow> all = Stream.concat(rows.stream(), more.stream()).toList();
      return new Made(all, counts, heads, results);
    }
  }

  /** Makes a figure whose runs come one after another. */
  static HostFigure of(String name, Function<HostTools, Made> plan) {
    return new HostFigure(name, (tools, jobs) -> plan.apply(tools));
  }

  Figure figure() {
    return new Figure(name, List.of(), true, this::reproduce);
  }

  private void reproduce(Figure figure, FigureContext context) {
    show(figure, context, () -> plan.make(context.hostTools(), context.effort().jobs()));
  }

  /** Makes a figure and shows it, unless it is stopped. */
  static void show(Figure figure, FigureContext context, Supplier<Made> making) {
    Made made;
    try {
      made = making.get();
    } catch (CancellationException e) {
      return; // nothing is shown of what was stopped
    }
    made.results().accept(context.folder());
    Agreement.write(context.folder(), figure, made.rows());
    String note =
        made.counts().isEmpty()
            ? figure.note()
            : Formats.text(figure.note(), made.counts().toArray());
    String text = note + "\n\n" + markdown(made);
    String shown = summary(made) + Sentences.wrapped(note, "");
    figure.finish(context, text, shown);
  }

  private static String markdown(Made made) {
    Table<HostRow> table =
        new Table<HostRow>()
            .text("", HostRow::what)
            .number(made.heads().get(0), HostRow::paperText)
            .number(made.heads().get(1), row -> "**" + row.measuredText() + "**")
            .number("difference", HostRow::difference);
    return (restsOnEstimates(made) ? table.number(ESTIMATES, HostRow::rangeText) : table)
        .markdown(made.rows());
  }

  private static boolean restsOnEstimates(Made made) {
    return made.rows().stream().anyMatch(row -> row.over().isKnown());
  }

  private static String summary(Made made) {
    int width = made.rows().stream().mapToInt(row -> row.what().length()).max().orElse(0);
    boolean isRanged = restsOnEstimates(made);
    String format =
        "%-" + Math.max(1, width) + "s  %9s  %9s  %12s" + (isRanged ? "  %18s%n" : "%n");
    StringBuilder text =
        new StringBuilder(
            Formats.text(format, "", made.heads().get(0), made.heads().get(1), "diff.", ESTIMATES));
    for (HostRow row : made.rows()) {
      text.append(
          Formats.text(
              format,
              row.what(),
              row.paperText(),
              row.measuredText(),
              row.difference(),
              row.rangeText()));
    }
    return text.toString();
  }
}
