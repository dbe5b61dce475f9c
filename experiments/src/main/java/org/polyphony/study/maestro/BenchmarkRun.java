package org.polyphony.study.maestro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.run.DistinctKernels;
import org.polyphony.run.Experiment;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.RunResult;
import org.polyphony.store.Json;

/**
 * One benchmark alone on a number of SMs: what was counted, as JSON so that it can be kept.
 *
 * @param paperType COM or MEM of GPU Maestro Table 3; empty when the paper does not have it
 * @param counts what {@link #counts} gave
 */
record BenchmarkRun(String benchmark, String paperType, int sms, JsonNode counts) {
  static ObjectNode counts(Experiment experiment, RunResult result) {
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

  /** Puts how many thread blocks have ended and the cycles from their launch to their end. */
  private static void putThreadBlocks(ObjectNode counts, EventLog events) {
    Map<Integer, Long> launched = new HashMap<>(); // by place
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

  /** Returns the share of an SM's threads that can be resident, weighted by kernels' cycles. */
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

  double l1HitRate() {
    return count("l1Hits") / count("l1Accesses");
  }

  double l2HitRate() {
    return count("l2Hits") / count("l2Accesses");
  }

  double dramUtilization() {
    return count("dramBytes") / count("dramPeakBytes");
  }

  /** Returns bytes per second between L2 and DRAM. */
  double dramBandwidth() {
    return count("dramBytes") * count("coreKhz") * 1000 / count("runCycles");
  }

  /** Returns the mean milliseconds of the thread blocks that ended; not a number without any. */
  double threadBlockMillis() {
    return count("threadBlockCycles") / count("threadBlocksEnded") / count("coreKhz");
  }

  double occupancy() {
    return count("occupancy");
  }

  long whole(String name) {
    return Math.round(count(name));
  }

  double count(String name) {
    return counts.path(name).asDouble(Double.NaN);
  }
}
