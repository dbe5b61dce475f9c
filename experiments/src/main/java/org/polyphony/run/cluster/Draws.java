package org.polyphony.run.cluster;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.polyphony.host.cluster.ClusterJob;

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
