package org.polyphony.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.polyphony.cli.CommandRun;
import org.polyphony.compare.Choices;
import org.polyphony.compare.ResultComparison;
import org.polyphony.simulation.StopFlag;

/** Runs cases, each in a folder of its own, which is kept when something is wrong. */
final class Fuzzer {
  private static final int PATIENCE_SECONDS = 6;
  private static final int LIMIT_SECONDS = 30; // after that, on a machine that does much else
  private static final List<String> WITH_RESULTS =
      List.of("run", "host", "sweep", "import", "study");
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private final Path folder;
  private final long seed;
  private final boolean keepsAll;

  /**
   * Makes it.
   *
   * @param folder of the folders of the cases
   * @param seed decides, with its number, all of a case
   * @param keepsAll whether the files of cases stay that end as they should
   */
  Fuzzer(Path folder, long seed, boolean keepsAll) {
    this.folder = folder;
    this.seed = seed;
    this.keepsAll = keepsAll;
  }

  /** Returns where the files of a case lie. */
  Path folder(int number) {
    return folder.resolve("case-" + number);
  }

  /**
   * Runs a case. One that takes long is interrupted, as its user would, and must end then; one that
   * does not is left alone, as a thread cannot be ended.
   */
  Outcome run(int number) throws IOException, InterruptedException {
    ResultComparison.delete(folder(number));
    StopFlag stop = new StopFlag();
    FutureTask<Outcome> task = new FutureTask<>(() -> judged(number, stop));
    Thread thread = new Thread(task, "case " + number);
    thread.setDaemon(true);
    thread.start();
    Outcome outcome;
    try {
      outcome = ended(task, stop);
    } catch (TimeoutException e) {
      outcome =
          failed(
              number, "no end " + LIMIT_SECONDS + " s after an interrupt", thread.getStackTrace());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OutOfMemoryError) { // a valid machine can be large; Main tells so
        return new Outcome(FuzzKind.of(number), number, "out of memory", "", Optional.empty(), 0);
      }
      outcome = failed(number, "throws " + e.getCause(), e.getCause().getStackTrace());
    }
    if (outcome.fault().isEmpty() && !keepsAll) {
      ResultComparison.delete(folder(number));
    }
    return outcome;
  }

  private static Outcome ended(FutureTask<Outcome> task, StopFlag stop)
      throws InterruptedException, ExecutionException, TimeoutException {
    try {
      return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      stop.request();
      return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  private Outcome failed(int number, String fault, StackTraceElement[] at) throws IOException {
    String trace = Arrays.stream(at).map(e -> "\n  " + e).collect(Collectors.joining());
    Seeds.write(folder(number).resolve("fault.txt"), fault + trace + "\n");
    long millis = TimeUnit.SECONDS.toMillis(LIMIT_SECONDS);
    return new Outcome(FuzzKind.of(number), number, "-", "", Optional.of(fault), millis);
  }

  private Outcome judged(int number, StopFlag stop) throws IOException {
    FuzzKind kind = FuzzKind.of(number);
    Path here = Files.createDirectories(folder(number));
    Choices choices = new Choices(seed * 1_000_003 + number);
    List<String> arguments = kind.subject().write(here, choices);
    Path out = here.resolve("out");
    String command = arguments.get(0);
    ShortDevice device = new ShortDevice();
    long begin = THREADS.getCurrentThreadCpuTime();
    CommandRun run = run(arguments, out, device, stop);
    boolean isInterrupted = device.isInterrupted() || stop.isRequested();
    Optional<String> fault = Oracle.fault(kind.subject().withoutQuotes(run), out, isInterrupted);
    Optional<Path> expected = kind.subject().expected(here, command);
    if (fault.isEmpty() && expected.isPresent() && !isInterrupted) { // else there are parts only
      fault = Oracle.difference(expected.get(), run, out);
    }
    if (fault.isEmpty()) {
      fault = kind.subject().harm(here, run.exitCode());
    }
    if (fault.isEmpty() && run.exitCode() == 0) {
      fault = kind.subject().fault(out);
    }
    if (fault.isEmpty() && run.exitCode() == 0) {
      fault = faultOfUse(kind.subject(), here, device, stop);
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(THREADS.getCurrentThreadCpuTime() - begin);
    String message = run.err().lines().findFirst().orElse("");
    return new Outcome(kind, number, "exit " + run.exitCode(), message, fault, millis);
  }

  /** Returns what is wrong with the use of what a command has written; empty for nothing. */
  private static Optional<String> faultOfUse(
      Subject subject, Path here, ShortDevice device, StopFlag stop) throws IOException {
    Optional<List<String>> use = subject.use(here);
    if (use.isEmpty()) {
      return Optional.empty();
    }
    Path out = here.resolve("use");
    CommandRun run = run(use.get(), out, device, stop);
    boolean isInterrupted = device.isInterrupted() || stop.isRequested();
    Optional<String> fault = Oracle.fault(run, out, isInterrupted);
    return fault.isPresent() || run.exitCode() == 0 || run.exitCode() == Oracle.INTERRUPTED
        ? fault
        : Optional.of("written, but of no use: " + run.err().lines().findFirst().orElse(""));
  }

  /** Runs a command; its arguments and what it says are kept beside its results. */
  private static CommandRun run(List<String> arguments, Path out, ShortDevice device, StopFlag stop)
      throws IOException {
    List<String> all = new ArrayList<>(arguments);
    if (WITH_RESULTS.contains(all.get(0)) && !all.contains("--out")) {
      all.addAll(List.of("--out", out.toString()));
    }
    Path here = out.getParent();
    Seeds.write(
        here.resolve("command-" + out.getFileName() + ".txt"), String.join("\n", all) + "\n");
    CommandRun run =
        CommandRun.until(stop, device, here.resolve("cache"), all.toArray(String[]::new));
    Seeds.write(
        here.resolve("said-" + out.getFileName() + ".txt"),
        run.exitCode() + "\n" + run.err() + run.out());
    return run;
  }
}
