package org.polyphony.gpu.part.replacement;

import org.polyphony.gpu.part.PartKind;
import org.polyphony.input.Key;

/**
 * Static re-reference interval prediction with hit priority (SRRIP-HP): a new line is expected to
 * be used again in a long interval, so lines that are used once leave before lines with a hit.
 */
final class Srrip implements ReplacementPolicy {
  /** Its parameters. */
  public record Parameters(
      @Key(value = "bits of a re-reference prediction value", min = 1, max = 7, absent = "2")
          int bits) {}

  static final PartKind.Bundled<ReplacementPolicy, CacheSets, Parameters> PART =
      new PartKind.Bundled<>(
          "srrip",
          "static re-reference interval prediction: lines without a hit leave first",
          "Jaleel et al., ISCA 2010",
          Parameters.class,
          Srrip::new);

  private final RereferencePrediction predictions;

  Srrip(CacheSets sets, Parameters parameters) {
    predictions = new RereferencePrediction(sets, parameters.bits());
  }

  @Override
  public int victim(int set, int workload) {
    return predictions.victim(set);
  }

  @Override
  public void filled(int set, int way, int workload) {
    predictions.insert(set, way, false);
  }

  @Override
  public void hit(int set, int way, int workload) {
    predictions.hit(set, way);
  }
}
