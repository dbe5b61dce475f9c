package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.percent;
import static org.polyphony.text.Formats.points;
import static org.polyphony.text.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.Verdict;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.Variant;
import org.polyphony.text.GroupMean;
import org.polyphony.text.Table;

/**
 * What GPU Maestro decided, and what repartitioning cost: STP against preemption that is free.
 * Source: GPU Maestro Figure 13.
 *
 * @param study what was run
 * @param pairs those that have ended
 */
record Figure13(PairStudy study, List<Pair> pairs) {
  static final Figure FIGURE =
      new Figure("fig13", List.of(Variant.MAESTRO, Variant.MAESTRO_IDEAL), Figure13::reproduce);

  private static final int EPOCH = 50_000; // core cycles: GPU Maestro 4.1
  private static final double NEAR_SHARE = 0.1; // of the paper's value, as the next one
  private static final double NEAR_OVERHEAD = 0.02;
  private static final String DECISIONS = "decisions: ";
  private static final String SHARE = "%.1f%%";
  private static final List<PairFigure.Shown> SHOWN =
      List.of(new PairFigure.Shown("maestro", Variant.MAESTRO));
  private static final Map<String, String> OUTCOMES =
      Map.of(
          "spatial", "spatial",
          "smkEven", "SMK even",
          "smkOther", "SMK other",
          "smkOtherByOne", "of all: SMK other by one thread block");

  /** A share, what the paper states on average, and the pairs that it is a mean of. */
  private record Row(
      String label,
      double paper,
      double near,
      ToDoubleFunction<PairRepeat> value,
      List<Pair> pairs) {
    /** A share that the paper does not state. */
    Row(String label, ToDoubleFunction<PairRepeat> value, List<Pair> pairs) {
      this(label, Double.NaN, Double.NaN, value, pairs);
    }
  }

  private static void reproduce(Figure figure, FigureContext context) {
    PairStudy.reproduce(
        figure,
        context,
        (study, pairs) -> {
          PairRecord.write(context.folder(), study, pairs, SHOWN);
          Figure13 results = new Figure13(study, pairs);
          Finding.write(
              context.folder(), PairReport.extent(context, study, pairs), results.findings());
          String runs = PairReport.runs(study, pairs);
          GroupMean.TABLE.write(context.folder(), results.means().map(mean -> mean.ofRuns(runs)));
          String table = results.table();
          String text = PairReport.conditions(context, study, pairs) + table;
          figure.finish(context, text, table);
        });
  }

  private String table() {
    Table<Row> table =
        new Table<Row>()
            .text("share", Row::label)
            .percent("paper", SHARE, Row::paper)
            .number("measured", "**%s**", row -> percent(SHARE, all(row)))
            .number("difference", row -> points(all(row) - row.paper));
    return PairReport.withCategories(
                table, category -> row -> percent(SHARE, mean(row, List.of(category))))
            .markdown(rows())
        + "\n";
  }

  private Stream<GroupMean> means() {
    List<Row> shares = rows().stream().filter(row -> Double.isFinite(row.paper)).toList();
    return shares.stream().flatMap(row -> Stream.concat(bars(row), Stream.of(bar(row))));
  }

  private Stream<GroupMean> bars(Row row) {
    return Stream.of(Category.values())
        .map(category -> bar(row, category.label(), mean(row, List.of(category)), Double.NaN));
  }

  /** The paper's averages are of all pairs. */
  private GroupMean bar(Row row) {
    return bar(row, GroupMean.ALL, all(row), 100 * row.paper);
  }

  private static GroupMean bar(Row row, String group, double mean, double paper) {
    boolean isDecision = row.label.startsWith(DECISIONS);
    return new GroupMean(
        isDecision ? "Decisions (%)" : "STP lost to preemption (%)",
        group,
        isDecision ? row.label.substring(DECISIONS.length()) : "maestro",
        100 * mean,
        Double.NaN,
        Double.NaN,
        paper);
  }

  /** Returns the rows for which the paper has a number. */
  private List<Finding> findings() {
    return rows().stream()
        .filter(row -> Double.isFinite(row.paper))
        .map(
            row ->
                new Finding(
                    text("%s (within %.0f points)", row.label, 100 * row.near),
                    percent(SHARE, row.paper),
                    percent(SHARE, all(row)),
                    Verdict.of(Math.abs(all(row) - row.paper) <= row.near)))
        .toList();
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (String outcome : List.of("spatial", "smkEven", "smkOther", "smkOtherByOne")) {
      rows.add(
          new Row(
              DECISIONS + OUTCOMES.get(outcome),
              PaperNumbers.number("maestro.fig13." + outcome),
              NEAR_SHARE,
              repeat -> partitioning(repeat, "decisions/" + outcome),
              pairs));
    }
    ToDoubleFunction<PairRepeat> overhead =
        repeat -> stp(repeat, Variant.MAESTRO_IDEAL) / stp(repeat, Variant.MAESTRO) - 1;
    rows.add(
        new Row(
            "overhead: STP with free preemption over STP - 1",
            PaperNumbers.number("maestro.fig13.overhead"),
            NEAR_OVERHEAD,
            overhead,
            pairs));
    for (boolean hasLong : new boolean[] {true, false}) {
      List<Pair> some = pairs.stream().filter(pair -> hasLongKernels(pair) == hasLong).toList();
      rows.add(new Row(overheadLabel(some.size(), hasLong), overhead, some));
    }
    rows.add(
        new Row("SM cycles lost to preemption", repeat -> partitioning(repeat, "overhead"), pairs));
    return rows;
  }

  private static String overheadLabel(int pairs, boolean hasLongKernels) {
    return text(
        "of these, %d pairs %s kernels of %,d cycles and more alone",
        pairs, hasLongKernels ? "of" : "not only of", EPOCH);
  }

  private boolean hasLongKernels(Pair pair) {
    return outlastsAnEpoch(study.summary(pair, Variant.MAESTRO));
  }

  /**
   * Returns true when the kernels of every benchmark of a run last an epoch or longer alone, on
   * average. GPU Maestro decides by epochs, and a launch makes it begin anew, so that it has no
   * time to learn where kernels are shorter.
   */
  static boolean outlastsAnEpoch(JsonNode summary) {
    for (JsonNode benchmark : summary.path("benchmarks")) {
      double alone =
          benchmark.path("threadInstructions").asDouble() / benchmark.path("ipcAlone").asDouble();
      if (alone / benchmark.path("launches").asLong() < EPOCH) {
        return false;
      }
    }
    return true;
  }

  private static double partitioning(PairRepeat repeat, String path) {
    return repeat.summary(Variant.MAESTRO).at("/partitioning/" + path).asDouble();
  }

  private static double stp(PairRepeat repeat, Variant variant) {
    return PairStudy.Metric.STP.of(repeat.summary(variant));
  }

  private double all(Row row) {
    return mean(row, List.of(Category.values()));
  }

  /** Returns the mean over the pairs of some categories, these weighted by their size. */
  private double mean(Row row, List<Category> categories) {
    double sum = 0;
    double weights = 0;
    for (Category category : categories) {
      double[] values =
          row.pairs.stream()
              .filter(pair -> pair.category() == category)
              .mapToDouble(pair -> study.mean(pair, row.value).mean())
              .toArray();
      int size = study.sample().population(category);
      for (double each : values) {
        sum += each * size / values.length;
      }
      weights += values.length > 0 ? size : 0;
    }
    return weights == 0 ? Double.NaN : sum / weights;
  }
}
