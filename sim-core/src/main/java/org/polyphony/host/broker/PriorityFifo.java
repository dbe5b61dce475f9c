package org.polyphony.host.broker;

import java.util.List;

/**
 * Priority FIFO: the first waiting client with the highest priority is served; when its request
 * does not fit, or memory is left after it, a following client with the same priority is. Source:
 * schedGPU section 5, policy 3.
 *
 * <p>Within a priority this is what {@link PriorityMmu} does. They differ when all clients of the
 * highest priority have been served: here only clients "with the same priority" follow, and others
 * wait for the next notification. One comes: who was served gives back.
 */
public final class PriorityFifo implements NotificationPolicy {
  @Override
  public int next(List<Waiting> waiting, long freeBytes, int servedPriority) {
    int priority = servedPriority == NONE ? PriorityMmu.highest(waiting) : servedPriority;
    return PriorityMmu.firstThatFits(waiting, freeBytes, priority);
  }
}
