package org.polyphony.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Key;
import org.polyphony.input.ParserMessage;
import org.polyphony.input.Violation;

/** Reads a JSON file with {@code //} comments and notes the line of every value. */
final class JsonFile {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();
  private static final ObjectMapper MAPPER = new ObjectMapper(FACTORY);
  private static final String SCHEMA = "$schema";
  private static final String FOLDER = "folder";

  private final String file;
  private final Map<String, String> origins = new HashMap<>();

  private JsonFile(String file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws InvalidInputException when it cannot be read, is not JSON, repeats a key or does not
   *     hold an object
   */
  static ConfigTree read(Path path) {
    String file = display(path);
    return new JsonFile(file).parse(text(path, file));
  }

  /**
   * Returns where relative paths in a file start: in the folder that it names, else in its own.
   *
   * @param tree what the file holds
   */
  static Path folder(ConfigTree tree, Path file) {
    Path own = file.toAbsolutePath().normalize().getParent();
    return own.resolve(tree.at(FOLDER).asText()).normalize();
  }

  /**
   * Returns what a file holds so that another one, in any folder, means the same by it.
   *
   * @param name that results call it
   * @param folder where relative paths start
   */
  static ObjectNode movable(ObjectNode content, String name, Path folder) {
    ObjectNode moved = MAPPER.createObjectNode();
    if (name.matches(Key.FOLDER_NAME)) {
      moved.put("name", name);
    }
    moved.setAll(content.deepCopy());
    return moved.put(FOLDER, folder.toAbsolutePath().toString());
  }

  /** Removes the keys of a file that say nothing of what it makes. */
  static ObjectNode withoutPlace(ObjectNode content) {
    return content.deepCopy().remove(List.of("name", FOLDER));
  }

  /** Returns the path as the user reads it: from the working folder where it lies below. */
  static String display(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return (path.isAbsolute() && path.startsWith(here) ? here.relativize(path) : path).toString();
  }

  private static String text(Path path, String file) {
    try {
      return InputFile.text(path);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(file + ": no such file; give the path of a JSON file", e);
    } catch (CharacterCodingException e) {
      throw new InvalidInputException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      String found = Files.isDirectory(path) ? "a folder" : "a file that cannot be read";
      throw new InvalidInputException(file + ": found " + found + ", allowed: a JSON file", e);
    }
  }

  private ConfigTree parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.setCodec(MAPPER);
      if (parser.nextToken() == null) {
        throw wrong(1, "", "an empty file", "a JSON object");
      }
      JsonNode root = value(parser, "");
      if (!(root instanceof ObjectNode object)) {
        throw wrong(1, "", JsonPath.describe(root), "a JSON object");
      }
      if (parser.nextToken() != null) {
        throw wrong(line(parser), "", "text after the end of the object", "only comments after it");
      }
      dropSchema(object);
      return new ConfigTree(file, object, origins);
    } catch (JsonProcessingException e) {
      String what = ParserMessage.plain(e.getOriginalMessage());
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new InvalidInputException(file + ":" + line + ": invalid JSON: " + what, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What an editor completes keys from says nothing of what the file holds. */
  private void dropSchema(ObjectNode object) {
    JsonNode schema = object.remove(SCHEMA);
    if (schema != null && !schema.isTextual()) {
      Violation wrong =
          new Violation(SCHEMA, JsonPath.describe(schema), "the path or URL of a JSON Schema");
      throw wrong.errorAt(origins.get(SCHEMA));
    }
    origins.remove(SCHEMA);
  }

  private JsonNode value(JsonParser parser, String path) throws IOException {
    origins.put(path, file + ":" + line(parser));
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, path);
      case START_ARRAY -> array(parser, path);
      default -> scalar(parser, path);
    };
  }

  private JsonNode scalar(JsonParser parser, String path) throws IOException {
    JsonNode scalar = parser.readValueAsTree();
    JsonPath.requireUsable(scalar, path, origins.get(path));
    return scalar;
  }

  private ObjectNode object(JsonParser parser, String path) throws IOException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      String at = JsonPath.key(path, key);
      if (object.has(key)) {
        throw wrong(line(parser), at, "a duplicate key", "each key once");
      }
      parser.nextToken();
      object.set(key, value(parser, at));
    }
    return object;
  }

  private ArrayNode array(JsonParser parser, String path) throws IOException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, JsonPath.index(path, array.size())));
    }
    return array;
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  private InvalidInputException wrong(int line, String path, String found, String allowed) {
    return new Violation(path, found, allowed).errorAt(file + ":" + line);
  }
}
