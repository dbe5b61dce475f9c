package org.polyphony.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;

/** A {@code summary.json} without the machine that it was made on and the build that made it. */
final class SummaryText {
  private static final Set<String> NOT_OF_THE_CONFIG = Set.of("host", "provenance");
  private static final JsonFactory JSON = new JsonFactory();

  private SummaryText() {}

  /**
   * Returns a summary without the values of these two keys, all other bytes as they are.
   *
   * @param summary a JSON object
   * @throws IOException when it is none
   */
  static String ofConfigAlone(String summary) throws IOException {
    StringBuilder kept = new StringBuilder();
    int keptUntil = 0;
    try (JsonParser parser = JSON.createParser(summary)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isCut = NOT_OF_THE_CONFIG.contains(parser.currentName());
        parser.nextToken();
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        if (isCut) {
          kept.append(summary, keptUntil, start).append("null");
          keptUntil = (int) parser.currentLocation().getCharOffset();
        }
      }
    }
    return kept.append(summary, keptUntil, summary.length()).toString();
  }
}
