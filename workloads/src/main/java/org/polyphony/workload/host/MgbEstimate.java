package org.polyphony.workload.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Another value of what the times of MGB's jobs rest on: these are computed from costs that were
 * measured on other machines, and from data sheets (DEVIATIONS.md 48, 49).
 */
public final class MgbEstimate {
  /** What {@code mgb.json} has. */
  public static final MgbEstimate BUNDLED = new MgbEstimate("bundled", facts -> {});

  /** Other values, of one estimate each. */
  public static final List<MgbEstimate> ALL =
      List.of(
          new MgbEstimate("CPU times x 1.5", facts -> scaleCpu(facts, 1.5)),
          new MgbEstimate("CPU times x 0.67", facts -> scaleCpu(facts, 1 / 1.5)),
          new MgbEstimate("kernels at their bound", facts -> facts.putObject("overBound")),
          new MgbEstimate("kernels x 1.5", facts -> scaleGpus(facts, 1 / 1.5)),
          new MgbEstimate("copies at the peak of PCIe", facts -> copies(facts, 15_754_000_000L)),
          new MgbEstimate("copies at 3 GB/s", facts -> copies(facts, 3_000_000_000L)),
          new MgbEstimate("pixels x 0.75", facts -> scalePixels(facts, 0.75)),
          new MgbEstimate("pixels x 1.25", facts -> scalePixels(facts, 1.25)),
          new MgbEstimate(
              "first use of a device 1 s",
              facts -> ((ObjectNode) costs(facts)).put("firstUse", 1_000_000_000)),
          new MgbEstimate(
              "tasks given all memory of a device",
              facts -> facts.put("memoryOfTasksBytes", Long.MAX_VALUE)));

  private static final List<String> OF_DRIVER = List.of("pinByte", "unpinByte", "firstUse");
  private static final List<String> PEAKS =
      List.of("bytesPerSecond", "fp64PerSecond", "warpInstructionsPerSecond");

  private final String name;
  private final Consumer<ObjectNode> change;

  private MgbEstimate(String name, Consumer<ObjectNode> change) {
    this.name = name;
    this.change = change;
  }

  @Override
  public String toString() {
    return name;
  }

  /** Changes what {@code mgb.json} says. */
  void applyTo(ObjectNode facts) {
    change.accept(facts);
  }

  private static void scaleCpu(ObjectNode facts, double times) {
    costs(facts)
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(cost -> !OF_DRIVER.contains(cost))
        .forEach(cost -> scale(costs(facts), cost, times));
  }

  private static void scalePixels(ObjectNode facts, double times) {
    scale(costs(facts), "printPixel", times);
  }

  private static JsonNode costs(ObjectNode facts) {
    return facts.get("costsNanos");
  }

  private static void scaleGpus(ObjectNode facts, double times) {
    for (JsonNode gpu : facts.get("gpus")) {
      PEAKS.forEach(peak -> scale(gpu, peak, times));
    }
  }

  private static void copies(ObjectNode facts, long bytesPerSecond) {
    for (JsonNode machine : facts.get("machines")) {
      ((ObjectNode) machine).put("pageableBytesPerSecond", bytesPerSecond);
    }
  }

  private static void scale(JsonNode node, String key, double times) {
    ((ObjectNode) node).put(key, node.get(key).asDouble() * times);
  }
}
