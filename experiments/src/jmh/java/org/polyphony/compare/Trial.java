package org.polyphony.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.results.store.Json;

/**
 * An experiment that both builds run.
 *
 * @param id names its file and its results
 * @param config the experiment
 * @param options those of {@code polyphony run}
 */
record Trial(String id, ObjectNode config, List<String> options) {
  private static final String LIST = "kernelslist.g";
  private static final List<String> GPUS = List.of("gtx980-reference", "gtx980", "hopper-h200");

  /**
   * Returns every SASS trace below a folder, by name, alone on the devices that measurements are
   * compared on and on {@code gtx980}.
   *
   * @param folder where traces lie
   * @param instructionBudget thread instructions of each run at most
   */
  static List<Trial> ofTraces(Path folder, long instructionBudget) {
    Path root = folder.toAbsolutePath().normalize();
    List<Trial> trials = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path list : files.filter(file -> file.endsWith(LIST)).sorted().toList()) {
        Path name = root.getParent().relativize(list.getParent());
        for (String gpu : GPUS) {
          ObjectNode config = Json.object().put("gpu", gpu);
          config.putArray("workloads").addObject().put("trace", list.toString());
          config.put("instructionBudget", instructionBudget);
          String id = name.toString().replace('/', '-') + "-" + gpu;
          trials.add(new Trial(id, config, List.of()));
        }
      }
      return trials;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes the experiment, so that a user can run it again.
   *
   * @param folder where to
   * @return its file
   */
  Path writeTo(Path folder) {
    Path file = folder.resolve(id + ".json");
    String command = "./polyphony run " + file + " " + String.join(" ", options);
    try {
      return Files.writeString(file, "// " + command.strip() + "\n" + Json.text(config));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the arguments of {@code polyphony} that run a file of it. */
  List<String> command(Path file, Path out) {
    List<String> arguments =
        new ArrayList<>(List.of("run", file.toString(), "--quiet", "--out", out.toString()));
    arguments.addAll(options);
    return arguments;
  }
}
