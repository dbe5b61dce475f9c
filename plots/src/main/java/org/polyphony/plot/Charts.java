package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jfree.chart.JFreeChart;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;

/** All kinds of charts. */
public final class Charts {
  private static final JsonNode TEXTS = texts("charts.json");
  private static final List<Kind> ALL =
      List.of(
          ofTable("agreement", ResultFile.AGREEMENT, FigureCharts::agreement),
          kind("categories", PairCharts::categories).unless(PairCharts::areManySettings),
          kind("decision-shares", RunCharts::decisions).unless(RunCharts::areDecisionsOnRequest),
          kind("decisions", DecisionsChart::pictures),
          ofTable("fragmentation", ResultFile.FRAGMENTATION, FigureCharts::fragmentation),
          kind("ipc", RunCharts::ipc),
          kind("means", FigureCharts::means),
          ofTable("noise", ResultFile.NOISE, FigureCharts::noise),
          kind("oracle", FigureCharts::oracle),
          kind("map", PairCharts::map).unless(PairCharts::areManySettings),
          kind("pairs", PairCharts::pairs).unless(PairCharts::areManySettings),
          kind("partitions", PairCharts::partitions),
          kind("scatter", PairCharts::scatter).unless(results -> true),
          kind("sensitivity", SensitivityChart::pictures),
          kind("sensitivity-pairs", SensitivityChart::ofEachPair).unless(results -> true),
          ofTable("speedup", ResultFile.SPEEDUPS, FigureCharts::speedup),
          kind("stalls", RunCharts::stalls).unless(PairCharts::areManySettings),
          kind("stp-over-time", RunCharts::stpOverTime),
          kind("requests", RequestCharts::requests),
          kind("latency", RequestCharts::latency),
          kind("latency-load", LatencyLoadChart::pictures),
          kind("schedulers", HostCharts::schedulers),
          kind("host-gantt", HostGantt::pictures),
          ofRuns("host-utilisation", HostCharts::utilisation),
          ofTable("gpu-histogram", ResultFile.UTILISATION, HostCharts::gpuHistogram),
          ofRuns("core-utilisation", HostCharts::coreUtilisation),
          ofTable("instances", ResultFile.INSTANCES, FigureCharts::instances));

  private static final int MANY_BARS = 16; // of a comparison

  private Charts() {}

  /**
   * A kind of chart.
   *
   * @param name on the command line; how the names of its pictures begin
   * @param about what it shows, in one line
   * @param needs files that it reads, in words
   * @param isOnRequest whether some results have it only where it is asked for by name
   * @param drawing makes its pictures from its name; none when results do not hold what it shows
   */
  public record Kind(
      String name,
      String about,
      String needs,
      Predicate<Results> isOnRequest,
      BiFunction<String, Results, List<Picture>> drawing) {
    private List<Picture> draw(Results results) {
      return drawing.apply(name, results);
    }

    private List<Picture> drawUnasked(Results results) {
      return isOnRequest.test(results) ? List.of() : draw(results);
    }

    private Kind unless(Predicate<Results> onRequest) {
      return new Kind(name, about, needs, onRequest, drawing);
    }
  }

  private static Kind kind(String name, BiFunction<String, Results, List<Picture>> drawing) {
    JsonNode texts = TEXTS.required(name);
    return new Kind(
        name,
        texts.required("about").asText(),
        texts.required("needs").asText(),
        results -> false,
        drawing);
  }

  /** Returns a kind that draws one table of a row or more. */
  private static Kind ofTable(
      String name, ResultFile file, BiFunction<String, CsvTable, Picture> drawing) {
    return kind(
        name,
        (of, results) -> results.table(file).stream().map(t -> drawing.apply(of, t)).toList());
  }

  /** Returns a kind that draws the utilisation of each run of a host experiment. */
  private static Kind ofRuns(String name, BiFunction<String, CsvTable, List<Picture>> drawing) {
    return kind(
        name,
        (of, results) ->
            results.table(ResultFile.UTILISATION).map(t -> drawing.apply(of, t)).orElse(List.of()));
  }

  private static JsonNode texts(String file) {
    try (InputStream in = Charts.class.getResourceAsStream(file)) {
      return new JsonMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static List<Kind> kinds() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Kind::name).toList();
  }

  /**
   * The charts of one kind.
   *
   * @param pictures at least one
   */
  public record Drawn(Kind kind, List<Picture> pictures) {
    /** Keeps its own copy of the list. */
    public Drawn {
      pictures = List.copyOf(pictures);
    }
  }

  /**
   * Draws all charts that fit but those that are to be asked for.
   *
   * @return the kinds that have something to show
   */
  public static List<Drawn> drawAll(Results results) {
    return ALL.stream()
        .map(kind -> new Drawn(kind, kind.drawUnasked(results)))
        .filter(drawn -> !drawn.pictures().isEmpty())
        .toList();
  }

  /**
   * Draws the charts that fit.
   *
   * @param names kinds that must fit; empty for all that do but those that are to be asked for
   * @return the pictures, at least one
   * @throws InvalidInputException when one that was asked for, or every one, has nothing to show
   */
  public static List<Picture> draw(Results results, List<String> names) {
    List<Picture> pictures = new ArrayList<>();
    for (Kind kind : ALL) {
      if (names.isEmpty()) {
        pictures.addAll(kind.drawUnasked(results));
      } else if (names.contains(kind.name())) {
        List<Picture> some = kind.draw(results);
        if (some.isEmpty()) {
          String found = ": found no data for '" + kind.name() + "', needed: ";
          throw new InvalidInputException(results.folder() + found + kind.needs());
        }
        pictures.addAll(some);
      }
    }
    if (pictures.isEmpty()) {
      throw new Violation(
              "", "nothing to draw", "a results folder of run, host, sweep or reproduce")
          .errorAt(results.folder().toString());
    }
    return pictures;
  }

  /**
   * Draws metrics of several results over those of one of them, a group of bars for each metric.
   *
   * @param base to which the ratios are
   * @param ratios of each result by metric; those that are not finite have no bar
   */
  public static Picture normalized(String base, Map<String, Map<String, Double>> ratios) {
    Bars bars = new Bars();
    ratios.forEach(
        (result, ofMetrics) ->
            ofMetrics.forEach((metric, ratio) -> bars.add(result, metric, ratio)));
    double width = Panels.width(bars.count() <= MANY_BARS, bars.key(0));
    boolean isUpright = Bars.areLong(ratios.values().iterator().next().keySet(), width);
    JFreeChart chart = bars.grouped("", "Over " + base, bars.range(), isUpright);
    return Panels.one(width, isUpright ? 219.5 : 153.5)
        .picture("comparison", "Metrics over those of " + base, bars.key(0), chart);
  }
}
