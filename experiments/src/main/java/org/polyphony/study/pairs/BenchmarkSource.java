package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Map;
import org.polyphony.results.store.Json;

/** The source of benchmarks: kernel models or traces. */
@FunctionalInterface
public interface BenchmarkSource {
  /** The bundled kernel models. */
  BenchmarkSource BUNDLED = name -> Json.object().put("benchmark", name);

  /** Returns a benchmark as a workload entry of an experiment. */
  ObjectNode workload(String name);

  /** Makes the shortest known trace last 48 million cycles. */
  int OFTEN = 1_000;

  /** Returns the benchmarks started again whenever they end, until their budget is used up. */
  default BenchmarkSource repeated() {
    return name -> workload(name).put("repeat", OFTEN);
  }

  /** Returns traces. */
  static BenchmarkSource traces(Map<String, Path> folders) {
    return name ->
        Json.object()
            .put("trace", folders.get(name).resolve("kernelslist.g").toString())
            .put("name", name);
  }

  /**
   * Returns the bundled kernel models with other inputs.
   *
   * @param inputs parameters by benchmark; the others have the inputs that they are bundled with
   */
  static BenchmarkSource models(JsonNode inputs) {
    return name -> {
      ObjectNode workload = BUNDLED.workload(name);
      return inputs.has(name) ? workload.set("parameters", inputs.get(name)) : workload;
    };
  }
}
