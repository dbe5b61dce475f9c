package org.polyphony.config;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.simulation.RunPlan;

class BadExperimentTest {
  @TempDir private Path temporary;
  private ConfigFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new ConfigFolder(temporary);
  }

  private String errorWith(String keys) {
    return folder.errorOf(
        "{ \"gpu\": \"gtx980\", \"workloads\": [\"LC\", \"BS\"],\n" + keys + " }");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "polcy": "smk-even" | 2: polcy: found an unknown key, allowed: one of schemaVersion, folder, watchdogCycles, approximate, name, gpu, workloads, policy, warpScheduler, kernelScheduler, allocation, preemption, preemptionLatencyLimit, instructionBudget, roundCycles, restart, seed, partitions, copies (nearest: policy)
          "seed": "one" | 2: seed: found "one", allowed: an integer from 0 to 1000000000000000000
          "policy": [1, 2] | 2: policy: found an array of 2, allowed: a string or an object
          "instructionBudget": 2.5 | 2: instructionBudget: found 2.5, allowed: an integer from 1 to 1000000000000000000
          "warpScheduler": "rr" | 2: warpScheduler: found "rr", allowed: one of gto, lrr, two-level (nearest: lrr)
          "preemptionLatencyLimit": 0 | 2: preemptionLatencyLimit: found 0, allowed: a number above 0
          "schemaVersion": 2 | 2: schemaVersion: found 2, allowed: 1
          "policy": "smk-evn" | 2: policy: found "smk-evn", allowed: one of alone, left-over, time-slice, preemptive-priority, spatial-even, spatial-smart, spatial-fixed, smk-even, smk-fixed, smk-p, smk-pw, warped-slicer, maestro, tutti, oracle (nearest: smk-even), or the full name of your class
          "policy": "oracle", "restart": false | 2: restart: found false, allowed: true with policy oracle
          "policy": { "name": "time-slice", "slice": 5 } | 2: policy.slice: found an unknown key, allowed: sliceCycles for time-slice
          "policy": { "name": "smk-even", "sliceCycles": 5 } | 2: policy.sliceCycles: found an unknown key, allowed: no keys for smk-even
          "policy": { "sliceCycles": 5 } | 2: policy.name: missing; give a string
          "policy": "alone" | 2: policy: found alone, allowed: another policy when workloads share the device
          "policy": { "name": "smk-fixed", "threadBlocks": [3] } | 2: policy.threadBlocks: found [3], allowed: one number per workload: 2
          "policy": { "name": "smk-fixed", "threadShares": [0.6, 0.6] } | 2: policy.threadShares: found [0.6, 0.6], allowed: numbers above 0, together at most 1
          "copies": ["l3"] | 2: copies[0]: found "l3", allowed: one of dispatch, issue, pipes, l1, shared-memory, crossbar, sm, l2-capacity, l2-bandwidth, dram-rows, dram, all (nearest: l1)
          "copies": ["sm"], "partitions": [{"workloads": [0], "sms": 4}] | 2: copies: found partitions as well, allowed: one of them
          "policy": "smk-fixed" | 2: policy: found [], allowed: exactly one of threadBlocks and threadShares
          """)
  void refusesAKeyBesideGpuAndWorkloads(String keys, String message) {
    assertEquals("x.json:" + message, errorWith(keys));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"gpu": "gtx980", "workloads": [{"trce": "a"}]} | 1: workloads[0].trce: found an unknown key, allowed: one of benchmark, trace, model, name, scale, parameters, instructionBudget, repeat, approximate, start, arrivals, deadline, priority, activeThreadPercentage (nearest: trace)
          { "gpu": "gtx980", "workloads": ["LC", "BS", "HS"], "policy": { "name": "oracle", "parts": 2 } } | 1: policy.parts: found 2, allowed: 3 to 32
          { "gpu": "my/gpu.json", "workloads": ["LC"] } | 1: gpu: found "my/gpu.json", allowed: an existing GPU file
          { "gpu": { "sms": 8 }, "workloads": ["LC"] } | 1: gpu.extends: missing; give a name under configs/gpus, or the path of a GPU file
          { "gpu": "gtx980", "workloads": [] } | 1: workloads: found an empty array, allowed: an array of 1 to 32
          { "gpu": "gtx980", "workloads": [{ "trace": "a", "model": "b" }] } | 1: workloads[0]: found trace and model, allowed: one of benchmark, trace, model
          { "gpu": "gtx980", "workloads": [{ "trace": "t/k.g" }] } | 1: workloads[0].trace: found "t/k.g", which does not exist, allowed: a path relative to the config file
          { "gpu": "gtx980", "workloads": [{ "benchmark": "LC", "scale": 0 }] } | 1: workloads[0].scale: found 0, allowed: a number above 0 up to 1
          [1] | 1: found an array of 1, allowed: a JSON object
          { "gpu": "gtx980", | 1: invalid JSON: Unexpected end-of-input within/between Object entries
          { "gpu": "gtx980", "workloads": ["LC"] } } | 1: invalid JSON: Unexpected close marker '}': no open Object to close
          """)
  void refusesAFile(String json, String message) {
    assertEquals("x.json:" + message, folder.errorOf(json));
  }

  @Test
  @Timeout(10)
  void twentyThousandUnknownKeysTakeNoLongerThanTheyMust() {
    String keys =
        IntStream.range(0, 20_000).mapToObj(i -> "\n\"key" + i + "\": 1").collect(joining(","));

    String error = folder.errorOf("{" + keys + "}");

    assertTrue(error.startsWith("x.json:2: key0: found an unknown key"), error);
  }

  @Test
  void saysAtOnceWhatIsWrongInKeysAndBetweenThem() {
    String others =
        " \"seed\": -1, \"workloads\": [\"BS\", {\"benchmark\": \"HS\", \"scale\": 7}],";
    String policy = " \"policy\": {\"name\": \"maestro\", \"epochCycles\": -3}}";
    String device =
        folder.errorOf("{\"gpu\": {\"extends\": \"gtx980\", \"sms\": 0}," + others + policy);
    String sharing = folder.errorOf("{\"gpu\": \"gtx980\"," + others + policy);

    for (String path : List.of("seed", "workloads[1].scale")) {
      assertTrue(device.contains(": " + path + ": found "), device);
      assertTrue(sharing.contains(": " + path + ": found "), sharing);
    }
    assertTrue(device.contains(": gpu.sms: found 0"), device);
    assertTrue(sharing.contains(": policy.epochCycles: found -3"), sharing);
  }

  @Test
  void unknownGpuNamesTheNearest() {
    assertEquals(
        "x.json:1: gpu: found \"gtx890\", allowed: one of "
            + String.join(", ", GpuConfigs.names())
            + " (nearest: gtx980), or the path of a GPU file",
        folder.errorOf("{ \"gpu\": \"gtx890\", \"workloads\": [\"LC\"] }"));
  }

  @Test
  void impossibleValuesAreAllListed() {
    assertEquals(
"""
x.json:1: gpu.sms: found 0, allowed: an integer from 1 to 256
x.json:3: gpu.l1d.banks: found 3, allowed: a power of two up to 32
x.json:2: gpu.l2.bytes: found 1000, allowed: a multiple of slices * ways * lineBytes (32768)\
""",
        folder.errorOf(
            "{ \"workloads\": [\"LC\"], \"gpu\": { \"extends\": \"gtx980\", \"sms\": 0,\n"
                + "\"l2\": { \"bytes\": 1000 },\n\"l1d\": { \"banks\": 3 } } }"));
  }

  @Test
  void missingKeys() {
    assertEquals(
"""
x.json:1: gpu: missing; give a string or an object
x.json:1: workloads: missing; give an array of 1 to 32\
""",
        folder.errorOf("{ \"name\": \"x\" }"));
  }

  @Test
  void repeatedKey() {
    assertEquals(
        "x.json:3: seed: found a duplicate key, allowed: each key once",
        errorWith("\"seed\": 1,\n\"seed\": 2"));
  }

  @Test
  void missingComma() {
    assertEquals(
        "x.json:3: invalid JSON: Unexpected character ('\"' (code 34)): was expecting comma"
            + " to separate Object entries",
        errorWith("\"seed\": 1\n\"restart\": true"));
  }

  @Test
  void emptyFile() {
    assertEquals("x.json:1: found an empty file, allowed: a JSON object", folder.errorOf(""));
  }

  @Test
  void missingFile() {
    Path file = temporary.resolve("none.json");

    assertEquals(
        "none.json: no such file; give the path of a JSON file",
        folder.error(() -> ExperimentLoader.load(file, List.of())));
  }

  @Test
  void folderInPlaceOfAFile() {
    assertEquals(
        "FOLDER: found a folder, allowed: a JSON file",
        folder.error(() -> ExperimentLoader.load(temporary, List.of())));
  }

  @Test
  void scaleAboveOneIsRefusedWithItsRange() {
    assertEquals(
        "x.json:1: workloads[0].scale: found 1.01, allowed: a number above 0 up to 1",
        folder.errorOf(
            "{ \"gpu\": \"gtx980\", \"workloads\": [{ \"benchmark\": \"LC\", \"scale\": 1.01 }]"
                + " }"));
    folder.experiment(
        "{ \"gpu\": \"gtx980\", \"workloads\": [{ \"benchmark\": \"LC\", \"scale\": 1.0 }] }");
  }

  @Test
  void numberThatNoDoubleHoldsIsRefusedWhereverItStands() {
    String tooLarge = ": found a number too large, allowed: numbers up to 1.7e308";
    assertEquals("x.json:2: warpScheduler" + tooLarge, errorWith("\"warpScheduler\": 1e400"));
    assertEquals("x.json:2: policy.name" + tooLarge, errorWith("\"policy\": {\"name\": -1e400}"));
    assertEquals(
        "--set policy={\"name\": 1e400}: policy" + tooLarge,
        folder.errorOf(
            "{\"gpu\": \"gtx980\", \"workloads\": [\"LC\"]}", "policy={\"name\": 1e400}"));
  }

  @Test
  void controlCharactersInATextAreRefused() {
    String allowed = ", allowed: a text without control characters";
    assertEquals("x.json:2: name: found \"a\\n\"" + allowed, errorWith("\"name\": \"a\\n\""));
    assertEquals(
        "x.json:2: policy: found \"\\u001B[2J\"" + allowed,
        errorWith("\"policy\": \"\\u001b[2J\""));
    assertEquals(
        "x.json:1: workloads[0].id: found \"a\\nb\"" + allowed,
        folder.errorOf("{\"gpu\": \"gtx980\", \"workloads\": [{\"id\": \"a\\nb\"}]}"));
  }

  @Test
  void characterZeroInATextIsRefused() {
    String found = ": found \"a\\u0000\", allowed: a text without control characters";
    assertEquals("x.json:2: name" + found, errorWith("\"name\": \"a\\u0000\""));
    assertEquals(
        "x.json:1: gpu" + found,
        folder.errorOf("{\"gpu\": \"a\\u0000\", \"workloads\": [\"LC\"]}"));
    assertEquals(
        "x.json:1: workloads[0].trace" + found,
        folder.errorOf("{\"gpu\": \"gtx980\", \"workloads\": [{\"trace\": \"a\\u0000\"}]}"));
    assertEquals(
        "--set gpu=\"a\\u0000\": gpu" + found,
        folder.errorOf("{\"workloads\": [\"LC\"]}", "gpu=\"a\\u0000\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../esc", "/esc", "a\\\\b", "..", ".", ""})
  void nameThatIsNoFoldersIsRefused(String name) {
    assertEquals(
        "x.json:2: name: found \"%s\", allowed: a string usable as a folder name:".formatted(name)
            + " not empty, . or .., without /, \\ and control characters",
        errorWith("\"name\": \"" + name + "\""));
  }

  @Test
  void moreWorkloadsThanADeviceHasProcessesAreRefused() {
    String experiment = "{\"gpu\": \"gtx980\", \"workloads\": [%s\"LC\"]}";
    assertEquals(
        "x.json:1: workloads: found an array of 33, allowed: an array of 1 to 32",
        folder.errorOf(experiment.formatted("\"LC\", ".repeat(32))));
    folder.experiment(experiment.formatted("\"LC\", ".repeat(RunPlan.MAX_PROCESSES - 1)));
  }

  @Test
  void launchesThatTakeLongerThanTheWatchdogWaitsAreRefused() {
    String device =
        "{\"gpu\": {\"extends\": \"gtx980\", \"kernelLaunchLatency\": %d}, \"workloads\":"
            + " [\"LC\"]}";
    assertEquals(
        "x.json:1: gpu.kernelLaunchLatency: found 1000000, allowed: less than watchdogCycles"
            + " (1000000), which ends a run without progress",
        folder.errorOf(device.formatted(1_000_000)));
    folder.experiment(device.formatted(999_999));
  }

  @Test
  void memoryThatTakesLongerThanTheWatchdogWaitsIsRefused() {
    String device =
        "{\"gpu\": {\"extends\": \"gtx980\", \"dram\": {\"commandKhz\": %d}},"
            + " \"workloads\": [\"LC\"]}";
    String error = folder.errorOf(device.formatted(16));
    assertTrue(
        error.startsWith(
            "x.json:1: gpu.dram.commandKhz: found 16, allowed: a clock with which DRAM reads a row"
                + " in less than watchdogCycles (1000000), not "),
        error);
    folder.experiment(device.formatted(1000));
  }

  @Test
  void loadsThatTakeLongerThanTheWatchdogWaitsAreRefused() {
    String device =
        "{\"gpu\": {\"extends\": \"gtx980\", \"kernelLaunchLatency\": 0, \"watchdogCycles\": 2000,"
            + " \"crossbar\": {\"latency\": %d}}, \"workloads\": [\"LC\"]}";
    assertEquals(
        "x.json:1: gpu.watchdogCycles: found 2000, allowed: more than the latencies of a load from"
            + " DRAM, 2427 cycles together",
        folder.errorOf(device.formatted(1000)));
    folder.experiment(device.formatted(786));
  }

  @Test
  void parsersOwnNamesStayOutOfTheMessage() {
    assertEquals(
        "x.json:1: invalid JSON: Number value length (1001) exceeds the maximum allowed (1000)",
        errorWith("\"seed\": " + "9".repeat(1001)));
  }

  @Test
  void messagesShowTwentyErrorsAndCutLongTexts() {
    String names = "\"x\"" + ", {}".repeat(30) + ", \"" + "y".repeat(100_000) + "\"";
    String error = folder.errorOf("{\"gpu\": \"gtx980\", \"workloads\": [" + names + "]}");
    assertEquals(21, error.lines().count());
    assertTrue(error.endsWith("\nand 10 more"), error);
    String cut = folder.errorOf("{\"gpu\": \"" + "z".repeat(100_000) + "\"}");
    assertTrue(cut.length() < 600, cut);
  }
}
