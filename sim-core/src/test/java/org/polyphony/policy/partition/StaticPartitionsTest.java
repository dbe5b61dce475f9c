package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.InvalidInputException;
import org.polyphony.policy.registry.PartitionPolicies;

/** The policies that divide a device by what is known of its kernels, without measuring. */
class StaticPartitionsTest {
  /** Makes a policy from words: its name, then {@code key=value}, lists with commas. */
  private static PartitionPolicy policy(String words) {
    String[] all = words.split(" ", -1);
    Map<String, Object> parameters = new HashMap<>();
    for (String word : List.of(all).subList(1, all.length)) {
      String[] parts = word.split("=", 2);
      boolean isText = parts[1].matches("[a-z]+");
      parameters.put(parts[0], isText ? parts[1] : numbers(parts[1]));
    }
    return PartitionPolicies.create(all[0], parameters);
  }

  private static List<Number> numbers(String text) {
    return Arrays.stream(text.split(",", 0))
        .filter(each -> !each.isEmpty())
        .map(each -> each.contains(".") ? (Number) Double.valueOf(each) : Integer.valueOf(each))
        .toList();
  }

  /**
   * Makes a device of SMs and processes on which kernels run: each {@code process:threads}, then
   * {@code /registers/bytes of shared memory} and {@code x} with its thread blocks.
   */
  private static TestView device(String size, String kernels) {
    int[] sizes = Arrays.stream(size.split("/", -1)).mapToInt(Integer::parseInt).toArray();
    TestView view = new TestView(sizes[0], sizes[1]);
    for (String kernel : kernels.split(" ", -1)) {
      String[] need = kernel.replaceFirst("x.*", "").split("[:/]", -1);
      int[] of = Arrays.stream(need).mapToInt(Integer::parseInt).toArray();
      int blocks = kernel.contains("x") ? Integer.parseInt(kernel.replaceFirst(".*x", "")) : 99;
      view.add(of[0], of[1], of.length > 2 ? of[2] : 16, of.length > 2 ? of[3] : 0, blocks);
    }
    return view;
  }

  /** Quotas of each kernel on each SM; {@code !} where others may not share an SM. */
  private static String quotas(TestView view, int kernels) {
    String exclusive = view.quotas().isExclusive(0) ? "! " : "";
    return exclusive
        + IntStream.range(0, kernels).mapToObj(view::quotasOf).collect(Collectors.joining("; "));
  }

