package org.polyphony.compare;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs trials with two builds, prints each that differs, and counts. */
final class Comparison implements AutoCloseable {
  private static final int REFUSED = 2;
  private static final int PROGRESS_EVERY = 10; // trials
  private static final int MOST_REFUSED = 4; // per random trial that is wanted, then it gives up
  private final Program base;
  private final Program changed;
  private final CompareFolder folder;
  private final Set<String> added;
  private final ExecutorService threads;
  private final Coverage coverage = new Coverage();
  private final long start = System.nanoTime();
  private int compared;
  private int refused;
  private int failed;
  private int differing;

  /** Two builds, of which {@code jobs} run at once; only the new one writes {@code added}. */
  Comparison(
      Program base, Program changed, CompareFolder folder, Collection<String> added, int jobs) {
    this.base = base;
    this.changed = changed;
    this.folder = folder;
    this.added = Set.copyOf(added);
    threads = Executors.newFixedThreadPool(jobs);
  }

  /** Says which builds these are. */
  void begin() {
    System.out.println("base: " + base.run(List.of("--version")).message());
    System.out.println("new:  " + changed.run(List.of("--version")).message());
  }

  /** Runs random trials until as many as wanted were no bad input. */
  void runRandom(RandomTrials trials, int wanted) {
    if (wanted > 0) {
      RandomTrials.expectAll(coverage);
    }
    for (int i = 0; i - refused < wanted && refused < MOST_REFUSED * wanted; i++) {
      run(trials.trial(i));
    }
  }

  void run(List<Trial> trials) {
    trials.forEach(this::run);
  }

  private void run(Trial trial) {
    Path file = trial.writeTo(folder.experiments());
    Path baseResults = folder.results("base", trial);
    Path newResults = folder.results("new", trial);
    Future<Program.Exit> one = threads.submit(() -> base.run(trial.command(file, baseResults)));
    Future<Program.Exit> other = threads.submit(() -> changed.run(trial.command(file, newResults)));
    Program.Exit baseExit = exit(one);
    Optional<String> difference =
        exitDifference(baseExit, exit(other))
            .or(() -> ResultComparison.firstDifference(baseResults, newResults, added));
    if (difference.isPresent()) {
      differing++;
      System.out.println("DIFFERENT " + file + ": " + difference.get());
    } else {
      CompareFolder.delete(baseResults);
      CompareFolder.delete(newResults);
    }
    count(trial, file, baseExit, difference.isPresent());
  }

  private void count(Trial trial, Path file, Program.Exit exit, boolean differs) {
    if (exit.code() == REFUSED && !differs) {
      refused++;
      System.out.println("refused: " + file + ": " + lastLine(exit.message()).strip());
      return;
    }
    if (exit.code() != 0) {
      failed++;
      System.out.println("failed in base: " + file + ": " + lastLine(exit.message()));
    }
    coverage.count(trial.uses());
    compared++;
    if (compared % PROGRESS_EVERY == 0) {
      System.out.println(counts());
    }
  }

  private static Optional<String> exitDifference(Program.Exit base, Program.Exit changed) {
    return base.code() == changed.code()
        ? Optional.empty()
        : Optional.of("base " + words(base) + ", new " + words(changed));
  }

  private static String words(Program.Exit exit) {
    return exit.code() == 0
        ? "ends well"
        : "ends with " + exit.code() + " (" + lastLine(exit.message()) + ")";
  }

  private static String lastLine(String text) {
    return text.substring(text.lastIndexOf('\n') + 1);
  }

  private static Program.Exit exit(Future<Program.Exit> run) {
    try {
      return run.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String counts() {
    return String.format(
        Locale.ROOT,
        "%d compared, %d different, %d failed, %d refused, %.0f s",
        compared,
        differing,
        failed,
        refused,
        (System.nanoTime() - start) / 1e9);
  }

  /**
   * Prints what was run and how it went.
   *
   * @return true when something was compared and all was the same
   */
  boolean end() {
    coverage.lines().forEach(System.out::println);
    System.out.println(counts());
    String verdict = compared == 0 ? "nothing was compared" : "all results are the same";
    System.out.println(differing > 0 ? "NOT the same" : verdict);
    return compared > 0 && differing == 0;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
