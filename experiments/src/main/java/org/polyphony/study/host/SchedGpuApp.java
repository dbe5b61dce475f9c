package org.polyphony.study.host;

import java.util.List;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.study.PaperNumbers;

/**
 * One of the three applications of schedGPU, with what the paper says of it in section 6, Figure 11
 * and Tables 1 and 2.
 *
 * @param label its name in results
 * @param config of twelve instances
 * @param packed instances that fit on the device at once
 */
record SchedGpuApp(String label, String config, int packed) {
  static final SchedGpuApp ARA = new SchedGpuApp("ARA", "schedgpu-ara", 6);
  static final SchedGpuApp MUMMERGPU = new SchedGpuApp("MUMmerGPU", "schedgpu-mummergpu", 6);
  static final SchedGpuApp GPU_BLAST = new SchedGpuApp("GPU-BLAST", "schedgpu-gpu-blast", 2);

  /** All three, in the order of the paper. */
  static final List<SchedGpuApp> ALL = List.of(ARA, MUMMERGPU, GPU_BLAST);

  /** Returns the time of one instance alone, in seconds. */
  double alone() {
    return PaperNumbers.numbers("schedgpu.table2." + label).get(0);
  }

  /** Returns the mean time of an instance among twelve under schedGPU, in seconds. */
  double together() {
    return PaperNumbers.numbers("schedgpu.table2." + label).get(1);
  }

  /** Returns the speed-up of twelve instances under schedGPU over one after another. */
  double speedup() {
    return PaperNumbers.number("schedgpu.fig11." + label);
  }

  /**
   * Returns percent of GPU and of memory used.
   *
   * @param column of Table 1: 0 alone, 1 packed, 2 twelve under schedGPU
   */
  List<Double> use(int column) {
    return PaperNumbers.numbers("schedgpu.table1." + label).subList(2 * column, 2 * column + 2);
  }

  /** Runs some instances under a scheduler. */
  HostOutcome run(HostStudy study, String run, int instances) {
    return study.run(config, run, "jobs[0].count=" + instances);
  }
}
