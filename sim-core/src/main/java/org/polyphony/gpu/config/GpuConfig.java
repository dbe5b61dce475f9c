package org.polyphony.gpu.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** Configuration of a GPU. */
public record GpuConfig(
    @Key("name in configs and results") String name,
    @Key(value = "SMs", min = 1, max = 256) int sms,
    @Key(value = "clock of SMs, crossbar and L2", unit = "kHz", min = 1, max = 100_000_000)
        int coreKhz,
    @Key(
            value = "delay from the launch of a kernel to its first thread block",
            unit = "core cycles")
        int kernelLaunchLatency,
    @Key(
            value =
                "delay from the end of a kernel to the first thread block of the process's"
                    + " next one; 0: kernelLaunchLatency",
            unit = "core cycles",
            absent = "0")
        int launchGap,
    @Key(
            value =
                "time without an issued instruction or served request after which a run"
                    + " aborts with a report",
            unit = "core cycles",
            min = 1000,
            max = Key.LONGEST)
        long watchdogCycles,
    @Key(
            value =
                "SMs of each GPC, in which the thread blocks of a cluster run together; SMs are"
                    + " numbered GPC by GPC, and those beyond these form one more",
            max = 32,
            eachMin = 1,
            eachMax = 256,
            absent = "[]")
        List<Integer> gpcs,
    @Key(
            value =
                "latency of a message from an SM to another one of its GPC: remote arrivals, data"
                    + " of multicast, shared memory of another thread block; at least"
                    + " crossbar.creditLatency",
            unit = "core cycles",
            min = 1,
            max = 512,
            absent = "180",
            source = "Luo et al., Benchmarking and Dissecting the Nvidia Hopper GPU, 2024")
        int clusterLatency,
    @Key(
            value = "latency of the barrier of a cluster, from the last arrival to the next issue",
            unit = "core cycles",
            min = 1,
            max = 4096,
            absent = "190")
        int clusterBarrierLatency,
    @Key(
            value = "latency of a load from shared memory of another thread block of the cluster",
            unit = "core cycles",
            min = 1,
            max = 512,
            absent = "200")
        int clusterLoadLatency,
    @Key(
            value = "what an SM moves to and from shared memory of other thread blocks",
            unit = "B/cycle",
            min = 1,
            max = 128,
            absent = "20")
        int clusterBytesPerCycle,
    @Key("thread-block scheduler") DispatchConfig dispatch,
    @Key("streaming multiprocessor") SmConfig sm,
    @Key("L1 data cache of an SM") L1dConfig l1d,
    @Key("instruction fetch of an SM") InstructionFetchConfig l1i,
    @Key("constant cache of an SM") ConstantCacheConfig constantCache,
    @Key("network between SMs and L2") CrossbarConfig crossbar,
    @Key("L2 cache") L2Config l2,
    @Key("device memory") DramConfig dram)
    implements Keys.Sourced {
  /** Keys of a file that explain and do not describe the device. */
  public record FileKeys(
      @Key(value = "what the device is, and where its model is weak", absent = Key.NONE)
          String about,
      @Key(
              value =
                  "whether times of the device were compared with a board; applies to devices that"
                      + " extend it, and describe shows false",
              absent = Key.NONE)
          Boolean validated,
      @Key(value = "legend of the letters that start a source", absent = Key.NONE)
          Map<String, String> references) {}

  /** Returns the exchangeable parts by key, as {@code l2.replacement}. */
  public Map<String, PartConfig> parts() {
    Map<String, PartConfig> parts = new LinkedHashMap<>();
    parts.put("l1d.replacement", l1d.replacement());
    parts.put("l1d.prefetcher", l1d.prefetcher());
    parts.put("constantCache.replacement", constantCache.replacement());
    parts.put("crossbar.arbiter", crossbar.arbiter());
    parts.put("l2.replacement", l2.replacement());
    parts.put("l2.arbiter", l2.arbiter());
    parts.put("l2.prefetcher", l2.prefetcher());
    parts.put("dram.scheduler", dram.scheduler());
    return parts;
  }

  /** Returns the peak DRAM bandwidth in bytes per core cycle. */
  public double dramBytesPerCoreCycle() {
    double perClock = (double) dram.channels() * dram.bytesPerCommandClock();
    return perClock * dram.commandKhz() / coreKhz;
  }

  /** Returns the core cycles from the end of a kernel to the first thread block of the next one. */
  public int cyclesBetweenKernels() {
    return launchGap == 0 ? kernelLaunchLatency : launchGap;
  }

  /** Returns the bytes that one request of a load, store or atomic covers between SMs and L2. */
  public int requestBytes() {
    return Math.min(l1d.fillBytes(), l2.fillBytes());
  }

  /** Returns the core cycles of an atomic at the far half of an idle L2, which draws a tile. */
  public int drawLatency() {
    return 2 * crossbar.latency() + l2.latency() + l2.farLatency();
  }

  /** Returns the bytes per DRAM column command. */
  public int burstBytes() {
    return dram.burstBytes() == 0 ? l2.sectorBytes() : dram.burstBytes();
  }

  /** Returns the core cycles to close a DRAM row, open another and read from it. */
  private long rowReadCycles() {
    DramConfig.Timing timing = dram.timing();
    long clocks = (long) timing.nRP() + timing.nRCD() + timing.nCL() + timing.nCCD();
    return clocks * coreKhz / dram.commandKhz();
  }

  /** Returns all invalid values; empty if the device can be simulated. */
  public List<Violation> violations() {
    return Keys.violations(this);
  }

  @Override
  public void check(Violation.Checks checks) {
    requireProgress(checks);
    requireFit(checks);
  }

  /** Returns the worst-case core cycles of a load that misses everywhere, without contention. */
  private long loadCycles() {
    long onTheWay = 2L * crossbar.latency() + l2.latency() + dram.latency();
    long constant = (long) constantCache.hitLatency() + constantCache.secondLevel().hitLatency();
    return onTheWay + constant + l1d.hitLatency() + rowReadCycles();
  }

  /** Rejects latencies above the watchdog's limit, which would abort every run. */
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

  /** Checks that connected parts fit together: slices and channels, bursts, lines and sectors. */
  private void requireFit(Violation.Checks checks) {
    checks
        .require(
            crossbar.creditLatency() <= crossbar.latency(),
            "crossbar.creditLatency",
            crossbar.creditLatency(),
            "at most crossbar.latency (" + crossbar.latency() + ")")
        .require(
            l2.slices() % dram.channels() == 0,
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
            "room for the requests of a fill, %d".formatted(l1d.fillBytes() / requestBytes()))
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
