package org.polyphony.study.host;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.polyphony.host.JobResult;
import org.polyphony.host.Utilisation;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.study.PaperNumbers;
import org.polyphony.text.Table;

/**
 * Figures and tables of schedGPU. The profiles of the applications are fitted to one instance alone
 * (Figure 8, first columns of Tables 1 and 2). How many launches they consist of is an estimate
 * that was chosen after Table 3 was known (DEVIATIONS.md 35, 37); what several instances do follows
 * from both.
 */
final class SchedGpuFigures {
  private static final double PERCENT = 100;
  private static final int INSTANCES = 12;
  private static final String SEQUENTIAL = "sequential";
  private static final String PACKED = "packed";
  private static final String SCHEDGPU = "schedgpu-fifo";
  static final Table<Instances> TABLE =
      new Table<Instances>("instances.csv")
          .text("application", i -> i.app.label())
          .text("scheduler", Instances::scheduler)
          .text("instances", Instances::count)
          .text("makespan_s", i -> text("%.3f", i.seconds))
          .text("speedup", i -> text("%.4f", i.sequential / i.seconds));

  /** Instances of an application under a scheduler, and one after another. */
  record Instances(
      SchedGpuApp app, String scheduler, int count, double seconds, double sequential) {}

  private SchedGpuFigures() {}

  /** Returns all of them, in the order of the paper. */
  static List<HostFigure> all() {
    return List.of(
        given("fig8", SchedGpuFigures::fig8),
        given("fig9", SchedGpuFigures::fig9),
        HostFigure.of("schedgpu-fig10", ShortBenchmark::made),
        figure("fig11", SchedGpuFigures::fig11),
        figure("fig12", SchedGpuFigures::fig12),
        figure("fig13", SchedGpuFigures::fig13),
        figure("fig14", SchedGpuWorkload::table3),
        figure("fig15", SchedGpuWorkload::fig15),
        figure("table1", SchedGpuFigures::table1),
        figure("table2", SchedGpuFigures::table2),
        figure("table3", SchedGpuWorkload::table3));
  }

  /** Names a figure whose numbers are inputs. */
  private static HostFigure given(String name, Function<HostStudy, HostFigure.Made> plan) {
    return HostFigure.of("schedgpu-" + name, tools -> plan.apply(new HostStudy(tools)));
  }

  /** Names a figure whose numbers rest on estimates: it is made with other values of them, too. */
  private static HostFigure figure(String name, Function<HostStudy, HostFigure.Made> plan) {
    return HostFigure.of(
        "schedgpu-" + name, tools -> Estimates.over(tools, SchedGpuEstimates.ALL, plan));
  }

  /** Makes rows of each application's runs; all runs are shown as results of the first config. */
  private static HostFigure.Made ofApps(
      HostStudy study, BiFunction<SchedGpuApp, List<HostRow>, List<HostOutcome>> each) {
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    SchedGpuApp.ALL.forEach(app -> outcomes.addAll(each.apply(app, rows)));
    return study.made(SchedGpuApp.ARA.config(), outcomes, rows);
  }

  private static HostFigure.Made fig8(HostStudy study) {
    return ofApps(
        study,
        (app, rows) -> {
          HostOutcome alone = app.run(study, SEQUENTIAL, 1).named(app.label());
          rows.add(HostRow.time(app.label(), app.alone(), alone));
          rows.addAll(HostRow.use(app.label(), app.use(0), alone));
          return List.of(alone);
        });
  }

  private static HostFigure.Made fig9(HostStudy study) {
    String config = SchedGpuApp.ARA.config();
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

  private static HostFigure.Made fig11(HostStudy study) {
    List<Instances> all = new ArrayList<>();
    HostFigure.Made made =
        ofApps(
            study,
            (app, rows) -> {
              List<Instances> packed = instances(study, app, PACKED);
              List<Instances> shared = instances(study, app, SCHEDGPU);
              all.addAll(packed);
              all.addAll(shared);
              Instances most = shared.get(INSTANCES - 1);
              String what = app.label() + ", 12 instances, speed-up over ";
              rows.add(
                  new HostRow(what + "sequential", app.speedup(), most.sequential / most.seconds));
              rows.add(
                  new HostRow(
                      what + "packed",
                      app.equals(SchedGpuApp.GPU_BLAST)
                          ? Double.NaN
                          : PaperNumbers.number("schedgpu.fig11.overPacked"),
                      packed.get(INSTANCES - 1).seconds / most.seconds));
              return List.of(app.run(study, SCHEDGPU, INSTANCES).named(app.label()));
            });
    return new HostFigure.Made(
        made.rows(), made.results().andThen(folder -> TABLE.write(folder, all.stream())));
  }

  private static List<Instances> instances(HostStudy study, SchedGpuApp app, String run) {
    String scheduler = run.equals(PACKED) ? PACKED : "schedgpu";
    return IntStream.rangeClosed(1, INSTANCES)
        .mapToObj(
            n ->
                new Instances(
                    app,
                    scheduler,
                    n,
                    app.run(study, run, n).makespanSeconds(),
                    app.run(study, SEQUENTIAL, n).makespanSeconds()))
        .toList();
  }

  private static HostFigure.Made fig12(HostStudy study) {
    return ofApps(
        study,
        (app, rows) -> {
          // where its speed-up is highest
          int instances = app.equals(SchedGpuApp.GPU_BLAST) ? 4 : INSTANCES;
          HostOutcome outcome = app.run(study, SCHEDGPU, instances).named(app.label());
          rows.addAll(
              HostRow.timeAndUse(instances + " instances of " + app.label(), List.of(), outcome));
          return List.of(outcome);
        });
  }

  private static List<HostOutcome> scenarios(HostStudy study, SchedGpuApp app) {
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
}
