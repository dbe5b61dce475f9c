package org.example;

import org.polyphony.gpu.part.arbitration.Arbiter;
import org.polyphony.gpu.part.arbitration.Requesters;
import org.polyphony.input.Key;

/**
 * An arbiter that serves the workload which has moved the fewest bytes through its port lately, and
 * of that the packet that has waited longest.
 */
public final class LightFirst implements Arbiter {
  /** The parameters, as {@code { "name": "LightFirst.java", "window": 5000 }}. */
  public record Parameters(
      @Key(value = "time after which past bytes count half", unit = "cycles", min = 1, absent = "1000")
          int window) {}

  private final Requesters requesters;
  private final int window;
  private final long[] moved; // by workload: bytes
  private long lastWindow;

  public LightFirst(Requesters requesters, Parameters parameters) {
    this.requesters = requesters;
    window = parameters.window();
    moved = new long[requesters.workloads()];
  }

  @Override
  public int choose(long cycle) {
    fade(cycle / window);
    int best = 0;
    for (int i = 1; i < requesters.size(); i++) {
      long more = moved[requesters.workload(i)] - moved[requesters.workload(best)];
      boolean isOlder = requesters.arrival(i) < requesters.arrival(best);
      best = more < 0 || (more == 0 && isOlder) ? i : best;
    }
    moved[requesters.workload(best)] += requesters.bytes(best);
    return best;
  }

  private void fade(long nowWindow) {
    int times = (int) Math.min(63, nowWindow - lastWindow);
    lastWindow = nowWindow;
    for (int w = 0; times > 0 && w < moved.length; w++) {
      moved[w] >>= times;
    }
  }
}
