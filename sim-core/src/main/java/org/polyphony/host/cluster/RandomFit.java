package org.polyphony.host.cluster;

import java.util.Random;

/** Any node with room, and of it the GPU with least left; the seed decides. */
final class RandomFit implements NodePolicy {
  static final NodePolicies.Kind KIND =
      new NodePolicies.Kind(
          "random",
          "any node with room",
          "FGD section 6.1",
          setup -> new RandomFit(new Random(setup.seed())));

  private final Random random;

  RandomFit(Random random) {
    this.random = random;
  }

  @Override
  public double cost(Cluster cluster, int node, Demand demand) {
    return random.nextDouble();
  }
}
