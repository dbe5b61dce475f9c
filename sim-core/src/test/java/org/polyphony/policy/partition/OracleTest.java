package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.Violation;
import org.polyphony.policy.registry.PartitionPolicies;

class OracleTest {
  private static Oracle oracle(Map<String, Object> parameters) {
    return (Oracle) PartitionPolicies.create(Oracle.NAME, parameters);
  }

  private static List<String> names(Map<String, Object> parameters, int workloads) {
    return oracle(parameters).candidates(workloads).stream().map(Oracle.Candidate::name).toList();
  }

  @Test
  void choosesFromEveryDivisionOfTheThreadsAndSpatial() {
    assertEquals(
        List.of("smk-1:3", "smk-2:2", "smk-3:1", "spatial-even"), names(Map.of("parts", 4), 2));
  }

  @Test
  void givesEachOfThreeWorkloadsAPartOrMore() {
    assertEquals(
        List.of("smk-1:1:2", "smk-1:2:1", "smk-2:1:1"),
        names(Map.of("parts", 4, "spatial", false), 3));
  }

  @Test
  void makesACandidateOfThreadShares() {
    Oracle.Candidate candidate = oracle(Map.of("parts", 4)).candidates(2).get(0);

    assertEquals("smk-fixed", candidate.policy());
    assertEquals(Map.of("threadShares", List.of(0.25, 0.75)), candidate.parameters());
  }

  @Test
  void tellsEvenFromOtherDivisions() {
    List<String> outcomes =
        oracle(Map.of("parts", 4)).candidates(2).stream().map(Oracle.Candidate::outcome).toList();

    assertEquals(List.of("smkOther", "smkEven", "smkOther", "spatial"), outcomes);
  }

  @Test
  void candidatesArePoliciesThatCanWork() {
    for (Oracle.Candidate each : oracle(Map.of()).candidates(3)) {
      PartitionPolicies.create(each.policy(), each.parameters(), Devices.gpu("sms", 4), 3);
    }
  }

  @Test
  void refusesFewerPartsThanWorkloadsAndASingleWorkload() {
    assertEquals(List.of("parts"), wrong(Map.of("parts", 2), 3));
    assertEquals(List.of(), wrong(Map.of("parts", 3), 3));
    assertEquals(List.of("workloads"), wrong(Map.of(), 1));
    assertEquals(List.of("workloads"), wrong(Map.of(), 5)); // on four SMs
    assertEquals(List.of(), wrong(Map.of("spatial", false), 5));
  }

  private static List<String> wrong(Map<String, Object> parameters, int workloads) {
    return oracle(parameters).violations(Devices.gpu("sms", 4), workloads).stream()
        .map(Violation::path)
        .toList();
  }

  @Test
  void cannotDecideWhileADeviceRuns() {
    TestView view = new TestView(4, 2).add(0, 256, 99).add(1, 256, 99);

    assertThrows(
        IllegalStateException.class, () -> oracle(Map.of()).partition(0, view, view.quotas()));
  }
}
