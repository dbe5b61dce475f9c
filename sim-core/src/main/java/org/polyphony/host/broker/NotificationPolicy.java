package org.polyphony.host.broker;

import java.util.List;
import org.polyphony.policy.PolicyDescription;

/**
 * Chooses which waiting client of a device gets free memory. Source: schedGPU section 5.
 *
 * <p>A notification calls the policy repeatedly until it chooses no client.
 */
public interface NotificationPolicy {
  /** No client, or no client served yet in this notification. */
  int NONE = Integer.MIN_VALUE;

  /** Returns the config name; by default derived from the class name. */
  default String name() {
    return PolicyDescription.nameOf(getClass());
  }

  /**
   * Chooses a request that fits.
   *
   * @param waiting requests for the device in arrival order, at least one
   * @param freeBytes free memory of the device
   * @param servedPriority priority of the request served last in this notification, or {@link
   *     #NONE}
   * @return index of the request, or {@link #NONE}
   */
  int next(List<Waiting> waiting, long freeBytes, int servedPriority);
}
