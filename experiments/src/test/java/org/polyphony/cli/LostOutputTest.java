package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A table that the disk has no room for is a failure. */
class LostOutputTest {
  @Test
  void endsWithOne() throws IOException, InterruptedException {
    File full = new File("/dev/full");
    assumeTrue(full.exists());
    Process list =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "list",
                "gpus")
            .redirectOutput(full)
            .start();

    assertEquals("polyphony: standard output cannot be written", list.errorReader().readLine());
    assertEquals(1, list.waitFor());
  }

  @Test
  void aReaderThatHasSeenEnoughIsNoError() throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String command =
        "'%s' -cp '%s' %s list workloads | head -1; echo ${PIPESTATUS[0]}"
            .formatted(java, System.getProperty("java.class.path"), Main.class.getName());
    Process list = new ProcessBuilder("bash", "-c", command).start();

    List<String> lines = list.inputReader().lines().toList();
    assertEquals(List.of("0"), lines.subList(1, lines.size()));
    assertEquals("", list.errorReader().lines().collect(Collectors.joining("\n")));
  }
}
