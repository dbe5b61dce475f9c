package org.polyphony.sweep.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A command of a search path that is a few lines of shell. */
final class FakeCommand {
  private FakeCommand() {}

  static void write(Path folder, String name, String shell) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + shell + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
