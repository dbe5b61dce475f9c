package org.polyphony.study.pairs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.polyphony.run.Standing;

/**
 * How long runs of pairs will still take: each that is left as long as those of its category and
 * variant that have ended did on average in processor seconds, wherever that was; times what a
 * second of these took here. Where none of both has ended, those of the variant stand in, else
 * those of the category, else all.
 */
final class TimeLeft {
  private final int jobs;
  private final double secondsGone;
  private final List<Work> works;
  private final Map<Kind, Double> costs = new HashMap<>(); // processor seconds, as far as asked for

  /**
   * Looks at runs.
   *
   * @param jobs runs side by side, at least 1
   * @param secondsGone wall-clock seconds since the first began now
   */
  TimeLeft(int jobs, double secondsGone, List<Work> works) {
    this.jobs = jobs;
    this.secondsGone = secondsGone;
    this.works = List.copyOf(works);
  }

  /** Runs of one kind take about as long. */
  private record Kind(Category category, Variant variant) {}

  /** How a run stands. */
  enum State {
    /** It waits or is under way. */
    LEFT,
    /** It has ended well. */
    ENDED,
    /** It has failed. */
    FAILED
  }

  /**
   * A run.
   *
   * @param share of it that is done, 0 to 1; 1 when it is not left
   * @param cpuSeconds processor seconds that it took; not a number when that is not known
   * @param secondsHere wall-clock seconds that it took now; not a number when it did not run now
   */
  record Work(
      Category category,
      Variant variant,
      State state,
      double share,
      double cpuSeconds,
      double secondsHere) {}

  Standing standing() {
    int ended = count(State.ENDED);
    int failed = count(State.FAILED);
    int known = (int) works.stream().filter(w -> Double.isFinite(w.cpuSeconds())).count();
    double all = sum(work -> true, this::cost);
    double done = sum(work -> true, work -> cost(work) * work.share());
    int sideBySide = Math.max(1, Math.min(jobs, count(State.LEFT)));
    return new Standing(
        ended,
        failed,
        works.size(),
        all > 0 ? done / all : (double) (ended + failed) / works.size(),
        secondsGone,
        (all - done) * slowness() / sideBySide,
        known);
  }

  private int count(State state) {
    return (int) works.stream().filter(work -> work.state() == state).count();
  }

  /** Returns the wall-clock seconds that an expected processor second takes here. */
  private double slowness() {
    Predicate<Work> ranHere = work -> Double.isFinite(work.secondsHere());
    double expected = sum(ranHere, this::cost);
    return expected > 0 ? sum(ranHere, Work::secondsHere) / expected : 1;
  }

  private double sum(Predicate<Work> some, ToDoubleFunction<Work> value) {
    return works.stream().filter(some).mapToDouble(value).sum();
  }

  private double cost(Work work) {
    return costs.computeIfAbsent(new Kind(work.category(), work.variant()), this::cost);
  }

  /** Returns the processor seconds that a run takes by those that have ended. */
  private double cost(Kind kind) {
    Predicate<Work> ofCategory = work -> work.category() == kind.category();
    Predicate<Work> ofVariant = work -> work.variant().equals(kind.variant());
    List<Predicate<Work>> alike =
        List.of(ofCategory.and(ofVariant), ofVariant, ofCategory, work -> true);
    return alike.stream()
        .mapToDouble(this::mean)
        .filter(Double::isFinite)
        .findFirst()
        .orElse(Double.NaN);
  }

  private double mean(Predicate<Work> some) {
    return works.stream()
        .filter(some)
        .mapToDouble(Work::cpuSeconds)
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }
}
