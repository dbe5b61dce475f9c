package org.polyphony.study.schedgpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.polyphony.host.JobResult;
import org.polyphony.host.Utilisation;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.study.Figure;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.host.Estimates;
import org.polyphony.study.host.HostFigure;
import org.polyphony.study.host.HostRow;
import org.polyphony.study.host.HostStudy;

/**
 * Figures and tables of schedGPU. Application profiles are fitted to single instances (Figure 8,
 * first columns of Tables 1 and 2). Their number of launches is an estimate chosen after Table 3
 * was known (DEVIATIONS.md 35, 37); the results of several instances follow from both.
 */
public final class SchedGpuFigures {
  private static final double PERCENT = 100;
  private static final int INSTANCES = 12;
  private static final String SEQUENTIAL = "sequential";
  private static final String PACKED = "packed";
  private static final String SCHEDGPU = "schedgpu-fifo";
  private static final String WORKLOAD = "schedgpu-table3";
  private static final String TIME_SLICES = "machine.gpus[0].sharing=time-slices";
  private static final List<String> POLICIES =
      List.of("fifo", "mmu", "priority-fifo", "priority-mmu");

  /**
   * An application of schedGPU, with published values from section 6, Figure 11 and Tables 1 and 2.
   */
  private record App(String label, String config, int packed) {
    static final App ARA = new App("ARA", "schedgpu-ara", 6);
    static final App MUMMERGPU = new App("MUMmerGPU", "schedgpu-mummergpu", 6);
    static final App GPU_BLAST = new App("GPU-BLAST", "schedgpu-gpu-blast", 2);

    /** All three, in the paper's order. */
    static final List<App> ALL = List.of(ARA, MUMMERGPU, GPU_BLAST);

    /** Returns the duration of a single instance in seconds. */
    double alone() {
      return PaperNumbers.numbers("schedgpu.table2." + label).get(0);
    }

    /** Returns the mean duration of twelve instances under schedGPU, in seconds. */
    double together() {
      return PaperNumbers.numbers("schedgpu.table2." + label).get(1);
    }

    /**
     * Returns GPU and memory use in percent.
     *
     * @param column of Table 1: 0 alone, 1 packed, 2 twelve under schedGPU
     */
    List<Double> use(int column) {
      return PaperNumbers.numbers("schedgpu.table1." + label).subList(2 * column, 2 * column + 2);
    }

    /** Runs several instances under a scheduler. */
    HostOutcome run(HostStudy study, String run, int instances) {
      return study.run(config, run, "jobs[0].count=" + instances);
    }
  }

  private SchedGpuFigures() {}

  /** Returns all figures, in the paper's order. */
  public static List<Figure> all() {
    return List.of(
        given("fig8", SchedGpuFigures::fig8),
        given("fig9", SchedGpuFigures::fig9),
        HostFigure.of("schedgpu-fig10", ShortBenchmark::made),
        figure("fig12", SchedGpuFigures::fig12),
        figure("fig13", SchedGpuFigures::fig13),
        figure("fig14", SchedGpuFigures::table3),
        figure("fig15", SchedGpuFigures::fig15),
        figure("table1", SchedGpuFigures::table1),
        figure("table2", SchedGpuFigures::table2),
        figure("table3", SchedGpuFigures::table3));
  }

  /** Creates a figure whose numbers are inputs. */
  private static Figure given(String name, Function<HostStudy, HostFigure.Made> plan) {
    return HostFigure.of("schedgpu-" + name, tools -> plan.apply(new HostStudy(tools)));
  }

  /** Creates a figure whose numbers depend on estimates; it is repeated with alternative values. */
  private static Figure figure(String name, Function<HostStudy, HostFigure.Made> plan) {
    return HostFigure.of(
        "schedgpu-" + name, tools -> Estimates.over(tools, SchedGpuEstimates.ALL, plan));
  }

  /**
   * Creates rows for each application's runs; all runs are shown as results of the first config.
   */
  private static HostFigure.Made ofApps(
      HostStudy study, BiFunction<App, List<HostRow>, List<HostOutcome>> each) {
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    App.ALL.forEach(app -> outcomes.addAll(each.apply(app, rows)));
    return study.made(App.ARA.config(), outcomes, rows);
  }

  static HostFigure.Made fig8(HostStudy study) {
    return ofApps(
        study,
        (app, rows) -> {
          HostOutcome alone = app.run(study, SEQUENTIAL, 1).named(app.label());
          rows.add(HostRow.time(app.label(), app.alone(), alone));
          rows.addAll(HostRow.use(app.label(), app.use(0), alone));
          return List.of(alone);
        });
  }

  static HostFigure.Made fig9(HostStudy study) {
    String config = App.ARA.config();
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    for (String access : List.of("file-lock", "mutex", "client-server")) {
      String scheduler = "schedulers[2]={\"name\":\"schedgpu\",\"access\":\"" + access + "\"}";
      HostOutcome outcome = study.run(config, SCHEDGPU, "jobs[0].count=1", scheduler).named(access);
      outcomes.add(outcome);
      double micros = outcome.broker().orElseThrow().get(Count.STAGE_NANOS) / 1e3;
      rows.add(
          new HostRow(access + ", us", PaperNumbers.number("schedgpu.fig9." + access), micros));
      double server = outcome.broker().orElseThrow().get(Count.SERVER_NANOS) / 1e3;
      if (server > 0) {
        rows.add(
            new HostRow(
                "start and end of the server, us",
                PaperNumbers.number("schedgpu.fig9.server"),
                server));
      }
    }
    return study.made(config, outcomes, rows);
  }

