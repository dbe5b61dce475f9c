package org.polyphony.policy.partition.tutti;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.measure.Mix;

/**
 * The search for the best partition of some kernels: a hill climb over mixes whose steps become
 * smaller, and a comparison with spatial multitasking at its end.
 *
 * <p>State: the current partition; the kernel whose thread blocks are varied, and by how many; the
 * mixes tried; each kernel's speed alone; an adoption to confirm; the score of spatial multitasking
 * once measured.
 */
final class Search {
  static final String FOLLOWER = "follower";
  static final String MORE = "more";
  static final String FEWER = "fewer";
  static final String PREVIOUS = "previous";
  static final String DEDICATED = "dedicated";

  /** SMs that measure each kernel alone. */
  static final int DEDICATED_SMS = 1;

  private static final int ATTEMPTS = 4; // epochs to measure what stays unmeasured
  private static final int STRIKES = 2; // epochs in a row in which spatial must seem better
  private static final double SPATIAL_MARGIN = 0.1; // going to spatial moves every thread block
  private static final double REVERT_MARGIN = 0.03; // going back costs as well

  private enum Phase {
    /** The current mix is compared with its neighbors. */
    NEAR,
    /** All SMs hold the current partition. */
    STEADY,
    /** Kernels are measured alone again, before spatial multitasking is chosen. */
    CHECK
  }

  private final Settings settings;
  private final Scoring scoring;
  private final MixSpace space;
  private final SpatialSplit split;
  private final double[] alone; // thread instructions per cycle on an SM; NaN if unknown
  private final List<Integer> varied = new ArrayList<>(); // kernels other than the filler
  private final int[] step; // by kernel
  private final Set<Mix> tried = new HashSet<>();
  private Phase phase;
  private Mix current;
  private int turn; // index in varied
  private int toward; // sign of the last step that won, 0 if none
  private int idle; // epochs in the steady phase or under spatial multitasking
  private int rest; // idle epochs until the partition is compared again
  private int strikes;
  private int aloneAttempts;
  private int adoptionAttempts;
  private Optional<Adoption> adoption = Optional.empty();
  private double spatialScore = Double.NaN; // measured

  /**
   * A partition that was compared.
   *
   * @param score NaN if unknown
   */
  record Candidate(String name, Mix mix, double score) {}

  /**
   * A decision.
   *
   * @param winner name of the best candidate
   */
  record Verdict(List<Candidate> candidates, String winner) {}

  /**
   * Creates a search that starts from even partitioning.
   *
   * @param alone thread instructions per cycle of each kernel alone on an SM; NaN if unknown
   */
  Search(Settings settings, MixSpace space, SpatialSplit split, double[] alone) {
    this.settings = settings;
    this.scoring = new Scoring(settings.objective(), settings.leastProgress());
    this.space = space;
    this.split = split;
    this.alone = alone.clone();
    this.current = space.even();
    this.rest = settings.restEpochs();
    this.phase = settings.tryNeighbours() ? Phase.NEAR : Phase.STEADY;
    this.step = new int[space.kernels()];
    for (int k = 0; k < step.length; k++) {
      step[k] = Math.max(1, Math.round(current.of(k) * (float) settings.firstStep()));
      if (k != space.filler()) {
        varied.add(k);
      }
    }
  }

  /** Returns the mix that SMs hold unless they try another; SPATIAL for spatial multitasking. */
  Mix current() {
    return current;
  }

  boolean isSpatial() {
    return current.equals(Mix.SPATIAL);
  }

  /** Returns a kernel's thread instructions per cycle alone on an SM; NaN if unknown. */
  double alone(int kernel) {
    return alone[kernel];
  }

  /** Returns how many SMs hold each mix in the next epoch. */
  Map<Mix, Integer> plan(int sms) {
    Map<Mix, Integer> plan = new LinkedHashMap<>();
    int[] spatial = split.of(sms);
    int left = sms;
    for (int k = 0; k < space.kernels() && (isSpatial() || measuresAlone()); k++) {
      int count = isSpatial() ? spatial[k] : DEDICATED_SMS;
      plan.put(space.alone(k), count);
      left -= count;
    }
    int trialSms = Math.max(1, Math.min((int) (sms * settings.trialShare()), (left - 1) / 2));
    for (Mix mix : neighbours().values()) {
      plan.put(mix, trialSms);
      left -= trialSms;
    }
    if (!isSpatial()) {
      plan.put(current, left);
    }
    return plan;
  }

