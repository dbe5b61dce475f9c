package org.polyphony.simulation;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.gpu.sm.issue.StallCause;

/** Adds up what the parts of a device have counted. */
final class DeviceCounts {
  private DeviceCounts() {}

  static RunResult.Device of(Gpu gpu) {
    long accesses = 0;
    long hits = 0;
    long[] slots = new long[StallCause.values().length];
    for (int sm = 0; sm < gpu.config().sms(); sm++) {
      SmCounters counters = gpu.smCounters(sm);
      accesses += counters.l1Accesses();
      hits += counters.l1Accesses() - counters.l1Misses();
      for (int cause = 0; cause < slots.length; cause++) {
        slots[cause] += counters.issueSlots().get(cause);
      }
    }
    MemoryCounters memory = gpu.memoryCounters();
    return new RunResult.Device(
        accesses,
        hits,
        memory.l2Accesses(),
        memory.l2Accesses() - memory.l2Misses(),
        memory.dramReadBytes(),
        memory.dramWriteBytes(),
        peakBytes(gpu.config(), gpu.cycle()),
        Arrays.stream(slots).sum(),
        stalls(slots, gpu.config().sm().sharedMemory().ownPath()));
  }

  private static long peakBytes(GpuConfig gpu, long cycles) {
    DramConfig dram = gpu.dram();
    double commandClocks = (double) cycles * dram.commandKhz() / gpu.coreKhz();
    return (long) (commandClocks * dram.bytesPerCommandClock() * dram.channels());
  }

  private static Map<String, Long> stalls(long[] slots, boolean hasSharedPath) {
    Map<String, Long> stalls = new LinkedHashMap<>();
    for (StallCause cause : StallCause.values()) {
      boolean isStall = cause != StallCause.ISSUED;
      if (isStall && (hasSharedPath || cause != StallCause.SHARED_PIPE_BUSY)) {
        stalls.put(camelCase(cause.name()), slots[cause.ordinal()]);
      }
    }
    return stalls;
  }

  /** Returns {@code LOAD_DEPENDENCY} as {@code loadDependency}. */
  private static String camelCase(String constant) {
    StringBuilder name = new StringBuilder();
    for (String word : constant.split("_", -1)) {
      boolean isFirst = name.length() == 0;
      name.append(isFirst ? word.substring(0, 1).toLowerCase(Locale.ROOT) : word.substring(0, 1));
      name.append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
