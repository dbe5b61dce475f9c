package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.simulation.Arrivals;
import org.polyphony.simulation.Tenant;

class TenantsTest {
  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  private Tenant tenant(String keys) {
    return folder.config(json("{'benchmark': 'HS', " + keys + "}", "")).tenants().get(1);
  }

  private static String json(String second, String more) {
    return "{'gpu': 'gtx980', 'workloads': ['BS', " + second + "]" + more + "}";
  }

  private String error(String second, String more) {
    return folder.errorOf(json(second, more));
  }

  @Test
  void aWorkloadThatSaysNothingStartsWithTheOthers() {
    assertEquals(Tenant.USUAL, tenant("'scale': 1"));
  }

  @Test
  void timesAreInMicrosecondsOrWithTheirUnit() {
    assertEquals(1126 * 5, tenant("'start': 5").start());
    assertEquals(1126 * 2000, tenant("'start': '2 ms'").start());
    assertEquals(12345, tenant("'start': '12345 cycles'").start());
    assertEquals(1126 * 30, tenant("'deadline': '30 us'").deadline());
  }

  @Test
  void requestsArriveAtIntervalsAtRandomOrAtTimes() {
    assertEquals(
        new Arrivals.Periodic(1126 * 200.0, 7),
        tenant("'arrivals': {'every': '200 us', 'count': 7}").arrivals().orElseThrow());
    Arrivals.Poisson poisson =
        (Arrivals.Poisson)
            tenant("'arrivals': {'poisson': 4, 'per': 'ms'}").arrivals().orElseThrow();
    assertEquals(1126 * 250.0, poisson.meanGap());
    assertEquals(Arrivals.UNLIMITED, poisson.count());
    assertEquals(
        new Arrivals.At(List.of(0L, 2252L)),
        tenant("'arrivals': {'times': [0, 2]}").arrivals().orElseThrow());
  }

  @Test
  void timesCanBeInAFileBesideTheExperiment() {
    folder.text("t.csv", "arrival_us\n1\n3.5\n");

    assertEquals(
        new Arrivals.At(List.of(1126L, 3941L)),
        tenant("'arrivals': {'file': 't.csv'}").arrivals().orElseThrow());
  }

  @Test
  void theTimesOfAFileDetermineTheHash() {
    String json = json("{'benchmark': 'HS', 'arrivals': {'file': 't.csv'}}", "");
    folder.text("t.csv", "arrival_us\n1\n");
    String one = folder.config(json).configHash(List.of("a", "b"));
    folder.text("t.csv", "arrival_us\n2\n");

    assertTrue(!one.equals(folder.config(json).configHash(List.of("a", "b"))));
  }

  @Test
  void refusesTimesThatAreNoNumbersWithTheirLine() {
    folder.text("t.csv", "arrival_us\n1\nsoon\n");

    String error = error("{'benchmark': 'HS', 'arrivals': {'file': 't.csv'}}", "");

    assertTrue(
        error.endsWith("t.csv:3: arrival_us: found \"soon\", allowed: a time in us of 0 or more"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'every': 1e-300 | every: found 1.0E-300, allowed: 0.0008881 us or more, one core cycle",
        "'every': 1e300 | every: found 1.0E300, allowed: ",
        "'poisson': 1e15 | poisson: found 1.0E15, allowed: at most 1126000000 per s, one a core",
        "'poisson': 1e4, 'per': 'us' | poisson: found 10000.0, allowed: at most 1126 per us,",
        "'poisson': 1e-300 | poisson: found 1.0E-300, allowed: a mean gap of 1e12 us or less",
        "'times': [0, 1e300] | times[1]: found 1.0E300, allowed: ",
        "'times': [5, 2] | times[1]: found 2.0, allowed: at least 5.0",
      })
  void refusesRequestsMoreOftenThanCyclesAndTimesWithoutEnd(String arrivals, String message) {
    String error = error("{'benchmark': 'HS', 'arrivals': {" + arrivals + "}}", "");

    assertTrue(error.contains("workloads[1].arrivals." + message), error);
  }

  @Test
  void refusesARunThatNothingEnds() {
    String json = "{'gpu': 'gtx980', 'workloads': [{'benchmark': 'HS', 'arrivals': {'every': 9}}]}";

    String error = folder.errorOf(json);

    assertEquals(
        "x.json:1: workloads: found arrivals without a count, allowed: a count in one of them: no"
            + " other workload ends the run",
        error);
  }

  @Test
  void refusesPartitionsThatTheDeviceDoesNotHave() {
    assertEquals(
        "x.json:1: partitions: found 20 sms, allowed: 15 at most, which leaves one to workloads in no"
            + " partition",
        error("\"HS\"", ", 'partitions': [{'workloads': [0], 'sms': 20}]"));
  }

  @Test
  void aPolicyIsCheckedForTheDeviceOfEachInstance() {
    String halves = ", 'partitions': [{'workloads': [0], 'sms': 8}, {'workloads': [1], 'sms': 8}]";

    String error = error("\"HS\"", halves + ", 'policy': {'name': 'spatial-fixed', 'sms': [8, 8]}");

    assertTrue(error.contains("policy.sms"), error);
  }
}
