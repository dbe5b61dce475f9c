package org.polyphony.study.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.Utilisation;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.study.PaperNumbers;

/** The workload of twelve applications of schedGPU: Figures 14 and 15, Table 3. */
final class SchedGpuWorkload {
  private static final double PERCENT = 100;
  private static final String CONFIG = "schedgpu-table3";
  private static final String TIME_SLICES = "machine.gpus[0].sharing=time-slices";
  private static final List<String> POLICIES =
      List.of("fifo", "mmu", "priority-fifo", "priority-mmu");

  private SchedGpuWorkload() {}

  static HostFigure.Made table3(HostStudy study) {
    List<HostOutcome> outcomes = new ArrayList<>();
    HostOutcome sequential = study.run(CONFIG, "sequential");
    List<HostRow> rows =
        new ArrayList<>(HostRow.timeAndUse("without schedGPU", paper("sequential"), sequential));
    for (String policy : POLICIES) {
      HostOutcome outcome = study.run(CONFIG, "schedgpu-" + policy);
      outcomes.add(outcome);
      rows.addAll(HostRow.timeAndUse(policy, paper(policy), outcome));
    }
    for (String policy : POLICIES) {
      HostOutcome outcome = study.run(CONFIG, "schedgpu-" + policy, TIME_SLICES);
      rows.add(HostRow.time(policy + ", time slices", paper(policy).get(0), outcome));
    }
    return study.made(CONFIG, outcomes, rows);
  }

  private static List<Double> paper(String run) {
    return PaperNumbers.numbers("schedgpu.table3." + run);
  }

  static HostFigure.Made fig15(HostStudy study) {
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    for (String policy : POLICIES) {
      HostOutcome outcome = study.run(CONFIG, "schedgpu-" + policy);
      outcomes.add(outcome);
      rows.add(HostRow.only(policy + ", CPU %", PERCENT * outcome.mean(Utilisation.CPU)));
      rows.add(HostRow.only(policy + ", mean wait for memory, s", outcome.meanWaitSeconds()));
    }
    return study.made(CONFIG, outcomes, rows);
  }
}
