package org.polyphony.study.silicon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.Hash;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunPlan;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.study.FigureContext;
import org.polyphony.study.silicon.MeasuredArrivals.Case;
import org.polyphony.study.silicon.MeasuredArrivals.Grid;
import org.polyphony.sweep.SideBySide;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;

/**
 * Runs batch kernels launched back to back and small kernels at given times, alone and together;
 * reuses cached runs.
 *
 * @param wholeSms SMs of the whole device, which the measured grids are for
 */
record ArrivalRuns(FigureContext context, String kind, CorunDevice device, int wholeSms) {
  private static final int STEP_CYCLES = 5_000;
  private static final int BATCH_LAUNCHES = 3;
  private static final int ALONE_REQUESTS = 9;
  private static final double ALONE_GAP_MICROS = 60;
  private static final int DRAWS = 1000;
  private static final int WARM_UP = 1; // requests that are not counted

  /**
   * What to run.
   *
   * @param grids a batch kernel, a small kernel, or both in this order
   * @param percentages of the SMs that each may use
   * @param priority of the small kernel
   * @param times at which the last kernel arrives, in us; empty for a batch kernel alone
   */
  record Setting(List<Grid> grids, List<Integer> percentages, int priority, List<Double> times) {
    static Setting batchAlone(Grid grid) {
      return new Setting(List.of(grid), List.of(100), 0, List.of());
    }

    static Setting smallAlone(Grid grid) {
      List<Double> times =
          IntStream.range(0, ALONE_REQUESTS).mapToObj(i -> i * ALONE_GAP_MICROS).toList();
      return new Setting(List.of(grid), List.of(100), 0, times);
    }

    /**
     * Returns two kernels at once.
     *
     * @param requests that are counted
     * @param launchMicros from launch to launch of the batch kernel
     */
    static Setting of(Case one, int requests, double launchMicros) {
      List<Double> times = arrivals(requests, one.meanMicros(), launchMicros);
      return new Setting(
          List.of(one.batch(), one.small()), one.percentages(), one.priority(), times);
    }

    @Override
    public String toString() {
      return String.join("/", grids.stream().map(Grid::kernel).toList())
          + " "
          + String.join("/", percentages.stream().map(String::valueOf).toList())
          + (priority > 0 ? " priority" : "");
    }
  }

  /** A request to the small kernel, in core cycles. */
  record Request(long arrival, long start, long end) {
    long toFirstBlock() {
      return start - arrival;
    }

    long latency() {
      return end - arrival;
    }
  }

  /** A run; {@code kernels} has the progress of each. */
  record Run(CorunRun kernels, List<Request> requests) {
    static Run of(RunResult result) {
      return new Run(
          CorunRun.of(result, STEP_CYCLES),
          result.requests().stream()
              .map(each -> new Request(each.arrival(), each.start(), each.end()))
              .toList());
    }
  }

  /**
   * Returns times of requests with gaps that are uniform from 0.5 to 1.5 of their mean: of many
   * draws, the one that spreads the requests most evenly over the launches of the batch kernel, as
   * the thousands of a measurement are.
   *
   * @param launchMicros from launch to launch of the batch kernel
   */
  static List<Double> arrivals(int requests, double meanMicros, double launchMicros) {
    List<Double> best = List.of();
    double least = Double.POSITIVE_INFINITY;
    for (int draw = 0; draw < DRAWS; draw++) {
      List<Double> times = new ArrayList<>();
      double time = 0;
      for (int i = 0; i < requests + WARM_UP; i++) {
        double share = Hash.mix(Hash.mix(1, draw), i) * 0x1p-62; // 0 to 1
        time += Math.round(meanMicros * (0.5 + share));
        times.add(time);
      }
      double unevenness = unevenness(times, launchMicros);
      best = unevenness < least ? times : best;
      least = Math.min(unevenness, least);
    }
    return best;
  }

  /** Returns the requests that are counted. */
  static <T> List<T> counted(List<T> requests) {
    return requests.subList(WARM_UP, requests.size());
  }

  /** Returns the largest distance of a phase from its place if all were equally far apart. */
  private static double unevenness(List<Double> times, double period) {
    double[] phases =
        counted(times).stream().mapToDouble(t -> t % period / period).sorted().toArray();
    return IntStream.range(0, phases.length)
        .mapToDouble(i -> Math.abs(phases[i] - (i + 0.5) / phases.length))
        .max()
        .orElse(0);
  }

  /** Runs all settings, which must be distinct; fewer after a stop or at the deadline. */
  Map<Setting, Run> all(List<Setting> settings) {
    return SideBySide.all(context.batch(), settings, this::run);
  }

  private Optional<Run> run(Setting setting, Progress progress) {
    Experiment opened = context.experiment(setting.toString(), experiment(setting), 0);
    List<Workload> workloads = setting.grids.stream().map(this::workload).toList();
    RunRequest of = opened.request();
    RunRequest request =
        new RunRequest(
            of.gpu(),
            new RunPlan(
                    setting.times.isEmpty() ? List.of(repeated(workloads.get(0))) : workloads,
                    RunPlan.UNLIMITED,
                    true)
                .withSeed(of.seed())
                .withTenants(of.tenants(), List.of()),
            of.sharing(),
            STEP_CYCLES,
            0,
            false,
            List.of());
    String identity =
        String.join("\n", kind, context.tools().build(), opened.configHash()) + setting.grids;
    return new CachedRuns<>(context, Run.class, Run::of)
        .run(setting.toString(), identity, request, 0, progress);
  }

  private static Workload repeated(Workload workload) {
    return KernelRuns.Launches.of(workload, BATCH_LAUNCHES);
  }

  /** Returns a kernel in its ordinary grid, on a part of the device as large as the SMs'. */
  private Workload workload(Grid grid) {
    long blocks = Math.max(1, Math.round((double) grid.threadBlocks() * sms() / wholeSms));
    return ModelWorkload.bundled(
        MeasuredPairs.MODEL + grid.kernel(),
        new ModelOptions(device.scale(), 1, Map.of("blocks", blocks, "seat", 0L)));
  }

  private int sms() {
    return Math.max(1, wholeSms / device.divisor());
  }

  private ObjectNode experiment(Setting setting) {
    ObjectNode root = Json.object();
    int last = setting.grids.size() - 1;
    for (int i = 0; i <= last; i++) {
      ObjectNode workload =
          root.withArray("/workloads")
              .addObject()
              .put("benchmark", MeasuredPairs.MODEL + setting.grids.get(i).kernel())
              .put("name", i == last && last > 0 ? "small" : "batch")
              .put("scale", device.scale())
              .put("activeThreadPercentage", setting.percentages.get(i));
      if (i == last && !setting.times.isEmpty()) {
        workload.put("priority", setting.priority);
        setting.times.forEach(workload.putObject("arrivals").putArray("times")::add);
      }
    }
    root.putObject("policy").put("name", last == 0 ? "alone" : "left-over");
    device.writeTo(root, sms() * device.divisor());
    SmkRuns.writeSm(root, MeasuredPairs.SEATS);
    root.put("warpScheduler", SmkEstimate.USUAL.warps());
    root.put("kernelScheduler", SmkEstimate.USUAL.kernels());
    return root;
  }
}
