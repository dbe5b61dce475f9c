package org.polyphony.study.silicon;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.simulation.RunResult;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.study.FigureContext;
import org.polyphony.workload.trace.TraceKernel;
import org.polyphony.workload.trace.TraceOptions;
import org.polyphony.workload.trace.TraceWorkload;

/** Runs traces alone and pairs the results with external ones. */
record ValidationRuns(FigureContext context, Map<String, Path> traces) {
  private static final double SHORT_SECONDS = 2;

  /**
   * An application alone on the reference simulator.
   *
   * @param cycles core cycles
   * @param threadInstructions active lanes summed over warp instructions
   * @param l1MissRate of L1D, 0 to 1
   * @param l2MissRate 0 to 1
   * @param kernels core cycles of each launch, in order
   */
  record Reference(
      long cycles,
      long threadInstructions,
      double l1MissRate,
      double l2MissRate,
      double warpInstructionsPerSecond,
      List<Long> kernels) {
    static Map<String, Reference> read(JsonInput input) {
      return input.key("applications").values(Reference::of);
    }

    private static Reference of(JsonInput at) {
      List<Long> kernels = at.key("kernels").items(kernel -> kernel.wholeNumber("cycles"));
      return new Reference(
          at.wholeNumber("cycles"),
          at.wholeNumber("threadInstructions"),
          at.number("l1dMissRate"),
          at.number("l2MissRate"),
          at.number("warpInstructionsPerSecond"),
          kernels);
    }
  }

  /**
   * One kernel launch on hardware.
   *
   * @param cycles SM cycles from start to end
   * @param l1HitRate 0 to 1
   * @param l2HitRate 0 to 1
   */
  record Measured(
      String name,
      long cycles,
      double l1HitRate,
      double l2HitRate,
      long loadSectors,
      long dramBytes,
      boolean isWhole) {
    static Map<String, List<Measured>> read(JsonInput input) {
      return input.key("applications").values(of -> of.items(Measured::of));
    }

    private static Measured of(JsonInput at) {
      String name = at.text("kernel");
      int parameters = name.indexOf('(');
      return new Measured(
          parameters < 0 ? name : name.substring(0, parameters),
          (long) at.number("sm_cycles_elapsed_max"),
          at.number("l1tex_hit_pct") / 100,
          at.number("lts_hit_pct") / 100,
          (long) at.number("gld_sectors"),
          (long) (at.number("dram_read_B") + at.number("dram_write_B")),
          at.number("tbs_traced") == at.number("tbs_total"));
    }
  }

  /** An application on our device and on the reference simulator. */
  record ComparedApplication(String name, Outcome ours, Reference reference) {
    /** Returns total core cycles. */
    Pair cycles() {
      return new Pair(name, ours.shared().cycles(), reference.cycles());
    }

    /** Returns thread instructions per cycle. */
    Pair ipc() {
      return new Pair(
          name,
          ours.shared().benchmarks().get(0).ipc(),
          (double) reference.threadInstructions() / reference.cycles());
    }

    RunResult.Device device() {
      return ours.shared().device();
    }

    /** Returns warp instructions simulated per processor second, as stated by the reference. */
    Pair speed() {
      return new Pair(
          name,
          ours.simulatedWarpInstructions() / ours.cpuSeconds(),
          reference.warpInstructionsPerSecond());
    }

    /** Returns the core cycles of each launch in both, in launch order. */
    List<Pair> kernels() {
      List<Pair> pairs = new ArrayList<>();
      List<RunResult.Launch> launches = ours.shared().launches();
      int both = Math.min(launches.size(), reference.kernels().size());
      for (int i = 0; i < both; i++) {
        pairs.add(
            new Pair(
                launches.get(i).kernel(), launches.get(i).cycles(), reference.kernels().get(i)));
      }
      return pairs;
    }
  }

  /**
   * A kernel launch on our device, with cold caches, and on hardware.
   *
   * @param index of the launch in the application, from 0
   */
  record ComparedLaunch(String application, int index, RunResult ours, Measured measured) {
    /** Returns SM cycles. */
    Pair cycles() {
      return new Pair(label(), ours.cycles(), measured.cycles());
    }

    String label() {
      return application + "[" + index + "] " + measured.name();
    }
  }

  /** A workload of a single launch. */
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

  /** Runs every application of the reference. */
  List<ComparedApplication> applications(GpuConfig gpu, Map<String, Reference> reference) {
    List<ComparedApplication> compared = new ArrayList<>();
    for (Map.Entry<String, Path> trace : traces.entrySet()) {
      Reference theirs = reference.get(trace.getKey());
      if (theirs != null && !context.stop().isRequested()) {
        Outcome ours = runWarm(trace.getKey(), open(trace.getValue()), gpu);
        compared.add(new ComparedApplication(trace.getKey(), ours, theirs));
      }
    }
    return compared;
  }

  /** Runs every fully measured launch separately. */
  List<ComparedLaunch> launches(GpuConfig gpu, Map<String, List<Measured>> measured) {
    List<ComparedLaunch> compared = new ArrayList<>();
    for (Map.Entry<String, Path> trace : traces.entrySet()) {
      String name = trace.getKey();
      List<Measured> theirs = measured.getOrDefault(name, List.of());
      List<TraceKernel> kernels = theirs.isEmpty() ? List.of() : open(trace.getValue()).kernels();
      for (int i = 0; i < Math.min(kernels.size(), theirs.size()); i++) {
        if (theirs.get(i).isWhole() && !context.stop().isRequested()) {
          SingleLaunch launch = new SingleLaunch(name + "[" + i + "]", kernels.get(i));
          RunResult ours = run(launch.name(), launch, gpu).shared();
          compared.add(new ComparedLaunch(name, i, ours, theirs.get(i)));
        }
      }
    }
    return compared;
  }

  private TraceWorkload open(Path folder) {
    return TraceWorkload.open(folder, TraceOptions.quiet(context.tools().packedTraces()));
  }

  /** A short run would include JIT compilation, so the second run is timed. */
  private Outcome runWarm(String name, Workload workload, GpuConfig gpu) {
    Outcome first = run(name, workload, gpu);
    return first.cpuSeconds() < SHORT_SECONDS ? run(name, workload, gpu) : first;
  }

  private Outcome run(String name, Workload workload, GpuConfig gpu) {
    return context.run(Experiment.alone(name, workload, gpu));
  }
}
