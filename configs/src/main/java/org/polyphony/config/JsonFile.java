package org.polyphony.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Key;
import org.polyphony.input.ParserMessage;
import org.polyphony.input.Violation;

/** Reads a JSON file with {@code //} comments and notes the line of every value. */
final class JsonFile {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final String SCHEMA = "$schema";
  private static final String FOLDER = "folder";

  private JsonFile() {}

  /**
   * Reads a file.
   *
   * @throws InvalidInputException when it cannot be read, is not JSON, repeats a key or does not
   *     hold an object
   */
  static ConfigTree read(Path path) {
    String file = display(path);
    return parse(file, text(path, file));
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

  /** Removes keys without an effect on the results. */
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

  private static ConfigTree parse(String file, String text) {
    Map<String, String> origins = new HashMap<>();
    try (JsonParser parser = MAPPER.createParser(text)) {
      JsonNode root = MAPPER.readTree(text);
      if (!(root instanceof ObjectNode object)) {
        String found = root.isMissingNode() ? "an empty file" : JsonPath.describe(root);
        throw new Violation("", found, "a JSON object").errorAt(file + ":1");
      }
      while (parser.nextToken() != null) {
        if (!parser.currentToken().isStructEnd()) {
          int line = parser.currentTokenLocation().getLineNr();
          origins.put(path(parser.getParsingContext()), file + ":" + line);
        }
      }
      Map<String, JsonNode> leaves = new LinkedHashMap<>();
      JsonPath.addLeaves(object, "", leaves);
      leaves.forEach((path, leaf) -> JsonPath.requireUsable(leaf, path, origins.get(path)));
      dropSchema(object, origins);
      return new ConfigTree(file, object, origins);
    } catch (JsonProcessingException e) {
      String what = ParserMessage.plain(e.getOriginalMessage());
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new InvalidInputException(file + ":" + line + ": invalid JSON: " + what, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String path(JsonStreamContext context) {
    if (context.inRoot()) {
      return "";
    }
    String parent = path(context.getParent());
    if (context.inArray()) {
      return context.hasCurrentIndex() ? JsonPath.index(parent, context.getCurrentIndex()) : parent;
    }
    return context.hasCurrentName() ? JsonPath.key(parent, context.getCurrentName()) : parent;
  }

  /** The schema that an editor uses is not part of the content. */
  private static void dropSchema(ObjectNode object, Map<String, String> origins) {
    JsonNode schema = object.remove(SCHEMA);
    if (schema != null && !schema.isTextual()) {
      throw new Violation(SCHEMA, JsonPath.describe(schema), "the path or URL of a JSON Schema")
          .errorAt(origins.get(SCHEMA));
    }
  }
}
