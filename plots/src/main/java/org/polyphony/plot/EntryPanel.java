package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.Range;
import org.polyphony.results.DisplayNames;

/** The plot of a vertical axis in a panel. */
final class EntryPanel {
  private static final double MOST_PERCENT = 102; // so that a line at the top is whole
  private static final double STEP = 0.004; // from one line to the next, of the axis
  private static final double STEP_OF_SPREADS = 0.012; // the same for lines with single values
  private static final double LARGEST_SHARE = 0.4; // of the way between values, for all lines

  private final EntryChart chart;
  private final Entry entry;
  private final EntryPicture picture;
  private final List<Row> all; // of the panel
  private final Entry.Y y;
  private final List<String> series;
  private final List<Row> drawn;

  EntryPanel(EntryChart chart, EntryPicture picture, List<Row> all, Entry.Y y) {
    this.chart = chart;
    this.entry = chart.entry();
    this.picture = picture;
    this.all = all;
    this.y = y;
    series = picture.series(y);
    drawn = all.stream().filter(row -> EntryChart.isDrawn(row, y)).toList();
  }

  boolean isEmpty() {
    return drawn.isEmpty();
  }

  /** Returns how many names the vertical axis has, which make the panel higher. */
  int names() {
    return y.axis() == Entry.Axis.SERIES
        ? series.size()
        : y.form() == Entry.Form.BOXES ? EntryChart.by("row", all).size() : 0;
  }

  XYPlot plot(boolean hasLabel) {
    String label = hasLabel ? chart.label(y, all.get(0)) : null;
    if (y.form() != Entry.Form.BOXES) {
      return lines(label);
    }
    Boxes boxes = new Boxes(y, all);
    picture.addLegend(boxes.legend(picture.seriesColumn(y)));
    NumberAxis x = x(new Points(y.form()));
    return boxes.plot(entry.x(), x, label, picture.namesHeight(names()) / names());
  }

  private XYPlot lines(String label) {
    Points points = points();
    Range shown = extent(points);
    XYPlot plot;
    if (entry.diagonal() != null) {
      Range both = y.isSame() ? same(panel -> panel.points().both()) : points.both();
      plot = points.withDiagonal(EntryChart.filled(entry.x().label(), all.get(0)), label, both);
      picture.addLegend(points.legend());
      picture.addLegend(List.of(Legend.Entry.line(entry.diagonal(), Style.REFERENCE_SOLID)));
    } else {
      plot = points.plot(x(points), y(label, shown));
      picture.addLegend(y.isPlain() ? plain(plot) : points.legend());
    }
    boolean isFitted = y.isSame() || !levels().isEmpty();
    addLevels(plot, points);
    uprightLevels()
        .forEach(
            (value, entry) -> {
              plot.addDomainMarker(new ValueMarker(value, Style.FRAME, Style.REFERENCE));
              picture.addLegend(List.of(entry));
            });
    if (entry.diagonal() == null && !picture.title(all).isEmpty()) {
      Points.addCaption(plot, picture.title(all));
    }
    if (isFitted && y.axis() == Entry.Axis.MEASURED && entry.diagonal() == null) {
      NumberAxis axis = (NumberAxis) plot.getRangeAxis();
      AxisScale.fit(axis, shown, axis.getUpperMargin());
    }
    return plot;
  }

  /** Returns a range over all panels and, with latencies, over all axes that are the same. */
  private Range same(Function<EntryPanel, Range> range) {
    return picture.panels().values().stream()
        .flatMap(
            panel ->
                picture.ys().stream()
                    .filter(other -> other.isSame() && other.axis() == y.axis())
                    .map(other -> new EntryPanel(chart, picture, panel, other)))
        .map(range)
        .reduce(Range::combine)
        .orElseThrow();
  }

  private Range extent(Points points) {
    return y.isSame() && entry.diagonal() == null
        ? same(panel -> panel.own(panel.points()))
        : own(points);
  }

  /** Returns the range of all that is drawn, with the levels that always are. */
  private Range own(Points points) {
    Range range = points.extent();
    for (Entry.Level level : levels()) {
      double value = value(level, points);
      if (!level.isOptional() && range != null && Double.isFinite(value)) {
        range = Range.expandToInclude(range, value);
      }
    }
    return range;
  }

