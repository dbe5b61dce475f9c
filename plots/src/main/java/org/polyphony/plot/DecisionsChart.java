package org.polyphony.plot;

import java.awt.Color;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.annotations.XYBoxAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.Range;
import org.polyphony.results.Baseline;
import org.polyphony.results.CsvTable;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.SmUse;

/**
 * What a policy did with the SMs over time: STP of each epoch, what each SM was used for, and how
 * many thread blocks of each workload it held.
 */
final class DecisionsChart {
  private static final double THOUSAND = 1e3;
  private static final double HALF = 0.44; // of the height of a row
  private static final double PANEL = 82; // height, in points
  private static final double MARGIN = 34; // of the axis of time
  private static final Color NO_ROLE = new Color(0x9FB4C7);
  private static final int[] OF_WORKLOADS = {0, 6, 2, 4}; // series styles

  /** Roles of our policies and their series styles; other words have the styles after. */
  private static final Map<String, Integer> KNOWN =
      Map.of("follower", 5, "more", 1, "fewer", 4, "dedicated", 2, "spatial", 0);

  private static final int[] OF_OTHERS = {6, 3, 8};

  private final RunRecord run;
  private final long end; // core cycles
  private final int sms;
  private final List<Legend.Entry> legend = new ArrayList<>();

  private DecisionsChart(RunRecord run, long end, int sms) {
    this.run = run;
    this.end = end;
    this.sms = sms;
  }

  /** Returns a picture of each run that has {@code roles.csv}. */
  static List<Picture> pictures(String name, Results results) {
    List<Picture> pictures = new ArrayList<>();
    List<Results> runs = results.singleRuns();
    for (Results single : runs) {
      String suffix = runs.size() > 1 ? "-" + single.folder().getFileName() : "";
      single
          .table(ResultFile.ROLES)
          .filter(roles -> !single.sharedRuns().isEmpty())
          .map(roles -> picture(name + suffix, single, SmUse.read(roles)))
          .ifPresent(pictures::add);
    }
    return pictures;
  }

  private static Picture picture(String name, Results results, List<SmUse> uses) {
    RunRecord run = results.sharedRuns().get(0);
    int sms = 1 + uses.stream().mapToInt(SmUse::sm).max().orElse(0);
    DecisionsChart chart = new DecisionsChart(run, (long) run.number("/cycles"), sms);
    List<XYPlot> plots = new ArrayList<>();
    results.table(ResultFile.EPOCHS).map(chart::stp).ifPresent(plots::add);
    plots.add(chart.roles(uses));
    if (results.has(ResultFile.TIMELINE)) {
      List<String> workloads = new RunRecord(run.summary(), DisplayNames.none()).names();
      ResidentBlocks blocks =
          ResidentBlocks.read(results.path(ResultFile.TIMELINE), workloads, sms, chart.end);
      for (int i = 0; i < workloads.size(); i++) {
        plots.add(chart.blocks(blocks, i));
      }
    }
    NumberAxis time = Style.span("Time (thousand core cycles)");
    time.setRange(0, chart.end / THOUSAND);
    return Panels.one(Style.TWO_COLUMNS, MARGIN + PANEL * plots.size())
        .picture(
            name,
            "STP of each epoch, and role and thread blocks of each SM: "
                + run.workloads()
                + " under "
                + run.setting(),
            chart.legend,
            Points.stacked(time, plots));
  }

  private XYPlot stp(CsvTable epochs) {
    Points stp = new Points(Entry.Form.LINES);
    double from = 0;
    int count = run.names().size();
    for (int row = 0; row + count <= epochs.rows(); row += count) {
      double to = epochs.number(row, ResultColumn.END_CYCLE) / THOUSAND;
      stp.addStep("epoch", from, to, run.stp(epochs, row));
      from = to;
    }
    XYPlot plot = stp.plot(null, "STP" + Baseline.HIGHER);
    plot.getRenderer().setSeriesPaint(0, Style.FRAME);
    Points.addLevel(plot, run.stp());
    legend.add(Legend.Entry.line("each epoch, including later rounds", SeriesStyle.of(0).stroke()));
    legend.add(Legend.Entry.line(run.stpWords(), Style.REFERENCE));
    return plot;
  }

  private XYPlot roles(List<SmUse> uses) {
    XYPlot plot = rows("Role of each SM");
    Map<String, Color> colours = new LinkedHashMap<>();
    for (SmUse.Until span : SmUse.spans(uses, end)) {
      String role = span.use().role();
      Color colour = colours.computeIfAbsent(role, r -> colour(r, colours.size()));
      addBox(plot, span.use().sm(), span.use().cycle(), span.to(), colour);
    }
    colours.forEach((role, colour) -> addLegend(role.isEmpty() ? "no role" : role, colour));
    return plot;
  }

  private static Color colour(String role, int count) {
    return role.isEmpty()
        ? NO_ROLE
        : SeriesStyle.of(KNOWN.getOrDefault(role, OF_OTHERS[count % OF_OTHERS.length])).fill();
  }

  private XYPlot blocks(ResidentBlocks blocks, int workload) {
    String name = run.names().get(workload);
    XYPlot plot = rows(name + " on each SM");
    double most = blocks.most(workload);
    Color darkest = SeriesStyle.of(OF_WORKLOADS[workload % OF_WORKLOADS.length]).fill();
    for (ResidentBlocks.Held held : blocks.of(workload)) {
      addBox(
          plot,
          held.sm(),
          held.from(),
          held.to(),
          Style.mix(Color.WHITE, darkest, held.blocks() / most));
    }
    addLegend(Math.round(most) + " thread blocks of " + name + " (paler: fewer)", darkest);
    return plot;
  }

  /** Returns a plot with a row for each SM, the first above. */
  private XYPlot rows(String label) {
    NumberAxis axis = Style.integers(label);
    axis.setRange(new Range(-0.5, sms - 0.5));
    axis.setInverted(true);
    Points outside = new Points(Entry.Form.LINES); // a plot without data shows no boxes either
    outside.add("", 0, -1);
    XYPlot plot = outside.plot(null, axis);
    plot.setRangeGridlinesVisible(false);
    return plot;
  }

  /** Draws a stretch of a row; the axis points down. */
  private static void addBox(XYPlot plot, int sm, long from, long to, Color colour) {
    plot.addAnnotation(
        new XYBoxAnnotation(
            from / THOUSAND, sm + HALF, to / THOUSAND, sm - HALF, null, null, colour));
  }

  private void addLegend(String name, Color colour) {
    legend.add(
        new Legend.Entry(
            name,
            (g, area) -> {
              g.setColor(colour);
              g.fill(area);
            }));
  }
}
