package org.polyphony.gpu.sm;

import org.polyphony.gpu.Occupancy;
import org.polyphony.gpu.ThreadBlockNeed;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * A running kernel as the SMs see it: its instructions decoded for this device, and its stream.
 *
 * <p>What is needed of an instruction at each issue lies side by side. Register sets are bit sets
 * of 256 bits in four words each; the zero register is in none. All SMs share one program.
 */
public final class KernelProgram {
  /** Where the initiation interval lies above the latency. */
  static final int TIMING_SHIFT = 16;

  /** Words of a register set. */
  static final int WORDS = 4;

  private static final int REGISTER_STRIDE = 2 * WORDS;
  private static final int CODE_STRIDE = 2;
  private static final int CODE_ADDRESS = 1;
  private static final int PORT = 8; // in the label, above the kind
  private static final int WIDTH = 16;
  private static final int FIELD = 0xff;

  final int row;
  final int process;
  final long addressBase;
  final long codeBase;
  final int warpsPerBlock;
  final int blocksAlone; // thread blocks on an SM that runs nothing else, at least 1
  final int instructionBytes;
  final InstructionStream stream;
  private final long[] code; // by instruction: a label of 8 bits a field, and the code address
  private final int[] freeSlots; // of the stream, a stack
  private int freeCount;
  final long[] registers; // by instruction: the set at uses(), then the one at defines()
  final long[] sourceBanks; // by instruction and warp mod banks: operands per bank, 4 bits each
  final long[] definedBanks; // likewise: banks that the destinations lie in, 4 bits apart
  private final int[] timing; // latency, and from bit 16 initiation interval
  private final int[] flags;
  private final boolean[] isLocal; // thread-private memory
  private final long[] pc;

  /**
   * Decodes a kernel.
   *
   * @param row its row in the kernel control block
   * @param process the process that launched it; results are counted by process
   * @param addressBase what is added to every global address to tell processes apart
   * @param codeBase where its program lies, the same each time the process launches this kernel
   * @param kernel what was launched
   * @param slots thread blocks resident on the device at most
   * @param config the device
   */
  public KernelProgram(
      int row,
      int process,
      long addressBase,
      long codeBase,
      Kernel kernel,
      int slots,
      GpuConfig config) {
    this.row = row;
    this.process = process;
    this.addressBase = addressBase;
    this.codeBase = codeBase;
    this.instructionBytes = config.l1i().instructionBytes();
    this.warpsPerBlock = kernel.warpsPerBlock();
    ThreadBlockNeed need = ThreadBlockNeed.of(config.sm(), kernel);
    this.blocksAlone = Math.max(1, Occupancy.of(config.sm(), need).threadBlocks());
    this.stream = kernel.open(slots);
    this.freeSlots = new int[slots];
    for (int i = 0; i < slots; i++) {
      freeSlots[i] = slots - 1 - i;
    }
    this.freeCount = slots;
    InstructionTable table = kernel.instructions();
    int n = table.size();
    code = new long[n * CODE_STRIDE];
    timing = new int[n];
    registers = new long[n * REGISTER_STRIDE];
    int banks = config.sm().registerBanks() / config.sm().warpSchedulers();
    sourceBanks = new long[n * banks];
    definedBanks = new long[n * banks];
    flags = new int[n];
    isLocal = new boolean[n];
    pc = new long[n];
    for (int i = 0; i < n; i++) {
      decode(table, i, config);
    }
    layOut();
  }

