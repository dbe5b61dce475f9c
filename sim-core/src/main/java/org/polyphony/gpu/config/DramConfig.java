package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * Device memory: channels of banks in bank groups, FR-FCFS, open rows.
 *
 * @param channels memory controllers
 * @param commandKhz command clock in kHz
 * @param bytesPerCommandClock bytes that a channel moves in a command clock, at least 1
 * @param banks banks of a channel, a power of two up to 64
 * @param bankGroups bank groups of a channel, divides {@code banks}
 * @param columnBytes bytes of a row in one bank, a power of two
 * @param interleaveBytes consecutive bytes on a channel, a power of two of at least a line
 * @param hashedChannels true when the slice is a hash of the address, false when its low bits
 * @param permuted true when hashes of the address permute the channels, where their number is a
 *     power of two, and the banks of a slice
 * @param schedulerQueue requests among which FR-FCFS chooses
 * @param returnQueue served requests that wait for L2
 * @param latency core cycles between L2 and the scheduler queue, at least 0
 * @param farLatency core cycles more to memory behind the other half of L2 than the SM's; 0 when L2
 *     is in one piece
 * @param rowAndColumnTogether true when a row and a column command can go in one clock
 * @param burstBytes bytes that a column command moves, a power of two; 0 for an L2 sector
 * @param bankInterleaveBytes consecutive bytes of a channel before the lowest bank bit changes, a
 *     power of two from a line of L2 to {@code columnBytes}; 0 for a line
 * @param timing command clocks between commands
 */
public record DramConfig(
    int channels,
    int commandKhz,
    int bytesPerCommandClock,
    int banks,
    int bankGroups,
    int columnBytes,
    int interleaveBytes,
    boolean hashedChannels,
    boolean permuted,
    int schedulerQueue,
    int returnQueue,
    int latency,
    int farLatency,
    boolean rowAndColumnTogether,
    int burstBytes,
    int bankInterleaveBytes,
    Timing timing) {
  /**
   * Timing constraints in command clocks, by their JEDEC names.
   *
   * @param nCL read to data
   * @param nWL write to data
   * @param nRCD activate to read or write
   * @param nRAS activate to precharge
   * @param nRP precharge to activate
   * @param nRC activate to activate, same bank
   * @param nRRD activate to activate, other bank
   * @param nCCD column to column
   * @param nCCDL column to column, same bank group
   * @param nCDLR last write data to read
   * @param nWR last write data to precharge
   * @param nRTPL read to precharge, same bank group
   * @param nFAW activate to the fourth after it; 0 when only {@code nRRD} holds
   * @param nREFI refresh to refresh; 0 for a device without
   * @param nRFC refresh, of all banks of a channel, to activate; less than {@code nREFI}
   */
  public record Timing(
      int nCL,
      int nWL,
      int nRCD,
      int nRAS,
      int nRP,
      int nRC,
      int nRRD,
      int nCCD,
      int nCCDL,
      int nCDLR,
      int nWR,
      int nRTPL,
      int nFAW,
      int nREFI,
      int nRFC) {
    List<Violation> violations() {
      return new Violation.Checks()
          .between(1, 65536, "nCL", nCL)
          .between(1, 65536, "nWL", nWL)
          .between(1, 65536, "nRCD", nRCD)
          .between(1, 65536, "nRAS", nRAS)
          .between(1, 65536, "nRP", nRP)
          .between(1, 65536, "nRC", nRC)
          .between(1, 65536, "nRRD", nRRD)
          .between(1, 65536, "nCCD", nCCD)
          .between(1, 65536, "nCCDL", nCCDL)
          .between(0, 65536, "nCDLR", nCDLR)
          .between(0, 65536, "nWR", nWR)
          .between(0, 65536, "nRTPL", nRTPL)
          .between(0, 65536, "nFAW", nFAW)
          .between(0, 1_000_000, "nREFI", nREFI)
          .require(nRFC == 0 || (nRFC > 0 && nRFC < nREFI), "nRFC", nRFC, "0, or less than nREFI")
          .violations();
    }
  }

  /** Returns the command clock of a channel's first refresh: channels take turns. */
  public long firstRefresh(int channel) {
    return (channel + 1L) * timing.nREFI() / channels;
  }

  public List<Violation> violations() {
    return new Violation.Checks()
        .between(1, 64, "channels", channels)
        .between(1, 100_000_000, "commandKhz", commandKhz)
        .between(1, 65536, "bytesPerCommandClock", bytesPerCommandClock)
        .powerOfTwo(1, 64, "banks", banks)
        .require(
            bankGroups >= 1 && banks % bankGroups == 0, "bankGroups", bankGroups, "divides banks")
        .powerOfTwo(128, 65536, "columnBytes", columnBytes)
        .powerOfTwo(128, 65536, "interleaveBytes", interleaveBytes)
        .between(1, 65536, "schedulerQueue", schedulerQueue)
        .between(1, 65536, "returnQueue", returnQueue)
        .between(0, 65536, "latency", latency)
        .between(0, 65536, "farLatency", farLatency)
        .require(
            burstBytes == 0 || Violation.Checks.isPowerOfTwo(burstBytes, 8, 1024),
            "burstBytes",
            burstBytes,
            "0, or a power of two from 8 to 1024")
        .require(
            bankInterleaveBytes == 0
                || Violation.Checks.isPowerOfTwo(bankInterleaveBytes, 64, columnBytes),
            "bankInterleaveBytes",
            bankInterleaveBytes,
            "0, or a power of two from 64 to columnBytes")
        .nested("timing", timing.violations())
        .violations();
  }
}
