package org.polyphony;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which package may name which: every qualified name in the sources counts, import or not. */
class ArchitectureTest {
  private static final Path ROOT = Path.of("src", "main", "java", "org", "polyphony");

  @Test
  void engineImportsNothingOfOursButItself() throws IOException {
    assertEquals(List.of(), naming("org\\.polyphony\\.(?!engine\\b)", "engine"));
  }

  @Test
  void statsImportNothingOfOursButThemselves() throws IOException {
    assertEquals(List.of(), naming("org\\.polyphony\\.(?!stats\\b)", "stats"));
  }

  @Test
  void gpuImportsNeitherPolicyImplementationsNorTheHost() throws IOException {
    String forbidden = "org\\.polyphony\\.(policy\\.\\w+\\.impl|host)\\b";

    assertEquals(List.of(), naming(forbidden, "gpu"));
  }

  @Test
  void devicesOfTheHostKnowOnlyApplicationsOfIt() throws IOException {
    String forbidden = "org\\.polyphony\\.host\\.(?!device\\b|app\\b)";

    assertEquals(List.of(), naming(forbidden, "host/device"));
  }

  @Test
  void gpuUsesNoStreams() throws IOException {
    assertEquals(List.of(), naming("java\\.util\\.stream\\b", "gpu"));
  }

  /** Returns "file: line" for each source line of a package and its subpackages that matches. */
  private static List<String> naming(String regex, String directory) throws IOException {
    Pattern forbidden = Pattern.compile(regex);
    List<String> found = new ArrayList<>();
    for (Path file : sources(directory)) {
      for (String line : Files.readAllLines(file)) {
        if (forbidden.matcher(line).find() && !line.startsWith("package ")) {
          found.add(ROOT.relativize(file) + ": " + line.strip());
        }
      }
    }
    return found;
  }

  private static List<Path> sources(String directory) throws IOException {
    try (Stream<Path> paths = Files.walk(ROOT.resolve(directory))) {
      List<Path> files = paths.filter(path -> path.toString().endsWith(".java")).toList();
      assertFalse(files.isEmpty(), directory);
      return files;
    }
  }
}
