package org.polyphony.gpu.sm.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        new ExecutionPipes(config, instructions, new TimerWheel(64, 16), new SharedBanks(1));
    var instruction = Flights.at(port, kernel.instruction(0), 2);
    int slot = instructions.take(warps.at(0), instruction, InFlight.NONE);
    pipes.issue(0, slot, instruction, 100);
    return pipes;
  }

  /** Issued in 100; then it is taken, or a cycle begins. Which warps the port is closed to. */
  @ParameterizedTest(name = "{0} {1}: {3}")
  @CsvSource({
    "4, '', SCHEDULER, the first waits in front of the pipe",
    "4, take, MINE, others of the scheduler follow at once",
    "4, take 103, MINE, one cycle before the interval is over",
    "4, take 104, NOBODY, the interval is over",
    "4, 104, SCHEDULER, the first still waits after the interval",
    "4, 104 take, NOBODY, until it is taken",
    "0, take, NOBODY, there is no interval"
  })
  void closesThePortOfMemory(int interval, String steps, String closed, String why) {
    SmConfig config = interval == 0 ? new SmallGpu().sm() : sm;
    ExecutionPipes pipes = issued(config, Ports.memory(config));
    for (String step : steps.isEmpty() ? new String[0] : steps.split(" ", -1)) {
      if (step.equals("take")) {
        pipes.takeMemory();
      } else {
        pipes.tick(Long.parseLong(step));
      }
    }

    long warps = closed.equals("MINE") ? MINE : closed.equals("NOBODY") ? 0 : SCHEDULER;
    assertEquals(warps, closed(pipes, Ports.memory(config)), why);
    if (warps == MINE) {
      assertEquals(MINE, closed(pipes, Ports.shared(config)), why);
    }
    if (steps.equals("take 103")) {
      assertEquals(104, pipes.nextFree(103));
    } else if (steps.startsWith("take") && warps == 0) {
      assertFalse(pipes.isDue());
    }
  }

  @Test
  void constantLoadsKnowNoInterval() {
    ExecutionPipes pipes = issued(sm, Ports.constants(sm));

    pipes.takeConstant();

    assertEquals(0, closed(pipes, Ports.constants(sm)));
  }
}
