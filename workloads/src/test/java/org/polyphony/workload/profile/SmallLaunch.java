package org.polyphony.workload.profile;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A launch of which tests give the code; its counters are those of one without memory traffic. */
final class SmallLaunch {
  private SmallLaunch() {}

  /** Returns the model of a launch of thread blocks in one dimension. */
  static String model(int threads, int blocks, List<SassLine> code) {
    return model(threads, blocks, code, Map.of());
  }

  /** Returns the model of a launch with some counters. */
  static String model(int threads, int blocks, List<SassLine> code, Map<Counter, Double> counted) {
    Map<Counter, Double> counters = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      counters.put(counter, counter == Counter.REGISTERS ? 32.0 : 0.0);
    }
    counters.putAll(counted);
    int[] block = {threads, 1, 1};
    int[] grid = {blocks, 1, 1};
    KernelProfile launch =
        new KernelProfile("k", "", "raw.csv, line 3", block, grid, counters, List.copyOf(code));
    return ModelImport.model("k", launch, true).json().toString();
  }
}
