package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;
import picocli.CommandLine;

/** The prose of pages and of {@code --help} is American English in the terms of the glossary. */
class LanguageTest {
  private static final Pattern BRITISH =
      Pattern.compile(
          "(?i)\\b\\w*(?:[bv]iour|ghbour|colour|honour|favour|modell|labell|travell|cancell(?!ation)"
              + "|analys(?:e[ds]?\\b|ing)|(?:util|optim|normal|serial|initial)is(?:e|ing|ation))\\w*");

  /** What the glossary calls otherwise: held-out and tuning set, solo run, percentage points. */
  private static final Pattern HOME_MADE =
      Pattern.compile(
          "(?i)\\b(?:judged pairs|design pairs|alone runs?|(?:speed|IPC|rate)s? alone|speed-ups?"
              + "|\\d points)\\b");

  /** Code, names of files and addresses are no prose; generated sections repeat stored results. */
  private static final Pattern CODE =
      Pattern.compile(
          "(?ms)^```.*?^```$|^ {4}.*?$|`[^`]*`|\\]\\([^)]*\\)|\\b\\w+\\.csv\\b"
              + "|not modelled (?=\\(see )|<!-- ([\\w-]+): begin -->.*?<!-- \\1: end -->");

  private static Map<String, String> texts() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (Path page : PagesTest.pages()) {
      String name = Home.find().relativize(page).toString();
      texts.put(name, CODE.matcher(Files.readString(page)).replaceAll(" "));
    }
    for (Map.Entry<String, CommandLine> each : Main.commandLine().getSubcommands().entrySet()) {
      texts.put(
          each.getKey() + " --help",
          each.getValue().getUsageMessage().replaceAll("\\w+\\.csv", ""));
    }
    return texts;
  }

  private static List<String> found(Pattern pattern, Map<String, String> texts) {
    List<String> found = new ArrayList<>();
    texts.forEach(
        (name, text) -> {
          for (MatchResult match : pattern.matcher(text).results().toList()) {
            found.add(name + ": " + match.group());
          }
        });
    return found;
  }

  @Test
  void everyPageAndHelpIsSpelledAsInAmericaAndUsesTheTermsOfTheGlossary() throws IOException {
    assertEquals(List.of(), found(BRITISH, texts()));
    assertEquals(List.of(), found(HOME_MADE, texts()));
  }
}
