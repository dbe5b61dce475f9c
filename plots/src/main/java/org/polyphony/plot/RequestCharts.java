package org.polyphony.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.data.Range;
import org.polyphony.results.Baseline;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/** Latencies of the requests that arrive in a run: over time, and their distribution. */
final class RequestCharts {
  private static final int MOST_STEMS = 120; // of a panel
  private static final int MOST_POINTS = 3; // in an entry of the legend
  private static final double PANEL = 105; // height, in points
  private static final double MARGIN = 31;
  private static final double SIDE = 0.01; // margin of the axis of time
  private static final double PERCENT = 100;
  private static final double MOST_PERCENT = 102; // so that a marker near 100 is whole
  private static final double DISTRIBUTION = 160; // height, in points

  private RequestCharts() {}

  /**
   * Latency of each request over its arrival, a panel for each workload. Of few requests a line
   * leads to it, thin for the time before the first thread block.
   */
  static List<Picture> requests(String name, Results results) {
    List<Picture> pictures = new ArrayList<>();
    List<Results> runs = results.singleRuns();
    for (Results run : runs) {
      List<Requests> all = Requests.read(run);
      if (!all.isEmpty()) {
        String suffix = runs.size() > 1 ? "-" + run.folder().getFileName() : "";
        RunRecord record = run.runs().get(0);
        String of = record.workloads() + " under " + record.setting();
        pictures.add(requests(name + suffix, of, all));
      }
    }
    return pictures;
  }

  private static Picture requests(String name, String of, List<Requests> all) {
    Requests.Unit time = Requests.Unit.of(arrivals(all).max().orElseThrow());
    double first = arrivals(all).min().orElseThrow() / time.micros();
    double last = arrivals(all).max().orElseThrow() / time.micros();
    NumberAxis x = Style.numbers("Arrival (" + time.name() + ")");
    double side = first < last ? SIDE * (last - first) : 1;
    x.setRange(first - side, last + side);
    boolean hasStems = all.stream().allMatch(r -> r.of().size() <= MOST_STEMS);
    List<XYPlot> plots =
        all.stream().map(requests -> new Panel(requests, time, hasStems).plot()).toList();
    return Panels.one(Style.TWO_COLUMNS, MARGIN + PANEL * plots.size())
        .picture(
            name,
            "Latency of each request by arrival, lower is better: " + of,
            legend(all, hasStems),
            Points.stacked(x, plots));
  }

  private static DoubleStream arrivals(List<Requests> all) {
    return all.stream().flatMap(r -> r.of().stream()).mapToDouble(Requests.Request::arrival);
  }

  private static List<Legend.Entry> legend(List<Requests> all, boolean hasStems) {
    List<Legend.Entry> legend = new ArrayList<>();
    if (hasStems) {
      legend.add(Mark.WAITING.entry("waiting"));
    }
    String doing = hasStems ? "running" : "request";
    boolean hasDeadlines = all.stream().anyMatch(Requests::hasDeadline);
    legend.add(Mark.ON_TIME.entry(doing + (hasDeadlines ? ", on time" : ""), hasStems));
    if (hasDeadlines) {
      legend.add(Mark.LATE.entry(doing + ", late", hasStems));
      if (all.stream().anyMatch(Panel::showsDeadline)) {
        legend.add(Mark.DEADLINE.entry("deadline"));
      }
    }
    percentiles(all).forEach(name -> legend.add(Mark.of(name).entry(name)));
    return legend;
  }

  /** Returns the names of the percentiles that are drawn of any workload. */
  private static Stream<String> percentiles(Collection<Requests> all) {
    return all.stream()
        .flatMap(requests -> requests.percentiles().keySet().stream())
        .distinct()
        .sorted()
        .map(percent -> "p" + percent);
  }

  /** How a request, or a level of latency, is drawn. */
  @SuppressWarnings("ImmutableEnumChecker") // strokes have no setters
  private enum Mark {
    WAITING(new Color(0x8C8C8C), 0.7f),
    ON_TIME(SeriesStyle.of(0).line(), 2.2f),
    LATE(SeriesStyle.of(6).line(), 2.2f, 1.5f, 0.7f),
    DEADLINE(SeriesStyle.of(6).line(), 0.9f),
    P50(Style.FRAME, 0.7f, 1, 1.4f),
    P95(Style.FRAME, 0.7f, 3, 2),
    P99(Style.FRAME, 0.7f, 7, 1.5f, 1.5f, 1.5f);

    private static final double SWATCH_END = 2; // from a marker, in points
    private final Color colour;
    private final Stroke stroke;