  private static HostFigure.Made fig12(HostStudy study) {
    return ofApps(
        study,
        (app, rows) -> {
          // the number with the highest speed-up
          int instances = app.equals(App.GPU_BLAST) ? 4 : INSTANCES;
          HostOutcome outcome = app.run(study, SCHEDGPU, instances).named(app.label());
          rows.addAll(
              HostRow.timeAndUse(instances + " instances of " + app.label(), List.of(), outcome));
          return List.of(outcome);
        });
  }

  private static List<HostOutcome> scenarios(HostStudy study, App app) {
    return List.of(
        app.run(study, SEQUENTIAL, 1),
        app.run(study, PACKED, app.packed()),
        app.run(study, SCHEDGPU, INSTANCES));
  }

  private static HostFigure.Made fig13(HostStudy study) {
    return ofApps(
        study,
        (app, rows) -> {
          List<HostOutcome> outcomes = new ArrayList<>();
          for (HostOutcome outcome : scenarios(study, app)) {
            String what = app.label() + " " + outcome.scheduler();
            outcomes.add(outcome.named(what));
            double[] gpu =
                outcome.utilisation().series().means(Utilisation.GPU, outcome.endNanos());
            rows.add(HostRow.only(what + ", % of time idle", part(gpu, -1, 0)));
            rows.add(HostRow.only(what + ", % of time used for 91 to 100%", part(gpu, 0.9, 1)));
          }
          return outcomes;
        });
  }

  private static double part(double[] means, double above, double upTo) {
    int count = 0;
    for (double mean : means) {
      count += mean > above + 1e-9 && mean <= upTo + 1e-9 ? 1 : 0;
    }
    return PERCENT * count / means.length;
  }

  private static HostFigure.Made table1(HostStudy study) {
    return ofApps(
        study,
        (app, rows) -> {
          List<HostOutcome> outcomes = new ArrayList<>();
          List<String> whats = List.of("alone", app.packed() + " packed", "12 schedGPU");
          for (HostOutcome outcome : scenarios(study, app)) {
            int column = outcomes.size();
            String what = app.label() + " " + whats.get(column);
            outcomes.add(outcome.named(what));
            rows.addAll(HostRow.use(what, app.use(column), outcome));
          }
          return outcomes;
        });
  }

  private static HostFigure.Made table2(HostStudy study) {
    return ofApps(
        study,
        (app, rows) -> {
          HostOutcome alone = app.run(study, SEQUENTIAL, 1);
          HostOutcome shared = app.run(study, SCHEDGPU, INSTANCES);
          String mean = app.label() + ", mean of 12";
          rows.add(HostRow.time(app.label() + ", alone", app.alone(), alone));
          rows.add(new HostRow(mean + ", s", app.together(), shared.meanTurnaroundSeconds()));
          rows.add(HostRow.only(mean + " without waiting, s", meanRunSeconds(shared)));
          return List.of(shared.named(app.label()));
        });
  }

  private static double meanRunSeconds(HostOutcome outcome) {
    double sum = 0;
    for (JobResult job : outcome.jobs()) {
      sum += (job.endNanos() - job.startNanos() - job.waitedNanos()) / 1e9;
    }
    return sum / outcome.jobs().size();
  }

  static HostFigure.Made table3(HostStudy study) {
    List<HostOutcome> outcomes = new ArrayList<>();
    HostOutcome sequential = study.run(WORKLOAD, "sequential");
    List<HostRow> rows =
        new ArrayList<>(HostRow.timeAndUse("without schedGPU", paper("sequential"), sequential));
    for (String policy : POLICIES) {
      HostOutcome outcome = study.run(WORKLOAD, "schedgpu-" + policy);
      outcomes.add(outcome);
      rows.addAll(HostRow.timeAndUse(policy, paper(policy), outcome));
    }
    for (String policy : POLICIES) {
      HostOutcome outcome = study.run(WORKLOAD, "schedgpu-" + policy, TIME_SLICES);
      rows.add(HostRow.time(policy + ", time slices", paper(policy).get(0), outcome));
    }
    return study.made(WORKLOAD, outcomes, rows);
  }

  private static List<Double> paper(String run) {
    return PaperNumbers.numbers("schedgpu.table3." + run);
  }

  private static HostFigure.Made fig15(HostStudy study) {
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    for (String policy : POLICIES) {
      HostOutcome outcome = study.run(WORKLOAD, "schedgpu-" + policy);
      outcomes.add(outcome);
      rows.add(HostRow.only(policy + ", CPU %", PERCENT * outcome.mean(Utilisation.CPU)));
      rows.add(HostRow.only(policy + ", mean wait for memory, s", outcome.meanWaitSeconds()));
    }
    return study.made(WORKLOAD, outcomes, rows);
  }
}