  /** Returns the levels of the entry, before them that of the policy that is drawn over. */
  private List<Entry.Level> levels() {
    List<Entry.Level> levels = new ArrayList<>();
    if (y.over() == Entry.Over.POLICY && chart.over(y).isOfPolicy()) {
      levels.add(new Entry.Level(chart.over(y).of(1), null, chart.over(y).policy(), false));
    }
    levels.addAll(y.levels());
    return levels;
  }

  private double value(Entry.Level level, Points points) {
    if (level.at() != null) {
      return level.at();
    }
    return level.column() == null
        ? StatUtils.percentile(points.values(), 50)
        : chart.shown(y).applyAsDouble(all.get(0).number(level.column()));
  }

  private void addLevels(XYPlot plot, Points points) {
    for (Entry.Level level : levels()) {
      double value = value(level, points);
      Range range = y.isSame() ? same(panel -> panel.points().extent()) : points.extent();
      if (Double.isFinite(value) && (!level.isOptional() || range.contains(value))) {
        Points.addLevel(plot, value);
        String words = EntryChart.filled(level.name(), all.get(0));
        picture.addLegend(List.of(Legend.Entry.line(words, Style.REFERENCE)));
      }
    }
  }

  /** Returns the values of the levels of the horizontal axis with their entries in the legend. */
  private Map<Double, Legend.Entry> uprightLevels() {
    Map<Double, Legend.Entry> levels = new TreeMap<>();
    for (Entry.Level level : entry.x().levels()) {
      for (Row row : all) {
        double value = row.number(level.column());
        String words = EntryChart.filled(level.name(), row);
        if (Double.isFinite(value)) {
          levels.putIfAbsent(value, Legend.Entry.line(words, Style.REFERENCE));
        }
      }
    }
    return levels;
  }

  /** Draws all series in one color; returns the legend. */
  private List<Legend.Entry> plain(XYPlot plot) {
    boolean isOne = series.size() == 1;
    SeriesStyle style = SeriesStyle.of(0);
    for (int i = 0; i < series.size(); i++) {
      plot.getRenderer().setSeriesPaint(i, isOne ? Style.FRAME : style.line());
      plot.getRenderer().setSeriesStroke(i, isOne ? style.stroke() : Style.REFERENCE_SOLID);
    }
    return isOne ? List.of(Legend.Entry.line(series.get(0), style.stroke())) : List.of();
  }

  private NumberAxis y(String label, Range shown) {
    return switch (y.axis()) {
      case LATENCIES -> AxisScale.latencies(label, shown);
      case PERCENT -> {
        NumberAxis axis = Style.numbers(label);
        axis.setRange(0, MOST_PERCENT);
        yield axis;
      }
      case WHOLE -> Style.integers(label);
      case SERIES -> rows(series, label);
      default -> AxisScale.measured(label, shown);
    };
  }

  private NumberAxis rows(List<String> names, String label) {
    NumberAxis axis = Style.rows(names);
    axis.setLabel(label);
    return axis;
  }

  private NumberAxis x(Points points) {
    if (entry.arrange() == Entry.Arrange.STACKED) {
      return null;
    }
    String label = EntryChart.filled(entry.x().label(), all.get(0));
    return switch (entry.x().axis()) {
      case SPAN -> span(label, all.get(0));
      case RANK -> Style.integers(label);
      case PERCENT -> {
        NumberAxis axis = Style.numbers(label);
        axis.setRange(0, 100);
        yield axis;
      }
      case SET -> setValues();
      case LATENCIES -> AxisScale.latencies(label, reach(points));
      case NAMES -> rows(places(), label.isEmpty() ? null : label);
      default -> Style.numbers(label);
    };
  }

  /** Returns an axis of time, to where column {@code end} says that it ends. */
  static NumberAxis span(String label, Row first) {
    NumberAxis axis = Style.span(label);
    if (first.find("end").isPresent()) {
      axis.setRange(0, first.number("end"));
    }
    return axis;
  }

  /** Returns the range of the horizontal axis with its levels. */
  private Range reach(Points points) {
    return uprightLevels().keySet().stream()
        .reduce(points.getDomainBounds(false), Range::expandToInclude, Range::combine);
  }

