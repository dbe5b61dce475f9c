package org.polyphony.host.broker;

import java.util.List;

/**
 * Maximum memory utilization: the first waiting client whose request fits is served. Source:
 * schedGPU section 5, policy 2.
 */
public final class Mmu implements NotificationPolicy {
  @Override
  public int next(List<Waiting> waiting, long freeBytes, int servedPriority) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).bytes() <= freeBytes) {
        return i;
      }
    }
    return NONE;
  }
}
