package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.Home;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;

/**
 * What a file that users give to a command holds, as far as its keys or its name tell; and the
 * files of the kind that are bundled, which commands take by their names without folder and ending.
 */
public enum FileKind {
  /** Runs, what is read from them and what is claimed. */
  STUDY(
      "a study",
      "study",
      "",
      StudyConfig.class,
      "Runs, what is read from them, what is claimed and drawn.",
      "runs"),
  /** Workloads on a GPU. */
  EXPERIMENT(
      "an experiment",
      "run",
      "configs/experiments",
      ExperimentConfig.class,
      "Workloads, the GPU that runs them and the policy that shares it.",
      "workloads"),
  /** Runs over axes. */
  SWEEP(
      "a sweep",
      "sweep",
      "configs/sweeps",
      SweepConfig.class,
      "Runs over axes, the cross product of them.",
      "axes",
      "base"),
  /** Jobs on nodes with GPUs. */
  HOST(
      "a host experiment",
      "host",
      "configs/host",
      HostConfig.class,
      "Jobs, the machine that runs them, and the schedulers to compare.",
      "machine",
      "schedulers",
      "jobs",
      "jobStream"),
  /** A benchmark in the kernel-model language. */
  MODEL("a kernel model", "describe", "", null, "", "kernels", "launches"),
  /** Nodes of GPUs for host experiments. */
  MACHINE(
      "a machine",
      "describe",
      "configs/host/machines",
      MachineConfig.class,
      "Nodes with cores, PCIe links and GPUs.",
      "pcie",
      "gpus"),
  /** What a job of a host experiment does. */
  APPLICATION(
      "a host application",
      "describe",
      "configs/host/applications",
      ApplicationConfig.class,
      "A program on a CPU core, as phases or as CUDA calls.",
      "phases",
      "calls"),
  /** A device, complete or as a change of another. */
  GPU(
      "a GPU",
      "describe",
      "configs/gpus",
      GpuConfig.class,
      "A device: a file of configs/gpus, complete once its extends chain is merged.",
      "sm",
      "sms",
      "coreKhz",
      "extends",
      "l2",
      "dram"),
  /** SASS traces: a list of kernels or the trace of one. */
  TRACE("a trace", "trace info", "", null, ""),
  /** Jobs as a CSV file. */
  JOB_STREAM("a job stream", "describe", "", null, "");

  private static final String TRACE_NAMES = ".*\\.(g|traceg|tracez|ptrace|xz|gz)";
  private static final String ARRIVAL = "arrival_s"; // a column that only job streams have
  private static final String COMMENT = "//";
  private static final String SUFFIX = ".json";

  private final String words;
  private final String command;
  private final String folder;
  private final Class<? extends Record> keys;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> marks;

  /**
   * Makes a kind.
   *
   * @param command that takes it
   * @param folder of bundled files, from that of the project; empty for none
   * @param keys record of its keys; null for none here
   * @param marks keys of which one is enough to tell it from the kinds below
   */
  FileKind(
      String words,
      String command,
      String folder,
      Class<? extends Record> keys,
      String description,
      String... marks) {
    this.words = words;
    this.command = command;
    this.folder = folder;
    this.keys = keys;
    this.description = description;
    this.marks = List.of(marks);
  }

  public String words() {
    return words;
  }

  public String command() {
    return command;
  }

  /** Returns the record of its keys; empty where there is none here. */
  Optional<Class<? extends Record>> keys() {
    return Optional.ofNullable(keys);
  }

  String description() {
    return description;
  }

  public boolean isRun() {
    return List.of(EXPERIMENT, SWEEP, HOST).contains(this);
  }

