package org.polyphony.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.input.Home;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;

/** Folders of bundled parts of host experiments: a part is named, or given by its path. */
final class HostFolders {
  private static final String SUFFIX = ".json";
  static final String MACHINES = "configs/host/machines";
  static final String APPLICATIONS = "configs/host/applications";

  private HostFolders() {}

  /**
   * Replaces the machine of a host experiment, a name or a path, by the machine itself; leaves one
   * alone that is there already.
   *
   * @param base where a relative path starts
   * @throws InvalidInputException when there is no such machine
   */
  static void expandMachine(ConfigTree experiment, Path base) {
    if (experiment.at("machine").isTextual()) {
      Path file = file(MACHINES, experiment, "machine", base);
      experiment.graft("machine", JsonFile.read(file));
    }
  }

  /**
   * Returns the file of a part.
   *
   * @param folder of bundled parts, from the project's folder
   * @param tree what names the part
   * @param path where in it: a bundled name, or a path that ends in .json
   * @param base where a relative path starts
   * @throws InvalidInputException when there is no part of that name
   */
  static Path file(String folder, ConfigTree tree, String path, Path base) {
    String name = tree.at(path).asText();
    if (name.endsWith(SUFFIX)) {
      return base.resolve(name);
    }
    List<String> names = names(folder);
    if (!names.contains(name)) {
      String allowed = NearestName.oneOf(name, names) + ", or the path of a .json file";
      throw tree.invalid(path, '"' + name + '"', allowed);
    }
    return Home.find().resolve(folder).resolve(name + SUFFIX);
  }

  static List<String> names(String folder) {
    try (Stream<Path> files = Files.list(Home.find().resolve(folder))) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
