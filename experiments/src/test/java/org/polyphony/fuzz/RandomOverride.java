package org.polyphony.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.compare.Choices;

/** The argument of {@code --set}: mostly a key that there is, or may be, with any value. */
final class RandomOverride {
  private static final List<String> KEYS =
      List.of(
          "gpu.sms",
          "gpu.l1d.ways",
          "gpu.l1d.bytes",
          "gpu.l2.slices",
          "gpu.sm.warps",
          "gpu.sm.pipes[0].units",
          "gpu.sm.pipes[9]",
          "gpu.dram.timing.nCL",
          "gpu.coreKhz",
          "gpu.watchdogCycles",
          "gpu.kernelLaunchLatency",
          "policy.epochCycles",
          "policy.parts",
          "workloads[0].scale",
          "workloads[1]",
          "workloads[2].repeat",
          "preemptionLatencyLimit",
          "watchdogCycles",
          "instructionBudget",
          "seed",
          "gpu.l1d.mshrEntries",
          "gpu.l1d.hitLatency",
          "gpu.l1i.mshrEntries",
          "gpu.crossbar.flitBytes",
          "gpu.crossbar.inputBuffer",
          "gpu.dram.channels",
          "gpu.dram.banks",
          "gpu.dram.schedulerQueue",
          "gpu.dram.commandKhz",
          "gpu.dram.latency",
          "gpu.l2.mshrEntries",
          "gpu.l2.queue",
          "gpu.l2.latency",
          "gpu.sm.threadBlocks",
          "gpu.sm.operandCollectors",
          "gpu.sm.issueWidth",
          "gpu.sm.sharedMemory.banks",
          "workloads[1].start",
          "workloads[1].deadline",
          "workloads[1].arrivals.every",
          "workloads[1].arrivals.poisson",
          "workloads[1].arrivals.times[0]",
          "gpu.dispatch.perCycle");

  private final Choices choices;

  RandomOverride(Choices choices) {
    this.choices = choices;
  }

  /** Returns an override of a config. */
  String of(JsonNode config) {
    List<String> paths = new ArrayList<>(KEYS);
    collect(config, "", paths);
    String path = choices.of(paths);
    if (choices.percent(2)) {
      path += ".a".repeat(choices.of(10, 100, 10_000));
    } else if (choices.percent(4)) {
      path = new TextMutator(choices).mutant(path);
    }
    return choices.percent(3) ? OddValues.text(choices) : path + "=" + value(config, path);
  }

  private static void collect(JsonNode node, String path, List<String> paths) {
    node.properties()
        .forEach(
            entry -> {
              String key = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
              paths.add(key);
              collect(entry.getValue(), key, paths);
            });
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      paths.add(path + "[" + i + "]");
      collect(node.get(i), path + "[" + i + "]", paths);
    }
  }

  private String value(JsonNode config, String path) {
    return switch (choices.between(0, 9)) {
      case 0, 1 -> OddValues.number(choices).toString();
      case 2 -> OddValues.any(choices).toString();
      case 3 -> OddValues.text(choices);
      case 4 -> new TextMutator(choices).mutant(config.path(path).toString());
      case 5, 6 -> Integer.toString(1 << choices.between(0, 20));
      default -> Integer.toString(choices.between(0, 40));
    };
  }
}
