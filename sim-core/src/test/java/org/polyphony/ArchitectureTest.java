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

/** Which package may name which: every qualified name in the code counts, import or not. */
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
  void gpuKnowsNeitherPoliciesNorWhatRunsOnIt() throws IOException {
    String forbidden = "org\\.polyphony\\.(policy|multiprogram|metrics|host)\\b";

    assertEquals(List.of(), naming(forbidden, "gpu"));
  }

  @Test
  void roomsOfAnSmKnowOnlyThoseFurtherBack() throws IOException {
    String sm = "org\\.polyphony\\.gpu\\.sm\\.";

    assertEquals(List.of(), naming(sm + "(?!warp\\b)", "gpu/sm/warp"));
    assertEquals(List.of(), naming(sm + "(?!(warp|execution)\\b)", "gpu/sm/execution"));
    assertEquals(List.of(), naming(sm + "(?!(warp|execution|memory)\\b)", "gpu/sm/memory"));
    assertEquals(List.of(), naming(sm + "(?!\\w+\\.)", "gpu/sm/issue"));
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
        boolean isCode = !line.startsWith("package ") && !line.strip().startsWith("*");
        if (isCode && forbidden.matcher(line).find()) {
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
