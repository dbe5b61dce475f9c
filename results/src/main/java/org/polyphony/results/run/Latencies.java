package org.polyphony.results.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.Tenant;

/** Latency and throughput of the requests to one workload of a run that have ended. */
public final class Latencies {
  private static final int[] PERCENTILES = {50, 95, 99};
  private static final double ALL = 100; // percent
  private static final double MICROS_PER_SECOND = 1e6;

  private final double[] micros; // ascending
  private final double meanWaitMicros;
  private final double spanMicros; // from the first arrival to the last end
  private final long late;

  Latencies(List<RunResult.Request> requests, int coreKhz) {
    double microsPerCycle = 1000.0 / coreKhz;
    micros = requests.stream().mapToDouble(r -> r.latency() * microsPerCycle).sorted().toArray();
    meanWaitMicros =
        requests.stream().mapToLong(r -> r.start() - r.arrival()).average().orElse(Double.NaN)
            * microsPerCycle;
    long first = requests.stream().mapToLong(RunResult.Request::arrival).min().orElse(0);
    long last = requests.stream().mapToLong(RunResult.Request::end).max().orElse(0);
    spanMicros = (last - first) * microsPerCycle;
    late = requests.stream().filter(RunResult.Request::isLate).count();
  }

  /**
   * Writes the values.
   *
   * @param deadline of the requests in core cycles, or {@link Tenant#NONE}
   */
  void writeTo(ObjectNode node, long deadline) {
    node.put("ended", micros.length);
    node.set("meanMicros", Json.number(Arrays.stream(micros).average().orElse(Double.NaN)));
    for (int percent : PERCENTILES) {
      node.set("p" + percent + "Micros", Json.number(percentile(percent)));
    }
    node.set("maxMicros", Json.number(percentile((int) ALL)));
    node.set("meanWaitMicros", Json.number(meanWaitMicros));
    node.set("perSecond", Json.number(micros.length / spanMicros * MICROS_PER_SECOND));
    if (deadline != Tenant.NONE) {
      node.put("deadlineMisses", late);
    }
  }

  /** Returns how many requests there are. */
  public int count() {
    return micros.length;
  }

  /** Returns how many missed their deadline; 0 without one. */
  public long late() {
    return late;
  }

  /**
   * Returns the least latency in microseconds that a share of the requests does not exceed; not a
   * number without requests.
   */
  public double percentile(int percent) {
    int rank = (int) Math.ceil(percent / ALL * micros.length);
    return micros.length == 0 ? Double.NaN : micros[Math.max(0, rank - 1)];
  }
}
