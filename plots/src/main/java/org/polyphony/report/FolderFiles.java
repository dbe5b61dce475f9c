package org.polyphony.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;

/** Links to the files of the folder, and the config of a run. */
final class FolderFiles implements Part {
  private static final JsonNode MEANINGS = meanings();

  @Override
  public Optional<Section> section(Source source) {
    Section section = new Section("files", "Files");
    for (String file : source.results().files()) {
      section.link(MEANINGS.path(file).asText("result"), file, source.links().to(file));
    }
    source
        .results()
        .json("config.json")
        .ifPresent(config -> section.code("Config", config.toPrettyString()));
    return section.hasFacts() ? Optional.of(section) : Optional.empty();
  }

  private static JsonNode meanings() {
    try {
      return new JsonMapper().readTree(Report.resource("files.json"));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
