package org.polyphony.figure.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.polyphony.config.HostExperiment;
import org.polyphony.figure.Figure;
import org.polyphony.host.JobResult;
import org.polyphony.run.Progress;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostTools;
import org.polyphony.sweep.Batch;

/**
 * Whether kernels that progress at measured rates take as long as those that run cycle by cycle:
 * applications of bundled kernel models that share a GPU, on both kinds of device.
 */
final class RateAgreement {
  private static final String CONFIG = "co-run";
  private static final List<String> POLICIES =
      List.of("smk-even", "spatial-even", "left-over", "time-slice");
  private static final String CORES = "machine.cpu.coresPerSocket=8";
  private static final double AIM = 0.05;
  private static final double PERCENT = 100;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS = 1e6;

  private RateAgreement() {}

  static Figure figure() {
    return new HostFigure(
        "host-rate",
        "host applications at measured rates beside the same cycle by cycle",
        "the cycle-level device",
        List.of("host-gantt"),
        RateAgreement::made);
  }

  private static HostFigure.Made made(HostTools tools, int jobs) {
    List<Pair> pairs = new ArrayList<>();
    for (RateMix mix : RateMix.ALL) {
      POLICIES.forEach(policy -> pairs.add(new Pair(tools, mix, policy)));
    }
    new Batch(jobs, tools.progress(), tools.stop()).run(pairs);
    pairs.forEach(Pair::check);
    List<HostRow> times = pairs.stream().flatMap(pair -> pair.rows().stream()).toList();
    List<HostRow> rows = new ArrayList<>(summary(times));
    rows.addAll(times);
    HostExperiment experiment = new HostStudy(tools).experiment(CONFIG);
    List<HostOutcome> first =
        pairs.subList(0, POLICIES.size()).stream()
            .flatMap(pair -> List.of(pair.cycle, pair.rate).stream())
            .toList();
    HostFigure.Made made = HostFigure.Made.of(experiment, first, rows, note(times));
    return new HostFigure.Made(rows, made.note(), List.of("cycle", "rate"), made.results());
  }

  private static String note(List<HostRow> times) {
    return String.format(
        Locale.ROOT,
        "Rates are those of each set of kernels that run together, measured once; the cycle-level"
            + " device runs every launch. Microseconds: makespans, and of each job the time from"
            + " submission to end. %d of %d are within 5%%. Results and charts are of the first mix.",
        times.stream().filter(row -> error(row) <= AIM).count(),
        times.size());
  }

  private static List<HostRow> summary(List<HostRow> times) {
    HostRow worst = times.stream().max(Comparator.comparing(RateAgreement::error)).orElseThrow();
    double mean = times.stream().mapToDouble(RateAgreement::error).average().orElseThrow();
    return List.of(
        HostRow.only("mean absolute difference, %", PERCENT * mean),
        HostRow.only(
            "more than 5% off, of " + times.size(),
            (double) times.stream().filter(row -> error(row) > AIM).count()),
        new HostRow("worst: " + worst.what(), worst.paper(), worst.measured()));
  }

  private static double error(HostRow row) {
    return Math.abs(row.measured() / row.paper() - 1);
  }

  /** A mix under a policy, on both devices. */
  private static final class Pair implements Batch.Task {
    private final HostTools tools;
    private final RateMix mix;
    private final String policy;
    private HostOutcome cycle;
    private HostOutcome rate;
    private Optional<RuntimeException> failure = Optional.empty();

    Pair(HostTools tools, RateMix mix, String policy) {
      this.tools = tools;
      this.mix = mix;
      this.policy = policy;
    }

    @Override
    public void run(Progress progress) {
      HostStudy study = new HostStudy(tools.showing(progress));
      cycle = run(study, "cycle");
      rate = run(study, "rate");
    }

    private HostOutcome run(HostStudy study, String device) {
      String id = study.experiment(CONFIG).schedulers().get(0).id();
      return study
          .run(
              CONFIG,
              id,
              "jobs=" + mix.jobs(),
              CORES,
              "machine.gpus[0].policy=" + policy,
              "machine.gpus[0].device=" + device)
          .named(policy + "-" + device);
    }

    @Override
    public void failed(RuntimeException cause) {
      failure = Optional.of(cause);
    }

    /** Throws what made it fail, or that it was stopped. */
    void check() {
      failure.ifPresent(
          cause -> {
            throw cause;
          });
      if (rate == null) {
        throw new CancellationException(mix.name());
      }
    }

    List<HostRow> rows() {
      String what = policy + ", " + mix.name() + ": ";
      List<HostRow> rows = new ArrayList<>();
      rows.add(
          new HostRow(
              what + "makespan",
              MICROS * cycle.makespanSeconds(),
              MICROS * rate.makespanSeconds()));
      for (int job = 0; job < cycle.jobs().size(); job++) {
        rows.add(
            new HostRow(
                what + cycle.jobs().get(job).id(),
                micros(cycle.jobs().get(job)),
                micros(rate.jobs().get(job))));
      }
      return rows;
    }

    private static double micros(JobResult job) {
      return (job.endNanos() - job.arrivalNanos()) / NANOS_PER_MICRO;
    }
  }
}
