package org.polyphony.sweep.slurm;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** One of Slurm's commands. */
record SlurmCommand(Path file) {
  /**
   * What a command has answered.
   *
   * @param exitCode 0 when it has done what it was asked
   * @param out standard output
   * @param err standard error, without blanks at its ends
   */
  record Answer(int exitCode, String out, String err) {}

  /** Returns a command of a search path such as PATH; empty when it is not there. */
  static Optional<SlurmCommand> find(String searchPath, String name) {
    return Arrays.stream(searchPath.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
        .findFirst()
        .map(SlurmCommand::new);
  }

  /** Runs the command to its end; one that cannot be started has failed. */
  Answer run(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(file.toString()));
    command.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      String out = text(process.getInputStream().readAllBytes());
      String err = text(process.getErrorStream().readAllBytes()).strip();
      return new Answer(process.waitFor(), out, err);
    } catch (IOException e) {
      return new Answer(1, "", file + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(1, "", file + ": interrupted");
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
