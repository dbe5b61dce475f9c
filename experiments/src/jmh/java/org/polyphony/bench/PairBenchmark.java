package org.polyphony.bench;

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
import org.polyphony.simulation.RunResult;

/** Pairs of kernel models that share the device, as {@code reproduce fig11} runs them. */
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms64m", "-Xmx768m", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 3, time = 5)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
public class PairBenchmark {
  /** Two bundled benchmarks; see {@link BenchmarkPairs}. */
  @Param({
    "HS/TPACF",
    "BP/CP",
    "LC/MRIQ",
    "SAD/SC",
    "HS/SC",
    "BP/SRAD",
    "FDTD/TPACF",
    "BS/NW",
    "LUD/ST",
    "BFS/BS",
    "LBM/MUM",
    "KM/SC"
  })
  public String pair;

  /** Partition policy, with the rest of its variant in Figure 11. */
  @Param({"smk-even", "maestro"})
  public String policy;

  /** A bundled device. */
  @Param(BenchmarkPairs.GPU)
  public String gpu;

  /** Thread instructions that end a benchmark's first round. */
  @Param("" + BenchmarkPairs.BUDGET)
  public long budget;

  private RepeatedRun run;

  /** Runs twice and checks that both runs agree. */
  @Setup
  public void prepare() {
    run = new RepeatedRun(BenchmarkPairs.request(pair, policy, gpu, budget), BenchmarkPairs.END);
  }

  /** Simulates until both first rounds have ended, or as many warp instructions as are enough. */
  @Benchmark
  public RunResult simulate(WarpInstructions counts) {
    return run.simulate(counts);
  }
}
