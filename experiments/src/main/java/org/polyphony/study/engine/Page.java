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

  private Page() {}

  /**
   * Returns the text.
   *
   * @param texts by name of the placeholder
   * @param usual in place of a file that is absent
   */
  static String of(StudyFile study, Map<String, String> texts, String usual) {
    Path file = study.folder().resolve(NAME);
    if (!Files.exists(file)) {
      return usual;
    }
    String template = DocumentSection.read(file);
    Matcher placeholder = PLACEHOLDER.matcher(template);
    StringBuilder page = new StringBuilder();
    while (placeholder.find()) {
      String text = texts.get(placeholder.group(1));
      if (text == null) {
        long line =
            1 + template.substring(0, placeholder.start()).chars().filter(c -> c == '\n').count();
        throw new Violation(
                "",
                placeholder.group().strip(),
                NearestName.oneOf(placeholder.group(1), texts.keySet()))
            .errorAt(file + ":" + line);
      }
      boolean endsLine = placeholder.group().endsWith("\n") && !text.endsWith("\n");
      placeholder.appendReplacement(page, Matcher.quoteReplacement(text + (endsLine ? "\n" : "")));
    }
    return placeholder.appendTail(page).toString();
  }
}
