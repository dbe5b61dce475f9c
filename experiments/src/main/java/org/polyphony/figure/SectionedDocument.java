package org.polyphony.figure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A Markdown document with a section for each figure, which stays until that figure is made again.
 * A comment before each section names its figure, so that a later command finds it.
 */
final class SectionedDocument {
  private static final String BEGIN = "<!-- ";
  private static final String END = " -->";

  private final Map<String, String> sections = new LinkedHashMap<>();

  /**
   * Reads what an earlier command has written.
   *
   * @param file may be absent
   * @param figures that may have a section; anything else is not kept
   */
  static SectionedDocument read(Path file, List<String> figures) {
    SectionedDocument document = new SectionedDocument();
    if (Files.exists(file)) {
      try {
        document.readSections(Files.readString(file), figures);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return document;
  }

  private void readSections(String text, List<String> figures) {
    String figure = "";
    for (String line : text.lines().toList()) {
      String named = nameIn(line);
      if (figures.contains(named)) {
        figure = named;
        sections.put(figure, "");
      } else if (!figure.isEmpty()) {
        sections.merge(figure, line + "\n", String::concat);
      }
    }
  }

  private static String nameIn(String line) {
    return line.startsWith(BEGIN) && line.endsWith(END)
        ? line.substring(BEGIN.length(), line.length() - END.length())
        : "";
  }

  /** Replaces a figure's section. */
  void put(String figure, String text) {
    sections.put(figure, text);
  }

  /**
   * Returns the document.
   *
   * @param head before the sections
   * @param figures whose sections it has, in this order, as far as they exist
   */
  String text(String head, List<String> figures) {
    return figures.stream()
        .filter(sections::containsKey)
        .map(figure -> BEGIN + figure + END + "\n" + sections.get(figure).strip() + "\n")
        .collect(Collectors.joining("\n", head + "\n", ""));
  }
}
