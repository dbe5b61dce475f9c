package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.data.category.DefaultCategoryDataset;

/**
 * What a policy decided, and the SM cycles that preemption took: means over the runs of each
 * category. Source: GPU Maestro Figure 13.
 */
final class DecisionChart implements Chart {
  private static final String ALL = "All";
  private static final double HEIGHT = 150;
  private static final double LEAST_PERCENT = 0.2; // of a bar: less is not seen
  private static final String DECISIONS = "/partitioning/decisions";
  private static final List<String> ORDER =
      List.of("spatial", "smkEven", "smkOtherByOne", "smkOther");

  @Override
  public List<Picture> draw(String name, Results results) {
    List<RunRecord> deciding =
        results.sharedRuns().stream().filter(r -> !decisions(r).isEmpty()).toList();
    Sharing sharing = new Sharing(deciding);
    List<Picture> pictures = new ArrayList<>();
    for (String setting : sharing.settings()) {
      List<RunRecord> runs = deciding.stream().filter(r -> r.setting().equals(setting)).toList();
      String suffix = sharing.settings().size() > 1 ? "-" + ScatterChart.fileName(setting) : "";
      pictures.add(picture(name + suffix, runs, sharing.categories()));
    }
    return pictures;
  }

  private static JsonNode decisions(RunRecord run) {
    return run.summary().at(DECISIONS);
  }

  private static Picture picture(String name, List<RunRecord> runs, List<String> categories) {
    List<String> columns = new ArrayList<>(categories);
    if (columns.size() > 1) {
      columns.add(ALL);
    }
    DefaultCategoryDataset overhead = new DefaultCategoryDataset();
    for (String column : columns) {
      List<RunRecord> some = of(column, runs);
      overhead.addValue(known(mean(some, "/partitioning/overhead")), "overhead", column);
    }
    DefaultCategoryDataset shares = shares(runs, columns);
    return new Picture(
        name,
        "Decisions by outcome, and SM cycles lost to preemption: " + runs.get(0).setting(),
        Style.TWO_COLUMNS,
        HEIGHT,
        Panels.below(
            Bars.key(shares, LEAST_PERCENT),
            Panels.grid(List.of(left(shares), right(overhead)), 2)));
  }

  /** Returns the mean shares of decisions in each category. */
  static DefaultCategoryDataset shares(List<RunRecord> runs, List<String> categories) {
    Set<String> found = new LinkedHashSet<>();
    runs.forEach(run -> decisions(run).fieldNames().forEachRemaining(found::add));
    Set<String> outcomes = new LinkedHashSet<>(ORDER);
    outcomes.retainAll(found);
    outcomes.addAll(found);
    DefaultCategoryDataset shares = new DefaultCategoryDataset();
    for (String category : categories) {
      for (String outcome : outcomes) {
        double share = ownShare(of(category, runs), outcome, outcomes);
        String words = DisplayNames.words(outcome).replace("smk", "SMK");
        shares.addValue(known(share), words, category);
      }
    }
    return shares;
  }

  private static List<RunRecord> of(String category, List<RunRecord> runs) {
    return runs.stream()
        .filter(run -> category.equals(ALL) || run.category().equals(category))
        .toList();
  }

  private static JFreeChart left(DefaultCategoryDataset shares) {
    NumberAxis axis = Style.numbers("Decisions (%)");
    axis.setRange(0, 100);
    return Style.chart(Bars.stacked(shares, Style.names(""), axis), List.of());
  }

  private static JFreeChart right(DefaultCategoryDataset overhead) {
    NumberAxis axis = Style.numbers("SM cycles lost (%)" + OverNonShared.LOWER);
    return Style.chart(Bars.grouped(overhead, Style.names(""), axis), List.of());
  }

  /** Returns a share without that of outcomes which are part of it: their names begin with its. */
  private static double ownShare(List<RunRecord> runs, String outcome, Set<String> outcomes) {
    double share = mean(runs, DECISIONS + "/" + outcome);
    for (String other : outcomes) {
      boolean isPart = other.startsWith(outcome) && !other.equals(outcome);
      share -= isPart ? mean(runs, DECISIONS + "/" + other) : 0;
    }
    return share;
  }

  /** Returns a mean; null when it is one of nothing. */
  private static Number known(double mean) {
    return Double.isFinite(mean) ? mean : null;
  }

  private static double mean(List<RunRecord> runs, String pointer) {
    return 100
        * StatUtils.mean(
            runs.stream().mapToDouble(r -> r.summary().at(pointer).asDouble()).toArray());
  }
}
