package org.polyphony.study.silicon;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.Experiment;
import org.polyphony.run.Outcome;
import org.polyphony.study.FigureContext;
import org.polyphony.workload.trace.TraceKernel;
import org.polyphony.workload.trace.TraceOptions;
import org.polyphony.workload.trace.TraceWorkload;

/**
 * Runs traces alone and puts the results beside those of others.
 *
 * @param context what they work with
 * @param traces folder of each, by name
 */
record ValidationRuns(FigureContext context, Map<String, Path> traces) {
  private static final double SHORT_SECONDS = 2;

  /** A single launch as a workload of its own. */
  private record SingleLaunch(String name, Kernel kernel) implements Workload {
    @Override
    public int steps() {
      return 1;
    }

    @Override
    public Step step(int index) {
      return new Launch(kernel);
    }
  }

  /** Runs every application that the reference has. */
  List<ComparedApplication> applications(
      GpuConfig gpu, Map<String, ReferenceFile.Application> reference) {
    List<ComparedApplication> compared = new ArrayList<>();
    for (Map.Entry<String, Path> trace : traces.entrySet()) {
      ReferenceFile.Application theirs = reference.get(trace.getKey());
      if (theirs != null && !context.stop().isRequested()) {
        Outcome ours = runWarm(trace.getKey(), open(trace.getValue()), gpu);
        compared.add(new ComparedApplication(trace.getKey(), ours, theirs));
      }
    }
    return compared;
  }

  /** Runs every launch that was measured whole, each for itself. */
  List<ComparedLaunch> launches(GpuConfig gpu, Map<String, List<MeasuredFile.Launch>> measured) {
    List<ComparedLaunch> compared = new ArrayList<>();
    for (Map.Entry<String, Path> trace : traces.entrySet()) {
      List<MeasuredFile.Launch> theirs = measured.getOrDefault(trace.getKey(), List.of());
      if (!theirs.isEmpty()) {
        List<TraceKernel> kernels = open(trace.getValue()).kernels();
        addLaunches(trace.getKey(), kernels, theirs, gpu, compared);
      }
    }
    return compared;
  }

  private void addLaunches(
      String application,
      List<TraceKernel> kernels,
      List<MeasuredFile.Launch> theirs,
      GpuConfig gpu,
      List<ComparedLaunch> compared) {
    for (int i = 0; i < Math.min(kernels.size(), theirs.size()); i++) {
      if (theirs.get(i).isWhole() && !context.stop().isRequested()) {
        SingleLaunch launch = new SingleLaunch(application + "[" + i + "]", kernels.get(i));
        Outcome ours = run(launch.name(), launch, gpu);
        compared.add(new ComparedLaunch(application, i, ours.shared(), theirs.get(i)));
      }
    }
  }

  private TraceWorkload open(Path folder) {
    return TraceWorkload.open(folder, TraceOptions.quiet(context.tools().packedTraces()));
  }

  /** A short run comes before the compiler of the JVM is done: the second one counts. */
  private Outcome runWarm(String name, Workload workload, GpuConfig gpu) {
    Outcome first = run(name, workload, gpu);
    return first.cpuSeconds() < SHORT_SECONDS ? run(name, workload, gpu) : first;
  }

  private Outcome run(String name, Workload workload, GpuConfig gpu) {
    Experiment experiment = Experiment.alone(name, workload, gpu);
    return context.tools().runner().run(experiment, context.progress(), context.stop());
  }
}
