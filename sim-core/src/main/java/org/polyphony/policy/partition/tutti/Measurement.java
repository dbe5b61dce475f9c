package org.polyphony.policy.partition.tutti;

import java.util.function.Predicate;
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
    double sum = 0;
    int count = 0;
    for (int sm = 0; sm < mixes.length; sm++) {
      double each = epoch.ipc(sm, kernel);
      if (mixes[sm].equals(mix) && !Double.isNaN(each)) {
        sum += each;
        count++;
      }
    }
    return sum / count;
  }

  /** Returns the progress of each kernel on an SM with a mix. */
  double[] progress(Mix mix, double[] alone) {
    double[] progress = new double[kernels];
    for (int k = 0; k < kernels; k++) {
      progress[k] = ipc(mix, k) / alone[k];
    }
    return progress;
  }

  /** Returns the standard error of a mix's score; 0 with fewer than two SMs. */
  double error(Mix mix, double[] alone, Scoring scoring) {
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (int sm = 0; sm < mixes.length; sm++) {
      double score = mixes[sm].equals(mix) ? scoring.of(progress(sm, alone)) : Double.NaN;
      if (Double.isFinite(score)) {
        sum += score;
        squares += score * score;
        count++;
      }
    }
    double mean = sum / count;
    return count < 2 ? 0 : Math.sqrt(Math.max(0, squares / count - mean * mean) / (count - 1));
  }

  private double[] progress(int sm, double[] alone) {
    double[] progress = new double[kernels];
    for (int k = 0; k < kernels; k++) {
      progress[k] = epoch.ipc(sm, k) / alone[k];
    }
    return progress;
  }

  /** Returns each kernel's thread instructions per cycle if all SMs held a mix. */
  double[] rates(Mix mix) {
    double[] rates = new double[kernels];
    for (int k = 0; k < kernels; k++) {
      rates[k] = rate(k, each -> each.equals(mix)) * mixes.length;
    }
    return rates;
  }

  /**
   * Returns each kernel's thread instructions per cycle on the SMs that it has alone, and of thread
   * blocks that have stayed on others.
   */
  double[] spatialRates() {
    double[] rates = new double[kernels];
    for (int k = 0; k < kernels; k++) {
      int kernel = k;
      int own = 0;
      for (int sm = 0; sm < mixes.length; sm++) {
        boolean isOwn = mixes[sm].of(k) > 0;
        double rate = epoch.rate(sm, k);
        own += isOwn ? 1 : 0;
        rates[k] += isOwn || Double.isNaN(rate) ? 0 : rate;
      }
      rates[k] += own * rate(k, each -> each.of(kernel) > 0);
    }
    return rates;
  }

  private double rate(int kernel, Predicate<Mix> isMeant) {
    double sum = 0;
    int count = 0;
    for (int sm = 0; sm < mixes.length; sm++) {
      double rate = epoch.rate(sm, kernel);
      if (isMeant.test(mixes[sm]) && !Double.isNaN(rate)) {
        sum += rate;
        count++;
      }
    }
    return sum / count;
  }
}
