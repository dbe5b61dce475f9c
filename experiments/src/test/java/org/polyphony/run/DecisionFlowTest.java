package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.polyphony.policy.partition.Objective;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.policy.partition.PolicyDecision.SmRole;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.PolicyFacts;
import org.polyphony.simulation.RunResult;

/** One SM, two epochs; alone the kernels do 2 and 4 a cycle, as followers 1 each. */
class DecisionFlowTest {
  private final List<RunResult.EpochRow> rows = new ArrayList<>();
  private final List<RunResult.SmUse> uses = new ArrayList<>();
  private final EventLog events = new EventLog();

  private static Candidate candidate(String name, double score, Share first, Share second) {
    return new Candidate(name, score, List.of(first, second));
  }

  private static Candidate follower(int first, int second) {
    return candidate("follower", 3, new Share(0, first, 1), new Share(1, second, 1));
  }

  private static Candidate more(int first, int second) {
    return candidate("more", 2, new Share(0, first, 1.5), new Share(1, second, 1.5));
  }

  private static Candidate spatial() {
    return candidate("spatial", 2, new Share(0, 8, 2), new Share(1, 8, 4));
  }

  private static List<SmRole> roles(String symbols) {
    return symbols
        .chars()
        .mapToObj(
            c ->
                Character.isDigit(c)
                    ? new SmRole("dedicated", c - '0')
                    : new SmRole(c == '+' ? "more" : "follower", SmRole.SHARED))
        .toList();
  }

  private void epoch(long cycle, String roles, Candidate... candidates) {
    PolicyDecision decision =
        new PolicyDecision(
            cycle,
            List.of(0, 1),
            List.of("smkOther"),
            "more",
            List.of(candidates),
            roles(roles),
            0,
            0);
    for (int w = 0; w < 2; w++) {
      rows.add(
          new RunResult.EpochRow(
              0, cycle - 50, cycle + 50, w, "k", 1, 1, 1, 1, Optional.of(decision)));
    }
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
            new RunResult.Device(0, 0, 0, 0, 0, 0, 0, 0, Map.of(), Map.of()),
            List.of(),
            new RunResult.Partitioning(
                new PolicyFacts(true, "", "antt", 50, "lrr"),
                List.of(),
                Map.of(),
                Map.of(),
                0,
                0,
                new RunResult.Fragmentation(0, 0, 0, 0)),
            rows,
            List.of(),
            List.of(),
            uses,
            events,
            List.of(),
            List.of());
    return new DecisionFlow(run, Objective.ANTT)
        .checks().stream().map(check -> check.held() + "/" + check.of()).toList();
  }

  /** ANTT of followers (2 + 4) / 2, of one more (4/3 + 8/3) / 2, of spatial 2. */
  @Test
  void findsTheFlowOfARunThatDoesWhatItDecided() {
    epoch(100, "01+F", follower(3, 3), more(4, 2), spatial());
    epoch(200, "01+F", follower(4, 2), more(5, 1), spatial());

    assertEquals(List.of("2/2", "2/2", "2/2", "2/2", "1/1", "0/0"), held());
  }

  @Test
  void findsScoresThatDoNotFollowAndAWinnerThatIsNotTheBest() {
    Candidate more = candidate("more", 2.1, new Share(0, 4, 1.5), new Share(1, 2, 1.5));
    epoch(100, "01+F", follower(3, 3), more, spatial());

    assertEquals(List.of("0/1", "0/1"), held().subList(0, 2));
  }

  @Test
  void leavesScoresAloneWhoseDedicatedIpcIsNotInTheRecord() {
    Candidate released = candidate("spatial", 2, Share.untried(0), Share.untried(1));
    epoch(100, "++FF", follower(3, 3), more(4, 2), released);

    assertEquals(List.of("0/0", "1/1"), held().subList(0, 2));
  }

  @Test
  void findsUnevenRolesAndTrialsThatDoNotDifferByOne() {
    epoch(100, "001F", follower(3, 3), more(5, 1), spatial());

    assertEquals(List.of("0/1", "0/1"), held().subList(2, 4));
  }

  @Test
  void findsAPartitionThatWasNotDecided() {
    epoch(100, "01+F", follower(3, 3), more(4, 2), spatial());
    epoch(200, "01+F", follower(3, 3), more(4, 2), spatial());

    assertEquals("0/1", held().get(4));
  }
}
