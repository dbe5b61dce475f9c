package org.polyphony.fuzz;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.cli.CommandRun;
import org.polyphony.compare.Choices;
import org.polyphony.compare.ResultComparison;

/**
 * A cache that was damaged after it had been filled: each run gives what it gave with a whole one.
 * The cache is filled once, beside the folders of the cases.
 */
@Immutable
final class CacheSubject implements Subject {
  private static final String EXPERIMENT =
      "{\"gpu\": {\"extends\": \"gtx980\", \"sms\": 2}, \"instructionBudget\": 5000, \"workloads\":"
          + " [{\"trace\": \"t/kernel-1.traceg\"}, {\"model\": \"model.json\"}]}";

  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    Path whole = whole(folder);
    if (!Files.exists(whole)) {
      fill(whole);
    }
    Path cache = folder.resolve("cache");
    Seeds.copyTree(whole.resolve("cache"), cache);
    for (int i = choices.of(1, 1, 2, 4); i > 0 && Files.isDirectory(cache); i--) {
      damage(cache, choices);
    }
    return arguments(whole, choices.of("run", "run", "host"));
  }

  @Override
  public Optional<Path> expected(Path folder, String command) {
    return Optional.of(whole(folder).resolve(command));
  }

  private static Path whole(Path folder) {
    return folder.resolveSibling("whole-cache");
  }

  private static List<String> arguments(Path whole, String command) {
    String file = whole.resolve(command.equals("run") ? "e.json" : "co-run.json").toString();
    return command.equals("run")
        ? List.of(command, file, "--quiet")
        : List.of(command, file, "--quiet", "--set", "machine.gpus[0].device=rate");
  }

  private static void fill(Path whole) throws IOException {
    Seeds.copy(whole, "model.json", "cycles.json", "co-run.json");
    Seeds.write(whole.resolve("e.json"), EXPERIMENT);
    Seeds.write(
        whole.resolve("t").resolve("kernel-1.traceg"), SketchedTrace.random(new Choices(1)).text());
    for (String command : List.of("run", "host")) {
      Stream<String> out = Stream.of("--out", whole.resolve(command).toString());
      String[] arguments =
          Stream.concat(arguments(whole, command).stream(), out).toArray(String[]::new);
      CommandRun run = CommandRun.of(new ShortDevice(), whole.resolve("cache"), arguments);
      if (run.exitCode() != 0) {
        throw new IllegalStateException(run.err());
      }
    }
  }

  private static void damage(Path cache, Choices choices) throws IOException {
    List<Path> files = Seeds.files(cache);
    if (files.isEmpty()) {
      return; // folders stand in their places
    }
    Path file = choices.of(files);
    switch (choices.between(0, 9)) {
      case 0, 1, 2 -> Files.write(file, new ByteMutator(choices).mutant(Files.readAllBytes(file)));
      case 3, 4, 5 -> Seeds.write(file, new TextMutator(choices).mutant(latin(file)));
      case 6 -> Files.copy(choices.of(files), file, StandardCopyOption.REPLACE_EXISTING);
      case 7 -> {
        Files.delete(file);
        Files.createDirectory(file);
      }
      case 8 -> replaceByFile(file.getParent());
      default -> replaceByFile(cache);
    }
  }

  private static String latin(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }

  private static void replaceByFile(Path folder) throws IOException {
    ResultComparison.delete(folder);
    Files.createFile(folder);
  }
}
