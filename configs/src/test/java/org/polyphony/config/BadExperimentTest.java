package org.polyphony.config;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of an experiment with a wrong key or value, or of a device within it. */
class BadExperimentTest {
  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  private String errorWith(String keys) {
    return folder.errorOf("{ 'gpu': 'gtx980', 'workloads': ['LC', 'BS'],\n" + keys + " }");
  }

  private String errorOfGpu(String keys) {
    return folder.errorOf("{'workloads': ['LC'],\n'gpu': {'extends': 'gtx980',\n" + keys + "}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "polcy": "smk-even" | 2: polcy: found an unknown key, allowed: one of schemaVersion, folder, watchdogCycles, approximate, name, gpu, workloads, policy, warpScheduler, kernelScheduler, allocation, preemption, preemptionLatencyLimit, instructionBudget, roundCycles, restart, seed, partitions, copies (nearest: policy)
          "warpScheduler": "rr" | 2: warpScheduler: found "rr", allowed: one of gto, lrr, two-level (nearest: lrr)
          "policy": "smk-evn" | 2: policy.name: found "smk-evn", allowed: one of alone, left-over, time-slice, preemptive-priority, spatial-even, spatial-smart, spatial-fixed, smk-even, smk-fixed, smk-p, smk-pw, warped-slicer, maestro, tutti, oracle (nearest: smk-even), or the full name of your class
          "policy": "com.example.Mein" | 2: policy.name: found "com.example.Mein", allowed: a class on the class path (POLYPHONY_CLASSPATH), or --policy FILE.java
          "policy": "oracle", "restart": false | 2: restart: found false, allowed: true with policy oracle
          "policy": { "name": "time-slice", "slice": 5 } | 2: policy.slice: found an unknown key, allowed: sliceCycles
          "policy": { "name": "smk-even", "sliceCycles": 5 } | 2: policy.sliceCycles: found an unknown key, allowed: no keys
          "policy": { "sliceCycles": 5 } | 2: policy.name: missing; give a string
          "policy": "alone" | 2: policy.name: found alone, allowed: another policy when workloads share the device
          "policy": { "name": "smk-fixed", "threadBlocks": [3] } | 2: policy.threadBlocks: found [3], allowed: one number per workload: 2
          "policy": { "name": "smk-fixed", "threadShares": [0.6, 0.6] } | 2: policy.threadShares: found [0.6, 0.6], allowed: numbers above 0, together at most 1
          "copies": ["l3"] | 2: copies[0]: found "l3", allowed: one of dispatch, issue, pipes, l1, shared-memory, crossbar, sm, l2-capacity, l2-bandwidth, dram-rows, dram, all (nearest: l1)
          "copies": ["sm"], "partitions": [{"workloads": [0], "sms": 4}] | 2: copies: found partitions as well, allowed: one of them
          "policy": "smk-fixed" | 2: policy.threadBlocks: found [], allowed: exactly one of threadBlocks and threadShares
          "$schema": 1 | 2: $schema: found 1, allowed: the path or URL of a JSON Schema
          "warpScheduler": 1e400 | 2: warpScheduler: found a number too large, allowed: numbers up to 1.7e308
          "policy": {"name": -1e400} | 2: policy.name: found a number too large, allowed: numbers up to 1.7e308
          "name": "a\\n" | 2: name: found "a\\n", allowed: a text without control characters
          "policy": "\\u001b[2J" | 2: policy: found "\\u001B[2J", allowed: a text without control characters
          "name": "a\\u0000" | 2: name: found "a\\u0000", allowed: a text without control characters
          "name": "a\\\\b" | 2: name: found "a\\\\b", allowed: a string usable as a folder name: not empty, . or .., without /, \\ and control characters
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
          { "gpu": "my/gpu.json", "workloads": ["LC"] } | 1: gpu: found "my/gpu.json", allowed: an existing file
          { "gpu": { "sms": 8 }, "workloads": ["LC"] } | 1: gpu.extends: missing; give a name under configs/gpus, or the path of a GPU file
          { "gpu": "gtx980", "workloads": [] } | 1: workloads: found an empty array, allowed: an array of 1 to 32
          { "gpu": "gtx980", "workloads": [{ "trace": "a", "model": "b" }] } | 1: workloads[0]: found trace and model, allowed: one of benchmark, trace, model
          { "gpu": "gtx980", "workloads": [{ "trace": "t/k.g" }] } | 1: workloads[0].trace: found "t/k.g", which does not exist, allowed: a path relative to the config file
          { "gpu": "gtx980", "workloads": [{ "trace": "a\\u0000" }] } | 1: workloads[0].trace: found "a\\u0000", allowed: a text without control characters
          { "gpu": "a\\u0000", "workloads": ["LC"] } | 1: gpu: found "a\\u0000", allowed: a text without control characters
          { "gpu": "gtx980", "workloads": [{ "benchmark": "LC", "scale": 0 }] } | 1: workloads[0].scale: found 0, allowed: a number above 0 up to 1
          [1] | 1: found an array of 1, allowed: a JSON object
          `` | 1: found an empty file, allowed: a JSON object
          { "gpu": "gtx980", | 1: invalid JSON: Unexpected end-of-input within/between Object entries
          { "gpu": "gtx980", "workloads": ["LC"] } } | 1: invalid JSON: Unexpected close marker '}': no open Object to close
          { "gpu": "gtx980" "workloads": ["LC"] } | 1: invalid JSON: Unexpected character ('"' (code 34)): was expecting comma to separate Object entries
          { "gpu": "gtx980", "gpu": "gtx980" } | 1: invalid JSON: Duplicate field 'gpu'
          """)
  void refusesAFile(String json, String message) {
    assertEquals("x.json:" + message, folder.errorOf(json));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'l2': {'fill': 'page'} | l2.fill: found "page", allowed: one of sector, pair, line (nearest: pair)
          'l1d': {'mshrEntries': 65536} | l1d.mshrEntries: found 65536, allowed: an integer from 1 to 65535
          'l2': {'mshrEntries': 65536} | l2.mshrEntries: found 65536, allowed: an integer from 1 to 65535
          'l2': {'missQueue': 2, 'writeMiss': 'fetch'} | l2.missQueue: found 2, allowed: at least 3 where writeMiss is fetch: the write, the read and the write-back of a line
          'kernelLaunchLatency': 1000000 | kernelLaunchLatency: found 1000000, allowed: less than watchdogCycles (1000000), which ends a run without progress
          'kernelLaunchLatency': 0, 'watchdogCycles': 20000, 'dispatch': {'refillLatency': 30000} | dispatch.refillLatency: found 30000, allowed: less than watchdogCycles (20000), which ends a run without progress
          'kernelLaunchLatency': 0, 'watchdogCycles': 2000, 'crossbar': {'latency': 1000} | watchdogCycles: found 2000, allowed: more than the latencies of a load from DRAM, 2427 cycles together
          'l2': {'replacement': 'srip'} | l2.replacement: found "srip", allowed: one of lru, fifo, random, srrip, drrip, even-ways (nearest: srrip), the full name of your class on the class path (POLYPHONY_CLASSPATH), or a Java file
          'l2': {'replacement': 'org.example.Mine'} | l2.replacement: found "org.example.Mine", allowed: one of lru, fifo, random, srrip, drrip, even-ways, the full name of your class on the class path (POLYPHONY_CLASSPATH), or a Java file
          'l2': {'replacement': {'name': 'srrip', 'bits': 9}} | l2.replacement.bits: found 9, allowed: an integer from 1 to 7
          'l2': {'replacement': {'name': 'srrip', 'bit': 2}} | l2.replacement.bit: found an unknown key, allowed: bits
          'l2': {'replacement': {'name': 'lru', 'bits': 2}} | l2.replacement.bits: found an unknown key, allowed: no keys
          'l2': {'replacement': 5} | l2.replacement: found 5, allowed: a string or an object
          'l2': {'replacement': 'java.lang.String'} | l2.replacement: class java.lang.String does not implement org.polyphony.gpu.part.replacement.ReplacementPolicy
          """)
  void refusesADevice(String keys, String message) {
    assertEquals("x.json:3: gpu." + message, errorOfGpu(keys));
  }

  /** Each is one less, or one more, than a value that is refused above. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'l1d': {'mshrEntries': 65535}",
        "'l2': {'mshrEntries': 65535}",
        "'kernelLaunchLatency': 999999",
        "'kernelLaunchLatency': 0, 'watchdogCycles': 2000, 'crossbar': {'latency': 786}",
        "'dram': {'commandKhz': 1000}"
      })
  void takesADeviceAtTheLimit(String keys) {
    String workload = "{'benchmark': 'LC', 'scale': 1.0}";

    folder.experiment(
        "{'workloads': [" + workload + "], 'gpu': {'extends': 'gtx980', " + keys + "}}");
  }

  @Test
  void memoryThatTakesLongerThanTheWatchdogWaitsIsRefused() {
    String error = errorOfGpu("'dram': {'commandKhz': 16}");

    String found =
        "x.json:3: gpu.dram.commandKhz: found 16, allowed: a clock with which DRAM reads a row"
            + " in less than watchdogCycles (1000000), not ";
    assertTrue(error.startsWith(found), error);
  }

  @Test
  void namesTheNearestOfUnknownGpusAndKeysWithin() {
    assertEquals(
        "x.json:1: gpu: found \"gtx890\", allowed: one of "
            + String.join(", ", GpuConfigs.names())
            + " (nearest: gtx980), or the path of a .json file",
        folder.errorOf("{ 'gpu': 'gtx890', 'workloads': ['LC'] }"));
    String error = errorOfGpu("'crossbar': {'latncy': 5}");
    String found =
        "x.json:3: gpu.crossbar.latncy: found an unknown key, allowed: one of flitBytes, ";
    assertTrue(error.startsWith(found) && error.endsWith(", source (nearest: latency)"), error);
  }

  @Test
  @Timeout(10)
  void twentyThousandUnknownKeysTakeNoLongerThanTheyMust() {
    String keys =
        IntStream.range(0, 20_000).mapToObj(i -> "\n'key" + i + "': 1").collect(joining(","));

    String error = folder.errorOf("{" + keys + "}");

    assertTrue(error.startsWith("x.json:2: key0: found an unknown key"), error);
  }

  @Test
  void listsAllMissingAndImpossibleValues() {
    assertEquals(
        """
        x.json:1: gpu.sms: found 0, allowed: an integer from 1 to 256
        x.json:3: gpu.l1d.banks: found 3, allowed: a power of two up to 32
        x.json:2: gpu.l2.bytes: found 1000, allowed: a multiple of slices * ways * lineBytes (32768)\
        """,
        folder.errorOf(
            "{ 'workloads': ['LC'], 'gpu': { 'extends': 'gtx980', 'sms': 0,\n"
                + "'l2': { 'bytes': 1000 },\n'l1d': { 'banks': 3 } } }"));
    assertEquals(
        """
        x.json:1: gpu: missing; give a string or an object
        x.json:1: workloads: missing; give an array of 1 to 32\
        """,
        folder.errorOf("{ 'name': 'x' }"));
  }

  @Test
  void refusesAFileThatIsMissingOrAFolder() {
    assertEquals(
        "none.json: no such file; give the path of a JSON file",
        folder.error(() -> ExperimentLoader.load(folder.at("none.json"), List.of())));
    assertEquals(
        ".: found a folder, allowed: a JSON file",
        folder.error(() -> ExperimentLoader.load(folder.at("."), List.of())));
  }

  /** A device has 32 processes. */
  @Test
  void moreWorkloadsThanADeviceHasProcessesAreRefused() {
    String experiment = "{'gpu': 'gtx980', 'workloads': [%s'LC']}";

    assertEquals(
        "x.json:1: workloads: found an array of 33, allowed: an array of 1 to 32",
        folder.errorOf(experiment.formatted("'LC', ".repeat(32))));
    folder.experiment(experiment.formatted("'LC', ".repeat(31)));
  }

  @Test
  void messagesShowTwentyErrorsCutLongTextsAndNoNamesOfTheParser() {
    String names = "'x'" + ", {}".repeat(30) + ", '" + "y".repeat(100_000) + "'";

    String error = folder.errorOf("{'gpu': 'gtx980', 'workloads': [" + names + "]}");

    assertEquals(21, error.lines().count());
    assertTrue(error.endsWith("\nand 10 more"), error);
    String cut = folder.errorOf("{'gpu': '" + "z".repeat(100_000) + "'}");
    assertTrue(cut.length() < 600, cut);
    assertEquals(
        "x.json:1: invalid JSON: Number value length (1001) exceeds the maximum allowed (1000)",
        errorWith("'seed': " + "9".repeat(1001)));
  }
}
