package org.polyphony.gpu.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.TestWorkload;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

class CommandProcessorTest {
  private static final int LATENCY = 10;
  private static final int GAP = 25;
  private static final TestKernel KERNEL = TestKernel.of("any", 1, 32, 1);

  private final Workload twice = TestWorkload.launching("twice", KERNEL, KERNEL);
  private final CommandProcessor commands =
      new CommandProcessor(
          StreamQueues.onePerProcess(2),
          LATENCY,
          GAP,
          null,
          Perturbation.NONE); // nothing is copied

  @Test
  void theFirstKernelOfAProcessWaitsTheLaunchLatency() {
    commands.start(100, 0, twice);

    assertEquals(100 + LATENCY, commands.dueCycle(0));
  }

  @Test
  void aSeedDelaysEachLaunchByItsOwnDraw() {
    int latency = 5000;
    Perturbation late = new Perturbation(2);
    CommandProcessor delayed =
        new CommandProcessor(StreamQueues.onePerProcess(2), latency, latency, null, late);

    delayed.start(100, 1, twice);
    assertEquals(100 + latency + late.launchDelay(1, 0, latency), delayed.dueCycle(1));

    delayed.take(1);
    delayed.kernelEnded(9000, 1);
    assertEquals(9000 + latency + late.launchDelay(1, 1, latency), delayed.dueCycle(1));
  }

  @Test
  void theNextKernelOfAProcessWaitsTheGap() {
    commands.start(100, 0, twice);
    commands.take(0);
    commands.kernelEnded(500, 0);

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

  private static CommandProcessor of(Workload workload, Copies copies) {
    StreamQueues queues = StreamQueues.of(List.of(workload));
    return new CommandProcessor(queues, LATENCY, GAP, copies, Perturbation.NONE);
  }

  private static Workload.Launch launch(int stream) {
    return new Workload.Launch(KERNEL, stream);
  }

  /** Counts copies. */
  private static final class Copies implements KernelListener {
    private int count;

    @Override
    public void kernelStarted(long cycle, int kernelRow, int process, Kernel kernel) {}

    @Override
    public void kernelEnded(long cycle, int kernelRow) {}

    @Override
    public void hostCopy(long cycle, int process, long address, long bytes) {
      count++;
    }
  }

  @Test
  void kernelsOfDifferentStreamsAreDueTogetherAndThoseOfOneStreamOneAfterAnother() {
    Workload streams = new TestWorkload("s", List.of(launch(0), launch(0), launch(1)));
    CommandProcessor both = of(streams, new Copies());

    both.start(0, 0, streams);
    assertEquals(LATENCY, both.dueCycle(0));
    assertEquals(LATENCY, both.dueCycle(1));
    both.take(0);
    both.take(1);

    assertTrue(both.kernelEnded(50, 0));
    assertEquals(50 + GAP, both.dueCycle(0));
    both.take(0);
    assertTrue(both.kernelEnded(90, 1), "the second kernel of stream 0 runs");
    assertFalse(both.kernelEnded(100, 0));
  }

  @Test
  void aCopyWaitsForAllStreamsAndTheyWaitForTheCopy() {
    Workload.Step copy = new Workload.HostCopy(0, 64);
    Workload streams =
        new TestWorkload("s", List.of(launch(0), launch(1), copy, launch(0), launch(1)));
    Copies copies = new Copies();
    CommandProcessor both = of(streams, copies);

    both.start(0, 0, streams);
    both.take(0);
    both.take(1);
    both.kernelEnded(50, 0);
    assertEquals(CommandProcessor.NEVER, both.dueCycle(0));
    assertEquals(0, copies.count);

    both.kernelEnded(70, 1);
    assertEquals(1, copies.count);
    assertEquals(70 + GAP, both.dueCycle(0));
    assertEquals(70 + GAP, both.dueCycle(1));
  }

  @Test
  void aStreamThatWaitsForAnEventContinuesWhenItOccurs() {
    Workload streams =
        new TestWorkload(
            "s",
            List.of(
                launch(0),
                new Workload.EventRecord(0, 7),
                launch(0),
                new Workload.EventWait(1, 7),
                launch(1)));
    CommandProcessor both = of(streams, new Copies());

    both.start(0, 0, streams);
    assertEquals(CommandProcessor.NEVER, both.dueCycle(1));
    both.take(0);
    both.kernelEnded(50, 0);

    assertEquals(50 + LATENCY, both.dueCycle(1), "its first kernel");
    assertEquals(50 + GAP, both.dueCycle(0));
  }

  @Test
  void aWaitForAnEventThatIsRecordedLaterHoldsNothingUp() {
    Workload streams =
        new TestWorkload(
            "s",
            List.of(
                new Workload.EventWait(1, 7),
                launch(1),
                launch(0),
                new Workload.EventRecord(0, 7)));
    CommandProcessor both = of(streams, new Copies());

    both.start(0, 0, streams);

    assertEquals(LATENCY, both.dueCycle(1));
  }

  @Test
  void streamsShareTheQueuesOfTheirProcessWhenThereAreMoreThanQueues() {
    List<Workload.Step> steps = new ArrayList<>();
    for (int stream = 0; stream < 40; stream++) {
      steps.add(launch(stream));
    }
    Workload streams = new TestWorkload("s", steps);
    StreamQueues queues = StreamQueues.of(List.of(streams, streams));

    assertEquals(32, queues.count());
    assertEquals(queues.ofStream(1, 0), queues.ofStream(1, 16));
    assertEquals(1, queues.process(queues.ofStream(1, 39)));
  }
}
