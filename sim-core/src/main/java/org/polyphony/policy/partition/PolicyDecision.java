package org.polyphony.policy.partition;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.polyphony.usercode.UserCodeException;

/**
 * One decision of a policy about processes that share SMs: the candidates, their measurements, and
 * the choice. {@code decisions.csv} has one row per candidate and share.
 *
 * @param cycle core cycle of the decision, the end of the policy's epoch
 * @param processes the processes concerned, at least one
 * @param outcomes categories in {@code partitioning.decisions} of the summary, at least one
 * @param winner name of the best candidate, or of the chosen partition if nothing was compared
 * @param candidates the candidates and the samples behind them; may be empty
 * @param roles role of each SM of the device in the epoch; empty if the policy has no SM roles
 * @param moved thread blocks of all these processes that had to leave an SM before the epoch
 * @param settleCycles core cycles this took, not part of the epoch
 */
public record PolicyDecision(
    long cycle,
    List<Integer> processes,
    List<String> outcomes,
    String winner,
    List<Candidate> candidates,
    List<SmRole> roles,
    int moved,
    long settleCycles) {
  /** Name of spatial multitasking as a candidate and an outcome. */
  public static final String SPATIAL = "spatial";

  public PolicyDecision {
    processes = atLeastOne("processes", processes);
    outcomes = atLeastOne("outcomes", outcomes);
    Objects.requireNonNull(winner, "winner");
    candidates = List.copyOf(candidates);
    roles = List.copyOf(roles);
  }

  private static <T> List<T> atLeastOne(String what, List<T> all) {
    if (all.isEmpty()) {
      throw new IllegalArgumentException("a decision without " + what);
    }
    return List.copyOf(all);
  }

  /**
   * Creates a decision of a policy that has no SM roles and moves no thread blocks to measure.
   *
   * @param cycle core cycle of the decision
   * @param candidates the candidates and the samples behind them; may be empty
   */
  public PolicyDecision(
      long cycle,
      List<Integer> processes,
      String outcome,
      String winner,
      List<Candidate> candidates) {
    this(cycle, processes, List.of(outcome), winner, candidates, List.of(), 0, 0);
  }

  /**
   * A candidate partition, or a sample behind the comparison.
   *
   * @param name in results, without spaces; {@link #SAMPLE} for a sample
   * @param score by the policy's objective; NaN if unknown
   * @param shares of each process on an SM, in the order of {@link #processes}; a sample has the
   *     share of one process
   */
  public record Candidate(String name, double score, List<Share> shares) {
    /** Name of a point on a kernel's scaling curve, which cannot win. */
    public static final String SAMPLE = "sample";

    public Candidate {
      Objects.requireNonNull(name, "name");
      shares = List.copyOf(shares);
    }

    private Candidate renumbered(List<Integer> numbers) {
      UnaryOperator<Share> renumber =
          each -> new Share(numbers.get(each.process()), each.threadBlocks(), each.ipc());
      return new Candidate(name, score, shares.stream().map(renumber).toList());
    }

    public boolean isSample() {
      return name.equals(SAMPLE);
    }

    public boolean concerns(int process) {
      return shares.stream().anyMatch(share -> share.process() == process);
    }

    /** Returns the share of a process; an untried share if the candidate has none for it. */
    public Share share(int process) {
      return shares.stream()
          .filter(share -> share.process() == process)
          .findFirst()
          .orElse(Share.untried(process));
    }
  }

  /**
   * A process's share of one SM under a candidate.
   *
   * @param threadBlocks quota on the SM; {@link #UNKNOWN} if the candidate was not tried or does
   *     not set it
   * @param ipc thread instructions per cycle that it issued there; NaN if not measured
   */
  public record Share(int process, int threadBlocks, double ipc) {
    /** Unknown number of thread blocks. */
    public static final int UNKNOWN = 0;

    public static Share untried(int process) {
      return new Share(process, UNKNOWN, Double.NaN);
    }
  }

  /**
   * The role of an SM.
   *
   * @param name as returned by {@link PartitionPolicy#role}; empty for an SM of other processes
   * @param process that the SM is dedicated to, or {@link #SHARED}
   */
  public record SmRole(String name, int process) {
    /** Dedicated to no process. */
    public static final int SHARED = -1;

    public SmRole {
      Objects.requireNonNull(name, "name");
    }
  }

  /** Returns the candidate with a name; an empty one if there is none. */
  public Candidate candidate(String name) {
    return candidates.stream()
        .filter(candidate -> candidate.name().equals(name))
        .findFirst()
        .orElse(new Candidate(name, Double.NaN, List.of()));
  }

  /**
   * Checks that all process numbers are below a limit.
   *
   * @param policy for the message
   * @throws UserCodeException if one is not
   */
  public void requireProcesses(String policy, int count) {
    Stream<Integer> shares =
        candidates.stream().flatMap(each -> each.shares().stream()).map(Share::process);
    Stream<Integer> dedicated =
        roles.stream().map(SmRole::process).filter(process -> process != SmRole.SHARED);
    Stream.concat(processes.stream(), Stream.concat(shares, dedicated))
        .filter(process -> process < 0 || process >= count)
        .findFirst()
        .ifPresent(
            process -> {
              String what = "policy %s: decisions() names process %d, of 0 to %d";
              throw new UserCodeException(what.formatted(policy, process, count - 1));
            });
  }

  /**
   * Returns the decision with other numbers of the processes; SM roles keep theirs.
   *
   * @param numbers by process
   */
  PolicyDecision renumbered(List<Integer> numbers) {
    return new PolicyDecision(
        cycle,
        processes.stream().map(numbers::get).toList(),
        outcomes,
        winner,
        candidates.stream().map(each -> each.renumbered(numbers)).toList(),
        roles,
        moved,
        settleCycles);
  }

  public boolean isChosen(Candidate candidate) {
    return candidate.name().equals(winner);
  }
}
