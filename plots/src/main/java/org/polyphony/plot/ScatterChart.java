package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** STP of one policy over that of another, a point for each pair, and the diagonal. */
final class ScatterChart implements Chart {
  private static final double HEIGHT = 232;
  private static final int MOST = 10;
  private static final int LEAST = 3; // pairs: of fewer the bars say more

  @Override
  public List<Picture> draw(String name, Results results) {
    Sharing sharing = new Sharing(results.comparedRuns());
    List<String> settings = sharing.settings();
    List<Picture> pictures = new ArrayList<>();
    for (int a = 0; a < settings.size(); a++) {
      for (int b = a + 1; b < settings.size() && pictures.size() < MOST; b++) {
        XYSeriesCollection data = points(sharing, settings.get(a), settings.get(b));
        if (pairs(data) >= LEAST) {
          pictures.add(picture(name, data, settings.get(a), settings.get(b)));
        }
      }
    }
    return pictures;
  }

  private static int pairs(XYSeriesCollection data) {
    return IntStream.range(0, data.getSeriesCount()).map(data::getItemCount).sum();
  }

  private static XYSeriesCollection points(Sharing sharing, String a, String b) {
    Map<String, XYSeries> byCategory = new LinkedHashMap<>();
    for (String workloads : sharing.workloads()) {
      double x = sharing.value(a, workloads, RunRecord::stp);
      double y = sharing.value(b, workloads, RunRecord::stp);
      if (Double.isFinite(x) && Double.isFinite(y)) {
        String category = sharing.category(workloads);
        byCategory.computeIfAbsent(category, c -> new XYSeries(c, false)).add(x, y);
      }
    }
    XYSeriesCollection data = new XYSeriesCollection();
    byCategory.values().forEach(data::addSeries);
    return data;
  }

  private static Picture picture(String name, XYSeriesCollection data, String a, String b) {
    XYPlot plot = Diagonal.of(data, "STP, " + a, "STP, " + b);
    return new Picture(
        name + "-" + fileName(a) + "-" + fileName(b),
        "STP under " + b + " over STP under " + a + ": above the line, the former is better",
        Style.ONE_COLUMN,
        HEIGHT,
        Panels.of(Style.chart(plot, Lines.pointKey(data))));
  }

  static String fileName(String setting) {
    return setting.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
  }
}
