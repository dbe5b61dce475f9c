package org.polyphony.workload.sass;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * An opcode with its modifiers, as a trace or a kernel model writes it ({@code LDG.E.64.CONSTANT}),
 * and what they mean to the device.
 *
 * <p>The width comes from the opcode where it states one, as NVBit can report it wrongly (so does
 * Accel-Sim); else from the trace. Strong and volatile accesses of GPU or system scope do not look
 * up L1D, and atomics on global memory are done at L2. Accel-Sim lets accesses of system scope use
 * L1D; hardware does not.
 */
public final class SassMnemonic {
  private static final int NOT_TRACED = -1;

  /** What traces do not have all operands for. */
  private static final Set<Effect> OF_MODELS = EnumSet.range(Effect.REMOTE, Effect.CLUSTER_STORE);

  private final String text;
  private final List<String> parts;
  private final OpClass tableClass;
  private final int tracedWidth;
  private final boolean hasCopies; // of the SM version

  /**
   * Creates a mnemonic of a trace.
   *
   * @param binaryVersion an SM version that {@link SassOpcodes#supports}
   * @param tracedWidth bytes per lane as the trace states them, 0 without lane addresses
   */
  public SassMnemonic(String text, int binaryVersion, int tracedWidth) {
    this.text = text;
    this.parts = List.of(text.split("\\.", -1));
    this.tableClass = SassOpcodes.classOf(binaryVersion, name());
    this.tracedWidth = tracedWidth;
    this.hasCopies = SassOpcodes.classOf(binaryVersion, "LDGSTS") != null;
  }

  private SassMnemonic(String text) {
    this.text = text;
    this.parts = List.of(text.split("\\.", -1));
    this.tableClass = SassOpcodes.classInModels(name());
    this.tracedWidth = NOT_TRACED;
    this.hasCopies = true;
  }

  /** Returns a mnemonic of a kernel model. */
  public static SassMnemonic ofModel(String text) {
    return new SassMnemonic(text);
  }

  public String text() {
    return text;
  }

  /** Returns the opcode without its modifiers. */
  public String name() {
    return parts.get(0);
  }

  public boolean isUnknown() {
    return tableClass == null;
  }

  public boolean isMemory() {
    return SassOpcodes.space(name()) != MemorySpace.NONE
        && (isAccess() || isModel() || isIndexedConstantLoad());
  }

  /** An STSM whose addresses the tracer has not written is none. */
  private boolean isAccess() {
    boolean isTraced = tracedWidth > 0 || !name().equals("STSM");
    return (tableClass == OpClass.LOAD || tableClass == OpClass.ATOMIC)
        || (tableClass == OpClass.STORE && isTraced);
  }

  private boolean isModel() {
    return tracedWidth == NOT_TRACED;
  }

  /**
   * An LDC of a parameter has no address in a trace and is a move; one with lane addresses loads.
   */
  private boolean isIndexedConstantLoad() {
    return name().equals("LDC") && tracedWidth > 0;
  }

  public boolean isBulkCopy() {
    return name().startsWith("UTMA") || name().startsWith("UBLK");
  }

  public boolean isGeneric() {
    return name().equals("LD") || name().equals("ST") || name().equals("ATOM");
  }

  public MemorySpace space() {
    return isMemory() ? SassOpcodes.space(name()) : MemorySpace.NONE;
  }

  public OpClass opClass(MemorySpace space) {
    if (space == MemorySpace.CONSTANT) {
      return OpClass.LOAD;
    }
    return isUnknown() || (tableClass == OpClass.STORE && space == MemorySpace.NONE)
        ? OpClass.INT
        : tableClass;
  }

  /**
   * Returns its side effect.
   *
   * @param operands how many operands the stream gives; waits and arrivals without any are only
   *     executed in models, as are arrivals of traces
   */
  public Effect effect(int operands) {
    Effect found = SassOpcodes.effect(parts);
    if (OF_MODELS.contains(found)) {
      return isModel() && operands >= leastOperands(found) ? ofModel(found) : Effect.NONE;
    }
    boolean counts =
        switch (found) {
          case AWAIT_COPIES -> hasCopies && (operands > 0 || !isModel());
          case AWAIT_MULTIPLIES -> operands > 0 || !isModel();
          case COMMIT_MULTIPLIES -> !isModel(); // a model says which multiply-add closes a group
          case ARRIVE -> operands > 0;
          default -> true;
        };
    return counts ? found : Effect.NONE;
  }

  /** UBLKCP names its destination first: S is shared and G global memory. */
  private Effect ofModel(Effect found) {
    boolean toGlobal = found == Effect.BULK_LOAD && text.startsWith("UBLKCP.G");
    return toGlobal ? Effect.BULK_STORE : found;
  }

  private static int leastOperands(Effect of) {
    return switch (of) {
      case MBARRIER_INIT, MBARRIER_EXPECT, MBARRIER_WAIT -> 1;
      case BULK_LOAD, BULK_STORE, BULK_REDUCE, BULK_PREFETCH -> 1;
      case CLUSTER_STORE -> 2;
      default -> 0;
    };
  }

  /**
   * Returns whether the immediate in a trace is an operand: groups that may be pending, or
   * nanoseconds of a sleep that ends only then.
   */
  public boolean hasImmediate() {
    return switch (SassOpcodes.effect(parts)) {
      case AWAIT_COPIES, AWAIT_MULTIPLIES -> true;
      case SLEEP -> !parts.contains("SYNCS");
      default -> false;
    };
  }

  public int flags(MemorySpace space) {
    if (space != MemorySpace.GLOBAL) {
      return 0;
    }
    if (tableClass == OpClass.ATOMIC) {
      return InstructionTable.BYPASS_L1 | InstructionTable.NON_IDEMPOTENT;
    }
    boolean wide = parts.contains("GPU") || parts.contains("SYS");
    boolean isBypassingCopy = name().equals("LDGSTS") && parts.contains("BYPASS");
    boolean bypass =
        (parts.contains("STRONG") && wide) || parts.contains("VOLATILE") || isBypassingCopy;
    boolean readOnly = parts.contains("CONSTANT") && tableClass == OpClass.LOAD;
    return (bypass ? InstructionTable.BYPASS_L1 : 0) | (readOnly ? InstructionTable.READ_ONLY : 0);
  }

  /** Returns the bytes per lane, 1 to 16. */
  public int widthBytes() {
    if (SassOpcodes.effect(parts) == Effect.MATRICES) {
      return 4 * matrices();
    }
    for (String part : parts) {
      int bits = bits(part);
      if (bits > 0) {
        return Math.min(16, Math.max(1, bits / 8));
      }
    }
    return tracedWidth >= 1 && tracedWidth <= 16 ? tracedWidth : 4;
  }

  /** Returns how many 8x8 matrices LDSM.16.M88.4 reads: 1, 2 or 4. */
  private int matrices() {
    String last = parts.get(parts.size() - 1);
    return last.equals("2") || last.equals("4") ? Integer.parseInt(last) : 1;
  }

  /** Returns the number in 64, U8 or S16; 0 when the part is not of this form. */
  private static int bits(String part) {
    return part.matches("[US]?[0-9]{1,3}") ? Integer.parseInt(part.replaceFirst("[US]", "")) : 0;
  }
}
