package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.function.Executable;
import org.polyphony.input.InvalidInputException;

/** A folder of config files written by a test. */
record ConfigFolder(Path folder) {
  Path write(String name, String... lines) {
    try {
      return Files.writeString(folder.resolve(name), String.join("\n", lines));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  LoadedExperiment experiment(String json, String... sets) {
    return ExperimentLoader.load(write("x.json", json), List.of(sets));
  }

  /** Returns the message of the error, without the folder's own path. */
  String error(Executable load) {
    String message = assertThrows(InvalidInputException.class, load).getMessage();
    return message.replace(folder + "/", "").replace(folder.toString(), "FOLDER");
  }

  String errorOf(String json, String... sets) {
    return error(() -> experiment(json, sets));
  }
}
