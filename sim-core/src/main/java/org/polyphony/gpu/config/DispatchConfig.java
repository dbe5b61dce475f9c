package org.polyphony.gpu.config;

import org.polyphony.input.Key;

/**
 * How the thread-block scheduler sends thread blocks to SMs. Source: Gilman et al., Demystifying
 * the Placement Policies of the NVIDIA GPU Thread Block Scheduler for Concurrent Kernels,
 * Performance Evaluation Review 2020; how many in a cycle: measured, DEVIATIONS.md 60.
 */
public record DispatchConfig(
    @Key(
            "true when the SM with room for the most further thread blocks of a kernel "
                + "receives its next one; false when SMs take turns")
        boolean mostRoom,
    @Key(
            value =
                "thread blocks that the device launches in a core cycle at most; an SM never "
                    + "receives more than one",
            min = 1,
            max = 65536)
        int perCycle,
    @Key(
            value =
                "from the end of a thread block until another one can start in the room that "
                    + "it leaves",
            unit = "core cycles",
            max = 65536,
            absent = "0",
            source = "experiments/hardware/refill.cu")
        int refillLatency) {}
