package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;

class CanonicalFormTest {
  private static final String PAIR = "{ 'gpu': 'gtx980', 'workloads': ['LC', 'BS'] }";
  private static final List<String> CONTENT = List.of("sha256:1", "sha256:2");

  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  private String hash(String json, String... sets) {
    return folder.config(json, sets).configHash(CONTENT);
  }

  @Test
  void contentOfEachWorkloadChangesTheDigest() {
    ExperimentConfig config = folder.config(PAIR);

    assertNotEquals(config.configHash(CONTENT), config.configHash(List.of("sha256:1", "x")));
    assertThrows(IllegalArgumentException.class, () -> config.configHash(List.of("one")));
  }

  @Test
  void sortsKeysAtEveryLevel() {
    String text = folder.config(PAIR).canonicalJson(CONTENT);

    assertTrue(
        text.startsWith(
            "{\"allocation\":\"two-way\",\"copies\":[],\"gpu\":{\"clusterBarrierLatency\":"));
    assertTrue(
        text.endsWith(
            "\"workloads\":[{\"activeThreadPercentage\":100,\"approximate\":false,\"content\":\"sha256:1\","
                + "\"parameters\":{},\"priority\":0,\"repeat\":1,\"scale\":1.0,"
                + "\"start\":0.0},{\"activeThreadPercentage\":100,\"approximate\":false,\"content\":\"sha256:2\","
                + "\"parameters\":{},\"priority\":0,\"repeat\":1,\"scale\":1.0,"
                + "\"start\":0.0}]}"));
  }

  @Test
  void hashesADeviceWithoutWhatEqualsItsDefault() {
    GpuConfig gpu = GpuConfigs.load("gtx980");

    ObjectNode all = CanonicalJson.tree(gpu, true);
    ObjectNode hashed = CanonicalJson.tree(gpu, false);

    assertEquals("0", all.at("/launchGap").asText());
    assertEquals("sector", all.at("/l1d/fill").asText());
    assertTrue(hashed.at("/launchGap").isMissingNode());
    assertTrue(hashed.at("/l1d/fill").isMissingNode());
    assertEquals(all.at("/l1d/bytes"), hashed.at("/l1d/bytes"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "seed=2",
        "policy=spatial-even",
        "workloads[0].scale=0.5",
        "workloads[0].instructionBudget=7",
        "gpu.dram.timing.nCL=13",
        "gpu.sm.sharedMemory.ownPath=false",
        "gpu.sm.memoryQueue=8",
        "gpu.sm.memoryInterval=8",
        "gpu.sm.sharedMemory.halfWarps=true",
        "gpu.l1d.banksApart=true",
        "gpu.l1d.setHash=[[7],[8]]",
        "gpu.l1d.tagBytes=98304",
        "gpu.l1d.writeAllocates=true",
        "gpu.l1d.fill=line",
        "gpu.l1d.allocate=miss",
        "gpu.l2.fill=line",
        "gpu.l2.writeMiss=fetch",
        "gpu.dram.burstBytes=16",
        "gpu.dram.bankInterleaveBytes=256",
        "gpu.dram.farLatency=1",
        "gpu.l2.farLatency=1",
        "gpu.l2.halfInterleaveBytes=2048",
        "gpu.crossbar.keepsLines=true",
        "gpu.dram.timing.nFAW=99",
        "gpu.dram.timing.nREFI=9000",
        "gpu.l1d.replacement=fifo",
        "gpu.l2.replacement=srrip",
        "gpu.l2.replacement.name=srrip",
        "gpu.constantCache.replacement=random",
        "gpu.dram.scheduler=fcfs",
        "gpu.crossbar.arbiter=age",
        "gpu.l2.arbiter=weighted",
        "gpu.l1d.prefetcher=stride",
        "gpu.l2.prefetcher=stride"
      })
  void keysTellExperimentsApart(String set) {
    assertNotEquals(hash(PAIR), hash(PAIR, set));
  }

  @Test
  void parametersOfAPartTellExperimentsApart() {
    String srrip = "gpu.l2.replacement=srrip";

    assertNotEquals(hash(PAIR, srrip), hash(PAIR, srrip, "gpu.l2.replacement.bits=3"));
    assertEquals(hash(PAIR), hash(PAIR, "gpu.l2.replacement=lru"));
  }

  @Test
  void writtenDefaultsOrderAndNamesDoNotMatter() {
    String spelledOut =
        "{ 'seed': 1, 'policy': { 'name': 'smk-even' }, 'name': 'other',"
            + " 'workloads': [{ 'benchmark': 'LC', 'name': 'x' }, 'BS'],"
            + " 'gpu': { 'extends': 'gtx980', 'name': 'mine' } }";

    assertEquals(hash(PAIR), hash(spelledOut));
  }
}
