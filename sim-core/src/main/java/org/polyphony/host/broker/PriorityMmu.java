package org.polyphony.host.broker;

import java.util.List;

/**
 * Priority MMU: among the waiting clients with the highest priority, the first whose request fits
 * is served; if none fits, all wait. Once all of them have been served, the next priority follows.
 * Source: schedGPU section 5, policy 4.
 */
public final class PriorityMmu implements NotificationPolicy {
  @Override
  public int next(List<Waiting> waiting, long freeBytes, int servedPriority) {
    return firstThatFits(waiting, freeBytes, highest(waiting));
  }

  static int highest(List<Waiting> waiting) {
    int highest = waiting.get(0).priority();
    for (Waiting request : waiting) {
      highest = Math.max(highest, request.priority());
    }
    return highest;
  }

  static int firstThatFits(List<Waiting> waiting, long freeBytes, int priority) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).priority() == priority && waiting.get(i).bytes() <= freeBytes) {
        return i;
      }
    }
    return NONE;
  }
}