    Mark(Color colour, float width, float... dash) {
      this.colour = colour;
      stroke =
          dash.length == 0
              ? new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND)
              : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0);
    }

    static Mark of(String percentile) {
      return valueOf(percentile.toUpperCase(Locale.ROOT));
    }

    static Mark of(Requests.Request request) {
      return request.isLate() ? LATE : ON_TIME;
    }

    /** Returns the marker of a request at the end of its line: a circle, or late a triangle. */
    Shape marker() {
      return SeriesStyle.of(this == LATE ? 4 : 0).marker();
    }

    Legend.Entry entry(String name) {
      return Legend.Entry.line(name, stroke, colour);
    }

    /** Returns the entry of a request, with or without the line that leads to it. */
    Legend.Entry entry(String name, boolean hasLine) {
      Legend.Entry line = entry(name);
      return new Legend.Entry(
          name,
          (g, area) -> {
            if (hasLine) {
              line.swatch().draw(g, area);
            }
            double x = hasLine ? area.getMaxX() - SWATCH_END : area.getCenterX();
            g.setColor(colour);
            g.fill(
                AffineTransform.getTranslateInstance(x, area.getCenterY())
                    .createTransformedShape(marker()));
          });
    }
  }

  /** The requests to one workload over time. */
  private record Panel(
      Requests requests, Requests.Unit time, Requests.Unit unit, boolean hasStems) {
    private static final double FAR = 1.5; // times the longest latency: a deadline not drawn
    private static final int MANY = 200; // requests, whose points are small
    private static final double SMALL = 0.6;

    Panel(Requests requests, Requests.Unit time, boolean hasStems) {
      this(requests, time, Requests.Unit.of(requests.longest()), hasStems);
    }

    static boolean showsDeadline(Requests requests) {
      return requests.deadline() <= FAR * requests.longest();
    }

    XYPlot plot() {
      Points points = new Points(Entry.Form.POINTS);
      List.of(Mark.ON_TIME, Mark.LATE).forEach(mark -> points.addEmpty(mark.name()));
      for (Requests.Request request : requests.of()) {
        points.add(Mark.of(request).name(), x(request), request.latency() / unit.micros());
      }
      NumberAxis y = Style.numbers("Latency (" + unit.name() + ")");
      XYPlot plot = points.plot(null, y);
      addRequests((XYLineAndShapeRenderer) plot.getRenderer());
      requests
          .percentiles()
          .forEach((percent, micros) -> addLevel(plot, micros, Mark.of("p" + percent)));
      if (showsDeadline(requests)) {
        addLevel(plot, requests.deadline(), Mark.DEADLINE);
      }
      Points.addCaption(plot, caption());
      double highest =
          showsDeadline(requests)
              ? Math.max(requests.longest(), requests.deadline())
              : requests.longest();
      AxisScale.fit(y, new Range(0, highest / unit.micros()), Points.CAPTION_ROOM);
      return plot;
    }

    private double x(Requests.Request request) {
      return request.arrival() / time.micros();
    }

    private void addRequests(XYLineAndShapeRenderer renderer) {
      boolean areMany = requests.of().size() > MANY;
      double size = areMany ? SMALL : 1;
      renderer.setUseOutlinePaint(!areMany);
      AffineTransform scale = AffineTransform.getScaleInstance(size, size);
      for (Mark mark : List.of(Mark.ON_TIME, Mark.LATE)) {
        renderer.setSeriesPaint(mark.ordinal() - 1, mark.colour);
        renderer.setSeriesShape(mark.ordinal() - 1, scale.createTransformedShape(mark.marker()));
      }
      if (hasStems) {
        requests.of().forEach(r -> addStem(renderer, r, 0, r.waiting(), Mark.WAITING));
        requests.of().forEach(r -> addStem(renderer, r, r.waiting(), r.latency(), Mark.of(r)));
      }
    }

    private void addStem(
        XYItemRenderer renderer, Requests.Request request, double from, double to, Mark mark) {
      double x = x(request);
      renderer.addAnnotation(
          new XYLineAnnotation(
              x, from / unit.micros(), x, to / unit.micros(), mark.stroke, mark.colour),
          Layer.BACKGROUND);
    }

    private void addLevel(XYPlot plot, double micros, Mark mark) {
      plot.addRangeMarker(new ValueMarker(micros / unit.micros(), mark.colour, mark.stroke));
    }

    private String caption() {
      String count = DisplayNames.plain(requests.of().size()) + " requests, ";
      String late =
          requests.hasDeadline()
              ? ", "
                  + DisplayNames.plain((double) requests.late())
                  + " later than "
                  + unit.text(requests.deadline())
                  + " "
                  + unit.name()
              : "";
      return requests.workload() + ": " + count + requests.words(unit) + late;
    }
  }

  /** Cumulative distribution of the latencies, a line for each workload of each run. */
  static List<Picture> latency(String name, Results results) {
    Map<String, Requests> all = Requests.byName(results);
    if (all.isEmpty()) {
      return List.of();
    }
    double longest = all.values().stream().mapToDouble(Requests::longest).max().orElseThrow();
    Requests.Unit unit = Requests.Unit.of(longest);
    Points shares = new Points(Entry.Form.LINES);
    Points percentiles = new Points(Entry.Form.POINTS);
    all.forEach(
        (of, requests) -> {
          addShares(shares, of, requests.latencies(), unit);
          percentiles.addEmpty(of);
          requests.percentiles().forEach((p, time) -> percentiles.add(of, time / unit.micros(), p));
        });
    Range range = shares.getDomainBounds(false);
    for (Requests requests : all.values()) {
      if (requests.hasDeadline()) {
        range = Range.expandToInclude(range, requests.deadline() / unit.micros());
      }
    }
    NumberAxis y = Style.numbers("Requests (%)");
    y.setRange(0, MOST_PERCENT);
    XYPlot plot =
        shares.plot(
            AxisScale.latencies("Latency (" + unit.name() + ")" + Baseline.LOWER, range), y);
    plot.setDataset(1, percentiles);
    plot.setRenderer(1, percentiles.plot(null, Style.numbers("")).getRenderer());
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    List<Legend.Entry> legend = distributionLegend(plot, all, shares.legend(), unit);
    return List.of(
        Panels.one(Panels.width(true, legend), DISTRIBUTION)
            .picture(
                name,
                "Cumulative distribution of the latency of requests, from arrival to end",
                legend,
                Style.chart(plot)));
  }

  /** Adds the steps of a distribution. */
  private static void addShares(Points shares, String of, double[] ascending, Requests.Unit unit) {
    for (int i = 0; i < ascending.length; i++) {
      double latency = ascending[i] / unit.micros();
      shares.add(of, latency, PERCENT * i / ascending.length);
      shares.add(of, latency, PERCENT * (i + 1) / ascending.length);
    }
  }

  /** Draws the deadlines; returns the legend with them and the percentiles of each line. */
  private static List<Legend.Entry> distributionLegend(
      XYPlot plot, Map<String, Requests> all, List<Legend.Entry> lines, Requests.Unit unit) {
    List<Legend.Entry> legend = new ArrayList<>();
    lines.forEach(
        line -> {
          Requests requests = all.get(line.name());
          legend.add(new Legend.Entry(line.name() + ": " + requests.words(unit), line.swatch()));
        });
    String percentiles = percentiles(all.values()).collect(Collectors.joining(", "));
    if (!percentiles.isEmpty()) {
      legend.add(new Legend.Entry(percentiles, (g, area) -> drawPoints(g, area, lines.size())));
    }
    addDeadlines(plot, List.copyOf(all.values()), unit, legend);
    return legend;
  }

  /** Draws the marker of each line, of many the first, side by side. */
  private static void drawPoints(Graphics2D g, Rectangle2D area, int lines) {
    int count = Math.min(lines, MOST_POINTS);
    double width = area.getWidth() / count;
    for (int i = 0; i < count; i++) {
      double x = area.getX() + i * width;
      SeriesStyle.of(i)
          .drawPoint(g, new Rectangle2D.Double(x, area.getY(), width, area.getHeight()));
    }
  }

  /** Draws each deadline once: in the color of its workload where there are several. */
  private static void addDeadlines(
      XYPlot plot, List<Requests> all, Requests.Unit unit, List<Legend.Entry> legend) {
    boolean isOfOne = all.stream().map(Requests::workload).distinct().count() == 1;
    Set<String> drawn = new HashSet<>();
    for (Requests requests : all) {
      double deadline = requests.deadline();
      if (requests.hasDeadline() && drawn.add(requests.workload() + " " + deadline)) {
        String of = isOfOne ? "" : " of " + requests.workload();
        Color colour = isOfOne ? Style.FRAME : SeriesStyle.of(all.indexOf(requests)).line();
        plot.addDomainMarker(new ValueMarker(deadline / unit.micros(), colour, Style.REFERENCE));
        String words = "deadline" + of + ": " + unit.text(deadline) + " " + unit.name();
        legend.add(Legend.Entry.line(words, Style.REFERENCE, colour));
      }
    }
  }
}
