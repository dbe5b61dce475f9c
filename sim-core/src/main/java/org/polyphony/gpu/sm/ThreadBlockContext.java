package org.polyphony.gpu.sm;

import java.util.List;
import org.polyphony.gpu.sm.async.AsyncUnit;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.NamedBarriers;

/**
 * The state of a suspended thread block: the position of each warp. Its stream slot stays
 * allocated, which preserves the stream's cursors; registers have no values in this model and only
 * count as bytes. Allocated on suspension, which is rare.
 *
 * @param row of its kernel in the kernel control block
 * @param heads by warp of the block: next instruction; null if the warp has ended
 * @param atBarrier warps of the block that wait at the barrier without a number
 * @param named its numbered barriers
 * @param async its mbarriers and its part in the barrier of a cluster
 * @param mayRunAgain whether it has executed only idempotent instructions
 */
public record ThreadBlockContext(
    int row,
    long threadBlock,
    int streamSlot,
    List<Instruction> heads,
    long atBarrier,
    NamedBarriers.Saved named,
    AsyncUnit.Saved async,
    long issued,
    long lanesIssued,
    boolean mayRunAgain) {}
