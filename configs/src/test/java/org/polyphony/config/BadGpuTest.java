package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a GPU with a wrong key or value. */
class BadGpuTest {
  @TempDir private Path temporary;
  private ConfigFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new ConfigFolder(temporary);
  }

  @Test
  void unknownKeyDeepInTheGpuNamesTheNearest() {
    String error =
        folder.errorOf(
            "{\"workloads\": [\"LC\"],\n\"gpu\": {\"extends\": \"gtx980\",\n\"crossbar\": {\"latncy\": 5}}}");

    String found =
        "x.json:3: gpu.crossbar.latncy: found an unknown key, allowed: one of flitBytes, ";
    assertTrue(error.startsWith(found) && error.endsWith(", source (nearest: latency)"), error);
  }

  @Test
  void aFillThatThereIsNotNamesThoseThatThereAre() {
    assertEquals(
        "x.json:3: gpu.l2.fill: found \"page\", allowed: one of sector, pair, line (nearest: pair)",
        folder.errorOf(
            "{\"workloads\": [\"LC\"],\n\"gpu\": {\"extends\": \"gtx980\",\n\"l2\": {\"fill\": \"page\"}}}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"l1d", "l2"})
  void moreOutstandingLinesThanAnIndexHoldsAreRefused(String cache) {
    String device =
        "{\"workloads\": [\"LC\"], \"gpu\": {\"extends\": \"gtx980\", \"%s\": {\"mshrEntries\": %d}}}";
    assertEquals(
        "x.json:1: gpu." + cache + ".mshrEntries: found 65536, allowed: an integer from 1 to 65535",
        folder.errorOf(device.formatted(cache, 65536)));
    folder.experiment(device.formatted(cache, 65535));
  }

  @Test
  void aMissQueueTooShortForWritesThatGoOnToDramSaysWhy() {
    assertEquals(
        "x.json:3: gpu.l2.missQueue: found 2, allowed: at least 3 where writeMiss is fetch:"
            + " the write, the read and the write-back of a line",
        folder.errorOf(
            "{\"workloads\": [\"LC\"],\n\"gpu\": {\"extends\": \"gtx980\",\n"
                + "\"l2\": {\"missQueue\": 2, \"writeMiss\": \"fetch\"}}}"));
  }

  @Test
  void aRefillLongerThanTheWatchdogWaitsIsRefused() {
    assertEquals(
        "x.json:3: gpu.dispatch.refillLatency: found 30000, allowed: less than watchdogCycles"
            + " (20000), which ends a run without progress",
        folder.errorOf(
            "{\"workloads\": [\"LC\"],\n\"gpu\": {\"extends\": \"gtx980\", \"kernelLaunchLatency\": 0,"
                + " \"watchdogCycles\": 20000,\n\"dispatch\": {\"refillLatency\": 30000}}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "srip" | : found "srip", allowed: one of lru, fifo, random, srrip, drrip, even-ways (nearest: srrip), the full name of your class on the class path (POLYPHONY_CLASSPATH), or a Java file
          "org.example.Mine" | : found "org.example.Mine", allowed: one of lru, fifo, random, srrip, drrip, even-ways, the full name of your class on the class path (POLYPHONY_CLASSPATH), or a Java file
          { "name": "srrip", "bits": 9 } | .bits: found 9, allowed: an integer from 1 to 7
          { "name": "srrip", "bit": 2 } | .bit: found an unknown key, allowed: bits
          { "name": "lru", "bits": 2 } | .bits: found an unknown key, allowed: no keys
          5 | : found 5, allowed: a string or an object
          "java.lang.String" | : class java.lang.String does not implement org.polyphony.gpu.part.replacement.ReplacementPolicy
          """)
  void saysWhatIsWrongInAReplacementPolicy(String policy, String message) {
    assertEquals(
        "x.json:3: gpu.l2.replacement" + message,
        folder.errorOf(
            "{\"workloads\": [\"LC\"],\n\"gpu\": {\"extends\": \"gtx980\",\n\"l2\":"
                + " {\"replacement\": "
                + policy
                + "}}}"));
  }
}
