package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.input.InvalidInputException;

/** All kinds of charts. */
public final class Charts {
  private static final List<Chart> ALL =
      List.of(
          new AgreementChart(),
          new CategoryBarsChart(),
          new CoreUtilisationChart(),
          new DecisionChart(),
          new FragmentationChart(),
          new GpuHistogramChart(),
          new HostGanttChart(),
          new HostUtilisationChart(),
          new InstancesChart(),
          new IpcChart(),
          new OracleChart(),
          new PairMapChart(),
          new PairBarsChart(),
          new PartitionChart(),
          new ScatterChart(),
          new SchedulerBarsChart(),
          new SpeedupChart(),
          new StallChart(),
          new StpOverTimeChart());

  private Charts() {}

  /**
   * A kind of chart.
   *
   * @param name on the command line
   * @param about what it shows, in one line
   * @param needs files that it reads, in words
   */
  public record Kind(String name, String about, String needs) {}

  /** Returns every kind. */
  public static List<Kind> kinds() {
    return ALL.stream().map(Charts::kind).toList();
  }

  /** Returns the names of all kinds. */
  public static List<String> names() {
    return ALL.stream().map(Chart::name).toList();
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
        .map(chart -> new Drawn(kind(chart), chart.draw(results)))
        .filter(drawn -> !drawn.pictures().isEmpty())
        .toList();
  }

  private static Kind kind(Chart chart) {
    return new Kind(chart.name(), chart.about(), chart.needs());
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
    for (Chart chart : ALL) {
      if (names.isEmpty() || names.contains(chart.name())) {
        List<Picture> some = chart.draw(results);
        if (some.isEmpty() && !names.isEmpty()) {
          throw new InvalidInputException(
              results.folder()
                  + ": found nothing for '"
                  + chart.name()
                  + "', needed: "
                  + chart.needs());
        }
        pictures.addAll(some);
      }
    }
    if (pictures.isEmpty()) {
      throw new InvalidInputException(
          results.folder()
              + ": found nothing to draw, allowed: a folder that run, host, sweep or reproduce"
              + " has written");
    }
    return pictures;
  }
}
