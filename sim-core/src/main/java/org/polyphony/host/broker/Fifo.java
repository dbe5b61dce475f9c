package org.polyphony.host.broker;

import java.util.List;

/**
 * First in, first out: only the first waiting client is served; if its request does not fit, all
 * others wait too. Source: schedGPU section 5, policy 1.
 */
public final class Fifo implements NotificationPolicy {
  @Override
  public int next(List<Waiting> waiting, long freeBytes, int servedPriority) {
    return waiting.get(0).bytes() <= freeBytes ? 0 : NONE;
  }
}