  /**
   * Returns the kind of a file; empty where there is no file and when neither keys nor name tell.
   *
   * @param file any path
   * @throws InvalidInputException when it is named as JSON and cannot be read as that
   */
  public static Optional<FileKind> of(Path file) {
    String name = String.valueOf(file.getFileName());
    if (Files.isDirectory(file)) {
      boolean isStudy = Files.exists(file.resolve(StudyFile.NAME));
      boolean isTrace = Files.exists(file.resolve("kernelslist.g"));
      return isStudy ? Optional.of(STUDY) : isTrace ? Optional.of(TRACE) : Optional.empty();
    } else if (name.matches(TRACE_NAMES)) {
      return Optional.of(TRACE);
    } else if (Files.notExists(file)) {
      return Optional.empty();
    } else if (name.endsWith(".csv")) {
      return firstLine(file).contains(ARRIVAL) ? Optional.of(JOB_STREAM) : Optional.empty();
    }
    return name.endsWith(SUFFIX) ? ofKeys(JsonFile.read(file).root()) : Optional.empty();
  }

  private static Optional<FileKind> ofKeys(JsonNode root) {
    return Stream.of(values()).filter(kind -> kind.marks.stream().anyMatch(root::has)).findFirst();
  }

  private static String firstLine(Path file) {
    try (BufferedReader reader = InputFile.reader(file)) {
      return reader.lines().findFirst().orElse("");
    } catch (IOException | UncheckedIOException e) {
      return ""; // whoever reads it says why it cannot be read
    }
  }

  /** Returns the names of bundled files; none of a kind that has none. */
  public List<String> names() {
    Path files = Home.find().resolve(folder);
    if (!Files.isDirectory(files)) {
      throw new InvalidInputException(
          files + ": no such folder; the bundled files are missing from this installation");
    }
    return folder.isEmpty() ? List.of() : namesIn(files);
  }

  /**
   * Returns the names of the JSON files of any folder, without their ending.
   *
   * @throws InvalidInputException if it cannot be read
   */
  public static List<String> namesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new InvalidInputException(folder + ": cannot be read; give a folder of JSON files", e);
    }
  }

  /**
   * Returns where a bundled file lies, from the folder of the project.
   *
   * @param name one of {@link #names}
   */
  public String place(String name) {
    return folder + "/" + name + SUFFIX;
  }

  /**
   * Returns the bundled file of a name.
   *
   * @param name one of {@link #names}
   */
  public Path file(String name) {
    return Home.find().resolve(place(name));
  }

  /** Returns the bundled files of any kind that have a name. */
  public static List<Path> named(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.names().contains(name))
        .map(kind -> kind.file(name))
        .toList();
  }

  /** Returns a bundled file as users write it, from the folder of the project. */
  public static String shown(Path file) {
    return Home.find().relativize(file).toString();
  }

  /**
   * Returns the file that a value names.
   *
   * @param tree what has the value
   * @param path where in it: a bundled name, or a path that ends in .json
   * @param base where a relative path starts
   * @throws InvalidInputException when there is no such file
   */
  Path file(ConfigTree tree, String path, Path base) {
    String name = tree.at(path).asText();
    boolean isPath = name.endsWith(SUFFIX);
    boolean exists = isPath ? Files.exists(base.resolve(name)) : names().contains(name);
    if (!exists) {
      String allowed = NearestName.oneOf(name, names()) + ", or the path of a .json file";
      throw tree.invalid(
          path, JsonPath.describe(tree.at(path)), isPath ? "an existing file" : allowed);
    }
    return isPath ? base.resolve(name) : file(name);
  }

  /**
   * Returns the description of a JSON file: its key {@code about}, else the comment that it begins
   * with, up to how it is run; empty when it has neither.
   *
   * @param file that can be read
   */
  public static String about(Path file) {
    String about = JsonFile.read(file).at("about").asText("");
    return about.isEmpty() ? comment(file) : about;
  }

  private static String comment(Path file) {
    try (BufferedReader reader = InputFile.reader(file)) {
      return reader
          .lines()
          .map(String::strip)
          .dropWhile(line -> line.isEmpty() || line.equals("{"))
          .takeWhile(line -> line.startsWith(COMMENT) && !line.matches("// (Run|Change) .*"))
          .map(line -> line.substring(COMMENT.length()).strip())
          .collect(Collectors.joining(" "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
