package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void unknownKeyNamesTheNearest() {
    assertEquals(
        "x.json:2: polcy: found an unknown key"
            + ", allowed: one of schemaVersion, name, gpu, workloads, policy, warpScheduler,"
            + " kernelScheduler, allocation, preemption, preemptionLatencyLimit,"
            + " instructionBudget, restart, seed, watchdogCycles (nearest: policy)",
        errorWith("\"polcy\": \"smk-even\""));
  }

  @Test
  void unknownKeyDeepInTheGpuNamesTheNearest() {
    assertEquals(
        "x.json:3: gpu.l2.byts: found an unknown key"
            + ", allowed: one of bytes, slices, ways, lineBytes, sectorBytes,"
            + " hashedSets, latency, accessCycles, mshrEntries, mshrMerges, queue,"
            + " missQueue, filledByHostCopies, source (nearest: bytes)",
        folder.errorOf(
            "{\"workloads\": [\"LC\"],\n\"gpu\": {\"extends\": \"gtx980\",\n\"l2\": {\"byts\": 5}}}"));
  }

  @Test
  void unknownKeyOfAWorkload() {
    assertEquals(
        "x.json:1: workloads[0].trce: found an unknown key"
            + ", allowed: one of benchmark, trace, model, name, scale, instructionBudget,"
            + " repeat (nearest: trace)",
        folder.errorOf("{\"gpu\": \"gtx980\", \"workloads\": [{\"trce\": \"a\"}]}"));
  }

  @Test
  void wrongTypeSaysWhatIsAllowed() {
    assertEquals(
        "x.json:2: seed: found \"one\", allowed: an integer from 0 to 1000000000000000000",
        errorWith("\"seed\": \"one\""));
  }

  @Test
  void wrongTypeOfAUnion() {
    assertEquals(
        "x.json:2: policy: found an array of 2, allowed: a string or an object",
        errorWith("\"policy\": [1, 2]"));
  }

  @Test
  void fractionWhereAnIntegerIsWanted() {
    assertEquals(
        "x.json:2: instructionBudget: found 2.5, allowed: an integer from 1 to 1000000000000000000",
        errorWith("\"instructionBudget\": 2.5"));
  }

  @Test
  void wrongEnumValueNamesTheNearest() {
    assertEquals(
        "x.json:2: warpScheduler: found \"rr\", allowed: one of gto, lrr, two-level (nearest: lrr)",
        errorWith("\"warpScheduler\": \"rr\""));
  }

  @Test
  void preemptionLatencyLimitOfNothing() {
    assertEquals(
        "x.json:2: preemptionLatencyLimit: found 0, allowed: a number above 0",
        errorWith("\"preemptionLatencyLimit\": 0"));
  }

  @Test
  void futureSchemaVersion() {
    assertEquals("x.json:2: schemaVersion: found 2, allowed: 1", errorWith("\"schemaVersion\": 2"));
  }

  @Test
  void unknownPolicyNamesTheNearest() {
    assertEquals(
        "x.json:2: policy: found \"smk-evn\", allowed: one of alone, left-over, time-slice,"
            + " spatial-even, spatial-smart, spatial-fixed, smk-even, smk-fixed, smk-p,"
            + " smk-pw, warped-slicer, maestro, oracle (nearest: smk-even),"
            + " or the class of your own with its package",
        errorWith("\"policy\": \"smk-evn\""));
  }

  @Test
  void oracleWithoutRestarts() {
    assertEquals(
        "x.json:2: restart: found false, allowed: true with policy oracle",
        errorWith("\"policy\": \"oracle\", \"restart\": false"));
  }

  @Test
  void oracleWithFewerPartsThanWorkloads() {
    assertEquals(
        "x.json:1: policy.parts: found 2, allowed: 3 to 32",
        folder.errorOf(
            "{ \"gpu\": \"gtx980\", \"workloads\": [\"LC\", \"BS\", \"HS\"],"
                + " \"policy\": { \"name\": \"oracle\", \"parts\": 2 } }"));
  }

  @Test
  void unknownPolicyParameter() {
    assertEquals(
        "x.json:2: policy.slice: found an unknown key, allowed: sliceCycles for time-slice",
        errorWith("\"policy\": { \"name\": \"time-slice\", \"slice\": 5 }"));
  }

  @Test
  void parameterOfAPolicyWithout() {
    assertEquals(
        "x.json:2: policy.sliceCycles: found an unknown key, allowed: no parameter for smk-even",
        errorWith("\"policy\": { \"name\": \"smk-even\", \"sliceCycles\": 5 }"));
  }

  @Test
  void policyObjectWithoutName() {
    assertEquals(
        "x.json:2: policy.name: found nothing, allowed: a string",
        errorWith("\"policy\": { \"sliceCycles\": 5 }"));
  }

  @Test
  void aloneForTwoWorkloads() {
    assertEquals(
        "x.json:2: policy: found alone, allowed: another policy when workloads share the device",
        errorWith("\"policy\": \"alone\""));
  }

  @Test
  void fixedThreadBlocksForTheWrongNumberOfWorkloads() {
    assertEquals(
        "x.json:2: policy.threadBlocks: found [3], allowed: one number per workload: 2",
        errorWith("\"policy\": { \"name\": \"smk-fixed\", \"threadBlocks\": [3] }"));
  }

  @Test
  void fixedThreadSharesAboveOneTogether() {
    assertEquals(
        "x.json:2: policy.threadShares: found [0.6, 0.6],"
            + " allowed: numbers above 0, together at most 1",
        errorWith("\"policy\": { \"name\": \"smk-fixed\", \"threadShares\": [0.6, 0.6] }"));
  }

  @Test
  void fixedWithoutAParameter() {
    assertEquals(
        "x.json:2: policy: found [], allowed: exactly one of threadBlocks and threadShares",
        errorWith("\"policy\": \"smk-fixed\""));
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
  void gpuFileThatDoesNotExist() {
    assertEquals(
        "x.json:1: gpu: found \"my/gpu.json\", allowed: a GPU file that exists",
        folder.errorOf("{ \"gpu\": \"my/gpu.json\", \"workloads\": [\"LC\"] }"));
  }

  @Test
  void gpuObjectWithoutExtends() {
    assertEquals(
        "x.json:1: gpu.extends: found nothing"
            + ", allowed: a name under configs/gpus, or the path of a GPU file",
        folder.errorOf("{ \"gpu\": { \"sms\": 8 }, \"workloads\": [\"LC\"] }"));
  }

  @Test
  void impossibleValuesAreAllListed() {
    assertEquals(
"""
x.json:1: gpu.sms: found 0, allowed: 1 to 256
x.json:3: gpu.l1d.banks: found 3, allowed: a power of two up to 32
x.json:2: gpu.l2.bytes: found 1000, allowed: a multiple of slices * ways * lineBytes""",
        folder.errorOf(
            "{ \"workloads\": [\"LC\"], \"gpu\": { \"extends\": \"gtx980\", \"sms\": 0,\n"
                + "\"l2\": { \"bytes\": 1000 },\n\"l1d\": { \"banks\": 3 } } }"));
  }

  @Test
  void missingKeys() {
    assertEquals(
"""
x.json:1: gpu: found nothing, allowed: a string or an object
x.json:1: workloads: found nothing, allowed: an array of 1 or more""",
        folder.errorOf("{ \"name\": \"x\" }"));
  }

  @Test
  void noWorkload() {
    assertEquals(
        "x.json:1: workloads: found an empty array, allowed: an array of 1 or more",
        folder.errorOf("{ \"gpu\": \"gtx980\", \"workloads\": [] }"));
  }

  @Test
  void workloadThatIsBothTraceAndModel() {
    assertEquals(
        "x.json:1: workloads[0]: found 2 of the keys benchmark, trace, model"
            + ", allowed: exactly one of them",
        folder.errorOf(
            "{ \"gpu\": \"gtx980\", \"workloads\": [{ \"trace\": \"a\", \"model\": \"b\" }] }"));
  }

  @Test
  void traceThatDoesNotExist() {
    assertEquals(
        "x.json:1: workloads[0].trace: found \"t/k.g\", which does not exist"
            + ", allowed: a path relative to the config file",
        folder.errorOf("{ \"gpu\": \"gtx980\", \"workloads\": [{ \"trace\": \"t/k.g\" }] }"));
  }

  @Test
  void scaleOfZero() {
    assertEquals(
        "x.json:1: workloads[0].scale: found 0, allowed: a number above 0",
        folder.errorOf(
            "{ \"gpu\": \"gtx980\", \"workloads\": [{ \"benchmark\": \"LC\", \"scale\": 0 }] }"));
  }

  @Test
  void repeatedKey() {
    assertEquals(
        "x.json:3: seed: found the key a second time, allowed: each key once",
        errorWith("\"seed\": 1,\n\"seed\": 2"));
  }

  @Test
  void missingComma() {
    assertEquals(
        "x.json:3: not JSON: Unexpected character ('\"' (code 34)): was expecting comma to separate Object entries",
        errorWith("\"seed\": 1\n\"restart\": true"));
  }

  @Test
  void emptyFile() {
    assertEquals("x.json:1: found an empty file, allowed: a JSON object", folder.errorOf(""));
  }

  @Test
  void fileWithoutAnObject() {
    assertEquals("x.json:1: found an array of 1, allowed: a JSON object", folder.errorOf("[1]"));
  }

  @Test
  void truncatedFile() {
    assertEquals(
        "x.json:1: not JSON: Unexpected end-of-input within/between Object entries",
        folder.errorOf("{ \"gpu\": \"gtx980\","));
  }

  @Test
  void textAfterTheObject() {
    assertEquals(
        "x.json:1: not JSON: Unexpected close marker '}': no open Object to close",
        folder.errorOf("{ \"gpu\": \"gtx980\", \"workloads\": [\"LC\"] } }"));
  }

  @Test
  void missingFile() {
    Path file = temporary.resolve("none.json");

    assertEquals(
        "none.json: found no such file, allowed: a JSON file that can be read",
        folder.error(() -> ExperimentLoader.load(file, List.of())));
  }

  @Test
  void folderInPlaceOfAFile() {
    assertEquals(
        "FOLDER: found a folder, allowed: a JSON file",
        folder.error(() -> ExperimentLoader.load(temporary, List.of())));
  }
}
