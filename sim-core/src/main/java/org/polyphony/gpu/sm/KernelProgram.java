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
 * <p>One array per field, indexed by static instruction. Register sets are bit sets of 256 bits in
 * four words each; the zero register is in none. All SMs share one program.
 */
public final class KernelProgram {
  /** Where the initiation interval lies above the latency. */
  static final int TIMING_SHIFT = 16;

  /** Words of a register set. */
  static final int WORDS = 4;

  final int row;
  final int process;
  final long addressBase;
  final long codeBase;
  final int warpsPerBlock;
  final int blocksAlone; // thread blocks on an SM that runs nothing else, at least 1
  final int instructionBytes;
  final InstructionStream stream;
  final int[] kind;
  final int[] port;
  final int[] timing; // latency, and from bit 16 initiation interval
  private final int[] freeSlots; // of the stream, a stack
  private int freeCount;
  private int words = 1; // register-set words that some instruction uses, 1 to 4
  final long[] uses; // sources and destinations: what must not be pending
  final long[] defines;
  final long[] sourceBanks; // by instruction and warp mod banks: operands per bank, 4 bits each
  final long[] definedBanks; // likewise: banks that the destinations lie in, 4 bits apart
  final int[] width;
  final int[] flags;
  final boolean[] isLocal; // thread-private memory
  final long[] pc;
  final long[] codeAddress; // where it lies on the device, from the start of the program

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
    kind = new int[n];
    port = new int[n];
    timing = new int[n];
    uses = new long[n * WORDS];
    defines = new long[n * WORDS];
    int banks = config.sm().registerBanks() / config.sm().warpSchedulers();
    sourceBanks = new long[n * banks];
    definedBanks = new long[n * banks];
    width = new int[n];
    flags = new int[n];
    isLocal = new boolean[n];
    pc = new long[n];
    codeAddress = new long[n];
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
      codeAddress[i] = step == 0 ? 0 : (pc[i] - pc[0]) / step * instructionBytes;
    }
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);
  }

  /** Returns how many words of register sets matter: the same for all instructions, 1 to 4. */
  int words() {
    return words;
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
    kind[i] = InstructionKind.of(table, i);
    width[i] = table.widthBytes(i);
    flags[i] = table.flags(i);
    isLocal[i] = table.space(i) == MemorySpace.LOCAL;
    pc[i] = table.pc(i);
    if (InstructionKind.isMemory(kind[i])) {
      boolean apart = kind[i] == InstructionKind.CONSTANT_LOAD && config.constantCache().ownPath();
      port[i] = apart ? Ports.constants(sm) : Ports.memory(sm);
    } else {
      decodePipe(table, i, sm);
    }
    decodeRegisters(table, i);
    decodeBanks(table, i, sm.registerBanks() / sm.warpSchedulers());
  }

  private void decodePipe(InstructionTable table, int i, SmConfig sm) {
    OpClass opClass = table.opClass(i);
    OpClass piped = PipeConfig.pipedClasses().contains(opClass) ? opClass : OpClass.INT;
    String mnemonic = table.mnemonic(i).split("\\.", 2)[0];
    boolean isNamed = false;
    for (int p = 0; p < sm.pipes().size(); p++) {
      for (PipeConfig.Timing t : sm.pipes().get(p).executes()) {
        boolean names = t.mnemonics().contains(mnemonic);
        if (t.opClass() == piped && (names || (t.mnemonics().isEmpty() && !isNamed))) {
          port[i] = p;
          int latency = piped == opClass ? t.latency() : 1; // barriers and exits have no result
          timing[i] = latency | t.initiationInterval() << TIMING_SHIFT;
        }
        isNamed |= names;
      }
    }
  }

  private void decodeRegisters(InstructionTable table, int i) {
    for (int k = 0; k < table.destinationCount(i); k++) {
      add(defines, i, table.destination(i, k));
      add(uses, i, table.destination(i, k));
    }
    for (int k = 0; k < table.sourceCount(i); k++) {
      add(uses, i, table.source(i, k));
    }
    for (int w = words; w < WORDS; w++) {
      words = uses[i * WORDS + w] != 0 ? w + 1 : words;
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

  private static void add(long[] set, int i, int register) {
    if (register != InstructionTable.ZERO_REGISTER) {
      set[i * WORDS + (register >> 6)] |= 1L << register;
    }
  }
}
