package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * A device.
 *
 * @param name how configs and results call it
 * @param sms number of SMs, at least 1
 * @param coreKhz clock of SMs, crossbar and L2 in kHz
 * @param kernelLaunchLatency core cycles from the launch of a kernel to its first thread block
 * @param launchGap core cycles from the end of a kernel to the first thread block of the next one
 *     of its process; 0: kernelLaunchLatency
 * @param watchdogCycles core cycles without any instruction issued or request served after which a
 *     run ends with a report, at least 1000
 * @param dispatch how thread blocks are sent to SMs
 * @param sm each SM
 * @param l1d each SM's L1 data cache
 * @param l1i each SM's instruction fetch
 * @param constantCache each SM's constant cache
 * @param crossbar between SMs and L2
 * @param l2 the L2 cache
 * @param dram device memory
 */
public record GpuConfig(
    String name,
    int sms,
    int coreKhz,
    int kernelLaunchLatency,
    int launchGap,
    long watchdogCycles,
    DispatchConfig dispatch,
    SmConfig sm,
    L1dConfig l1d,
    InstructionFetchConfig l1i,
    ConstantCacheConfig constantCache,
    CrossbarConfig crossbar,
    L2Config l2,
    DramConfig dram) {
  /** Returns the bytes that DRAM moves in a core cycle at most. */
  public double dramBytesPerCoreCycle() {
    double perClock = (double) dram.channels() * dram.bytesPerCommandClock();
    return perClock * dram.commandKhz() / coreKhz;
  }

  /** Returns the core cycles from the end of a kernel to the first thread block of the next one. */
  public int cyclesBetweenKernels() {
    return launchGap == 0 ? kernelLaunchLatency : launchGap;
  }

  /** Returns the bytes of a load, store or atomic that a request between SMs and L2 covers. */
  public int requestBytes() {
    return Math.min(l1d.fillBytes(), l2.fillBytes());
  }

  /** Returns the bytes that a column command of DRAM moves. */
  public int burstBytes() {
    return dram.burstBytes() == 0 ? l2.sectorBytes() : dram.burstBytes();
  }

  /** Returns the core cycles in which DRAM closes a row, opens another and reads from it. */
  private long rowReadCycles() {
    DramConfig.Timing timing = dram.timing();
    long clocks = (long) timing.nRP() + timing.nRCD() + timing.nCL() + timing.nCCD();
    return clocks * coreKhz / Math.max(1, dram.commandKhz());
  }

  /** Returns every value that is wrong; empty when the device can be simulated. */
  public List<Violation> violations() {
    Violation.Checks checks =
        new Violation.Checks()
            .between(1, 256, "sms", sms)
            .between(1, 100_000_000, "coreKhz", coreKhz)
            .atLeast(0, "kernelLaunchLatency", kernelLaunchLatency)
            .atLeast(0, "launchGap", launchGap)
            .atLeast(1000, "watchdogCycles", watchdogCycles)
            .nested("dispatch", dispatch.violations())
            .nested("sm", sm.violations())
            .nested("l1d", l1d.violations())
            .nested("l1i", l1i.violations())
            .nested("constantCache", constantCache.violations())
            .nested("crossbar", crossbar.violations())
            .nested("l2", l2.violations())
            .nested("dram", dram.violations());
    requireProgress(checks);
    requireFit(checks);
    return checks.violations();
  }

  /** Returns the core cycles of a load that misses everywhere and waits for nobody, at most. */
  private long loadCycles() {
    long onTheWay = 2L * crossbar.latency() + l2.latency() + dram.latency();
    long constant = (long) constantCache.hitLatency() + constantCache.secondLevel().hitLatency();
    return onTheWay + constant + l1d.hitLatency() + rowReadCycles();
  }

  /** What takes longer than the watchdog waits ends every run. */
  private void requireProgress(Violation.Checks checks) {
    String wait =
        "less than watchdogCycles (" + watchdogCycles + "), which ends a run without progress";
    int refill = dispatch.refillLatency();
    checks
        .require(
            kernelLaunchLatency < watchdogCycles, "kernelLaunchLatency", kernelLaunchLatency, wait)
        .require(launchGap < watchdogCycles, "launchGap", launchGap, wait)
        .require(refill < watchdogCycles, "dispatch.refillLatency", refill, wait)
        .require(
            rowReadCycles() < watchdogCycles,
            "dram.commandKhz",
            dram.commandKhz(),
            "a clock with which DRAM reads a row in less than watchdogCycles (%d), not %d cycles"
                .formatted(watchdogCycles, rowReadCycles()))
        .require(
            rowReadCycles() >= watchdogCycles || loadCycles() < watchdogCycles,
            "watchdogCycles",
            watchdogCycles,
            "more than the latencies of a load from DRAM, " + loadCycles() + " cycles together");
  }

  /** Lines, sectors and slices are the same on both sides of a port. */
  private void requireFit(Violation.Checks checks) {
    checks
        .require(
            dram.channels() < 1 || l2.slices() % dram.channels() == 0,
            "l2.slices",
            l2.slices(),
            "a multiple of dram.channels (" + dram.channels() + ")")
        .require(
            (long) dram.timing().nCCD() * dram.bytesPerCommandClock() >= burstBytes(),
            "dram.timing.nCCD",
            dram.timing().nCCD(),
            "at least the clocks of a burst, %d B / dram.bytesPerCommandClock"
                .formatted(burstBytes()))
        .require(
            l1d.missQueue() * (long) requestBytes() >= l1d.fillBytes(),
            "l1d.missQueue",
            l1d.missQueue(),
            "room for the requests of a fill, %d"
                .formatted(l1d.fillBytes() / Math.max(1, requestBytes())))
        .require(
            dram.bankInterleaveBytes() == 0 || dram.bankInterleaveBytes() >= l2.lineBytes(),
            "dram.bankInterleaveBytes",
            dram.bankInterleaveBytes(),
            "0, or at least l2.lineBytes (" + l2.lineBytes() + ")")
        .require(
            l1d.lineBytes() == l2.lineBytes() && l1d.sectorBytes() == l2.sectorBytes(),
            "l1d.lineBytes",
            l1d.lineBytes() + "/" + l1d.sectorBytes(),
            "lines and sectors of the same size as those of l2")
        .require(
            dram.columnBytes() >= l2.lineBytes() && dram.interleaveBytes() >= l2.lineBytes(),
            "dram.columnBytes",
            dram.columnBytes() + ", interleaveBytes " + dram.interleaveBytes(),
            "both at least l2.lineBytes (" + l2.lineBytes() + ")");
  }
}
