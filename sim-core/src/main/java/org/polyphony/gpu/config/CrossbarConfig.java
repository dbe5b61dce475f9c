package org.polyphony.gpu.config;

import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.arbitration.Arbiters;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** Crossbar between SMs and L2 slices: a request and a reply network. */
public record CrossbarConfig(
    @Key(
            value = "bytes per port and core cycle; a packet is an 8 B header plus its data",
            unit = "B",
            min = 1,
            max = 65536)
        int flitBytes,
    @Key("whether a port moves a whole packet per cycle, whatever its size") boolean packetPerCycle,
    @Key(value = "zero-load latency of a packet", unit = "core cycles", min = 1, max = 65536)
        int latency,
    @Key(value = "packets in the queue of an input port", min = 1, max = 65536) int inputBuffer,
    @Key(value = "packets in the queue of an output port", min = 1, max = 65536) int outputBuffer,
    @Key(
            value =
                "whether an SM's requests for sectors of one line, in ascending order, leave it"
                    + " together and reach L2 back to back; false: they leave one per cycle,"
                    + " and requests of other SMs may interleave",
            absent = "false")
        boolean keepsLines,
    @Key(
            value =
                "flits per core cycle that an SM receives, and replies of L1D that it handles"
                    + " in a cycle",
            min = 1,
            max = 16,
            absent = "1")
        int repliesPerCycle,
    @Key(
            value =
                "reads of the same bytes by SMs of a GPC that go to L2 as one, whose reply goes"
                    + " to all of them; 1: each goes by itself",
            min = 1,
            max = 64,
            absent = "1")
        int mergedReads,
    @Key(
            value = "how long after a read others may join it, at most until its reply",
            unit = "core cycles",
            min = 1,
            max = 65536,
            absent = "65536")
        int mergeWindow,
    @Key(
            value =
                "part of the latency that a request takes from an SM to the crossbar; the credit"
                    + " for a place in a buffer takes as long, and thread blocks are dispatched"
                    + " once in so many cycles; 0: a request takes one cycle, SMs see the"
                    + " crossbar's room at once",
            unit = "core cycles",
            min = 0,
            max = 64,
            absent = "0")
        int creditLatency,
    @Key(
            value =
                "arbiter of each port to an L2 slice or an SM: name, Java file or full name of your class, or object with name and"
                    + " parameters",
            named = "name",
            absent = Arbiters.ROUND_ROBIN)
        PartConfig arbiter)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    Arbiters.KIND.check(checks, "arbiter", arbiter);
  }

  /** Returns whether reads of several SMs go to L2 as one. */
  public boolean mergesReads() {
    return mergedReads > 1;
  }

  /** Returns whether SMs see the crossbar's room late, so that they may run ahead of it. */
  public boolean runsApart() {
    return creditLatency > 0;
  }

  /** Returns the cycles from the sending of a request until the crossbar can move it. */
  public int requestDelay() {
    return Math.max(1, creditLatency);
  }
}
