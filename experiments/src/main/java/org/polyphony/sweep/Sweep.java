package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.polyphony.config.SweepFile;
import org.polyphony.results.store.FolderLock;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.store.RunStore;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.run.host.HostTools;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;

/**
 * Runs a sweep, or a part of it, on the threads of this process.
 *
 * @param file the sweep
 * @param folder for the results
 * @param runs what its runs do
 */
public record Sweep(SweepFile file, SweepFolder folder, SweepRuns runs) {
  private static final int MOST_KINDS = 100_000; // of more runs, all are taken to be alike

  /**
   * Makes a sweep.
   *
   * @param file the sweep
   * @param folder for the results
   * @param device what runs experiments on one device
   */
  public Sweep(SweepFile file, SweepFolder folder, Device device) {
    this(file, folder, new SweepRuns(file, device));
  }

  /**
   * What runs experiments.
   *
   * @param simulation the device
   * @param store of finished runs, shared by all threads
   * @param library opens workloads
   */
  public record Device(Simulation simulation, RunStore store, WorkloadLibrary library) {
    /** Returns this device with another store. */
    public Device with(RunStore other) {
      return new Device(simulation, other, library);
    }

    /** Returns a new runner, for one thread. */
    public ExperimentRunner runner() {
      return new ExperimentRunner(simulation, store);
    }

    /** Returns what host experiments work with; they show nothing. */
    public HostTools hostTools() {
      return new HostTools(library, store, Progress.SILENT, new StopFlag());
    }
  }

  /**
   * How it went.
   *
   * @param ended runs whose results are kept, failed ones included
   * @param failed runs that failed now
   */
  public record Result(int ended, int failed) {}

  /**
   * Returns the runs of a part that have not ended well yet, each made when it is asked for.
   *
   * @param part of the sweep
   */
  public List<SweepFile.Run> left(Shard part) {
    List<SweepFile.Run> all = part.of(file.runs());
    int[] left = IntStream.range(0, all.size()).filter(i -> isLeft(all.get(i))).toArray();
    return new AbstractList<>() {
      @Override
      public SweepFile.Run get(int index) {
        return all.get(left[index]);
      }

      @Override
      public int size() {
        return left.length;
      }
    };
  }

  private boolean isLeft(SweepFile.Run run) {
    return kept(run).filter(line -> isOfThisCode(run, line)).isEmpty();
  }

  /** Returns a run that has ended well. */
  private Optional<JsonNode> kept(SweepFile.Run run) {
    return folder.hasFailed(run) ? Optional.empty() : folder.find(run);
  }

  private boolean isOfThisCode(SweepFile.Run run, JsonNode line) {
    return line.at("/provenance/ownCode").asText().equals(runs.ownCode(run).sha256());
  }

  /** Returns how many runs other code of the user's has made; these are run again. */
  public long ofOtherCode() {
    return file.runs().stream()
        .filter(run -> kept(run).filter(line -> !isOfThisCode(run, line)).isPresent())
        .count();
  }

  /** Keeps the source of the user's policy beside the results, if it is given by its source. */
  public void keepSource() {
    file.runs().stream()
        .map(runs::ownCode)
        .filter(code -> !code.source().isEmpty())
        .findFirst()
        .ifPresent(code -> code.write(OutputFolder.open(folder.path())));
  }

  /**
   * Runs what is left of a part and writes the results of all runs that have ended.
   *
   * @param part of the sweep
   * @param jobs runs in parallel
   * @param progress shows how far it is
   * @param stop ends it early; what has ended is kept
   * @return how it went
   * @throws UncheckedIOException when a result cannot be written; those before are kept
   * @throws org.polyphony.input.InvalidInputException when another process runs the part
   */
  public Result run(Shard part, int jobs, Progress progress, StopFlag stop) {
    FolderLock held = folder.hold(part);
    try (held) {
      return runHeld(part, jobs, progress, stop);
    }
  }

  /** Runs a part that this process {@linkplain SweepFolder#hold holds}. */
  Result runHeld(Shard part, int jobs, Progress progress, StopFlag stop) {
    List<SweepFile.Run> left = left(part);
    AtomicReference<UncheckedIOException> diskFailure = new AtomicReference<>();
    boolean areFew = left.size() <= MOST_KINDS;
    List<Runs.Item<SweepFile.Run>> items =
        new AbstractList<>() {
          @Override
          public Runs.Item<SweepFile.Run> get(int index) {
            return new Task(left.get(index), part, stop, diskFailure).item(areFew);
          }

          @Override
          public int size() {
            return left.size();
          }
        };
    List<Runs.Ended<SweepFile.Run>> ended;
    try (RunningPoints points = new RunningPoints(SweepFolder.logs(folder.path()), part)) {
      ended = runs.on(jobs, progress, stop).all(items, points);
    }
    if (diskFailure.get() != null) {
      throw diskFailure.get();
    }
    long failed = ended.stream().filter(end -> end.failure().isPresent()).count();
    return new Result(folder.assemble(), Math.toIntExact(failed));
  }

  /** A run, stored in the folder once it has ended; nothing can be stored after a disk failure. */
  private final class Task {
    private final SweepFile.Run run;
    private final Shard part;
    private final StopFlag stop;
    private final AtomicReference<UncheckedIOException> failure;

    Task(
        SweepFile.Run run,
        Shard part,
        StopFlag stop,
        AtomicReference<UncheckedIOException> failure) {
      this.run = run;
      this.part = part;
      this.stop = stop;
      this.failure = failure;
    }

    Runs.Item<SweepFile.Run> item(boolean hasKinds) {
      List<String> kinds = hasKinds ? run.kinds() : List.of("");
      return new Runs.Item<>(run.id(), kinds, runs.experiment(run), this::work);
    }

    private Optional<SweepFile.Run> work(Progress progress) {
      try {
        Optional<ObjectNode> results = runs.run(run, progress, stop);
        results.ifPresent(values -> store((ObjectNode) head().setAll(values)));
        return results.map(values -> run);
      } catch (RuntimeException e) {
        store(head().put("error", String.valueOf(e.getMessage())));
        throw e;
      } catch (Error e) {
        store(head().put("error", e.toString()));
        throw e;
      }
    }

    private ObjectNode head() {
      ObjectNode line = Json.object();
      line.put("run", run.id());
      ObjectNode axes = line.putObject("axes");
      run.axes().forEach(axes::set);
      return line;
    }

    private void store(ObjectNode line) {
      try {
        folder.store(file.settingsDigest(run.axes()), line, part);
        folder.assembleNowAndThen();
      } catch (UncheckedIOException e) {
        failure.compareAndSet(null, e);
        stop.request();
      }
    }
  }
}
