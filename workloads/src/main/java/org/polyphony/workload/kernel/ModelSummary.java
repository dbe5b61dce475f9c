package org.polyphony.workload.kernel;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * What a list says of a bundled model: the texts at the top of its file, read without the rest.
 *
 * @param about what it models, at which input, what it leaves out
 * @param suite the benchmark suite; empty when there is none
 * @param type COM or MEM, as in Table 3 of GPU Maestro
 */
public record ModelSummary(String about, String suite, String type) {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

  static ModelSummary read(String text) throws IOException {
    Map<String, String> texts = new HashMap<>();
    try (JsonParser parser = JSON.createParser(text)) {
      parser.nextToken();
      while (texts.size() < 3 && parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        parser.nextToken();
        if (key.equals("about") || key.equals("suite") || key.equals("type")) {
          texts.put(key, parser.getText());
        }
        parser.skipChildren();
      }
    }
    return new ModelSummary(
        texts.getOrDefault("about", ""),
        texts.getOrDefault("suite", ""),
        texts.getOrDefault("type", ModelReader.DEFAULT_TYPE));
  }
}
