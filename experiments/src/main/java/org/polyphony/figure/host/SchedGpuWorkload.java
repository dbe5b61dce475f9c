package org.polyphony.figure.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.Utilisation;
import org.polyphony.run.host.HostOutcome;

/** The workload of twelve applications of schedGPU: Figures 14 and 15, Table 3. */
final class SchedGpuWorkload {
  private static final double PERCENT = 100;
  private static final String CONFIG = "schedgpu-table3";
  private static final String TIME_SLICES = "machine.gpus[0].sharing=time-slices";
  private static final List<String> POLICIES =
      List.of("fifo", "mmu", "priority-fifo", "priority-mmu");

  private SchedGpuWorkload() {}

  /** Returns times and use under each policy. */
  static HostFigure.Made table3(HostStudy study) {
    double[] seconds = {542.51, 527.22, 515.57, 512.53};
    double[] gpu = {43.09, 43.74, 45.59, 45.75};
    double[] memory = {42.65, 43.25, 46.59, 47.15};
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    HostOutcome sequential = study.run(CONFIG, "sequential");
    rows.add(HostRow.time("without schedGPU", 2485.20, sequential));
    rows.add(HostRow.gpu("without schedGPU", 9.24, sequential));
    rows.add(HostRow.memory("without schedGPU", 3.79, sequential));
    for (int i = 0; i < POLICIES.size(); i++) {
      HostOutcome outcome = study.run(CONFIG, "schedgpu-" + POLICIES.get(i));
      outcomes.add(outcome);
      rows.add(HostRow.time(POLICIES.get(i), seconds[i], outcome));
      rows.add(HostRow.gpu(POLICIES.get(i), gpu[i], outcome));
      rows.add(HostRow.memory(POLICIES.get(i), memory[i], outcome));
    }
    for (int i = 0; i < POLICIES.size(); i++) {
      HostOutcome outcome = study.run(CONFIG, "schedgpu-" + POLICIES.get(i), TIME_SLICES);
      rows.add(HostRow.time(POLICIES.get(i) + ", time slices", seconds[i], outcome));
    }
    return HostFigure.Made.of(
        study.experiment(CONFIG),
        outcomes,
        rows,
        "Four instances of each application on twelve cores; MUMmerGPU has the higher priority. How"
            + " many launches a kernel's time is made of is not published; it was chosen, with"
            + " kernels that run to their end, after these results were known. The rows with time"
            + " slices are the prediction without that choice: the number of launches does not"
            + " matter there (DEVIATIONS.md 35, 37). Both policies with priorities decide alike here"
            + " (42). Memory without schedGPU is what Table 1 gives for one instance alone (39). With"
            + " schedGPU the paper's mean use of memory, times the makespan, is 1.5 to 1.6 times that"
            + " of the twelve alone, ours 1.3 to 1.4 (64).");
  }

  /** Returns how busy cores are under each policy. */
  static HostFigure.Made fig15(HostStudy study) {
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    for (String policy : POLICIES) {
      HostOutcome outcome = study.run(CONFIG, "schedgpu-" + policy);
      outcomes.add(outcome);
      rows.add(HostRow.only(policy + ", CPU %", PERCENT * outcome.mean(Utilisation.CPU)));
      rows.add(HostRow.only(policy + ", mean wait for memory, s", outcome.meanWaitSeconds()));
    }
    return HostFigure.Made.of(
        study.experiment(CONFIG),
        outcomes,
        rows,
        "The paper has curves only: cores of jobs that wait for memory are idle, for less time with"
            + " priorities.");
  }
}
