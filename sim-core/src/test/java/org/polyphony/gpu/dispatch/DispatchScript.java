package org.polyphony.gpu.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.gpu.RecordingSms;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Script;
import org.polyphony.policy.preemption.OneTechnique;

/** A thread-block scheduler whose SMs write down what they are told, driven by a text of steps. */
final class DispatchScript {
  private static final Map<String, Preemption> TECHNIQUES =
      Map.of(
          "drain", OneTechnique.DRAIN, "switch", OneTechnique.SWITCH, "flush", OneTechnique.FLUSH);

  final RecordingSms sms = new RecordingSms();
  final ThreadBlockScheduler scheduler;
  private final List<Integer> rows = new ArrayList<>(); // by process

  DispatchScript(GpuConfig gpu, String allocator, String technique) {
    scheduler =
        new ThreadBlockScheduler(
            gpu,
            RangeAllocators.of(allocator, 2),
            sms,
            TECHNIQUES.get(technique),
            Dispatchers.one(gpu.sms()));
  }

  /** Returns the row of the kernel of a process. */
  int row(int process) {
    return rows.get(process);
  }

  /**
   * Takes steps, with a semicolon after each but the last: {@code start 1024*9} starts a kernel of
   * 9 thread blocks of 1024 threads, of the next process, without a limit, {@code begin} one
   * without a quota, and 1024*9/3 forms clusters of three; {@code quota 0 4} and {@code quota 0 4
   * 1}: process 0 gets 4 thread blocks on each SM or on SM 1; {@code rank 0 1}; {@code launch 3 9}
   * is the cycles from 3 to 9; {@code end 9 1 0} and {@code drop 9 1 0}: the thread block in slot 0
   * of SM 1 is gone in cycle 9; {@code stop 5 0} and {@code remove 5 0} name a cycle and a process;
   * {@code exclusive} gives all SMs to one kernel each; {@code clear} forgets what is written.
   *
   * @return what the SMs have been told since they last forgot
   */
  String run(String steps) {
    for (String step : steps.split("; *", -1)) {
      String[] words = step.split(" ", -1);
      if (step.contains("*")) {
        start(words[0], words[1]);
      } else {
        take(words[0], Stream.of(words).skip(1).mapToInt(Integer::parseInt).toArray());
      }
      scheduler.verifyConservation();
    }
    return sms.log();
  }

  private void start(String verb, String kernel) {
    int row = scheduler.start(rows.size(), kernel(kernel));
    rows.add(row);
    if (verb.equals("start")) {
      scheduler.quotas().setOnAll(row, Quotas.UNLIMITED);
    }
  }

  private static Kernel kernel(String text) {
    String[] numbers = text.split("[*/]", -1);
    int threads = Integer.parseInt(numbers[0]);
    int blocks = Integer.parseInt(numbers[1]);
    if (numbers.length < 3) {
      return TestKernel.of("any", blocks, threads, 1);
    }
    Script clustered = new Script("clustered").clusters(Integer.parseInt(numbers[2]));
    return clustered.grid(blocks, threads).op(OpClass.INT, 1).build();
  }

  private void take(String verb, int... of) {
    switch (verb) {
      case "quota" -> quota(of);
      case "rank" -> scheduler.quotas().setRank(row(of[0]), of[1]);
      case "exclusive" -> scheduler.quotas().setAllExclusive();
      case "launch" -> launch(of[0], of[of.length - 1]);
      case "end", "drop" -> scheduler.threadBlockEnded(of[0], of[1], of[2], verb.equals("drop"));
      case "stop" -> scheduler.stop(of[0], row(of[1]));
      case "remove" -> scheduler.remove(of[0], row(of[1]));
      case "clear" -> sms.clear();
      default -> throw new IllegalArgumentException(verb);
    }
  }

  private void quota(int... of) {
    if (of.length == 2) {
      scheduler.quotas().setOnAll(row(of[0]), of[1]);
    } else {
      scheduler.quotas().set(of[2], row(of[0]), of[1]);
    }
  }

  private void launch(int from, int to) {
    for (int cycle = from; cycle <= to; cycle++) {
      scheduler.launch(cycle);
    }
  }
}
