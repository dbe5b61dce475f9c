package org.polyphony.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder for files of this process alone, which is removed when the process ends. */
public final class ScratchFolder {
  private ScratchFolder() {}

  /**
   * Makes a folder where the system keeps such.
   *
   * @throws UncheckedIOException when there is no room for it
   */
  public static Path create() {
    try {
      Path folder = Files.createTempDirectory("polyphony-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder can be made: " + e.getMessage(), e);
    }
  }

  private static void remove(Path folder) {
    try {
      OutputFolder.remove(folder);
    } catch (UncheckedIOException e) {
      // What is left is litter where the system clears up.
    }
  }
}
