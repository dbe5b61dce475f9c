package org.polyphony.sweep.slurm;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies a program, so that a later build or another version does not change what waits in the
 * queue: its jar, its libraries, and what the project's folder bundles with it.
 */
record ProgramCopy(Path folder) {
  private static final String LIBRARIES = "lib";
  private static final String HOME_OPTION = "-Dpolyphony.home=";
  private static final List<String> BUNDLED = List.of("configs/gpus", "workloads/samples");

  /**
   * Copies a program. One that is no jar stays where it is.
   *
   * @param program what to copy
   * @param folder for the copy
   * @return the copy
   * @throws UncheckedIOException when it cannot be copied
   */
  static JavaCommand of(JavaCommand program, Path folder) {
    List<String> entries = List.of(program.classPath().split(File.pathSeparator, -1));
    Path jar = Path.of(entries.get(0)).toAbsolutePath();
    boolean isJar =
        jar.toString().endsWith(".jar") && Files.isDirectory(jar.resolveSibling(LIBRARIES));
    try {
      return isJar ? new ProgramCopy(folder).copy(program, jar, entries) : program;
    } catch (IOException e) {
      throw new UncheckedIOException(folder + ": cannot copy the program: " + e.getMessage(), e);
    }
  }

  private JavaCommand copy(JavaCommand program, Path jar, List<String> entries) throws IOException {
    copyTree(jar.resolveSibling(LIBRARIES), folder.resolve(LIBRARIES));
    Path copy = Files.copy(jar, folder.resolve(jar.getFileName()));
    List<String> options = new ArrayList<>();
    for (String option : program.options()) {
      options.add(option.startsWith(HOME_OPTION) ? copyHome(option) : option);
    }
    List<String> classPath = new ArrayList<>(entries); // a user's own classes stay in place
    classPath.set(0, copy.toString());
    return new JavaCommand(
        program.java(), options, String.join(File.pathSeparator, classPath), program.mainClass());
  }

  private String copyHome(String option) throws IOException {
    Path home = Path.of(option.substring(HOME_OPTION.length()));
    for (String bundled : BUNDLED) {
      if (Files.isDirectory(home.resolve(bundled))) {
        copyTree(home.resolve(bundled), folder.resolve(bundled));
      }
    }
    return HOME_OPTION + folder;
  }

  private static void copyTree(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(f -> !f.equals(from)).toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
