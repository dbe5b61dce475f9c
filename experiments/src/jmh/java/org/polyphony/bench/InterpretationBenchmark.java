package org.polyphony.bench;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;

/**
 * What a workload's instruction streams take of a simulation: the whole simulation of it alone, and
 * the very calls that the device made to its streams, in the same order, without a device. Reading
 * the record of these calls takes time too, which is measured by itself.
 */
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms64m", "-Xmx768m", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 3)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class InterpretationBenchmark {
  private static final int EPOCH_CYCLES = 50_000;

  /** A bundled workload, or the path of a trace ({@code -p workload=path}). */
  @Param({
    "BFS", "BP", "BS", "BT", "CP", "FDTD", "FWT", "HS", "HW", "KM", "LBM", "LC", "LMD", "LUD",
    "MRIQ", "MUM", "NW", "SAD", "SC", "SRAD", "ST", "TPACF"
  })
  public String workload;

  /** A bundled device. */
  @Param("gtx980")
  public String gpu;

  /** Thread instructions. */
  @Param("20000000")
  public long budget;

  private final StreamCalls calls = new StreamCalls();
  private Workload opened;
  private RunResult first;

  /** Counts what the score is in; the quotient of both is free of what else the machine does. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Counts {
    /** Warp instructions simulated or interpreted. */
    public long warpInstructions;

    /** Processor time of the thread, in nanoseconds. */
    public long threadNanos;

    private void add(long instructions, long begun) {
      warpInstructions += instructions;
      threadNanos += threadNanos() - begun;
    }
  }

  /** Runs twice, the second time noting the calls, and checks that runs and calls agree. */
  @Setup
  public void prepare() {
    opened = BenchmarkWorkload.open(workload);
    first = run(opened);
    check(run(new Recording(opened, calls)));
    calls.replay();
  }

  private RunResult run(Workload what) {
    RunRequest.Sharing alone =
        new RunRequest.Sharing("alone", Map.of(), "gto", "none", "two-way", "drain");
    RunRequest request =
        new RunRequest(
            GpuConfigs.load(gpu), List.of(what), alone, budget, false, 1, EPOCH_CYCLES, 0, false);
    return new GpuSimulation().run(request, RunWatcher.NONE);
  }

  private void check(RunResult again) {
    if (again.cycles() != first.cycles() || !again.benchmarks().equals(first.benchmarks())) {
      throw new IllegalStateException("cycles: " + first.cycles() + ", then " + again.cycles());
    }
  }

  private static long threadNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Simulates the workload to its end or budget. */
  @Benchmark
  public RunResult simulate(Counts counts) {
    long begun = threadNanos();
    RunResult result = run(opened);
    check(result);
    counts.add(result.warpInstructions(), begun);
    return result;
  }

  /** Makes the calls of the simulation to the instruction streams. */
  @Benchmark
  public void interpret(Counts counts) {
    long begun = threadNanos();
    calls.replay();
    counts.add(first.warpInstructions(), begun);
  }

  /** Makes the same calls to streams that do nothing; what this takes is no interpretation. */
  @Benchmark
  public long record(Counts counts) {
    long begun = threadNanos();
    long result = calls.replayOnMute();
    counts.add(first.warpInstructions(), begun);
    return result;
  }

  private record Recording(Workload target, StreamCalls calls) implements Workload {
    @Override
    public String name() {
      return target.name();
    }

    @Override
    public int steps() {
      return target.steps();
    }

    @Override
    public Step step(int index) {
      Step step = target.step(index);
      return step instanceof Launch launch ? new Launch(calls.noting(launch.kernel())) : step;
    }
  }
}
