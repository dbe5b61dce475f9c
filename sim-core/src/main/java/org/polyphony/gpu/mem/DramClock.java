package org.polyphony.gpu.mem;

/** The DRAM command clock as an exact ratio to the core clock; clock 0 goes with cycle 0. */
final class DramClock {
  private final long coreKhz;
  private final long commandKhz;

  DramClock(int coreKhz, int commandKhz) {
    this.coreKhz = coreKhz;
    this.commandKhz = commandKhz;
  }

  /** Returns the last command clock that begins by a core cycle; -1 for cycle -1. */
  long lastClock(long cycle) {
    return cycle < 0 ? -1 : cycle * commandKhz / coreKhz;
  }

  /** Returns the first command clock that begins after the core cycle before a cycle. */
  long firstClock(long cycle) {
    return cycle == 0 ? 0 : lastClock(cycle - 1) + 1;
  }

  /** Returns the core cycle in which a command clock begins, or by which it has begun. */
  long cycleOf(long clock) {
    return clock == Long.MAX_VALUE ? clock : (clock * coreKhz + commandKhz - 1) / commandKhz;
  }
}
