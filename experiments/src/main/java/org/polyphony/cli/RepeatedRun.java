package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.polyphony.config.Seeds;
import org.polyphony.run.Build;
import org.polyphony.run.Experiment;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.run.Repeats;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.RunCache;
import org.polyphony.sweep.Batch;

/**
 * One experiment with several seeds, whose runs are tasks of a batch. The first seed's results go
 * to the folder of the experiment, those of seed n to {@code seed-n} below it.
 */
final class RepeatedRun {
  private final Experiment first;
  private final RunFolder folder;
  private final List<Member> members = new ArrayList<>();

  /**
   * Makes the runs, and removes earlier results from their folders.
   *
   * @param first the experiment with its own seed, which the others follow
   * @param count of seeds, at least 1
   * @param out folder of the first seed
   * @param load opens the experiment with a seed
   * @throws org.polyphony.input.InvalidInputException when a folder holds other results, or cannot
   *     be written to
   */
  RepeatedRun(Experiment first, int count, Path out, LongFunction<Experiment> load) {
    this.first = first;
    this.folder = RunFolder.open(out);
    FolderKind.RUN.clear(folder.folder());
    Seeds seeds = new Seeds(first.request().seed(), count);
    for (long seed : seeds.all()) {
      RunFolder own = seed == seeds.first() ? folder : RunFolder.open(out.resolve(name(seed)));
      members.add(new Member(seed, own, load));
    }
  }

  static String name(long seed) {
    return "seed-" + seed;
  }

  List<Batch.Task> tasks(Services services, StopFlag stop) {
    RunCache cache = new RunCache(services.cache());
    List<Batch.Task> tasks = new ArrayList<>();
    for (Member member : members) {
      ExperimentRunner runner = new ExperimentRunner(services.simulation(), cache, Build.id());
      tasks.add(member.task(runner, stop));
    }
    return tasks;
  }

  /** Returns where the results are. */
  Path path() {
    return folder.folder().path();
  }

  int ended() {
    return (int) members.stream().filter(member -> member.repeat.isPresent()).count();
  }

  /**
   * Writes the means once all seeds have ended.
   *
   * @throws SimulationFailure when a seed has failed, the first of them
   */
  Repeats finish() {
    members.forEach(Member::requireNoFailure);
    Repeats repeats =
        new Repeats(first, members.stream().map(member -> member.repeat.orElseThrow()).toList());
    AtomicFile.write(folder.folder().file(Repeats.FILE), Json.text(repeats.json()));
    return repeats;
  }

  /** The run with one seed; written by the thread that runs it, read after the batch. */
  private final class Member {
    private final long seed;
    private final RunFolder own;
    private final LongFunction<Experiment> load;
    private Optional<Repeats.Repeat> repeat = Optional.empty();
    private RuntimeException failure;

    Member(long seed, RunFolder own, LongFunction<Experiment> load) {
      this.seed = seed;
      this.own = own;
      this.load = load;
    }

    Batch.Task task(ExperimentRunner runner, StopFlag stop) {
      return new Batch.Task() {
        @Override
        public void run(Progress progress) {
          Outcome outcome = runner.run(load.apply(seed), progress, stop);
          if (!stop.isRequested()) {
            own.write(outcome);
            repeat = Optional.of(Repeats.Repeat.of(outcome));
          }
        }

        @Override
        public void failed(RuntimeException cause) {
          failure = cause;
        }
      };
    }

    void requireNoFailure() {
      if (failure instanceof SimulationFailure ofRun) {
        String policy = first.request().sharing().policy();
        SimulationFailure kept = own.kept(ofRun);
        String where = "seed " + seed + " under " + policy + ": ";
        throw new SimulationFailure(where + kept.getMessage(), "", kept);
      }
      if (failure != null) {
        throw failure;
      }
    }
  }
}
