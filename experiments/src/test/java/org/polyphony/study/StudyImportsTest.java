package org.polyphony.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may name the reproduction of the papers, and what its rooms may name of each other. */
class StudyImportsTest {
  private static final Path ROOT = Path.of("src", "main", "java", "org", "polyphony");
  private static final Pattern STUDY =
      Pattern.compile("^[^*]*\\borg\\.polyphony\\.study\\b(\\.[a-z]+)?");

  /** Returns the files below a folder that name a room of the study, each with the room. */
  private static Set<String> names(Path folder) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        for (String line : Files.readAllLines(file)) {
          Matcher name = STUDY.matcher(line);
          if (name.find() && !line.startsWith("package ")) {
            String room = name.group(1) == null ? "study" : name.group(1).substring(1);
            names.add(ROOT.relativize(file) + " " + room);
          }
        }
      }
    }
    return names;
  }

  @Test
  void onlyTheStudyCommandAndListsNameIt() throws IOException {
    Set<String> users = new TreeSet<>();
    for (String name : names(ROOT)) {
      if (!name.startsWith("study/")) {
        users.add(name.substring(0, name.indexOf(' ')));
      }
    }

    assertEquals(
        Set.of(
            "cli/EffortOptions.java",
            "cli/BundledNames.java",
            "cli/FileFacts.java",
            "cli/FolderKind.java",
            "cli/ListCommand.java",
            "cli/StudyCommand.java"),
        users);
  }

  @ParameterizedTest
  @CsvSource({"pairs, study|pairs", "probe, study|pairs|probe", "engine, study|pairs|probe|engine"})
  void aRoomNamesOnlyWhatItIsBuiltOn(String room, String allowed) throws IOException {
    Set<String> others = names(ROOT.resolve("study").resolve(room));
    others.removeIf(name -> name.substring(name.indexOf(' ') + 1).matches(allowed));

    assertEquals(Set.of(), others);
  }
}
