package org.polyphony.figure.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.maestro.Objective;
import org.polyphony.run.EventLog;
import org.polyphony.run.RunResult;

/** One SM, two epochs; alone the kernels do 2 and 4 a cycle, as followers 1 each. */
class DecisionFlowTest {
  private static final String FOLLOWER = "follower=1.000 dedicated=";
  private final List<RunResult.EpochRow> rows = new ArrayList<>();
  private final List<RunResult.SmUse> uses = new ArrayList<>();
  private final EventLog events = new EventLog();

  private DecisionFlowTest epoch(
      long cycle, String winner, String roles, String first, String second, String scores) {
    for (int w = 0; w < 2; w++) {
      PolicyDecision decision =
          new PolicyDecision(
              cycle,
              w,
              List.of("smkOther"),
              winner,
              roles,
              w == 0 ? first : second,
              FOLLOWER + (w == 0 ? "2.000" : "4.000") + " more=1.500",
              scores,
              0,
              0);
      rows.add(
          new RunResult.EpochRow(
              0, cycle - 50, cycle + 50, w, "k", 1, 1, 1, 1, Optional.of(decision)));
    }
    return this;
  }

  private List<String> held() {
    RunResult run =
        new RunResult(
            false,
            1000,
            1,
            1,
            List.of(),
            List.of(),
            new RunResult.Device(0, 0, 0, 0, 0, 0, 0, 0, Map.of()),
            new RunResult.Partitioning(
                Map.of(), 0, Map.of(), Map.of(), 0, 0, new RunResult.Fragmentation(0, 0, 0, 0)),
            rows,
            List.of(),
            List.of(),
            uses,
            events,
            List.of());
    return new DecisionFlow(run, Objective.ANTT)
        .checks().stream().map(check -> check.held() + "/" + check.of()).toList();
  }

  /** ANTT of followers (2 + 4) / 2, of one more (4/3 + 8/3) / 2, of spatial 2. */
  private static final String RIGHT = "follower=3.0000 more=2.0000 spatial=2.0000";

  @Test
  void findsTheFlowOfARunThatDoesWhatItDecided() {
    epoch(100, "more", "01+F", "follower=3 more=4", "follower=3 more=2", RIGHT);
    epoch(200, "more", "01+F", "follower=4 more=5", "follower=2 more=1", RIGHT);

    assertEquals(List.of("2/2", "2/2", "2/2", "2/2", "1/1", "0/0"), held());
  }

  @Test
  void findsScoresThatDoNotFollowAndAWinnerThatIsNotTheBest() {
    epoch(100, "more", "01+F", "follower=3", "follower=3", "follower=3.0 more=2.1 spatial=2.0");

    assertEquals(List.of("0/1", "0/1"), held().subList(0, 2));
  }

  @Test
  void findsUnevenRolesAndTrialsThatDoNotDifferByOne() {
    epoch(100, "more", "001F", "follower=3 more=5", "follower=3 more=1", RIGHT);

    assertEquals(List.of("0/1", "0/1"), held().subList(2, 4));
  }

  @Test
  void findsAPartitionThatWasNotDecided() {
    epoch(100, "more", "01+F", "follower=3 more=4", "follower=3 more=2", RIGHT);
    epoch(200, "more", "01+F", "follower=3 more=4", "follower=3 more=2", RIGHT);

    assertEquals("0/1", held().get(4));
  }
}
