package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/** All kinds of charts. */
public final class Charts {
  private static final JsonNode TEXTS = texts("charts.json");
  private static final List<Kind> ALL =
      List.of(
          kind("agreement", Chart.of("agreement.csv", AgreementChart::picture)),
          kind("categories", new CategoryBarsChart()),
          kind("cluster-fill", Chart.of("filling.csv", ClusterFillChart::picture)),
          kind("decisions", new DecisionChart()),
          kind("fragmentation", Chart.of("fragmentation.csv", FragmentationChart::picture)),
          kind("ipc", new IpcChart()),
          kind("means", new MeansChart()),
          kind("noise", Chart.of("noise.csv", NoiseChart::picture)),
          kind("oracle", new OracleChart()),
          kind("map", new PairMapChart()),
          kind("pairs", new PairBarsChart()),
          kind("partitions", new PartitionChart()),
          kind("scatter", new ScatterChart()),
          kind("sensitivity", new SensitivityChart()),
          kind("speedup", Chart.of("table3.csv", SpeedupChart::picture)),
          kind("stalls", new StallChart()),
          kind("stp-over-time", new StpOverTimeChart()),
          kind("schedulers", new SchedulerBarsChart()),
          kind("host-gantt", new HostGanttChart()),
          kind("host-utilisation", new HostUtilisationChart()),
          kind("gpu-histogram", Chart.of(HostTables.UTILISATION, GpuHistogramChart::picture)),
          kind("core-utilisation", new CoreUtilisationChart()),
          kind("instances", Chart.of("instances.csv", InstancesChart::picture)));

  private Charts() {}

  /**
   * A kind of chart.
   *
   * @param name on the command line
   * @param about what it shows, in one line
   * @param needs files that it reads, in words
   * @param chart draws it
   */
  public record Kind(String name, String about, String needs, Chart chart) {
    private List<Picture> draw(Results results) {
      return chart.draw(name, results);
    }
  }

  private static Kind kind(String name, Chart chart) {
    JsonNode texts = TEXTS.required(name);
    return new Kind(
        name, texts.required("about").asText(), texts.required("needs").asText(), chart);
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
   * @param kind what it is
   * @param pictures at least one
   */
  public record Drawn(Kind kind, List<Picture> pictures) {
    /** Keeps its own copy of the list. */
    public Drawn {
      pictures = List.copyOf(pictures);
    }
  }

  /**
   * Draws all charts that fit.
   *
   * @param results what they show
   * @return the kinds that have something to show
   */
  public static List<Drawn> drawAll(Results results) {
    return ALL.stream()
        .map(kind -> new Drawn(kind, kind.draw(results)))
        .filter(drawn -> !drawn.pictures().isEmpty())
        .toList();
  }

  /**
   * Draws the charts that fit.
   *
   * @param results what they show
   * @param names kinds that must fit; empty for all that do
   * @return the pictures, at least one
   * @throws InvalidInputException when one that was asked for, or every one, has nothing to show
   */
  public static List<Picture> draw(Results results, List<String> names) {
    List<Picture> pictures = new ArrayList<>();
    for (Kind kind : ALL) {
      if (names.isEmpty() || names.contains(kind.name())) {
        List<Picture> some = kind.draw(results);
        if (some.isEmpty() && !names.isEmpty()) {
          String found = ": found nothing for '" + kind.name() + "', needed: ";
          throw new InvalidInputException(results.folder() + found + kind.needs());
        }
        pictures.addAll(some);
      }
    }
    if (pictures.isEmpty()) {
      throw new Violation(
              "", "nothing to draw", "a folder that run, host, sweep or reproduce has written")
          .errorAt(results.folder().toString());
    }
    return pictures;
  }
}
