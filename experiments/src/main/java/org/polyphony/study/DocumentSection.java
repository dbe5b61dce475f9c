package org.polyphony.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.polyphony.store.AtomicFile;

/** A generated section of a page, between two comments. The rest of the page is kept. */
public record DocumentSection(String name) {
  /**
   * Puts the section in its place, else at the end; makes the document when there is none.
   *
   * @param document a file, which may be absent
   * @param heading of a document that is new, with an empty line after it
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

  /** Returns true when a document has a place for the section. */
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
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