  /**
   * Of 2048 threads, 65,536 registers and 32 slots of an SM. Dominant shares of smk-p: 320 threads
   * of 64 registers take 31.25% of the registers, 128 threads of 24 take 6.25% of the threads:
   * turns at 0 and 0, 5 x 6.25% against 31.25%, 10 x 6.25% against 62.5%.
   */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          left-over | all SMs are open to all | 2/2 | 1:256x9 0:256x9 | * *; * *
          preemptive-priority | equal priorities have what is free | 2/2 | 0:256x1000 1:256x12 | * *; * *
          smk-even | each resource of each SM is halved: 20,480 of 32,768 registers and 1024 threads | 2/2 | 0:320/64/14568 1:128/24/0 | 1 1; 8 8
          smk-even | three have thirds: of 682 threads and of 32 slots | 1/3 | 0:128 1:256 2:32 | 5; 2; 10
          smk-even | one thread block at least, and the other has 8192 each of the 24,576 registers left | 1/2 | 0:512/80/0 1:256/32/0 | 1; 3
          smk-even | kernels that do not fit on an SM together split the SMs | 2/2 | 0:512/80/0 1:512/80/0 | ! * 0; 0 *
          smk-p | the smaller dominant share has the next one: 40,960 registers, then 3072 each of the rest | 2/2 | 0:320/64/14568 1:128/24/0 | 2 2; 8 8
          smk-p | the kernel that started first begins | 1/2 | 0:1024 1:1024 | 1; 1
          smk-p | the other has what one kernel cannot use: shared memory is full | 1/2 | 0:64/16/49152 1:256 | 2; 7
          smk-p | slots are a resource: 1/32 against 1/8 a thread block | 1/2 | 0:32 1:256 | 24; 5
          smk-p | kernels that do not fit on an SM together split the SMs | 2/2 | 0:512/80/0 1:512/80/0 | ! * 0; 0 *
          smk-pw | divides as smk-p | 2/2 | 0:320/64/14568 1:128/24/0 | 2 2; 8 8
          smk-fixed threadBlocks=3,5 | numbers are of processes | 1/2 | 1:256 0:256 | 5; 3
          smk-fixed threadShares=0.25,0.75 | shares of threads: 512 and 1536 | 1/2 | 0:256 1:128 | 2; 12
          smk-fixed threadBlocks=3,0 | one process has the rest of 2048 threads | 1/2 | 0:256 1:128 | 3; 10
          smk-fixed threadBlocks=8,0 | the rest has room for a thread block | 1/2 | 0:256 1:1024 | 4; 1
          smk-fixed threadShares=0.25,0.75 | one thread block at least | 1/2 | 0:1024 1:128 | 1; 12
          smk-fixed threadBlocks=2,4,6 | others have the part of a process without kernel in proportion | 1/3 | 0:128 1:128 | 4; 8
          spatial-even | two have halves | 4/2 | 0:256 1:256 | ! * * 0 0; 0 0 * *
          spatial-even | the first have one more | 5/3 | 0:256 1:256 2:256 | ! * * 0 0 0; 0 0 * * 0; 0 0 0 0 *
          spatial-even | SMs of a process without kernel go to the others, whose own stay | 6/3 | 0:256 2:256 | ! * * * 0 0 0; 0 0 0 * * *
          spatial-smart | a kernel has no more SMs than it fills, 8 on each | 4/2 | 0:256x8 1:256 | ! * 0 0 0; 0 * * *
          spatial-smart | even where both fill their share | 4/2 | 0:256x16 1:256 | ! * * 0 0; 0 0 * *
          spatial-fixed sms=1,3 | each process has its SMs | 4/2 | 0:256 1:256 | ! * 0 0 0; 0 * * *
          """)
  void divideTheDevice(String policy, String rule, String size, String kernels, String quotas) {
    TestView view = device(size, kernels);

    policy(policy).partition(0, view, view.quotas());

    assertEquals(quotas, quotas(view, kernels.split(" ", -1).length), rule);
  }

  @Test
  void leftOverRanksKernelsInTheOrderOfTheirStart() {
    TestView view = device("2/2", "1:256 0:256");

    policy("left-over").partition(0, view, view.quotas());

    assertTrue(view.quotas().rank(0) < view.quotas().rank(1));
  }

  /** 8 thread blocks fit on an SM. */
  @Test
  void preemptivePriorityClosesAsManySmsToLowerPriorityAsTheThreadBlocksNeed() {
    TestView view = device("4/2", "0:256x1000 1:256x12").withPriority(1, 1);

    policy("preemptive-priority").partition(0, view, view.quotas());

    assertEquals("0 0 * *; * * * *", quotas(view, 2));
  }

  @Test
  void spatialSmartCountsAPartlyFilledSmAndWhatIsResident() {
    TestView view = device("4/2", "0:256x1 1:256").withResident(0, 8);

    policy("spatial-smart").partition(0, view, view.quotas());

    assertEquals("* * 0 0", view.quotasOf(0));
  }

  @Test
  void spatialFixedLendsOrKeepsTheSmsOfAProcessThatHasNothingToLaunch() {
    TestView lent = device("4/2", "0:256 1:256").remove(0);
    policy("spatial-fixed sms=1,3").partition(0, lent, lent.quotas());
    assertEquals("* * * *", lent.quotasOf(1));

    TestView kept = device("4/2", "0:256 1:256").remove(0);
    PartitionPolicy strict = policy("spatial-fixed sms=1,2 idleSms=keep");
    strict.partition(0, kept, kept.quotas());
    assertEquals("0 * * 0", kept.quotasOf(1));
    kept.restore(0);
    strict.partition(1, kept, kept.quotas());
    assertEquals("! * 0 0 0; 0 * * 0", quotas(kept, 2));
  }

  @Test
  void smkPwSetsTheKernelSchedulerWhateverTheConfigSays() {
    assertEquals("fair", policy("smk-pw").kernelScheduler("lrr"));
    assertEquals("lrr", policy("smk-p").kernelScheduler("lrr"));
  }

  /** The last column is what is refused; nothing of the others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          alone | 4 | 1 |
          alone | 4 | 2 | name
          smk-fixed threadBlocks=1,0 | 1 | 2 |
          smk-fixed threadBlocks=0,0 | 1 | 2 | threadBlocks
          smk-fixed threadBlocks=2 | 1 | 2 | threadBlocks
          smk-fixed threadBlocks=1,1 threadShares=0.5,0.5 | 1 | 2 | threadBlocks
          smk-fixed | 1 | 2 | threadBlocks
          smk-fixed threadShares=0.3,0.7 | 1 | 2 |
          smk-fixed threadShares=0.31,0.7 | 1 | 2 | threadShares
          spatial-fixed sms=1,3 | 4 | 2 |
          spatial-fixed sms=2,3 | 4 | 2 | sms
          spatial-fixed sms=0,3 | 4 | 2 | sms
          spatial-fixed sms=3, | 4 | 2 | sms
          spatial-even | 4 | 4 |
          spatial-even | 4 | 5 | workloads
          """)
  void refuseWhatCannotWork(String words, int sms, int processes, String wrong) {
    String found;
    try {
      found =
          policy(words).violations(Devices.gpu("sms", sms), processes).stream()
              .map(violation -> violation.path())
              .collect(Collectors.joining(" "));
    } catch (InvalidInputException e) {
      found = e.getMessage().replaceFirst("(?s).*?\\s(\\w+)(\\[\\d])?: found.*", "$1");
    }

    assertEquals(wrong == null ? "" : wrong, found);
  }
}
