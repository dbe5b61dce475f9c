package org.polyphony.host.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.polyphony.input.InvalidInputException;

class NodePolicyTest {
  private static final Demand HALF = new Demand(1000, 0, 1, 500, 0, List.of());
  private static final Demand WHOLE = new Demand(1000, 0, 1, 1000, 0, List.of());
  private static final Demand TWO = new Demand(1000, 0, 2, 1000, 0, List.of());

  private final Cluster cluster =
      new Cluster(List.of(node("large", 4), node("used", 2), node("small", 2)));

  NodePolicyTest() {
    cluster.take(1, 0, HALF);
  }

  @Test
  void firstFitTakesTheFirstNode() {
    assertEquals(0, chosen("first-fit", HALF));
  }

  @Test
  void bestFitTakesTheNodeWithLeastLeft() {
    assertEquals(1, chosen("best-fit", HALF));
    assertEquals(2, chosen("best-fit", TWO)); // has not two GPUs free: used
  }

  @Test
  void worstFitTakesTheNodeAndTheGpuWithMostLeft() {
    assertEquals(0, chosen("worst-fit", HALF));
    assertEquals(1, policy("worst-fit", HALF).gpu(cluster, 1, HALF));
  }

  @Test
  void gpuPackingSharesAGpuBeforeItUsesAnother() {
    assertEquals(1, chosen("gpu-packing", HALF));
    assertEquals(0, policy("gpu-packing", HALF).gpu(cluster, 1, HALF));
    assertEquals(1, chosen("gpu-packing", WHOLE)); // a node in use before an idle one
    assertEquals(0, chosen("gpu-packing", TWO));
  }

  @Test
  void fgdLeavesPairsOfGpusToJobsThatNeedThem() {
    assertEquals(1, chosen("fgd", HALF, TWO, HALF));
    assertEquals(0, policy("fgd", TWO, HALF).gpu(cluster, 1, HALF)); // the half that is left
    assertEquals(1, chosen("fgd", WHOLE, TWO));
  }

  @Test
  void randomTakesEachNodeWithRoom() {
    long nodes =
        IntStream.range(0, 50)
            .map(
                seed ->
                    NodePolicies.choose(
                        NodePolicies.create("random", setup(seed, HALF)), cluster, HALF))
            .distinct()
            .count();

    assertEquals(3, nodes);
  }

  @Test
  void noneIsChosenWithoutRoom() {
    Demand five = new Demand(0, 0, 5, 1000, 0, List.of());

    for (NodePolicies.Kind kind : NodePolicies.kinds()) {
      assertEquals(Cluster.NONE, chosen(kind.name(), five));
    }
  }

  @Test
  void refusesANameThatThereIsNot() {
    assertThrows(InvalidInputException.class, () -> NodePolicies.create("lucky", setup(1, HALF)));
  }

  @Test
  void aClassOfTheUsersIsMadeForTheRun() {
    NodePolicy own = NodePolicies.create(LastNode.class.getName(), setup(1, HALF));

    assertEquals(2, NodePolicies.choose(own, cluster, HALF));
  }

  @Test
  void refusesACostThatIsNoNumber() {
    NodePolicy wrong = (c, node, demand) -> Double.NaN;

    assertEquals(
        "cost of large: found NaN, allowed: a number",
        assertThrows(IllegalStateException.class, () -> NodePolicies.choose(wrong, cluster, HALF))
            .getMessage());
  }

  @Test
  void refusesAGpuWithoutRoom() {
    cluster.take(1, 0, HALF);
    NodePolicy wrong = new LastNode(setup(1, HALF));

    assertEquals(
        "GPU of used: found 0, allowed: a GPU that the job fits on",
        assertThrows(IllegalStateException.class, () -> NodePolicies.gpu(wrong, cluster, 1, HALF))
            .getMessage());
  }

  /** Takes the last node, and always its first GPU. */
  public static final class LastNode implements NodePolicy {
    /** Needs nothing of its cluster. */
    public LastNode(NodePolicies.Setup setup) {}

    @Override
    public double cost(Cluster cluster, int node, Demand demand) {
      return -node;
    }

    @Override
    public int gpu(Cluster cluster, int node, Demand demand) {
      return 0;
    }
  }

  /** Returns where a policy puts a job, of a workload of this and others. */
  private int chosen(String name, Demand demand, Demand... others) {
    return NodePolicies.choose(
        policy(name, others.length == 0 ? demand : others[0]), cluster, demand);
  }

  private NodePolicy policy(String name, Demand... workload) {
    return NodePolicies.create(name, setup(1, workload));
  }

  private NodePolicies.Setup setup(long seed, Demand... workload) {
    List<ClusterJob> jobs =
        List.of(workload).stream().map(d -> new ClusterJob("j", 0, 1, d)).toList();
    return new NodePolicies.Setup(cluster, new Fragmentation(jobs), seed);
  }

  private static ClusterNode node(String name, int gpus) {
    return new ClusterNode(name, "T4", gpus, 100, 8000 * gpus, 1000);
  }
}
