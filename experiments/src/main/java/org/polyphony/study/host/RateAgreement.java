package org.polyphony.study.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.polyphony.host.JobResult;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostTools;
import org.polyphony.study.SideBySide;
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

  static HostFigure figure() {
    return new HostFigure("host-rate", RateAgreement::made);
  }

  private static HostFigure.Made made(HostTools tools, int jobs) {
    List<Key> keys = new ArrayList<>();
    for (RateMix mix : RateMix.ALL) {
      POLICIES.forEach(policy -> keys.add(new Key(mix, policy)));
    }
    Batch batch = new Batch(jobs, tools.progress(), tools.stop());
    List<Pair> pairs =
        List.copyOf(
            SideBySide.all(
                    batch, keys, (key, progress) -> Optional.of(run(key, tools.showing(progress))))
                .values());
    if (pairs.size() < keys.size()) {
      throw new CancellationException(CONFIG);
    }
    List<HostRow> times = pairs.stream().flatMap(pair -> pair.rows().stream()).toList();
    List<HostRow> rows = new ArrayList<>(summary(times));
    rows.addAll(times);
    List<HostOutcome> first =
        pairs.subList(0, POLICIES.size()).stream()
            .flatMap(pair -> Stream.of(pair.cycle, pair.rate))
            .toList();
    long close = times.stream().filter(row -> error(row) <= AIM).count();
    return new HostFigure.Made(
        rows,
        List.of(close, times.size()),
        List.of("cycle", "rate"),
        new HostStudy(tools).made(CONFIG, first, rows).results());
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

  /** A mix under a policy. */
  private record Key(RateMix mix, String policy) {
    @Override
    public String toString() {
      return policy + ", " + mix.name();
    }
  }

  private static Pair run(Key key, HostTools tools) {
    HostStudy study = new HostStudy(tools);
    return new Pair(key, run(key, study, "cycle"), run(key, study, "rate"));
  }

  private static HostOutcome run(Key key, HostStudy study, String device) {
    String id = study.experiment(CONFIG).schedulers().get(0).id();
    return study
        .run(
            CONFIG,
            id,
            "jobs=" + key.mix.jobs(),
            CORES,
            "machine.gpus[0].policy=" + key.policy,
            "machine.gpus[0].device=" + device)
        .named(key.policy + "-" + device);
  }

  /** A mix under a policy, on both devices. */
  private record Pair(Key key, HostOutcome cycle, HostOutcome rate) {
    List<HostRow> rows() {
      List<HostRow> rows = new ArrayList<>();
      double makespan = MICROS * cycle.makespanSeconds();
      rows.add(new HostRow(key + ": makespan", makespan, MICROS * rate.makespanSeconds()));
      for (int job = 0; job < cycle.jobs().size(); job++) {
        JobResult stepped = cycle.jobs().get(job);
        double micros = micros(rate.jobs().get(job));
        rows.add(new HostRow(key + ": " + stepped.id(), micros(stepped), micros));
      }
      return rows;
    }

    private static double micros(JobResult job) {
      return (job.endNanos() - job.arrivalNanos()) / NANOS_PER_MICRO;
    }
  }
}
