package org.polyphony.study.silicon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.Experiment;
import org.polyphony.run.Progress;
import org.polyphony.store.Json;
import org.polyphony.study.FigureContext;
import org.polyphony.sweep.SideBySide;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.TraceProfile;
import org.polyphony.workload.trace.TraceProfiler;

/**
 * Runs kernels alone and two on the same SMs for a number of cycles, and finds the units that each
 * does in a second: in the second half of the run, by the instructions that it issues and those of
 * a unit.
 */
record SmkRuns(FigureContext context, CorunDevice device, int wholeSms, long cycles) {
  private static final int SHARED_BYTES = 64 * 1024; // of an SM, in every measurement
  private static final int L1_BYTES = (192 - 4) * 1024; // beside that; hopper-h200 withholds 4 KiB
  private static final int SAMPLED_UNITS = 64;

  /** Runs all settings, which differ; a stop or the end of the time leaves some out. */
  Map<SmkSetting, CorunRun> run(List<SmkSetting> settings) {
    return SideBySide.all(context.batch(), settings, this::run);
  }

  private Optional<CorunRun> run(SmkSetting setting, Progress progress) {
    Experiment experiment = experiment(setting);
    return new KernelRuns(context, "smk-silicon")
        .run(
            setting.toString(),
            KernelRuns.request(experiment, experiment.request().workloads()),
            experiment.configHash(),
            cycles,
            progress);
  }

  /** Returns the SMs of the part; of 132 a sixteenth has 8. */
  int sms() {
    return Math.max(1, wholeSms / device.divisor());
  }

  private Experiment experiment(SmkSetting setting) {
    ObjectNode root = Json.object();
    device.writeTo(root, sms() * device.divisor());
    ObjectNode gpu = (ObjectNode) root.get("gpu");
    gpu.putObject("sm")
        .put("sharedMemoryBytes", SHARED_BYTES)
        .put("sharedMemoryPerBlockBytes", SHARED_BYTES)
        .put("threadBlocks", setting.blocks().stream().mapToInt(Integer::intValue).sum());
    gpu.putObject("l1d").put("bytes", L1_BYTES);
    setting.writeTo(root, device.scale());
    return context.experiment(setting.toString(), root, 0);
  }

  /**
   * Returns the units that the SMs of the whole device do in a core cycle, for each kernel of a
   * run; one that issued nothing counts as one thread instruction.
   *
   * @param unitInstructions thread instructions of a unit, by kernel
   */
  List<Double> unitsPerCycle(
      SmkSetting setting, CorunRun run, Map<String, Double> unitInstructions) {
    return IntStream.range(0, setting.kernels().size())
        .mapToObj(
            i -> {
              double issued = run.issuedBy(i, (double) cycles) - run.issuedBy(i, cycles / 2.0);
              double units = Math.max(1, issued) / unitInstructions.get(setting.kernels().get(i));
              return units * wholeSms / sms() / (cycles / 2.0);
            })
        .toList();
  }

  /** Returns the thread instructions of a unit, by kernel. */
  Map<String, Double> unitInstructions(List<String> kernels) {
    Map<String, Double> found = new LinkedHashMap<>();
    for (String kernel : kernels) {
      Workload model =
          ModelWorkload.bundled(SmkFile.model(kernel), ModelOptions.of(device.scale(), 1));
      Kernel only = ((Workload.Launch) model.step(0)).kernel();
      TraceProfile profile = TraceProfiler.sample(List.of(only), SAMPLED_UNITS, Long.MAX_VALUE);
      found.put(kernel, (double) profile.threadInstructions() / profile.threadBlocks());
    }
    return found;
  }
}
