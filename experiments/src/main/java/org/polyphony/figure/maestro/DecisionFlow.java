package org.polyphony.figure.maestro;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.maestro.Objective;
import org.polyphony.run.EventLog;
import org.polyphony.run.RunResult;

/**
 * Follows the decisions of GPU Maestro about two kernels through the records of a run, arrow by
 * arrow of Figure 8: counters of the SMs, decision, roles and partitions, thread blocks on the SMs.
 * Source: GPU Maestro sections 4 and 4.1.
 */
final class DecisionFlow {
  private static final int KERNELS = 2;
  private static final int MOST_TRIALS = 2;
  private static final double ROUNDING = 0.01; // of texts with three decimals
  private static final String FOLLOWER = "follower";
  private static final String SPATIAL = "spatial";

  private final RunResult run;
  private final Objective objective;
  private final List<List<PolicyDecision>> decisions; // both kernels' records of each

  DecisionFlow(RunResult run, Objective objective) {
    this.run = run;
    this.objective = objective;
    Map<Long, List<PolicyDecision>> byCycle = new TreeMap<>();
    for (RunResult.EpochRow row : run.epochs()) {
      row.decision()
          .ifPresent(d -> byCycle.computeIfAbsent(d.cycle(), c -> new ArrayList<>()).add(d));
    }
    decisions = byCycle.values().stream().filter(both -> both.size() == KERNELS).toList();
  }

  /**
   * A statement that was checked wherever it applies.
   *
   * @param arrow of Figure 8
   * @param statement what must hold
   * @param held how often it did
   * @param of how often it applied
   */
  record Check(String arrow, String statement, int held, int of) {}

  /** Returns the decisions, both kernels' records of each, in order of time. */
  List<List<PolicyDecision>> decisions() {
    return decisions;
  }

  /** Returns all checks, in the order of the flow. */
  List<Check> checks() {
    return List.of(
        check(
            "counters to decision",
            "each score follows from the IPC measured on SMs of its role, over dedicated ones",
            this::scoresFollow),
        check("decision", "the winner has the best score", this::winnerIsBest),
        check(
            "decision to roles",
            "each kernel has as many dedicated SMs as the other; two trial SMs at most",
            this::rolesAreRight),
        check(
            "decision to roles",
            "trial SMs hold one thread block of a kernel more or fewer than followers",
            this::trialsDifferByOne),
        check(
            "decision to partition",
            "followers hold the winner's partition in the next epoch; spatial takes SMs from them",
            this::nextFollows),
        residents());
  }

  /** Tells of a decision whether a statement holds, or that it does not apply: null. */
  @FunctionalInterface
  private interface Statement {
    Boolean holds(int decision);
  }

  private Check check(String arrow, String text, Statement statement) {
    int held = 0;
    int of = 0;
    for (int i = 0; i < decisions.size(); i++) {
      Boolean holds = statement.holds(i);
      of += holds == null ? 0 : 1;
      held += holds != null && holds ? 1 : 0;
    }
    return new Check(arrow, text, held, of);
  }

  private Boolean scoresFollow(int i) {
    double[] alone = new double[KERNELS];
    for (int kernel = 0; kernel < KERNELS; kernel++) {
      alone[kernel] = NamedValues.number(decisions.get(i).get(kernel).measured(), "dedicated");
    }
    if (Double.isNaN(alone[0] + alone[1])) {
      return null; // dedicated SMs were released: their last IPC is not in this record
    }
    boolean follow = true;
    for (String candidate : scores(i).keySet()) {
      double expected =
          candidate.equals(SPATIAL)
              ? objective.score(0.5, 0.5)
              : objective.score(progress(i, 0, candidate, alone), progress(i, 1, candidate, alone));
      double found = Double.parseDouble(scores(i).get(candidate));
      follow &= Math.abs(found - expected) <= ROUNDING * Math.abs(expected);
    }
    return follow;
  }

  private double progress(int i, int kernel, String candidate, double[] alone) {
    return NamedValues.number(decisions.get(i).get(kernel).measured(), candidate) / alone[kernel];
  }

  private Map<String, String> scores(int i) {
    return NamedValues.texts(decisions.get(i).get(0).scores());
  }

  private Boolean winnerIsBest(int i) {
    if (scores(i).isEmpty()) {
      return null;
    }
    double best = NamedValues.number(decisions.get(i).get(0).scores(), winner(i));
    return scores(i).values().stream()
        .noneMatch(score -> objective.isBetter(Double.parseDouble(score), best));
  }

  private String winner(int i) {
    return decisions.get(i).get(0).winner();
  }

  private Boolean rolesAreRight(int i) {
    return count(i, '0') == count(i, '1') && count(i, '+') + count(i, '-') <= MOST_TRIALS;
  }

  private long count(int i, char role) {
    return decisions.get(i).get(0).roles().chars().filter(c -> c == role).count();
  }

  private Boolean trialsDifferByOne(int i) {
    boolean differ = true;
    for (String trial : List.of("more", "fewer")) {
      double first = partition(i, 0, trial) - partition(i, 0, FOLLOWER);
      double second = partition(i, 1, trial) - partition(i, 1, FOLLOWER);
      differ &= Double.isNaN(first) || Math.abs(first) == 1 || Math.abs(second) == 1;
    }
    return differ;
  }

  private double partition(int i, int kernel, String role) {
    return NamedValues.number(decisions.get(i).get(kernel).partitions(), role);
  }

  private Boolean nextFollows(int i) {
    if (i + 1 == decisions.size()) {
      return null;
    }
    if (winner(i).equals(SPATIAL)) {
      return count(i + 1, '0') >= count(i, '0');
    }
    boolean follows = true;
    for (int kernel = 0; kernel < KERNELS; kernel++) {
      follows &= partition(i + 1, kernel, FOLLOWER) == partition(i, kernel, winner(i));
    }
    return follows;
  }

  /** At the end of each epoch no SM holds more of a kernel than the policy wants there. */
  private Check residents() {
    int held = 0;
    int of = 0;
    Map<Integer, Integer> resident = new TreeMap<>(); // by SM and workload
    int event = 0;
    for (List<PolicyDecision> decision : decisions) {
      long cycle = decision.get(0).cycle();
      for (; event < run.events().size() && run.events().cycle(event) < cycle; event++) {
        count(run.events(), event, resident);
      }
      for (RunResult.SmUse use : usesBefore(cycle).values()) {
        of++;
        held += isKept(use, resident) ? 1 : 0;
      }
    }
    return new Check(
        "partition to thread blocks",
        "an SM holds no more thread blocks of a kernel than its role allows",
        held,
        of);
  }

  private static void count(EventLog events, int event, Map<Integer, Integer> resident) {
    int change =
        switch (events.kind(event)) {
          case LAUNCH, RESUME -> 1;
          case END, DROP -> -1;
          default -> 0;
        };
    resident.merge(events.sm(event) * KERNELS + events.workload(event), change, Integer::sum);
  }

  private Map<Integer, RunResult.SmUse> usesBefore(long cycle) {
    Map<Integer, RunResult.SmUse> uses = new TreeMap<>();
    for (RunResult.SmUse use : run.uses()) {
      if (use.cycle() < cycle) {
        uses.put(use.sm(), use);
      }
    }
    return uses;
  }

  private static boolean isKept(RunResult.SmUse use, Map<Integer, Integer> resident) {
    boolean isKept = true;
    for (int kernel = 0; kernel < KERNELS; kernel++) {
      isKept &= resident.getOrDefault(use.sm() * KERNELS + kernel, 0) <= use.quotas().get(kernel);
    }
    return isKept;
  }
}
