package org.polyphony.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Units of the numbers of {@code summary.json}, as {@code METRICS.md} has them. */
final class MetricUnit {
  /** By how a path ends; the first that fits. */
  private static final Map<String, String> UNITS = units();

  private MetricUnit() {}

  private static Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put("stalls\\.\\w+", "issue slots");
    units.put("preemptions\\.\\w+", "thread blocks");
    units.put("preemptionCycles\\.\\w+", "core cycles");
    units.put("smCycles", "1");
    units.put("meanCycles|cycles", "core cycles");
    units.put("meanMillis", "ms");
    units.put("warpInstructions|flushedInstructions", "warp instructions");
    units.put("threadInstructions", "thread instructions");
    units.put("ipc|ipcAlone", "thread instructions / cycle");
    units.put("launches", "kernel launches");
    units.put("restarts", "rounds");
    units.put("dramBytes", "bytes");
    units.put("periods", "number");
    return units;
  }

  /** Returns the unit of a path; 1 for ratios and shares. */
  static String of(String path) {
    return UNITS.entrySet().stream()
        .filter(unit -> path.matches("(.*[.: ])?(" + unit.getKey() + ")"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("1");
  }
}
