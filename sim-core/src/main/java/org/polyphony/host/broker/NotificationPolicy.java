package org.polyphony.host.broker;

import java.util.List;
import org.polyphony.policy.PolicyDescription;

/**
 * Chooses who of the waiting clients of a device gets memory when some is free. Source: schedGPU
 * section 5.
 *
 * <p>It is asked again after each choice until it chooses nobody; that is one notification.
 */
public interface NotificationPolicy {
  /** Nobody, or no client served before in this notification. */
  int NONE = Integer.MIN_VALUE;

  /** Returns the name in configs; by default that of its class as configs write it. */
  default String name() {
    return PolicyDescription.nameOf(getClass());
  }

  /**
   * Chooses a request that fits.
   *
   * @param waiting requests for the device in the order of their arrival, at least one
   * @param freeBytes what is free on it
   * @param servedPriority priority of the request served last in this notification, or {@link
   *     #NONE}
   * @return its index, or {@link #NONE}
   */
  int next(List<Waiting> waiting, long freeBytes, int servedPriority);
}
