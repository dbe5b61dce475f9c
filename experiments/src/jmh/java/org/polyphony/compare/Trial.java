package org.polyphony.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.store.Json;

/**
 * An experiment that both builds run.
 *
 * @param id names its file and its results
 * @param config the experiment
 * @param options those of {@code polyphony run}
 * @param uses what it runs of the simulator
 */
record Trial(String id, ObjectNode config, List<String> options, List<Coverage.Use> uses) {
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