  /** Returns the names on the horizontal axis. */
  private List<String> places() {
    return List.copyOf(EntryChart.by(entry.x().column(), picture.rows()).keySet());
  }

  private AxisScale.OfSetValues setValues() {
    Map<Double, String> words = new TreeMap<>();
    for (Row row : picture.rows()) {
      double value = row.number(entry.x().column());
      words.putIfAbsent(value, row.find("valueWords").orElseGet(() -> DisplayNames.plain(value)));
    }
    boolean isDodged = y.mean() != null;
    return new AxisScale.OfSetValues(
        EntryChart.filled(entry.x().label(), all.get(0)),
        List.copyOf(words.keySet()),
        isDodged ? series.size() : 1,
        words::get);
  }

  private Points points() {
    Points points = new Points(y.form(), picture.styles(y));
    series.forEach(points::addEmpty);
    Map<String, List<Row>> bySeries = EntryChart.by(picture.seriesColumn(y), drawn);
    DoubleUnaryOperator place = place();
    for (String of : series) {
      List<Row> some = bySeries.getOrDefault(of, List.of());
      double right = (series.indexOf(of) - (series.size() - 1) / 2.0) * step(some);
      if (y.form() == Entry.Form.STEPS) {
        addSteps(points, of, some);
      } else {
        addCells(points, of, some, x -> place.applyAsDouble(x) + right);
      }
    }
    return points;
  }

  private DoubleUnaryOperator place() {
    if (entry.x().axis() == Entry.Axis.SET) {
      return setValues()::place;
    }
    return x -> x * entry.x().times();
  }

  /** Returns the distance from one series to the next, so that none hides another. */
  private double step(List<Row> some) {
    if (entry.x().axis() == Entry.Axis.NAMES) {
      return LARGEST_SHARE * 2 / Math.max(2, series.size());
    }
    if (entry.x().axis() != Entry.Axis.SET || y.mean() == null) {
      return 0;
    }
    AxisScale.OfSetValues x = setValues();
    boolean hasSpreads = EntryChart.by("workloads", some).size() > 1;
    return x.getRange().getLength()
        * Math.min(
            hasSpreads ? STEP_OF_SPREADS : STEP, LARGEST_SHARE * x.leastGap() / series.size());
  }

  private void addSteps(Points points, String of, List<Row> some) {
    double from = 0;
    for (Row row : some) {
      double to = entry.x().times() * row.number(entry.x().column());
      points.addStep(
          of,
          entry.x().from() == null ? from : entry.x().times() * row.number(entry.x().from()),
          to,
          chart.shown(y).applyAsDouble(row.number(y.column())));
      from = to;
    }
  }

  private void addCells(Points points, String of, List<Row> some, DoubleUnaryOperator place) {
    if (y.mean() == null) {
      for (Row row : some) {
        add(points, of, place.applyAsDouble(x(row)), Cell.of(List.of(row), y, chart.shown(y)));
      }
      return;
    }
    Map<Double, List<Row>> cells = new TreeMap<>();
    some.forEach(row -> cells.computeIfAbsent(x(row), x -> new ArrayList<>()).add(row));
    int most = cells.values().stream().mapToInt(List::size).max().orElse(0);
    cells.forEach(
        (x, rows) -> {
          // otherwise the line would mix means of different workloads
          if (rows.size() == most || y.mean() != Entry.Mean.GEOMETRIC) {
            add(points, of, place.applyAsDouble(x), Cell.of(rows, y, chart.shown(y)));
          }
        });
  }

  private void add(Points points, String of, double x, Cell cell) {
    points.add(of, x, cell.mean());
    points.addSpread(of, x, cell.low(), cell.high(), cell.singles());
  }

  private double x(Row row) {
    return switch (entry.x().axis()) {
      case RANK -> rank(row);
      case NAMES -> places().indexOf(row.text(entry.x().column()));
      default -> row.number(entry.x().column());
    };
  }

  /** Returns the place of a row in the panel, 1 for the largest value. */
  private int rank(Row row) {
    double value = row.number(y.column());
    int before = drawn.indexOf(row);
    return 1
        + (int)
            IntStream.range(0, drawn.size())
                .filter(
                    i -> {
                      double other = drawn.get(i).number(y.column());
                      return other > value || (other == value && i < before);
                    })
                .count();
  }
}
