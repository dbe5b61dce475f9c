package org.polyphony.gpu.kernel;

import java.util.Locale;

/**
 * How closely the device executes an instruction.
 *
 * @param treatment exact, approximated, ignored, or not modelled
 * @param how what the device does instead, in a few words; empty if exact
 */
public record Fidelity(Treatment treatment, String how) {
  /** The device executes the instruction as its class says. */
  public static final Fidelity EXACT = new Fidelity(Treatment.EXACT, "");

  /** What becomes of an instruction. */
  public enum Treatment {
    /** Pipe, latency, dependences, accesses and waits are those of the instruction. */
    EXACT,
    /** Executes with a known error that does not change the work of the kernel. */
    APPROXIMATED,
    /** Takes an issue slot and has no other effect. */
    IGNORED,
    /** Loses traffic, waits or work; runs only on request. */
    NOT_MODELLED;

    /** Returns the treatment in lower case. */
    public String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  public boolean isExact() {
    return treatment == Treatment.EXACT;
  }

  public boolean isModelled() {
    return treatment != Treatment.NOT_MODELLED;
  }
}
