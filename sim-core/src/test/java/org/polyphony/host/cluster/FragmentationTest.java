package org.polyphony.host.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class FragmentationTest {
  private static final Demand HALF = demand(1, 500, "");
  private static final Demand TWO = demand(2, 1000, "");

  private final Cluster cluster =
      new Cluster(List.of(new ClusterNode("a", "T4", 2, 100, 8000, 1000)));

  @Test
  void isWhatIsFreeOfGpusThatAreTooSmallForAJobThatRuns() {
    cluster.take(0, 0, demand(1, 700, ""));

    assertEquals(300, of(HALF), 1e-9); // 300 and 1000 are free: half a GPU fits on the second
  }

  @Test
  void isAllThatIsFreeForAJobThatDoesNotRun() {
    cluster.take(0, 0, demand(1, 700, ""));

    assertEquals(1300, of(TWO), 1e-9);
  }

  @Test
  void isExpectedOverTheJobs() {
    cluster.take(0, 0, demand(1, 700, ""));

    assertEquals(0.75 * 300 + 0.25 * 1300, of(HALF, HALF, HALF, TWO), 1e-9);
  }

  @Test
  void isAllThatIsFreeForAJobWithoutGpus() {
    assertEquals(2000, of(demand(0, 0, "")), 1e-9);
  }

  @Test
  void isAllThatIsFreeForAJobThatNeedsAnotherModel() {
    assertEquals(2000, of(demand(1, 500, "P100")), 1e-9);
  }

  @Test
  void isAllThatIsFreeWhereCoresAreMissing() {
    cluster.take(0, 0, new Demand(7500, 0, 1, 500, 0, List.of()));

    assertEquals(1500, of(HALF), 1e-9);
  }

  @Test
  void isTheSameAfterAJobAsWhatIsExpectedOfIt() {
    Fragmentation fragmentation = new Fragmentation(jobs(HALF, TWO));
    double expected = fragmentation.after(cluster, 0, 1, HALF);

    cluster.take(0, 1, HALF);

    assertEquals(expected, fragmentation.of(cluster, 0), 1e-9);
    assertEquals(0.5 * 0 + 0.5 * 1500, expected, 1e-9);
  }

  private double of(Demand... demands) {
    return new Fragmentation(jobs(demands)).of(cluster, 0);
  }

  private static List<ClusterJob> jobs(Demand... demands) {
    return List.of(demands).stream().map(d -> new ClusterJob("j", 0, 1, d)).toList();
  }

  private static Demand demand(int gpus, int milli, String model) {
    return new Demand(1000, 0, gpus, milli, 0, model.isEmpty() ? List.of() : List.of(model));
  }
}
