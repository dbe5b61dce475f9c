package org.polyphony.gpu.mem;

/**
 * The DRAM command clock as an exact ratio to the core clock; clock 0 starts with cycle 0. Valid at
 * any time: a device used by a host can run longer than the hour after which the direct product
 * overflows.
 */
final class DramClock {
  private final long coreKhz;
  private final long commandKhz;
  private final long simpleCycle; // the last cycle whose product does not overflow
  private final long simpleClock;

  DramClock(int coreKhz, int commandKhz) {
    this.coreKhz = coreKhz;
    this.commandKhz = commandKhz;
    simpleCycle = Long.MAX_VALUE / commandKhz;
    simpleClock = (Long.MAX_VALUE - commandKhz) / coreKhz;
  }

  /** Returns the last command clock that has started by a core cycle; -1 for cycle -1. */
  long lastClock(long cycle) {
    if (cycle > simpleCycle) {
      return cycle / coreKhz * commandKhz + cycle % coreKhz * commandKhz / coreKhz;
    }
    return cycle < 0 ? -1 : cycle * commandKhz / coreKhz;
  }

  /** Returns the first command clock that starts after the cycle before {@code cycle}. */
  long firstClock(long cycle) {
    return cycle == 0 ? 0 : lastClock(cycle - 1) + 1;
  }

  /** Returns the first core cycle by which a command clock has started. */
  long cycleOf(long clock) {
    if (clock > simpleClock) {
      return clock == Long.MAX_VALUE
          ? clock
          : clock / commandKhz * coreKhz + ceiling(clock % commandKhz);
    }
    return ceiling(clock);
  }

  private long ceiling(long clocks) {
    return (clocks * coreKhz + commandKhz - 1) / commandKhz;
  }
}
