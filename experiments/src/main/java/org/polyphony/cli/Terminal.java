package org.polyphony.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.polyphony.run.Progress;

/** The streams of the process. */
final class Terminal {
  static final String WARNING = "polyphony: warning: "; // what is allowed and hardly meant

  private Terminal() {}

  /** Returns what shows progress as lines; nothing when quiet. */
  static Progress progress(boolean quiet, PrintWriter err) {
    return quiet ? Progress.SILENT : new PlainProgress(err, System::nanoTime);
  }

  /** Returns whether standard output goes to another program. */
  static boolean isPipe() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("pipe:") || target.startsWith("socket:");
    } catch (IOException | UnsupportedOperationException e) {
      return false; // not Linux
    }
  }
}
