package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.config.WorkloadConfig.Kind;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;

class ExperimentLoaderTest {
  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  @Test
  void takesTheRootFolderForATrace() {
    Path root = Path.of("").toAbsolutePath().getRoot();

    LoadedExperiment loaded = ExperimentLoader.alone(Kind.TRACE, root.toString(), List.of());

    assertEquals(root.toString(), loaded.config().workloads().get(0).reference());
  }

  private static WorkloadConfig benchmark(String name) {
    long budget = WorkloadConfig.BUDGET_OF_EXPERIMENT;
    return new WorkloadConfig(
        Kind.BENCHMARK, name, name, 1, Map.of(), budget, 1, false, 0, null, null, 0, 100);
  }

  @Test
  void fillsEveryDefault() {
    ExperimentConfig config = folder.config("{ 'gpu': 'gtx980', 'workloads': ['LC', 'BS'] }");

    ExperimentConfig expected =
        new ExperimentConfig(
            "x",
            GpuConfigs.load("gtx980"),
            List.of(benchmark("LC"), benchmark("BS")),
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
  void oneWorkloadRunsAloneAndCommentsAreIgnored() {
    ExperimentConfig one =
        folder.config(
            "\uFEFF// after a byte order mark\n{ 'gpu': 'gtx980', // the device\n"
                + " 'workloads': ['LC'] // last\n}");

    assertEquals("alone", one.policy().name());
    assertEquals("gtx980", one.gpu().name());
    assertEquals("x", one.name());
  }

  @Test
  void policyByNameTakesItsDefaults() {
    PolicyConfig policy =
        folder
            .config("{ 'gpu': 'gtx980', 'workloads': ['A', 'B']," + " 'policy': 'time-slice' }")
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
            .config(
                "{ 'gpu': 'gtx980', 'workloads': ['A', 'B'],"
                    + " 'policy': { 'name': '"
                    + name
                    + "', 'weight': 0.5 } }")
            .policy();

    assertEquals(new PolicyConfig(name, Map.of("weight", 0.5)), policy);
  }

  @Test
  void tracePathsStartFromTheConfigsFolderAndNameTheWorkload() {
    Path list = folder.write("kernelslist.g", "");

    WorkloadConfig trace =
        folder
            .config("{ 'gpu': 'gtx980', 'workloads': [{ 'trace': 'kernelslist.g' }] }")
            .workloads()
            .get(0);

    assertEquals(list, trace.path());
    assertEquals(folder.at("").getFileName().toString(), trace.name());
  }

  @Test
  void modelIsNamedAfterItsFileUnlessItHasAName() {
    folder.write("mine.json", "{}");
    List<WorkloadConfig> models =
        folder
            .config(
                "{ 'gpu': 'gtx980', 'workloads': [{ 'model': 'mine.json' },"
                    + " { 'model': 'mine.json', 'name': 'other', 'scale': 0.5 }] }")
            .workloads();

    assertEquals("mine", models.get(0).name());
    assertEquals("other", models.get(1).name());
    assertEquals(0.5, models.get(1).scale());
  }

  @Test
  void watchdogOfTheExperimentReplacesThatOfTheGpu() {
    ExperimentConfig config =
        folder.config(
            "{ 'gpu': 'gtx980', 'workloads': ['LC'], 'watchdogCycles': 6000,"
                + " 'preemptionLatencyLimit': 2.5 }");

    assertEquals(6000, config.gpu().watchdogCycles());
    assertEquals(2.5, config.preemptionLatencyLimit());
  }

  @Test
  void errorsOfTheLibraryNameTheLineOfTheWorkload() {
    LoadedExperiment loaded =
        folder.experiment("{ 'gpu': 'gtx980',\n'workloads': ['BP',\n'LX', 'own.json'] }");
    String among = ", allowed: one of BP, LC";

    assertEquals(
        "x.json:3: workloads[1]: found \"LX\""
            + among
            + " (nearest: LC), or an object with trace or model",
        folder.error(() -> loaded.requireBundled(1, List.of("BP", "LC"))));
    String message =
        loaded.cannotFit(0, "layer", "bytes of shared memory", 65536, 49152).getMessage();
    assertTrue(
        message.endsWith(
            "x.json:2: workloads[0]: found kernel layer with 65536 bytes of shared memory per"
                + " thread block, allowed: 49152 or less on gtx980"),
        message);
  }
}
