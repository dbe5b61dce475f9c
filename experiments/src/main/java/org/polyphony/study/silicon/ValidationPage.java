package org.polyphony.study.silicon;

import static org.polyphony.text.Formats.text;

import java.util.List;
import org.polyphony.study.DocumentSection;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;

/** The page about all comparisons with hardware and other simulators: a section of each. */
final class ValidationPage {
  private static final String FILE = "VALIDATION.md";

  private ValidationPage() {}

  /**
   * Writes the section of a comparison: the command, its errors, and a text below.
   *
   * @param text in Markdown, with a line end; may be empty
   */
  static void write(
      Figure figure, FigureContext context, String heading, List<String> errors, String text) {
    String section =
        text("## %s%n%n    %s%n%n- ", heading, context.command())
            + String.join("\n- ", errors)
            + "\n"
            + (text.isEmpty() ? text : "\n" + text);
    new DocumentSection(figure.name())
        .write(context.folder().file(FILE), "# Validation\n", section);
  }
}
