package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.usercode.JavaSource;
import org.polyphony.usercode.OwnPolicies;
import picocli.CommandLine.Option;

/** The option that names the partition policy; one of the user's own may be given as its source. */
final class PolicyOption {
  private static final String SET = "policy=";

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      completionCandidates = BundledNames.Policies.class,
      description = "policy instead of the config's: a name, or a Java file to compile and load")
  private String policy;

  /** While it is open, threads that start find the class of the policy. */
  static final class Loaded implements AutoCloseable {
    private final List<String> sets = new ArrayList<>();
    private final OwnPolicies own = new OwnPolicies();

    /** Returns overrides of a config, with the policy before the others. */
    List<String> before(List<String> overrides) {
      List<String> all = new ArrayList<>(sets);
      all.addAll(overrides);
      return all;
    }

    @Override
    public void close() {
      own.close();
    }
  }

  boolean isSource() {
    return policy != null && JavaSource.isOne(policy);
  }

  /**
   * Compiles the policy if it is given by its source. Only one that divides a device takes the
   * place of the config's.
   *
   * @param kinds interfaces of which it has to implement one
   * @throws org.polyphony.input.InvalidInputException when that cannot be done
   */
  Loaded load(Class<?>... kinds) {
    Loaded loaded = new Loaded();
    if (isSource()) {
      Class<?> compiled = loaded.own.compile(Path.of(policy), kinds);
      if (PartitionPolicy.class.isAssignableFrom(compiled)) {
        loaded.sets.add(SET + compiled.getName());
      }
    } else if (policy != null) {
      requireKnown("--policy", policy);
      loaded.sets.add(SET + policy);
    }
    return loaded;
  }

  /**
   * Refuses a name that is no policy's; one of the user's own, with its package, is looked for
   * later.
   *
   * @param option that has the name
   * @param policy its name
   */
  static void requireKnown(String option, String policy) {
    if (!PartitionPolicies.isUserDefined(policy)) {
      Arguments.requireOneOf(option, policy, PartitionPolicies.names());
    }
  }
}
