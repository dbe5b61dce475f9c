package org.polyphony.gpu.config;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.input.Violation;

/**
 * An execution pipe of an SM and the instruction classes that it executes.
 *
 * @param name for reports, as {@code fp32-int}
 * @param units copies in the SM: as many as warp schedulers (one each) or 1 (shared by all)
 * @param executes classes with their timing
 */
public record PipeConfig(String name, int units, List<Timing> executes) {
  private static final EnumSet<OpClass> PIPED =
      EnumSet.of(
          OpClass.INT,
          OpClass.FP32,
          OpClass.FP64,
          OpClass.SFU,
          OpClass.BRANCH,
          OpClass.UNIFORM,
          OpClass.TENSOR,
          OpClass.TEXTURE);

  /** A thread-block barrier takes the place of an integer instruction where no pipe executes it. */
  private static final EnumSet<OpClass> ALLOWED = EnumSet.copyOf(PIPED);

  static {
    ALLOWED.add(OpClass.BARRIER);
  }

  /**
   * How long a pipe is busy with an instruction of a class.
   *
   * @param opClass an arithmetic or control class, or that of barriers
   * @param mnemonics those of the class that are meant, without modifiers, as {@code IMAD}; empty
   *     for all that are not named elsewhere; null is empty
   * @param latency core cycles from entering the pipe to the result, at least 1
   * @param initiationInterval core cycles until the unit takes the next one, 1 to {@code latency}
   * @param holdsWarp true when its warp issues nothing else until the result is there
   * @param guards true for comparisons: what is guarded waits for the result
   * @param guarded true for branches: they wait for the comparison before them
   */
  public record Timing(
      OpClass opClass,
      List<String> mnemonics,
      int latency,
      int initiationInterval,
      boolean holdsWarp,
      boolean guards,
      boolean guarded) {
    /** Keeps its own copy of the list. */
    public Timing {
      mnemonics = mnemonics == null ? List.of() : List.copyOf(mnemonics);
    }

    /** Makes the timing of some instructions of a class without a hold or a guard. */
    public Timing(OpClass opClass, List<String> mnemonics, int latency, int initiationInterval) {
      this(opClass, mnemonics, latency, initiationInterval, false, false, false);
    }

    public Timing(OpClass opClass, int latency, int initiationInterval) {
      this(opClass, List.of(), latency, initiationInterval);
    }
  }

  /** Returns the classes that a pipe may execute: each but that of barriers must have one. */
  public static EnumSet<OpClass> pipedClasses() {
    return EnumSet.copyOf(ALLOWED);
  }

  List<Violation> violations(int warpSchedulers) {
    Violation.Checks checks =
        new Violation.Checks()
            .require(
                units == 1 || units == warpSchedulers,
                "units",
                units,
                "1 or warpSchedulers (" + warpSchedulers + ")");
    for (int i = 0; i < executes.size(); i++) {
      Timing t = executes.get(i);
      String at = "executes[" + i + "].";
      checks
          .require(ALLOWED.contains(t.opClass()), at + "opClass", t.opClass(), "one of " + ALLOWED)
          .between(1, 512, at + "latency", t.latency())
          .require(
              t.initiationInterval() >= 1 && t.initiationInterval() <= t.latency(),
              at + "initiationInterval",
              t.initiationInterval(),
              "1 to latency");
    }
    return checks.violations();
  }

  static Violation.Checks requireEachClassOnce(Violation.Checks checks, List<PipeConfig> pipes) {
    for (OpClass opClass : ALLOWED) {
      long count =
          pipes.stream()
              .flatMap(p -> p.executes().stream())
              .filter(t -> t.opClass() == opClass && t.mnemonics().isEmpty())
              .count();
      boolean isMissing = count == 0 && PIPED.contains(opClass);
      checks.require(
          count < 2 && !isMissing,
          "pipes",
          opClass + " in " + count + " pipes",
          "each class in one");
    }
    Set<String> named = new HashSet<>();
    pipes.stream()
        .flatMap(p -> p.executes().stream())
        .flatMap(t -> t.mnemonics().stream())
        .forEach(m -> checks.require(named.add(m), "pipes", m + " twice", "each mnemonic once"));
    return checks;
  }
}
