package org.polyphony.workload.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/**
 * Files of the repository of MGB's authors, github.com/rudyjantz/GPU-Sched, which is not part of
 * Polyphony: what they measured, and lists of jobs.
 */
public final class PrototypeFiles {
  private static final String RESULTS = "Tools/plotting/inputs";
  private static final String LISTS = "src/runtime/driver/workloads";
  private static final String MEAN = "average";
  private static final int COLUMNS = 4;

  private final Path folder;

  /**
   * Names a copy of the repository.
   *
   * @param folder its root
   * @throws InvalidInputException when it is none
   */
  public PrototypeFiles(Path folder) {
    this.folder = folder;
    for (String needed : List.of(RESULTS, LISTS)) {
      if (!Files.isDirectory(folder.resolve(needed))) {
        throw new InvalidInputException(
            folder
                + ": found no folder "
                + needed
                + ", allowed: a copy of the repository github.com/rudyjantz/GPU-Sched");
      }
    }
  }

  /**
   * What was measured of a mix, over single assignment.
   *
   * @param mix how many jobs, and of which kind
   * @param second of the file's columns behind single assignment
   * @param third the next one
   */
  public record Measured(String mix, double second, double third) {}

  /**
   * Reads a table of the mixes, without its last line, their mean.
   *
   * @param name of the file
   * @throws InvalidInputException with the first line that is wrong
   */
  public List<Measured> results(String name) {
    Path file = folder.resolve(RESULTS).resolve(name);
    List<Measured> results = new ArrayList<>();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String[] words = lines.get(i).strip().split("\\s+", -1);
      if (words.length != COLUMNS) {
        throw wrong(file, i, "columns", words.length + " words", "a name and three numbers");
      } else if (!words[0].equals(MEAN)) {
        results.add(new Measured(words[0], number(file, i, words[2]), number(file, i, words[3])));
      }
    }
    return results;
  }

  /**
   * Reads a list of jobs as commands of the pool, without the folders of programs and data.
   *
   * @param name of the list, with its folder and without {@code .wl}
   * @throws InvalidInputException with the first line that is not a Rodinia job of the pool
   */
  public List<String> list(String name) {
    Path file = folder.resolve(LISTS).resolve(name + ".wl");
    RodiniaPrograms known = new MgbWorkloads().programs(MgbWorkloads.MACHINES.get(0));
    List<String> commands = new ArrayList<>();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String command = command(lines.get(i).strip());
      try {
        known.program(command);
      } catch (InvalidInputException e) {
        throw wrong(file, i, "job", '"' + command + '"', "a Rodinia job of MGB's pool");
      }
      commands.add(command);
    }
    return commands;
  }

  /** The two versions of srad have one name: their folder tells them apart. */
  private static String command(String line) {
    String[] words = line.split(" +", -1);
    String[] program = words[0].split("/", -1);
    boolean isSrad = program.length > 1 && program[program.length - 1].equals("srad");
    words[0] = program[program.length - (isSrad ? 2 : 1)];
    for (int i = 1; i < words.length; i++) {
      words[i] = words[i].substring(words[i].lastIndexOf('/') + 1);
    }
    return String.join(" ", words);
  }

  private static double number(Path file, int line, String word) {
    if (!word.matches("\\d{1,9}(\\.\\d{1,12})?")) {
      throw wrong(file, line, "columns", '"' + word + '"', "a number, 0 or more");
    }
    return Double.parseDouble(word);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      String found = Files.exists(file) ? "a file that cannot be read" : "no such file";
      throw new InvalidInputException(
          file + ": found " + found + ", allowed: a text file of the repository", e);
    }
  }

  private static InvalidInputException wrong(
      Path file, int line, String what, String found, String allowed) {
    return new Violation(what, found, allowed).errorAt(file + ":" + (line + 1));
  }
}
