package org.polyphony.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * What pairs gave under several variants.
 *
 * @param summaries {@code summary.json} of each run that has ended, by pair, then variant
 * @param failures what went wrong, a line for each run that failed
 */
public record PairResults(Map<Pair, Map<Variant, JsonNode>> summaries, List<String> failures) {}
