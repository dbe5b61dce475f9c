package org.polyphony.sweep.slurm;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How to start a Java program as this process was started.
 *
 * @param java the command
 * @param options of the JVM
 * @param classPath as {@code -cp} takes it
 * @param mainClass qualified name
 */
record JavaCommand(Path java, List<String> options, String classPath, String mainClass) {
  private static final String LIBRARIES = "lib";
  private static final String HOME_OPTION = "-Dpolyphony.home=";
  private static final List<String> BUNDLED = List.of("configs/gpus", "workloads/samples");

  /** Returns the program of this process. */
  static JavaCommand ofThisProcess(String mainClass) {
    return new JavaCommand(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        System.getProperty("java.class.path"),
        mainClass);
  }

  /**
   * Returns a script that runs the program on any node that sees its files.
   *
   * @param environment variables that it needs, {@code NAME=value} each
   * @param arguments words of the shell, quoted where they need it
   */
  String script(List<String> environment, List<String> arguments) {
    List<String> words = new ArrayList<>(options);
    words.addAll(List.of("-cp", absolute(classPath), mainClass));
    StringBuilder script = new StringBuilder("#!/bin/sh\n");
    environment.forEach(variable -> script.append("export ").append(quoted(variable)).append('\n'));
    script.append("java=").append(quoted(java.toString())).append('\n');
    script.append("[ -x \"$java\" ] || java=${JAVA_HOME:+$JAVA_HOME/bin/}java\n");
    script.append("exec \"$java\"");
    words.forEach(word -> script.append(" \\\n  ").append(quoted(word)));
    arguments.forEach(word -> script.append(" \\\n  ").append(word));
    return script.append('\n').toString();
  }

  private static String absolute(String classPath) {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Copies the program (its jar, libraries and the files bundled with them), so that a later build
   * does not change what waits in the queue. A program that is no jar stays where it is.
   *
   * @param folder for the copy
   * @throws UncheckedIOException when it cannot be copied
   */
  JavaCommand copiedTo(Path folder) {
    List<String> entries = new ArrayList<>(List.of(classPath.split(File.pathSeparator, -1)));
    Path jar = Path.of(entries.get(0)).toAbsolutePath();
    if (!jar.toString().endsWith(".jar") || !Files.isDirectory(jar.resolveSibling(LIBRARIES))) {
      return this;
    }
    try {
      copyTree(jar.resolveSibling(LIBRARIES), folder.resolve(LIBRARIES));
      entries.set(0, Files.copy(jar, folder.resolve(jar.getFileName())).toString());
      List<String> copied = new ArrayList<>();
      for (String option : options) {
        copied.add(option.startsWith(HOME_OPTION) ? copyHome(option, folder) : option);
      }
      return new JavaCommand(java, copied, String.join(File.pathSeparator, entries), mainClass);
    } catch (IOException e) {
      throw new UncheckedIOException(folder + ": cannot copy the program: " + e.getMessage(), e);
    }
  }

  private static String copyHome(String option, Path folder) throws IOException {
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
