package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.Violation;
import org.polyphony.policy.registry.PartitionPolicies;

class OracleTest {
  private static Oracle oracle(Map<String, Object> parameters) {
    return (Oracle) PartitionPolicies.create(Oracle.NAME, parameters);
  }

  /** Of each candidate its name and its outcome. */
  private static String candidates(Map<String, Object> parameters, int workloads) {
    return oracle(parameters).candidates(workloads).stream()
        .map(each -> each.name() + " " + each.outcome())
        .collect(Collectors.joining(", "));
  }

  @Test
  void choosesFromEveryDivisionOfTheThreadsAndSpatial() {
    assertEquals(
        "smk-1:3 smkOther, smk-2:2 smkEven, smk-3:1 smkOther, spatial-even spatial",
        candidates(Map.of("parts", 4), 2));
    assertEquals(
        "smk-1:1:2 smkOther, smk-1:2:1 smkOther, smk-2:1:1 smkOther",
        candidates(Map.of("parts", 4, "spatial", false), 3));
    Oracle.Candidate first = oracle(Map.of("parts", 4)).candidates(2).get(0);
    assertEquals("smk-fixed", first.policy());
    assertEquals(Map.of("threadShares", List.of(0.25, 0.75)), first.parameters());
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
