package org.polyphony.policy.registry;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.UserClass;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.PolicyGuard;
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
   * @throws org.polyphony.input.InvalidInputException if no such policy exists, or a parameter has
   *     an unknown name, a wrong type or a value out of range
   */
  public static PartitionPolicy create(String name, Map<String, ?> parameters) {
    Optional<PolicyKind<?>> kind = kind(name);
    return kind.isPresent() ? kind.get().create(parameters) : createUserDefined(name, parameters);
  }

  /**
   * Creates a policy for one run and checks that it supports the device and the number of
   * processes.
   *
   * @throws org.polyphony.input.InvalidInputException also if it does not
   */
  public static PartitionPolicy create(
      String name, Map<String, ?> parameters, GpuConfig gpu, int processes) {
    PartitionPolicy policy = create(name, parameters);
    PolicyKind.refuse(name, policy.violations(gpu, processes));
    return policy;
  }

  /**
   * Checks that a user-defined policy can be instantiated, without running its code.
   *
   * @throws InvalidInputException if the class does not exist, is not a policy, or has no public
   *     constructor for these parameters
   */
  public static void requireOwn(String className, Map<String, ?> parameters) {
    constructor(className, UserClass.find(className), parameters);
  }

  /**
   * Instantiates and guards a user-defined policy.
   *
   * @throws InvalidInputException if the class does not exist, is not a policy, or its constructor
   *     throws
   */
  private static PartitionPolicy createUserDefined(String className, Map<String, ?> parameters) {
    return PolicyGuard.create(
        PartitionPolicy.class, className, () -> construct(className, parameters));
  }

  private static PartitionPolicy construct(String className, Map<String, ?> parameters) {
    Constructor<?> constructor =
        constructor(className, UserClass.findForRun(className), parameters);
    Object[] arguments =
        Arrays.stream(constructor.getParameterTypes())
            .map(type -> argument(className, type, parameters))
            .toArray();
    try {
      return (PartitionPolicy) constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw refusal(className, "throws in its constructor: " + describeException(e.getCause()), e);
    } catch (ReflectiveOperationException | LinkageError e) { // also from static initializers
      throw refusal(className, "cannot be constructed: " + e, e);
    }
  }

  private static Object argument(String policy, Class<?> type, Map<String, ?> parameters) {
    return type.isRecord()
        ? PolicyKind.read(policy, type.asSubclass(Record.class), parameters)
        : new LinkedHashMap<>(parameters);
  }

  /**
   * Returns the record of a policy's parameters, whose components have a {@link
   * org.polyphony.input.Key}; empty for a user-defined policy that takes none or any.
   */
  public static Optional<Class<? extends Record>> parameters(String name) {
    Optional<PolicyKind<?>> kind = kind(name);
    if (kind.isPresent()) {
      return Optional.of(kind.get().parameters());
    }
    return UserClass.find(name)
        .flatMap(PartitionPolicies::ofRecord)
        .map(constructor -> constructor.getParameterTypes()[0].asSubclass(Record.class));
  }

  private static Optional<Constructor<?>> ofRecord(Class<?> type) {
    return Arrays.stream(type.getConstructors())
        .filter(each -> each.getParameterCount() == 1 && each.getParameterTypes()[0].isRecord())
        .findFirst();
  }

  private static Optional<PolicyKind<?>> kind(String name) {
    return KINDS.stream().filter(kind -> kind.description().name().equals(name)).findFirst();
  }

  /** Describes the exception and its innermost frame. */
  private static String describeException(Throwable error) {
    StackTraceElement[] frames = error.getStackTrace();
    return frames.length == 0 ? error.toString() : error + "\n    at " + frames[0];
  }

  private static InvalidInputException unknown(String name) {
    return new InvalidInputException(
        String.format(
            "no policy \"%s\"; one of %s, or the full name of a class on the class path",
            name, String.join(", ", names())));
  }

  /**
   * Returns the constructor with a record or a map of parameters; the no-argument one if there is
   * no such constructor and no parameter.
   */
  private static Constructor<?> constructor(
      String className, Optional<Class<?>> named, Map<String, ?> parameters) {
    Class<?> found = named.orElseThrow(() -> unknown(className));
    if (!PartitionPolicy.class.isAssignableFrom(found)) {
      throw refusal(className, "does not implement " + PartitionPolicy.class.getName(), null);
    }
    Class<? extends PartitionPolicy> type = found.asSubclass(PartitionPolicy.class);
    if (Modifier.isAbstract(type.getModifiers()) || !Modifier.isPublic(type.getModifiers())) {
      throw refusal(className, "cannot be constructed: it is abstract or not public", null);
    }
    Optional<Constructor<?>> ofRecord = ofRecord(type);
    if (ofRecord.isPresent()) {
      return ofRecord.get();
    }
    try {
      return type.getConstructor(Map.class);
    } catch (NoSuchMethodException | LinkageError e) {
      if (!parameters.isEmpty()) {
        String why = "takes no parameters: it has no public constructor with a record or a Map";
        throw refusal(className, why, e);
      }
    }
    try {
      return type.getConstructor();
    } catch (NoSuchMethodException | LinkageError e) {
      String why =
          "has no public constructor that takes nothing, a record or a Map<String, Object>";
      throw refusal(className, why, e);
    }
  }

  private static InvalidInputException refusal(String className, String why, Throwable cause) {
    return new InvalidInputException("policy " + className + " " + why, cause);
  }
}
