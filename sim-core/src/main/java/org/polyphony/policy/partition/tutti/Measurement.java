package org.polyphony.policy.partition.tutti;

import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.polyphony.policy.partition.measure.Epoch;
import org.polyphony.policy.partition.measure.Mix;

/** What an epoch has measured for each mix: the mean of its SMs and how far they differ. */
final class Measurement {
  private final Mix[] mixes;
  private final Epoch epoch;
  private final int kernels;

  /**
   * Creates the measurement of an epoch that has ended.
   *
   * @param mixes by SM
   */
  Measurement(Mix[] mixes, Epoch epoch, int kernels) {
    this.mixes = mixes.clone();
    this.epoch = epoch;
    this.kernels = kernels;
  }

  int sms() {
    return mixes.length;
  }

  /**
   * Returns a kernel's thread instructions per cycle on an SM with a mix; NaN if it was not
   * measured.
   */
  double ipc(Mix mix, int kernel) {
    return mean(mix::equals, sm -> epoch.ipc(sm, kernel));
  }

  /** Returns the mean of the SMs whose mix is meant and that were measured; NaN without any. */
  private double mean(Predicate<Mix> isMeant, IntToDoubleFunction ofSm) {
    double sum = 0;
    int count = 0;
    for (int sm = 0; sm < mixes.length; sm++) {
      double each = ofSm.applyAsDouble(sm);
      if (isMeant.test(mixes[sm]) && !Double.isNaN(each)) {
        sum += each;
        count++;
      }
    }
    return sum / count;
  }

  /** Returns the progress of each kernel on an SM with a mix. */
  double[] progress(Mix mix, double[] alone) {
    return ofEach(k -> ipc(mix, k) / alone[k]);
  }

  private double[] ofEach(IntToDoubleFunction ofKernel) {
    return IntStream.range(0, kernels).mapToDouble(ofKernel).toArray();
  }

  /** Returns the standard error of a mix's score; 0 with fewer than two SMs. */
  double error(Mix mix, double[] alone, Scoring scoring) {
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (int sm = 0; sm < mixes.length; sm++) {
      int at = sm;
      double[] progress = ofEach(k -> epoch.ipc(at, k) / alone[k]);
      double score = mixes[sm].equals(mix) ? scoring.of(progress) : Double.NaN;
      if (Double.isFinite(score)) {
        sum += score;
        squares += score * score;
        count++;
      }
    }
    double mean = sum / count;
    return count < 2 ? 0 : Math.sqrt(Math.max(0, squares / count - mean * mean) / (count - 1));
  }

  /** Returns each kernel's thread instructions per cycle if all SMs held a mix. */
  double[] rates(Mix mix) {
    return ofEach(k -> mean(mix::equals, sm -> epoch.rate(sm, k)) * mixes.length);
  }

  /**
   * Returns each kernel's thread instructions per cycle on the SMs that it has alone, and of thread
   * blocks that have stayed on others.
   */
  double[] spatialRates() {
    return ofEach(this::spatialRate);
  }

  private double spatialRate(int kernel) {
    double rest = 0;
    int own = 0;
    for (int sm = 0; sm < mixes.length; sm++) {
      boolean isOwn = mixes[sm].of(kernel) > 0;
      double rate = epoch.rate(sm, kernel);
      own += isOwn ? 1 : 0;
      rest += isOwn || Double.isNaN(rate) ? 0 : rate;
    }
    return rest + own * mean(mix -> mix.of(kernel) > 0, sm -> epoch.rate(sm, kernel));
  }
}
