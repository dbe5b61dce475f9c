package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Follows what an application holds and has reserved; a repeat is followed twice. */
final class PhaseCheck {
  private static final ElementKinds KINDS =
      new ElementKinds(
          List.of("cpu", "reserve", "allocate", "copy", "kernel", "free", "repeat"),
          Map.ofEntries(
              Map.entry("device", List.of("reserve")),
              Map.entry("priority", List.of("reserve")),
              Map.entry("timeoutSeconds", List.of("reserve")),
              Map.entry("retrySeconds", List.of("reserve")),
              Map.entry("direction", List.of("copy")),
              Map.entry("workload", List.of("kernel")),
              Map.entry("seconds", List.of("kernel")),
              Map.entry("launches", List.of("kernel")),
              Map.entry("thinkSeconds", List.of("kernel")),
              Map.entry("threadBlocks", List.of("kernel", "reserve")),
              Map.entry("warpsPerThreadBlock", List.of("kernel", "reserve")),
              Map.entry("phases", List.of("repeat"))));

  private final ConfigTree tree;
  private long held;
  private long reserved;

  PhaseCheck(ConfigTree tree) {
    this.tree = tree;
  }

  void check(JsonNode phases, String path) {
    for (int i = 0; i < phases.size() && tree.isValid(); i++) {
      checkOne(phases.get(i), JsonPath.index(path, i));
    }
  }

  private void checkOne(JsonNode phase, String path) {
    Optional<String> kind = KINDS.of(tree, phase, path);
    if (kind.isEmpty()) {
      return;
    }
    held += phase.path("allocate").asLong();
    reserved += phase.path("reserve").asLong();
    if (kind.get().equals("repeat")) {
      ElementKinds.require(tree, phase, path, "phases", "repeat");
    } else if (kind.get().equals("kernel")) {
      ElementKinds.requireTime(tree, phase, path, "kernel");
    }
    if (phase.has("free")) {
      checkFree(phase.get("free"), JsonPath.key(path, "free"));
    }
    if (phase.has("repeat")) {
      checkRepeated(phase, JsonPath.key(path, "phases"));
    }
  }

  /** Phases that are never done are checked, too, and hold nothing afterwards. */
  private void checkRepeated(JsonNode phase, String path) {
    long heldBefore = held;
    long reservedBefore = reserved;
    int times = phase.get("repeat").asInt();
    for (int i = 0; i < Math.max(1, Math.min(2, times)); i++) {
      check(phase.path("phases"), path);
    }
    held = times == 0 ? heldBefore : held;
    reserved = times == 0 ? reservedBefore : reserved;
  }

  private void checkFree(JsonNode free, String path) {
    if (free.isTextual() && !free.asText().equals("all")) {
      tree.wrong(path, JsonPath.describe(free), "bytes, or \"all\"");
    } else if (free.isTextual()) {
      held = 0;
      reserved = 0;
    } else if (free.asLong() > held) {
      tree.wrong(path, free + " bytes", "at most the " + held + " bytes held");
    } else if (reserved > 0 && free.asLong() > reserved) {
      tree.wrong(path, free + " bytes", "at most the " + reserved + " bytes reserved");
    } else {
      held -= free.asLong();
      reserved -= Math.min(reserved, free.asLong());
    }
  }
}
