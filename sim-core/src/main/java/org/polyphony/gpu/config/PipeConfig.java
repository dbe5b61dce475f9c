package org.polyphony.gpu.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** An execution pipe of an SM and the instruction classes that it executes. */
public record PipeConfig(
    @Key("for reports, as fp32-int") String name,
    @Key(
            value = "copies in the SM: as many as warp schedulers (one each) or 1 (shared by all)",
            min = 1,
            max = 8)
        int units,
    @Key("classes with their timing") List<Timing> executes) {
  private static final List<OpClass> PIPED =
      Keys.choices(Timing.class, "opClass").stream().map(OpClass::valueOf).toList();

  /** How long a pipe is busy with an instruction of a class. */
  public record Timing(
      @Key(
              value =
                  "an arithmetic or control class; BARRIER may be left out: barriers then take the"
                      + " place of an integer instruction and open in the cycle of the last"
                      + " arrival",
              oneOf = {
                "INT", "FP32", "FP64", "SFU", "BRANCH", "UNIFORM", "TENSOR", "TEXTURE", "BARRIER"
              })
          OpClass opClass,
      @Key(
              value =
                  "those of the class that are meant, without modifiers, as IMAD; empty for all "
                      + "that are not named elsewhere",
              absent = "[]")
          List<String> mnemonics,
      @Key(value = "from entering the pipe to the result", unit = "core cycles", min = 1, max = 512)
          int latency,
      @Key(
              value = "until the unit takes the next one, at most latency",
              unit = "core cycles",
              min = 1,
              max = 512)
          int initiationInterval,
      @Key(
              value = "true when its warp issues nothing else until the result is there",
              absent = "false")
          boolean holdsWarp,
      @Key(value = "true for comparisons: what is guarded waits for the result", absent = "false")
          boolean guards,
      @Key(value = "true for branches: they wait for the comparison before them", absent = "false")
          boolean guarded)
      implements Keys.Related {
    public Timing {
      mnemonics = List.copyOf(mnemonics);
    }

    /** Makes the timing of some instructions of a class without a hold or a guard. */
    public Timing(OpClass opClass, List<String> mnemonics, int latency, int initiationInterval) {
      this(opClass, mnemonics, latency, initiationInterval, false, false, false);
    }

    public Timing(OpClass opClass, int latency, int initiationInterval) {
      this(opClass, List.of(), latency, initiationInterval);
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
            mnemonic.matches("[A-Z][A-Z0-9_]*"),
            "mnemonics",
            mnemonic,
            "mnemonics without modifiers, as IMAD");
      }
    }
  }

  /** Checks that each class is executed by one pipe; that of barriers may be by none. */
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
