package org.polyphony.host.broker;

import java.util.List;
import java.util.Map;
import org.polyphony.usercode.UserClass;

/** The notification policies by name. */
public final class NotificationPolicies {
  private static final List<NotificationPolicy> ALL =
      List.of(new Fifo(), new Mmu(), new PriorityFifo(), new PriorityMmu());

  private NotificationPolicies() {}

  /** Returns the names, in the order of the paper. */
  public static List<String> names() {
    return ALL.stream().map(NotificationPolicy::name).toList();
  }

  /**
   * Creates a policy.
   *
   * @param name one of {@link #names}, or the name of a class that implements {@link
   *     NotificationPolicy} and has a public no-argument constructor
   * @throws org.polyphony.input.InvalidInputException if there is none
   */
  public static NotificationPolicy create(String name) {
    for (NotificationPolicy policy : ALL) {
      if (policy.name().equals(name)) {
        return policy;
      }
    }
    return UserClass.named(NotificationPolicy.class, name).forRun().createGuarded(Map.of());
  }
}
