package org.polyphony.run.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.polyphony.gpu.NoProgressException;
import org.polyphony.host.CoRun;
import org.polyphony.host.CycleDevice;
import org.polyphony.host.ProgressModel;
import org.polyphony.host.SharedGpu;
import org.polyphony.host.app.HostKernel;
import org.polyphony.run.SimulationFailure;
import org.polyphony.store.Json;
import org.polyphony.store.RunCache;
import org.polyphony.store.Sha256;

/**
 * What each set of kernels that run together makes of the speed of each: measured by the
 * cycle-level device when it is first asked for, and kept on disk under the hash of all that
 * determines it (device, policy, what the kernels run, the program). Kernels of one name count
 * alike.
 */
final class CoRunTable implements ProgressModel {
  private static final int PASSES = 3; // of each kernel at least
  private static final int CYCLES_BETWEEN_UPDATES = 20_000;

  private final SharedGpu shared;
  private final HostKernels kernels;
  private final HostTools tools;
  private final Map<List<String>, Map<String, Double>> nanosOfSets = new HashMap<>();

  /**
   * Makes a table that reads and measures on demand.
   *
   * @param shared the device and how processes share it
   * @param kernels all that can be asked for
   * @param tools library, cache, progress and stop
   */
  CoRunTable(SharedGpu shared, HostKernels kernels, HostTools tools) {
    this.shared = shared;
    this.kernels = kernels;
    this.tools = tools;
  }

  @Override
  public void progress(HostKernel[] running, int count, double[] progress) {
    Map<String, Double> nanos = nanos(Arrays.asList(running).subList(0, count));
    for (int i = 0; i < count; i++) {
      progress[i] = running[i].aloneNanos() / nanos.get(running[i].name());
    }
  }

  /**
   * Returns the time of a pass of each kernel by its name, in nanoseconds.
   *
   * @param running kernels that run together
   * @throws SimulationFailure when the device makes no forward progress
   * @throws CancellationException when the measurement was ended early
   */
  Map<String, Double> nanos(List<HostKernel> running) {
    List<HostKernel> sorted =
        running.stream().sorted(Comparator.comparing(HostKernel::name)).toList();
    List<String> names = sorted.stream().map(HostKernel::name).toList();
    return nanosOfSets.computeIfAbsent(names, set -> means(set, findOrMeasure(sorted, set)));
  }

  private static Map<String, Double> means(List<String> names, double[] nanos) {
    Map<String, Double> sums = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < nanos.length; i++) {
      sums.merge(names.get(i), nanos[i], Double::sum);
      counts.merge(names.get(i), 1, Integer::sum);
    }
    sums.replaceAll((name, sum) -> sum / counts.get(name));
    return sums;
  }

  private double[] findOrMeasure(List<HostKernel> set, List<String> names) {
    String key = key(names);
    RunCache cache = tools.measured();
    Optional<double[]> found = cache.find(key).flatMap(entry -> parse(entry, set.size()));
    if (found.isPresent()) {
      return found.get();
    }
    double[] nanos = measure(set, names);
    ObjectNode entry = Json.object();
    entry.put("gpu", shared.gpu().name()).put("policy", shared.policy());
    ArrayNode list = entry.putArray("kernels");
    names.forEach(list::add);
    ArrayNode times = entry.putArray("passNanos");
    Arrays.stream(nanos).forEach(times::add);
    cache.store(key, entry);
    return nanos;
  }

  private static Optional<double[]> parse(JsonNode entry, int size) {
    JsonNode times = entry.path("passNanos");
    double[] nanos = new double[times.size()];
    Arrays.setAll(nanos, i -> times.get(i).asDouble());
    boolean isWhole = nanos.length == size && Arrays.stream(nanos).allMatch(n -> n > 0);
    return isWhole ? Optional.of(nanos) : Optional.empty();
  }

  private double[] measure(List<HostKernel> set, List<String> names) {
    CycleDevice device = new CycleDevice(shared, kernels::workload);
    String what = String.join(" + ", names) + " under " + shared.policy();
    tools.progress().begin(set.size() == 1 ? names.get(0) + " alone" : what);
    long[] nextUpdate = {0};
    try {
      return CoRun.passNanos(
              device,
              set,
              PASSES,
              share -> {
                if (device.cycles() >= nextUpdate[0]) {
                  nextUpdate[0] = device.cycles() + CYCLES_BETWEEN_UPDATES;
                  tools.progress().update(share, device.cycles(), device.warpInstructions());
                }
                return !tools.stop().isRequested();
              })
          .orElseThrow(() -> new CancellationException(what));
    } catch (NoProgressException e) {
      throw new SimulationFailure(what + ": no progress", String.valueOf(e.getMessage()), e);
    }
  }

  private String key(List<String> names) {
    StringBuilder identity = new StringBuilder("co-run\n").append(tools.build());
    identity.append('\n').append(shared).append('\n').append(PASSES);
    names.forEach(name -> identity.append('\n').append(kernels.digest(name)));
    return Sha256.hex(identity.toString().getBytes(StandardCharsets.UTF_8));
  }
}
