package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.WorkloadConfig.Kind;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;

class ExperimentLoaderTest {
  @TempDir private Path temporary;
  private ConfigFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new ConfigFolder(temporary);
  }

  @Test
  void takesTheRootFolderForATrace() {
    Path root = temporary.getRoot();

    WorkloadConfig workload = ExperimentLoader.ofTrace(root, List.of()).config().workloads().get(0);

    assertEquals(root.toString(), workload.reference());
  }

  @Test
  void readsAFileThatBeginsWithAByteOrderMark() {
    String json = "{ \"gpu\": \"gtx980\", \"workloads\": [\"LC\"] }";

    assertEquals("x", folder.experiment("\uFEFF" + json).config().name());
  }

  @Test
  void fillsEveryDefault() {
    ExperimentConfig config =
        folder.experiment("{ \"gpu\": \"gtx980\", \"workloads\": [\"LC\", \"BS\"] }").config();

    ExperimentConfig expected =
        new ExperimentConfig(
            "x",
            GpuConfigs.load("gtx980"),
            List.of(
                new WorkloadConfig(Kind.BENCHMARK, "LC", "LC", 1),
                new WorkloadConfig(Kind.BENCHMARK, "BS", "BS", 1)),
            new PolicyConfig("smk-even", Map.of()),
            "gto",
            "lrr",
            "two-way",
            "chimera",
            15,
            1_000_000_000L,
            0,
            true,
            1,
            List.of(),
            List.of());
    assertEquals(expected, config);
  }

  @Test
  void oneWorkloadRunsAlone() {
    LoadedExperiment one = folder.experiment("{ \"gpu\": \"gtx980\", \"workloads\": [\"LC\"] }");

    assertEquals("alone", one.config().policy().name());
  }

  @Test
  void ignoresComments() {
    LoadedExperiment commented =
        folder.experiment(
            "// first\n{ \"gpu\": \"gtx980\", // the device\n \"workloads\": [\"LC\"] // last\n}");

    assertEquals("gtx980", commented.config().gpu().name());
  }

  @Test
  void policyByNameTakesItsDefaults() {
    PolicyConfig policy =
        folder
            .experiment(
                "{ \"gpu\": \"gtx980\", \"workloads\": [\"A\", \"B\"],"
                    + " \"policy\": \"time-slice\" }")
            .config()
            .policy();

    assertEquals(new PolicyConfig("time-slice", Map.of("sliceCycles", 50_000)), policy);
  }

  /** A user's policy. */
  public static final class Own implements PartitionPolicy {
    /** Takes any parameters. */
    public Own(Map<String, Object> parameters) {}

    @Override
    public long partition(long cycle, DeviceView device, Quotas quotas) {
      return NEVER;
    }
  }

  @Test
  void aUsersOwnPolicyTakesAnyParameter() {
    String name = Own.class.getName();
    PolicyConfig policy =
        folder
            .experiment(
                "{ \"gpu\": \"gtx980\", \"workloads\": [\"A\", \"B\"],"
                    + " \"policy\": { \"name\": \""
                    + name
                    + "\", \"weight\": 0.5 } }")
            .config()
            .policy();

    assertEquals(new PolicyConfig(name, Map.of("weight", 0.5)), policy);
  }

  @Test
  void aPolicyWhoseClassThereIsNotIsRefused() {
    assertEquals(
        "x.json:1: policy: found \"com.example.Mein\", allowed: a class on the class path"
            + " (POLYPHONY_CLASSPATH), or --policy FILE.java",
        folder.errorOf(
            "{ \"gpu\": \"gtx980\", \"workloads\": [\"A\"], \"policy\": \"com.example.Mein\" }"));
  }

  @Test
  void aWorkloadRunsOnceUnlessItIsToBeRepeated() {
    List<WorkloadConfig> workloads =
        folder
            .experiment(
                "{ \"gpu\": \"gtx980\", \"workloads\": [{ \"benchmark\": \"LC\" },"
                    + " { \"benchmark\": \"LC\", \"repeat\": 3 }] }")
            .config()
            .workloads();

    assertEquals(List.of(1, 3), workloads.stream().map(WorkloadConfig::repeat).toList());
  }

  @Test
  void tracePathsStartFromTheConfigsFolderAndNameTheWorkload() {
    Path list = folder.write("kernelslist.g", "");

    WorkloadConfig trace =
        folder
            .experiment(
                "{ \"gpu\": \"gtx980\", \"workloads\": [{ \"trace\": \"kernelslist.g\" }] }")
            .config()
            .workloads()
            .get(0);

    assertEquals(list, trace.path());
    assertEquals(temporary.getFileName().toString(), trace.name());
  }

  @Test
  void modelIsNamedAfterItsFileUnlessItHasAName() {
    folder.write("mine.json", "{}");
    List<WorkloadConfig> models =
        folder
            .experiment(
                "{ \"gpu\": \"gtx980\", \"workloads\": [{ \"model\": \"mine.json\" },"
                    + " { \"model\": \"mine.json\", \"name\": \"other\", \"scale\": 0.5 }] }")
            .config()
            .workloads();

    assertEquals("mine", models.get(0).name());
    assertEquals("other", models.get(1).name());
    assertEquals(0.5, models.get(1).scale());
  }

  @Test
  void readsTheLatencyLimitOfChimera() {
    LoadedExperiment loaded =
        folder.experiment(
            "{ \"gpu\": \"gtx980\", \"workloads\": [\"LC\"], \"preemptionLatencyLimit\": 2.5 }");

    assertEquals(2.5, loaded.config().preemptionLatencyLimit());
  }

  @Test
  void watchdogOfTheExperimentReplacesThatOfTheGpu() {
    LoadedExperiment loaded =
        folder.experiment(
            "{ \"gpu\": \"gtx980\", \"workloads\": [\"LC\"], \"watchdogCycles\": 6000 }");

    assertEquals(6000, loaded.config().gpu().watchdogCycles());
  }

  @Test
  void laterErrorsNameTheLineOfTheWorkload() {
    LoadedExperiment loaded =
        folder.experiment("{ \"gpu\": \"gtx980\",\n\"workloads\": [\"BP\",\n\"LX\"] }");

    assertEquals(
        temporary
            + "/x.json:3: workloads[1]: found \"LX\", allowed: one of BP, LC (nearest: LC),"
            + " or an object with trace or model",
        loaded.unknownWorkload(1, List.of("BP", "LC")).getMessage());
  }

  @Test
  void modelFileInPlaceOfANameIsAnsweredByTheObjectThatNamesIt() {
    LoadedExperiment loaded =
        folder.experiment("{ \"gpu\": \"gtx980\", \"workloads\": [\"own.json\"] }");

    assertEquals(
        temporary
            + "/x.json:1: workloads[0]: found \"own.json\", allowed: one of BP, LC,"
            + " or an object with trace or model, here {\"model\": \"own.json\"}",
        loaded.unknownWorkload(0, List.of("BP", "LC")).getMessage());
  }

  @Test
  void aThreadBlockThatFitsNoSmIsNamedWithItsNeed() {
    LoadedExperiment loaded =
        folder.experiment("{ \"gpu\": \"gtx980\",\n\"workloads\": [\"BP\"] }");

    String message =
        loaded.cannotFit(0, "layer", "bytes of shared memory", 65536, 49152).getMessage();
    assertTrue(
        message.endsWith(
            "x.json:2: workloads[0]: found kernel layer with 65536 bytes of shared memory per"
                + " thread block, allowed: 49152 or less on gtx980"),
        message);
  }
}
