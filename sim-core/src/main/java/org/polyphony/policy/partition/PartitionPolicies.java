package org.polyphony.policy.partition;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.OwnClass;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.partition.maestro.Maestro;

/** The partition policies by their names in configs, and a user's own by their class names. */
public final class PartitionPolicies {
  /** All of the project's, simple ones first. */
  private static final List<PolicyKind> KINDS =
      List.of(
          Alone.KIND,
          LeftOver.KIND,
          TimeSlice.KIND,
          SpatialEven.KIND,
          SpatialSmart.KIND,
          SpatialFixed.KIND,
          SmkEven.KIND,
          SmkFixed.KIND,
          SmkP.KIND,
          SmkPw.KIND,
          WarpedSlicer.KIND,
          Maestro.KIND,
          Oracle.KIND);

  private PartitionPolicies() {}

  /** Returns the names, simple policies first. */
  public static List<String> names() {
    return descriptions().stream().map(PolicyDescription::name).toList();
  }

  /** Returns what there is to say of each policy, in the order of {@link #names}. */
  public static List<PolicyDescription> descriptions() {
    return KINDS.stream().map(PolicyKind::description).toList();
  }

  /**
   * Returns whether a name is that of a user's own policy: it has a dot, as a class in a package,
   * or there is a class of this name.
   */
  public static boolean isUsersOwn(String name) {
    return name.contains(".") || (!names().contains(name) && OwnClass.find(name).isPresent());
  }

  /**
   * Makes a policy for one run.
   *
   * @param name one of {@link #names}, or the class name of a user's own, with its package
   * @param parameters its parameters by name; numbers, texts and lists of them
   * @throws org.polyphony.input.InvalidInputException if there is no such policy or a parameter has
   *     the wrong name or type, or is out of range
   */
  public static PartitionPolicy create(String name, Map<String, ?> parameters) {
    Optional<PolicyKind> kind =
        KINDS.stream().filter(k -> k.description().name().equals(name)).findFirst();
    return kind.isPresent()
        ? kind.get().create(parameters)
        : UserPolicy.create(name, parameters, names());
  }

  /**
   * Makes a policy for one run and checks that it can work there.
   *
   * @param name as for {@link #create(String, Map)}
   * @param parameters as for {@link #create(String, Map)}
   * @throws org.polyphony.input.InvalidInputException also if it cannot
   */
  public static PartitionPolicy create(
      String name, Map<String, ?> parameters, GpuConfig gpu, int processes) {
    PartitionPolicy policy = create(name, parameters);
    PolicyKind.refuse(name, policy.violations(gpu, processes));
    return policy;
  }
}
