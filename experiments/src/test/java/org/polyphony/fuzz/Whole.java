package org.polyphony.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.cli.CommandRun;
import org.polyphony.compare.Choices;

/**
 * Inputs, results and a cache that are whole. They are made once, beside the folders of the cases,
 * which damage copies of them.
 *
 * @param folder has the inputs, the results of each command under its name, and {@code cache}
 */
record Whole(Path folder) {
  /** Name of the results of a run with two seeds and with charts. */
  static final String DRAWN = "drawn";

  private static final String EXPERIMENT =
      "{\"gpu\": {\"extends\": \"gtx980\", \"sms\": 2}, \"instructionBudget\": 5000, \"workloads\":"
          + " [{\"trace\": \"t/kernel-1.traceg\"}, {\"model\": \"model.json\", \"arrivals\":"
          + " {\"times\": [0, 5], \"count\": 2}}]}";
  private static final String SMALL =
      "{\"gpu\": {\"extends\": \"gtx980\", \"sms\": 2}, \"instructionBudget\": 500,"
          + " \"workloads\": [{\"model\": \"MODEL\"}]}";
  private static final String SWEEP = "{\"base\": " + SMALL + ", \"axes\": {\"seed\": [1]}}";
  private static final String STUDY =
      "{\"name\": \"s\", \"about\": \"a\", \"runs\": {\"sweep\": "
          + SWEEP
          + "}, \"tables\": [{\"file\": \"FILE\", \"columns\": [{\"of\": \"stp\"}]}]PAGE}";

  /** Returns what is whole, for a case. */
  static Whole beside(Path folder) throws IOException {
    Whole whole = new Whole(folder.resolveSibling("whole"));
    if (!Files.exists(whole.folder)) {
      whole.fill();
    }
    return whole;
  }

  private void fill() throws IOException {
    Seeds.copy(folder, "model.json", "cycles.json", "co-run.json");
    Seeds.write(folder.resolve("run.json"), EXPERIMENT);
    Seeds.write(
        folder.resolve("t").resolve("kernel-1.traceg"),
        SketchedTrace.random(new Choices(1)).text());
    Seeds.write(folder.resolve("sweep.json"), SWEEP.replace("MODEL", "model.json"));
    Seeds.write(folder.resolve("s").resolve("study.json"), study("t.csv", ""));
    for (String command : List.of("run", "host", "sweep", "study")) {
      make(arguments(command), command);
    }
    make(arguments("run"), DRAWN, "--repeat=2");
    run(folder.resolve("cache"), List.of("plot", results(DRAWN).toString()));
  }

  private void make(List<String> arguments, String name, String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--out", results(name).toString()));
    all.addAll(List.of(more));
    run(folder.resolve("cache"), all);
  }

  /** Runs a command that succeeds. */
  static void run(Path cache, List<String> arguments) {
    CommandRun run = CommandRun.of(new ShortDevice(), cache, arguments.toArray(String[]::new));
    if (run.exitCode() != 0) {
      throw new IllegalStateException(run.err());
    }
  }

  Path results(String command) {
    return folder.resolve(command);
  }

  /** Returns the command that makes the results, without where they go. */
  List<String> arguments(String command) {
    return switch (command) {
      case "host" ->
          List.of(
              command,
              folder.resolve("co-run.json").toString(),
              "--quiet",
              "--set",
              "machine.gpus[0].device=rate");
      case "study" -> List.of(command, folder.resolve("s").toString(), "--quiet");
      case "sweep" -> List.of(command, folder.resolve("sweep.json").toString(), "--quiet");
      default -> List.of(command, folder.resolve("run.json").toString(), "--quiet");
    };
  }

  /**
   * Returns a study of the small experiment.
   *
   * @param file of its table
   * @param page more keys, after a comma
   */
  String study(String file, String page) {
    return STUDY
        .replace("MODEL", folder.resolve("model.json").toString())
        .replace("FILE", file)
        .replace("PAGE", page);
  }
}
