package org.polyphony.sweep.slurm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.polyphony.config.SweepFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.RunKind;
import org.polyphony.sweep.Sweep;

/**
 * One task of an array, on a node of the cluster.
 *
 * @param folder whose task it is
 * @param kind what it does
 * @param number from 1
 */
public record ArrayTask(ArrayFolder folder, TaskKind kind, int number) {
  /**
   * Does its part of the work; runs that have ended well are not repeated.
   *
   * @param sweep of which it is a part
   * @param stop ends it early; what has ended is kept
   * @throws InvalidInputException when there is no such task
   * @throws java.io.UncheckedIOException when a result cannot be written
   */
  public void run(Sweep sweep, StopFlag stop) {
    Division division = folder.division();
    Set<String> mine = new HashSet<>(part(division));
    if (kind == TaskKind.PREPARATIONS) {
      prepare(sweep, division, mine, stop);
      return;
    }
    List<SweepFile.Run> left = new ArrayList<>(sweep.file().runs());
    left.removeIf(run -> !mine.contains(run.id()) || sweep.isDone(run));
    StatusReport report =
        new StatusReport(folder.statusFile(number), mine.size(), mine.size() - left.size());
    Sweep.Work work = new Sweep.Work(List.of(), left, line -> report.end(line.has("error")));
    sweep.run(work, new Batch(division.jobs(), report, stop), stop);
    report.end();
  }

  private List<String> part(Division division) {
    List<List<String>> parts = kind == TaskKind.RUNS ? division.runs() : division.preparations();
    if (number < 1 || number > parts.size()) {
      throw new InvalidInputException(
          folder.path() + ": found task " + number + ", allowed: 1 to " + parts.size());
    }
    return parts.get(number - 1);
  }

  private static void prepare(Sweep sweep, Division division, Set<String> mine, StopFlag stop) {
    Set<String> all = new HashSet<>();
    division.runs().forEach(all::addAll);
    List<SweepFile.Run> runs = new ArrayList<>(sweep.file().runs());
    runs.removeIf(run -> !all.contains(run.id()));
    List<RunKind.Preparation> preparations = new ArrayList<>(sweep.kind().preparations(runs));
    preparations.removeIf(preparation -> !mine.contains(preparation.id()));
    Sweep.Work work = new Sweep.Work(preparations, List.of(), line -> {});
    sweep.run(work, new Batch(division.jobs(), Progress.SILENT, stop), stop);
  }
}
