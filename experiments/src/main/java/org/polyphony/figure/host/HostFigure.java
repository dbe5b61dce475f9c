package org.polyphony.figure.host;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.polyphony.config.HostExperiment;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureCharts;
import org.polyphony.figure.FigureContext;
import org.polyphony.run.Provenance;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostResultFiles;
import org.polyphony.run.host.HostResults;
import org.polyphony.run.host.HostTools;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.OutputFolder;
import org.polyphony.text.Sentences;

/**
 * A figure or table about host experiments: what the paper states beside what runs give.
 *
 * @param name on the command line
 * @param about what it shows, in one line
 * @param source where the paper's numbers come from
 * @param charts that it draws
 * @param plan runs what it needs
 */
record HostFigure(String name, String about, String source, List<String> charts, Plan plan)
    implements Figure {
  private static final int LINE = 100;

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

  /** Makes a figure whose runs come one after another. */
  HostFigure(
      String name,
      String about,
      String source,
      List<String> charts,
      Function<HostTools, Made> plan) {
    this(name, about, source, charts, (tools, jobs) -> plan.apply(tools));
  }

  /**
   * What a figure has made.
   *
   * @param rows what is compared
   * @param note what a reader must know of the numbers; may be empty
   * @param heads what is compared: what others state, and what runs give
   * @param results writes what charts are drawn from
   */
  record Made(List<HostRow> rows, String note, List<String> heads, Consumer<OutputFolder> results) {
    /** The usual heads. */
    static final List<String> PAPER = List.of("paper", "measured");

    /** Makes one of the runs of an experiment, which stands for them in the summary. */
    static Made of(
        HostExperiment experiment, List<HostOutcome> outcomes, List<HostRow> rows, String note) {
      return new Made(
          rows,
          note,
          PAPER,
          folder ->
              HostResultFiles.write(
                  folder, experiment, HostResults.of(outcomes), Provenance.current()));
    }

    /** Returns the same with a further table. */
    Made with(String file, String table) {
      return new Made(
          rows, note, heads, results.andThen(folder -> AtomicFile.write(folder.file(file), table)));
    }
  }

  @Override
  public boolean needsOwnFolder() {
    return true;
  }

  @Override
  public void reproduce(FigureContext context) {
    Made made;
    try {
      made = plan.make(context.hostTools(), context.effort().jobs());
    } catch (CancellationException e) {
      return; // nothing is shown of what was stopped
    }
    made.results().accept(context.folder());
    AtomicFile.write(context.folder().file(textFile()), markdown(made, context.command()));
    charts.forEach(chart -> FigureCharts.draw(context.folder(), chart));
    context.show(summary(made));
  }

  private String markdown(Made made, String command) {
    StringBuilder text = new StringBuilder("## " + source + ": " + about + "\n\n");
    text.append(("Made by `" + command + "`. " + made.note()).strip()).append("\n\n");
    text.append("| | " + String.join(" | ", made.heads()) + " | difference |\n");
    text.append("|---|--:|--:|--:|\n");
    for (HostRow row : made.rows()) {
      text.append(
          String.format(
              "| %s | %s | **%s** | %s |%n",
              row.what(), row.paperText(), row.measuredText(), row.difference()));
    }
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  private static String summary(Made made) {
    int width = made.rows().stream().mapToInt(row -> row.what().length()).max().orElse(0);
    String format = "%-" + Math.max(1, width) + "s  %9s  %9s  %12s%n";
    StringBuilder text =
        new StringBuilder(
            String.format(format, "", made.heads().get(0), made.heads().get(1), "diff."));
    for (HostRow row : made.rows()) {
      text.append(
          String.format(format, row.what(), row.paperText(), row.measuredText(), row.difference()));
    }
    String note = made.note().isBlank() ? "" : Sentences.wrapped(made.note(), "", LINE);
    return text.append(note).toString();
  }
}
