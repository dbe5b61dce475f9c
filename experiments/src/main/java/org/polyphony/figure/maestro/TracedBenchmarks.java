package org.polyphony.figure.maestro;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.polyphony.figure.TraceFolders;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.kernel.BundledModels;

/** Which benchmark of GPU Maestro's Table 3 a folder of a trace is. */
final class TracedBenchmarks {
  private static final Map<String, String> PROGRAMS =
      Map.ofEntries(
          Map.entry("b+tree", "BT"),
          Map.entry("backprop", "BP"),
          Map.entry("fastwalshtransform", "FWT"),
          Map.entry("fdtd3d", "FDTD"),
          Map.entry("blackscholes", "BS"),
          Map.entry("heartwall", "HW"),
          Map.entry("hotspot", "HS"),
          Map.entry("kmeans", "KM"),
          Map.entry("lavamd", "LMD"),
          Map.entry("leukocyte", "LC"),
          Map.entry("mri-q", "MRIQ"),
          Map.entry("mummergpu", "MUM"),
          Map.entry("srad_v2", "SRAD"),
          Map.entry("stencil", "ST"),
          Map.entry("streamcluster", "SC"));

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
              String name = PROGRAMS.getOrDefault(lower, lower.toUpperCase(Locale.ROOT));
              if (BundledModels.names().contains(name)) {
                traces.put(name, trace);
              }
            });
    if (traces.size() < 2) {
      throw new InvalidInputException(
          "--traces: found traces of "
              + traces.keySet()
              + " in "
              + folder
              + ", allowed: a folder with two or more of "
              + String.join(", ", new TreeMap<>(PROGRAMS).keySet())
              + ", or named as the benchmark, as bfs");
    }
    return traces;
  }
}
