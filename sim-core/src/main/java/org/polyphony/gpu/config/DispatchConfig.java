package org.polyphony.gpu.config;

import org.polyphony.input.Key;

/**
 * How the thread-block scheduler distributes thread blocks to SMs. Source: Gilman et al.,
 * Demystifying the Placement Policies of the NVIDIA GPU Thread Block Scheduler for Concurrent
 * Kernels, Performance Evaluation Review 2020; launches per cycle are measured, DEVIATIONS.md 60.
 */
public record DispatchConfig(
    @Key(
            "whether a kernel's next thread block goes to the SM with the most room for its"
                + " thread blocks; false: round robin over SMs")
        boolean mostRoom,
    @Key(value = "thread blocks launched per core cycle, at most one per SM", min = 1, max = 65536)
        int perCycle,
    @Key(
            value = "delay from the end of a thread block to the start of the next in its place",
            unit = "core cycles",
            max = 65536,
            absent = "0",
            source = "experiments/hardware/refill.cu")
        int refillLatency,
    @Key(
            value =
                "whether a kernel waits until those of a lower rank, such as earlier ones under"
                    + " left-over, have launched all their thread blocks; false: it uses room that"
                    + " is too small for them",
            absent = "false",
            source = "experiments/hardware/in-order.cu")
        boolean inOrder,
    @Key(
            value =
                "whether SMs take turns one of each GPC after another; false: those of a GPC come"
                    + " one after another",
            absent = "false",
            source = "experiments/hardware/clusters.cu")
        boolean acrossGpcs) {}