  private boolean measuresAlone() {
    boolean isKnown = Arrays.stream(alone).allMatch(ipc -> ipc > 0);
    return phase == Phase.CHECK || (!isKnown && aloneAttempts < ATTEMPTS);
  }

  /** Returns the neighbors to try next, by name. */
  private Map<String, Mix> neighbours() {
    Map<String, Mix> neighbours = new LinkedHashMap<>();
    if (phase == Phase.NEAR && !isSpatial()) {
      int kernel = varied.get(turn);
      for (int sign : new int[] {1, -1}) {
        if (sign != -toward) {
          space
              .neighbour(current, kernel, sign * step[kernel])
              .filter(mix -> !tried.contains(mix))
              .ifPresent(mix -> neighbours.put(sign > 0 ? MORE : FEWER, mix));
        }
      }
    }
    return neighbours;
  }

  /** Returns the role of an SM with a mix. */
  String role(Mix mix) {
    if (mix.equals(current)) {
      return FOLLOWER;
    }
    for (Map.Entry<String, Mix> neighbour : neighbours().entrySet()) {
      if (neighbour.getValue().equals(mix)) {
        return neighbour.getKey();
      }
    }
    return DEDICATED;
  }

  /** Learns from an epoch and chooses the next partition. */
  Verdict decide(Measurement measured) {
    learnAlone(measured);
    List<Candidate> candidates = candidates(measured);
    String winner = choose(measured, candidates);
    while (phase == Phase.NEAR && neighbours().isEmpty() && !isSpatial()) {
      phase = turnToNext() ? Phase.NEAR : Phase.STEADY;
    }
    return new Verdict(candidates, winner);
  }

  private void learnAlone(Measurement measured) {
    if (!isSpatial() && !measuresAlone()) {
      return;
    }
    aloneAttempts++;
    for (int k = 0; k < alone.length; k++) {
      double ipc = measured.ipc(space.alone(k), k);
      alone[k] = ipc > 0 ? ipc : alone[k];
    }
  }

  /** Returns the current partition first, then those it is compared with. */
  private List<Candidate> candidates(Measurement measured) {
    double adopted = adoption.map(each -> each.score(rates(measured), scoring)).orElse(Double.NaN);
    List<Candidate> all = new ArrayList<>();
    if (isSpatial()) {
      spatialScore = Double.isFinite(adopted) ? adopted : spatialScore;
      all.add(new Candidate(PolicyDecision.SPATIAL, current, spatialScore(measured.sms())));
    } else {
      all.add(candidate(FOLLOWER, current, measured));
      neighbours().forEach((name, mix) -> all.add(candidate(name, mix, measured)));
      all.add(new Candidate(PolicyDecision.SPATIAL, Mix.SPATIAL, spatialScore(measured.sms())));
    }
    double scale = Double.isFinite(adopted) ? all.get(0).score() / adopted : Double.NaN;
    adoption.ifPresent(
        each -> all.add(new Candidate(PREVIOUS, each.previous(), scale * each.score())));
    return all;
  }

  private double[] rates(Measurement measured) {
    return isSpatial() ? measured.spatialRates() : measured.rates(current);
  }

  private Candidate candidate(String name, Mix mix, Measurement measured) {
    return new Candidate(name, mix, scoring.of(measured.progress(mix, alone)));
  }

  /** Returns the measured score of spatial multitasking, or that of proportional progress. */
  private double spatialScore(int sms) {
    return Double.isNaN(spatialScore) ? scoring.of(split.progress(sms)) : spatialScore;
  }

