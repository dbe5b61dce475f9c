package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Map;

/** The results of a pair with one seed. */
public record PairRepeat(long seed, Map<Variant, JsonNode> summaries) {
  /** Returns the summary of a variant; an empty one if it has not finished. */
  public JsonNode summary(Variant variant) {
    return summaries.getOrDefault(variant, MissingNode.getInstance());
  }
}
