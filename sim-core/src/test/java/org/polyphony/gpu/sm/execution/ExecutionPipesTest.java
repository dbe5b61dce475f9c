package org.polyphony.gpu.sm.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.warp.Flights;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.sm.warp.Warps;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/** Two schedulers, operands read at issue; memory instructions of a warp are four cycles apart. */
class ExecutionPipesTest {
  private static final long MINE = 1; // the warp that issues
  private static final long SCHEDULER = 0x5555; // the warps of its scheduler

  private final SmConfig sm = new SmallGpu().memoryInterval(4).sm();
  private final InFlight instructions = new InFlight(16);
  private final WarpTable warps = new WarpTable(sm.warps(), Ports.count(sm), true, 1);
  private final KernelProgram kernel =
      new KernelProgram(
          0, 0, 0, 0, new Script("one").op(OpClass.INT, 1).grid(1, 32).build(), 8, Warps.GPU);

  private static long closed(ExecutionPipes pipes, int port) {
    return pipes.closed()[port] & 0xffff;
  }

  private ExecutionPipes issued(SmConfig config, int port) {
    ExecutionPipes pipes =
        new ExecutionPipes(config, instructions, new TimerWheel(64, 16), new SharedBanks());
    var instruction = Flights.at(port, kernel.instruction(0), 2);
    int slot = instructions.take(warps.at(0), instruction, InFlight.NONE);
    pipes.issue(0, slot, instruction, 100);
    return pipes;
  }

  @Test
  void refusesTheNextMemoryInstructionOfTheWarpOneCycleBeforeTheIntervalIsOver() {
    ExecutionPipes pipes = issued(sm, Ports.memory(sm));

    pipes.takeMemory();
    pipes.tick(103);

    assertEquals(MINE, closed(pipes, Ports.memory(sm)));
    assertEquals(104, pipes.nextFree(103));
  }

  @Test
  void takesTheNextMemoryInstructionOfTheWarpWhenTheIntervalIsOver() {
    ExecutionPipes pipes = issued(sm, Ports.memory(sm));

    pipes.takeMemory();
    pipes.tick(104);

    assertEquals(0, closed(pipes, Ports.memory(sm)));
    assertFalse(pipes.isDue());
  }

  @Test
  void keepsThePortClosedAfterTheIntervalWhileTheFirstWaits() {
    ExecutionPipes pipes = issued(sm, Ports.memory(sm));

    pipes.tick(104);
    assertEquals(SCHEDULER, closed(pipes, Ports.memory(sm)));
    pipes.takeMemory();

    assertEquals(0, closed(pipes, Ports.memory(sm)));
  }

  @Test
  void otherWarpsOfTheSchedulerFollowAtOnce() {
    ExecutionPipes pipes = issued(sm, Ports.memory(sm));

    assertEquals(SCHEDULER, closed(pipes, Ports.memory(sm)));
    pipes.takeMemory();

    assertEquals(MINE, closed(pipes, Ports.memory(sm)));
    assertEquals(MINE, closed(pipes, Ports.shared(sm)));
  }

  @Test
  void opensThePortWhenTheFirstIsTakenWhereThereIsNoInterval() {
    SmConfig none = new SmallGpu().sm();
    ExecutionPipes pipes = issued(none, Ports.memory(none));

    pipes.takeMemory();

    assertEquals(0, closed(pipes, Ports.memory(none)));
    assertFalse(pipes.isDue());
  }

  @Test
  void constantLoadsKnowNoInterval() {
    ExecutionPipes pipes = issued(sm, Ports.constants(sm));

    pipes.takeConstant();

    assertEquals(0, closed(pipes, Ports.constants(sm)));
  }
}
