package org.polyphony.gpu.testing;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * Writes a kernel down: instructions in order, in sections that repeat. Without further words the
 * kernel has one thread block of one warp, 32 registers a thread and no shared memory; an EXIT ends
 * it.
 */
public final class Script {
  private static final int INSTRUCTION_BYTES = 8;
  private final String name;
  private final InstructionTable.Builder table = new InstructionTable.Builder();
  private final List<Lanes> lanes = new ArrayList<>();
  private final List<Operands> operands = new ArrayList<>();
  private final List<Integer> masks = new ArrayList<>();
  private final List<Integer> firstWarps = new ArrayList<>();
  private final List<Integer> endWarps = new ArrayList<>();
  private final List<Integer> ranks = new ArrayList<>(); // -1: all
  private final List<Integer> sectionEnds = new ArrayList<>();
  private final List<Integer> sectionRepeats = new ArrayList<>();
  private long threadBlocks = 1;
  private int threads = 32;
  private int registers = 32;
  private int sharedBytes;
  private int clusterSize = 1;

  /** Begins a kernel. */
  public Script(String name) {
    this.name = name;
  }

  public Script grid(long blocks, int threadsPerBlock) {
    threadBlocks = blocks;
    threads = threadsPerBlock;
    return this;
  }

  /** Makes clusters of so many thread blocks. */
  public Script clusters(int threadBlocks) {
    clusterSize = threadBlocks;
    return this;
  }

  /** Sets what a thread block needs. */
  public Script needs(int registersPerThread, int sharedMemoryBytes) {
    registers = registersPerThread;
    sharedBytes = sharedMemoryBytes;
    return this;
  }

  /** Adds an instruction that accesses no memory. */
  public Script op(OpClass opClass, int destination, int... sources) {
    return add(opClass, new int[] {destination}, sources, null);
  }

  /** Adds an instruction that accesses no memory, with a mnemonic of its own. */
  public Script op(String mnemonic, OpClass opClass, int destination, int... sources) {
    return add(mnemonic, opClass, new int[] {destination}, sources, null);
  }

  /** Adds a load of 4 B a lane. */
  public Script load(MemorySpace space, int destination, int addressRegister, Lanes at) {
    add(OpClass.LOAD, new int[] {destination}, new int[] {addressRegister}, at);
    table.memory(space, 4, 0);
    return this;
  }

  /** Adds a load of global memory. */
  public Script load(int widthBytes, int flags, int destination, int addressRegister, Lanes at) {
    add(OpClass.LOAD, new int[] {destination}, new int[] {addressRegister}, at);
    table.memory(MemorySpace.GLOBAL, widthBytes, flags);
    return this;
  }

  /** Adds a store of 4 B a lane of a register. */
  public Script store(MemorySpace space, int register, Lanes at) {
    add(OpClass.STORE, new int[0], new int[] {register}, at);
    table.memory(space, 4, 0);
    return this;
  }

  /** Adds an atomic of 4 B a lane on global memory that returns the old value. */
  public Script atomic(int destination, Lanes at) {
    add(OpClass.ATOMIC, new int[] {destination}, new int[0], at);
    table.memory(MemorySpace.GLOBAL, 4, InstructionTable.NON_IDEMPOTENT);
    return this;
  }

  /** Adds an instruction that does more than execute, with its operands. */
  public Script effect(String mnemonic, OpClass opClass, Effect effect, long... values) {
    add(mnemonic, opClass, new int[0], new int[0], null);
    table.effect(effect);
    return operands(values);
  }

  /** Makes the shared-memory access added last one to another thread block of the cluster. */
  public Script remote() {
    table.effect(Effect.REMOTE);
    return this;
  }

  /** Adds an asynchronous copy from global to shared memory. */
  public Script copy(int widthBytes, int flags, Lanes at, long... passes) {
    add("LDGSTS", OpClass.LOAD, new int[0], new int[0], at);
    table.memory(MemorySpace.GLOBAL, widthBytes, flags).effect(Effect.COPY);
    return operands(passes);
  }

  /** Sets what the stream gives as operands of the instruction added last. */
  public Script operands(long... values) {
    return operands(values.length, (warp, repeat) -> values);
  }

  /** Sets operands of the instruction added last that change from warp to warp or in a loop. */
  public Script operands(int count, Operands values) {
    table.operands(count);
    operands.set(operands.size() - 1, values);
    return this;
  }

  /** Makes the instruction added last one with an address. */
  public Script at(MemorySpace space, int widthBytes, Lanes at) {
    table.memory(space, widthBytes, 0);
    lanes.set(lanes.size() - 1, at);
    return this;
  }

  /** Adds an instruction of an mbarrier of the thread block, which stands at a byte. */
  public Script mbarrier(Effect effect, int byteAddress, long... values) {
    return effect("SYNCS", OpClass.INT, effect, values)
        .at(MemorySpace.SHARED, 8, Lanes.same(byteAddress));
  }

  /** Sets the flags of the instruction added last, which accesses no memory. */
  public Script flags(int sum) {
    table.memory(MemorySpace.NONE, 0, sum);
    return this;
  }

  /** Adds a barrier, a fence or an exit. */
  public Script control(OpClass opClass) {
    return add(opClass, new int[0], new int[0], null);
  }

  public Script stall(int cycles, boolean yields) {
    table.stall(cycles, yields);
    return this;
  }

  /** Restricts the instruction added last to some lanes. */
  public Script lanes(int mask) {
    masks.set(masks.size() - 1, mask);
    return this;
  }

  /** Lets only the warps of a block from this one on execute the instruction added last. */
  public Script fromWarp(int warpInBlock) {
    firstWarps.set(firstWarps.size() - 1, warpInBlock);
    return this;
  }

  /** Lets only the warps of a block before this one execute the instruction added last. */
  public Script toWarp(int warpInBlock) {
    endWarps.set(endWarps.size() - 1, warpInBlock);
    return this;
  }

  /** Lets only thread blocks of one rank in their clusters execute the instruction added last. */
  public Script ofRank(int rank) {
    ranks.set(ranks.size() - 1, rank);
    return this;
  }

  /** Ends a section: what was added since the last one is executed this often. */
  public Script times(int repeats) {
    sectionEnds.add(lanes.size());
    sectionRepeats.add(repeats);
    return this;
  }

  /** Ends the kernel. */
  public ScriptedKernel build() {
    control(OpClass.EXIT);
    times(1);
    return new ScriptedKernel(
        name,
        threadBlocks,
        threads,
        registers,
        sharedBytes,
        clusterSize,
        table.build(),
        new ScriptedKernel.Sections(
            lanes, operands, masks, firstWarps, endWarps, ranks, sectionEnds, sectionRepeats));
  }

  private Script add(OpClass opClass, int[] destinations, int[] sources, Lanes at) {
    return add(opClass.name(), opClass, destinations, sources, at);
  }

  private Script add(
      String mnemonic, OpClass opClass, int[] destinations, int[] sources, Lanes at) {
    table.add((long) lanes.size() * INSTRUCTION_BYTES, mnemonic, opClass, destinations, sources);
    lanes.add(at);
    operands.add((warp, repeat) -> new long[0]);
    masks.add(-1);
    firstWarps.add(0);
    endWarps.add(Integer.MAX_VALUE);
    ranks.add(-1);
    return this;
  }
}
