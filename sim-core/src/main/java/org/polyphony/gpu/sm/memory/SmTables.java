package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.execution.SharedBanks;
import org.polyphony.gpu.sm.warp.WarpTable;

/** The tables that the stages of an SM share. */
public record SmTables(
    WarpTable warps,
    InFlight instructions,
    AccessBuffers buffers,
    LoadTable loads,
    SharedBanks banks) {}
