package org.polyphony.study;

import static org.polyphony.results.table.Formats.text;

import java.util.List;

/** The page about comparisons with hardware, traces and other simulators: a section of each. */
public final class ValidationPage {
  private static final String FILE = "VALIDATION.md";

  private ValidationPage() {}

  /**
   * Writes the section of a comparison: the command, its main results and a text.
   *
   * @param lines the main results, one each
   * @param text in Markdown, with a line end; may be empty
   */
  public static void write(
      Figure figure, FigureContext context, String heading, List<String> lines, String text) {
    String section =
        text("## %s%n%n    %s%n%n- ", heading, context.command())
            + String.join("\n- ", lines)
            + "\n"
            + (text.isEmpty() ? text : "\n" + text);
    new DocumentSection(figure.name())
        .write(context.folder().file(FILE), "# Validation\n", section);
  }
}
