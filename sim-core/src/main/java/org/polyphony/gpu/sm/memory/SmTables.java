package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * The tables that the stages of an SM share.
 *
 * @param warps resident warps
 * @param instructions instructions in flight
 * @param buffers accesses of memory instructions on their way to L1D
 * @param loads loads that wait for data
 */
public record SmTables(
    WarpTable warps, InFlight instructions, AccessBuffers buffers, LoadTable loads) {}
