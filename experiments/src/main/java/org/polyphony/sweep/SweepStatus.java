package org.polyphony.sweep;

import static java.util.Comparator.naturalOrder;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.polyphony.config.SweepFile;

/**
 * The progress of a sweep, read from its folder.
 *
 * @param runs of the whole sweep
 * @param done that have ended well
 * @param failed the ids of those that have not
 * @param running that have begun, in all processes that run the sweep now
 * @param warpInstructionsPerSecond of these processes
 * @param sinceKilled time since the last word of processes that were killed; empty when none was,
 *     or others run the sweep now
 * @param sinceLast time since the last one ended; empty when none has
 * @param left time that the others will take, as the processes that run them tell; empty when
 *     nothing tells it
 */
public record SweepStatus(
    int runs,
    int done,
    List<String> failed,
    List<Running> running,
    double warpInstructionsPerSecond,
    Optional<Duration> sinceKilled,
    Optional<Duration> sinceLast,
    Optional<Duration> left) {
  /**
   * A running point.
   *
   * @param id of the run, or a description of an alone run
   * @param share completed, 0 to 1
   */
  public record Running(String id, double share) {
    private boolean isRun() {
      return id.indexOf(' ') < 0;
    }
  }

  /** Keeps its own copy of the lists. */
  public SweepStatus {
    failed = List.copyOf(failed);
    running = List.copyOf(running);
  }

  /**
   * Looks into the folder of a sweep.
   *
   * @param path the folder
   * @param now the time
   * @throws org.polyphony.input.InvalidInputException when it holds no sweep
   */
  public static SweepStatus of(Path path, Instant now) {
    List<RunningPoints.Told> all = RunningPoints.read(SweepFolder.logs(path)); // before what ends
    List<RunningPoints.Told> told = all.stream().filter(t -> !t.isStale(now)).toList();
    SweepFolder folder = SweepFolder.existing(path);
    List<SweepFile.Run> runs = folder.sweep().runs();
    List<String> failed = new ArrayList<>();
    List<Instant> ends = new ArrayList<>();
    Set<String> ended = new HashSet<>();
    for (SweepFile.Run run : runs) {
      Optional<Instant> end = folder.endOf(run);
      end.ifPresent(ends::add);
      end.ifPresent(at -> ended.add(run.id()));
      if (folder.hasFailed(run)) {
        failed.add(run.id());
      }
    }
    ends.sort(null);
    List<Running> running =
        told.stream().flatMap(t -> t.runs().stream()).filter(r -> !ended.contains(r.id)).toList();
    Optional<Instant> last = ends.stream().reduce((first, second) -> second);
    Optional<Instant> lastWord = all.stream().map(RunningPoints.Told::at).max(naturalOrder());
    return new SweepStatus(
        runs.size(),
        ends.size() - failed.size(),
        failed,
        running,
        told.stream().mapToDouble(RunningPoints.Told::warpInstructionsPerSecond).sum(),
        lastWord.filter(at -> told.isEmpty()).map(at -> Duration.between(at, now)),
        last.map(end -> Duration.between(end, now)),
        left(told));
  }

  /** Returns when the last process will be through, as far as all of them know. */
  private static Optional<Duration> left(List<RunningPoints.Told> told) {
    double longest =
        told.stream().mapToDouble(RunningPoints.Told::secondsLeft).reduce(0, Math::max);
    return told.isEmpty() || Double.isNaN(longest)
        ? Optional.empty()
        : Optional.of(seconds(longest));
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(1e3 * seconds));
  }

  /** Returns the completed share of all runs, including the progress of running ones. */
  public double share() {
    return (runs - others() + Math.min(others(), begun(running))) / Math.max(1, runs);
  }

  /** Returns the summed progress of the running runs, in runs. */
  private static double begun(List<Running> running) {
    return running.stream().filter(Running::isRun).mapToDouble(Running::share).sum();
  }

  public int others() {
    return runs - done - failed.size();
  }
}
