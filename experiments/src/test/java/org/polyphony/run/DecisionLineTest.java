package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.results.run.DecisionLine;

class DecisionLineTest {
  private static final List<String> NAMES = List.of("HS", "TPACF");

  private static Candidate candidate(String name, double score, int first, int second) {
    return new Candidate(name, score, List.of(new Share(0, first, 1), new Share(1, second, 1)));
  }

  private static String line(String winner, String objective) {
    List<Candidate> candidates =
        List.of(
            candidate("follower", 1.524, 4, 4),
            candidate("more", 1.486, 5, 3),
            candidate("spatial", 1.4, 6, 6));
    PolicyDecision decision =
        new PolicyDecision(180_000, List.of(0, 1), "smkOther", winner, candidates);
    return DecisionLine.of(3, decision, NAMES, objective);
  }

  @Test
  void saysWhatAnSmHoldsOfEachInPlaceOfWhatItHeld() {
    assertEquals("epoch 3: HS 4 -> 5, TPACF 4 -> 3, ANTT 1.52 -> 1.49", line("more", "antt"));
  }

  @Test
  void saysOnceWhatStays() {
    assertEquals("epoch 3: HS 4, TPACF 4, STP 1.52", line("follower", "stp"));
  }

  @Test
  void saysThatEachHasSmsOfItsOwn() {
    assertEquals(
        "epoch 3: separate SMs for HS and TPACF, ANTT 1.52 -> 1.40", line("spatial", "antt"));
  }

  @Test
  void aDecisionThatComparesNothingHasNoScore() {
    Candidate only = candidate("waterFilling", Double.NaN, 5, 3);
    PolicyDecision decision =
        new PolicyDecision(1, List.of(0, 1), "smkOther", "waterFilling", List.of(only));

    assertEquals("epoch 0: HS 5, TPACF 3", DecisionLine.of(0, decision, NAMES, ""));
  }
}
