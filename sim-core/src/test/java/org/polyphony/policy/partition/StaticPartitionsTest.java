package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.registry.PartitionPolicies;

/** Policies that measure nothing: the quotas that they set, worked out by hand. */
class StaticPartitionsTest {
  /** A kernel, as {@link #partitions} describes it. */
  private static final Pattern KERNEL =
      Pattern.compile("(\\d+):(\\d+)(?:/(\\d+)/(\\d+))?(?:x(\\d+))?(?:\\+(\\d+))?(?:!(\\d+))?(-)?");

  private static TestView view(int sms, int processes, String kernels) {
    TestView view = new TestView(sms, processes);
    int row = 0;
    for (String text : kernels.split(" ", -1)) {
      Matcher kernel = KERNEL.matcher(text);
      assertTrue(kernel.matches(), text);
      int process = number(kernel, 1, 0);
      int registers = number(kernel, 3, 16);
      int threadBlocks = number(kernel, 5, 99);
      view.add(process, number(kernel, 2, 0), registers, number(kernel, 4, 0), threadBlocks)
          .withResident(row, number(kernel, 6, 0))
          .withPriority(process, number(kernel, 7, 0));
      if (kernel.group(8) != null) {
        view.remove(row);
      }
      row++;
    }
    return view;
  }

  private static int number(Matcher matcher, int group, int absent) {
    return matcher.group(group) == null ? absent : Integer.parseInt(matcher.group(group));
  }

  /** Returns parameters such as {@code sms=[1 3], idleSms=keep}. */
  private static String quotas(TestView view, int kernels) {
    return IntStream.range(0, kernels).mapToObj(view::quotasOf).collect(Collectors.joining(", "));
  }

