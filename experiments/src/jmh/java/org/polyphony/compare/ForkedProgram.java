package org.polyphony.compare;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A build in a JVM of its own, for another JDK than that of this process: {@link Worker} holds it
 * there, warm from one command to the next. A request and its answer are a line of JSON each.
 */
final class ForkedProgram implements Program {
  private static final JsonMapper MAPPER = new JsonMapper();
  private final Process process;
  private final PrintStream requests;
  private final BufferedReader answers;

  /**
   * Starts the JVM, with the options of this one.
   *
   * @param java a JDK's folder or its {@code java}
   * @param jar as for {@link LoadedProgram}
   * @param cache as for {@link LoadedProgram}
   */
  ForkedProgram(Path java, Path jar, Path cache) {
    Path executable = Files.isDirectory(java) ? java.resolve("bin").resolve("java") : java;
    List<String> command = new ArrayList<>();
    command.add(executable.toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("--enable-native-access=ALL-UNNAMED"); // as the manifest of the jar has it
    command.add("-D" + CompareBuilds.HOME + "=" + System.getProperty(CompareBuilds.HOME));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
    command.addAll(List.of(jar.toString(), cache.toString()));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  @Override
  public Exit run(List<String> arguments) {
    try {
      requests.println(MAPPER.writeValueAsString(arguments));
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException("the JVM of a build has ended: " + process.info());
      }
      return MAPPER.readValue(answer, Exit.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    requests.close(); // the end of its input ends the JVM
  }
}
