package org.polyphony.host.broker;

import java.util.List;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.UserClass;
import org.polyphony.policy.PolicyGuard;

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
   * @param name one of {@link #names}, or the fully qualified name of a class that implements
   *     {@link NotificationPolicy} and has a public no-argument constructor
   * @throws InvalidInputException if there is none
   */
  public static NotificationPolicy create(String name) {
    for (NotificationPolicy policy : ALL) {
      if (policy.name().equals(name)) {
        return policy;
      }
    }
    if (!name.contains(".")) {
      throw new InvalidInputException("no policy of this name");
    }
    return PolicyGuard.create(
        NotificationPolicy.class, name, () -> UserClass.create(NotificationPolicy.class, name));
  }
}
