package org.polyphony.sweep.slurm;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;

/** A Slurm cluster behind its commands sbatch, squeue and scontrol. */
final class Slurm {
  private static final int DEFAULT_MAX_ARRAY_SIZE = 1001; // MaxArraySize in slurm.conf(5)
  private static final Pattern MAX_ARRAY_SIZE = Pattern.compile("MaxArraySize\\s*=\\s*(\\d+)");
  private static final Pattern JOB_ID = Pattern.compile("(\\d+)(;\\S+)?\\s*");

  private final Path sbatch;
  private final Path squeue;
  private final Optional<Path> scontrol;

  /** The answer of a command; standard error without blanks at its ends. */
  private record Answer(int exitCode, String out, String err) {}

  /**
   * Finds the cluster.
   *
   * @param searchPath folders of commands, as in the environment variable PATH
   * @throws InvalidInputException when sbatch or squeue is not there
   */
  Slurm(String searchPath) {
    sbatch = required(searchPath, "sbatch");
    squeue = required(searchPath, "squeue");
    scontrol = find(searchPath, "scontrol");
  }

  private static Path required(String searchPath, String name) {
    String missing =
        "--executor slurm: no '"
            + name
            + "' on the PATH; run on a machine that can submit to a Slurm cluster";
    return find(searchPath, name).orElseThrow(() -> new InvalidInputException(missing));
  }

  private static Optional<Path> find(String searchPath, String name) {
    return Arrays.stream(searchPath.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
        .findFirst();
  }

  /** Returns the largest number of tasks of an array. */
  int maxTasks() {
    int size =
        scontrol
            .map(command -> run(command, List.of("show", "config")).out())
            .map(MAX_ARRAY_SIZE::matcher)
            .filter(Matcher::find)
            .map(matcher -> Integer.parseInt(matcher.group(1)))
            .orElse(DEFAULT_MAX_ARRAY_SIZE);
    return Math.max(1, size - 1); // indices are below it, ours begin at 1
  }

  /**
   * Submits an array.
   *
   * @param options of sbatch
   * @param script of each task
   * @return the id of the job
   * @throws InvalidInputException when the cluster refuses it
   */
  String submit(List<String> options, Path script) {
    List<String> all = new ArrayList<>(List.of("--parsable"));
    all.addAll(options);
    all.add(script.toString());
    Answer answer = run(sbatch, all);
    Matcher id = JOB_ID.matcher(answer.out());
    if (answer.exitCode() != 0 || !id.matches()) {
      String why = answer.err().isEmpty() ? answer.out().strip() : answer.err();
      throw new InvalidInputException(
          "sbatch refused the array: "
              + why.replaceAll("\\s*\\n\\s*", "; ")
              + "; pass options of your cluster with --slurm-option");
    }
    return id.group(1);
  }

  /**
   * Returns whether tasks of a job still wait or run.
   *
   * @throws UncheckedIOException when the cluster does not answer
   */
  boolean isLive(String job) {
    Answer answer = run(squeue, List.of("--noheader", "--jobs=" + job));
    boolean isForgotten = answer.err().contains("Invalid job id"); // it ended long ago
    if (answer.exitCode() != 0 && !isForgotten) {
      throw new UncheckedIOException(
          "squeue does not report whether job " + job + " is still running; try again later",
          new IOException(answer.err()));
    }
    return !isForgotten && !answer.out().isBlank();
  }

  /** Runs a command to its end; one that cannot be started has failed. */
  private static Answer run(Path file, List<String> arguments) {
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
