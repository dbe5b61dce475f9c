package org.polyphony.study.silicon;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.simulation.RunResult;

/**
 * The progress of one or two repeatedly launched kernels over time.
 *
 * @param stepCycles core cycles between two points of {@link History#issued}
 * @param kernels one per kernel, in the order of the setting
 * @param dramUse bytes transferred over peak bytes
 * @param l2HitRate hit rate of all L2 look-ups, 0 to 1
 * @param issueUse share of issue slots with an instruction
 */
record CorunRun(
    int stepCycles, List<History> kernels, double dramUse, double l2HitRate, double issueUse) {

  /**
   * The progress of one kernel.
   *
   * @param issued thread instructions from the start to the end of each step; the last step is
   *     shorter
   * @param launchEnds end of each launch of its first round, in core cycles
   * @param launchInstructions thread instructions of the first launch; 0 if it did not end
   */
  record History(List<Long> issued, List<Long> launchEnds, long launchInstructions) {
    /** Returns the end of a launch of the first round, in core cycles. */
    double end(int launch) {
      return launchEnds.get(launch);
    }

    boolean hasEnded() {
      return !launchEnds.isEmpty();
    }
  }

  /** Extracts the progress of each kernel from a run. */
  static CorunRun of(RunResult result, int stepCycles) {
    List<History> kernels = new ArrayList<>();
    for (int i = 0; i < result.benchmarks().size(); i++) {
      kernels.add(history(result, i, stepCycles));
    }
    RunResult.Device device = result.device();
    return new CorunRun(
        stepCycles,
        kernels,
        device.dramUtilization(),
        device.l2Accesses() == 0 ? 0 : device.l2HitRate(),
        device.issueUtilization());
  }

  private static History history(RunResult result, int workload, int stepCycles) {
    List<Long> issued = new ArrayList<>();
    long sum = 0;
    for (RunResult.EpochRow row : result.epochs()) {
      if (row.workload() == workload) {
        sum += row.threadInstructions();
        for (long at = row.startCycle(); at < row.endCycle(); at += stepCycles) {
          issued.add(sum); // idle steps are one row
        }
      }
    }
    List<RunResult.Launch> ended =
        result.launches().stream().filter(launch -> launch.workload() == workload).toList();
    return new History(
        issued,
        ended.stream().map(launch -> launch.startCycle() + launch.cycles()).toList(),
        ended.isEmpty() ? 0 : ended.get(0).threadInstructions());
  }

  /** Returns the thread instructions issued by a time, interpolated linearly within a step. */
  double issuedBy(int process, double cycle) {
    List<Long> issued = kernels.get(process).issued();
    double steps = Math.min(cycle / stepCycles, issued.size());
    int whole = (int) steps;
    double before = whole == 0 ? 0 : issued.get(whole - 1);
    double after = whole < issued.size() ? issued.get(whole) : before;
    return before + (steps - whole) * (after - before);
  }

  /** Returns the time by which a kernel had issued a number of thread instructions. */
  double cycleOf(int process, double instructions) {
    List<Long> issued = kernels.get(process).issued();
    double before = 0;
    for (int step = 0; step < issued.size(); step++) {
      if (issued.get(step) >= instructions) {
        double share = (instructions - before) / Math.max(1, issued.get(step) - before);
        return (step + share) * stepCycles;
      }
      before = issued.get(step);
    }
    return (double) issued.size() * stepCycles;
  }
}
