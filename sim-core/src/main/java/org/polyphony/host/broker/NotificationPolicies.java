package org.polyphony.host.broker;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.polyphony.usercode.UserClass;

/** The bundled notification policies, and user-defined ones by name. Source: schedGPU section 5. */
public final class NotificationPolicies {
  /** Only the first waiting client is served; if its request does not fit, all others wait too. */
  public static final NotificationPolicy FIFO =
      new Bundled(
          "fifo",
          (waiting, freeBytes, served) ->
              waiting.get(0).bytes() <= freeBytes ? 0 : NotificationPolicy.NONE);

  /** Maximum memory utilization: the first waiting client whose request fits is served. */
  static final NotificationPolicy MMU =
      new Bundled(
          "mmu", (waiting, freeBytes, served) -> first(waiting, each -> each.bytes() <= freeBytes));

  /**
   * The first waiting client with the highest priority is served; if its request does not fit, or
   * memory is left, the next client with the same priority is.
   *
   * <p>Within a priority this equals {@link #PRIORITY_MMU}. They differ once all clients of the
   * highest priority have been served: here only clients "with the same priority" follow, and the
   * others wait for the next notification, which comes when a served client releases memory.
   */
  static final NotificationPolicy PRIORITY_FIFO =
      new Bundled(
          "priority-fifo",
          (waiting, freeBytes, served) ->
              firstThatFits(
                  waiting,
                  freeBytes,
                  served == NotificationPolicy.NONE ? highest(waiting) : served));

  /**
   * Among the waiting clients with the highest priority, the first whose request fits is served; if
   * none fits, all wait. Once all of them have been served, the next priority follows.
   */
  static final NotificationPolicy PRIORITY_MMU =
      new Bundled(
          "priority-mmu",
          (waiting, freeBytes, served) -> firstThatFits(waiting, freeBytes, highest(waiting)));

  private static final List<NotificationPolicy> ALL =
      List.of(FIFO, MMU, PRIORITY_FIFO, PRIORITY_MMU);

  private record Bundled(String name, NotificationPolicy choice) implements NotificationPolicy {
    @Override
    public int next(List<Waiting> waiting, long freeBytes, int servedPriority) {
      return choice.next(waiting, freeBytes, servedPriority);
    }
  }

  private NotificationPolicies() {}

  private static int highest(List<Waiting> waiting) {
    return waiting.stream().mapToInt(Waiting::priority).max().orElseThrow();
  }

  private static int firstThatFits(List<Waiting> waiting, long freeBytes, int priority) {
    return first(waiting, each -> each.priority() == priority && each.bytes() <= freeBytes);
  }

  private static int first(List<Waiting> waiting, Predicate<Waiting> isServed) {
    return IntStream.range(0, waiting.size())
        .filter(i -> isServed.test(waiting.get(i)))
        .findFirst()
        .orElse(NotificationPolicy.NONE);
  }

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
