package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.Schedulers;
import org.polyphony.gpu.sm.warp.WarpStates;

/**
 * Issue-slot accounting of an SM: every slot of every cycle is charged to exactly one cause. Cycles
 * in which the SM slept are charged on wake-up, to what it waited for.
 */
public final class IssueSlots {
  private static final int ISSUED = StallCause.ISSUED.ordinal();
  private static final int PIPE_BUSY = StallCause.PIPE_BUSY.ordinal();
  private static final int MEMORY_PIPE_BUSY = StallCause.MEMORY_PIPE_BUSY.ordinal();
  private static final int SHARED_PIPE_BUSY = StallCause.SHARED_PIPE_BUSY.ordinal();
  private static final int LOAD_DEPENDENCY = StallCause.LOAD_DEPENDENCY.ordinal();
  private static final int RESULT_DEPENDENCY = StallCause.RESULT_DEPENDENCY.ordinal();
  private static final int BARRIER = StallCause.BARRIER.ordinal();
  private static final int FENCE = StallCause.FENCE.ordinal();
  private static final int FETCH = StallCause.FETCH.ordinal();
  private static final int PREEMPTION = StallCause.PREEMPTION.ordinal();
  private static final int DRAINING = StallCause.DRAINING.ordinal();
  private static final int NO_WARP = StallCause.NO_WARP.ordinal();
  private static final int NO_QUOTA = StallCause.NO_QUOTA.ordinal();
  private static final int ASYNC_GROUP = StallCause.ASYNC_GROUP.ordinal();
  private static final int MBARRIER = StallCause.MBARRIER.ordinal();

  private static final long ALL = -1; // warps

  private final Schedulers schedulers;
  private final int memoryPort;
  private final int sharedPort;
  private final int constantPort;
  private final WarpStates states;
  private final long[] charged = new long[StallCause.values().length];
  private long chargedUntil;
  private long memoryStalled;
  private boolean globalTookPipe;
  private final ProcessSlots ofProcesses; // null for one process

  /**
   * Creates the accounts of an SM.
   *
   * @param processes whose slots are also counted one by one; 1 for none
   */
  IssueSlots(Schedulers schedulers, SmConfig sm, WarpStates states, int processes) {
    this.ofProcesses = processes > 1 ? new ProcessSlots(schedulers, states, processes) : null;
    this.schedulers = schedulers;
    this.memoryPort = Ports.memory(sm);
    this.sharedPort = Ports.shared(sm);
    this.constantPort = Ports.constants(sm);
    this.states = states;
  }

  /** Charges all cycles before {@code cycle} that have not been charged yet. */
  public void chargeUntil(long cycle) {
    long slept = cycle - chargedUntil;
    if (slept > 0) {
      chargeIdle(charged, ALL, schedulers.all(), slept);
      if (ofProcesses != null) {
        ofProcesses.charge(this, slept);
      }
      chargedUntil = cycle;
    }
  }

  /**
   * Charges this cycle's slots.
   *
   * @param issued bit s: scheduler s issued
   * @param refused bit s: quotas kept scheduler s from issuing
   */
  void charge(long cycle, int issued, int refused) {
    charged[ISSUED] += Integer.bitCount(issued);
    int idle = schedulers.all() & ~issued;
    if (refused != 0) {
      charged[NO_QUOTA] += Integer.bitCount(refused);
      idle &= ~refused;
    }
    if (idle != 0) {
      chargeIdle(charged, ALL, idle, 1);
    }
    if (ofProcesses != null) {
      ofProcesses.charge(this, issued, refused);
    }
    chargedUntil = cycle + 1;
  }

  /**
   * Charges idle slots. Causes have priority in order: each one claims the schedulers left by the
   * previous ones.
   *
   * @param account slots by cause
   * @param among the warps that count
   */
  void chargeIdle(long[] account, long among, int idle, long cycles) {
    long ready = 0;
    int pipes = states.readyPorts() & (1 << memoryPort) - 1;
    for (int rest = pipes; rest != 0; rest &= rest - 1) {
      ready |= states.readyAt(Integer.numberOfTrailingZeros(rest));
    }
    int left = charge(account, PIPE_BUSY, idle, schedulers.of(ready & among), cycles);
    int atMemoryPipe = left & schedulers.of(states.readyAt(memoryPort) & among);
    int atConstants = left & schedulers.of(states.readyAt(constantPort) & among);
    left = charge(account, MEMORY_PIPE_BUSY, left, atMemoryPipe | atConstants, cycles);
    long atShared = states.readyAt(sharedPort) & among;
    left = charge(account, SHARED_PIPE_BUSY, left, schedulers.of(atShared), cycles);
    if (account == charged) {
      int atMemory = left & schedulers.of(states.blockedOnGlobal());
      atMemory |= globalTookPipe ? atMemoryPipe : 0;
      memoryStalled += Integer.bitCount(atMemory) * cycles;
    }
    long onLoad = states.blockedOnLoad() & among;
    left = charge(account, LOAD_DEPENDENCY, left, schedulers.of(onLoad), cycles);
    if (left == 0) {
      return;
    }
    long onResult = states.blockedOnResult() & among;
    left = charge(account, RESULT_DEPENDENCY, left, schedulers.of(onResult), cycles);
    left = charge(account, BARRIER, left, schedulers.of(states.atBarrier() & among), cycles);
    left = charge(account, FENCE, left, schedulers.of(states.atFence() & among), cycles);
    boolean areAsync = (states.awaitingGroups() | states.atMBarrier()) != 0;
    left = areAsync ? chargeAsync(account, among, left, cycles) : left;
    left = charge(account, FETCH, left, schedulers.of(states.unfetched() & among), cycles);
    left = charge(account, PREEMPTION, left, schedulers.of(states.frozen() & among), cycles);
    left = charge(account, DRAINING, left, schedulers.of(states.alive() & among), cycles);
    account[NO_WARP] += Integer.bitCount(left) * cycles;
  }

  private int chargeAsync(long[] account, long among, int idle, long cycles) {
    if (account == charged) {
      memoryStalled += Integer.bitCount(idle & schedulers.of(states.awaitingCopies())) * cycles;
    }
    long onGroups = states.awaitingGroups() & among;
    int left = charge(account, ASYNC_GROUP, idle, schedulers.of(onGroups), cycles);
    return charge(account, MBARRIER, left, schedulers.of(states.atMBarrier() & among), cycles);
  }

  private static int charge(long[] account, int cause, int idle, int waiting, long cycles) {
    account[cause] += Integer.bitCount(idle & waiting) * cycles;
    return idle & ~waiting;
  }

  long stalled() {
    long sum = 0;
    for (long each : charged) {
      sum += each;
    }
    return sum - charged[ISSUED];
  }

  /**
   * Called when an instruction enters the load/store unit.
   *
   * @param byGlobal whether it accesses global or local memory
   */
  public void memoryPipeTaken(boolean byGlobal) {
    globalTookPipe = byGlobal;
  }

  /**
   * Returns the slots charged to {@link StallCause#LOAD_DEPENDENCY} or {@link
   * StallCause#MEMORY_PIPE_BUSY} because of global or local memory: a warp waited for its data, or
   * such an access entered the load/store unit last; and those charged to {@link
   * StallCause#ASYNC_GROUP} in which a warp waited for copies. Shared memory and constants are
   * excluded, since no other SM slows them down.
   */
  long memoryStalled() {
    return memoryStalled;
  }

  /** Returns the slots of each process; null for one process. */
  ProcessSlots ofProcesses() {
    return ofProcesses;
  }

  public long charged(StallCause cause) {
    return charged[cause.ordinal()];
  }
}
