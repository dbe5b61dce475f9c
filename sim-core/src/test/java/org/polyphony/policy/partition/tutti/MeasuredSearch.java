package org.polyphony.policy.partition.tutti;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.Keys;
import org.polyphony.policy.partition.measure.Epoch;
import org.polyphony.policy.partition.measure.Mix;

/**
 * A search on 16 SMs, each of which holds 16 thread blocks of one kernel or of several together,
 * and of which a test says how fast each kernel runs there.
 */
final class MeasuredSearch {
  private static final int SMS = 16;
  private static final int CYCLES = 1000;

  /** Says how fast kernels run. */
  @FunctionalInterface
  interface Speed {
    /**
     * Returns a kernel's thread instructions per cycle on an SM.
     *
     * @param sms that hold the same mix
     */
    double of(Mix mix, int kernel, int sm, int sms);
  }

  private final Search search;
  private final int kernels;
  private Speed speed;

  MeasuredSearch(int kernels, Map<String, ?> parameters, Speed speed) {
    this.kernels = kernels;
    this.speed = speed;
    MixSpace space =
        new MixSpace(
            Devices.sm(),
            Collections.nCopies(kernels, ThreadBlockNeed.of(Devices.sm(), 128, 16, 0)));
    SpatialSplit split = new SpatialSplit(kernels);
    double[] alone = new double[kernels];
    for (int k = 0; k < kernels; k++) {
      split.see(k, Integer.MAX_VALUE);
      alone[k] = Double.NaN;
    }
    Settings settings = Keys.bind(Settings.class, parameters);
    search = new Search(settings, space, split, alone);
  }

  void speed(Speed now) {
    speed = now;
  }

  Map<Mix, Integer> plan() {
    return plan(SMS);
  }

  Map<Mix, Integer> plan(int sms) {
    return search.plan(sms);
  }

  /** Runs an epoch; returns the winner and the partition of the next one. */
  String epoch() {
    List<Mix> mixes = new ArrayList<>();
    Map<Mix, Integer> plan = search.plan(SMS);
    plan.forEach((mix, sms) -> mixes.addAll(Collections.nCopies(sms, mix)));
    Epoch epoch = new Epoch(SMS, SMS, kernels);
    for (int sm = 0; sm < SMS; sm++) {
      epoch.sample(0, sm, counters(0, mixes, plan));
    }
    epoch.start(0);
    epoch.stop(CYCLES, sm -> sm, counters(CYCLES, mixes, plan));
    Search.Verdict verdict =
        search.decide(new Measurement(mixes.toArray(new Mix[0]), epoch, kernels));
    return verdict.winner() + " " + (search.isSpatial() ? "spatial" : label(search.current()));
  }

  static String label(Mix mix) {
    return mix.of().toString().replaceAll("[\\[\\] ]", "").replace(',', '+');
  }

  private Epoch.Counters counters(long cycles, List<Mix> mixes, Map<Mix, Integer> plan) {
    return new Epoch.Counters() {
      @Override
      public long instructions(int sm, int kernel) {
        Mix mix = mixes.get(sm);
        boolean isThere = mix.of(kernel) > 0;
        return isThere ? Math.round(cycles * speed.of(mix, kernel, sm, plan.get(mix))) : 0;
      }

      @Override
      public long heldCycles(int sm, int kernel) {
        return mixes.get(sm).of(kernel) > 0 ? cycles : 0;
      }
    };
  }
}
