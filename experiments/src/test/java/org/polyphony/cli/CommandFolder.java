package org.polyphony.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.polyphony.compare.ResultComparison;
import org.polyphony.input.Home;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.Simulation;
import org.polyphony.workload.trace.BundledTraces;
import org.tukaani.xz.XZInputStream;

/**
 * The folder of one test, with a cache: commands run in it, read its files and write theirs. In the
 * words of a command, {@code ./} begins the path of a file of the folder.
 */
public final class CommandFolder implements BeforeEachCallback, AfterEachCallback {
  private Path folder;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("polyphony-test").toRealPath();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    ResultComparison.delete(folder);
  }

  /**
   * Runs a command on a device that must not be reached.
   *
   * @param words of the command, separated by a space
   * @param more words, which may contain spaces
   */
  CommandRun refused(String words, String... more) {
    return CommandRun.refused(at("cache"), arguments(words, more));
  }

  /** Runs a command on a simulated device. */
  CommandRun simulated(String words, String... more) {
    return on(new GpuSimulation(), words, more);
  }

  /** Runs a command on a device. */
  CommandRun on(Simulation device, String words, String... more) {
    return CommandRun.of(device, at("cache"), arguments(words, more));
  }

  /** Prepares to run a command in a process of its own. */
  ProcessBuilder process(String words, String... more) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Dpolyphony.home=" + Home.find(), "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments(words, more)));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("POLYPHONY_CACHE", at("cache").toString());
    return builder;
  }

  /** Returns the text of the kernel of a bundled trace. */
  static String trace(String sample) throws IOException {
    Path file = BundledTraces.path(sample).resolveSibling("kernel-1.traceg.xz");
    try (InputStream in = new XZInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  /** Returns the words of a command with the paths of the files that they name. */
  String[] arguments(String words, String... more) {
    return Stream.concat(Stream.of(words.strip().split(" +", -1)), Stream.of(more))
        .map(word -> word.startsWith("./") ? at(word.substring(2)).toString() : word)
        .map(word -> word.replace("=./", "=" + folder + "/"))
        .toArray(String[]::new);
  }

  Path at(String name) {
    return folder.resolve(name);
  }

  boolean has(String name) {
    return Files.exists(at(name));
  }

  Path write(String name, String text) throws IOException {
    Files.createDirectories(at(name).getParent());
    return Files.writeString(at(name), text);
  }

  /** Writes JSON that has a quote for each quotation mark. */
  Path json(String name, String text) throws IOException {
    return write(name, text.replace('\'', '"'));
  }

  /** Replaces a part of a file, which must be there. */
  void replace(String name, String part, String by) throws IOException {
    String text = read(name);
    if (!text.contains(part)) {
      throw new IllegalArgumentException(part + " in " + text);
    }
    write(name, text.replace(part, by));
  }

  String read(String name) throws IOException {
    return Files.readString(at(name));
  }

  List<String> lines(String name) throws IOException {
    return Files.readAllLines(at(name));
  }

  JsonNode tree(String name) throws IOException {
    return Json.parse(read(name));
  }
}
