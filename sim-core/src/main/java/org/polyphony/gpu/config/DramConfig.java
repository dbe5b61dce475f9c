package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * Device memory: channels of banks in bank groups, FR-FCFS, open rows.
 *
 * @param channels memory controllers
 * @param commandKhz command clock in kHz
 * @param bytesPerCommandClock bytes that a channel moves in a command clock, at least 1
 * @param banks banks of a channel
 * @param bankGroups bank groups of a channel, divides {@code banks}
 * @param columnBytes bytes of a row in one bank, a power of two
 * @param interleaveBytes consecutive bytes on a channel, a power of two of at least a line
 * @param hashedChannels true when the slice is a hash of the address, false when its low bits
 * @param schedulerQueue requests among which FR-FCFS chooses
 * @param returnQueue served requests that wait for L2
 * @param latency core cycles between L2 and the scheduler queue, at least 0
 * @param rowAndColumnTogether true when a row and a column command can go in one clock
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
    int schedulerQueue,
    int returnQueue,
    int latency,
    boolean rowAndColumnTogether,
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
      int nRTPL) {
    List<Violation> violations() {
      return new Violation.Checks()
          .atLeast(1, "nCL", nCL)
          .atLeast(1, "nWL", nWL)
          .atLeast(1, "nRCD", nRCD)
          .atLeast(1, "nRAS", nRAS)
          .atLeast(1, "nRP", nRP)
          .atLeast(1, "nRC", nRC)
          .atLeast(1, "nRRD", nRRD)
          .atLeast(1, "nCCD", nCCD)
          .atLeast(1, "nCCDL", nCCDL)
          .atLeast(0, "nCDLR", nCDLR)
          .atLeast(0, "nWR", nWR)
          .atLeast(0, "nRTPL", nRTPL)
          .violations();
    }
  }

  /** Returns every value that is wrong. */
  public List<Violation> violations() {
    return new Violation.Checks()
        .require(channels >= 1 && channels <= 64, "channels", channels, "1 to 64")
        .atLeast(1, "commandKhz", commandKhz)
        .atLeast(1, "bytesPerCommandClock", bytesPerCommandClock)
        .require(banks >= 1 && banks <= 64, "banks", banks, "1 to 64")
        .require(
            bankGroups >= 1 && banks % bankGroups == 0, "bankGroups", bankGroups, "divides banks")
        .require(
            Integer.bitCount(columnBytes) == 1 && columnBytes >= 128,
            "columnBytes",
            columnBytes,
            "a power of two of at least 128")
        .require(
            Integer.bitCount(interleaveBytes) == 1 && interleaveBytes >= 128,
            "interleaveBytes",
            interleaveBytes,
            "a power of two of at least 128")
        .atLeast(1, "schedulerQueue", schedulerQueue)
        .atLeast(1, "returnQueue", returnQueue)
        .atLeast(0, "latency", latency)
        .nested("timing", timing.violations())
        .violations();
  }
}
