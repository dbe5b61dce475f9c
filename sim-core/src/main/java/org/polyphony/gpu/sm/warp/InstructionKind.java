package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/** How the SM handles an instruction after issue, as small integers for the hot path. */
public final class InstructionKind {
  /** Executes in a pipe and writes its registers after the pipe's latency. */
  static final int PIPED = 0;

  /** Reads global or local memory. */
  public static final int GLOBAL_LOAD = 1;

  /** Writes global or local memory. */
  public static final int GLOBAL_STORE = 2;

  /** Reads and writes global memory at L2. */
  public static final int GLOBAL_ATOMIC = 3;

  /** Reads shared memory, or updates it and returns the old value. */
  public static final int SHARED_LOAD = 4;

  /** Writes shared memory. */
  public static final int SHARED_STORE = 5;

  /** Reads constant memory with lane addresses. */
  public static final int CONSTANT_LOAD = 6;

  /** Waits for the warp's outstanding memory accesses. */
  public static final int FENCE = 7;

  /** Waits for the other warps of the thread block. */
  public static final int BARRIER = 8;

  /** Ends the active lanes. */
  static final int EXIT = 9;

  /** Closes the warp's group of asynchronous copies. */
  public static final int COMMIT_COPIES = 10;

  /** Waits for groups of asynchronous copies. */
  public static final int AWAIT_COPIES = 11;

  /** Multiplies matrices asynchronously. */
  public static final int MULTIPLY = 12;

  /** Closes the warp's group of asynchronous multiply-adds. */
  public static final int COMMIT_MULTIPLIES = 13;

  /** Waits for groups of asynchronous multiply-adds. */
  public static final int AWAIT_MULTIPLIES = 14;

  /** Waits at a numbered barrier for a number of threads. */
  public static final int NAMED_BARRIER = 15;

  /** Arrives at a barrier without waiting. */
  public static final int ARRIVE = 16;

  /** Sleeps. */
  public static final int SLEEP = 17;

  /** Initializes an mbarrier; this kind and all after it are for the asynchronous unit. */
  public static final int MBARRIER_INIT = 18;

  /** Arrives at an mbarrier. */
  public static final int MBARRIER_ARRIVE = 19;

  /** Arrives at an mbarrier, maybe of another thread block. */
  public static final int MBARRIER_ARRIVE_AT = 20;

  /** Arrives at an mbarrier, which then waits for more bytes. */
  public static final int MBARRIER_EXPECT = 21;

  /** Waits for a phase of an mbarrier. */
  public static final int MBARRIER_WAIT = 22;

  /** Copies a box to shared memory; the next three kinds are the other copies. */
  public static final int BULK_LOAD = 23;

  /** Closes the warp's group of bulk copies. */
  public static final int COMMIT_BULK = 27;

  /** Arrives at the barrier of the cluster. */
  public static final int CLUSTER_ARRIVE = 28;

  /** Waits at the barrier of the cluster. */
  public static final int CLUSTER_WAIT = 29;

  /** Stores to shared memory of another thread block of the cluster. */
  public static final int CLUSTER_STORE = 30;

  /** Waits for a tile that the cluster draws. */
  public static final int AWAIT_TILE = 31;

  private InstructionKind() {}

  static int of(InstructionTable table, int i) {
    return switch (table.effect(i)) {
      case COMMIT_COPIES -> COMMIT_COPIES;
      case AWAIT_COPIES -> AWAIT_COPIES;
      case MULTIPLY -> MULTIPLY;
      case COMMIT_MULTIPLIES -> COMMIT_MULTIPLIES;
      case AWAIT_MULTIPLIES -> AWAIT_MULTIPLIES;
      case ARRIVE -> ARRIVE;
      case SLEEP -> SLEEP;
      case MBARRIER_INIT -> MBARRIER_INIT;
      case MBARRIER_ARRIVE -> MBARRIER_ARRIVE;
      case MBARRIER_ARRIVE_AT -> MBARRIER_ARRIVE_AT;
      case MBARRIER_EXPECT -> MBARRIER_EXPECT;
      case MBARRIER_WAIT -> MBARRIER_WAIT;
      case BULK_LOAD -> BULK_LOAD;
      case BULK_STORE -> BULK_LOAD + 1;
      case BULK_REDUCE -> BULK_LOAD + 2;
      case BULK_PREFETCH -> BULK_LOAD + 3;
      case COMMIT_BULK -> COMMIT_BULK;
      case CLUSTER_ARRIVE -> CLUSTER_ARRIVE;
      case CLUSTER_WAIT -> CLUSTER_WAIT;
      case CLUSTER_STORE -> CLUSTER_STORE;
      case AWAIT_TILE -> AWAIT_TILE;
      case NONE, COPY, MATRICES, REMOTE -> ofClass(table, i);
    };
  }

  private static int ofClass(InstructionTable table, int i) {
    OpClass opClass = table.opClass(i);
    MemorySpace space = table.space(i);
    return switch (opClass) {
      case LOAD, TEXTURE -> load(space);
      case STORE ->
          space == MemorySpace.SHARED
              ? SHARED_STORE
              : space == MemorySpace.NONE ? PIPED : GLOBAL_STORE;
      case ATOMIC ->
          space == MemorySpace.SHARED
              ? SHARED_LOAD
              : space == MemorySpace.NONE ? PIPED : GLOBAL_ATOMIC;
      case BARRIER -> table.operandCount(i) == 0 ? BARRIER : NAMED_BARRIER;
      case FENCE -> FENCE;
      case EXIT -> EXIT;
      default -> PIPED;
    };
  }

  private static int load(MemorySpace space) {
    return switch (space) {
      case SHARED -> SHARED_LOAD;
      case CONSTANT -> CONSTANT_LOAD;
      case NONE -> PIPED; // parameters and other loads without lane addresses
      default -> GLOBAL_LOAD;
    };
  }

  /** Returns whether instructions of this kind do more at issue than execute. */
  public static boolean hasEffect(int kind) {
    return kind >= COMMIT_COPIES;
  }

  /** Returns whether the asynchronous unit executes instructions of this kind. */
  public static boolean isAsync(int kind) {
    return kind >= MBARRIER_INIT;
  }

  /** Returns whether instructions of this kind access global or local memory. */
  static boolean isGlobal(int kind) {
    return kind >= GLOBAL_LOAD && kind <= GLOBAL_ATOMIC;
  }

  /** Returns whether instructions of this kind access shared memory. */
  public static boolean isShared(int kind) {
    return kind == SHARED_LOAD || kind == SHARED_STORE;
  }

  /** Returns whether instructions of this kind go to the load/store or the constant unit. */
  static boolean isMemory(int kind) {
    return kind >= GLOBAL_LOAD && kind <= FENCE;
  }
}
