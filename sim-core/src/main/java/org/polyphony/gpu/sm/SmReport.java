package org.polyphony.gpu.sm;

/** Says in words what an SM holds and waits for, for the watchdog and the conservation check. */
final class SmReport {
  private SmReport() {}

  static String unfinished(int sm, SmState state, LoadStoreUnit loadStore) {
    StringBuilder found = new StringBuilder();
    if (state.warps().alive != 0) {
      found.append(Long.bitCount(state.warps().alive)).append(" warps resident; ");
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
    StringBuilder lines = new StringBuilder();
    for (long rest = warps.alive; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      lines
          .append("SM ")
          .append(sm)
          .append(" warp ")
          .append(warp)
          .append(": ")
          .append(waitsFor(warps, warp))
          .append(", ")
          .append(warps.at(warp).inFlight)
          .append(" instructions and ")
          .append(warps.at(warp).pendingStores)
          .append(" stores in flight\n");
    }
    return lines.toString();
  }

  private static String waitsFor(WarpTable warps, int warp) {
    long bit = 1L << warp;
    if ((warps.finished & bit) != 0) {
      return "after its last instruction";
    }
    String at = " at pc 0x" + Long.toHexString(warps.at(warp).head.pc);
    if ((warps.unfetched & bit) != 0) {
      return "waits for instructions" + at;
    }
    if ((warps.atBarrier & bit) != 0) {
      return "waits at a barrier before" + at;
    }
    if ((warps.atFence & bit) != 0) {
      return "waits at a fence before" + at;
    }
    if ((warps.blockedOnLoad & bit) != 0) {
      return "waits for a load" + at;
    }
    return ((warps.blockedOnResult & bit) != 0 ? "waits for a result" : "ready to issue") + at;
  }
}
