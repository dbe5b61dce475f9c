package org.polyphony.host.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.InvalidInputException;

class ClusterRunTest {
  private static final List<ClusterNode> NODES =
      List.of(
          new ClusterNode("a", "T4", 2, 100, 8000, 1000),
          new ClusterNode("b", "P100", 1, 100, 4000, 1000));
  private static final Demand WHOLE = new Demand(1000, 0, 1, 1000, 0, List.of());
  private static final Demand TWO = new Demand(1000, 0, 2, 1000, 0, List.of());
  private static final int RANDOM_JOBS = 300;

  @Test
  void aJobOfSeveralGpusWaitsForANodeThatHasThemAll() {
    List<ClusterJob> jobs =
        List.of(
            new ClusterJob("x", 0, 10, WHOLE), // on a until 10
            new ClusterJob("y", 1, 5, TWO), // a has one left, b has one
            new ClusterJob("z", 2, 3, WHOLE)); // overtakes: the other GPU of a until 5

    ClusterRun run = run(NODES, "first-fit", jobs, true);

    assertEquals(List.of(0L, 10L, 2L), starts(run, jobs));
    assertEquals(List.of(0, 0, 0), IntStream.range(0, 3).mapToObj(run::node).toList());
    assertEquals(0b11, run.gpus(1));
    assertEquals(15, run.endNanos(1));
  }

  @Test
  void noJobOvertakesInOrder() {
    List<ClusterJob> jobs =
        List.of(
            new ClusterJob("x", 0, 10, WHOLE),
            new ClusterJob("y", 1, 5, TWO),
            new ClusterJob("z", 2, 3, WHOLE));

    ClusterRun run = run(NODES, "first-fit", jobs, false);

    assertEquals(List.of(0L, 10L, 10L), starts(run, jobs));
    assertEquals(1, run.node(2)); // a is full again
  }

  @Test
  void aJobRunsOnNodesWithItsModelOnly() {
    List<ClusterJob> jobs =
        List.of(
            new ClusterJob("x", 0, 4, new Demand(1000, 0, 1, 500, 0, List.of("P100"))),
            new ClusterJob("y", 0, 4, new Demand(1000, 0, 1, 600, 0, List.of("P100"))));

    ClusterRun run = run(NODES, "first-fit", jobs, true);

    assertEquals(1, run.node(0));
    assertEquals(4, run.startNanos(1)); // 600 beside 500 of one GPU do not fit
  }

  @Test
  void refusesAJobThatFitsOnNoIdleNode() {
    List<ClusterJob> jobs =
        List.of(new ClusterJob("huge", 0, 1, new Demand(0, 0, 3, 1000, 0, List.of())));

    String message =
        assertThrows(InvalidInputException.class, () -> run(NODES, "fgd", jobs, true)).getMessage();

    assertTrue(message.startsWith("job huge: found "), message);
  }

  @Test
  void metersWhatIsAllocatedAndWaits() {
    List<ClusterJob> jobs =
        List.of(
            new ClusterJob("x", 0, 10, TWO),
            new ClusterJob("y", 0, 10, TWO), // waits from 0 to 10
            new ClusterJob("z", 20, 1, WHOLE));
    Cluster cluster = new Cluster(NODES);
    ClusterMeter meter = new ClusterMeter(cluster, new Fragmentation(jobs), 10);

    new ClusterRun(cluster, policy(cluster, "first-fit", jobs), jobs, true, meter).run();

    assertEquals(2.0 / 3, meter.mean(ClusterMeter.ALLOCATED), 1e-9); // two of three GPUs until 20
    assertEquals(0.5, meter.mean(ClusterMeter.WAITING), 1e-9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"first-fit", "best-fit", "worst-fit", "random", "gpu-packing", "fgd"})
  void neverGivesMoreThanANodeHasAndEndsAllJobs(String policy) {
    for (int seed = 0; seed < 10; seed++) {
      List<ClusterNode> nodes = nodes(new Random(seed));
      List<ClusterJob> jobs = jobs(new Random(seed), nodes);

      Cluster cluster = new Cluster(nodes);
      ClusterMeter meter = new ClusterMeter(cluster, new Fragmentation(jobs), 1000);
      ClusterRun run =
          new ClusterRun(cluster, policy(cluster, policy, jobs), jobs, seed % 2 == 0, meter);
      run.run();

      for (int j = 0; j < jobs.size(); j++) {
        assertTrue(run.startNanos(j) >= jobs.get(j).arrivalNanos(), "seed " + seed + " job " + j);
        assertHolds(nodes, jobs, run, j);
      }
      assertConserves(cluster, jobs, run, meter);
    }
  }

