package org.polyphony.config;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepFileTest {
  private static final List<String> BENCHMARKS = List.of("BFS", "BP", "HS");
  private static final List<String> BUNDLED = List.of("BFS", "BP", "HS", "sample-saxpy");
  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  @Test
  void runsTheCrossProductTheFirstAxisSlowest() {
    SweepFile sweep =
        load(
            "{'base': {'gpu': 'gtx980', 'workloads': ['BFS']},"
                + " 'axes': {'gpu.sms': [2, 4], 'seed': [1, 2]}}");

    assertEquals(
        List.of("gpu.sms=2_seed=1", "gpu.sms=2_seed=2", "gpu.sms=4_seed=1", "gpu.sms=4_seed=2"),
        ids(sweep));
    ExperimentConfig last = sweep.experiment(sweep.runs().get(3)).config();
    assertEquals(4, last.gpu().sms());
    assertEquals(2, last.seed());
    assertEquals("s", sweep.name());
  }

  @Test
  void valuesWithAUnitAreNumbersInThatOfTheirKey() {
    SweepFile sweep =
        load(
            "{'base': {'gpu': 'gtx980', 'workloads': ['BFS']},"
                + " 'axes': {'gpu.l2.bytes': ['1 MiB', 2097152]}}");

    assertEquals(List.of("gpu.l2.bytes=1048576", "gpu.l2.bytes=2097152"), ids(sweep));
  }

  @Test
  void ofManyRunsChecksAsManyAsHaveEachValue() {
    String budgets = IntStream.range(1, 18).mapToObj(String::valueOf).collect(joining(", "));
    String json =
        "{'base': {'gpu': 'gtx980', 'workloads': ['BFS']},"
            + " 'axes': {'gpu.sms': [2, 4], 'instructionBudget': [%s], 'watchdogCycles': [%s]}}";
    String watchdogs = IntStream.range(1, 19).mapToObj(i -> i + "0000").collect(joining(", "));

    SweepFile sweep = load(json.formatted(budgets, watchdogs));

    assertEquals(2 * 17 * 18, sweep.runs().size());
    assertEquals(18, sweep.samples().size());
    assertEquals(
        "gpu.sms=4_instructionBudget=1_watchdogCycles=180000", sweep.samples().get(17).id());
    assertTrue(
        errorOf(json.formatted(budgets + ", -1", watchdogs))
            .contains("instructionBudget: found -1"));
  }

  @Test
  void checksEachSettingOnceAndEachSeed() {
    String json =
        "{'base': {'gpu': 'gtx980', 'workloads': ['BFS']},"
            + " 'axes': {'gpu.sms': [2, 4], 'seed': [1, 2, 3%s], 'warpScheduler': ['gto', 'lrr']}}";

    assertEquals(
        List.of(
            "gpu.sms=2_seed=1_warpScheduler=gto",
            "gpu.sms=2_seed=1_warpScheduler=lrr",
            "gpu.sms=4_seed=1_warpScheduler=gto",
            "gpu.sms=4_seed=1_warpScheduler=lrr"),
        load(json.formatted("")).samples().stream().map(SweepFile.Run::id).toList());
    assertTrue(errorOf(json.formatted(", -1")).contains("seed: found -1"));
  }

  @Test
  void filesOfAnAxisAreLookedUpFromTheFolderOfTheSweep() {
    folder.write("mine.json", "{ 'extends': 'gtx980', 'sms': 3 }");

    SweepFile sweep = load("{'base': {'workloads': ['BFS']}, 'axes': {'gpu': ['mine.json']}}");

    assertEquals(3, sweep.experiment(sweep.runs().get(0)).config().gpu().sms());
    assertEquals("gpu=mine", sweep.runs().get(0).id());
  }

  @Test
  void repeatsEveryRunWithConsecutiveSeeds() {
    String json =
        "{'base': {'gpu': 'gtx980', 'workloads': ['BFS'], 'seed': 4}, 'repeats': 2,"
            + " 'axes': {'gpu.sms': [2, 4]}}";

    assertEquals(
        List.of("gpu.sms=2_seed=4", "gpu.sms=2_seed=5", "gpu.sms=4_seed=4", "gpu.sms=4_seed=5"),
        ids(load(json)));
    assertEquals("gpu.sms=2_seed=8", ids(load(json, List.of("seed=7"))).get(1));
    assertEquals(2, load(json).repeats());
    assertEquals(
        List.of("HS_seed=1", "HS_seed=2"),
        ids(load("{'base': {'gpu': 'gtx980'}, 'repeats': 2, 'axes': {'workloads': [['HS']]}}")));
  }

  @Test
  void explainsEachPointWithCopiesOfEverySetOfFamilies() {
    SweepFile sweep =
        load("{'base': {'gpu': 'gtx980', 'workloads': ['HS', 'BP']}, 'explain': true}");

    assertEquals(8, sweep.runs().size());
    assertEquals("copies=sm+l2-capacity+l2-bandwidth+dram", sweep.runs().get(7).id());
  }

  @ParameterizedTest
  @CsvSource({
    "gtx980, SM, 16", // shared memory with L1
    "gtx980, L2, 4",
    "gtx980, DRAM, 2",
    "hopper-h200, SM, 16",
    "hopper-h200, DRAM, 1" // too many banks
  })
  void tellsThePartsOfAFamilyApartThatTheDeviceCanHave(
      String gpu, ResourceFamily family, int copies) {
    SweepFile sweep =
        load("{'base': {'gpu': '%s', 'workloads': ['HS', 'BP']}, 'explain': true}".formatted(gpu));
    ExperimentConfig config = sweep.experiment(sweep.runs().get(0)).config();

    assertEquals(copies, family.copiesOfParts(config).size());
  }

  @Test
  void variantsAreGroupsOfValuesOnOneAxis() {
    SweepFile sweep =
        load(
            "{'base': {'gpu': 'gtx980', 'workloads': ['HS', 'BP']}, 'axes': {'gpu.sms': [2, 4]},"
                + " 'repeats': 2, 'variants': [{'name': 'none', 'set': {'policy': 'left-over'}},"
                + " {'name': 'first', 'set': {'policy': 'preemptive-priority',"
                + " 'workloads[0].priority': 2, 'workloads[0].start': '5 us'}}]}");

    assertEquals(8, sweep.runs().size());
    assertEquals("gpu.sms=2_first_seed=2", sweep.runs().get(3).id());
    ExperimentConfig first = sweep.experiment(sweep.runs().get(3)).config();
    assertEquals("preemptive-priority", first.policy().name());
    assertEquals(2, first.workloads().get(0).priority());
    assertEquals(0, sweep.experiment(sweep.runs().get(0)).config().workloads().get(0).priority());
  }

  @Test
  void makesAllPairsOfTheBenchmarksOrOfSome() {
    assertEquals(List.of("BFS+BP", "BFS+HS", "BP+HS"), ids(ofWorkloads("'all-pairs'")));
    assertEquals(
        List.of("HS+sample-saxpy"), ids(ofWorkloads("{'pairs-of': ['HS', 'sample-saxpy']}")));
    assertEquals(List.of("HS", "HS+BP"), ids(ofWorkloads("[['HS'], ['HS', 'BP']]")));
  }

  @Test
  void setsValuesOfTheBase() {
    SweepFile sweep =
        SweepFile.load(
            folder.write("s.json", "{'base': {'gpu': 'gtx980'}, 'axes': {'workloads': [['HS']]}}"),
            List.of("instructionBudget=5"),
            BUNDLED,
            BENCHMARKS);

    assertEquals(5, sweep.experiment(sweep.runs().get(0)).config().instructionBudget());
    assertTrue(sweep.identity().contains("\"instructionBudget\":5"), sweep.identity());
  }

  @Test
  void anOverrideOfWhatAnAxisSetsIsRefusedUnlessItNamesOneOfItsValues() {
    String json = "{'base': {'gpu': 'gtx980', 'workloads': ['HS']}, 'axes': {'seed': [1, 2]}}";

    assertEquals(2, load(json, List.of("seed=2")).runs().size());
    assertEquals(
        "--set seed=3: seed: found a key set by the axis seed, allowed: another key, or a value of"
            + " the axis",
        folder.error(() -> load(json, List.of("seed=3"))));
  }

  @Test
  void variesMachineJobsAndSchedulersOfAHostExperiment() {
    SweepFile sweep =
        load(
            "{'base': {'machine': 'k20m-server', 'jobs': [{'application': 'ara'}],"
                + " 'schedulers': ['sequential']},"
                + " 'axes': {'schedulers[0]': ['packed', {'name': 'schedgpu', 'policy': 'mmu'}],"
                + " 'machine.cpu.sockets': [1, 2]}}");

    assertTrue(sweep.isOfHosts());
    assertEquals("schedgpu-policy=mmu_machine.cpu.sockets=1", ids(sweep).get(2));
    HostExperiment third = sweep.hostExperiment(sweep.runs().get(2));
    assertEquals("schedgpu-mmu", third.schedulers().get(0).id());
    assertEquals(1, third.machine().machine().cpu(0).sockets());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'axes': {'workloads': [['HS']], 'polcy': [1]} | axes: polcy=1: polcy: found an unknown key;nearest: policy
          'axes': {'workloads': [['HS'], ['HS']]} | axes: found the run HS twice, allowed: each run once
          'axes': {} | axes: missing; give one axis
          'axes': {'seed': []} | axes.seed: found an empty array
          'axes': {'workloads': {'pairs-of': ['HS']}} | axes.workloads: found an object
          'axes': {'workloads': [['HZ']]} | nearest: HS
          'axes': {'seed': [1]}, 'base': {} | Duplicate field 'base'
          'axes': {'seed': [1]}, 'bas': {} | bas: found an unknown key;nearest: base
          'axes': {'seed': [1]}, 'name': '../esc' | name: found "../esc", allowed: a string usable as a folder name
          'axes': {'copies': [['sm'], []]}, 'explain': true | explain: found true, allowed: false where copies are set
          'axes': {'machine': ['a', 'b']}, 'explain': true | explain: found true, allowed: false for host experiments
          'axes': {'machine': ['a']}, 'progressOver': 'base' | progressOver: found base, allowed: own for host experiments
          'axes': {'gpu.sms': [2]}, 'repeats': 0 | repeats: found 0, allowed: an integer from 1 to 1000000
          'axes': {'seed': [1, 2]}, 'repeats': 2 | repeats: repeats the axis seed; remove one of the two
          'axes': {'workloads': [['BS']]}, 'variants': [{'name': 'a', 'set': {'policy': 'smk-evne'}}] | variants[0].set: policy="smk-evne":
          'axes': {'gpu.sms': [2]}, 'variants': [{'name': 'a', 'set': {'gpu.sms': 4}}] | variants[0].set: found gpu.sms, which is an axis
          'axes': {'gpu.sms': [2]}, 'variants': [{'name': 'a'}, {'name': 'a'}] | variants[1].name: found 'a' again
          """)
  void refusesASweep(String keys, String parts) {
    String error = errorOf("{'base': {'gpu': 'gtx980'}, " + keys + "}");

    for (String part : parts.split(";", -1)) {
      assertTrue(error.startsWith("s.json:1: ") && error.contains(part), part + " in " + error);
    }
  }

  @Test
  void refusesAnAxisThatNamesNoValueOfAHostExperiment() {
    String error =
        errorOf(
            "{'base': {'machine': 'k20m-server', 'jobs': [{'application': 'ara'}]},"
                + " 'axes': {'schedulers': [['sequental']]}}");

    assertTrue(error.startsWith("s.json:1: axes: schedulers="), error);
    assertTrue(error.contains("nearest: sequential"), error);
  }

  @Test
  void refusesMoreThanAMillionRuns() {
    String values = IntStream.range(0, 400).boxed().toList().toString();
    String axes = "{'seed': %1$s, 'gpu.sms': %1$s, 'instructionBudget': %1$s}".formatted(values);

    String error =
        errorOf("{'base': {'gpu': 'gtx980', 'workloads': ['BFS']}, 'axes': " + axes + "}");

    assertTrue(error.contains("axes: found 64000000 runs, allowed: 1000000 or fewer"), error);
  }

  private SweepFile ofWorkloads(String axis) {
    return load("{'base': {'gpu': 'gtx980'}, 'axes': {'workloads': " + axis + "}}");
  }

  private SweepFile load(String json) {
    return load(json, List.of());
  }

  private SweepFile load(String json, List<String> sets) {
    return SweepFile.load(folder.write("s.json", json), sets, BUNDLED, BENCHMARKS);
  }

  private String errorOf(String json) {
    return folder.error(() -> load(json));
  }

  private static List<String> ids(SweepFile sweep) {
    return sweep.runs().stream().map(SweepFile.Run::id).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'gpu': 'gtx980', 'roundCycles': 9 | 'axes': {'gpu.l2.bytes': [1048576]}          | 2097152",
        "'gpu': 'gtx980', 'roundCycles': 9 | 'axes': {'gpu.l2.bytes': [2097152]}          |",
        "'roundCycles': 9                  | 'axes': {'gpu': ['gtx980']}                  |",
        "'gpu': 'gtx980', 'roundCycles': 9 | 'axes': {'warpScheduler': ['lrr']}           | 2097152",
        "'gpu': 'gtx980', 'roundCycles': 9 | 'axes': {'policy': ['alone'], 'seed': [2]}   |",
        "'gpu': 'gtx980'                   | 'axes': {'gpu.l2.bytes': [1048576]}          |",
        "'gpu': 'gtx980' | 'axes': {'gpu.sms': [4]}, 'progressOver': 'base'               | 2097152",
        "'gpu': 'gtx980', 'roundCycles': 9 | 'variants': [{'name': 'v', 'set':"
            + " {'gpu.l2.bytes': 1048576}}] | 2097152",
      })
  void pointsOnAnotherDeviceHaveTheBase(String base, String axes, Integer bytes) {
    SweepFile sweep = load("{'base': {" + base + ", 'workloads': ['BFS']}, " + axes + "}");

    assertEquals(
        Optional.ofNullable(bytes),
        sweep
            .experiment(sweep.runs().get(0))
            .base()
            .map(of -> of.experiment().config().gpu().l2().bytes()));
  }

  @Test
  void aBaseWithoutADeviceHasThatOfTheFirstPoint() {
    SweepFile sweep =
        load(
            "{'base': {'roundCycles': 9, 'workloads': ['BFS']},"
                + " 'axes': {'gpu': ['gtx980', 'kepler-k20m']}}");

    LoadedExperiment second = sweep.experiment(sweep.runs().get(1));

    assertEquals("gtx980", second.base().orElseThrow().experiment().config().gpu().name());
  }

  /** Its policy and partitions may need more SMs than the base has. */
  @Test
  void theBaseOfAPointSharesNothing() {
    SweepFile sweep =
        load(
            "{'base': {'gpu': {'extends': 'gtx980', 'sms': 2}, 'roundCycles': 9, 'workloads': ['BFS', 'BP'],"
                + " 'partitions': [{'sms': 3, 'workloads': [0]}]}, 'axes': {'gpu.sms': [8]}}");

    assertTrue(sweep.experiment(sweep.runs().get(0)).base().isPresent());
  }
}
