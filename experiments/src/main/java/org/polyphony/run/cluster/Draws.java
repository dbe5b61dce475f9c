package org.polyphony.run.cluster;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.polyphony.host.cluster.ClusterJob;
import org.polyphony.host.cluster.Demand;

/** Jobs drawn from a stream, with replacement; seed 0 stands for the stream as it is. */
final class Draws {
  private final List<ClusterJob> stream;

  Draws(List<ClusterJob> stream) {
    this.stream = List.copyOf(stream);
  }

  /** Returns as many jobs as the stream has, at its times of arrival over a factor. */
  List<ClusterJob> replay(int seed, double load) {
    Random random = new Random(seed);
    List<ClusterJob> jobs = new ArrayList<>();
    for (int j = 0; j < stream.size(); j++) {
      ClusterJob of = seed == 0 ? stream.get(j) : stream.get(random.nextInt(stream.size()));
      String id = seed == 0 ? of.id() : j + "-" + of.id();
      long arrival = Math.round(stream.get(j).arrivalNanos() / load);
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
      jobs.add(
          new ClusterJob(j + "-" + of.id(), Math.round(arrival), of.durationNanos(), of.demand()));
    }
    return jobs;
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