  /**
   * Lays the program out for this device: instructions keep their distances, counted in
   * instructions, whatever their size in the source.
   */
  private void layOut() {
    long step = 0;
    for (long each : pc) {
      step = greatestCommonDivisor(each - pc[0], step);
    }
    for (int i = 0; i < pc.length; i++) {
      long address = step == 0 ? 0 : (pc[i] - pc[0]) / step * instructionBytes;
      code[i * CODE_STRIDE + CODE_ADDRESS] = address;
    }
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);
  }

  /** Returns the {@link InstructionKind} of an instruction. */
  int kind(int index) {
    return (int) code[index * CODE_STRIDE] & FIELD;
  }

  /** Returns the port that an instruction goes to. */
  int port(int index) {
    return (int) (code[index * CODE_STRIDE] >>> PORT) & FIELD;
  }

  /** Returns the bytes that each lane of a memory instruction accesses. */
  int width(int index) {
    return (int) (code[index * CODE_STRIDE] >>> WIDTH) & FIELD;
  }

  /** Returns where an instruction lies on the device, in bytes from the start of the program. */
  long codeAddress(int index) {
    return code[index * CODE_STRIDE + CODE_ADDRESS];
  }

  /** Returns the latency of an instruction and, from bit 16, its initiation interval. */
  int timing(int index) {
    return timing[index];
  }

  /** Returns the flags of an instruction, as in {@link InstructionTable}. */
  int flags(int index) {
    return flags[index];
  }

  /** Returns true when an instruction accesses thread-private memory. */
  boolean isLocal(int index) {
    return isLocal[index];
  }

  /** Returns the address of an instruction in its source. */
  long pc(int index) {
    return pc[index];
  }

  /** Returns how many static instructions there are. */
  int size() {
    return pc.length;
  }

  /** Returns where the sources and destinations of an instruction begin in {@link #registers}. */
  static int uses(int index) {
    return index * REGISTER_STRIDE;
  }

  /** Returns where the destinations of an instruction begin in {@link #registers}. */
  static int defines(int index) {
    return index * REGISTER_STRIDE + WORDS;
  }

  /** Begins a thread block in a free slot of the stream; returns the slot. */
  int begin(long threadBlock) {
    int slot = freeSlots[--freeCount];
    stream.begin(slot, threadBlock);
    return slot;
  }

  /** Ends the thread block in a slot of the stream. */
  void end(int slot) {
    stream.end(slot);
    freeSlots[freeCount++] = slot;
  }

  /** Frees the stream. */
  public void close() {
    stream.close();
  }

  private void decode(InstructionTable table, int i, GpuConfig config) {
    SmConfig sm = config.sm();
    int kind = InstructionKind.of(table, i);
    flags[i] = table.flags(i);
    isLocal[i] = table.space(i) == MemorySpace.LOCAL;
    pc[i] = table.pc(i);
    int port;
    if (InstructionKind.isMemory(kind)) {
      boolean apart = kind == InstructionKind.CONSTANT_LOAD && config.constantCache().ownPath();
      port = apart ? Ports.constants(sm) : Ports.memory(sm);
    } else {
      port = decodePipe(table, i, sm);
    }
    code[i * CODE_STRIDE] = kind | ((long) port << PORT) | ((long) table.widthBytes(i) << WIDTH);
    decodeRegisters(table, i);
    decodeBanks(table, i, sm.registerBanks() / sm.warpSchedulers());
  }

  /** Sets the timing of an instruction; returns the pipe that it goes to. */
  private int decodePipe(InstructionTable table, int i, SmConfig sm) {
    int port = 0;
    OpClass opClass = table.opClass(i);
    OpClass piped = PipeConfig.pipedClasses().contains(opClass) ? opClass : OpClass.INT;
    String mnemonic = table.mnemonic(i).split("\\.", 2)[0];
    boolean isNamed = false;
    for (int p = 0; p < sm.pipes().size(); p++) {
      for (PipeConfig.Timing t : sm.pipes().get(p).executes()) {
        boolean names = t.mnemonics().contains(mnemonic);
        if (t.opClass() == piped && (names || (t.mnemonics().isEmpty() && !isNamed))) {
          port = p;
          int latency = piped == opClass ? t.latency() : 1; // barriers and exits have no result
          timing[i] = latency | t.initiationInterval() << TIMING_SHIFT;
        }
        isNamed |= names;
      }
    }
    return port;
  }

  private void decodeRegisters(InstructionTable table, int i) {
    for (int k = 0; k < table.destinationCount(i); k++) {
      add(defines(i), table.destination(i, k));
      add(uses(i), table.destination(i, k));
    }
    for (int k = 0; k < table.sourceCount(i); k++) {
      add(uses(i), table.source(i, k));
    }
  }

  private void decodeBanks(InstructionTable table, int i, int banks) {
    for (int shift = 0; shift < banks; shift++) {
      for (int k = 0; k < table.sourceCount(i); k++) {
        if (!isRepeated(table, i, k)) {
          sourceBanks[i * banks + shift] += 1L << (4 * ((table.source(i, k) + shift) % banks));
        }
      }
      for (int k = 0; k < table.destinationCount(i); k++) {
        definedBanks[i * banks + shift] |= 1L << (4 * ((table.destination(i, k) + shift) % banks));
      }
    }
  }

  /** An operand that appears twice is read once. */
  private static boolean isRepeated(InstructionTable table, int i, int k) {
    for (int earlier = 0; earlier < k; earlier++) {
      if (table.source(i, earlier) == table.source(i, k)) {
        return true;
      }
    }
    return false;
  }

  private void add(int set, int register) {
    if (register != InstructionTable.ZERO_REGISTER) {
      registers[set + (register >> 6)] |= 1L << register;
    }
  }
}
