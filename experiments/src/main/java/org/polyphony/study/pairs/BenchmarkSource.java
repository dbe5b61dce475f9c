package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Map;
import org.polyphony.store.Json;

/** What runs as a benchmark. */
@FunctionalInterface
public interface BenchmarkSource {
  /** The bundled kernel models. */
  BenchmarkSource BUNDLED = name -> Json.object().put("benchmark", name);

  /** Returns a benchmark as a workload of an experiment. */
  ObjectNode workload(String name);

  /** Returns traces, each from its beginning again until its instruction budget. */
  static BenchmarkSource traces(Map<String, Path> folders) {
    int often = 1_000; // the shortest known trace then lasts 48 million cycles
    return name ->
        Json.object()
            .put("trace", folders.get(name).resolve("kernelslist.g").toString())
            .put("name", name)
            .put("repeat", often);
  }
}
