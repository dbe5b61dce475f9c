package org.polyphony.gpu.testing;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.polyphony.gpu.config.ConstantCacheConfig;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.DispatchConfig;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.InstructionFetchConfig;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.config.SharedMemoryConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.input.Keys;

/**
 * A GTX 980 without pipes, and parts of it, of which a test states the keys that it is about, each
 * before its value; all other keys have the values here, or their defaults.
 */
public final class Devices {
  private static final String GTX980 =
      """
      name test
      sms 16
      coreKhz 1126000
      kernelLaunchLatency 0
      watchdogCycles 100000
      dispatch mostRoom false, perCycle 256
      sm warpSchedulers 4, issueWidth 1, warps 64, threads 2048, threadBlocks 32
      sm registers 65536, registerAllocationUnit 256, sharedMemoryBytes 98304
      sm sharedMemoryPerBlockBytes 49152, sharedMemoryAllocationUnit 256
      sm operandCollectors 0, registerBanks 16, operandReadsPerCycle 1, pipes []
      sm.sharedMemory banks 32, bankBytes 4, latency 24
      l1d cachesGlobalLoads true, bytes 49152, ways 96, lineBytes 128, sectorBytes 32, banks 2
      l1d hitLatency 82, mshrEntries 256, mshrMerges 8, missQueue 16
      l1d writeEvicts true, flushedAtKernelEnd true
      l1i perfect true, bytes 2048, ways 4, lineBytes 128, instructionBytes 8
      l1i fetchesPerCycle 4, mshrEntries 4
      constantCache perfect true, bytes 2048, ways 4, lineBytes 64, hitLatency 26
      constantCache mshrEntries 2, ownPath true
      constantCache.secondLevel bytes 32768, ways 4, lineBytes 256, hitLatency 79
      crossbar flitBytes 40, packetPerCycle true, latency 1, inputBuffer 512, outputBuffer 512
      l2 bytes 2097152, slices 16, ways 16, lineBytes 128, sectorBytes 32, hashedSets true
      l2 latency 120, accessCycles 1, mshrEntries 256, mshrMerges 64, queue 32, missQueue 16
      l2 filledByHostCopies true
      dram channels 4, commandKhz 1752500, bytesPerCommandClock 32, banks 16, bankGroups 4
      dram columnBytes 2048, interleaveBytes 256, hashedChannels true, permuted false
      dram schedulerQueue 64, returnQueue 64, latency 100, rowAndColumnTogether true
      dram.timing nCL 12, nWL 4, nRCD 12, nRAS 28, nRP 12, nRC 40, nRRD 6, nCCD 1, nCCDL 2
      dram.timing nCDLR 5, nWR 12, nRTPL 2
      """;

  private static final GpuConfig BASE = Keys.bind(GpuConfig.class, values());

  private Devices() {}

  private static Map<String, Object> values() {
    Map<String, Object> root = new HashMap<>();
    for (String line : GTX980.lines().toList()) {
      int end = line.indexOf(' ');
      if (end == line.lastIndexOf(' ')) {
        root.put(line.substring(0, end), line.substring(end + 1));
        continue;
      }
      Map<String, Object> part = root;
      for (String key : line.substring(0, end).split("\\.", -1)) {
        part = below(part, key);
      }
      put(part, line.substring(end + 1));
    }
    return root;
  }

  private static void put(Map<String, Object> values, String entries) {
    for (String entry : entries.split(", ", -1)) {
      values.put(entry.split(" ", -1)[0], entry.split(" ", -1)[1]);
    }
  }

  @SuppressWarnings("unchecked") // only maps are put under keys with parts
  private static Map<String, Object> below(Map<String, Object> part, String key) {
    return (Map<String, Object>) part.computeIfAbsent(key, k -> new HashMap<String, Object>());
  }

  /**
   * Returns a record with other values: each after its key, as {@code "timing.nCL", 12}, or several
   * in a text, as {@code "timing.nCL 12, banks 8"}.
   */
  public static <R extends Record> R with(R record, Object... changes) {
    Map<String, Object> byKey = new LinkedHashMap<>();
    for (int i = 0; i < changes.length; i++) {
      String key = (String) changes[i];
      if (key.contains(" ")) {
        put(byKey, key);
      } else {
        byKey.put(key, changes[++i]);
      }
    }
    return Keys.with(record, byKey);
  }

  public static GpuConfig gpu(Object... changes) {
    return with(BASE, changes);
  }

  public static DispatchConfig dispatch(Object... changes) {
    return with(BASE.dispatch(), changes);
  }

  public static SmConfig sm(Object... changes) {
    return with(BASE.sm(), changes);
  }

  public static SharedMemoryConfig sharedMemory(Object... changes) {
    return with(BASE.sm().sharedMemory(), changes);
  }

  public static L1dConfig l1d(Object... changes) {
    return with(BASE.l1d(), changes);
  }

  public static InstructionFetchConfig l1i(Object... changes) {
    return with(BASE.l1i(), changes);
  }

  public static ConstantCacheConfig constantCache(Object... changes) {
    return with(BASE.constantCache(), changes);
  }

  public static ConstantCacheConfig.SecondLevel secondLevel(Object... changes) {
    return with(BASE.constantCache().secondLevel(), changes);
  }

  public static CrossbarConfig crossbar(Object... changes) {
    return with(BASE.crossbar(), changes);
  }

  public static L2Config l2(Object... changes) {
    return with(BASE.l2(), changes);
  }

  public static DramConfig dram(Object... changes) {
    return with(BASE.dram(), changes);
  }

  public static DramConfig.Timing timing(Object... changes) {
    return with(BASE.dram().timing(), changes);
  }
}
