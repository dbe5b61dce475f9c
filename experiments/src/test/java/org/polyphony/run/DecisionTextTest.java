package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.policy.partition.PolicyDecision.SmRole;
import org.polyphony.results.run.DecisionText;

class DecisionTextTest {
  private static final PolicyDecision MAESTRO =
      new PolicyDecision(
          90,
          List.of(0, 10),
          List.of("smkEven"),
          "follower",
          List.of(
              new Candidate("follower", 1.83333, List.of(new Share(0, 2, 5), new Share(10, 8, 12))),
              new Candidate("more", Double.NaN, List.of(Share.untried(0), Share.untried(10))),
              new Candidate("spatial", 2, List.of(new Share(0, 4, 10), new Share(10, 16, 20.25)))),
          List.of(
              new SmRole("dedicated", 10),
              new SmRole("follower", SmRole.SHARED),
              new SmRole("more", SmRole.SHARED),
              new SmRole("fewer", SmRole.SHARED),
              new SmRole("", SmRole.SHARED)),
          0,
          0);

  private static final PolicyDecision SLICER =
      new PolicyDecision(
          90,
          List.of(0, 1),
          "smkOther",
          "smkOther",
          List.of(
              new Candidate("smkOther", 0.5, List.of(new Share(0, 2, 20), Share.untried(1))),
              new Candidate("spatial", 0.4, List.of(Share.untried(0), Share.untried(1))),
              new Candidate("sample", 0.33333, List.of(new Share(0, 1, Double.NaN))),
              new Candidate("sample", 1, List.of(new Share(0, 2, 20.00049)))));

  @Test
  void showsEachSmByTheProcessThatItWasDedicatedToOrItsRole() {
    assertEquals("aF+-.", DecisionText.roles(MAESTRO));
    assertEquals("", DecisionText.roles(SLICER));
  }

  @Test
  void namesWhatWasMeasuredByWhatTheSmsWereUsedForDedicatedOnesFirst() {
    assertEquals("dedicated=all follower=8", DecisionText.partitions(MAESTRO, 10));
    assertEquals("dedicated=20.250 follower=12.000", DecisionText.measured(MAESTRO, 10));
    assertEquals("follower=1.8333 spatial=2.0000", DecisionText.scores(MAESTRO, 10));
  }

  @Test
  void showsTheSamplesOfAProcessByThreadBlocksWhereThereAreAny() {
    assertEquals("smk=2", DecisionText.partitions(SLICER, 0));
    assertEquals("2=20.0", DecisionText.measured(SLICER, 0));
    assertEquals("1=0.333 2=1.0", DecisionText.scores(SLICER, 0));
    assertEquals("", DecisionText.scores(SLICER, 1));
  }
}
