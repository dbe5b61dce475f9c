package org.polyphony.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.gpu.part.PartKind;
import org.polyphony.gpu.part.arbitration.Arbiters;
import org.polyphony.gpu.part.dram.DramSchedulers;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.results.store.Json;

/** A bundled device, or one with some of its numbers changed, to extremes as well. */
final class RandomDevice {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String WARPS = "sm.warps";
  private static final String SLICES = "l2.slices";
  private static final int SWITCH_PERCENT = 35;
  private static final int PART_PERCENT = 25;
  private static final int MOST_CHANGES = 4;
  private static final int LINE_BYTES = 128; // that of all bundled devices

  /** A key of a device, and values that are valid whatever the other keys say. */
  private record Change(String path, List<Object> values) {}

  /** What takes other ways through the code, or brings them under load: each device has some. */
  private static final List<Change> SWITCHES =
      List.of(
          change("sms", 2, 3, 4, 5, 8, 16),
          change("dispatch.mostRoom", true, false),
          change("sm.issueWidth", 1, 2),
          change("sm.operandCollectors", 0, 4, 8, 16),
          change("l1d.cachesGlobalLoads", true, false),
          change("l1i.perfect", true, false),
          change("constantCache.perfect", true, false),
          change("crossbar.packetPerCycle", true, false));

  private static final List<Change> CHANGES =
      List.of(
          change("kernelLaunchLatency", 0, 100, 700),
          change("coreKhz", 700_000, 1_126_000, 1_980_000),
          change("dispatch.perCycle", 1, 2, 5),
          change(WARPS, 8, 16, 32, 48, 64), // with sm.threads
          change("sm.threadBlocks", 2, 4, 8, 16, 32),
          change("sm.registers", 32_768, 65_536),
          change("sm.registerBanks", 4, 8, 16),
          change("sm.operandReadsPerCycle", 1, 2, 4),
          change("sm.sharedMemory.banks", 16, 32),
          change("sm.sharedMemory.latency", 2, 21, 60),
          change("l1d.banks", 1, 2, 4, 8),
          change("l1d.hitLatency", 1, 10, 200),
          change("l1d.mshrEntries", 1, 8, 32, 256),
          change("l1d.mshrMerges", 1, 2, 8),
          change("l1d.missQueue", 1, 4, 16),
          change("l1d.writeEvicts", true, false),
          change("l1d.flushedAtKernelEnd", true, false),
          change("l1i.fetchesPerCycle", 1, 2, 4),
          change("l1i.mshrEntries", 1, 2, 8),
          change("constantCache.ownPath", true, false),
          change("constantCache.mshrEntries", 1, 4),
          change("crossbar.flitBytes", 8, 16, 32, 40, 64),
          change("crossbar.latency", 1, 8, 30),
          change("crossbar.inputBuffer", 1, 4, 64),
          change("crossbar.outputBuffer", 1, 4, 64),
          change(SLICES, 1, 2, 4), // of each DRAM channel, with dram.channels and l2.bytes
          change("l2.hashedSets", true, false),
          change("l2.latency", 0, 20, 150),
          change("l2.accessCycles", 1, 2, 3),
          change("l2.mshrEntries", 1, 8, 64),
          change("l2.mshrMerges", 1, 4, 64),
          change("l2.queue", 1, 4, 32),
          change("l2.missQueue", 2, 4, 16),
          change("l2.filledByHostCopies", true, false),
          change("dram.hashedChannels", true, false),
          change("dram.permuted", true, false),
          change("dram.banks", 16, 32, 64),
          change("dram.interleaveBytes", 256, 1_024),
          change("dram.schedulerQueue", 1, 8, 64),
          change("dram.returnQueue", 1, 8, 64),
          change("dram.latency", 0, 50, 200),
          change("dram.rowAndColumnTogether", true, false),
          change("dram.commandKhz", 800_000, 1_752_500));

  /** Exchangeable parts, each by any bundled name. */
  private static final List<Change> PARTS =
      List.of(
          part("l1d.replacement", ReplacementPolicies.KIND),
          part("l1d.prefetcher", Prefetchers.KIND),
          part("constantCache.replacement", ReplacementPolicies.KIND),
          part("l2.replacement", ReplacementPolicies.KIND),
          part("l2.arbiter", Arbiters.KIND),
          part("l2.prefetcher", Prefetchers.KIND),
          part("crossbar.arbiter", Arbiters.KIND),
          part("dram.scheduler", DramSchedulers.KIND));

  private RandomDevice() {}

  private static Change part(String path, PartKind<?, ?> kind) {
    return change(path, kind.bundled().stream().map(PartKind.Bundled::name).toArray());
  }

  private static Change change(String path, Object... values) {
    return new Change(path, Arrays.asList(values));
  }

  /** Returns the keys that may change. */
  static List<String> keys() {
    return Stream.of(SWITCHES, CHANGES, PARTS).flatMap(List::stream).map(Change::path).toList();
  }

  /**
   * Returns a device as the {@code gpu} of an experiment.
   *
   * @param name of a bundled one
   * @param choices decide
   */
  static JsonNode choose(String name, Choices choices) {
    if (choices.percent(10)) {
      return TextNode.valueOf(name);
    }
    ObjectNode gpu = Json.object().put("extends", name);
    for (Change change : SWITCHES) {
      if (choices.percent(SWITCH_PERCENT)) {
        put(gpu, change.path(), choices.of(change.values()));
      }
    }
    for (int i = choices.between(0, MOST_CHANGES); i > 0; i--) {
      Change change = choices.of(CHANGES);
      put(gpu, change.path(), choices.of(change.values()), choices);
    }
    for (Change change : PARTS) {
      if (choices.percent(PART_PERCENT)) {
        put(gpu, change.path(), choices.of(change.values()));
      }
    }
    return gpu;
  }

  private static void put(ObjectNode gpu, String path, Object value, Choices choices) {
    put(gpu, path, value);
    if (path.equals(WARPS)) {
      put(gpu, "sm.threads", 32 * (int) value);
    }
    if (path.equals(SLICES)) {
      putSlices(gpu, (int) value, choices);
    }
  }

  private static void putSlices(ObjectNode gpu, int ofChannel, Choices choices) {
    int channels = choices.of(1, 2, 3, 4, 8);
    int ways = choices.of(2, 8, 16);
    int sets = choices.of(16, 64, 128);
    put(gpu, "dram.channels", channels);
    put(gpu, SLICES, channels * ofChannel);
    put(gpu, "l2.ways", ways);
    put(gpu, "l2.bytes", channels * ofChannel * ways * sets * LINE_BYTES);
  }

  private static void put(ObjectNode gpu, String path, Object value) {
    ObjectNode parent = gpu;
    String[] keys = path.split("\\.", -1);
    for (int i = 0; i < keys.length - 1; i++) {
      parent = parent.withObjectProperty(keys[i]);
    }
    parent.set(keys[keys.length - 1], MAPPER.valueToTree(value));
  }
}
