package org.polyphony.gpu.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /** A stream launches a kernel; a copy; R and W record an event in a stream and wait for it. */
  private static Workload workload(String steps) {
    List<Workload.Step> made = new ArrayList<>();
    for (String step : steps.split(" ", -1)) {
      int stream = step.charAt(step.length() - 1) - '0';
      made.add(
          switch (step.charAt(0)) {
            case 'c' -> new Workload.HostCopy(0, 64);
            case 'R' -> new Workload.EventRecord(stream, 7);
            case 'W' -> new Workload.EventWait(stream, 7);
            default -> launch(stream);
          });
    }
    return new TestWorkload("s", made);
  }

  /**
   * Times of the start and, with their queues, of ends; which queues have kernels due, and when.
   */
  @ParameterizedTest(name = "{0}: {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 0          | start 100                | 110 -  | 0 | '' | the launch latency
          0 0          | start 100, end 500 0     | 525 -  | 0 | more | the next waits the gap
          0 0          | start 100, take 0, start 500 | 525 - | 0 | '' | behind the last kernel
          0 0 1        | start 0                  | 10 10  | 0 | '' | streams are due together
          0 0 1        | start 0, take 1, end 50 0 | 75 -  | 0 | more | and one stream in its order
          0 0 1        | start 0, take 1, end 50 0, take 0, end 90 1, end 100 0 | - - | 0 \
              | more more all | the second of stream 0 runs until 100
          0 1 copy 0 1 | start 0, take 1, end 50 0 | - -   | 0 | more | a copy waits for all streams
          0 1 copy 0 1 | start 0, take 1, end 50 0, end 70 1 | 95 95 | 1 | more more \
              | and they for it
          0 R0 0 W1 1  | start 0                  | 10 -   | 0 | '' | a stream waits for an event
          0 R0 0 W1 1  | start 0, end 50 0        | 75 60  | 0 | more \
              | until it occurs: its first kernel
          W1 1 0 R0    | start 0                  | 10 10  | 0 | '' | the event is recorded later
          """)
  void kernelsAreDue(
      String steps, String events, String due, int copied, String ended, String why) {
    Workload workload = workload(steps);
    Copies copies = new Copies();
    CommandProcessor commands = of(workload, copies);
    List<String> left = new ArrayList<>();
    for (String event : events.split(", ", -1)) {
      String[] words = event.split(" ", -1);
      int number = Integer.parseInt(words[1]);
      switch (words[0]) {
        case "start" -> commands.start(number, 0, workload);
        case "take" -> commands.take(number);
        default -> {
          int queue = Integer.parseInt(words[2]);
          if (commands.dueCycle(queue) != CommandProcessor.NEVER) {
            commands.take(queue);
          }
          left.add(commands.kernelEnded(number, queue) ? "more" : "all");
        }
      }
    }

    assertEquals(ended, String.join(" ", left), why);
    assertEquals(copied, copies.count, why);
    String second = due(commands, workload, 1);
    assertEquals(due, due(commands, workload, 0) + " " + second, why);
  }

  private static String due(CommandProcessor commands, Workload workload, int queue) {
    if (queue >= StreamQueues.of(List.of(workload)).count()) {
      return "-";
    }
    long cycle = commands.dueCycle(queue);
    return cycle == CommandProcessor.NEVER ? "-" : "" + cycle;
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
