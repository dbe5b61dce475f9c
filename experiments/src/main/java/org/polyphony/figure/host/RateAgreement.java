package org.polyphony.figure.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.polyphony.figure.Figure;
import org.polyphony.host.JobResult;
import org.polyphony.run.host.HostOutcome;

/**
 * Whether kernels that progress at measured rates take as long as those that run cycle by cycle:
 * applications of bundled kernel models that share a GPU, on both kinds of device.
 */
final class RateAgreement {
  private static final String CONFIG = "co-run";
  private static final String DEVICE = "machine.gpus[0].device=";
  private static final String POLICY = "machine.gpus[0].policy=";
  private static final List<String> POLICIES =
      List.of("smk-even", "spatial-even", "left-over", "time-slice");
  private static final double NANOS_PER_MILLI = 1e6;

  private RateAgreement() {}

  static Figure figure() {
    return new HostFigure(
        "host-rate",
        "host applications at measured rates beside the same cycle by cycle",
        "the cycle-level device",
        List.of("host-gantt"),
        tools -> made(new HostStudy(tools)));
  }

  private static HostFigure.Made made(HostStudy study) {
    List<HostOutcome> outcomes = new ArrayList<>();
    List<HostRow> rows = new ArrayList<>();
    for (String policy : POLICIES) {
      HostOutcome cycle = run(study, policy, "cycle");
      HostOutcome rate = run(study, policy, "rate");
      outcomes.add(cycle);
      outcomes.add(rate);
      rows.add(
          new HostRow(
              policy + ", makespan, ms",
              1e3 * cycle.makespanSeconds(),
              1e3 * rate.makespanSeconds()));
      Map<String, Double> of = turnaround(rate);
      turnaround(cycle)
          .forEach(
              (app, millis) ->
                  rows.add(
                      new HostRow(
                          policy + ", turnaround of " + app + ", ms", millis, of.get(app))));
    }
    HostFigure.Made made =
        HostFigure.Made.of(
            study.experiment(CONFIG),
            outcomes,
            rows,
            "Rates are those of each set of kernels that run together, measured once; the cycle-level"
                + " device runs every launch.");
    return new HostFigure.Made(rows, made.note(), List.of("cycle", "rate"), made.results());
  }

  private static HostOutcome run(HostStudy study, String policy, String device) {
    String id = study.experiment(CONFIG).schedulers().get(0).id();
    return study
        .run(CONFIG, id, POLICY + policy, DEVICE + device)
        .named(String.format(Locale.ROOT, "%s-%s", policy, device));
  }

  /** Returns the mean time of each application's jobs from submission to end, in milliseconds. */
  private static Map<String, Double> turnaround(HostOutcome outcome) {
    return outcome.jobs().stream()
        .collect(
            Collectors.groupingBy(
                JobResult::application,
                TreeMap::new,
                Collectors.averagingDouble(
                    job -> (job.endNanos() - job.arrivalNanos()) / NANOS_PER_MILLI)));
  }
}
