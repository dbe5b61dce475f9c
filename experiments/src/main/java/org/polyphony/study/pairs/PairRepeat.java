package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Map;

/** What a pair gave with one seed. */
public record PairRepeat(long seed, Map<Variant, JsonNode> summaries) {
  /** Returns the summary of a variant; one without any value when it has not ended. */
  public JsonNode summary(Variant variant) {
    return summaries.getOrDefault(variant, MissingNode.getInstance());
  }
}
