package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.polyphony.results.Baseline;
import org.polyphony.results.DisplayNames;

/** A picture of an entry: its panels, their legend and the caption. */
final class EntryPicture {
  private static final Set<String> POLICIES = Set.of("setting", "policy", "scheduler", "variant");
  private static final String CATEGORY = "category";
  private static final List<String> MEMBERS = List.of("workloads", "pair");
  private static final double LEAST_PERCENT = 0.2; // of a stacked bar: less is not seen
  private static final int BARS_IN_A_ROW = 96;
  private static final double LETTER = 3.5; // height of one of an upright name, in points
  private static final int FEW_COLUMNS = 2; // of panels, each with a label of its own
  private static final double PAGE = 576; // of all names on an axis
  private static final double LABEL_ROOM = 30; // left of panels of which the first has a label

  private final EntryChart chart;
  private final Entry entry;
  private final String file;
  private final List<Row> rows;
  private final List<Entry.Y> ys;
  private final Map<String, List<Row>> panels;
  private final Map<String, Legend.Entry> legend = new LinkedHashMap<>();

  EntryPicture(EntryChart chart, String file, List<Row> rows, List<Entry.Y> ys) {
    this.chart = chart;
    this.entry = chart.entry();
    this.file = file;
    this.rows = rows;
    this.ys =
        ys.stream()
            .filter(
                y ->
                    y.form() == Entry.Form.BOXES
                        || rows.stream().anyMatch(row -> EntryChart.isDrawn(row, y)))
            .toList();
    panels = EntryChart.by(entry.panel(), rows);
  }

  List<Entry.Y> ys() {
    return ys;
  }

  List<Row> rows() {
    return rows;
  }

  Map<String, List<Row>> panels() {
    return panels;
  }

  List<Picture> pictures() {
    if (ys.isEmpty()) {
      return List.of();
    }
    return switch (ys.get(0).form()) {
      case BARS, STACK, LEVEL -> bars();
      case CELLS -> cells();
      default -> points();
    };
  }

  private String caption() {
    Entry.Y y = ys.get(0);
    Baseline over = chart.over(y);
    String caption =
        entry
            .caption()
            .replace("{y}", chart.label(y, rows.get(0)))
            .replace("{over policy}", over.isOfPolicy() ? " over " + over.policy() : "");
    return EntryChart.filled(caption, rows.get(0)) + sample();
  }

  /** Returns how many sets of workloads and seeds are shown, where there are several. */
  private String sample() {
    String sample =
        rows.get(0).find("runs").filter(r -> !r.isEmpty()).map(r -> "; " + r).orElse("");
    for (String member : MEMBERS) {
      if (rows.get(0).find(member).isPresent() && sample.isEmpty()) {
        Set<String> members = EntryChart.by(member, rows).keySet();
        boolean arePairs = members.stream().allMatch(m -> m.matches("[^/]+/[^/]+"));
        String of = arePairs ? " pairs" : " sets of workloads";
        sample = members.size() > 1 ? "; " + members.size() + of : "";
      }
    }
    int seeds = seeds();
    return seeds < 2
        ? sample
        : sample
            + (ys.get(0).mean() == Entry.Mean.SEEDS
                ? "; means over " + seeds + " seeds with 95% intervals"
                : sample.isEmpty() ? "; " + seeds + " seeds" : ", " + seeds + " seeds each");
  }

  private int seeds() {
    return rows.get(0).find("seeds").isPresent()
        ? (int) rows.stream().mapToDouble(row -> row.number("seeds")).max().orElse(0)
        : EntryChart.by(
                "axes.seed", rows.stream().filter(r -> r.find("axes.seed").isPresent()).toList())
            .size();
  }

  String seriesColumn(Entry.Y y) {
    String column = y.series() == null ? entry.series() : y.series();
    return column == null || column.isEmpty() ? null : column;
  }

  /** Returns the series that have something to show. */
  List<String> series(Entry.Y y) {
    Map<String, List<Row>> all =
        EntryChart.by(
            seriesColumn(y), rows.stream().filter(row -> EntryChart.isDrawn(row, y)).toList());
    return CATEGORY.equals(seriesColumn(y))
        ? Sharing.ordered(all.keySet())
        : List.copyOf(all.keySet());
  }

