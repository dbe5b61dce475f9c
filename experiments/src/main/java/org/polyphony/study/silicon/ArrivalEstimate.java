package org.polyphony.study.silicon;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.study.silicon.ArrivalRuns.Request;
import org.polyphony.study.silicon.ArrivalRuns.Run;
import org.polyphony.study.silicon.ArrivalRuns.Setting;
import org.polyphony.study.silicon.MeasuredArrivals.Alone;
import org.polyphony.study.silicon.MeasuredArrivals.Case;

/**
 * Latencies of small kernels and slowdowns of batch kernels, from their runs. The way of a launch
 * from the host to the device, which is not simulated, takes as long as measured on the idle GPU.
 *
 * @param requests counted in a case
 */
record ArrivalEstimate(
    MeasuredArrivals measured, int requests, double cyclesPerMicro, Map<Setting, Run> runs) {
  private static final double HALF = 50; // percent
  private static final double MOST = 95;
  private static final double CLEAR = 1.1;

  /** A case, simulated and measured. */
  record Compared(Case measured, double p50, double p95, double batchSlowdown) {
    private String name() {
      return measured.kernels() + " " + measured.setting();
    }

    Pair p50Pair() {
      return new Pair(name(), p50, measured.p50());
    }

    Pair p95Pair() {
      return new Pair(name(), p95, measured.p95());
    }

    Pair slowdownPair() {
      return new Pair(name(), batchSlowdown, measured.batchSlowdown());
    }
  }

  /** A kernel on the idle device: us on the device, simulated and measured. */
  record ComparedAlone(Alone measured, double micros) {
    Pair pair() {
      return new Pair(measured.grid().kernel(), micros, measured.micros());
    }
  }

  /** Settings of the same kernels, two by two, whose measured p50 differ clearly. */
  record Orders(int right, int all) {}

  /** Returns the runs of each kernel alone. */
  static List<Setting> alone(MeasuredArrivals measured) {
    return measured.alone().stream().map(ArrivalEstimate::alone).distinct().toList();
  }

  private static Setting alone(Alone of) {
    return of.meanMicros() == 0 ? Setting.batchAlone(of.grid()) : Setting.smallAlone(of.grid());
  }

  /** Returns the runs of the cases whose kernels have run alone, the shortest first. */
  List<Setting> together() {
    return measured.cases().stream()
        .filter(this::haveRunAlone)
        .sorted(Comparator.comparing(Case::meanMicros))
        .map(this::setting)
        .distinct()
        .toList();
  }

  private boolean haveRunAlone(Case of) {
    return runs.containsKey(alone(measured.batchAlone(of)))
        && runs.containsKey(alone(measured.smallAlone(of)));
  }

  private Setting setting(Case of) {
    Case first = measured.firstLike(of);
    double launchMicros = micros(measured.batchAlone(of)) * first.batchSlowdown();
    return Setting.of(first, requests, launchMicros);
  }

  /** Returns an estimate from more runs. */
  ArrivalEstimate with(Map<Setting, Run> more) {
    Map<Setting, Run> all = new HashMap<>(runs);
    all.putAll(more);
    return new ArrivalEstimate(measured, requests, cyclesPerMicro, all);
  }

  List<ComparedAlone> alone() {
    return measured.alone().stream()
        .filter(each -> runs.containsKey(alone(each)))
        .map(each -> new ComparedAlone(each, micros(each)))
        .toList();
  }

  /** Returns the time of a small kernel, or from launch to launch of a batch kernel. */
  private double micros(Alone of) {
    Run run = runs.get(alone(of));
    if (of.meanMicros() > 0) {
      return percentile(run, request -> request.end() - request.start(), HALF);
    }
    List<Long> ends = run.kernels().kernels().get(0).launchEnds();
    int last = ends.size() - 1;
    return (ends.get(last) - ends.get(0)) / (last * cyclesPerMicro);
  }

  /** Returns the cases whose runs are available. */
  List<Compared> compared() {
    return measured.cases().stream()
        .filter(this::haveRunAlone)
        .filter(each -> runs.containsKey(setting(each)))
        .map(this::compared)
        .toList();
  }

  private Compared compared(Case of) {
    Run run = runs.get(setting(of));
    double host = hostMicros(measured.smallAlone(of));
    return new Compared(
        of,
        host + percentile(run, Request::latency, HALF),
        host + percentile(run, Request::latency, MOST),
        launchMicros(run) / micros(measured.batchAlone(of)));
  }

  /** Returns the part of the measured launch latency on the idle GPU that is not simulated. */
  private double hostMicros(Alone small) {
    return small.toFirstBlockMicros()
        - percentile(runs.get(alone(small)), Request::toFirstBlock, HALF);
  }

  private double percentile(Run run, ToLongFunction<Request> cycles, double percent) {
    double[] values =
        ArrivalRuns.counted(run.requests()).stream()
            .mapToDouble(request -> cycles.applyAsLong(request) / cyclesPerMicro)
            .toArray();
    return new Percentile()
        .withEstimationType(Percentile.EstimationType.R_5)
        .evaluate(values, percent);
  }

  /** Returns the mean time of a launch of the batch kernel while requests arrive. */
  private double launchMicros(Run run) {
    List<Request> counted = ArrivalRuns.counted(run.requests());
    double begin = counted.get(0).arrival();
    double end = counted.get(counted.size() - 1).end();
    CorunRun kernels = run.kernels();
    double issued = kernels.issuedBy(0, end) - kernels.issuedBy(0, begin);
    double launches = issued / kernels.kernels().get(0).launchInstructions();
    return (end - begin) / cyclesPerMicro / launches;
  }

  /** Compares the settings of the same kernels two by two. */
  static Orders orders(List<Compared> all) {
    int right = 0;
    int clear = 0;
    for (Compared less : all) {
      for (Compared more : all) {
        if (less.measured.kernels().equals(more.measured.kernels())
            && more.measured.p50() > CLEAR * less.measured.p50()) {
          clear++;
          right += more.p50 > less.p50 ? 1 : 0;
        }
      }
    }
    return new Orders(right, clear);
  }
}
