package org.polyphony.figure.host;

import java.util.List;
import org.polyphony.run.host.HostOutcome;

/**
 * One of the three applications of schedGPU, with what the paper says of it in section 6, Figure 11
 * and Tables 1 and 2.
 *
 * @param label its name in results
 * @param config of twelve instances
 * @param packed instances that fit on the device at once
 * @param alone time of one instance alone, in seconds
 * @param together mean time of an instance among twelve under schedGPU, in seconds
 * @param speedup of twelve instances under schedGPU over one after another
 * @param table1 percent of GPU and of memory used: alone, packed, twelve under schedGPU
 */
record SchedGpuApp(
    String label,
    String config,
    int packed,
    double alone,
    double together,
    double speedup,
    List<Double> table1) {
  static final SchedGpuApp ARA =
      new SchedGpuApp(
          "ARA",
          "schedgpu-ara",
          6,
          226.847,
          260.108,
          10,
          List.of(0.51, 0.37, 2.74, 0.90, 5.26, 2.02));
  static final SchedGpuApp MUMMERGPU =
      new SchedGpuApp(
          "MUMmerGPU",
          "schedgpu-mummergpu",
          6,
          322.799,
          370.169,
          9,
          List.of(2.46, 4.04, 12.73, 26.13, 20.96, 41.59));
  static final SchedGpuApp GPU_BLAST =
      new SchedGpuApp(
          "GPU-BLAST",
          "schedgpu-gpu-blast",
          2,
          69.144,
          184.751,
          1.5,
          List.of(69.48, 33.73, 86.28, 63.71, 90.24, 70.09));

  /** All three, in the order of the paper. */
  static final List<SchedGpuApp> ALL = List.of(ARA, MUMMERGPU, GPU_BLAST);

  /** Runs some instances under a scheduler. */
  HostOutcome run(HostStudy study, String run, int instances) {
    return study.run(config, run, "jobs[0].count=" + instances);
  }
}
