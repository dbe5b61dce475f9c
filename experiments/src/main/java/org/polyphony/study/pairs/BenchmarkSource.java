package org.polyphony.study.pairs;

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

  /** Returns traces, each repeated until its instruction budget is used up. */
  static BenchmarkSource traces(Map<String, Path> folders) {
    int often = 1_000; // makes the shortest known trace last 48 million cycles
    return name ->
        Json.object()
            .put("trace", folders.get(name).resolve("kernelslist.g").toString())
            .put("name", name)
            .put("repeat", often);
  }
}
