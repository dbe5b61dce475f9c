package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Means of a figure or of a sweep of cluster experiments by group and series with 95% intervals,
 * and the paper's averages as marks: a picture for each metric. Source: GPU Maestro Figures 11 to
 * 14.
 */
final class MeansChart implements Chart {
  private static final String FILE = "means.csv";
  private static final int MANY_BARS = 18;

  @Override
  public List<Picture> draw(String name, Results results) {
    Optional<CsvTable> table = results.table(FILE);
    List<Mean> means = table.map(Mean::of).orElse(results.clusterMeans());
    String runs = table.flatMap(of -> of.find(0, "runs")).orElse("");
    Map<String, List<Mean>> metrics = new LinkedHashMap<>();
    means.forEach(mean -> metrics.computeIfAbsent(mean.metric(), m -> new ArrayList<>()).add(mean));
    List<Picture> pictures = new ArrayList<>();
    metrics.forEach((metric, some) -> pictures.add(picture(metric, data(some).ofRuns(runs))));
    return pictures;
  }

  private static Picture picture(String metric, MeanDataset data) {
    String words = metric.replaceAll("[^A-Za-z]+", " ").strip().toLowerCase(Locale.ROOT);
    String caption = metric + ": means with 95% intervals";
    return Bars.means(words.replace(' ', '-'), caption, metric, data, MANY_BARS);
  }

  private static MeanDataset data(List<Mean> means) {
    List<String> series = names(means, Mean::series);
    List<String> groups = names(means, Mean::group);
    Number[][][] values = new Number[Mean.VALUES.size()][series.size()][groups.size()];
    for (Mean mean : means) {
      for (int v = 0; v < values.length; v++) {
        double value = mean.values().get(v);
        values[v][series.indexOf(mean.series())][groups.indexOf(mean.group())] =
            Double.isFinite(value) ? value : null;
      }
    }
    return new MeanDataset(
        series.toArray(String[]::new),
        groups.toArray(String[]::new),
        values,
        new double[series.size()][groups.size()][0]);
  }

  private static List<String> names(List<Mean> means, Function<Mean, String> name) {
    return means.stream().map(name).distinct().toList();
  }
}
