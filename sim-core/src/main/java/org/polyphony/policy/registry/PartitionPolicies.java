package org.polyphony.policy.registry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.partition.Alone;
import org.polyphony.policy.partition.LeftOver;
import org.polyphony.policy.partition.Oracle;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyKind;
import org.polyphony.policy.partition.PreemptivePriority;
import org.polyphony.policy.partition.SmkEven;
import org.polyphony.policy.partition.SmkFixed;
import org.polyphony.policy.partition.SmkP;
import org.polyphony.policy.partition.SmkPw;
import org.polyphony.policy.partition.SpatialEven;
import org.polyphony.policy.partition.SpatialFixed;
import org.polyphony.policy.partition.SpatialSmart;
import org.polyphony.policy.partition.TimeSlice;
import org.polyphony.policy.partition.WarpedSlicer;
import org.polyphony.policy.partition.maestro.Maestro;
import org.polyphony.policy.partition.tutti.Tutti;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.usercode.UserClass;
import org.polyphony.usercode.UserCodeException;

/** Partition policies by config name, and user-defined ones by class name. */
public final class PartitionPolicies {
  /** All built-in policies, simple ones first. */
  private static final List<PolicyKind<?>> KINDS =
      List.of(
          Alone.KIND,
          LeftOver.KIND,
          TimeSlice.KIND,
          PreemptivePriority.KIND,
          SpatialEven.KIND,
          SpatialSmart.KIND,
          SpatialFixed.KIND,
          SmkEven.KIND,
          SmkFixed.KIND,
          SmkP.KIND,
          SmkPw.KIND,
          WarpedSlicer.KIND,
          Maestro.KIND,
          Tutti.KIND,
          Oracle.KIND);

  private PartitionPolicies() {}

  /** Returns the names, simple policies first. */
  public static List<String> names() {
    return descriptions().stream().map(PolicyDescription::name).toList();
  }

  /** Returns the description of each policy, in the order of {@link #names}. */
  public static List<PolicyDescription> descriptions() {
    return KINDS.stream().map(PolicyKind::description).toList();
  }

  /**
   * Returns whether a name denotes a user-defined policy: it contains a dot, as in a package name,
   * or a class of this name exists.
   */
  public static boolean isUserDefined(String name) {
    return name.contains(".") || (!names().contains(name) && UserClass.find(name).isPresent());
  }

  /**
   * Creates a policy for one run. Static fields of a user-defined one belong to this run.
   *
   * @param name one of {@link #names}, or the fully qualified class name of a user-defined policy
   * @param parameters values by parameter name: numbers, strings and lists of them
   * @throws InvalidInputException if no such policy exists, or a parameter has an unknown name, a
   *     wrong type or a value out of range
   */
  public static PartitionPolicy create(String name, Map<String, ?> parameters) {
    Optional<PolicyKind<?>> kind = kind(name);
    return kind.isPresent()
        ? kind.get().create(parameters)
        : own(name).forRun().createGuarded(parameters);
  }

  /**
   * Creates a policy for one run and checks that it supports the device and the number of
   * processes.
   *
   * @throws InvalidInputException also if it does not
   */
  public static PartitionPolicy create(
      String name, Map<String, ?> parameters, GpuConfig gpu, int processes) {
    PartitionPolicy policy = create(name, parameters);
    Violation.refuse("policy " + name, policy.violations(gpu, processes));
    return policy;
  }

  /**
   * Returns the kernel scheduler that a policy wants.
   *
   * @throws UserCodeException if there is no such scheduler
   */
  public static String kernelScheduler(PartitionPolicy policy, String configured) {
    String wanted = policy.kernelScheduler(configured);
    List<String> names =
        WarpSchedulers.betweenKernels().stream().map(PolicyDescription::name).toList();
    if (!names.contains(wanted)) {
      throw new UserCodeException(
          "policy %s: kernelScheduler() returned \"%s\", allowed: %s"
              .formatted(policy.name(), wanted, NearestName.oneOf(wanted, names)));
    }
    return wanted;
  }

  /**
   * Returns what is wrong with the parameters of a policy, of which no code runs but that of the
   * record of a user-defined one.
   *
   * @throws InvalidInputException if it is a class that does not exist, is no policy, or has no
   *     public constructor for these parameters
   */
  public static List<Violation> violations(String name, Map<String, ?> parameters) {
    Optional<PolicyKind<?>> kind = kind(name);
    return kind.isPresent()
        ? Keys.check(kind.get().parameters(), parameters)
        : own(name).violations(parameters);
  }

  /** Returns the record of a bundled policy's parameters. */
  public static Optional<Class<? extends Record>> parameters(String name) {
    return kind(name).map(PolicyKind::parameters);
  }

  private static UserClass<PartitionPolicy> own(String name) {
    if (!isUserDefined(name)) {
      throw new InvalidInputException(
          "no policy \"%s\"; one of %s, or the full name of a class on the class path"
              .formatted(name, String.join(", ", names())));
    }
    return UserClass.named(PartitionPolicy.class, name);
  }

  private static Optional<PolicyKind<?>> kind(String name) {
    return KINDS.stream().filter(kind -> kind.description().name().equals(name)).findFirst();
  }
}