  SeriesStyles styles(Entry.Y y) {
    DisplayNames shown = chart.names();
    return seriesColumn(y) == null
        ? SeriesStyles.inOrder()
        : POLICIES.contains(seriesColumn(y))
            ? SeriesStyles.ofPolicies(series(y), shown)
            : SeriesStyles.ofPoliciesAmong(series(y), shown);
  }

  void addLegend(List<Legend.Entry> entries) {
    entries.stream()
        .filter(each -> !each.name().isEmpty())
        .forEach(each -> legend.putIfAbsent(each.name(), each));
  }

  private List<Picture> laid(double width, int columns, double height, List<JFreeChart> charts) {
    int rows = entry.size().rows() == 0 ? charts.size() : entry.size().rows();
    return new Panels(width, columns, height)
        .pictures(file, caption(), List.copyOf(legend.values()), charts, rows);
  }

  private List<Picture> bars() {
    List<String> groups = groups();
    List<Bars> all = ys.stream().map(y -> bars(y, groups)).toList();
    int longest = groups.stream().mapToInt(String::length).max().orElse(0);
    boolean isLevel = ys.get(0).form() == Entry.Form.LEVEL;
    boolean isSmall = (isLevel ? longest : all.get(0).count()) <= entry.size().fits();
    int columns = isSmall || entry.size().fits() == 0 ? ys.size() : 1;
    double width = width(isSmall, isLevel);
    int inRow = entry.size().rows() == 0 ? groups.size() : BARS_IN_A_ROW / all.get(0).getRowCount();
    boolean isUpright =
        !isLevel && (inRow < groups.size() || Bars.areLong(groups, width / columns));
    double names = namesHeight(groups.size()) + (isUpright ? LETTER * longest : 0);
    return laid(
        width, columns, entry.size().height() + names, charts(all, groups, inRow, isUpright));
  }

  /** Returns the groups of bars by category, and that of all rows where there are several. */
  private List<String> groups() {
    List<String> groups =
        new ArrayList<>(EntryChart.ordered(EntryChart.by(entry.x().column(), rows)));
    if (entry.x().all() != null && groups.size() > 1) {
      groups.add(entry.x().all());
    }
    return groups;
  }

  private double width(boolean isSmall, boolean isLevel) {
    return ys.size() > 1 || entry.size().fits() == 0
        ? entry.size().width()
        : Panels.width(isSmall, isLevel ? List.of() : List.copyOf(legend.values()));
  }

  private List<JFreeChart> charts(
      List<Bars> all, List<String> groups, int inRow, boolean isUpright) {
    List<JFreeChart> charts = new ArrayList<>();
    for (int from = 0; from < groups.size(); from += Math.max(1, inRow)) {
      int to = Math.min(from + Math.max(1, inRow), groups.size());
      for (int i = 0; i < ys.size(); i++) {
        Bars some = all.get(i).part(groups.subList(from, to));
        charts.add(chart(some, ys.get(i), all.get(i).range(), isUpright));
      }
    }
    return charts;
  }

  private Bars bars(Entry.Y y, List<String> groups) {
    Bars bars = new Bars(styles(y));
    Map<String, List<Row>> bySeries = EntryChart.by(seriesColumn(y), rows);
    for (String series : series(y)) {
      Map<String, List<Row>> byGroup = EntryChart.by(entry.x().column(), bySeries.get(series));
      for (String group : groups) {
        List<Row> some =
            byGroup.getOrDefault(
                group, group.equals(entry.x().all()) ? bySeries.get(series) : List.of());
        bars.add(series, group, some.isEmpty() ? Cell.NONE : Cell.of(some, y, chart.shown(y)));
      }
    }
    addLegend(bars.legend(y.form() == Entry.Form.BARS ? 0 : LEAST_PERCENT));
    return bars;
  }

