package org.polyphony.study.host;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.config.Claim;
import org.polyphony.config.StudyConfig;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Markdown;
import org.polyphony.results.table.Sentences;
import org.polyphony.results.table.Table;
import org.polyphony.run.host.HostTools;
import org.polyphony.study.StudyContext;

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

  /**
   * Runs a study and writes its comparison.
   *
   * @param finish writes the text for the page and prints the other one
   */
  public static void make(
      BiConsumer<String, String> finish,
      StudyConfig study,
      StudyContext context,
      Function<HostTools, Made> plan) {
    Made made;
    try {
      made = plan.apply(context.hostTools());
    } catch (CancellationException e) {
      return; // stopped by the user: no result
    }
    made.results.accept(context.folder());
    write(context.folder(), study, made.rows);
    Table<HostRow> table =
        new Table<HostRow>()
            .text("", HostRow::what)
            .number("paper", HostRow::paperText)
            .number("measured", HostRow::measuredText)
            .number("difference", HostRow::difference);
    if (made.rows.stream().anyMatch(row -> row.over().isKnown())) {
      table = table.number("over the estimates", HostRow::rangeText);
    }
    String note = study.note();
    finish.accept(
        Markdown.text(note) + "\n\n" + table.markdown(made.rows),
        table.lines(made.rows) + Sentences.wrapped(note, ""));
  }

  static void write(OutputFolder folder, StudyConfig study, List<HostRow> rows) {
    Map<String, String> exempt =
        study.claims().stream()
            .collect(Collectors.toMap(Claim::claim, Claim::exemption, (a, b) -> a));
    TABLE.write(
        folder, rows.stream().map(row -> new Compared(row, exempt.getOrDefault(row.what(), ""))));
  }
}
