package org.polyphony.sweep.slurm;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start a Java program as this process was started.
 *
 * @param java the command
 * @param options of the JVM
 * @param classPath as {@code -cp} takes it
 * @param mainClass qualified name
 */
public record JavaCommand(Path java, List<String> options, String classPath, String mainClass) {
  /**
   * Returns the program of this process.
   *
   * @param mainClass where it begins
   */
  public static JavaCommand ofThisProcess(String mainClass) {
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
   * @param arguments the first ones; those of the script follow
   */
  String script(List<String> environment, List<String> arguments) {
    List<String> command = new ArrayList<>(options);
    command.addAll(List.of("-cp", absolute(classPath), mainClass));
    command.addAll(arguments);
    StringBuilder script = new StringBuilder("#!/bin/sh\n");
    environment.forEach(variable -> script.append("export ").append(quoted(variable)).append('\n'));
    script.append("java=").append(quoted(java.toString())).append('\n');
    script.append("[ -x \"$java\" ] || java=${JAVA_HOME:+$JAVA_HOME/bin/}java\n");
    script.append("exec \"$java\"");
    command.forEach(word -> script.append(" \\\n  ").append(quoted(word)));
    return script.append(" \\\n  \"$@\" \"$SLURM_ARRAY_TASK_ID\"\n").toString();
  }

  private static String absolute(String classPath) {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
