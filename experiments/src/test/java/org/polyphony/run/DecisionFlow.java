package org.polyphony.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.polyphony.policy.partition.Objective;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.RunResult;

/**
 * Follows GPU Maestro's decisions about two kernels through the records of a run, along the arrows
 * of Figure 8: SM counters, decision, roles and partitions, thread blocks on the SMs. Source: GPU
 * Maestro sections 4 and 4.1.
 */
final class DecisionFlow {
  private static final int KERNELS = 2;
  private static final int MOST_TRIALS = 2;
  private static final String FOLLOWER = "follower";
  private static final List<String> TRIALS = List.of("more", "fewer");

  private final RunResult run;
  private final Objective objective;
  private final List<PolicyDecision> decisions;

  DecisionFlow(RunResult run, Objective objective) {
    this.run = run;
    this.objective = objective;
    decisions =
        run.epochs().stream()
            .flatMap(row -> row.decision().stream())
            .filter(decision -> decision.processes().size() == KERNELS)
            .distinct()
            .toList();
  }

  /**
   * A statement, checked wherever it applies.
   *
   * @param arrow of Figure 8
   */
  record Check(String arrow, String statement, int held, int of) {}

  /** Returns the decisions, by time. */
  List<PolicyDecision> decisions() {
    return decisions;
  }

  /** Returns all checks, in flow order. */
  List<Check> checks() {
    return List.of(
        check(
            "counters to decision",
            "each score follows from the IPC measured on SMs of its role, over dedicated ones",
            this::hasDedicatedIpc,
            this::scoresFollow),
        check("decision", "the winner has the best score", this::hasScores, this::winnerIsBest),
        check(
            "decision to roles",
            "each kernel has as many dedicated SMs as the other; two trial SMs at most",
            i -> true,
            this::rolesAreRight),
        check(
            "decision to roles",
            "trial SMs hold one thread block of a kernel more or fewer than followers",
            i -> true,
            this::trialsDifferByOne),
        check(
            "decision to partition",
            "followers hold the winner's partition in the next epoch; spatial takes SMs from them",
            i -> i + 1 < decisions.size(),
            this::nextFollows),
        residents());
  }

  /** Checks a statement about decisions. */
  private Check check(String arrow, String text, IntPredicate applies, IntPredicate holds) {
    int[] all = IntStream.range(0, decisions.size()).filter(applies).toArray();
    return new Check(arrow, text, (int) IntStream.of(all).filter(holds).count(), all.length);
  }

  /** After dedicated SMs are released, their last IPC is recorded elsewhere. */
  private boolean hasDedicatedIpc(int at) {
    Candidate spatial = decisions.get(at).candidate(PolicyDecision.SPATIAL);
    return !Double.isNaN(spatial.share(0).ipc() + spatial.share(1).ipc());
  }

  private boolean scoresFollow(int at) {
    Candidate spatial = decisions.get(at).candidate(PolicyDecision.SPATIAL);
    boolean follow = true;
    for (Candidate candidate : scored(decisions.get(at))) {
      double expected =
          candidate.name().equals(PolicyDecision.SPATIAL)
              ? objective.score(0.5, 0.5)
              : objective.score(progress(candidate, spatial, 0), progress(candidate, spatial, 1));
      follow &= candidate.score() == expected;
    }
    return follow;
  }

  private static double progress(Candidate candidate, Candidate alone, int kernel) {
    return candidate.share(kernel).ipc() / alone.share(kernel).ipc();
  }

  private static List<Candidate> scored(PolicyDecision decision) {
    return decision.candidates().stream().filter(c -> !Double.isNaN(c.score())).toList();
  }

  private boolean hasScores(int at) {
    return !scored(decisions.get(at)).isEmpty();
  }

  private boolean winnerIsBest(int at) {
    PolicyDecision decision = decisions.get(at);
    double best = decision.candidate(decision.winner()).score();
    return scored(decision).stream()
        .noneMatch(candidate -> objective.isBetter(candidate.score(), best));
  }

  private boolean rolesAreRight(int at) {
    PolicyDecision decision = decisions.get(at);
    return dedicated(decision, 0) == dedicated(decision, 1)
        && decision.roles().stream().filter(role -> TRIALS.contains(role.name())).count()
            <= MOST_TRIALS;
  }

  private static long dedicated(PolicyDecision decision, int kernel) {
    return decision.roles().stream().filter(role -> role.process() == kernel).count();
  }

  private boolean trialsDifferByOne(int at) {
    PolicyDecision decision = decisions.get(at);
    boolean differ = true;
    for (String trial : TRIALS) {
      int first = threadBlocks(decision, trial, 0);
      differ &=
          first == Share.UNKNOWN
              || Math.abs(first - threadBlocks(decision, FOLLOWER, 0)) == 1
              || Math.abs(threadBlocks(decision, trial, 1) - threadBlocks(decision, FOLLOWER, 1))
                  == 1;
    }
    return differ;
  }

  private static int threadBlocks(PolicyDecision decision, String candidate, int kernel) {
    return decision.candidate(candidate).share(kernel).threadBlocks();
  }

  private boolean nextFollows(int at) {
    PolicyDecision decision = decisions.get(at);
    PolicyDecision next = decisions.get(at + 1);
    if (decision.winner().equals(PolicyDecision.SPATIAL)) {
      return dedicated(next, 0) >= dedicated(decision, 0);
    }
    boolean follows = true;
    for (int kernel = 0; kernel < KERNELS; kernel++) {
      follows &=
          threadBlocks(next, FOLLOWER, kernel) == threadBlocks(decision, decision.winner(), kernel);
    }
    return follows;
  }

  /** At the end of each epoch, no SM holds more of a kernel than its quota. */
  private Check residents() {
    int held = 0;
    int of = 0;
    Map<Integer, Integer> resident = new TreeMap<>(); // by SM and workload
    int event = 0;
    for (PolicyDecision decision : decisions) {
      long cycle = decision.cycle();
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
