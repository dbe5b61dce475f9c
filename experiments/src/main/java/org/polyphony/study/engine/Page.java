package org.polyphony.study.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.config.StudyFile;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;
import org.polyphony.study.DocumentSection;

/** The page of a study: {@code page.md} of its folder with texts for its placeholders. */
final class Page {
  private static final String NAME = "page.md";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]*)}}\n?");
  private static final String HEADING = "## ";
  private static final Pattern SECTION = Pattern.compile("(?m)^(?=" + HEADING + ")");

  private Page() {}

  /**
   * Returns the text. A section with a heading is left out if one of its placeholders has an empty
   * text, as a table without rows has.
   *
   * @param texts by name of the placeholder
   * @param usual in place of a file that is absent
   */
  static String of(StudyFile study, Map<String, String> texts, String usual) {
    Path file = study.folder().resolve(NAME);
    if (!Files.exists(file)) {
      return usual;
    }
    StringBuilder page = new StringBuilder();
    long line = 1;
    for (String section : SECTION.splitAsStream(DocumentSection.read(file)).toList()) {
      page.append(filled(section, texts, file, line));
      line += lines(section);
    }
    return page.toString();
  }

  private static String filled(
      String section, Map<String, String> texts, Path file, long firstLine) {
    Matcher placeholder = PLACEHOLDER.matcher(section);
    StringBuilder filled = new StringBuilder();
    boolean isShown = true;
    while (placeholder.find()) {
      String text = texts.get(placeholder.group(1));
      if (text == null) {
        long line = firstLine + lines(section.substring(0, placeholder.start()));
        throw new Violation(
                "",
                placeholder.group().strip(),
                NearestName.oneOf(placeholder.group(1), texts.keySet()))
            .errorAt(file + ":" + line);
      }
      isShown &= !text.isEmpty() || !section.startsWith(HEADING);
      boolean endsLine = placeholder.group().endsWith("\n") && !text.endsWith("\n");
      placeholder.appendReplacement(
          filled, Matcher.quoteReplacement(text + (endsLine ? "\n" : "")));
    }
    return isShown ? placeholder.appendTail(filled).toString() : "";
  }

  private static long lines(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }
}