  /** Chooses the next partition and returns the name of the best candidate. */
  private String choose(Measurement measured, List<Candidate> candidates) {
    Candidate now = candidates.get(0);
    if (adoption.isPresent() && !confirm(now, candidates.get(candidates.size() - 1))) {
      current = adoption.get().previous();
      adoption = Optional.empty();
      settle();
      return PREVIOUS;
    }
    if (isSpatial()) {
      if (++idle >= rest) {
        rest *= 2;
        current = space.even();
        settle();
        phase = Phase.CHECK;
      }
      return now.name();
    }
    if (!Double.isFinite(now.score())) {
      return now.name();
    }
    boolean isSpatialBetter = settings.trySpatial() && isSpatialBetter(now, candidates);
    strikes = isSpatialBetter ? strikes + 1 : 0;
    Optional<Candidate> winner = winner(measured, now, candidates);
    tried.add(current);
    tried.addAll(neighbours().values());
    if (winner.isPresent()) {
      toward = winner.get().name().equals(MORE) ? 1 : -1;
      rest = settings.restEpochs();
      return adopt(winner.get(), now, measured);
    }
    boolean mayLeave = advance();
    return mayLeave && isSpatialBetter
        ? adopt(find(PolicyDecision.SPATIAL, candidates), now, measured)
        : now.name();
  }

  /**
   * Returns false if the partition before an adoption has proved better; otherwise the adoption
   * stands, once it is measured or cannot be.
   */
  private boolean confirm(Candidate now, Candidate previous) {
    boolean isMeasured = Double.isFinite(previous.score());
    if (isMeasured && scoring.isBetter(previous.score(), now.score(), REVERT_MARGIN)) {
      return false;
    }
    if (isMeasured || ++adoptionAttempts == ATTEMPTS) {
      adoption = Optional.empty();
    }
    return true;
  }

  private boolean isSpatialBetter(Candidate now, List<Candidate> candidates) {
    double score = find(PolicyDecision.SPATIAL, candidates).score();
    return scoring.isBetter(score, now.score(), SPATIAL_MARGIN);
  }

  private static Candidate find(String name, List<Candidate> candidates) {
    return candidates.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  /** Returns the best of the neighbors that are clearly better than the current mix. */
  private Optional<Candidate> winner(
      Measurement measured, Candidate now, List<Candidate> candidates) {
    Optional<Candidate> best = Optional.empty();
    for (Candidate each : candidates) {
      boolean isNeighbour = each.name().equals(MORE) || each.name().equals(FEWER);
      if (isNeighbour
          && isClearlyBetter(each, now, measured)
          && (best.isEmpty() || scoring.isBetter(each.score(), best.get().score(), 0))) {
        best = Optional.of(each);
      }
    }
    return best;
  }

  /** Returns whether a mix is better than the current one by the margin, and beyond the noise. */
  private boolean isClearlyBetter(Candidate mix, Candidate now, Measurement measured) {
    double noise =
        Math.hypot(
            measured.error(mix.mix(), alone, scoring), measured.error(now.mix(), alone, scoring));
    return scoring.isBetter(mix.score(), now.score(), settings.margin())
        && Math.abs(mix.score() - now.score()) > noise;
  }

  private String adopt(Candidate winner, Candidate now, Measurement measured) {
    if (settings.confirm()) {
      adoptionAttempts = 0;
      adoption =
          Optional.of(
              new Adoption(
                  current, now.score(), measured.progress(current, alone), rates(measured)));
    }
    current = winner.mix();
    idle = 0;
    return winner.name();
  }

  /**
   * Takes the next step of a search in which no neighbor won. Returns whether spatial multitasking
   * may be chosen: at the end of the search, and on recent measurements of the kernels alone.
   */
  private boolean advance() {
    if (phase == Phase.CHECK) {
      settle();
      return true;
    }
    if (phase == Phase.NEAR && turnToNext()) {
      return false;
    }
    phase = Phase.STEADY;
    if (strikes >= STRIKES) {
      strikes = 0;
      phase = Double.isNaN(spatialScore) ? Phase.CHECK : Phase.STEADY;
      return phase == Phase.STEADY;
    }
    if (++idle >= rest) {
      lookAround();
    }
    return false;
  }

  /** Turns to the next kernel, after the last to smaller steps; false if there are none. */
  private boolean turnToNext() {
    toward = 0;
    turn = (turn + 1) % varied.size();
    if (turn > 0) {
      return true;
    }
    boolean canHalve = false;
    for (int k : varied) {
      canHalve |= step[k] > 1;
      step[k] = Math.max(1, step[k] / 2);
    }
    return canHalve;
  }

  private void settle() {
    phase = Phase.STEADY;
    toward = 0;
    idle = 0;
  }

  private void lookAround() {
    idle = 0;
    rest *= 2;
    tried.clear();
    Arrays.fill(step, 1);
    phase = settings.tryNeighbours() ? Phase.NEAR : Phase.STEADY;
  }
}
