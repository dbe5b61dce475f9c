package org.polyphony.policy.partition.tutti;

import org.polyphony.policy.partition.measure.Mix;

/**
 * A partition that looked better on a few SMs, until all SMs have shown whether it is. The speed of
 * each kernel on the whole device, relative to that before, tells its progress now.
 *
 * @param previous the partition before
 * @param score of the partition before
 * @param progress of each kernel under the partition before
 * @param rates thread instructions per cycle of each kernel if all SMs held the partition before
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Adoption(Mix previous, double score, double[] progress, double[] rates) {
  /**
   * Returns the score of the adopted partition.
   *
   * @param now thread instructions per cycle of each kernel on the whole device
   * @return NaN if a kernel was not measured
   */
  double score(double[] now, Scoring scoring) {
    double[] reached = new double[now.length];
    for (int k = 0; k < now.length; k++) {
      reached[k] = progress[k] * now[k] / rates[k];
    }
    return scoring.of(reached);
  }
}
