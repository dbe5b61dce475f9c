package org.polyphony.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The solo runs that STP, ANTT and progress of several runs are over. */
public final class SoloRuns {
  private static final double EQUAL_SPEEDS = 1.0005; // results have six digits
  private static final double EQUAL_WORK = 1.02; // a round ends with an instruction of many threads

  /** What a workload executed with one seed. */
  private record Executed(
      String workload, DoubleSummaryStatistics speed, DoubleSummaryStatistics work) {
    Executed(String workload) {
      this(workload, new DoubleSummaryStatistics(), new DoubleSummaryStatistics());
    }

    double factor() {
      return speed.getMax() / speed.getMin();
    }

    String words() {
      boolean isEqual = work.getMax() / work.getMin() < EQUAL_WORK;
      return range("%s: %,.0f to %,.0f M thread instructions/s", speed, 1)
          + (isEqual ? "" : range(", in rounds of %2$.2f to %3$.2f M", work, 1e-6));
    }

    private String range(String format, DoubleSummaryStatistics of, double factor) {
      return String.format(
          Locale.ROOT, format, workload, of.getMin() * factor, of.getMax() * factor);
    }
  }

  private SoloRuns() {}

  /**
   * Returns one sentence on the workload whose solo runs differ most, and empty where those of all
   * are equal: then metrics of all runs have the same denominators. With arrivals a solo run has as
   * many rounds as there were requests, which no other run need have.
   */
  public static Optional<String> difference(List<RunRecord> runs) {
    Map<String, Executed> all = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      JsonNode benchmarks = run.summary().path("benchmarks");
      double cyclesPerMicro = run.number("/cycles") / run.number("/microseconds");
      boolean isOpen = !benchmarks.findValues("requests").isEmpty();
      for (int i = 0; i < benchmarks.size() && !isOpen; i++) {
        String name = run.names().get(i);
        JsonNode one = benchmarks.get(i);
        double speed = RunRecord.number(one.path("ipcAlone")) * cyclesPerMicro;
        if (speed > 0) {
          String ofSeed = name + " " + run.summary().path("seed");
          Executed executed = all.computeIfAbsent(ofSeed, key -> new Executed(name));
          executed.speed.accept(speed);
          executed.work.accept(one.path("threadInstructions").asDouble());
        }
      }
    }
    return all.values().stream()
        .filter(of -> of.factor() > EQUAL_SPEEDS)
        .reduce((a, b) -> b.factor() > a.factor() ? b : a)
        .map(
            of ->
                "Solo runs differ ("
                    + of.words()
                    + "): STP, ANTT and progress are over each"
                    + " run's own.");
  }
}
