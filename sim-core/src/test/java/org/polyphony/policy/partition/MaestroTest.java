package org.polyphony.policy.partition;

import java.util.Map;

class MaestroTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return PartitionPolicies.create("maestro", Map.of("epochCycles", 500));
  }
}
