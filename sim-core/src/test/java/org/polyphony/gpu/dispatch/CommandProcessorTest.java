package org.polyphony.gpu.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.TestWorkload;
import org.polyphony.gpu.kernel.Workload;

class CommandProcessorTest {
  private static final int LATENCY = 10;
  private static final int GAP = 25;
  private static final TestKernel KERNEL = TestKernel.of("any", 1, 32, 1);

  private final Workload twice = TestWorkload.launching("twice", KERNEL, KERNEL);
  private final CommandProcessor commands =
      new CommandProcessor(2, LATENCY, GAP, null, Perturbation.NONE); // nothing is copied

  @Test
  void theFirstKernelOfAProcessWaitsTheLaunchLatency() {
    commands.start(100, 0, twice);

    assertEquals(100 + LATENCY, commands.dueCycle(0));
  }

  @Test
  void aSeedDelaysEachLaunchByItsOwnDraw() {
    int latency = 5000;
    Perturbation late = new Perturbation(2);
    CommandProcessor delayed = new CommandProcessor(2, latency, latency, null, late);

    delayed.start(100, 1, twice);
    assertEquals(100 + latency + late.launchDelay(1, 0, latency), delayed.dueCycle(1));

    delayed.take(1);
    delayed.advance(9000, 1);
    assertEquals(9000 + latency + late.launchDelay(1, 1, latency), delayed.dueCycle(1));
  }

  @Test
  void theNextKernelOfAProcessWaitsTheGap() {
    commands.start(100, 0, twice);
    commands.take(0);
    commands.advance(500, 0);

    assertEquals(500 + GAP, commands.dueCycle(0));
  }

  @Test
  void aProcessThatStartsAgainIsBehindItsLastKernel() {
    commands.start(100, 0, twice);
    commands.take(0);
    commands.start(500, 0, twice);

    assertEquals(500 + GAP, commands.dueCycle(0));
  }

  @Test
  void kernelsOfOtherProcessesHoldUpNone() {
    commands.start(100, 0, twice);
    commands.start(200, 1, twice);

    assertEquals(200 + LATENCY, commands.dueCycle(1));
  }
}
