package org.polyphony.workload.order;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * An instruction, as far as its place among others depends on it.
 *
 * @param opClass what it is
 * @param space the memory that it accesses; {@link MemorySpace#NONE} of a memory instruction: not
 *     known
 * @param writes registers, 0 or more; without the zero register
 * @param reads registers, likewise
 * @param stays whether it waits for nothing: it writes what much depends on, as a predicate
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Operation(
    OpClass opClass, MemorySpace space, int[] writes, int[] reads, boolean stays) {
  /**
   * Registers that neither models nor traces list: predicates, the carry of an addition, uniform
   * registers. Each kind counts as one register, so that more may be held to depend on each other
   * than does; listed registers are numbered from here.
   */
  public static final int HIDDEN = 3;

  private static final int PREDICATE = 0;
  private static final int CARRY = 1;
  private static final int UNIFORM = 2;
  private static final Set<String> READ_PREDICATES = Set.of("SEL", "FSEL", "P2R", "VOTE");
  private static final Set<String> WRITE_NOTHING = Set.of("DEPBAR", "NOP");
  private static final Set<String> MAY_CARRY =
      Set.of("IADD", "IADD3", "IADD32I", "ISUB", "ISCADD", "LEA", "IMAD", "XMAD");

  /** Makes an operation that may wait. */
  public Operation(OpClass opClass, MemorySpace space, int[] writes, int[] reads) {
    this(opClass, space, writes, reads, false);
  }

  boolean isLoad() {
    return (opClass == OpClass.LOAD || opClass == OpClass.TEXTURE) && writes.length > 0;
  }

  /** Returns whether it may write memory. */
  boolean isStore() {
    return opClass == OpClass.STORE || opClass == OpClass.ATOMIC;
  }

  /**
   * Returns whether nothing passes it: control flow, barriers and fences; loads without a register,
   * which are prefetches and copies to shared memory; and tensor instructions, of whose registers
   * traces list a part.
   */
  boolean endsStretch() {
    return switch (opClass) {
      case BRANCH, EXIT, BARRIER, FENCE, TENSOR -> true;
      case LOAD, TEXTURE -> writes.length == 0;
      default -> false;
    };
  }

  /** Returns whether both may access the same memory. */
  boolean mayAlias(Operation other) {
    return space == other.space || space == MemorySpace.NONE || other.space == MemorySpace.NONE;
  }

  boolean uses(Operation writer) {
    for (int register : writer.writes) {
      if (contains(reads, register) || contains(writes, register)) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(int[] registers, int register) {
    for (int one : registers) {
      if (one == register) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns an instruction of a kernel model: its conditions stand outside of straight stretches.
   *
   * @param mnemonic with its modifiers
   * @param listed its operands as listed
   */
  public static Operation ofModel(String mnemonic, Operation listed) {
    return withHidden(mnemonic, listed, false);
  }

  /**
   * Returns an instruction of a trace: each may have a predicate and uniform registers.
   *
   * @param mnemonic with its modifiers
   * @param listed its operands as listed
   */
  public static Operation ofTrace(String mnemonic, Operation listed) {
    return withHidden(mnemonic, listed, true);
  }

  private static Operation withHidden(String mnemonic, Operation listed, boolean mayReadAny) {
    String[] parts = mnemonic.split("\\.", -1);
    boolean extends32 = Arrays.asList(parts).contains("X");
    boolean isSetter = isArithmetic(listed) && setsPredicate(parts[0], listed);
    boolean isUniform = listed.opClass() == OpClass.UNIFORM;
    IntStream.Builder writes = IntStream.builder();
    IntStream.Builder reads = IntStream.builder();
    addIf(isSetter || isUniform, writes, PREDICATE);
    addIf(isSetter || mayReadAny || READ_PREDICATES.contains(parts[0]), reads, PREDICATE);
    addIf(extends32 || MAY_CARRY.contains(parts[0]), writes, CARRY);
    addIf(extends32, reads, CARRY);
    addIf(isUniform, writes, UNIFORM);
    addIf(mayReadAny, reads, UNIFORM);
    return new Operation(
        listed.opClass(),
        listed.space(),
        IntStream.concat(IntStream.of(listed.writes()), writes.build()).toArray(),
        IntStream.concat(IntStream.of(listed.reads()), reads.build()).toArray(),
        mayReadAny && (isSetter || isUniform));
  }

  /** A comparison lists no register that it writes. */
  private static boolean setsPredicate(String base, Operation listed) {
    boolean isListed = listed.writes().length > 0 && !base.equals("VOTE");
    return !isListed && !WRITE_NOTHING.contains(base);
  }

  private static boolean isArithmetic(Operation listed) {
    return switch (listed.opClass()) {
      case INT, FP32, FP64, SFU -> true;
      default -> false;
    };
  }

  private static void addIf(boolean condition, IntStream.Builder registers, int register) {
    if (condition) {
      registers.add(register);
    }
  }
}
