package org.polyphony.gpu.kernel;

import java.util.Arrays;

/**
 * The static instructions of one kernel: one array per field, indexed by static instruction.
 * Immutable; create it with {@link Builder}.
 *
 * <p>Registers are numbered 0 to 254; register 255 is the zero register and never causes a
 * dependence.
 */
public final class InstructionTable {
  /** The zero register (RZ): reads as zero, ignores writes. */
  public static final int ZERO_REGISTER = 255;

  /** The access bypasses L1D (volatile, strong, atomics at L2). */
  public static final int BYPASS_L1 = 1;

  /** The load is read-only (LDG.CONSTANT, texture path): L1D always caches it. */
  public static final int READ_ONLY = 2;

  /**
   * The thread block cannot be dropped and executed again after this instruction: an atomic, or a
   * store to memory that the kernel reads. Source: GPU Maestro section 2.2; Park et al., ASPLOS'15.
   */
  public static final int NON_IDEMPOTENT = 4;

  /** The instruction closes the warp's open group of asynchronous multiply-adds. */
  public static final int COMMITS = 8;

  /** The most operands of an instruction that are neither registers nor lane addresses. */
  public static final int MOST_OPERANDS = 8;

  private final long[] pcs;
  private final OpClass[] opClasses;
  private final Effect[] effects;
  private final MemorySpace[] spaces;
  private final int[] widths;
  private final int[] flags;
  private final int[] operandCounts;
  private final int[] stalls; // negative if the instruction yields
  private final int[][] destinations;
  private final int[][] sources;
  private final String[] mnemonics;
  private final Fidelity[] fidelities;

  private InstructionTable(Builder b) {
    pcs = Arrays.copyOf(b.pcs, b.size);
    opClasses = Arrays.copyOf(b.opClasses, b.size);
    effects = Arrays.copyOf(b.effects, b.size);
    spaces = Arrays.copyOf(b.spaces, b.size);
    widths = Arrays.copyOf(b.widths, b.size);
    flags = Arrays.copyOf(b.flags, b.size);
    operandCounts = Arrays.copyOf(b.operandCounts, b.size);
    stalls = Arrays.copyOf(b.stalls, b.size);
    destinations = Arrays.copyOf(b.destinations, b.size);
    sources = Arrays.copyOf(b.sources, b.size);
    mnemonics = Arrays.copyOf(b.mnemonics, b.size);
    fidelities = Arrays.copyOf(b.fidelities, b.size);
  }

  public int size() {
    return pcs.length;
  }

  /** Returns the program counter of static instruction {@code i}, in bytes. */
  public long pc(int i) {
    return pcs[i];
  }

  public OpClass opClass(int i) {
    return opClasses[i];
  }

  /** Returns the side effect of the instruction. */
  public Effect effect(int i) {
    return effects[i];
  }

  /** Returns the memory space; {@link MemorySpace#NONE} if the instruction accesses no memory. */
  public MemorySpace space(int i) {
    return spaces[i];
  }

  /** Returns the access width per lane in bytes, 1 to 16; 0 without lane addresses. */
  public int widthBytes(int i) {
    return widths[i];
  }

  /**
   * Returns the flags: a bitwise OR of {@link #BYPASS_L1}, {@link #READ_ONLY}, {@link
   * #NON_IDEMPOTENT}, {@link #COMMITS}.
   */
  public int flags(int i) {
    return flags[i];
  }

  /** Returns the number of its {@link InstructionStream#operands}, 0 to {@link #MOST_OPERANDS}. */
  public int operandCount(int i) {
    return operandCounts[i];
  }

  /**
   * Returns the stall count in the machine code: cycles until the warp may issue its next
   * instruction; 0 if unknown.
   */
  public int stall(int i) {
    return Math.abs(stalls[i]);
  }

  /** Returns the yield hint in the machine code: whether another warp should issue next. */
  public boolean yields(int i) {
    return stalls[i] < 0;
  }

  public int destinationCount(int i) {
    return destinations[i].length;
  }

  /** Returns the {@code k}-th destination register, 0 to 255. */
  public int destination(int i, int k) {
    return destinations[i][k];
  }

