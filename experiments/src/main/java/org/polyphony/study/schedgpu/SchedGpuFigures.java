package org.polyphony.study.schedgpu;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.Utilisation;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostTools;
import org.polyphony.study.Figure;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.host.Estimates;
import org.polyphony.study.host.HostFigure;
import org.polyphony.study.host.HostRow;
import org.polyphony.study.host.HostStudy;

/** Figures of schedGPU about counters of the broker and distributions over time. */
public final class SchedGpuFigures {
  private static final double PERCENT = 100;
  private static final String ARA = "schedgpu-ara";
  private static final String SCHEDGPU = "schedgpu-fifo";

  /** An application with the number of instances that the paper packs by hand. */
  private record App(String label, String config, int packed) {}

  private static final List<App> APPS =
      List.of(
          new App("ARA", ARA, 6),
          new App("MUMmerGPU", "schedgpu-mummergpu", 6),
          new App("GPU-BLAST", "schedgpu-gpu-blast", 2));

  private SchedGpuFigures() {}

  /** Stages of a client: inputs. */
  public static Figure fig9() {
    return HostFigure.of("schedgpu-fig9", tools -> fig9(new HostStudy(tools)));
  }

  public static Figure fig13() {
    return HostFigure.of("schedgpu-fig13", SchedGpuFigures::fig13);
  }

  static HostFigure.Made fig9(HostStudy study) {
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    for (String access : List.of("file-lock", "mutex", "client-server")) {
      String scheduler = "schedulers[2]={\"name\":\"schedgpu\",\"access\":\"" + access + "\"}";
      HostOutcome outcome = study.run(ARA, SCHEDGPU, "jobs[0].count=1", scheduler).named(access);
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
    return study.made(ARA, outcomes, rows);
  }

  private static HostFigure.Made fig13(HostTools tools) {
    return Estimates.over(tools, SchedGpuEstimates.ALL, SchedGpuFigures::fig13);
  }

  private static HostFigure.Made fig13(HostStudy study) {
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    for (App app : APPS) {
      for (HostOutcome outcome : scenarios(study, app)) {
        String what = app.label() + " " + outcome.scheduler();
        outcomes.add(outcome.named(what));
        double[] gpu = outcome.utilisation().series().means(Utilisation.GPU, outcome.endNanos());
        rows.add(HostRow.only(what + ", % of time idle", part(gpu, -1, 0)));
        rows.add(HostRow.only(what + ", % of time used for 91 to 100%", part(gpu, 0.9, 1)));
      }
    }
    return study.made(ARA, outcomes, rows);
  }

  private static List<HostOutcome> scenarios(HostStudy study, App app) {
    return List.of(
        study.run(app.config(), "sequential", "jobs[0].count=1"),
        study.run(app.config(), "packed", "jobs[0].count=" + app.packed()),
        study.run(app.config(), SCHEDGPU, "jobs[0].count=12"));
  }

  private static double part(double[] means, double above, double upTo) {
    int count = 0;
    for (double mean : means) {
      count += mean > above + 1e-9 && mean <= upTo + 1e-9 ? 1 : 0;
    }
    return PERCENT * count / means.length;
  }
}
