package org.polyphony.study.silicon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.TraceProfile;
import org.polyphony.workload.trace.TraceProfiler;

/**
 * Runs kernels alone and in pairs on the same SMs for a number of cycles, and computes their units
 * per second: the instructions issued in the second half of the run over those per unit.
 */
record SmkRuns(CorunDevice device, int wholeSms, long cycles) {
  private static final int SHARED_BYTES = 64 * 1024; // per SM, in every measurement
  private static final int L1_BYTES = (192 - 4) * 1024; // the remainder; hopper-h200 reserves 4 KiB
  private static final int SAMPLED_UNITS = 64;

  /** Returns the SMs of the scaled-down device; a sixteenth of 132 has 8. */
  private int sms() {
    return Math.max(1, wholeSms / device.divisor());
  }

  ObjectNode experiment(KernelSetting setting) {
    ObjectNode root = setting.experiment(device.scale());
    device.writeTo(root, sms() * device.divisor());
    writeSm(root, setting.parts().stream().mapToInt(Integer::intValue).sum());
    setting.parts().forEach(root.withArray("/policy/threadBlocks")::add);
    root.put("warpScheduler", setting.order().warps());
    root.put("kernelScheduler", setting.order().kernels());
    return root;
  }

  /** Writes the measured split of L1 and a number of thread blocks per SM into an experiment. */
  static void writeSm(ObjectNode experiment, int threadBlocks) {
    ObjectNode gpu = (ObjectNode) experiment.get("gpu");
    gpu.putObject("sm")
        .put("sharedMemoryBytes", SHARED_BYTES)
        .put("sharedMemoryPerBlockBytes", SHARED_BYTES)
        .put("threadBlocks", threadBlocks);
    gpu.putObject("l1d").put("bytes", L1_BYTES);
  }

  /** Returns the units per second on all SMs of the whole device, for each kernel of the runs. */
  Map<KernelSetting, List<Double>> rates(Map<KernelSetting, CorunRun> runs) {
    double coreHz = 1000.0 * GpuConfigs.load(device.gpu()).coreKhz();
    Map<String, Double> unitInstructions = new HashMap<>();
    Map<KernelSetting, List<Double>> rates = new LinkedHashMap<>();
    runs.forEach(
        (setting, run) ->
            rates.put(
                setting,
                IntStream.range(0, setting.kernels().size())
                    .mapToObj(
                        i -> {
                          String kernel = setting.kernels().get(i);
                          double of =
                              unitInstructions.computeIfAbsent(kernel, this::unitInstructions);
                          return unitsPerCycle(run, i, of) * coreHz;
                        })
                    .toList()));
    return rates;
  }

  /** A kernel that issued nothing counts as one thread instruction. */
  private double unitsPerCycle(CorunRun run, int kernel, double unitInstructions) {
    double issued = run.issuedBy(kernel, (double) cycles) - run.issuedBy(kernel, cycles / 2.0);
    double units = Math.max(1, issued) / unitInstructions;
    return units * wholeSms / sms() / (cycles / 2.0);
  }

  /** Returns the thread instructions per unit. */
  private double unitInstructions(String kernel) {
    Workload model =
        ModelWorkload.bundled(MeasuredPairs.MODEL + kernel, ModelOptions.of(device.scale(), 1));
    Kernel only = ((Workload.Launch) model.step(0)).kernel();
    TraceProfile profile = TraceProfiler.sample(List.of(only), SAMPLED_UNITS, Long.MAX_VALUE);
    return (double) profile.threadInstructions() / profile.threadBlocks();
  }
}
