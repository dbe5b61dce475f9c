package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;

/**
 * Generated sections of pages match their source; {@code -Dpolyphony.update=true} rewrites them.
 */
class GeneratedPagesTest {
  private static final String BEGIN = "<!-- generated: begin -->\n";
  private static final String END = "<!-- generated: end -->\n";

  @Test
  void howPoliciesCompare() throws IOException {
    String page = "experiments/studies/policies/results/POLICIES.md";
    assertGenerated(
        "README.md",
        generated(Files.readString(Home.find().resolve(page)))
            .lines()
            .filter(line -> line.startsWith("|"))
            .map(row -> String.join("|", List.of(row.split("\\|", -1)).subList(0, 4)) + "|\n")
            .collect(Collectors.joining()));
  }

  private static String generated(String text) {
    return text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END));
  }

  private static void assertGenerated(String name, String expected) throws IOException {
    Path page = Home.find().resolve(name);
    String text = Files.readString(page);
    if (System.getProperty("polyphony.update") != null) {
      int begin = text.indexOf(BEGIN) + BEGIN.length();
      Files.writeString(
          page, text.substring(0, begin) + expected + text.substring(text.indexOf(END)));
      return;
    }
    assertEquals(expected, generated(text), "run this test with -Dpolyphony.update=true");
  }
}
