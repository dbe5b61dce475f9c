package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * STP improvement of each epoch over non-shared execution, and the thread blocks that the policy
 * wants of each workload. An epoch has what all rounds of the workloads issued in it, the STP of
 * the summary that of the first rounds alone: a dashed line says where that is. Source: GPU Maestro
 * Figure 4.
 */
final class StpOverTimeChart implements Chart {
  private static final String FILE = "epochs.csv";
  private static final double THOUSAND = 1e3;
  private static final double MILLION = 1e6;
  private static final double HEIGHT = 255;

  @Override
  public List<Picture> draw(String name, Results results) {
    List<Picture> pictures = new ArrayList<>();
    List<Results> runs = results.singleRuns();
    for (Results run : runs) {
      if (run.table(FILE).isPresent() && !run.sharedRuns().isEmpty()) {
        String suffix = runs.size() > 1 ? "-" + run.folder().getFileName() : "";
        pictures.add(
            picture(name + suffix, run.sharedRuns().get(0), run.table(FILE).get(), run.scale()));
      }
    }
    return pictures;
  }

  private static Picture picture(String name, RunRecord run, CsvTable epochs, OverNonShared scale) {
    boolean isLong = epochs.number(epochs.rows() - 1, "endCycle") >= MILLION;
    double unit = isLong ? MILLION : THOUSAND;
    XYSeriesCollection stp = new XYSeriesCollection(stp(run, epochs, scale, unit));
    XYSeries whole = new XYSeries("first rounds");
    whole.add(0, scale.of(run.stp()));
    whole.add(epochs.number(epochs.rows() - 1, "endCycle") / unit, scale.of(run.stp()));
    stp.addSeries(whole);
    XYSeriesCollection quotas = quotas(run, epochs, unit);
    NumberAxis x =
        Style.span(isLong ? "Time (million core cycles)" : "Time (thousand core cycles)");
    XYPlot above =
        Lines.of(stp, null, Style.numbers(scale.label("STP") + OverNonShared.HIGHER), false);
    above.getRenderer().setSeriesPaint(0, Style.FRAME);
    above.getRenderer().setSeriesPaint(1, Style.FRAME);
    above.getRenderer().setSeriesStroke(1, Style.REFERENCE);
    XYPlot below = Lines.of(quotas, null, Style.integers("TBs wanted"), false);
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(x);
    all.setGap(5);
    all.add(above, 3);
    if (areWanted(quotas)) {
      all.add(below, 2);
    }
    return new Picture(
        name,
        "STP in each epoch, higher is better"
            + (areWanted(quotas) ? ", and thread blocks that the policy wants: " : ": ")
            + run.workloads()
            + " under "
            + run.setting(),
        Style.TWO_COLUMNS,
        HEIGHT,
        Panels.of(Style.chart(all, key(run, quotas))));
  }

  /** An oracle wants none; of one epoch after whose end nothing is left to launch none is known. */
  private static boolean areWanted(XYSeriesCollection quotas) {
    return quotas.getRangeUpperBound(false) > 0;
  }

  private static List<KeyTitle.Entry> key(RunRecord run, XYSeriesCollection quotas) {
    List<KeyTitle.Entry> key = new ArrayList<>();
    key.add(KeyTitle.Entry.line("each epoch, later rounds included", SeriesStyle.of(0).stroke()));
    String summary = String.format(Locale.ROOT, "first rounds: STP %.3f", run.stp());
    key.add(KeyTitle.Entry.line(summary, Style.REFERENCE));
    if (areWanted(quotas)) {
      key.addAll(Lines.key(quotas, false));
    }
    return key;
  }

  private static XYSeries stp(RunRecord run, CsvTable epochs, OverNonShared scale, double unit) {
    XYSeries series = new XYSeries("STP");
    int count = run.names().size();
    double start = 0;
    for (int row = 0; row + count <= epochs.rows(); row += count) {
      double stp = run.stp(epochs, row);
      series.add(start / unit, scale.of(stp));
      start = epochs.number(row, "endCycle");
      series.add(start / unit, scale.of(stp));
    }
    return series;
  }

  private static XYSeriesCollection quotas(RunRecord run, CsvTable epochs, double unit) {
    XYSeriesCollection data = new XYSeriesCollection();
    int count = run.names().size();
    for (int i = 0; i < count; i++) {
      XYSeries series = new XYSeries(run.names().get(i));
      double start = 0;
      for (int row = i; row < epochs.rows(); row += count) {
        series.add(start / unit, epochs.number(row, "quota"));
        start = epochs.number(row, "endCycle");
        series.add(start / unit, epochs.number(row, "quota"));
      }
      data.addSeries(series);
    }
    return data;
  }
}
