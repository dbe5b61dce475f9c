package org.polyphony.host.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class InflationTest {
  private static final Demand PART = new Demand(0, 0, 1, 600, 0, List.of());

  @Test
  void turnsAwayWhatHasNoRoomAndCountsFragments() {
    Cluster cluster = new Cluster(List.of(new ClusterNode("a", "T4", 3, 100, 8000, 1000)));
    List<ClusterJob> jobs = Collections.nCopies(9, new ClusterJob("j", 0, 1, PART));
    Fragmentation fragmentation = new Fragmentation(jobs);

    List<Inflation.Point> points =
        Inflation.points(cluster, (c, node, demand) -> 0, jobs, fragmentation, 3);

    // after 2, 4 and 5 jobs: two are on GPUs of their own; of four the last has no room
    assertEquals(
        List.of(
            new Inflation.Point(1.0 / 3, 0.4, 800.0 / 3000, 0, 0),
            new Inflation.Point(2.0 / 3, 0.6, 1200.0 / 3000, 1, 0.2),
            new Inflation.Point(1, 0.6, 1200.0 / 3000, 2, 0.4)),
        points);
  }
}
