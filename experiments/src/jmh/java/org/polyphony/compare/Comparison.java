package org.polyphony.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
  private final Build base;
  private final Build changed;
  private final Path folder;
  private final Set<String> added;
  private final ExecutorService threads;
  private final Coverage coverage = new Coverage();
  private final long start = System.nanoTime();
  private int compared;
  private int refused;
  private int failed;
  private int differing;

  /**
   * Compares two builds.
   *
   * @param folder keeps experiments, and results that differ
   * @param added files that only the new build writes
   * @param jobs builds that run at once
   */
  Comparison(Build base, Build changed, Path folder, Collection<String> added, int jobs) {
    this.base = base;
    this.changed = changed;
    this.folder = folder;
    this.added = Set.copyOf(added);
    threads = Executors.newFixedThreadPool(jobs);
    try {
      Files.createDirectories(folder.resolve("experiments"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.out.println("base: " + base.run(List.of("--version")).message());
    System.out.println("new:  " + changed.run(List.of("--version")).message());
  }

  /** Runs random trials until as many as wanted were no bad input. */
  void runRandom(long seed, int wanted) {
    if (wanted > 0) {
      RandomExperiment.expectAll(coverage);
    }
    for (int i = 0; i - refused < wanted && refused < MOST_REFUSED * wanted; i++) {
      run(RandomExperiment.trial(seed, i));
    }
  }

  void run(Trial trial) {
    Path file = trial.writeTo(folder.resolve("experiments"));
    Path baseResults = folder.resolve("base").resolve(trial.id());
    Path newResults = folder.resolve("new").resolve(trial.id());
    Future<Build.Exit> one = threads.submit(() -> base.run(trial.command(file, baseResults)));
    Future<Build.Exit> other = threads.submit(() -> changed.run(trial.command(file, newResults)));
    Build.Exit baseExit = exit(one);
    Optional<String> difference =
        exitDifference(baseExit, exit(other))
            .or(() -> ResultComparison.firstDifference(baseResults, newResults, added));
    if (difference.isPresent()) {
      differing++;
      System.out.println("DIFFERENT " + file + ": " + difference.get());
    } else {
      ResultComparison.delete(baseResults);
      ResultComparison.delete(newResults);
    }
    count(trial, file, baseExit, difference.isPresent());
  }

  private void count(Trial trial, Path file, Build.Exit exit, boolean differs) {
    if (exit.code() == REFUSED && !differs) {
      refused++;
      System.out.println("refused: " + file + ": " + lastLine(exit.message()).strip());
      return;
    }
    if (exit.code() != 0) {
      failed++;
      System.out.println("failed in base: " + file + ": " + lastLine(exit.message()));
    }
    coverage.count(trial.config());
    compared++;
    if (compared % PROGRESS_EVERY == 0) {
      System.out.println(counts());
    }
  }

  private static Optional<String> exitDifference(Build.Exit base, Build.Exit changed) {
    return base.code() == changed.code()
        ? Optional.empty()
        : Optional.of("base " + words(base) + ", new " + words(changed));
  }

  private static String words(Build.Exit exit) {
    return exit.code() == 0
        ? "ends well"
        : "ends with " + exit.code() + " (" + lastLine(exit.message()) + ")";
  }

  private static String lastLine(String text) {
    return text.substring(text.lastIndexOf('\n') + 1);
  }

  private static Build.Exit exit(Future<Build.Exit> run) {
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
