package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.function.Executable;
import org.polyphony.input.InvalidInputException;

/** A folder of config files written by a test; in their JSON a quote is a quotation mark. */
final class ConfigFolder implements BeforeEachCallback, AfterEachCallback {
  private Path folder;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("polyphony-configs").toRealPath();
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  Path at(String name) {
    return folder.resolve(name);
  }

  Path text(String name, String text) {
    try {
      Files.createDirectories(at(name).getParent());
      return Files.writeString(at(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path write(String name, String json) {
    return text(name, json.replace('\'', '"'));
  }

  LoadedExperiment experiment(String json, String... sets) {
    return ExperimentLoader.load(write("x.json", json), List.of(sets));
  }

  ExperimentConfig config(String json, String... sets) {
    return experiment(json, sets).config();
  }

  HostExperiment host(String json, String... sets) {
    return HostExperimentLoader.load(write("host.json", json), List.of(sets));
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
