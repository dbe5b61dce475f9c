package org.polyphony.gpu.config;

import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.dram.DramSchedulers;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** Device memory: channels of banks in bank groups, open-page policy. */
public record DramConfig(
    @Key(value = "memory controllers, one per channel", min = 1, max = 64) int channels,
    @Key(value = "command clock", unit = "kHz", min = 1, max = 100_000_000) int commandKhz,
    @Key(value = "bytes per channel and command clock", unit = "B", min = 1, max = 65536)
        int bytesPerCommandClock,
    @Key(value = "banks per channel", min = 1, max = 64, powerOfTwo = true) int banks,
    @Key(value = "bank groups per channel, a divisor of banks", min = 1, max = 64) int bankGroups,
    @Key(value = "row size of a bank", unit = "B", min = 128, max = 65536, powerOfTwo = true)
        int columnBytes,
    @Key(
            value = "consecutive bytes on one channel, at least an L2 line",
            unit = "B",
            min = 128,
            max = 65536,
            powerOfTwo = true)
        int interleaveBytes,
    @Key("whether a hash of the address selects the L2 slice; false: its low bits")
        boolean hashedChannels,
    @Key(
            "whether hashes of the address permute the channels (if a power of two) and the"
                + " banks of a slice")
        boolean permuted,
    @Key(
            value =
                "whether a hash of the address above the channels permutes the L2 slices of a"
                    + " channel",
            absent = "false")
        boolean permutedSlices,
    @Key(value = "entries of the scheduler queue", min = 1, max = 65536) int schedulerQueue,
    @Key(value = "entries of the queue of replies to L2", min = 1, max = 65536) int returnQueue,
    @Key(value = "latency from L2 to the scheduler queue", unit = "core cycles", max = 65536)
        int latency,
    @Key(
            value =
                "extra latency to memory behind the other half of L2 (see"
                    + " l2.halfInterleaveBytes); 0: one L2",
            unit = "core cycles",
            max = 65536,
            absent = "0")
        int farLatency,
    @Key("whether a row and a column command can issue in the same clock")
        boolean rowAndColumnTogether,
    @Key(
            value = "bytes per column command, a power of two from 8; 0: an L2 sector",
            unit = "B",
            max = 1024,
            absent = "0")
        int burstBytes,
    @Key(
            value =
                "consecutive bytes of a channel in one bank, a power of two from an L2 line"
                    + " to columnBytes; 0: a line",
            unit = "B",
            max = 65536,
            absent = "0")
        int bankInterleaveBytes,
    @Key("least time between commands") Timing timing,
    @Key(
            value =
                "scheduler of a channel: name, Java file or full name of your class, or object with"
                    + " name and parameters",
            named = "name",
            absent = DramSchedulers.FR_FCFS)
        PartConfig scheduler)
    implements Keys.Related {
  /** Timing constraints in command clocks, with their JEDEC names. */
  public record Timing(
      @Key(value = "read to data", unit = "command clocks", min = 1, max = 65536) int nCL,
      @Key(value = "write to data", unit = "command clocks", min = 1, max = 65536) int nWL,
      @Key(value = "activate to read or write", unit = "command clocks", min = 1, max = 65536)
          int nRCD,
      @Key(value = "activate to precharge", unit = "command clocks", min = 1, max = 65536) int nRAS,
      @Key(value = "precharge to activate", unit = "command clocks", min = 1, max = 65536) int nRP,
      @Key(value = "activate to activate, same bank", unit = "command clocks", min = 1, max = 65536)
          int nRC,
      @Key(
              value = "activate to activate, other bank",
              unit = "command clocks",
              min = 1,
              max = 65536)
          int nRRD,
      @Key(value = "column to column", unit = "command clocks", min = 1, max = 65536) int nCCD,
      @Key(
              value = "column to column, same bank group",
              unit = "command clocks",
              min = 1,
              max = 65536)
          int nCCDL,
      @Key(value = "last write data to read", unit = "command clocks", max = 65536) int nCDLR,
      @Key(value = "last write data to precharge", unit = "command clocks", max = 65536) int nWR,
      @Key(value = "read to precharge, same bank group", unit = "command clocks", max = 65536)
          int nRTPL,
      @Key(
              value = "window of four activates; 0: only nRRD limits them",
              unit = "command clocks",
              max = 65536,
              absent = "0")
          int nFAW,
      @Key(
              value = "refresh interval, staggered over channels; 0: no refresh",
              unit = "command clocks",
              max = 1_000_000,
              absent = "0")
          int nREFI,
      @Key(
              value = "refresh (all banks of a channel) to activate; below nREFI, or 0",
              unit = "command clocks",
              max = 1_000_000,
              absent = "0")
          int nRFC)
      implements Keys.Related {
    @Override
    public void check(Violation.Checks checks) {
      checks.require(nRFC == 0 || nRFC < nREFI, "nRFC", nRFC, "0, or less than nREFI");
    }
  }

  /**
   * Returns the command clock of a channel's first refresh; refreshes are staggered across
   * channels.
   */
  public long firstRefresh(int channel) {
    return (channel + 1L) * timing.nREFI() / channels;
  }

  @Override
  public void check(Violation.Checks checks) {
    DramSchedulers.KIND.check(checks, "scheduler", scheduler);
    checks
        .require(banks % bankGroups == 0, "bankGroups", bankGroups, "a divisor of banks")
        .require(
            burstBytes == 0 || isPowerOfTwo(burstBytes, 8),
            "burstBytes",
            burstBytes,
            "0, or a power of two from 8 to 1024")
        .require(
            bankInterleaveBytes == 0
                || (isPowerOfTwo(bankInterleaveBytes, 64) && bankInterleaveBytes <= columnBytes),
            "bankInterleaveBytes",
            bankInterleaveBytes,
            "0, or a power of two from 64 to columnBytes");
  }

  private static boolean isPowerOfTwo(int value, int minimum) {
    return Integer.bitCount(value) == 1 && value >= minimum;
  }
}
