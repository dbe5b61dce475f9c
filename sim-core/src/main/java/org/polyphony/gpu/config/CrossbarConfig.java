package org.polyphony.gpu.config;

import org.polyphony.input.Key;

/** Crossbar between SMs and L2 slices: a request and a reply network, iSLIP arbitration. */
public record CrossbarConfig(
    @Key(
            value =
                "bytes that a port moves in a core cycle; a packet is 8 B of header, and its "
                    + "data",
            unit = "B",
            min = 1,
            max = 65536)
        int flitBytes,
    @Key("true when a port moves a whole packet in a cycle whatever its size")
        boolean packetPerCycle,
    @Key(
            value = "that an unhindered packet spends in the network",
            unit = "core cycles",
            min = 1,
            max = 65536)
        int latency,
    @Key(value = "packets that wait at an input port", min = 1, max = 65536) int inputBuffer,
    @Key(value = "packets that wait at an output port", min = 1, max = 65536) int outputBuffer,
    @Key(
            value =
                "true when requests of an SM for sectors of one line, in ascending order, "
                    + "reach L2 one right after another, false when those of other SMs may come in "
                    + "between",
            absent = "false")
        boolean keepsLines) {}
