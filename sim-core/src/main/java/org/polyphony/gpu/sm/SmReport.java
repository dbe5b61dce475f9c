package org.polyphony.gpu.sm;

import org.polyphony.gpu.sm.memory.LoadStoreUnit;
import org.polyphony.gpu.sm.memory.SmTables;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpStates;
import org.polyphony.gpu.sm.warp.WarpTable;

/** Says in words what an SM holds and waits for, for the watchdog and the conservation check. */
final class SmReport {
  private SmReport() {}

  static String unfinished(int sm, SmTables state, LoadStoreUnit loadStore) {
    StringBuilder found = new StringBuilder();
    if (state.warps().states().alive() != 0) {
      found.append(Long.bitCount(state.warps().states().alive())).append(" warps resident; ");
    }
    if (state.instructions().size() != 0) {
      found.append(state.instructions().size()).append(" instructions in flight; ");
    }
    if (state.buffers().size() != 0) {
      found.append("access buffers ").append(state.buffers()).append("; ");
    }
    if (state.loads().size() != 0) {
      found.append(state.loads().size()).append(" loads unanswered; ");
    }
    if (!loadStore.isQuiet()) {
      found.append("load/store unit busy; ");
    }
    return found.isEmpty() ? "" : "SM " + sm + ": " + found;
  }

  static String warps(int sm, WarpTable warps) {
    WarpStates states = warps.states();
    StringBuilder lines = new StringBuilder();
    for (long rest = states.alive(); rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      lines
          .append("SM ")
          .append(sm)
          .append(" warp ")
          .append(warp)
          .append(": ")
          .append(waitsFor(warps.at(warp), states))
          .append(", ")
          .append(warps.at(warp).inFlight())
          .append(" instructions and ")
          .append(warps.at(warp).pendingStores())
          .append(" stores in flight\n");
    }
    return lines.toString();
  }

  private static String waitsFor(Warp warp, WarpStates states) {
    long bit = warp.bit();
    if ((states.finished() & bit) != 0) {
      return "after its last instruction";
    }
    String at = " at pc 0x" + Long.toHexString(warp.head().pc);
    if ((states.unfetched() & bit) != 0) {
      return "waits for instructions" + at;
    }
    if ((states.atBarrier() & bit) != 0) {
      return "waits at a barrier before" + at;
    }
    if ((states.atFence() & bit) != 0) {
      return "waits at a fence before" + at;
    }
    if ((states.blockedOnLoad() & bit) != 0) {
      return "waits for a load" + at;
    }
    return ((states.blockedOnResult() & bit) != 0 ? "waits for a result" : "ready to issue") + at;
  }
}
