package org.polyphony.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.polyphony.input.InputFile;
import org.polyphony.results.store.AtomicFile;

/** A generated section of a page, delimited by two comments. The rest of the page is preserved. */
public record DocumentSection(String name) {
  /**
   * Writes the section in its place, or else at the end; creates the document if necessary.
   *
   * @param document the page; may be absent
   * @param heading of a new document, followed by an empty line
   */
  public void write(Path document, String heading, String text) {
    String old = Files.exists(document) ? read(document) : heading;
    String section = begin() + "\n" + text + end();
    int from = old.indexOf(begin());
    int to = old.indexOf(end());
    AtomicFile.write(
        document,
        isIn(old)
            ? old.substring(0, from) + section + old.substring(to + end().length())
            : old.stripTrailing() + "\n\n" + section);
  }

  /** Returns whether a document contains the section's delimiters. */
  public boolean isIn(String text) {
    int from = text.indexOf(begin());
    return 0 <= from && from < text.indexOf(end());
  }

  private String begin() {
    return "<!-- " + name + ": begin -->\n";
  }

  private String end() {
    return "<!-- " + name + ": end -->\n";
  }

  public static String read(Path file) {
    try {
      return InputFile.text(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
