package org.polyphony.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.polyphony.simulation.StopFlag;
import org.polyphony.usercode.UserExit;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Turns SIGINT and SIGTERM into a wish to stop: the process ends, with exit code 130, once the
 * partial results are written.
 */
final class Interrupt implements AutoCloseable {
  private static final int EXIT_CODE = 130; // as shells have it for SIGINT

  private static final long PATIENCE_SECONDS = 60;
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook;

  private Interrupt(StopFlag stop) {
    hook = new Thread(() -> endInOrder(stop), "interrupt");
  }

  /** Raises a flag at a signal, from now until this is closed. */
  static Interrupt raising(StopFlag stop) {
    Interrupt interrupt = new Interrupt(stop);
    Runtime.getRuntime().addShutdownHook(interrupt.hook);
    return interrupt;
  }

  /** Returns the exit code of a run that has ended, partial or not. */
  int exitCode(boolean partial) {
    return partial ? EXIT_CODE : 0;
  }

  /** Returns that exit code of a command that resumes when it is repeated, and says so. */
  int exitCode(boolean partial, CommandSpec command) {
    if (partial) {
      command.commandLine().getErr().println("interrupted; to resume, repeat the command");
    }
    return exitCode(partial);
  }

  /**
   * Refuses users' code that ends the process; a shutdown hook of every command. The first thread
   * that finds it ends the process.
   */
  static synchronized void refuseExit() {
    UserExit.message()
        .ifPresent(
            message -> {
              System.err.println("polyphony: " + message);
              Runtime.getRuntime().halt(ExitCode.USAGE);
            });
  }

  private void endInOrder(StopFlag stop) {
    refuseExit();
    stop.request();
    try {
      if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("polyphony: interrupted; the results could not be written in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  @Override
  public void close() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook runs already and ends the process.
      park();
    }
  }

  private void park() {
    try {
      hook.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