  /** The GPU time that is metered is that of the jobs. */
  private static void assertConserves(
      Cluster cluster, List<ClusterJob> jobs, ClusterRun run, ClusterMeter meter) {
    long end = IntStream.range(0, jobs.size()).mapToLong(run::endNanos).max().orElseThrow();
    double metered = meter.series().mean(ClusterMeter.ALLOCATED, end) * end * cluster.gpus();
    double asked =
        jobs.stream().mapToDouble(j -> (double) j.durationNanos() * j.demand().allMilli()).sum();
    assertEquals(asked / Demand.WHOLE, metered, 1e-6 * asked);
  }

  /** What runs at the start of a job fits on its node. */
  private static void assertHolds(
      List<ClusterNode> nodes, List<ClusterJob> jobs, ClusterRun run, int job) {
    ClusterNode node = nodes.get(run.node(job));
    long now = run.startNanos(job);
    long cpu = 0;
    long memory = 0;
    long[] gpuMemory = new long[node.gpus()];
    int[] milli = new int[node.gpus()];
    for (int j = 0; j < jobs.size(); j++) {
      if (run.node(j) == run.node(job) && run.startNanos(j) <= now && now < run.endNanos(j)) {
        Demand demand = jobs.get(j).demand();
        cpu += demand.cpuMilli();
        memory += demand.memoryBytes();
        assertEquals(demand.gpus(), Long.bitCount(run.gpus(j)));
        for (long left = run.gpus(j); left != 0; left &= left - 1) {
          milli[Long.numberOfTrailingZeros(left)] += demand.gpuMilli();
          gpuMemory[Long.numberOfTrailingZeros(left)] += demand.gpuMemoryBytes();
        }
      }
    }
    assertTrue(cpu <= node.cpuMilli() && memory <= node.memoryBytes(), node.name());
    for (int g = 0; g < node.gpus(); g++) {
      assertTrue(milli[g] <= Demand.WHOLE && gpuMemory[g] <= node.gpuMemoryBytes(), node.name());
    }
  }

  private static List<ClusterNode> nodes(Random random) {
    List<ClusterNode> nodes = new ArrayList<>();
    nodes.add(new ClusterNode("all", "T4", 8, 100, 64_000, 1000)); // every job fits somewhere
    for (int n = 1; n < 6; n++) {
      String model = random.nextBoolean() ? "T4" : "P100";
      nodes.add(
          new ClusterNode(
              "n" + n, model, random.nextInt(9), 100, 8000 + random.nextInt(9) * 4000, 1000));
    }
    return nodes;
  }

  private static List<ClusterJob> jobs(Random random, List<ClusterNode> nodes) {
    List<ClusterJob> jobs = new ArrayList<>();
    long arrival = 0;
    for (int j = 0; j < RANDOM_JOBS; j++) {
      arrival += random.nextInt(4);
      int gpus = random.nextInt(4) == 0 ? random.nextInt(nodes.get(0).gpus() + 1) : 1;
      int milli =
          gpus == 1 && random.nextBoolean() ? 1 + random.nextInt(Demand.WHOLE) : Demand.WHOLE;
      List<String> models = random.nextInt(5) == 0 ? List.of("T4") : List.of();
      int share = gpus == 0 ? 0 : milli;
      Demand demand =
          new Demand(
              random.nextInt(8000), random.nextInt(400), gpus, share, random.nextInt(80), models);
      jobs.add(new ClusterJob("j" + j, arrival, 1 + random.nextInt(60), demand));
    }
    return jobs;
  }

  private static List<Long> starts(ClusterRun run, List<ClusterJob> jobs) {
    return IntStream.range(0, jobs.size()).mapToObj(run::startNanos).toList();
  }

  private static ClusterRun run(
      List<ClusterNode> nodes, String name, List<ClusterJob> jobs, boolean overtakes) {
    Cluster cluster = new Cluster(nodes);
    ClusterMeter meter = new ClusterMeter(cluster, new Fragmentation(jobs), 1000);
    ClusterRun run = new ClusterRun(cluster, policy(cluster, name, jobs), jobs, overtakes, meter);
    run.run();
    return run;
  }

  private static NodePolicy policy(Cluster cluster, String name, List<ClusterJob> jobs) {
    return NodePolicies.create(name, new NodePolicies.Setup(cluster, new Fragmentation(jobs), 1));
  }
}
