package org.polyphony.gpu.config;

import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** Device memory: channels of banks in bank groups, FR-FCFS, open rows. */
public record DramConfig(
    @Key(value = "memory controllers", min = 1, max = 64) int channels,
    @Key(value = "command clock", unit = "kHz", min = 1, max = 100_000_000) int commandKhz,
    @Key(value = "that a channel moves in a command clock", unit = "B", min = 1, max = 65536)
        int bytesPerCommandClock,
    @Key(value = "banks of a channel", min = 1, max = 64, powerOfTwo = true) int banks,
    @Key(value = "bank groups of a channel, divides banks", min = 1, max = 64) int bankGroups,
    @Key(value = "of a row in one bank", unit = "B", min = 128, max = 65536, powerOfTwo = true)
        int columnBytes,
    @Key(
            value = "consecutive bytes on a channel, at least a line of L2",
            unit = "B",
            min = 128,
            max = 65536,
            powerOfTwo = true)
        int interleaveBytes,
    @Key("true when the slice is a hash of the address, false when its low bits")
        boolean hashedChannels,
    @Key(
            "true when hashes of the address permute the channels (where their number is a "
                + "power of two) and the banks of a slice")
        boolean permuted,
    @Key(value = "requests among which FR-FCFS chooses", min = 1, max = 65536) int schedulerQueue,
    @Key(value = "served requests that wait for L2", min = 1, max = 65536) int returnQueue,
    @Key(value = "between L2 and the scheduler queue", unit = "core cycles", max = 65536)
        int latency,
    @Key(
            value =
                "added for memory behind the other half of L2 than the SM's, see "
                    + "l2.halfInterleaveBytes; 0: L2 is in one piece",
            unit = "core cycles",
            max = 65536,
            absent = "0")
        int farLatency,
    @Key("true when a row and a column command can go in one clock") boolean rowAndColumnTogether,
    @Key(
            value = "that a column command moves, a power of two from 8; 0: a sector of L2",
            unit = "B",
            max = 1024,
            absent = "0")
        int burstBytes,
    @Key(
            value =
                "consecutive bytes of a channel before the lowest bank bit changes, a power of "
                    + "two from a line of L2 to columnBytes; 0: a line",
            unit = "B",
            max = 65536,
            absent = "0")
        int bankInterleaveBytes,
    @Key("command clocks between commands") Timing timing)
    implements Keys.Related {
  /** Timing constraints in command clocks, by their JEDEC names. */
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
              value = "activate to the fourth after it; 0: only nRRD holds",
              unit = "command clocks",
              max = 65536,
              absent = "0")
          int nFAW,
      @Key(
              value = "refresh to refresh, channels in turn; 0: no refresh",
              unit = "command clocks",
              max = 1_000_000,
              absent = "0")
          int nREFI,
      @Key(
              value = "refresh, of all banks of a channel, to activate; less than nREFI, or 0",
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

  /** Returns the command clock of a channel's first refresh: channels take turns. */
  public long firstRefresh(int channel) {
    return (channel + 1L) * timing.nREFI() / channels;
  }

  @Override
  public void check(Violation.Checks checks) {
    checks
        .require(banks % bankGroups == 0, "bankGroups", bankGroups, "divides banks")
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
