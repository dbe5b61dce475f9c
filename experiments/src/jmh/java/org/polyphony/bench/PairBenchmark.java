package org.polyphony.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.polyphony.config.ExperimentLoader;
import org.polyphony.gpu.Processors;
import org.polyphony.results.store.Json;
import org.polyphony.run.Experiments;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;

/**
 * Pairs of kernel models that share the device, as {@code reproduce fig11} runs them but with
 * shorter rounds: of each category about as many as among all pairs of GPU Maestro.
 */
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms64m", "-Xmx768m", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 3, time = 5)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
public class PairBenchmark {
  /** Ends a run that would be long: beside BS, NW issues too little to reach its budget soon. */
  private static final RunWatcher END =
      (doneShare, cycles, warpInstructions) -> warpInstructions < 3_000_000;

  /** Two bundled benchmarks. */
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
  @Param("gtx980")
  public String gpu;

  /** Credit latency of its crossbar; more than one thread needs some. */
  @Param("0")
  public int creditLatency;

  /** Threads of the run. */
  @Param("1")
  public int threads;

  /** Thread instructions that end a benchmark's first round. */
  @Param("20000000")
  public long budget;

  private RepeatedRun run;

  /** Runs twice and checks that both runs agree. */
  @Setup
  public void prepare() {
    RunSpec spec = spec(pair, policy, gpu, creditLatency, budget);
    run = new RepeatedRun(spec, END, Processors.perRunAtOnce(threads));
  }

  /** Simulates until both first rounds have ended, or as many warp instructions as are enough. */
  @Benchmark
  public RunResult simulate(WarpInstructions counts) {
    return run.simulate(counts);
  }

  static RunSpec spec(String pair, String policy, String gpu, int creditLatency, long budget) {
    boolean isMaestro = policy.equals("maestro"); // else on SMs without its extensions
    ObjectNode root = Json.object().put("instructionBudget", budget);
    root.putObject("gpu")
        .put("extends", gpu)
        .putObject("crossbar")
        .put("creditLatency", creditLatency);
    ArrayNode workloads = root.putArray("workloads");
    for (String name : pair.split("/", -1)) {
      workloads.addObject().put("benchmark", name);
    }
    root.put("policy", policy)
        .put("kernelScheduler", isMaestro ? "lrr" : "none")
        .put("allocation", isMaestro ? "two-way" : "one-way")
        .put("preemption", "chimera");
    return new Experiments(new WorkloadLibrary(DeviceBenchmark.TRACE_OPTIONS))
        .open(
            ExperimentLoader.of(pair, root, Path.of(""), List.of()),
            new Experiments.Extras(false, 0))
        .spec();
  }
}
