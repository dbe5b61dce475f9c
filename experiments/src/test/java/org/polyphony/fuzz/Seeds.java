package org.polyphony.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.polyphony.input.Home;

/** Whole files that mutants are made of: small ones of this package, and those that are bundled. */
final class Seeds {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(JsonFactory.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build());

  private static final JsonNode DICTIONARY = parsedDictionary();

  private Seeds() {}

  private static JsonNode parsedDictionary() {
    try {
      return json("dictionary.json");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the values of a kind in {@code dictionary.json}: at the edges of what formats hold. */
  static <T> List<T> dictionary(String kind, Function<JsonNode, T> as) {
    return StreamSupport.stream(DICTIONARY.required(kind).spliterator(), false).map(as).toList();
  }

  static List<String> words(String kind) {
    return dictionary(kind, JsonNode::asText);
  }

  /** Copies a folder and all in it. */
  static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  /** Returns the files in a folder and below it, without links, by name. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  /** Returns a file of this package. */
  static String text(String name) throws IOException {
    try (InputStream in = Seeds.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static JsonNode json(String name) throws IOException {
    return MAPPER.readTree(text(name));
  }

  static JsonNode json(Path file) throws IOException {
    return MAPPER.readTree(Files.readString(file));
  }

  /** Returns the JSON files of a folder of the project, by name. */
  static List<Path> bundled(String... folders) throws IOException {
    List<Path> found = new ArrayList<>();
    for (String folder : folders) {
      try (Stream<Path> files = Files.list(Home.find().resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".json")).sorted().forEach(found::add);
      }
    }
    return found;
  }

  /** Writes files of this package, each under its name. */
  static void copy(Path folder, String... names) throws IOException {
    for (String name : names) {
      write(folder.resolve(name), text(name));
    }
  }

  /** Writes text; a surrogate without its partner becomes a question mark. */
  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
