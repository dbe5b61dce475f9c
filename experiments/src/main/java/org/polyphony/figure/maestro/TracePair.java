package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.polyphony.figure.ErrorStatistics.Pair;
import org.polyphony.pairs.Variant;

/**
 * Two benchmarks together, as kernel models and as real traces.
 *
 * @param pair the two
 * @param models {@code summary.json} of the models by variant
 * @param traces that of the traces
 */
record TracePair(
    org.polyphony.pairs.Pair pair, Map<Variant, JsonNode> models, Map<Variant, JsonNode> traces) {
  /** Copies the maps. */
  TracePair {
    models = Map.copyOf(models);
    traces = Map.copyOf(traces);
  }

  double ofModels(Variant variant, PairStudy.Metric metric) {
    return metric.of(models.get(variant));
  }

  double ofTraces(Variant variant, PairStudy.Metric metric) {
    return metric.of(traces.get(variant));
  }

  /** Returns the value of the traces, with that of the models to compare with. */
  Pair both(Variant variant, PairStudy.Metric metric) {
    return new Pair(pair.label(), ofTraces(variant, metric), ofModels(variant, metric));
  }
}
