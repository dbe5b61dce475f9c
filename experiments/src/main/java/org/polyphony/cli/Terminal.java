package org.polyphony.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.polyphony.run.Progress;

/** Chooses how progress is shown. */
final class Terminal {
  static final String WARNING =
      "polyphony: warning: "; // of a value that is allowed but is probably a mistake

  private Terminal() {}

  /** Returns a line that is drawn again on a terminal, lines otherwise, nothing when quiet. */
  static Progress progress(boolean quiet, PrintWriter err) {
    return quiet ? Progress.SILENT : new TextProgress(err, isTerminal(), System::nanoTime);
  }

  private static boolean isTerminal() {
    String target = target(2);
    return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
  }

  /** Returns whether standard output goes to another program. */
  static boolean isPipe() {
    String target = target(1);
    return target.startsWith("pipe:") || target.startsWith("socket:");
  }

  /** Returns where a stream of the process leads; nothing where that is not known. */
  private static String target(int stream) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream)).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return ""; // not Linux: lines are right everywhere
    }
  }
}
