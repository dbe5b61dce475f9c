package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;

/** The words of messages: "found X, allowed: Y" is for values, a sentence for all else. */
class MessagesTest {
  private static final Pattern NO_VALUE =
      Pattern.compile(
          "\"[^\"]*found (no such|no readable|no valid|another (process|command)|bytes|a file"
              + "|results of|a different|broken|invalid|a pipe)[^\"]*\"");

  @Test
  void nothingIsFoundThatIsNoValue() throws IOException {
    List<String> stiff = new ArrayList<>();
    for (String module :
        List.of("sim-core", "workloads", "configs", "results", "plots", "experiments")) {
      Path sources = Home.find().resolve(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          NO_VALUE
              .matcher(Files.readString(file))
              .results()
              .forEach(found -> stiff.add(file.getFileName() + ": " + found.group()));
        }
      }
    }

    assertEquals(List.of(), stiff);
  }
}
