package org.polyphony.gpu.config;

import org.polyphony.input.Key;

/** Shared memory of an SM. Source: Mei and Chu, TPDS'17. */
public record SharedMemoryConfig(
    @Key(value = "banks", min = 1, max = 32, powerOfTwo = true) int banks,
    @Key(value = "bank width", unit = "B", min = 1, powerOfTwo = true) int bankBytes,
    @Key(
            value = "latency of a conflict-free load within the memory pipe",
            unit = "core cycles",
            min = 2,
            max = 512)
        int latency,
    @Key(
            value =
                "whether shared memory has its own path from issue (Maxwell, Pascal); false:"
                    + " it shares the load/store unit",
            absent = "false")
        boolean ownPath,
    @Key(
            value =
                "whether 16-byte accesses are always served by half warp, even if both"
                    + " halves read the same data",
            absent = "false")
        boolean halfWarps) {}
