package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a sweep is, as its folder tells, whoever runs it.
 *
 * @param runs of the whole sweep
 * @param done that have ended well
 * @param failed the ids of those that have not
 * @param sinceLast time since the last one ended; empty when none has
 * @param left time that the others will take at the pace of the last ones; empty before two have
 *     ended
 */
public record SweepStatus(
    int runs,
    int done,
    List<String> failed,
    Optional<Duration> sinceLast,
    Optional<Duration> left) {
  private static final int PACE = 20; // of so many last runs: breaks and resumptions do not count

  /** Keeps its own copy of the list. */
  public SweepStatus {
    failed = List.copyOf(failed);
  }

  /**
   * Looks into the folder of a sweep.
   *
   * @param path the folder
   * @param now the time
   * @throws org.polyphony.input.InvalidInputException when it holds no sweep
   */
  public static SweepStatus of(Path path, Instant now) {
    SweepFolder folder = SweepFolder.existing(path);
    List<String> ids = folder.runIds();
    List<String> failed = new ArrayList<>();
    List<Instant> ends = new ArrayList<>();
    for (String id : ids) {
      Optional<JsonNode> run = folder.find(id);
      run.filter(r -> r.has("error")).ifPresent(r -> failed.add(id));
      run.flatMap(r -> folder.endOf(id)).ifPresent(ends::add);
    }
    ends.sort(null);
    int done = ends.size() - failed.size();
    Optional<Instant> last =
        ends.isEmpty() ? Optional.empty() : Optional.of(ends.get(ends.size() - 1));
    return new SweepStatus(
        ids.size(),
        done,
        failed,
        last.map(end -> Duration.between(end, now)),
        left(ends, ids.size() - ends.size()));
  }

  private static Optional<Duration> left(List<Instant> ends, int others) {
    if (ends.size() < 2) {
      return Optional.empty();
    }
    List<Instant> last = ends.subList(Math.max(0, ends.size() - PACE), ends.size());
    Duration span = Duration.between(last.get(0), last.get(last.size() - 1));
    return Optional.of(span.multipliedBy(others).dividedBy(last.size() - 1));
  }

  public int others() {
    return runs - done - failed.size();
  }
}