  public int sourceCount(int i) {
    return sources[i].length;
  }

  /** Returns the {@code k}-th source register, 0 to 255. */
  public int source(int i, int k) {
    return sources[i][k];
  }

  /** Returns the opcode as in its source, for reports only. */
  public String mnemonic(int i) {
    return mnemonics[i];
  }

  /** Returns how closely the device executes static instruction {@code i}, for reports only. */
  public Fidelity fidelity(int i) {
    return fidelities[i];
  }

  /** Builds a table by appending instructions. */
  public static final class Builder {
    private static final int[] NO_REGISTERS = {};
    private int size;
    private long[] pcs = new long[64];
    private OpClass[] opClasses = new OpClass[64];
    private Effect[] effects = new Effect[64];
    private MemorySpace[] spaces = new MemorySpace[64];
    private int[] widths = new int[64];
    private int[] flags = new int[64];
    private int[] operandCounts = new int[64];
    private int[] stalls = new int[64];
    private int[][] destinations = new int[64][];
    private int[][] sources = new int[64][];
    private String[] mnemonics = new String[64];
    private Fidelity[] fidelities = new Fidelity[64];

    public Builder() {}

    /**
     * Appends an instruction without lane addresses.
     *
     * @param destinations registers written, each 0 to 255; may be empty
     * @param sources registers read, each 0 to 255; may be empty
     * @return the static index
     */
    public int add(long pc, String mnemonic, OpClass opClass, int[] destinations, int[] sources) {
      grow();
      pcs[size] = pc;
      mnemonics[size] = mnemonic;
      fidelities[size] = Fidelity.EXACT;
      opClasses[size] = opClass;
      effects[size] = Effect.NONE;
      spaces[size] = MemorySpace.NONE;
      this.destinations[size] = destinations.length == 0 ? NO_REGISTERS : destinations.clone();
      this.sources[size] = sources.length == 0 ? NO_REGISTERS : sources.clone();
      return size++;
    }

    /**
     * Makes the last instruction a memory access with lane addresses.
     *
     * @param flagSum bitwise OR of the flag constants of {@link InstructionTable}
     * @return this builder
     */
    public Builder memory(MemorySpace space, int widthBytes, int flagSum) {
      spaces[size - 1] = space;
      widths[size - 1] = widthBytes;
      flags[size - 1] = flagSum;
      return this;
    }

    /** Sets the side effect of the last instruction; none by default. */
    public Builder effect(Effect effect) {
      effects[size - 1] = effect;
      return this;
    }

    /**
     * Sets the number of operands of the last instruction that the stream gives; 0 if this is not
     * called.
     */
    public void operands(int count) {
      operandCounts[size - 1] = count;
    }

    /**
     * Sets the scheduling hints of the last instruction.
     *
     * @param cycles stall count: cycles until the warp may issue again; 0 if unknown
     * @param yields whether another warp should issue next
     */
    public void stall(int cycles, boolean yields) {
      stalls[size - 1] = yields ? -cycles : cycles;
    }

    /** Sets how closely the device executes the last instruction; exactly if this is not called. */
    public void fidelity(Fidelity fidelity) {
      fidelities[size - 1] = fidelity;
    }

    public InstructionTable build() {
      return new InstructionTable(this);
    }

    private void grow() {
      if (size < pcs.length) {
        return;
      }
      int capacity = size * 2;
      pcs = Arrays.copyOf(pcs, capacity);
      opClasses = Arrays.copyOf(opClasses, capacity);
      effects = Arrays.copyOf(effects, capacity);
      spaces = Arrays.copyOf(spaces, capacity);
      widths = Arrays.copyOf(widths, capacity);
      flags = Arrays.copyOf(flags, capacity);
      operandCounts = Arrays.copyOf(operandCounts, capacity);
      stalls = Arrays.copyOf(stalls, capacity);
      destinations = Arrays.copyOf(destinations, capacity);
      sources = Arrays.copyOf(sources, capacity);
      mnemonics = Arrays.copyOf(mnemonics, capacity);
      fidelities = Arrays.copyOf(fidelities, capacity);
    }
  }
}
