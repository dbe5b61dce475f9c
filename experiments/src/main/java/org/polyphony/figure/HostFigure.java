package org.polyphony.figure;

import java.util.List;
import java.util.Locale;
import org.polyphony.config.HostExperiment;
import org.polyphony.run.Provenance;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostResultFiles;
import org.polyphony.store.AtomicFile;

/**
 * A figure or table about host experiments.
 *
 * @param name on the command line
 * @param about what it shows, in one line
 * @param source where the paper's numbers come from
 * @param charts that it draws
 * @param plan runs what it needs
 */
record HostFigure(String name, String about, String source, List<String> charts, Plan plan)
    implements Figure {
  /** Runs what a figure needs. */
  @FunctionalInterface
  interface Plan {
    /** Returns what came of it. */
    Made make(HostStudy study);
  }

  /**
   * What a figure has made.
   *
   * @param experiment that its runs stand for in the summary
   * @param outcomes that are written and drawn, at least one
   * @param rows what is compared
   * @param note what a reader must know of the numbers; may be empty
   * @param instances a table for the chart of instances; empty without it
   */
  record Made(
      HostExperiment experiment,
      List<HostOutcome> outcomes,
      List<HostRow> rows,
      String note,
      String instances) {
    /** Makes one without a table of instances. */
    static Made of(
        HostExperiment experiment, List<HostOutcome> outcomes, List<HostRow> rows, String note) {
      return new Made(experiment, outcomes, rows, note, "");
    }
  }

  @Override
  public void reproduce(FigureContext context) {
    Made made = plan.make(new HostStudy());
    HostResultFiles.write(
        context.folder(), made.experiment(), made.outcomes(), Provenance.current());
    if (!made.instances().isEmpty()) {
      AtomicFile.write(context.folder().file("instances.csv"), made.instances());
    }
    String file = name.toUpperCase(Locale.ROOT) + ".md";
    AtomicFile.write(context.folder().file(file), markdown(made, context.command()));
    charts.forEach(chart -> FigureCharts.draw(context.folder(), chart));
    context.out().print(summary(made));
    context.out().println("written to " + context.folder().path());
    context.out().flush();
  }

  private String markdown(Made made, String command) {
    StringBuilder text = new StringBuilder("## " + source + ": " + about + "\n\n");
    text.append("Made by `").append(command).append("`. ").append(made.note()).append("\n\n");
    text.append("| | paper | measured | difference |\n|---|--:|--:|--:|\n");
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
    String format = "%-" + Math.max(1, width) + "s  %9s  %9s  %10s%n";
    StringBuilder text = new StringBuilder(String.format(format, "", "paper", "measured", "diff."));
    for (HostRow row : made.rows()) {
      text.append(
          String.format(format, row.what(), row.paperText(), row.measuredText(), row.difference()));
    }
    return text.toString();
  }
}
