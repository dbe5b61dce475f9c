package org.polyphony.policy.partition.tutti;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import org.polyphony.policy.partition.measure.Mix;

/**
 * Chooses the SMs that hold each mix. SMs keep their mix where they can; which of them do does not
 * depend on what they hold, so that trials are no biased sample.
 */
final class MixPlacement {
  private final Mix[] before;
  private final Leaving leaving;
  private final Mix[] next;

  /** Counts thread blocks that have to leave. */
  @FunctionalInterface
  interface Leaving {
    /** Returns how many thread blocks have to leave an SM that takes a mix. */
    int of(int sm, Mix mix);
  }

  /**
   * Creates a placement.
   *
   * @param before the mix of each SM until now; null where it has none
   */
  MixPlacement(Mix[] before, Leaving leaving) {
    this.before = before;
    this.leaving = leaving;
    this.next = new Mix[before.length];
  }

  /**
   * Returns the mix of each SM.
   *
   * @param plan how many SMs hold each mix, all together
   */
  Mix[] of(Map<Mix, Integer> plan) {
    plan.forEach(this::keep);
    plan.forEach(this::give);
    return next;
  }

  private void keep(Mix mix, int sms) {
    int left = sms;
    for (int sm = 0; sm < next.length && left > 0; sm++) {
      if (mix.equals(before[sm])) {
        next[sm] = mix;
        left--;
      }
    }
  }

  /** Assigns a mix to more SMs, first to those from which the fewest thread blocks must leave. */
  private void give(Mix mix, int sms) {
    int has = Collections.frequency(Arrays.asList(next), mix);
    for (int left = sms - has; left > 0; left--) {
      next[cheapest(mix)] = mix;
    }
  }

  private int cheapest(Mix mix) {
    int cheapest = -1;
    int fewest = Integer.MAX_VALUE;
    for (int sm = 0; sm < next.length; sm++) {
      int count = next[sm] == null ? leaving.of(sm, mix) : Integer.MAX_VALUE;
      if (count < fewest) {
        fewest = count;
        cheapest = sm;
      }
    }
    return cheapest;
  }

  /** Returns how many thread blocks have to leave all SMs. */
  int moved() {
    int moved = 0;
    for (int sm = 0; sm < next.length; sm++) {
      moved += leaving.of(sm, next[sm]);
    }
    return moved;
  }
}
