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
import org.polyphony.input.InputFile;

/** What a file that users give to a command holds, as far as its keys or its name tell. */
public enum FileKind {
  /** Runs, what is read from them and what is claimed. */
  STUDY("a study", "study"),
  /** Runs over axes. */
  SWEEP("a sweep", "sweep"),
  /** Workloads on a GPU. */
  EXPERIMENT("an experiment", "run"),
  /** Jobs on nodes with GPUs. */
  HOST("a host experiment", "host"),
  /** A benchmark in the kernel-model language. */
  MODEL("a kernel model", "describe"),
  /** What a job of a host experiment does. */
  APPLICATION("a host application", "describe"),
  /** Nodes of GPUs for host experiments. */
  MACHINE("a machine", "describe"),
  /** A device, complete or as a change of another. */
  GPU("a GPU", "describe"),
  /** SASS traces: a list of kernels or the trace of one. */
  TRACE("a trace", "trace info"),
  /** Jobs as a CSV file. */
  JOB_STREAM("a job stream", "describe");

  private static final String TRACE_NAMES = ".*\\.(g|traceg|tracez|ptrace|xz|gz)";
  private static final String ARRIVAL = "arrival_s"; // a column that only job streams have

  private final String words;
  private final String command;

  FileKind(String words, String command) {
    this.words = words;
    this.command = command;
  }

  /** Returns keys of which one is enough to tell it from the kinds below. */
  private List<String> marks() {
    return switch (this) {
      case STUDY -> List.of("runs");
      case SWEEP -> List.of("axes", "base");
      case EXPERIMENT -> List.of("workloads");
      case HOST -> List.of("machine", "schedulers", "jobs", "jobStream");
      case MODEL -> List.of("kernels", "launches");
      case APPLICATION -> List.of("phases", "calls");
      case MACHINE -> List.of("pcie", "gpus");
      case GPU -> List.of("sm", "sms", "coreKhz", "extends", "l2", "dram");
      case TRACE, JOB_STREAM -> List.of();
    };
  }

  public String words() {
    return words;
  }

  public String command() {
    return command;
  }

  public boolean isRun() {
    return List.of(EXPERIMENT, SWEEP, HOST).contains(this);
  }

  /**
   * Returns the kind of a file; empty where there is no file and when neither keys nor name tell.
   *
   * @param file any path
   * @throws org.polyphony.input.InvalidInputException when it is named as JSON and cannot be read
   *     as that
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
    return name.endsWith(".json") ? ofKeys(JsonFile.read(file).root()) : Optional.empty();
  }

  private static Optional<FileKind> ofKeys(JsonNode root) {
    return Arrays.stream(values())
        .filter(kind -> kind.marks().stream().anyMatch(root::has))
        .findFirst();
  }

  private static String firstLine(Path file) {
    try (BufferedReader reader = InputFile.reader(file)) {
      return reader.lines().findFirst().orElse("");
    } catch (IOException | UncheckedIOException e) {
      return ""; // whoever reads it says why it cannot be read
    }
  }
}
