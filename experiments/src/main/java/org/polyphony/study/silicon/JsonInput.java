package org.polyphony.study.silicon;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.ParserMessage;
import org.polyphony.input.Violation;

/** A JSON file of external results; errors name file and path. */
record JsonInput(String file, String path, JsonNode node) {
  private static final JsonMapper MAPPER = new JsonMapper();

  static JsonInput read(Path file) {
    try {
      return parse(file.toString(), InputFile.text(file));
    } catch (IOException e) {
      throw new InvalidInputException(file + ": cannot be read; give a JSON file", e);
    }
  }

  /** Reads the file named by the user, or else a resource of the program. */
  static JsonInput of(Optional<Path> named, String resource) {
    return named.map(JsonInput::read).orElseGet(() -> resource(resource));
  }

  /** Reads a resource of the program. */
  static JsonInput resource(String name) {
    try (InputStream in = JsonInput.class.getResourceAsStream(name)) {
      return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException("the program lacks " + name, e);
    }
  }

  static JsonInput parse(String file, String text) {
    try {
      return new JsonInput(file, "", MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      String line = e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr();
      String reason = ParserMessage.plain(e.getOriginalMessage());
      throw new InvalidInputException(file + line + ": invalid JSON (" + reason + ")", e);
    }
  }

  JsonInput key(String key) {
    return new JsonInput(file, path.isEmpty() ? key : path + "." + key, node.path(key));
  }

  List<String> keys() {
    require(node.isObject(), "an object");
    return node.properties().stream().map(Map.Entry::getKey).toList();
  }

  List<JsonInput> items() {
    require(node.isArray(), "a list");
    List<JsonInput> items = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      items.add(new JsonInput(file, path + "[" + i + "]", node.get(i)));
    }
    return items;
  }

  <T> List<T> items(Function<JsonInput, T> reader) {
    return items().stream().map(reader).toList();
  }

  <T> Map<String, T> values(Function<JsonInput, T> reader) {
    Map<String, T> values = new LinkedHashMap<>();
    keys().forEach(key -> values.put(key, reader.apply(key(key))));
    return values;
  }

  String text(String key) {
    return key(key).text();
  }

  String text() {
    return require(node.isTextual(), "a text").node.asText();
  }

  long wholeNumber(String key) {
    return key(key).wholeNumber();
  }

  long wholeNumber() {
    return require(node.isIntegralNumber(), "a whole number").node.asLong();
  }

  double number(String key) {
    return key(key).number();
  }

  double number() {
    return require(node.isNumber(), "a number").node.asDouble();
  }

  double positive() {
    return require(number() > 0, "a number above 0").number();
  }

  List<JsonInput> two() {
    return require(items().size() == 2, "a list of two").items();
  }

  boolean isText() {
    return node.isTextual();
  }

  boolean isNull() {
    return node.isNull();
  }

  String oneOf(List<String> names) {
    return require(names.contains(text()), "one of " + String.join(", ", names)).text();
  }

  /** Creates the exception for an invalid value. */
  InvalidInputException wrong(String allowed) {
    return wrong(node.isMissingNode() ? "" : node.toString(), allowed);
  }

  /** Creates the exception for an invalid part of a value. */
  InvalidInputException wrong(String found, String allowed) {
    return new Violation(path, found, allowed).errorAt(file);
  }

  private JsonInput require(boolean holds, String allowed) {
    if (!holds) {
      throw wrong(allowed);
    }
    return this;
  }
}
