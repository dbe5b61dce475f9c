package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.polyphony.input.InvalidInputException;
import org.polyphony.study.FigureData;
import org.polyphony.study.TraceFolders;
import org.polyphony.workload.kernel.BundledModels;

/** Which benchmark of GPU Maestro's Table 3 a folder of a trace is. */
final class TracedBenchmarks {
  private static final JsonNode PROGRAMS = FigureData.read("traced-programs.json");

  private TracedBenchmarks() {}

  /**
   * Returns the traces of benchmarks below a folder, by the benchmark's name.
   *
   * @throws InvalidInputException when there are fewer than two
   */
  static SortedMap<String, Path> below(Path folder) {
    SortedMap<String, Path> traces = new TreeMap<>();
    TraceFolders.below(folder)
        .forEach(
            (program, trace) -> {
              String lower = program.toLowerCase(Locale.ROOT);
              String name = PROGRAMS.path(lower).asText(lower.toUpperCase(Locale.ROOT));
              if (BundledModels.names().contains(name)) {
                traces.put(name, trace);
              }
            });
    if (traces.size() < 2) {
      throw new InvalidInputException(
          text(
              "--traces: found traces of %s in %s, allowed: a folder with two or more of %s, or named"
                  + " as the benchmark, as bfs",
              traces.keySet(), folder, String.join(", ", (Iterable<String>) PROGRAMS::fieldNames)));
    }
    return traces;
  }
}
