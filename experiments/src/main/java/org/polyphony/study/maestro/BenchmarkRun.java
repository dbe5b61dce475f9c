package org.polyphony.study.maestro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.input.Sha256;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.ResultsVersion;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.RunCache;
import org.polyphony.run.DistinctKernels;
import org.polyphony.run.Progress;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.RunResult;
import org.polyphony.study.FigureContext;
import org.polyphony.sweep.SideBySide;
import org.polyphony.workload.kernel.BundledModels;

/**
 * A bundled benchmark alone on a number of SMs, with its counters as JSON for the cache.
 *
 * @param paperType COM or MEM of GPU Maestro Table 3; empty if the benchmark is not in the paper
 */
record BenchmarkRun(String benchmark, String paperType, int sms, JsonNode counts) {
  static final String GPU = "gtx980";

  /** Scaling of a benchmark with the number of SMs, from one. */
  record Curve(SortedMap<Integer, BenchmarkRun> bySms) {
    /** Returns the run on all SMs. */
    BenchmarkRun whole() {
      return bySms.get(bySms.lastKey());
    }

    double speedup(int sms) {
      return bySms.get(sms).ipc() / bySms.get(1).ipc();
    }
  }

  /** One benchmark on one number of SMs. */
  private record Key(String benchmark, int sms) {
    @Override
    public String toString() {
      return benchmark + " on " + sms + " SMs";
    }
  }

  /**
   * Runs all requested benchmarks that are not cached; ends early on a stop.
   *
   * @return finished runs, by benchmark, then in the order of {@code sms}
   * @throws org.polyphony.simulation.SimulationFailure if a run cannot continue, after all others
   */
  static List<BenchmarkRun> all(FigureContext context, List<Integer> sms) {
    return List.copyOf(
        SideBySide.all(
                context.batch(), keys(context, sms), (key, shown) -> run(context, key, shown))
            .values());
  }

  /** Runs the same, grouped by benchmark. */
  static List<Curve> curves(FigureContext context, List<Integer> sms) {
    Map<String, Curve> curves = new TreeMap<>();
    for (BenchmarkRun run : all(context, sms)) {
      curves
          .computeIfAbsent(run.benchmark, name -> new Curve(new TreeMap<>()))
          .bySms()
          .put(run.sms, run);
    }
    return List.copyOf(curves.values());
  }

  /**
   * Returns a digest of the program, devices and models behind these runs: 16 hexadecimal digits.
   */
  static String inputs(FigureContext context, List<Integer> sms) {
    StringBuilder all = new StringBuilder("results version " + ResultsVersion.CURRENT + "\n");
    keys(context, sms)
        .forEach(key -> all.append(experiment(context, key).configHash()).append('\n'));
    return Sha256.hex(all.toString()).substring(0, 16);
  }

  private static List<Key> keys(FigureContext context, List<Integer> sms) {
    List<String> wanted = context.inputs().benchmarks();
    return (wanted.isEmpty() ? BundledModels.names() : wanted)
        .stream().flatMap(name -> sms.stream().map(count -> new Key(name, count))).toList();
  }

  private static Experiment experiment(FigureContext context, Key key) {
    ObjectNode root = Json.object();
    root.putObject("gpu").put("extends", context.gpuOr(GPU)).put("sms", key.sms);
    root.putArray("workloads").add(key.benchmark);
    root.put("instructionBudget", context.effort().scale().aloneBudget());
    return context.experiment(key.benchmark, root, 0);
  }

  private static Optional<BenchmarkRun> run(FigureContext context, Key key, Progress progress) {
    Experiment experiment = experiment(context, key);
    String identity = "benchmark\n" + context.tools().build() + "\n" + experiment.configHash();
    String hash = Sha256.hex(identity);
    RunCache cache = context.tools().runs();
    Optional<JsonNode> counts = cache.find(hash);
    if (counts.isEmpty()) {
      Outcome outcome = context.tools().runner().run(experiment, progress, context.stop());
      if (outcome.shared().partial()) {
        return Optional.empty();
      }
      ObjectNode counted = counts(experiment, outcome.shared());
      cache.store(hash, counted);
      counts = Optional.of(counted);
    }
    String type = experiment.inputs().get(0).type();
    return counts.map(of -> new BenchmarkRun(key.benchmark, type, key.sms, of));
  }

  private static ObjectNode counts(Experiment experiment, RunResult result) {
    RunResult.Device device = result.device();
    ObjectNode counts = Json.object();
    counts.put("cycles", result.benchmarks().get(0).cycles());
    counts.put("threadInstructions", result.benchmarks().get(0).threadInstructions());
    counts.put("l1Accesses", device.l1Accesses());
    counts.put("l1Hits", device.l1Hits());
    counts.put("l2Accesses", device.l2Accesses());
    counts.put("l2Hits", device.l2Hits());
    counts.put("dramBytes", device.dramBytes());
    counts.put("dramPeakBytes", device.dramPeakBytes());
    counts.put("runCycles", result.cycles());
    counts.put("coreKhz", experiment.request().gpu().coreKhz());
    counts.put("occupancy", occupancy(experiment, result));
    putThreadBlocks(counts, result.events());
    return counts;
  }

  /** Stores the number of ended thread blocks and their total duration in cycles. */
  private static void putThreadBlocks(ObjectNode counts, EventLog events) {
    Map<Integer, Long> launched = new HashMap<>(); // by SM and slot
    long ended = 0;
    long cycles = 0;
    for (int i = 0; i < events.size(); i++) {
      int place = events.sm(i) * 64 + events.slot(i);
      if (events.kind(i) == EventLog.Kind.LAUNCH) {
        launched.put(place, events.cycle(i));
      } else if (events.kind(i) == EventLog.Kind.END) {
        ended++;
        cycles += events.cycle(i) - launched.get(place);
      }
    }
    counts.put("threadBlocksEnded", ended);
    counts.put("threadBlockCycles", cycles);
  }

  /** Returns the occupancy of an SM's threads, 0 to 1, weighted by kernel cycles. */
  private static double occupancy(Experiment experiment, RunResult result) {
    SmConfig sm = experiment.request().gpu().sm();
    Map<String, Double> shares = new HashMap<>();
    for (Kernel kernel : DistinctKernels.of(experiment.request().workloads().get(0))) {
      int blocks = Occupancy.of(sm, ThreadBlockNeed.of(sm, kernel)).threadBlocks();
      shares.put(kernel.name(), (double) blocks * kernel.threadsPerBlock() / sm.threads());
    }
    double weighted = 0;
    double cycles = 0;
    for (RunResult.Launch launch : result.launches()) {
      weighted += launch.cycles() * shares.getOrDefault(launch.kernel(), 0.0);
      cycles += launch.cycles();
    }
    return cycles == 0 ? 0 : weighted / cycles;
  }

  double ipc() {
    return count("threadInstructions") / count("cycles");
  }

  double share(String some, String all) {
    return count(some) / count(all);
  }

  /** Returns the DRAM bandwidth in bytes per second. */
  double dramBandwidth() {
    return count("dramBytes") * count("coreKhz") * 1000 / count("runCycles");
  }

  /** Returns the mean duration of a thread block in milliseconds; NaN if none ended. */
  double threadBlockMillis() {
    return count("threadBlockCycles") / count("threadBlocksEnded") / count("coreKhz");
  }

  long whole(String name) {
    return Math.round(count(name));
  }

  double count(String name) {
    return counts.path(name).asDouble(Double.NaN);
  }
}
