package org.polyphony.gpu.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** An execution pipe of an SM and its instruction classes. */
public record PipeConfig(
    @Key("name in reports, such as fp32-int") String name,
    @Key(value = "copies per SM: one for each warp scheduler, or 1 shared by all", min = 1, max = 8)
        int units,
    @Key("opcode classes with their timing") List<Timing> executes) {
  private static final List<OpClass> PIPED =
      Keys.choices(Timing.class, "opClass").stream().map(OpClass::valueOf).toList();

  /** Latency and initiation interval of an instruction class in a pipe. */
  public record Timing(
      @Key(
              value =
                  "arithmetic or control class; without BARRIER, barriers issue as integer"
                      + " instructions and open when the last warp arrives",
              oneOf = {
                "INT", "FP32", "FP64", "SFU", "BRANCH", "UNIFORM", "TENSOR", "TEXTURE", "BARRIER"
              })
          OpClass opClass,
      @Key(
              value =
                  "mnemonics of the class: an opcode, such as IMAD, or an opcode with some of its"
                      + " modifiers, such as HMMA.16816.F32; the name with the most modifiers"
                      + " counts; empty: all not named elsewhere",
              absent = "[]")
          List<String> mnemonics,
      @Key(value = "latency to the result", unit = "core cycles", min = 1, max = 512) int latency,
      @Key(value = "initiation interval, at most latency", unit = "core cycles", min = 1, max = 512)
          int initiationInterval,
      @Key(
              value = "whether the warp issues nothing else until the result is ready",
              absent = "false")
          boolean holdsWarp,
      @Key(
              value = "whether predicated instructions wait for the result (comparisons)",
              absent = "false")
          boolean guards,
      @Key(
              value = "whether the instruction waits for the preceding comparison (branches)",
              absent = "false")
          boolean guarded)
      implements Keys.Related {
    /** The timing is for other mnemonics. */
    public static final int NOT_NAMED = -1;

    public Timing {
      mnemonics = List.copyOf(mnemonics);
    }

    /** Creates the timing of some mnemonics of a class without a hold or a guard. */
    public Timing(OpClass opClass, List<String> mnemonics, int latency, int initiationInterval) {
      this(opClass, mnemonics, latency, initiationInterval, false, false, false);
    }

    /**
     * Returns how closely this timing names a mnemonic: the modifiers of the best match plus 1, 0
     * if it is for all that are not named, {@link #NOT_NAMED} if it is for others.
     */
    public int matches(String mnemonic) {
      List<String> parts = List.of(mnemonic.split("\\.", -1));
      int best = mnemonics.isEmpty() ? 0 : NOT_NAMED;
      for (String name : mnemonics) {
        List<String> wanted = List.of(name.split("\\.", -1));
        boolean holds = wanted.get(0).equals(parts.get(0)) && parts.containsAll(wanted);
        best = holds ? Math.max(best, wanted.size()) : best;
      }
      return best;
    }

    @Override
    public void check(Violation.Checks checks) {
      checks.require(
          initiationInterval <= latency,
          "initiationInterval",
          initiationInterval,
          "1 to latency (" + latency + ")");
      for (String mnemonic : mnemonics) {
        checks.require(
            mnemonic.matches("[A-Z][A-Z0-9_]*(\\.[A-Za-z0-9_]+)*"),
            "mnemonics",
            mnemonic,
            "opcodes or opcodes with modifiers, as IMAD or HMMA.16816.F32");
      }
    }
  }

  /** Requires exactly one pipe per class; barriers may have none. */
  static void requireEachClassOnce(Violation.Checks checks, List<PipeConfig> pipes) {
    List<Timing> timings = pipes.stream().flatMap(pipe -> pipe.executes().stream()).toList();
    for (OpClass opClass : PIPED) {
      long count =
          timings.stream().filter(t -> t.opClass() == opClass && t.mnemonics().isEmpty()).count();
      checks.require(
          count == 1 || (count == 0 && opClass == OpClass.BARRIER),
          "pipes",
          opClass + " in " + count + " pipes",
          "each class in one");
    }
    Set<String> named = new HashSet<>();
    timings.stream()
        .flatMap(t -> t.mnemonics().stream())
        .forEach(m -> checks.require(named.add(m), "pipes", m + " twice", "each mnemonic once"));
  }
}
