package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/** All kinds of charts. */
public final class Charts {
  private static final String HOST = " of a host experiment";
  private static final String SWEPT = "results.jsonl with runs of two or more workloads";

  private static final List<Kind> ALL =
      List.of(
          new Kind(
              "agreement",
              "simulated over measured STP and ANTT, or of traces over models, with the diagonal",
              "agreement.csv (reproduce corun, trace-pairs)",
              new AgreementChart()),
          new Kind(
              "categories",
              "STP and ANTT by category and policy, as GPU Maestro Figures 11, 12 and 14",
              SWEPT,
              new CategoryBarsChart()),
          new Kind(
              "decisions",
              "shares of decisions and overhead of repartitioning, as GPU Maestro Figure 13",
              "results.jsonl or summary.json with partitioning.decisions",
              new DecisionChart()),
          new Kind(
              "fragmentation",
              "register fragmentation over registers of two kernels, as GPU Maestro Figure 6",
              "fragmentation.csv with registersA, registersB (of a thread block), fragmentation"
                  + " (0-1)",
              new FragmentationChart()),
          new Kind(
              "ipc",
              "IPC of SM 0 over windows of instructions, as GPU Maestro Figures 3 and 7",
              "ipc.csv (run --ipc-window)",
              new IpcChart()),
          new Kind(
              "means",
              "means by category or assumption, with the paper's, as GPU Maestro Figures 11 to 14",
              "means.csv (reproduce fig11 to fig14, switches)",
              new MeansChart()),
          new Kind(
              "oracle",
              "STP of an oracle and of even SMK over windows, as GPU Maestro Figure 4",
              "oracle.csv (reproduce fig4)",
              new OracleChart()),
          new Kind(
              "map",
              "STP of all pairs under each policy",
              "results.jsonl with half or more of the pairs of three or more benchmarks",
              new PairMapChart()),
          new Kind(
              "pairs",
              "STP of each pair under each policy over non-shared execution, as GPU Maestro Figure"
                  + " 15",
              SWEPT,
              new PairBarsChart()),
          new Kind(
              "partitions",
              "STP of SMK over the share of threads, as GPU Maestro Figure 2",
              "results.jsonl with smk-fixed at several threadShares, and spatial-even",
              new PartitionChart()),
          new Kind(
              "scatter",
              "STP of each pair under one policy against another, with the diagonal",
              "results.jsonl with two or more policies",
              new ScatterChart()),
          new Kind(
              "sensitivity",
              "STP and ANTT over one number that a sweep varies, a line for each policy",
              "results.jsonl with an axis of three numbers or more",
              new SensitivityChart()),
          new Kind(
              "speedup",
              "speed-up of each benchmark over the number of SMs, as GPU Maestro Table 3",
              "table3.csv (reproduce table3)",
              new SpeedupChart()),
          new Kind(
              "stalls",
              "issue slots of each run (of many runs: of each category), by what they were lost to",
              "summary.json or results.jsonl",
              new StallChart()),
          new Kind(
              "stp-over-time",
              "STP and chosen partition in each epoch, as GPU Maestro Figure 4",
              "epochs.csv of a run of two or more workloads",
              new StpOverTimeChart()),
          new Kind(
              "schedulers",
              "throughput and turnaround under each scheduler, as MGB Figure 5",
              "host-summary.json, or results.jsonl of host experiments, with two schedulers or"
                  + " more",
              new SchedulerBarsChart()),
          new Kind(
              "host-gantt",
              "what each job does over time: waits, computes, uses the GPU; how it ends",
              HostTables.ACTIVITIES + HOST + " with up to " + HostGanttChart.MOST_JOBS + " jobs",
              new HostGanttChart()),
          new Kind(
              "host-utilisation",
              "use of cores, GPUs and their memory over time, as schedGPU Figures 8, 12 and 14",
              HostTables.UTILISATION + HOST,
              new HostUtilisationChart()),
          new Kind(
              "gpu-histogram",
              "how often GPUs were used how much, as schedGPU Figure 13",
              HostTables.UTILISATION + HOST,
              new GpuHistogramChart()),
          new Kind(
              "core-utilisation",
              "use of each core over time, as schedGPU Figure 15",
              HostTables.UTILISATION + HOST + " with up to 64 cores",
              new CoreUtilisationChart()),
          new Kind(
              "instances",
              "speed-up by the number of instances, as schedGPU Figure 11",
              "instances.csv of reproduce schedgpu-fig11",
              new InstancesChart()));

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

  /** Returns every kind. */
  public static List<Kind> kinds() {
    return ALL;
  }

  /** Returns the names of all kinds. */
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
