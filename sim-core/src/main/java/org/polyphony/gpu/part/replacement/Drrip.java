package org.polyphony.gpu.part.replacement;

import org.polyphony.gpu.part.PartKind;
import org.polyphony.input.Key;

/**
 * Dynamic re-reference interval prediction: a duel of sets between SRRIP and BRRIP, which predicts
 * a distant interval for all but every 32nd new line. One set of 32 always follows SRRIP, one
 * BRRIP; misses in them move a counter, whose upper half makes the other sets follow BRRIP.
 *
 * <p>A cache of fewer than 32 sets has one leader of each; one of one set follows SRRIP. Source:
 * Jaleel et al., ISCA 2010, section 4.3. Differs: leaders are a fixed set of each 32.
 */
final class Drrip implements ReplacementPolicy {
  /** Its parameters. */
  public record Parameters(
      @Key(value = "bits of a re-reference prediction value", min = 1, max = 7, absent = "2")
          int bits,
      @Key(value = "bits of the counter of misses", min = 1, max = 30, absent = "10")
          int counterBits) {}

  static final PartKind.Bundled<ReplacementPolicy, CacheSets, Parameters> PART =
      new PartKind.Bundled<>(
          "drrip",
          "dynamic re-reference interval prediction: SRRIP, or BRRIP where it misses less",
          "Jaleel et al., ISCA 2010",
          Parameters.class,
          Drrip::new);

  /** New lines of which BRRIP predicts a long interval for one. */
  static final int RARE = 32;

  private static final int CONSTITUENCY = 32; // sets

  private final RereferencePrediction predictions;
  private final int constituency;
  private final int most;
  private int counter; // of misses in sets that follow SRRIP, less those in sets that follow BRRIP
  private int distantFills;

  Drrip(CacheSets sets, Parameters parameters) {
    predictions = new RereferencePrediction(sets, parameters.bits());
    constituency = Math.min(CONSTITUENCY, sets.sets());
    most = (1 << parameters.counterBits()) - 1;
    counter = most / 2;
  }

  @Override
  public int victim(int set, int workload) {
    return predictions.victim(set);
  }

  @Override
  public void filled(int set, int way, int workload) {
    boolean followsBrrip = counter > most / 2;
    int place = set % constituency;
    if (place == 0) {
      counter = Math.min(most, counter + 1);
      followsBrrip = false;
    } else if (place == constituency / 2) {
      counter = Math.max(0, counter - 1);
      followsBrrip = true;
    }
    predictions.insert(set, way, followsBrrip && ++distantFills % RARE != 0);
  }

  @Override
  public void hit(int set, int way, int workload) {
    predictions.hit(set, way);
  }
}
