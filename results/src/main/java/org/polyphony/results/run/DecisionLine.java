package org.polyphony.results.run;

import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;

/**
 * Formats a decision in one line: the change of each workload's thread blocks per SM, and the
 * scores before and after: {@code epoch 3: HS 4 -> 5, TPACF 4 -> 3, ANTT 1.52 -> 1.49}.
 */
public final class DecisionLine {
  private static final String CURRENT = "follower"; // role of most SMs

  private DecisionLine() {}

  /**
   * Returns the line.
   *
   * @param epoch of the decision
   * @param decision to format
   * @param names of the workloads
   * @param objective the unit of scores, such as {@code antt}; empty if the policy has none
   */
  public static String of(
      long epoch, PolicyDecision decision, List<String> names, String objective) {
    Candidate chosen = decision.candidate(decision.winner());
    Candidate current = decision.candidate(CURRENT);
    List<String> parts = new ArrayList<>();
    if (decision.winner().equals(PolicyDecision.SPATIAL)) {
      parts.add("separate SMs for " + String.join(" and ", names(decision, names)));
    } else {
      for (int process : decision.processes()) {
        parts.add(name(names, process) + share(current.share(process), chosen.share(process)));
      }
    }
    String score = score(current.score(), chosen.score());
    if (!score.isEmpty()) {
      String label = objective.isEmpty() ? "score" : objective.toUpperCase(Locale.ROOT);
      parts.add(label + score);
    }
    return "epoch " + epoch + ": " + String.join(", ", parts);
  }

  private static List<String> names(PolicyDecision decision, List<String> names) {
    return decision.processes().stream().map(process -> name(names, process)).toList();
  }

  /** A user-defined policy may name a nonexistent process. */
  static String name(List<String> names, int process) {
    return process >= 0 && process < names.size() ? names.get(process) : "process " + process;
  }

  private static String share(Share before, Share after) {
    if (after.threadBlocks() == Share.UNKNOWN) {
      return "";
    }
    boolean isNew =
        before.threadBlocks() != Share.UNKNOWN && before.threadBlocks() != after.threadBlocks();
    return " " + (isNew ? before.threadBlocks() + " -> " : "") + after.threadBlocks();
  }

  private static String score(double before, double after) {
    if (!Double.isFinite(after)) {
      return "";
    }
    String now = text("%.2f", after);
    return Double.isFinite(before) && before != after
        ? text(" %.2f -> %s", before, now)
        : " " + now;
  }
}
