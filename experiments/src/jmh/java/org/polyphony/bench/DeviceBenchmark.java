package org.polyphony.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.results.store.CacheFolder;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.TraceOptions;
import org.polyphony.workload.trace.TraceWorkload;

/**
 * The whole device with one workload alone: packed traces and kernel models. {@code
 * CONTRIBUTING.md} has the command that runs all traces of a folder.
 */
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms64m", "-Xmx768m", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
public class DeviceBenchmark {
  static final TraceOptions TRACE_OPTIONS =
      TraceOptions.quiet(CacheFolder.of(System.getenv()).resolve("traces"));

  private static final long MODEL_BUDGET = 20_000_000; // thread instructions

  /** Bundled workloads, or traces in {@link #traces} ({@code -p workload=bfs,nw}). */
  @Param({"sample-sgemm", "sample-gather", "sample-collatz", "sample-histogram", "BS", "LC", "BFS"})
  public String workload;

  /** Where the paths of traces start ({@code -p traces=../shared/traces}). */
  @Param(".")
  public String traces;

  /** A bundled device. */
  @Param("gtx980-reference")
  public String gpu;

  private RepeatedRun run;

  /** Runs twice and checks that both runs agree. */
  @Setup
  public void prepare() {
    Workload opened = open(traces, workload);
    RunSpec.Builder spec =
        RunSpec.of(GpuConfigs.load(gpu), List.of(opened), "alone").build().alone(0).with();
    long budget = opened instanceof ModelWorkload ? MODEL_BUDGET : Long.MAX_VALUE;
    run = new RepeatedRun(spec.instructionBudget(budget).build(), RunWatcher.NONE);
  }

  /** Simulates the workload to its end. */
  @Benchmark
  public RunResult simulate(WarpInstructions counts) {
    return run.simulate(counts);
  }

  /**
   * Opens a trace or a bundled workload; text traces are packed first.
   *
   * @param folder where relative paths of traces start
   * @param nameOrPath of a bundled workload or of a trace
   */
  static Workload open(String folder, String nameOrPath) {
    Path trace = Path.of(folder).resolve(nameOrPath);
    return Files.exists(trace)
        ? TraceWorkload.open(trace, TRACE_OPTIONS)
        : new WorkloadLibrary(TRACE_OPTIONS).bundled(nameOrPath).workload();
  }
}
