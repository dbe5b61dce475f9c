package org.polyphony.config;

import java.util.List;
import org.polyphony.config.ApplicationConfig.PhaseConfig;
import org.polyphony.host.app.Phase;

/** Follows what an application holds and has reserved; a repeat is followed twice. */
final class PhaseCheck {
  private final ConfigTree tree;
  private long held;
  private long reserved;

  PhaseCheck(ConfigTree tree) {
    this.tree = tree;
  }

  void check(List<PhaseConfig> phases, String path) {
    for (int i = 0; i < phases.size() && tree.isValid(); i++) {
      PhaseConfig phase = phases.get(i);
      String at = JsonPath.index(path, i);
      held += phase.allocate() == null ? 0 : phase.allocate();
      reserved += phase.reserve() == null ? 0 : phase.reserve();
      if (phase.free() != null) {
        free(phase.freedBytes(), at + ".free");
      } else if (phase.repeat() != null) {
        repeat(phase, at + ".phases");
      }
    }
  }

  /** Phases that never run are checked, too, and hold nothing afterwards. */
  private void repeat(PhaseConfig phase, String path) {
    long heldBefore = held;
    long reservedBefore = reserved;
    int times = phase.repeat();
    for (int i = 0; i < Math.max(1, Math.min(2, times)); i++) {
      check(phase.phases(), path);
    }
    held = times == 0 ? heldBefore : held;
    reserved = times == 0 ? reservedBefore : reserved;
  }

  private void free(long bytes, String path) {
    if (bytes == Phase.ALL) {
      held = 0;
      reserved = 0;
    } else if (bytes > held) {
      tree.wrong(path, bytes + " bytes", "at most the " + held + " bytes held");
    } else if (reserved > 0 && bytes > reserved) {
      tree.wrong(path, bytes + " bytes", "at most the " + reserved + " bytes reserved");
    } else {
      held -= bytes;
      reserved -= Math.min(reserved, bytes);
    }
  }
}
