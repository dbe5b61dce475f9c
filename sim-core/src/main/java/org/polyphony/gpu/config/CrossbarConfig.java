package org.polyphony.gpu.config;

import org.polyphony.input.Key;

/** Crossbar between SMs and L2 slices: a request and a reply network with iSLIP arbitration. */
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
                "whether an SM's requests for sectors of one line, in ascending order, reach"
                    + " L2 back to back; false: requests of other SMs may interleave",
            absent = "false")
        boolean keepsLines,
    @Key(
            value =
                "how far the crossbar is from the SMs: it sees a request so many cycles after the"
                    + " SM has sent it (part of the latency), a credit for room in its buffers"
                    + " returns as many cycles after a packet has left one, and thread blocks are"
                    + " dispatched at multiples of so many; 0: the next cycle, at once, every cycle",
            unit = "core cycles",
            min = 0,
            max = 64,
            absent = "0")
        int creditLatency) {
  /** Returns the cycles from the sending of a request until the crossbar can move it. */
  public int requestDelay() {
    return Math.max(1, creditLatency);
  }
}
