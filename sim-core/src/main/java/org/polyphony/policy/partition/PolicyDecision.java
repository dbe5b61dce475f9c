package org.polyphony.policy.partition;

import java.util.List;

/**
 * One decision of a policy about processes that share SMs: what it compared, what each of them was
 * measured at, what it chose. {@code decisions.csv} has a row for each share of each candidate.
 *
 * @param cycle when it was taken: the end of the policy's epoch
 * @param processes whom it concerns, at least one
 * @param outcomes what it counts as in {@code partitioning.decisions} of the summary, at least one
 * @param winner name of the best candidate, or of what a policy chose that compares nothing
 * @param candidates what was compared, and the samples that this rests on; may be empty
 * @param roles what each SM of the device was used for in the epoch; empty when the policy does not
 *     tell SMs apart
 * @param moved thread blocks, of all processes that it concerned, that had to leave an SM before
 *     the epoch could begin
 * @param settleCycles core cycles that this took, outside of the epoch
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
  /** Name of spatial multitasking as a candidate and as an outcome. */
  public static final String SPATIAL = "spatial";

  public PolicyDecision {
    processes = List.copyOf(processes);
    outcomes = List.copyOf(outcomes);
    candidates = List.copyOf(candidates);
    roles = List.copyOf(roles);
  }

  /**
   * Makes a decision of a policy that does not tell SMs apart and moves nothing to measure.
   *
   * @param cycle as above
   * @param candidates as above
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
   * One of what was compared, or a sample that the comparison rests on.
   *
   * @param name in results, without spaces; {@link #SAMPLE} for a sample
   * @param score by the policy's objective; not a number when it is not known
   * @param shares what processes have of an SM under it, in the order of {@link #processes}; of a
   *     sample that of one process
   */
  public record Candidate(String name, double score, List<Share> shares) {
    /** Name of a point of a kernel's scaling curve, which is not chosen itself. */
    public static final String SAMPLE = "sample";

    public Candidate {
      shares = List.copyOf(shares);
    }

    public boolean isSample() {
      return name.equals(SAMPLE);
    }

    public boolean concerns(int process) {
      return shares.stream().anyMatch(share -> share.process() == process);
    }

    /** Returns what a process has under it; untried where it does not concern the process. */
    public Share share(int process) {
      return shares.stream()
          .filter(share -> share.process() == process)
          .findFirst()
          .orElse(Share.untried(process));
    }
  }

  /**
   * A process on one SM under a candidate.
   *
   * @param threadBlocks that it may have on the SM; {@link #UNKNOWN} where the candidate was not
   *     tried or says nothing of it
   * @param ipc thread instructions per cycle that it issued there; not a number when not measured
   */
  public record Share(int process, int threadBlocks, double ipc) {
    /** No number of thread blocks. */
    public static final int UNKNOWN = 0;

    public static Share untried(int process) {
      return new Share(process, UNKNOWN, Double.NaN);
    }
  }

  /**
   * What an SM was used for.
   *
   * @param name as {@link PartitionPolicy#role} says it; empty for an SM of other processes
   * @param process the one that it is dedicated to; {@link #SHARED} when it is dedicated to none
   */
  public record SmRole(String name, int process) {
    /** Dedicated to no process. */
    public static final int SHARED = -1;
  }

  /** Returns the candidate of a name; one without score and shares when there is none. */
  public Candidate candidate(String name) {
    return candidates.stream()
        .filter(candidate -> candidate.name().equals(name))
        .findFirst()
        .orElse(new Candidate(name, Double.NaN, List.of()));
  }

  public boolean isChosen(Candidate candidate) {
    return candidate.name().equals(winner);
  }
}
