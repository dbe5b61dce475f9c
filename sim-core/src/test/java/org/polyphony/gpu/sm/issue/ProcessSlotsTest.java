package org.polyphony.gpu.sm.issue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.Schedulers;
import org.polyphony.gpu.sm.warp.Waiting;
import org.polyphony.gpu.sm.warp.WarpStates;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.sm.warp.Warps;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/**
 * Two schedulers: the first has the even warps. Process 0 has warps 0 and 1, process 1 has warp 2,
 * all fetched.
 */
class ProcessSlotsTest {
  private static final long WARP_0 = 1;
  private static final long WARP_2 = 0b100;
  private static final int EVEN = 1; // scheduler
  private static final int LOST = ProcessSlots.LOST;
  private static final int ISSUED = StallCause.ISSUED.ordinal();
  private static final int PIPE_BUSY = StallCause.PIPE_BUSY.ordinal();
  private static final int BARRIER = StallCause.BARRIER.ordinal();

  private final WarpTable table = new WarpTable(Warps.SM.warps(), Ports.count(Warps.SM), true, 2);
  private final WarpStates states = table.states();
  private final Schedulers schedulers = new Schedulers(Warps.SM);
  private final IssueSlots all = new IssueSlots(schedulers, Warps.SM, states, 2);
  private final ProcessSlots slots = all.ofProcesses();

  @BeforeEach
  void launch() {
    for (int warp = 0; warp < 3; warp++) {
      int process = warp / 2;
      Script script = new Script("k").op(OpClass.INT, 1, 1).times(9).grid(8, 64);
      KernelProgram program =
          new KernelProgram(process, process, 0, 0, script.build(), 8, new SmallGpu().config());
      program.stream.begin(0, 0);
      table.launch(warp, program, process, 0, warp % 2);
      table.fetched(table.at(warp), 2);
    }
  }

  @Test
  void aSlotThatAProcessCouldHaveUsedIsLostToTheOneThatDid() {
    slots.begin(WARP_0 | WARP_2);
    slots.issued(0, 0);
    all.charge(0, EVEN, 0);

    assertEquals(1, slots.charged(0, ISSUED));
    assertEquals(1, slots.charged(1, LOST));
  }

  @Test
  void aSlotThatAProcessCouldNotHaveUsedHasACauseOfItsOwn() {
    slots.begin(WARP_0); // the pipe is busy for warp 2
    slots.issued(0, 0);
    all.charge(0, EVEN, 0);

    assertEquals(0, slots.charged(1, LOST));
    assertEquals(1, slots.charged(1, PIPE_BUSY));
  }

  @Test
  void aProcessHasNoSlotsOfSchedulersOnWhichItHasNoWarp() {
    all.chargeUntil(10);

    long ofFirst = 0;
    long ofSecond = 0;
    for (int cause = 0; cause <= LOST; cause++) {
      ofFirst += slots.charged(0, cause);
      ofSecond += slots.charged(1, cause);
    }
    assertEquals(20, ofFirst);
    assertEquals(10, ofSecond);
  }

  @Test
  void whatOneProcessWaitsForIsNotChargedToAnother() {
    Waiting.setReady(states, Warps.ALU_PORT, 0b011);
    Waiting.BARRIER.set(states, WARP_2);
    all.chargeUntil(10);

    assertEquals(10, slots.charged(1, BARRIER));
    assertEquals(0, slots.charged(0, BARRIER));
  }

  /** A process that has all 64 warp slots of an SM is still one process. */
  @Test
  void waitsForMemoryCountOnceWhereAProcessHasEveryWarp() {
    WarpTable full = new WarpTable(64, Ports.count(Warps.SM), true, 2);
    IssueSlots slotsOfFull = new IssueSlots(schedulers, Warps.SM, full.states(), 2);
    Script script = new Script("k").op(OpClass.INT, 1, 1).times(9).grid(1, 2048);
    KernelProgram program =
        new KernelProgram(0, 0, 0, 0, script.build(), 8, new SmallGpu().config());
    program.stream.begin(0, 0);
    for (int warp = 0; warp < 64; warp++) {
      full.launch(warp, program, 0, 0, warp);
    }
    Waiting.LOAD.set(full.states(), -1L);
    Waiting.GLOBAL_LOAD.set(full.states(), -1L);
    slotsOfFull.chargeUntil(10);

    assertEquals(20, slotsOfFull.memoryStalled());
  }
}
