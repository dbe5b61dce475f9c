package org.polyphony.host.broker;

import java.util.List;

/**
 * Priority FIFO: the first waiting client with the highest priority is served; if its request does
 * not fit, or memory is left, the next client with the same priority is. Source: schedGPU section
 * 5, policy 3.
 *
 * <p>Within a priority this equals {@link PriorityMmu}. They differ once all clients of the highest
 * priority have been served: here only clients "with the same priority" follow, and the others wait
 * for the next notification, which comes when a served client releases memory.
 */
public final class PriorityFifo implements NotificationPolicy {
  @Override
  public int next(List<Waiting> waiting, long freeBytes, int servedPriority) {
    int priority = servedPriority == NONE ? PriorityMmu.highest(waiting) : servedPriority;
    return PriorityMmu.firstThatFits(waiting, freeBytes, priority);
  }
}
