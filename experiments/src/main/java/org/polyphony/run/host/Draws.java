package org.polyphony.run.host;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.polyphony.host.cluster.ClusterJob;
import org.polyphony.host.cluster.Demand;
import org.polyphony.input.InvalidInputException;

/** Jobs drawn from a stream, with replacement; seed 0 stands for the stream as it is. */
record Draws(List<ClusterJob> stream) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MOST_NANOS = 4e18; // so that ends fit in a long, too

  /** Returns as many jobs as the stream has, at its times of arrival over a factor. */
  List<ClusterJob> replay(int seed, double load) {
    Random random = new Random(seed);
    List<ClusterJob> jobs = new ArrayList<>();
    for (int j = 0; j < stream.size(); j++) {
      ClusterJob of = seed == 0 ? stream.get(j) : stream.get(random.nextInt(stream.size()));
      String id = seed == 0 ? of.id() : j + "-" + of.id();
      long arrival = time(stream.get(j).arrivalNanos() / load);
      jobs.add(new ClusterJob(id, arrival, of.durationNanos(), of.demand()));
    }
    return jobs;
  }

  /**
   * Returns jobs that arrive at random.
   *
   * @param gpus that they keep busy, were there no limit: their mean GPU time over that between two
   */
  List<ClusterJob> poisson(int seed, int count, double gpus) {
    double gpuNanos =
        stream.stream()
            .mapToDouble(j -> (double) j.durationNanos() * j.demand().allMilli() / Demand.WHOLE)
            .average()
            .orElse(0);
    Random random = new Random(seed);
    List<ClusterJob> jobs = new ArrayList<>();
    double arrival = 0;
    for (int j = 0; j < count; j++) {
      ClusterJob of = stream.get(random.nextInt(stream.size()));
      arrival -= Math.log(1 - random.nextDouble()) * gpuNanos / gpus;
      jobs.add(new ClusterJob(j + "-" + of.id(), time(arrival), of.durationNanos(), of.demand()));
    }
    return jobs;
  }

  private static long time(double nanos) {
    if (nanos > MOST_NANOS) {
      throw new InvalidInputException(
          "loads: found a load with arrivals after %.2g s, allowed: up to 4e9 s"
              .formatted(nanos / NANOS_PER_SECOND));
    }
    return Math.round(nanos);
  }

  /** Returns jobs one after another, without an end but for seed 0. */
  Iterable<ClusterJob> endless(int seed) {
    if (seed == 0) {
      return stream;
    }
    return () -> drawn(new Random(seed));
  }

  private Iterator<ClusterJob> drawn(Random random) {
    return IntStream.generate(() -> random.nextInt(stream.size())).mapToObj(stream::get).iterator();
  }
}
