package org.polyphony.gpu.config;

import org.polyphony.input.Key;

/** Shared memory of an SM. Source: Mei and Chu, TPDS'17. */
public record SharedMemoryConfig(
    @Key(value = "banks", min = 1, max = 32, powerOfTwo = true) int banks,
    @Key(value = "width of a bank", unit = "B", min = 1, powerOfTwo = true) int bankBytes,
    @Key(
            value = "of a conflict-free load inside the memory pipe",
            unit = "core cycles",
            min = 2,
            max = 512)
        int latency,
    @Key(
            value =
                "true when its accesses have a path of their own from issue, beside those to "
                    + "global, local and texture memory, as on Maxwell and Pascal; false when all "
                    + "wait in line at one load/store unit",
            absent = "false")
        boolean ownPath,
    @Key(
            value =
                "true when an access of 16 bytes a lane is served half a warp at a time, even "
                    + "where the halves read the same",
            absent = "false")
        boolean halfWarps) {}
