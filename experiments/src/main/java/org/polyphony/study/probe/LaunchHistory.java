package org.polyphony.study.probe;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.simulation.RunResult;

/**
 * What a run of kernels keeps: the progress of each over time.
 *
 * @param kernels one per workload, in their order
 * @param dramUse bytes transferred over peak bytes
 * @param l2HitRate hit rate of all L2 look-ups, 0 to 1
 * @param issueUse share of issue slots with an instruction
 */
record LaunchHistory(List<OfKernel> kernels, double dramUse, double l2HitRate, double issueUse) {
  /** Core cycles between two points of a history. */
  static final int STEP_CYCLES = 5_000;

  private static final int WARM_UP = 1; // requests that are not counted

  /** A request, in core cycles. */
  record Request(long arrival, long start, long end) {
    long toStart() {
      return start - arrival;
    }

    long onDevice() {
      return end - start;
    }

    long latency() {
      return end - arrival;
    }
  }

  /**
   * The progress of one kernel.
   *
   * @param issued thread instructions from the start to the end of each step; the last step is
   *     shorter
   * @param launchEnds end of each launch of its first round, in core cycles
   * @param launchInstructions thread instructions of the first launch; 0 if it did not end
   * @param requests that are counted
   */
  record OfKernel(
      List<Long> issued, List<Long> launchEnds, long launchInstructions, List<Request> requests) {
    double firstEnd() {
      return launchEnds.get(0);
    }

    /** Returns the mean time of the launches after the first; not a number without any. */
    double laterLaunch() {
      int last = launchEnds.size() - 1;
      return last < 1 ? Double.NaN : (launchEnds.get(last) - firstEnd()) / last;
    }

    boolean hasEnded() {
      return !launchEnds.isEmpty();
    }

    /** Returns the length of the run. */
    double cycles() {
      return (double) issued.size() * STEP_CYCLES;
    }

    /** Returns the thread instructions issued between two times. */
    double issued(double from, double to) {
      return issuedBy(to) - issuedBy(from);
    }

    /** Returns the thread instructions issued by a time, interpolated linearly within a step. */
    double issuedBy(double cycle) {
      double steps = Math.min(cycle / STEP_CYCLES, issued.size());
      int whole = (int) steps;
      double before = whole == 0 ? 0 : issued.get(whole - 1);
      double after = whole < issued.size() ? issued.get(whole) : before;
      return before + (steps - whole) * (after - before);
    }

    /** Returns the time by which it had issued a number of thread instructions. */
    double cycleOf(double instructions) {
      double before = 0;
      for (int step = 0; step < issued.size(); step++) {
        if (issued.get(step) >= instructions) {
          double share = (instructions - before) / Math.max(1, issued.get(step) - before);
          return (step + share) * STEP_CYCLES;
        }
        before = issued.get(step);
      }
      return cycles();
    }
  }

  /** Extracts the progress of each kernel from a run with an epoch for each step. */
  static LaunchHistory of(RunResult result) {
    List<OfKernel> kernels = new ArrayList<>();
    for (int i = 0; i < result.benchmarks().size(); i++) {
      kernels.add(ofKernel(result, i));
    }
    RunResult.Device device = result.device();
    return new LaunchHistory(
        kernels,
        device.dramUtilization(),
        device.l2Accesses() == 0 ? 0 : device.l2HitRate(),
        device.issueUtilization());
  }

  private static OfKernel ofKernel(RunResult result, int workload) {
    List<Long> issued = new ArrayList<>();
    long sum = 0;
    for (RunResult.EpochRow row : result.epochs()) {
      if (row.workload() == workload) {
        sum += row.threadInstructions();
        for (long at = row.startCycle(); at < row.endCycle(); at += STEP_CYCLES) {
          issued.add(sum); // idle steps are one row
        }
      }
    }
    List<RunResult.Launch> ended =
        result.launches().stream().filter(launch -> launch.workload() == workload).toList();
    List<Request> requests =
        result.requests().stream()
            .filter(request -> request.workload() == workload)
            .skip(WARM_UP)
            .map(each -> new Request(each.arrival(), each.start(), each.end()))
            .toList();
    return new OfKernel(
        issued,
        ended.stream().map(launch -> launch.startCycle() + launch.cycles()).toList(),
        ended.isEmpty() ? 0 : ended.get(0).threadInstructions(),
        requests);
  }
}
