package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Follows what an application holds and has reserved; a repeat is followed twice. */
final class PhaseCheck {
  private static final List<String> KINDS =
      List.of("cpu", "reserve", "allocate", "copy", "kernel", "free", "repeat");

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
    List<String> kinds = KINDS.stream().filter(phase::has).toList();
    if (kinds.size() != 1) {
      String found = kinds.isEmpty() ? "none of them" : String.join(" and ", kinds);
      tree.wrong(path, found, "one of " + String.join(", ", KINDS));
      return;
    }
    held += phase.path("allocate").asLong();
    reserved += phase.path("reserve").asLong();
    checkCompanions(phase, kinds.get(0), path);
    if (phase.has("free")) {
      checkFree(phase.get("free"), JsonPath.key(path, "free"));
    }
    for (int i = 0; i < Math.min(2, phase.path("repeat").asInt()); i++) {
      check(phase.path("phases"), JsonPath.key(path, "phases"));
    }
  }

  private void checkCompanions(JsonNode phase, String kind, String path) {
    if (kind.equals("repeat") && !phase.has("phases")) {
      tree.wrong(JsonPath.key(path, "phases"), "nothing", "it, with repeat");
    }
    if (kind.equals("kernel") && phase.has("seconds") == phase.has("workload")) {
      String found = phase.has("seconds") ? "seconds and workload" : "neither";
      tree.wrong(path, found, "one of seconds and workload, with kernel");
    }
  }

  private void checkFree(JsonNode free, String path) {
    if (free.isTextual() && !free.asText().equals("all")) {
      tree.wrong(path, JsonPath.describe(free), "bytes, or \"all\"");
    } else if (free.isTextual()) {
      held = 0;
      reserved = 0;
    } else if (free.asLong() > held) {
      tree.wrong(path, free + " bytes", "at most the " + held + " bytes that it holds");
    } else if (reserved > 0 && free.asLong() > reserved) {
      tree.wrong(path, free + " bytes", "at most the " + reserved + " bytes reserved");
    } else {
      held -= free.asLong();
      reserved -= Math.min(reserved, free.asLong());
    }
  }
}