  private JFreeChart chart(Bars bars, Entry.Y y, Range range, boolean isUpright) {
    String label = chart.label(y, rows.get(0));
    return switch (y.form()) {
      case STACK -> bars.stacked(label, PlotOrientation.VERTICAL);
      case LEVEL -> bars.stacked(label, PlotOrientation.HORIZONTAL);
      default ->
          bars.grouped(EntryChart.filled(entry.x().label(), rows.get(0)), label, range, isUpright);
    };
  }

  private List<Picture> cells() {
    Entry.Y y = ys.get(0);
    double[] x = numbers(entry.x().column(), entry.x().times());
    double[] heights = numbers(y.column(), y.times());
    double[] values = numbers(entry.colour().column(), entry.colour().times());
    HeatMap.ColourScale scale = new HeatMap.ColourScale(0, Math.max(1, StatUtils.max(values)));
    String first = EntryChart.filled(entry.x().label(), rows.get(0));
    XYPlot plot = HeatMap.plot(x, heights, values, scale, first, chart.label(y, rows.get(0)));
    return laid(
        entry.size().width(),
        1,
        entry.size().height(),
        List.of(HeatMap.chart(plot, scale, entry.colour().label())));
  }

  private double[] numbers(String column, double times) {
    return rows.stream().mapToDouble(row -> times * row.number(column)).toArray();
  }

  private List<Picture> points() {
    boolean isStacked = entry.arrange() == Entry.Arrange.STACKED;
    int columns = Math.min(entry.size().columns(), panels.size() * ys.size());
    List<XYPlot> plots = new ArrayList<>();
    List<JFreeChart> charts = new ArrayList<>();
    List<Integer> shares = new ArrayList<>();
    int names = 0;
    for (List<Row> rowsOfPanel : panels.values()) {
      for (Entry.Y y : ys) {
        EntryPanel panel = new EntryPanel(chart, this, rowsOfPanel, y);
        if (isStacked && panel.isEmpty()) {
          continue;
        }
        XYPlot plot = panel.plot(columns <= FEW_COLUMNS || plots.size() % columns == 0);
        if (columns > FEW_COLUMNS) {
          AxisSpace left = new AxisSpace();
          left.setLeft(LABEL_ROOM);
          plot.setFixedRangeAxisSpace(left);
        }
        plots.add(plot);
        shares.add(y.share());
        charts.add(isStacked ? null : titled(Style.chart(plot), rowsOfPanel));
        names = Math.max(names, panel.names());
      }
    }
    double height = entry.size().height() + namesHeight(names);
    if (isStacked) {
      String label = EntryChart.filled(entry.x().label(), rows.get(0));
      boolean isSpan = entry.x().axis() == Entry.Axis.SPAN;
      NumberAxis x = isSpan ? EntryPanel.span(label, rows.get(0)) : Style.numbers(label);
      boolean areMarkers = entry.y().stream().allMatch(y -> y.form() == Entry.Form.POINTS);
      x.setAutoRangeStickyZero(!areMarkers); // one at 0 is whole
      height = entry.size().margin() + height * plots.size();
      charts = List.of(Points.stacked(x, plots, shares));
    }
    boolean isOne = columns == 1 && entry.size().columns() > FEW_COLUMNS;
    return laid(isOne ? Style.ONE_COLUMN : entry.size().width(), columns, height, charts);
  }

  double namesHeight(int names) {
    return Math.min(entry.size().perName() * names, PAGE);
  }

  /** Writes the title of a panel above it, where a diagonal leaves it no room inside. */
  private JFreeChart titled(JFreeChart panel, List<Row> of) {
    if (entry.diagonal() != null && !title(of).isEmpty()) {
      TextTitle title = new TextTitle(title(of), Style.LABEL_FONT);
      title.setPadding(new RectangleInsets(1, LABEL_ROOM, 0, 0));
      panel.addSubtitle(title);
    }
    return panel;
  }

  /** Returns the title of a panel: its value, where there are several and no other is given. */
  String title(List<Row> of) {
    if (entry.title() != null) {
      return EntryChart.filled(entry.title(), of.get(0));
    }
    return panels.size() > 1 ? of.get(0).text(entry.panel()) : "";
  }
}
