package org.polyphony.results.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Results as JSON whose bytes depend on their values alone: keys in the order in which they were
 * put, numbers with six significant digits, two blanks of indentation, line feeds.
 */
public final class Json {
  private static final int SIGNIFICANT_DIGITS = 6;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build()
          .writer(prettyPrinter());

  private static final ObjectWriter LINE_WRITER =
      JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build().writer();

  private static final JsonMapper VALUES = new JsonMapper();
  private static final ObjectReader READER =
      new JsonMapper()
          .readerFor(JsonNode.class)
          .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES); // 10.0 is not 1E+1

  private Json() {}

  private static DefaultPrettyPrinter prettyPrinter() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
        .withObjectIndenter(indenter)
        .withArrayIndenter(indenter);
  }

  /** Returns a value of plain Java types (numbers, strings, flags, lists and maps) as JSON. */
  public static JsonNode tree(Object value) {
    return VALUES.valueToTree(value);
  }

  /**
   * Returns the object that a {@linkplain #tree(Object) tree} stands for.
   *
   * @throws IllegalArgumentException if it stands for none of this type
   */
  public static <T> T value(JsonNode tree, Class<T> type) {
    return VALUES.convertValue(tree, type);
  }

  /** Returns an empty object. */
  public static ObjectNode object() {
    return NODES.objectNode();
  }

  /**
   * Returns a measured value as it is written: six significant digits, at least one decimal.
   *
   * @param value any; one that is not finite (a ratio over nothing) gives null
   */
  public static JsonNode number(double value) {
    return Double.isFinite(value) ? NODES.numberNode(rounded(value)) : NullNode.getInstance();
  }

  /**
   * Returns a measured value with six significant digits and at least one decimal.
   *
   * @param value a finite number
   */
  public static BigDecimal rounded(double value) {
    BigDecimal shortest =
        new BigDecimal(value).round(new MathContext(SIGNIFICANT_DIGITS)).stripTrailingZeros();
    return shortest.scale() < 1 ? shortest.setScale(1) : shortest;
  }

  /**
   * Returns a value as a CSV field: as {@link #number}, empty when it is not finite.
   *
   * @param value any
   */
  public static String field(double value) {
    return Double.isFinite(value) ? rounded(value).toPlainString() : "";
  }

  /** Returns a value as people read it: a text as it is, all else as JSON without quotes. */
  public static String plain(JsonNode value) {
    return value.isTextual() ? value.asText() : value.toString().replace("\"", "");
  }

  /**
   * Returns the text of a tree on one line, without a line feed.
   *
   * @param tree any
   */
  public static String line(JsonNode tree) {
    try {
      return LINE_WRITER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the text of a tree, a line feed at its end.
   *
   * @param tree any
   */
  public static String text(JsonNode tree) {
    try {
      return WRITER.writeValueAsString(tree) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns a tree whose numbers are written again as they stand in its text.
   *
   * @param text all of one value
   * @throws JsonProcessingException when it is not JSON
   */
  public static JsonNode parse(String text) throws JsonProcessingException {
    return READER.readTree(text);
  }
}
