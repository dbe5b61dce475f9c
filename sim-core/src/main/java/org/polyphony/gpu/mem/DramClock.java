package org.polyphony.gpu.mem;

/**
 * The DRAM command clock as an exact ratio to the core clock, at any time; clock 0 goes with cycle
 * 0. A device that a host uses can be older than the hour after which the simple product overflows.
 */
final class DramClock {
  private final long coreKhz;
  private final long commandKhz;
  private final long simpleCycle; // the last one of which the product fits
  private final long simpleClock;

  DramClock(int coreKhz, int commandKhz) {
    this.coreKhz = coreKhz;
    this.commandKhz = commandKhz;
    simpleCycle = Long.MAX_VALUE / commandKhz;
    simpleClock = (Long.MAX_VALUE - commandKhz) / coreKhz;
  }

  /** Returns the last command clock that begins by a core cycle; -1 for cycle -1. */
  long lastClock(long cycle) {
    if (cycle > simpleCycle) {
      return cycle / coreKhz * commandKhz + cycle % coreKhz * commandKhz / coreKhz;
    }
    return cycle < 0 ? -1 : cycle * commandKhz / coreKhz;
  }

  /** Returns the first command clock that begins after the core cycle before a cycle. */
  long firstClock(long cycle) {
    return cycle == 0 ? 0 : lastClock(cycle - 1) + 1;
  }

  /** Returns the core cycle in which a command clock begins, or by which it has begun. */
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
