package org.polyphony.compare;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One build of Polyphony, driven through its command line in a JVM of its own, which stays warm
 * from one command to the next. {@link #main} is the other end.
 */
final class Build implements AutoCloseable {
  private static final int CRASHED = -1; // exit code where no exception may escape
  private static final int MOST_CHARACTERS = 10_000; // of a message; writeUTF takes 65,535 bytes

  /**
   * The end of a command.
   *
   * @param code its exit code
   * @param message standard output after 0, standard error after all else
   */
  record Exit(int code, String message) {}

  private final Process process;
  private final DataOutputStream requests;
  private final DataInputStream answers;

  /**
   * Starts the JVM, with the options of this one.
   *
   * @param java a JDK's folder or its {@code java}
   * @param jar of the build, its libraries where its manifest says
   * @param home folder of configs, models and samples
   * @param cache folder of its alone runs and packed traces; no other build may use it
   */
  Build(Path java, Path jar, Path home, Path cache) {
    Path executable = Files.isDirectory(java) ? java.resolve("bin").resolve("java") : java;
    List<String> command = new ArrayList<>();
    command.add(executable.toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("--enable-native-access=ALL-UNNAMED"); // as the manifest of the jar has it
    command.add("-Dpolyphony.home=" + home);
    command.addAll(List.of("-cp", jar + File.pathSeparator + ownClasses(), Build.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("POLYPHONY_CACHE", cache.toString());
    try {
      process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    requests = new DataOutputStream(process.getOutputStream());
    answers = new DataInputStream(process.getInputStream());
  }

  private static Path ownClasses() {
    try {
      return Path.of(Build.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs a command to its end.
   *
   * @param arguments those after {@code polyphony}
   */
  Exit run(List<String> arguments) {
    try {
      requests.writeInt(arguments.size());
      for (String argument : arguments) {
        requests.writeUTF(argument);
      }
      requests.flush();
      return new Exit(answers.readInt(), answers.readUTF());
    } catch (IOException e) {
      throw new UncheckedIOException("the JVM of a build has ended: " + process.info(), e);
    }
  }

  /** Ends the JVM by the end of its input. */
  @Override
  public void close() {
    try {
      requests.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs the commands that arrive on standard input until none follows.
   *
   * @param args none
   * @throws IOException when the process that asks has gone
   */
  public static void main(String[] args) throws IOException {
    DataOutputStream answers = new DataOutputStream(System.out);
    System.setOut(System.err); // what a build prints is no answer
    DataInputStream requests = new DataInputStream(System.in);
    try {
      while (true) {
        String[] arguments = new String[requests.readInt()];
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = requests.readUTF();
        }
        Exit exit = execute(arguments);
        answers.writeInt(exit.code());
        String message = exit.message();
        int from = Math.max(0, message.length() - MOST_CHARACTERS);
        answers.writeUTF(message.substring(from));
        answers.flush();
      }
    } catch (EOFException e) {
      return; // no further command
    }
  }

  private static Exit execute(String[] arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    try {
      Method commands = Class.forName("org.polyphony.cli.Main").getDeclaredMethod("commandLine");
      commands.setAccessible(true);
      Object commandLine = commands.invoke(null);
      Class<?> type = commandLine.getClass();
      type.getMethod("setOut", PrintWriter.class).invoke(commandLine, new PrintWriter(out));
      type.getMethod("setErr", PrintWriter.class).invoke(commandLine, new PrintWriter(err));
      Method execute = type.getMethod("execute", String[].class);
      int code = (int) execute.invoke(commandLine, (Object) arguments);
      return new Exit(code, (code == 0 ? out : err).toString().strip());
    } catch (InvocationTargetException e) {
      return new Exit(CRASHED, String.valueOf(e.getCause()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this is no jar of Polyphony", e);
    }
  }
}
