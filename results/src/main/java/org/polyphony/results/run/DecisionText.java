package org.polyphony.results.run;

import static org.polyphony.results.table.Formats.text;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;

/**
 * Formats a decision for {@code epochs.csv} as named values, {@code follower=1.500 more=1.250};
 * {@code decisions.csv} has them in columns. Measurements are named by SM role, samples of a
 * scaling curve by their thread blocks.
 */
public final class DecisionText {
  private static final String DEDICATED = "dedicated";

  private DecisionText() {}

  /** Returns a character per SM: the process that it was dedicated to, 0-9 and a-z, or a role. */
  public static String roles(PolicyDecision decision) {
    return decision.roles().stream()
        .map(
            role ->
                switch (role.name()) {
                  case DEDICATED -> Integer.toString(role.process(), Character.MAX_RADIX);
                  case "follower" -> "F";
                  case "more" -> "+";
                  case "fewer" -> "-";
                  default -> ".";
                })
        .collect(Collectors.joining());
  }

  /** Returns the thread-block quotas of a process, by SM role. */
  public static String partitions(PolicyDecision decision, int process) {
    return bySm(decision)
        .filter(candidate -> candidate.share(process).threadBlocks() != Share.UNKNOWN)
        .map(candidate -> partition(sm(candidate), candidate.share(process)))
        .collect(Collectors.joining(" "));
  }

  private static String partition(String sm, Share share) {
    return sm + "=" + (sm.equals(DEDICATED) ? "all" : share.threadBlocks());
  }

  public static String measured(PolicyDecision decision, int process) {
    return values(
        shown(decision, process, bySm(decision)),
        "%s=%.3f",
        DecisionText::sm,
        candidate -> candidate.share(process).ipc());
  }

  /** Returns the scores of all candidates, or a process's samples if there are any. */
  public static String scores(PolicyDecision decision, int process) {
    return values(
        shown(decision, process, decision.candidates().stream()),
        "%s=%.4f",
        Candidate::name,
        Candidate::score);
  }

  /** Returns the candidates without samples, spatial multitasking (on dedicated SMs) first. */
  private static Stream<Candidate> bySm(PolicyDecision decision) {
    return Stream.of(true, false)
        .flatMap(
            isDedicated ->
                decision.candidates().stream()
                    .filter(c -> !c.isSample() && sm(c).equals(DEDICATED) == isDedicated));
  }

  private static String sm(Candidate candidate) {
    return switch (candidate.name()) {
      case PolicyDecision.SPATIAL -> DEDICATED;
      case "smkOther" -> "smk";
      default -> candidate.name();
    };
  }

  private static Stream<Candidate> shown(
      PolicyDecision decision, int process, Stream<Candidate> candidates) {
    return decision.candidates().stream().anyMatch(Candidate::isSample)
        ? decision.candidates().stream().filter(c -> c.isSample() && c.concerns(process))
        : candidates;
  }

  private static String values(
      Stream<Candidate> candidates,
      String format,
      Function<Candidate, String> name,
      ToDoubleFunction<Candidate> value) {
    return candidates
        .filter(c -> !Double.isNaN(value.applyAsDouble(c)))
        .map(
            c ->
                c.isSample()
                    ? c.shares().get(0).threadBlocks() + "=" + thousandths(value.applyAsDouble(c))
                    : text(format, name.apply(c), value.applyAsDouble(c)))
        .collect(Collectors.joining(" "));
  }

  private static double thousandths(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