  /**
   * A kernel is its process and the threads of a thread block, then, if not 16 registers a thread
   * and no shared memory, these; x: thread blocks of its grid, if not 99; +: those that are
   * resident; !: the priority of its process; -: it has nothing left to launch.
   */
  @ParameterizedTest(name = "{0} {1}: {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          left-over     |                        | 2 | 2 | 1:256 0:256 | * *, * * | whatever is free
          spatial-even  |                        | 4 | 2 | 0:256 1:256 | * * 0 0, 0 0 * * | halves
          spatial-even  |                        | 5 | 3 | 0:256 1:256 2:256 \
              | * * 0 0 0, 0 0 * * 0, 0 0 0 0 * | the first have one more
          spatial-even  |                        | 6 | 3 | 0:256 2:256 \
              | * * * 0 0 0, 0 0 0 * * * | the SMs of process 1 are dealt, the others stay
          spatial-fixed | sms=[1 3]              | 4 | 2 | 0:256 1:256 | * 0 0 0, 0 * * * | as told
          spatial-fixed | sms=[1 3]              | 4 | 2 | 0:256- 1:256 | 0 0 0 0, * * * * \
              | lends idle SMs
          spatial-fixed | sms=[1 2], idleSms=keep | 4 | 2 | 0:256- 1:256 | 0 0 0 0, 0 * * 0 \
              | keeps idle SMs
          spatial-fixed | sms=[1 2], idleSms=keep | 4 | 2 | 0:256 1:256 | * 0 0 0, 0 * * 0 \
              | and gives them back
          spatial-smart |                        | 4 | 2 | 0:256x8 1:256 | * 0 0 0, 0 * * * \
              | no more SMs than the kernel fills: 8 on one
          spatial-smart |                        | 4 | 2 | 0:256x1+8 1:256 | * * 0 0, 0 0 * * \
              | what is resident counts, and a partly filled SM
          spatial-smart |                        | 4 | 2 | 0:256x16 1:256 | * * 0 0, 0 0 * * \
              | even where both fill their share
          preemptive-priority |                  | 4 | 2 | 0:256 1:256x12!1 | 0 0 * *, * * * * \
              | 12 need two SMs of 8
          preemptive-priority |                  | 2 | 2 | 0:256 1:256x12 | * *, * * \
              | of equal priority: what is free
          smk-even      |                        | 2 | 2 | 0:320/64/14568 1:128/24/0 | 1 1, 8 8 \
              | LC: 20,480 of 32,768 registers; BS: 1024 threads
          smk-even      |                        | 1 | 3 | 0:128 1:256 2:32 | 5, 2, 10 \
              | of 682 threads, and of 32 slots
          smk-even      |                        | 1 | 2 | 0:512/80/0 1:256/32/0 | 1, 3 \
              | FDTD does not fit its half: 40,960 of 65,536 registers; 8192 each of the 24,576 left
          smk-even      |                        | 2 | 2 | 0:512/80/0 1:512/80/0 | * 0, 0 * \
              | they do not fit on an SM together
          smk-fixed     | threadBlocks=[3 5]     | 1 | 2 | 1:256 0:256 | 5, 3 \
              | by process, not by start
          smk-fixed     | threadShares=[0.25 0.75] | 1 | 2 | 0:256 1:128 | 2, 12 \
              | 512 and 1536 threads
          smk-fixed     | threadShares=[0.25 0.75] | 1 | 2 | 0:1024 1:128 | 1, 12 \
              | one thread block at least
          smk-fixed     | threadBlocks=[3 0]     | 1 | 2 | 0:256 1:128 | 3, 10 \
              | the rest of 2048 threads after 768
          smk-fixed     | threadBlocks=[8 0]     | 1 | 2 | 0:256 1:1024 | 4, 1 \
              | room for one of the process with the rest
          smk-fixed     | threadBlocks=[2 4 6]   | 1 | 3 | 0:128 1:128 | 4, 8 \
              | the part of process 2 is dealt in proportion
          smk-p         |                        | 2 | 2 | 0:320/64/14568 1:128/24/0 | 2 2, 8 8 \
              | 31.25% of the registers against 6.25% of the threads; then 3072 each of the 24,576 left
          smk-p         |                        | 1 | 2 | 0:1024 1:1024 | 1, 1 \
              | the kernel that started first has the first turn
          smk-p         |                        | 1 | 2 | 0:64/16/49152 1:256 | 2, 7 \
              | shared memory is full: the other has what it cannot use
          smk-p         |                        | 1 | 2 | 0:32 1:256 | 24, 5 \
              | slots give 1/32 against 1/8: four for one, until 96 threads are left
          smk-p         |                        | 2 | 2 | 0:512/80/0 1:512/80/0 | * 0, 0 * \
              | they do not fit on an SM together
          smk-pw        |                        | 2 | 2 | 0:320/64/14568 1:128/24/0 | 2 2, 8 8 \
              | as smk-p
          """)
  void partitions(
      String policy,
      String parameters,
      int sms,
      int processes,
      String kernels,
      String quotas,
      String why) {
    TestView view = view(sms, processes, kernels);

    PartitionPolicies.create(policy, TestView.parameters(parameters))
        .partition(0, view, view.quotas());

    assertEquals(quotas, quotas(view, kernels.split(" ", -1).length), why);
    assertEquals(
        policy.startsWith("spatial") || quotas.equals("* 0, 0 *"), view.quotas().isExclusive(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          alone         |                          | 4 | 2 | 1 | one workload only
          spatial-even  |                          | 4 | 4 | 0 | an SM for each
          spatial-even  |                          | 4 | 5 | 1 |
          spatial-fixed | sms=[1 3]                | 4 | 2 | 0 | all SMs
          spatial-fixed | sms=[2 3]                | 4 | 2 | 1 | more than there are
          spatial-fixed | sms=[3]                  | 4 | 2 | 1 | a number is missing
          smk-fixed     | threadBlocks=[1 0]       | 1 | 2 | 0 | the rest for one
          smk-fixed     | threadBlocks=[0 0]       | 1 | 2 | 1 | the rest for both
          smk-fixed     | threadBlocks=[2]         | 1 | 2 | 1 | a number is missing
          smk-fixed     |                          | 1 | 2 | 1 | neither list
          smk-fixed     | threadBlocks=[1 1], threadShares=[0.5 0.5] | 1 | 2 | 1 | both lists
          smk-fixed     | threadShares=[0.3 0.7]   | 1 | 2 | 0 | the whole SM
          smk-fixed     | threadShares=[0.31 0.7]  | 1 | 2 | 1 | more than the SM
          """)
  void refusesWhatDoesNotSuitTheDevice(
      String policy, String parameters, int sms, int processes, int violations, String why) {
    PartitionPolicy made = PartitionPolicies.create(policy, TestView.parameters(parameters));

    assertEquals(violations, made.violations(Devices.gpu("sms", sms), processes).size(), why);
  }

  @Test
  void ranksKernelsInTheOrderOfTheirStart() {
    TestView view = view(2, 2, "1:256 0:256");

    new LeftOver().partition(0, view, view.quotas());

    assertTrue(view.quotas().rank(0) < view.quotas().rank(1));
  }

  @Test
  void smkPwSetsTheKernelSchedulerWhateverTheConfigSays() {
    assertEquals("fair", new SmkPw().kernelScheduler("lrr"));
    assertEquals("lrr", new SmkP().kernelScheduler("lrr"));
  }
}
